// The customer's dashboard: the explicit list of its screens.

import { useQueryClient } from '@tanstack/react-query'
import { Navigate, useNavigate } from '@tanstack/react-router'
import {
  Ban,
  BookOpen,
  ChartColumn,
  Code2,
  CreditCard,
  FileSpreadsheet,
  Gauge,
  KeyRound,
  Package,
  Plus,
  Settings,
  Webhook,
} from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { api, type Mode, unwrap } from './api.ts'
import { useDialog } from './components/forms/Dialogs.tsx'
import { money } from './components/layout/Values.tsx'
import { Frame, type NavGroup } from './shell/Frame.tsx'
import { useLiveUpdates } from './shell/liveUpdates.ts'
import { ModeBar, ModeSwitch } from './shell/ModeBar.tsx'
import { useMode, useModeOrNull } from './shell/mode.ts'
import { NotFound } from './shell/NotFound.tsx'
import type { Command, FindRecords, HitGroup } from './shell/Palette.tsx'
import { useMay } from './shell/session.ts'
import { start } from './shell/start.tsx'

const Area = () => (useModeOrNull() === null ? <NotFound /> : <DashboardFrame />)

const RedirectToOverview = () => <Navigate to={`/${useMode()}/overview`} replace />

function DashboardFrame() {
  const mode = useMode()
  const navigate = useNavigate()
  const may = { orders: useMay('orders'), products: useMay('products'), keys: useMay('keys') }
  const groups = useMemo<NavGroup[]>(
    () => [
      {
        title: null,
        items: [
          { name: 'Overview', to: `/${mode}/overview`, icon: Gauge, shortcut: 'v' },
          { name: 'Orders', to: `/${mode}/orders`, icon: Package, shortcut: 'o' },
          { name: 'Products', to: `/${mode}/products`, icon: BookOpen, shortcut: 'p' },
          { name: 'Reports', to: `/${mode}/reports`, icon: ChartColumn, shortcut: 'r' },
        ],
      },
      {
        title: 'Developers',
        items: [
          { name: 'API keys', to: `/${mode}/keys`, icon: KeyRound, shortcut: 'k' },
          { name: 'Webhooks', to: `/${mode}/webhooks`, icon: Webhook, shortcut: 'w' },
          { name: 'Documentation', to: '/docs', icon: Code2, isExternal: true },
        ],
      },
      {
        title: 'Account',
        items: [
          { name: 'Billing', to: `/${mode}/billing`, icon: CreditCard, shortcut: 'b' },
          { name: 'Settings', to: `/${mode}/settings`, icon: Settings, shortcut: 's' },
        ],
      },
    ],
    [mode],
  )
  const show = useDialog()
  const queries = useQueryClient()
  const mayCancel = may.orders
  const actsOf = useCallback<ActsOf>(
    async customerOrderId => {
      const path = { mode, customerOrderId }
      const [{ order }, { askAndCancel }] = await Promise.all([
        unwrap(api.GET('/dashboard/api/{mode}/orders/{customerOrderId}', { params: { path } })),
        import('./pages/orders/cancelOrder.ts'),
      ])
      if (!mayCancel || !order.actions.includes('cancel')) return []
      return [{ name: 'Cancel order', icon: Ban, run: () => void askAndCancel(mode, order, { show, queries }) }]
    },
    [mode, mayCancel, show, queries],
  )
  const find = useCallback<FindRecords>((search, signal) => findRecords(mode, search, signal, actsOf), [mode, actsOf])
  useLiveUpdates('/dashboard/api/events', affectedKeys)
  const go = (to: string) => () => void navigate({ to: `/${mode}/${to}` })
  return (
    <Frame
      profilePath={`/${mode}/settings`}
      groups={groups}
      find={find}
      bar={<ModeBar />}
      above={<ModeSwitch />}
      commands={[
        { name: 'Place order', about: 'Fill in a form', icon: Plus, run: go('place'), needs: 'orders' as const },
        {
          name: 'Upload orders',
          about: 'From a CSV file',
          icon: FileSpreadsheet,
          run: go('place/many'),
          needs: 'orders' as const,
        },
        { name: 'Create product', icon: BookOpen, run: go('products/new'), needs: 'products' as const },
        { name: 'Create API key', icon: KeyRound, run: go('keys'), needs: 'keys' as const },
      ].filter(({ needs }) => may[needs])}
    />
  )
}

