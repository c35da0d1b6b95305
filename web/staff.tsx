// The console of the operator's support staff: the explicit list of its screens.

import {
  Archive,
  Ban,
  BookOpen,
  ChartColumn,
  CircleDollarSign,
  Contact,
  CreditCard,
  FileBadge,
  FileText,
  Gauge,
  KeyRound,
  ListChecks,
  Mail,
  MessageSquareQuote,
  Package,
  Printer,
  ScrollText,
  UserCheck,
  Users,
  Webhook,
} from 'lucide-react'
import { useCallback } from 'react'
import { numberedName, orderTitle } from '../src/base/text/orderTitle.ts'
import { api, type ResponseBody } from './api.ts'
import { documentPath } from './components/billing/Documents.tsx'
import { useDialog } from './components/forms/Dialogs.tsx'
import { money } from './components/layout/Values.tsx'
import { orderPath } from './components/staff/StaffLinks.tsx'
import { t } from './language.ts'
import { Frame, type NavGroup } from './shell/frame/Frame.tsx'
import type { Command, FindRecords, HitGroup } from './shell/frame/Palette.tsx'
import { start } from './shell/frame/start.tsx'
import { useLiveUpdates } from './shell/orders/liveUpdates.ts'

const groups: NavGroup[] = [
  {
    title: null,
    items: [
      { name: t('Overview'), to: '/overview', icon: Gauge, shortcut: 'v' },
      { name: t('Orders'), to: '/orders', icon: Package, shortcut: 'o' },
      { name: t('Accounts'), to: '/accounts', icon: Users, shortcut: 'a' },
      { name: t('Reports'), to: '/reports', icon: ChartColumn, shortcut: 'n' },
    ],
  },
  {
    title: t('Review [[title]]'),
    items: [
      { name: t('Approvals'), to: '/approvals', icon: UserCheck, shortcut: 'r' },
      { name: t('Quotes'), to: '/quotes', icon: MessageSquareQuote, shortcut: 'q' },
      { name: t('Tax exemptions'), to: '/exemptions', icon: FileBadge, shortcut: 'e' },
      { name: t('Printers'), to: '/printers', icon: Printer, shortcut: 'p' },
      { name: t('Payments'), to: '/money', icon: CircleDollarSign, shortcut: 'm' },
    ],
  },
  {
    title: t('Shop'),
    items: [
      { name: t('Catalog and prices'), to: '/operator-data', icon: BookOpen, shortcut: 'c' },
      { name: t('People'), to: '/people', icon: Contact, shortcut: 't' },
      { name: t('Set-up'), to: '/set-up', icon: ListChecks, shortcut: 's' },
    ],
  },
  {
    title: t('Records'),
    items: [
      { name: t('Charges'), to: '/charges', icon: CreditCard, shortcut: 'h' },
      { name: t('Invoices'), to: '/invoices', icon: FileText, shortcut: 'i' },
      { name: t('Webhooks'), to: '/webhooks', icon: Webhook, shortcut: 'w' },
      { name: t('Emails'), to: '/mails', icon: Mail, shortcut: 'l' },
      { name: t('Audit log'), to: '/audit', icon: ScrollText, shortcut: 'u' },
      { name: t('API keys'), to: '/keys', icon: KeyRound, shortcut: 'k' },
    ],
  },
]

const fromStandby = [['staff', 'orders']]

/** The overview counts over all accounts, so it refreshes at a fixed interval and not with every step of an order. */
function affectedKeys(data: unknown): unknown[][] {
  const { accountId, customerOrderId } = data as { accountId: string; customerOrderId: string | null }
  return [
    ['staff', 'orders'],
    ['staff', 'alarms'],
    ['staff', 'order', accountId, ...(customerOrderId === null ? [] : [customerOrderId])],
  ]
}

type Paper = Pick<
  ResponseBody<'/staff/search'>['papers'][number],
  'accountId' | 'chargeId' | 'refundId' | 'statement' | 'paymentId'
>

const paperNames: Record<ResponseBody<'/staff/search'>['papers'][number]['kind'], string> = {
  invoice: t('Invoice'),
  credit_note: t('Credit note'),
  statement: t('Statement'),
}

/** The address of the PDF. */
const paperPath = ({ accountId, ...paper }: Paper): string =>
  documentPath(`/staff/accounts/${encodeURIComponent(accountId)}/billing`, paper)

/** The possible acts on an order. */
type ActsOf = (order: { accountId: string; customerOrderId: string }) => Promise<Command[]>

