// Every screen, with the words that show that it has loaded: for the tests of accessibility and for the screenshots.

import type { World } from '../support/world.ts'
import type { SceneJobs } from './scene.ts'

type Person = { email: string; password: string }
export type Screen = { name: string; who: Person | null; path: string; ready: string | RegExp }

/** Pages of orders that stand still or are over. They differ in their notice only: tests look at one of each colour. */
export const stillLookedAt = [
  'dashboard-still-exception',
  'dashboard-still-queued',
  'dashboard-still-cancelled',
  'dashboard-still-proof',
]

export function stillOrders({ charged, demo }: World, { still }: SceneJobs): Screen[] {
  return Object.entries(still).flatMap(([name, id]) => [
    {
      name: `dashboard-still-${name}`,
      who: charged.user,
      path: `/dashboard/${id.startsWith('test') ? 'sandbox' : 'production'}/orders/${id}`,
      ready: 'History',
    },
    {
      name: `staff-still-${name}`,
      who: demo.staff,
      path: `/staff/orders/${charged.accountId}/${id}`,
      ready: 'History',
    },
  ])
}

/** `jobs` are ids of print jobs in the scene. */
export function screensOf({ charged, enterprise, demo }: World, jobs: SceneJobs): Screen[] {
  const { user, accountId } = charged
  const dashboard = (name: string, path: string, ready: Screen['ready']): Screen => ({
    name: `dashboard-${name}`,
    who: user,
    path: `/dashboard${path}`,
    ready,
  })
  const staff = (name: string, path: string, ready: Screen['ready']): Screen => ({
    name: `staff-${name}`,
    who: demo.staff,
    path: `/staff${path}`,
    ready,
  })
  const press = (name: string, path: string, ready: Screen['ready']): Screen => ({
    name: `press-${name}`,
    who: demo.printer,
    path: `/press${path}`,
    ready,
  })
  return [
    { name: 'sign-in', who: null, path: '/dashboard/sign-in', ready: 'Sign in to Octavo' },
    {
      name: 'staff-sign-in',
      who: null,
      path: '/staff/sign-in?failure=not_allowed',
      ready: 'Sign in with your company',
    },
    { name: 'forgot-password', who: null, path: '/dashboard/forgot-password', ready: 'Reset your password' },
    { name: 'sign-up', who: null, path: '/dashboard/sign-up', ready: 'Create your account' },
    { name: 'confirm', who: null, path: '/dashboard/confirm#token=x', ready: 'Confirm your account' },
    { name: 'invitation', who: null, path: '/dashboard/invitation#token=x', ready: 'This invitation is not valid' },
    { name: 'reset-password', who: null, path: '/dashboard/reset-password#token=x', ready: 'Set password' },
    { name: 'proof', who: null, path: `/dashboard/proof#${jobs.proofToken}`, ready: 'Your decision' },
    { name: 'change-email', who: null, path: '/dashboard/change-email#token=x', ready: 'Change your email address' },
    dashboard('overview-production', '/production/overview', 'Orders by day'),
    dashboard('overview-sandbox', '/sandbox/overview', 'Orders by day'),
    dashboard('orders-production', '/production/orders', 'PLB-2001'),
    dashboard('orders-sandbox', '/sandbox/orders', 'sandbox-failed'),
    dashboard('archive', '/production/archive', 'No archived orders'),
    dashboard('order-shipped', `/production/orders/${jobs.shippedOrder}`, 'Packages'),
    dashboard('order-sandbox', '/sandbox/orders/test-20', 'History'),
    dashboard('order-failed', '/sandbox/orders/sandbox-failed', 'Why we can’t print this order'),
    dashboard('order-pictured', '/production/orders/production-pictured', /^(24|120) pages, /),
    dashboard('order-findings', '/sandbox/orders/sandbox-pictured', 'uploaded'),
    dashboard('book', '/production/orders/production-pictured/books/0?page=8', /^of (24|120)$/),
    dashboard('products', '/sandbox/products', 'KEEPSAKE'),
    dashboard('product-new', '/sandbox/products/new', 'Price per copy'),
    dashboard('product', '/sandbox/products/KEEPSAKE', 'Templates'),
    dashboard('product-book', '/sandbox/products/KEEPSAKE/book', /^of 24$/),
    dashboard('product-book-findings', '/sandbox/products/NOVEL/book?page=2', /^\d+ findings?$/),
    dashboard('product-book-cover', '/sandbox/products/KEEPSAKE/book?view=cover', /^Back 6/),
    dashboard('product-book-solid', '/sandbox/products/KEEPSAKE/book?view=solid', '3D'),
    dashboard('reports', '/production/reports', 'Orders placed by day'),
    dashboard('reports-year', '/production/reports?from=2025-04-01&to=2026-03-31&measure=charged', 'Charged by month'),
    dashboard('reports-empty', '/production/reports?from=2020-01-01&to=2020-01-02', 'Nothing to report'),
    dashboard('keys-sandbox', '/sandbox/keys', 'Your first API request'),
    dashboard('keys-production', '/production/keys', 'Your first API request'),
    dashboard('webhooks', '/production/webhooks', 'PLB-2001'),
    dashboard('webhook-endpoints', '/production/webhooks?tab=endpoints', 'Replaced in spring'),
    dashboard('webhook-secret', '/production/webhooks?tab=secret', 'Show secret'),
    dashboard('webhook-verify', '/production/webhooks?tab=verify', 'Verify webhook signatures'),
    dashboard('place', '/sandbox/place', 'Destination'),
    dashboard('place-duplicate', '/production/place?from=PLB-1041', 'expedited'),
    dashboard('place-many', '/sandbox/place/many', 'Choose a spreadsheet'),
    dashboard('billing', '/production/billing', 'Cards'),
    dashboard('billing-charges', '/production/billing?tab=charges', 'Paid'),
    dashboard('billing-documents', '/production/billing?tab=documents', 'Invoice 1'),
    dashboard('billing-ledger', '/production/billing?tab=ledger&from=2026-03-01', 'Payments received'),
    {
      name: 'dashboard-statements',
      who: enterprise.user,
      path: '/dashboard/production/billing',
      ready: 'Partly paid',
    },
    dashboard('billing-exemptions', '/production/billing?tab=exemptions', 'No certificates yet'),
    dashboard('settings', '/sandbox/settings', 'Send confirmation emails'),
    dashboard('settings-emails', '/sandbox/settings?tab=emails', 'Shipped orders'),
    dashboard('settings-account', '/sandbox/settings?tab=account', 'Contact phone number'),
    dashboard('settings-team', '/sandbox/settings?tab=team', 'Not confirmed'),
    dashboard('settings-audit', '/sandbox/settings?tab=audit', 'When'),
    staff('overview', '/overview', 'Overdue orders'),
    staff('orders', '/orders', 'The cover does not fit the press.'),
    staff('orders-all', '/orders?tab=all', 'Export CSV'),
    staff('orders-found', '/orders?search=PLB-10', 'Placed'),
    staff('order', `/orders/${accountId}/${jobs.shippedOrder}`, 'History'),
    staff('order-pictured', `/orders/${accountId}/production-pictured`, /^(24|120) pages, /),
    staff('book', `/orders/${accountId}/production-pictured/books/0`, /^of (24|120)$/),
    staff('order-unpaid', `/orders/${jobs.unpaid.accountId}/BU-1`, 'No longer charged daily'),
    staff('accounts', '/accounts', 'Paper Lantern Books'),
    staff('account', `/accounts/${accountId}`, 'Two-factor'),
    staff('reports', '/reports?measure=shipped', 'Orders shipped by day'),
    staff('reports-account', `/reports?accountId=${accountId}&from=2025-04-01&to=2026-03-31`, 'Orders placed by month'),
    staff('approvals', '/approvals', 'Contract of March 1'),
    staff('exemptions', '/exemptions', 'Download certificate'),
    staff('printers', '/printers', 'Last contact'),
    staff('printers-alarms', '/printers?tab=alarms', /Oldest first|No overdue printer updates/),
    staff('printers-binding', '/printers?tab=binding', /Newest first|No mismatches/),
    staff('printers-messages', '/printers?tab=messages', 'Reason'),
    staff('printers-comparisons', '/printers?tab=comparisons', 'Open at the printer, closed in Octavo'),
    staff('money', '/money', 'Книжный дом «Буква»'),
    staff('money-unconfirmed', '/money?tab=unconfirmed', 'No open charges'),
    staff('money-refunds', '/money?tab=refunds', 'Blackletter Editions'),
    staff('money-overdue', '/money?tab=overdue', 'BU-1'),
    staff('account-enterprise', `/accounts/${enterprise.accountId}`, 'Partly paid'),
    staff('money-statements', '/money?tab=statements', 'Partly paid'),
    staff('money-books', '/money?tab=books', /econciled/),
    staff('money-ledger', '/money?tab=ledger&from=2026-03-01', 'Payments received'),
    staff('operator-data', '/operator-data', 'The first version'),
    staff('operator-data-books', '/operator-data?tab=books', 'Pocket paperback'),
    staff('operator-data-price-lists', '/operator-data?tab=price-lists', 'Schools and libraries'),
    staff('operator-data-shipping', '/operator-data?tab=shipping', 'Northern Canada'),
    staff('operator-data-taxes', '/operator-data?tab=taxes', 'Registration numbers'),
    staff('operator-data-holidays', '/operator-data?tab=holidays', 'Closed days'),
    staff('operator-data-brand', '/operator-data?tab=brand', 'Preview'),
    staff('operator-data-texts', '/operator-data?tab=texts', 'Order failed'),
    staff('operator-data-review', '/operator-data?tab=review', 'which is in effect'),
    staff('people', '/people', 'Last sign-in'),
    staff('set-up', '/set-up', 'Webhooks'),
    staff('charges', '/charges', /Invoice \d/),
    staff('invoices', '/invoices', /Invoice \d/),
    staff('webhooks', '/webhooks', 'PLB-2001'),
    staff('mails', '/mails', /Created|No emails/),
    staff('mail-samples', '/mails?tab=samples&sample=order_failed', 'Send to me'),
    staff('mails-account', `/mails?accountId=${accountId}`, /^Invoice \d/),
    staff('audit', '/audit', 'Account created'),
    staff('keys', '/keys', 'Staff API'),
    staff('you', '/you', 'Send confirmation emails'),
    press('jobs', '/jobs', 'Cancellation requested'),
    press('batches', '/jobs?by=binding', 'Perfect bound'),
    press('ship', '/ship', 'No job is open'),
    press('wall', '/wall', 'Shipped today'),
    press('binding', '/binding', 'No binding codes'),
    press('job-asked', `/jobs/${jobs.asked}`, 'The customer asked to cancel'),
    press('job', `/jobs/${jobs.accepted}`, 'Ship to'),
    press('job-pictured', `/jobs/${jobs.pictured}`, /^(24|120) pages, /),
    press('job-book', `/jobs/${jobs.pictured}/books/0`, /^of (24|120)$/),
    press('job-ship', `/jobs/${jobs.accepted}?act=ship`, 'Tracking numbers'),
    press('job-delay', `/jobs/${jobs.accepted}?act=delay`, 'New ship date'),
    press('done', '/done', 'Parcels'),
    press('reports', '/reports?period=last_90_days', 'Orders shipped by day'),
    press('you', '/you', 'Send confirmation emails'),
  ]
}

/** An identity provider of the staff, to which no screen goes. */
export const singleSignOn = {
  issuer: new URL('https://login.company.example'),
  clientId: 'octavo',
  clientSecret: 'a secret',
  roles: [],
  groupsClaim: 'groups',
  scope: 'openid',
}
