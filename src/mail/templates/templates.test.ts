import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { instant } from '../../base/clock.ts'
import type { Email } from '../emails.ts'
import { bodyText } from '../emailText.ts'
import { renderEmail } from '../renderEmail.ts'

const at = instant('2026-03-01T12:00:30Z')
const next = instant('2026-03-02T02:00:00Z')
const limit = { accountName: 'Zoë\r\nBooks', mode: 'production', ordersPer24Hours: 50, queueCeiling: 350, at } as const
const declined = {
  accountName: 'Zoë Books',
  amountCents: 123_456,
  givenUpCount: 0,
  orderCount: 3,
  code: 'card_declined',
  at,
  nextChargeAt: next,
  billingUrl: 'https://octavo.example/dashboard/billing',
}

const refund = { accountName: 'Zoë Books', amountCents: 500, at, billingUrl: declined.billingUrl }

const failing = {
  accountName: 'Zoë Books',
  since: at,
  host: 'hooks.example:8443',
  at: next,
  webhooksUrl: 'https://octavo.example/dashboard/production/webhooks',
}

const waiting = {
  name: 'Ben',
  requestedBy: 'Anna\nSecond',
  requestedAt: at,
  kind: 'refund',
  accountName: 'Zoë\r\nBooks',
  customerOrderId: 'A-1',
  amountCents: 123_456,
  expiresAt: next,
  approvalsUrl: 'https://octavo.example/staff/approvals',
} as const

