// The customer's dashboard: the explicit list of its screens.

import { useQueryClient } from '@tanstack/react-query'
import { Navigate, useNavigate } from '@tanstack/react-router'
import {
  Archive,
  Ban,
  BookOpen,
  ChartColumn,
  Code2,
  CreditCard,
  FileSpreadsheet,
  FileText,
  Gauge,
  KeyRound,
  MessageSquareQuote,
  Package,
  Plus,
  Settings,
  Webhook,
} from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { numberedName } from '../src/base/text/orderTitle.ts'
import { api, type Mode } from './api.ts'
import { useDialog } from './components/forms/Dialogs.tsx'
import { money } from './components/layout/Values.tsx'
import { t } from './language.ts'
import { Frame, type NavGroup } from './shell/frame/Frame.tsx'
import { ModeBar, ModeSwitch, ViewBar } from './shell/frame/ModeBar.tsx'
import { useMode, useModeOrNull } from './shell/frame/mode.ts'
import { NotFound } from './shell/frame/NotFound.tsx'
import type { Command, FindRecords, HitGroup } from './shell/frame/Palette.tsx'
import { start } from './shell/frame/start.tsx'
import { useLiveUpdates } from './shell/orders/liveUpdates.ts'
import { useMay, useSession } from './shell/session/session.ts'

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
          { name: t('Overview'), to: `/${mode}/overview`, icon: Gauge, shortcut: 'v' },
          { name: t('Orders'), to: `/${mode}/orders`, icon: Package, shortcut: 'o' },
          { name: t('Quotes'), to: `/${mode}/quotes`, icon: MessageSquareQuote, shortcut: 'q' },
          { name: t('Products'), to: `/${mode}/products`, icon: BookOpen, shortcut: 'p' },
          { name: t('Reports'), to: `/${mode}/reports`, icon: ChartColumn, shortcut: 'r' },
        ],
      },
      {
        title: t('Developers'),
        items: [
          { name: t('API keys'), to: `/${mode}/keys`, icon: KeyRound, shortcut: 'k' },
          { name: t('Webhooks'), to: `/${mode}/webhooks`, icon: Webhook, shortcut: 'w' },
          { name: t('Documentation'), to: '/docs', icon: Code2, isExternal: true },
        ],
      },
      {
        title: t('Account'),
        items: [
          { name: t('Billing'), to: `/${mode}/billing`, icon: CreditCard, shortcut: 'b' },
          { name: t('Settings'), to: `/${mode}/settings`, icon: Settings, shortcut: 's' },
        ],
      },
    ],
    [mode],
  )
  const viewing = useSession().data?.viewing ?? null
  const show = useDialog()
  const queries = useQueryClient()
  const mayCancel = may.orders
  const actsOf = useCallback<ActsOf>(
    async customerOrderId => {
      const path = { mode, customerOrderId }
      const [{ order }, { askAndCancel }] = await Promise.all([
        api.GET('/dashboard/api/{mode}/orders/{customerOrderId}', { params: { path } }),
        import('./pages/orders/cancelOrder.ts'),
      ])
      if (!mayCancel || !order.actions.includes('cancel')) return []
      return [{ name: t('Cancel order'), icon: Ban, run: () => void askAndCancel(mode, order, { show, queries }) }]
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
      bars={[...(viewing === null ? [] : [<ViewBar key="view" {...viewing} />]), <ModeBar key="mode" />]}
      above={<ModeSwitch />}
      commands={[
        { name: t('Place order'), about: t('Fill in a form'), icon: Plus, run: go('place'), needs: 'orders' as const },
        {
          name: t('Upload orders'),
          about: t('From a spreadsheet'),
          icon: FileSpreadsheet,
          run: go('place/many'),
          needs: 'orders' as const,
        },
        { name: t('Create product'), icon: BookOpen, run: go('products/new'), needs: 'products' as const },
        { name: t('Create API key'), icon: KeyRound, run: go('keys'), needs: 'keys' as const },
      ].filter(({ needs }) => may[needs])}
    />
  )
}

/** The possible acts on an order. */
type ActsOf = (customerOrderId: string) => Promise<Command[]>

async function findRecords(mode: Mode, search: string, signal: AbortSignal, actsOf: ActsOf): Promise<HitGroup[]> {
  const query = { params: { path: { mode }, query: { search } }, signal }
  const { orders, exact, archived, products, invoices, statements } = await api.GET(
    '/dashboard/api/{mode}/search',
    query,
  )
  return [
    {
      title: exact ? t('Orders') : t('Similar orders'),
      hits: orders.map(({ customerOrderId, orderNumber, to: { name, city, country } }) => ({
        name: `${numberedName({ customerOrderId, orderNumber })} · ${name}`,
        about: `${city}, ${country}`,
        to: `/${mode}/orders/${encodeURIComponent(customerOrderId)}`,
        icon: Package,
        id: { label: t('Copy order ID'), value: customerOrderId },
        acts: () => actsOf(customerOrderId),
      })),
    },
    {
      title: t('Archived orders'),
      hits: archived.map(({ customerOrderId, orderNumber, month }) => ({
        name: numberedName({ customerOrderId, orderNumber }),
        about: month,
        to: `/${mode}/orders/${encodeURIComponent(customerOrderId)}`,
        icon: Archive,
      })),
    },
    {
      title: t('Products'),
      hits: products.map(({ sku, name }) => ({
        name: `${sku} · ${name}`,
        about: '',
        to: `/${mode}/products/${encodeURIComponent(sku)}`,
        icon: BookOpen,
        id: { label: t('Copy SKU'), value: sku },
      })),
    },
    {
      title: t('Invoices'),
      hits: invoices.map(({ number, amount }) => ({
        name: t('Invoice {number}', { number }),
        about: money(amount),
        to: `/${mode}/billing`,
        search: { tab: 'documents' },
        icon: CreditCard,
      })),
    },
    {
      title: t('Statements'),
      hits: statements.map(({ number, total }) => ({
        name: t('Statement {number}', { number }),
        about: money(total),
        to: `/${mode}/billing`,
        search: { tab: 'statements' },
        icon: FileText,
      })),
    },
  ]
}

/** An order that moved appears in the lists, the figures and the deliveries of its mode, and in the sum that is due. */
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
    { path: '/$mode/quotes', load: () => import('./pages/quotes/Quotes.tsx') },
    { path: '/$mode/quotes/$quoteId', load: () => import('./pages/quotes/Quote.tsx') },
    { path: '/$mode/archive', load: () => import('./pages/archive/Archive.tsx') },
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
