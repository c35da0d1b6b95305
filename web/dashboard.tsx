// The customer's dashboard: the explicit list of its screens.

import { Navigate, useNavigate } from '@tanstack/react-router'
import {
  BookOpen,
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
import { useMemo } from 'react'
import { Frame, type NavGroup } from './shell/Frame.tsx'
import { useLive } from './shell/live.ts'
import { ModeBar, ModeSwitch } from './shell/ModeBar.tsx'
import { useMode, useModeOrNone } from './shell/mode.ts'
import { NotFound } from './shell/NotFound.tsx'
import { useMay } from './shell/session.ts'
import { start } from './shell/start.tsx'

const Area = () => (useModeOrNone() === null ? <NotFound /> : <DashboardFrame />)

const ToOverview = () => <Navigate to={`/${useMode()}/overview` as never} replace />

function DashboardFrame() {
  const mode = useMode()
  const navigate = useNavigate()
  const may = { orders: useMay('orders'), products: useMay('products'), keys: useMay('keys') }
  const groups = useMemo<NavGroup[]>(
    () => [
      {
        title: null,
        items: [
          { name: 'Overview', to: `/${mode}/overview`, icon: Gauge, letter: 'v' },
          { name: 'Orders', to: `/${mode}/orders`, icon: Package, letter: 'o' },
          { name: 'Products', to: `/${mode}/products`, icon: BookOpen, letter: 'p' },
        ],
      },
      {
        title: 'Developers',
        items: [
          { name: 'API keys', to: `/${mode}/keys`, icon: KeyRound, letter: 'k' },
          { name: 'Webhooks', to: `/${mode}/webhooks`, icon: Webhook, letter: 'w' },
          { name: 'API reference', to: '/docs', icon: Code2, outside: true },
        ],
      },
      {
        title: 'Account',
        items: [
          { name: 'Billing', to: `/${mode}/billing`, icon: CreditCard, letter: 'b' },
          { name: 'Settings', to: `/${mode}/settings`, icon: Settings, letter: 's' },
        ],
      },
    ],
    [mode],
  )
  useLive('/dashboard/api/events', touched)
  const go = (to: string) => () => void navigate({ to: `/${mode}/${to}` as never })
  return (
    <Frame
      you={`/${mode}/settings`}
      product="Octavo"
      groups={groups}
      bar={<ModeBar />}
      above={<ModeSwitch />}
      commands={[
        { name: 'Place an order', about: 'By hand, in a form', icon: Plus, run: go('place'), needs: 'orders' as const },
        {
          name: 'Place many orders',
          about: 'From a CSV file',
          icon: FileSpreadsheet,
          run: go('place/many'),
          needs: 'orders' as const,
        },
        { name: 'Create a product', icon: BookOpen, run: go('products/new'), needs: 'products' as const },
        { name: 'Create an API key', icon: KeyRound, run: go('keys'), needs: 'keys' as const },
      ].filter(({ needs }) => may[needs])}
    />
  )
}

/** An order that moved appears in the lists, the figures and the deliveries of its mode, and in what is to be paid. */
function touched(data: unknown): unknown[][] {
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
  screens: [
    { path: '/$mode', load: async () => ({ Page: ToOverview }) },
    { path: '/$mode/overview', load: () => import('./pages/overview/Overview.tsx') },
    { path: '/$mode/orders', load: () => import('./pages/orders/Orders.tsx') },
    { path: '/$mode/orders/$customerOrderId', load: () => import('./pages/orders/Order.tsx') },
    { path: '/$mode/products', load: () => import('./pages/products/Products.tsx') },
    { path: '/$mode/products/new', load: () => import('./pages/products/NewProduct.tsx') },
    { path: '/$mode/products/$sku', load: () => import('./pages/products/Product.tsx') },
    { path: '/$mode/keys', load: () => import('./pages/keys/Keys.tsx') },
    { path: '/$mode/webhooks', load: () => import('./pages/webhooks/Webhooks.tsx') },
    { path: '/$mode/billing', load: () => import('./pages/billing/Billing.tsx') },
    { path: '/$mode/settings', load: () => import('./pages/settings/Settings.tsx') },
    { path: '/$mode/place', load: () => import('./pages/place/Place.tsx') },
    { path: '/$mode/place/many', load: () => import('./pages/place/Many.tsx') },
  ],
})