const cases: [name: string, email: Email, expected: RegExp[]][] = [
  [
    'queued',
    { kind: 'orders_queued', values: { ...limit, releaseAt: next } },
    [/limit of 50 orders/, /March 1, 2026 at 12:00 PM UTC/, /March 2, 2026 at 2:00 AM UTC/, /up to 350 orders/],
  ],
  [
    'rejected',
    { kind: 'orders_rejected', values: limit },
    [/350 orders/, /March 1, 2026 at 12:00 PM UTC/, /will not be printed/],
  ],
  [
    'rejected in sandbox',
    { kind: 'orders_rejected_in_sandbox', values: { ...limit, mode: 'sandbox' } },
    [/limit of 50 orders/, /has no queue/],
  ],
  [
    'declined',
    { kind: 'payment_declined', values: { ...declined, card: { brand: 'Visa', last4: '4242' } } },
    [
      /\$1,234\.56/,
      /3 orders/,
      /Visa ending in 4242/,
      /March 2, 2026 at 2:00 AM UTC/,
      /add another card and pay now, .*\n\nGo to Billing:\nhttps:\/\/octavo\.example\/dashboard\/billing$/,
    ],
  ],
  [
    'no card',
    { kind: 'payment_declined', values: { ...declined, givenUpCount: 0, orderCount: 1, code: 'no_card', card: null } },
    [/1 order,/, /no card on file/, /Until then you can add a card/],
  ],
  [
    'refund',
    { kind: 'refund', values: { ...refund, title: 'A-1', reason: 'damaged\nin transit', manualRef: null } },
    [/refunded \$5\.00 for your order A-1 /, /\nReason: damaged in transit\n/],
  ],
  [
    'a charge that is too large',
    {
      kind: 'payment_declined',
      values: { ...declined, code: 'amount_too_large', card: { brand: 'Visa', last4: '4242' } },
    },
    [/more than we can charge at once\./, /Reply to this email/, /^(?!.*declined)/s],
  ],
  [
    'an order that is too large',
    {
      kind: 'payment_declined',
      values: { ...declined, code: 'order_too_large', card: { brand: 'Visa', last4: '4242' } },
    },
    [/the order costs more than we can charge at once\./, /Reply to this email/, /^(?!.*declined)/s],
  ],
  [
    'a removed card',
    { kind: 'payment_declined', values: { ...declined, code: 'card_removed', card: { brand: 'Visa', last4: '4242' } } },
    [/the card had been removed\./, /March 2, 2026 at 2:00 AM UTC/, /^(?!.*declined)/s],
  ],
  [
    'not taken',
    { kind: 'payment_declined', values: { ...declined, code: 'not_taken', card: null } },
    [/the payment was not made\./, /March 2, 2026 at 2:00 AM UTC/],
  ],
  [
    'password',
    { kind: 'password_reset', values: { name: 'Zoë', url: 'https://x.example/reset?t=1', expiresAt: next } },
    [/\nhttps:\/\/x\.example\/reset\?t=1\n/, /until March 2, 2026 at 2:00 AM UTC/],
  ],
  [
    'jobs closed at the printer',
    {
      kind: 'jobs_closed',
      values: {
        printer: 'acme',
        jobs: Array.from({ length: 21 }, (_, i) => ({
          order: `C-${i}\nx`,
          accountName: 'Acme',
          jobId: `job_${i}`,
          listedAs: 'shipped',
        })),
      },
    },
    [/acme lists these print jobs as closed/, /listed as shipped: order C-19 x of Acme, job job_19\n/, /1 more/],
  ],
  [
    'an expiring key',
    {
      kind: 'key_expires',
      values: {
        accountName: 'Paper Lantern',
        label: 'Shop\nBcc: x',
        expiresAt: new Date('2026-03-09T12:00:00Z'),
        keysUrl: 'https://octavo.example/dashboard/production/keys',
      },
    },
    [
      /key "Shop Bcc: x" expires soon\./,
      /\nExpires: March 9, 2026 at 12:00 PM UTC\n/,
      /\nhttps:\/\/octavo\.example\/dashboard\/production\/keys$/,
    ],
  ],
  [
    'an expiring key of the staff',
    {
      kind: 'staff_key_expires',
      values: {
        name: 'Ben Ortiz',
        label: 'Bookkeeping',
        expiresAt: new Date('2026-03-09T12:00:00Z'),
        keysUrl: 'https://octavo.example/staff/keys',
      },
    },
    [/^Hello Ben Ortiz,/, /key "Bookkeeping" expires soon\./, /\nhttps:\/\/octavo\.example\/staff\/keys$/],
  ],
  [
    'failing webhooks',
    { kind: 'webhooks_failing', values: { ...failing, responseStatus: 503, failure: 'http_5xx' } },
    [
      /to hooks\.example:8443 since March 1, 2026 at 12:00 PM UTC or earlier\./,
      /on March 2, 2026 at 2:00 AM UTC, the endpoint answered with 503\.\n/,
      /\nhttps:\/\/octavo\.example\/dashboard\/production\/webhooks\n/,
      /^(?!.*secret)/s,
    ],
  ],
  [
    'redirected webhook',
    { kind: 'webhooks_failing', values: { ...failing, responseStatus: 301, failure: 'http_3xx' } },
    [/the endpoint answered with 301, and we do not follow redirects\./],
  ],
  [
    'webhooks without an answer',
    { kind: 'webhooks_failing', values: { ...failing, responseStatus: null, failure: 'timeout' } },
    [/the endpoint did not answer in time\./],
  ],
  [
    'overdue printer updates',
    {
      kind: 'printer_overdue',
      values: {
        at: next,
        jobs: Array.from({ length: 21 }, (_, i) => ({
          order: `C-${i}\nx`,
          accountName: 'Acme',
          jobId: `job_${i}`,
          printer: 'acme',
          step: 'acceptance',
          since: at,
        })),
      },
    },
    [/acceptance by acme, no update since March 1, 2026 at 12:00 PM UTC: order C-19 x of Acme, job job_19/, /1 more/],
  ],
  [
    'approval of a refund',
    { kind: 'approval_request', values: waiting },
    [
      /^Hello Ben,\n/,
      /On March 1, 2026 at 12:00 PM UTC Anna Second asked to refund \$1,234\.56 of order A-1 of Zoë Books\./,
      /request expires on March 2, 2026 at 2:00 AM UTC/,
      /decide:\nhttps:\/\/octavo\.example\/staff\/approvals$/,
    ],
  ],
  [
    'approval of a cancellation',
    { kind: 'approval_request', values: { ...waiting, kind: 'abandon' } },
    [/ asked to cancel order A-1 of Zoë Books, which refunds \$1,234\.56\./],
  ],
  [
    'approval of an enterprise account',
    { kind: 'approval_request', values: { ...waiting, kind: 'enterprise', customerOrderId: null, amountCents: null } },
    [/ asked to make Zoë Books an enterprise account, which is never charged\./],
  ],
  [
    'approval of a payment',
    { kind: 'approval_request', values: { ...waiting, kind: 'payment', customerOrderId: null } },
    [/ asked to record a payment of \$1,234\.56 by Zoë Books\./],
  ],
  [
    'approval of an import of payments',
    {
      kind: 'approval_request',
      values: { ...waiting, kind: 'payment', accountName: null, customerOrderId: null, paymentCount: 1200 },
    },
    [/ asked to record 1,200 payments, together \$1,234\.56\./],
  ],
  [
    'approval of a price list',
    {
      kind: 'approval_request',
      values: { ...waiting, kind: 'price_list', customerOrderId: null, amountCents: null, priceList: 'SCHOOLS' },
    },
    [/ asked to put Zoë Books on the price list SCHOOLS\./],
  ],
  [
    'approval of lower prices',
    {
      kind: 'approval_request',
      values: { ...waiting, kind: 'publish', accountName: null, customerOrderId: null, amountCents: null },
    },
    [/ asked to publish prices that are much lower\./],
  ],
  [
    'approved refund',
    { kind: 'approval_decision', values: { ...waiting, status: 'approved', decidedBy: 'Zoë\nB', decidedAt: next } },
    [
      /you asked to refund \$1,234\.56 of order A-1/,
      /Zoë B approved the request on March 2, 2026 at 2:00 AM UTC, and it is done/,
    ],
  ],
  [
    'declined cancellation',
    {
      kind: 'approval_decision',
      values: { ...waiting, kind: 'abandon', status: 'declined', decidedBy: 'Zoë', decidedAt: next },
    },
    [
      /you asked to cancel order A-1/,
      /Zoë declined the request on .*, and nothing was done\. The reason is in the staff console/,
    ],
  ],
  [
    'expired enterprise account',
    {
      kind: 'approval_decision',
      values: {
        ...waiting,
        kind: 'enterprise',
        customerOrderId: null,
        amountCents: null,
        status: 'expired',
        decidedBy: 'Octavo',
        decidedAt: next,
      },
    },
    [/Nobody approved the request by March 2, 2026 at 2:00 AM UTC, and nothing was done/],
  ],
]

describe('email templates', () => {
  for (const [name, email, expected] of cases)
    test(`the email "${name}" says what happened and what to do next`, () => {
      const rendered = renderEmail(email, { timeZone: null, language: 'en' })
      assert.match(rendered.subject, /^[^\r\n]{10,78}$/)
      const text = bodyText(rendered)
      for (const pattern of expected) assert.match(text, pattern)
      assert.doesNotMatch(text, /undefined|null|NaN|\[object|[\r\t]/)
      assert.match(text, /\S$/)
    })

  test('a line break in the name of a customer does not begin a new line of the email', () => {
    const queued: Email = { kind: 'orders_queued', values: { ...limit, releaseAt: null } }
    assert.match(bodyText(renderEmail(queued, { timeZone: null, language: 'en' })), /^Hello Zoë Books,\n/)
  })
})
