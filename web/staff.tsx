// The console of the operator's support staff: the explicit list of its screens.

import { CircleDollarSign, FileBadge, Gauge, Mail, Package, Printer, ScrollText, UserCheck, Users } from 'lucide-react'
import { Frame, type NavGroup } from './shell/Frame.tsx'
import { useLive } from './shell/live.ts'
import { start } from './shell/start.tsx'

const groups: NavGroup[] = [
  {
    title: null,
    items: [
      { name: 'Overview', to: '/overview', icon: Gauge, letter: 'v' },
      { name: 'Orders', to: '/orders', icon: Package, letter: 'o' },
      { name: 'Accounts', to: '/accounts', icon: Users, letter: 'a' },
    ],
  },
  {
    title: 'Review',
    items: [
      { name: 'Approvals', to: '/approvals', icon: UserCheck, letter: 'r' },
      { name: 'Exemption papers', to: '/exemptions', icon: FileBadge, letter: 'e' },
      { name: 'Printers', to: '/printers', icon: Printer, letter: 'p' },
      { name: 'Payments', to: '/money', icon: CircleDollarSign, letter: 'm' },
    ],
  },
  {
    title: 'Records',
    items: [
      { name: 'E-mails', to: '/mails', icon: Mail, letter: 'l' },
      { name: 'Audit log', to: '/audit', icon: ScrollText, letter: 'u' },
    ],
  },
]

/** The overview counts over all accounts, so it refreshes at its own pace and not with every step of an order. */
function touched(data: unknown): unknown[][] {
  const { accountId, customerOrderId } = data as { accountId: string; customerOrderId: string | null }
  return [
    ['staff', 'orders'],
    ['staff', 'alarms'],
    ['staff', 'order', accountId, ...(customerOrderId === null ? [] : [customerOrderId])],
  ]
}

function StaffFrame() {
  useLive('/staff/events', touched)
  return <Frame product="Octavo support" groups={groups} you="/you" />
}

start({
  area: 'staff',
  Frame: StaffFrame,
  home: '/overview',
  screens: [
    { path: '/overview', load: () => import('./pages/staff/overview/Overview.tsx') },
    { path: '/orders', load: () => import('./pages/staff/orders/Orders.tsx') },
    { path: '/orders/$accountId/$customerOrderId', load: () => import('./pages/staff/orders/Order.tsx') },
    { path: '/accounts', load: () => import('./pages/staff/accounts/Accounts.tsx') },
    { path: '/accounts/$accountId', load: () => import('./pages/staff/accounts/Account.tsx') },
    { path: '/approvals', load: () => import('./pages/staff/approvals/Approvals.tsx') },
    { path: '/exemptions', load: () => import('./pages/staff/exemptions/Exemptions.tsx') },
    { path: '/printers', load: () => import('./pages/staff/printers/Printers.tsx') },
    { path: '/money', load: () => import('./pages/staff/money/Money.tsx') },
    { path: '/mails', load: () => import('./pages/staff/mails/Mails.tsx') },
    { path: '/audit', load: () => import('./pages/staff/audit/Audit.tsx') },
    { path: '/you', load: () => import('./pages/settings/Own.tsx') },
  ],
})