/** What can be done with an order. */
type ActsOf = (customerOrderId: string) => Promise<Command[]>

async function findRecords(mode: Mode, search: string, signal: AbortSignal, actsOf: ActsOf): Promise<HitGroup[]> {
  const query = { params: { path: { mode }, query: { search } }, signal }
  const { orders, exact, products, invoices } = await unwrap(api.GET('/dashboard/api/{mode}/search', query))
  return [
    {
      title: exact ? 'Orders' : 'Similar orders',
      hits: orders.map(({ customerOrderId, orderNumber, to: { name, city, country } }) => ({
        name: `${customerOrderId} · #${orderNumber} · ${name}`,
        about: `${city}, ${country}`,
        to: `/${mode}/orders/${encodeURIComponent(customerOrderId)}`,
        icon: Package,
        id: { label: 'Copy order ID', value: customerOrderId },
        acts: () => actsOf(customerOrderId),
      })),
    },
    {
      title: 'Products',
      hits: products.map(({ sku, name }) => ({
        name: `${sku} · ${name}`,
        about: '',
        to: `/${mode}/products/${encodeURIComponent(sku)}`,
        icon: BookOpen,
        id: { label: 'Copy SKU', value: sku },
      })),
    },
    {
      title: 'Invoices',
      hits: invoices.map(({ number, amount }) => ({
        name: `Invoice ${number}`,
        about: money(amount),
        to: `/${mode}/billing`,
        tab: 'documents',
        icon: CreditCard,
      })),
    },
  ]
}

/** An order that moved appears in the lists, the figures and the deliveries of its mode, and in what is to be paid. */
function affectedKeys(data: unknown): unknown[][] {
  const { mode, customerOrderId } = data as { mode: string; customerOrderId: string | null }
  return [
    [mode, 'orders'],
    [mode, 'overview'],
    [mode, 'deliveries'],
    ...(mode === 'production' ? [['billing']] : []),
    customerOrderId === null ? [mode, 'order'] : [mode, 'order', customerOrderId],
  ]
}

start({
  area: 'dashboard',
  Frame: Area,
  home: '/sandbox/overview',
  openScreens: [{ path: '/proof', load: () => import('./pages/proof/ProofPage.tsx') }],
  screens: [
    { path: '/$mode', load: async () => ({ Page: RedirectToOverview }) },
    { path: '/$mode/overview', load: () => import('./pages/overview/Overview.tsx') },
    { path: '/$mode/orders', load: () => import('./pages/orders/Orders.tsx') },
    { path: '/$mode/orders/$customerOrderId', load: () => import('./pages/orders/Order.tsx') },
    {
      path: '/$mode/orders/$customerOrderId/books/$item',
      load: () => import('./pages/orders/Book.tsx'),
    },
    { path: '/$mode/products', load: () => import('./pages/products/Products.tsx') },
    { path: '/$mode/products/new', load: () => import('./pages/products/NewProduct.tsx') },
    { path: '/$mode/products/$sku', load: () => import('./pages/products/Product.tsx') },
    { path: '/$mode/products/$sku/book', load: () => import('./pages/products/Book.tsx') },
    { path: '/$mode/reports', load: () => import('./pages/reports/Reports.tsx') },
    { path: '/$mode/keys', load: () => import('./pages/keys/Keys.tsx') },
    { path: '/$mode/webhooks', load: () => import('./pages/webhooks/Webhooks.tsx') },
    { path: '/$mode/billing', load: () => import('./pages/billing/Billing.tsx') },
    { path: '/$mode/settings', load: () => import('./pages/settings/Settings.tsx') },
    { path: '/$mode/place', load: () => import('./pages/place/Place.tsx') },
    { path: '/$mode/place/many', load: () => import('./pages/place/UploadOrders.tsx') },
  ],
})