async function findRecords(search: string, signal: AbortSignal, actsOf: ActsOf): Promise<HitGroup[]> {
  const found = await api.GET('/staff/search', { params: { query: { search } }, signal })
  return [
    {
      title: t(found.exact ? 'Orders' : 'Similar orders'),
      hits: found.orders.map(order => ({
        name: `${numberedName(order)} · ${order.to.name}`,
        about: [order.accountName, order.to.city, ...(order.mode === 'sandbox' ? [t('sandbox')] : [])].join(', '),
        to: orderPath(order),
        icon: Package,
        id: { label: t('Copy order ID'), value: order.customerOrderId },
        acts: () => actsOf({ accountId: order.accountId, customerOrderId: order.customerOrderId }),
      })),
    },
    {
      title: t('Archived orders'),
      hits: found.archived.map(order => ({
        name: numberedName(order),
        about: `${order.accountName}, ${order.month}`,
        to: orderPath(order),
        icon: Archive,
      })),
    },
    {
      title: t('Accounts'),
      hits: found.accounts.map(({ accountId, name, holderEmail }) => ({
        name,
        about: holderEmail,
        to: `/accounts/${encodeURIComponent(accountId)}`,
        icon: Users,
        id: { label: t('Copy account ID'), value: accountId },
      })),
    },
    {
      title: t('Invoices and statements'),
      hits: found.papers.map(({ accountName, total, purchaseOrderNumber, ...paper }) => ({
        name: `${paperNames[paper.kind]} ${paper.number} · ${accountName}`,
        about:
          purchaseOrderNumber === null
            ? money(total)
            : t('{total}, purchase order {number}', { total: money(total), number: purchaseOrderNumber }),
        to: paperPath(paper),
        isFile: true as const,
        icon: FileText,
      })),
    },
  ]
}

function StaffFrame() {
  useLiveUpdates('/staff/events', affectedKeys, fromStandby)
  const show = useDialog()
  const actsOf = useCallback<ActsOf>(
    async path => {
      const detail = '/staff/orders/{accountId}/{customerOrderId}'
      const [{ acts, money, order, bookTitles }, { secondPersonAbove: above }, { ActionDialog, refundsMoreThan }] =
        await Promise.all([
          api.GET(detail, { params: { path } }),
          api.GET('/staff/approvals', { params: { query: path } }),
          import('./pages/staff/orders/OrderActions.tsx'),
        ])
      if (!acts.includes('abandon')) return []
      const dialog = (
        <ActionDialog
          act="abandon"
          {...path}
          title={orderTitle(order, bookTitles[0])}
          willWait={refundsMoreThan(above, money)}
          close={() => show(null)}
        />
      )
      return [{ name: t('Cancel order'), icon: Ban, run: () => show(dialog) }]
    },
    [show],
  )
  const find = useCallback<FindRecords>((search, signal) => findRecords(search, signal, actsOf), [actsOf])
  return <Frame area={t('support')} groups={groups} profilePath="/you" find={find} />
}

start({
  area: 'staff',
  Frame: StaffFrame,
  home: '/overview',
  screens: [
    { path: '/overview', load: () => import('./pages/staff/overview/Overview.tsx') },
    { path: '/orders', load: () => import('./pages/staff/orders/Orders.tsx') },
    { path: '/orders/$accountId/$customerOrderId', load: () => import('./pages/staff/orders/Order.tsx') },
    {
      path: '/orders/$accountId/$customerOrderId/books/$item',
      load: () => import('./pages/staff/orders/Book.tsx'),
    },
    { path: '/archive', load: () => import('./pages/staff/archive/Archive.tsx') },
    { path: '/accounts', load: () => import('./pages/staff/accounts/Accounts.tsx') },
    { path: '/accounts/$accountId', load: () => import('./pages/staff/accounts/Account.tsx') },
    { path: '/accounts/$accountId/archive', load: () => import('./pages/staff/accounts/AccountArchive.tsx') },
    { path: '/reports', load: () => import('./pages/staff/reports/Reports.tsx') },
    { path: '/approvals', load: () => import('./pages/staff/approvals/Approvals.tsx') },
    { path: '/quotes', load: () => import('./pages/staff/quotes/Quotes.tsx') },
    { path: '/quotes/$accountId/$mode/$quoteId', load: () => import('./pages/staff/quotes/Quote.tsx') },
    { path: '/exemptions', load: () => import('./pages/staff/exemptions/Exemptions.tsx') },
    { path: '/printers', load: () => import('./pages/staff/printers/Printers.tsx') },
    { path: '/money', load: () => import('./pages/staff/money/Money.tsx') },
    { path: '/operator-data', load: () => import('./pages/staff/operatorData/OperatorData.tsx') },
    { path: '/people', load: () => import('./pages/staff/people/People.tsx') },
    { path: '/set-up', load: () => import('./pages/staff/setUp/SetUp.tsx') },
    { path: '/charges', load: () => import('./pages/staff/charges/Charges.tsx') },
    { path: '/invoices', load: () => import('./pages/staff/charges/Invoices.tsx') },
    { path: '/webhooks', load: () => import('./pages/staff/webhooks/Webhooks.tsx') },
    { path: '/mails', load: () => import('./pages/staff/mails/Mails.tsx') },
    { path: '/audit', load: () => import('./pages/staff/audit/Audit.tsx') },
    { path: '/keys', load: () => import('./pages/staff/keys/Keys.tsx') },
    { path: '/you', load: () => import('./pages/settings/ProfilePage.tsx') },
  ],
  openScreens: [{ path: '/first-owner', load: () => import('./pages/signIn/FirstOwner.tsx') }],
})
