import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { instant } from '../base/clock.ts'
import * as letters from './letters.ts'

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
  url: 'https://hooks.example:8443/octavo?secret=1',
  at: next,
  webhooksUrl: 'https://octavo.example/dashboard/production/webhooks',
}

const waiting = {
  name: 'Ben',
  askedBy: 'Anna\nSecond',
  askedAt: at,
  kind: 'refund',
  accountName: 'Zoë\r\nBooks',
  customerOrderId: 'A-1',
  amountCents: 123_456,
  expiresAt: next,
  approvalsUrl: 'https://octavo.example/staff/approvals',
} as const

const cases: [string, letters.Letter, RegExp[]][] = [
  [
    'queued',
    letters.ordersQueued({ ...limit, releaseAt: next }),
    [/limit of 50 orders/, /2026-03-01 12:00 UTC/, /2026-03-02 02:00 UTC/, /Up to 350 orders/],
  ],
  ['rejected', letters.ordersRejected(limit), [/350 orders/, /2026-03-01 12:00 UTC/, /will not be printed/]],
  [
    'rejected in sandbox',
    letters.ordersRejected({ ...limit, mode: 'sandbox' }),
    [/limit of 50 orders/, /nothing is queued/],
  ],
  [
    'declined',
    letters.paymentDeclined({ ...declined, card: { brand: 'Visa', last4: '4242' } }),
    [
      /\$1,234\.56/,
      /3 orders/,
      /Visa ending in 4242/,
      /2026-03-02 02:00 UTC/,
      /add another card and pay at once, .*\n\nCards .*\n\nhttps:\/\/octavo\.example\/dashboard\/billing\n/,
    ],
  ],
  [
    'no card',
    letters.paymentDeclined({ ...declined, givenUpCount: 0, orderCount: 1, code: 'no_card', card: null }),
    [/1 order,/, /no card on file/, /until then you can add a card/],
  ],
  [
    'refund',
    letters.refundMade({ ...refund, customerOrderId: 'A-1', reason: 'damaged\nin transit', handRef: null }),
    [/refunded \$5\.00 for your order A-1 /, /Reason: damaged in transit\n/],
  ],
  [
    'too much at once',
    letters.paymentDeclined({ ...declined, code: 'amount_too_large', card: { brand: 'Visa', last4: '4242' } }),
    [/more than can be charged at once\./, /Please reply to this mail/, /^(?!.*declined)/s],
  ],
  [
    'not taken',
    letters.paymentDeclined({ ...declined, code: 'not_taken', card: null }),
    [/the payment was not made\./, /2026-03-02 02:00 UTC/],
  ],
  [
    'password',
    letters.passwordReset({ name: 'Zoë', url: 'https://x.example/reset?t=1', expiresAt: next }),
    [/\nhttps:\/\/x\.example\/reset\?t=1\n/, /until 2026-03-02 02:00 UTC/],
  ],
  [
    'ended',
    letters.jobsAreOverThere({
      printer: 'acme',
      ended: Array.from({ length: 21 }, (_, i) => ({
        customerOrderId: `C-${i}\nx`,
        accountId: 'acc_1',
        jobId: `job_${i}`,
        listedAs: 'shipped',
      })),
    }),
    [/acme lists these jobs as over/, /shipped there: order C-19 x of account acc_1, job job_19\n/, /1 more/],
  ],
  [
    'an ending key',
    letters.keyEnds({
      accountName: 'Paper Lantern',
      label: 'Shop\nBcc: x',
      expiresAt: new Date('2026-03-09T12:00:00Z'),
      keysUrl: 'https://octavo.example/dashboard/production/keys',
    }),
    [/key "Shop Bcc: x" ends on 2026-03-09 12:00 UTC\./, /\nhttps:\/\/octavo\.example\/dashboard\/production\/keys\n/],
  ],
  [
    'failing webhooks',
    letters.webhooksFailing({ ...failing, responseStatus: 503, failure: 'http_5xx' }),
    [
      /do not arrive at hooks\.example:8443, at least since 2026-03-01 12:00 UTC\./,
      /at 2026-03-02 02:00 UTC, it answered with 503\.\n/,
      /\nhttps:\/\/octavo\.example\/dashboard\/production\/webhooks\n/,
      /^(?!.*secret)/s,
    ],
  ],
  [
    'redirected webhook',
    letters.webhooksFailing({ ...failing, responseStatus: 301, failure: 'http_3xx' }),
    [/it answered with 301, and redirects are not followed\./],
  ],
  [
    'webhooks without an answer',
    letters.webhooksFailing({ ...failing, responseStatus: null, failure: 'timeout' }),
    [/it did not answer in time\./],
  ],
  [
    'silence',
    letters.printersAreSilent(
      Array.from({ length: 21 }, (_, i) => ({
        customerOrderId: `C-${i}\nx`,
        accountId: 'acc_1',
        jobId: `job_${i}`,
        printer: 'acme',
        step: 'acceptance',
        since: at,
      })),
      next,
    ),
    [/acceptance by acme, no news since 2026-03-01 12:00 UTC: order C-19 x of account acc_1, job job_19/, /1 more/],
  ],
  [
    'approval of a refund',
    letters.approvalAsked(waiting),
    [
      /^Hello Ben,\n/,
      /At 2026-03-01 12:00 UTC Anna Second asked for .*: refund \$1,234\.56 of order A-1 of Zoë Books\./,
      /by 2026-03-02 02:00 UTC, the request expires/,
      /\n\nhttps:\/\/octavo\.example\/staff\/approvals\n/,
    ],
  ],
  [
    'approval of a cancellation',
    letters.approvalAsked({ ...waiting, kind: 'abandon' }),
    [/: cancel order A-1 of Zoë Books, which refunds \$1,234\.56\./],
  ],
  [
    'approval of an enterprise account',
    letters.approvalAsked({ ...waiting, kind: 'enterprise', customerOrderId: null, amountCents: null }),
    [/: make Zoë Books an enterprise account, which is never charged\./],
  ],
  [
    'approved refund',
    letters.approvalDecided({ ...waiting, status: 'approved', decidedBy: 'Zoë\nB', decidedAt: next }),
    [/you asked for .*: refund \$1,234\.56 of order A-1/, /Zoë B approved it at 2026-03-02 02:00 UTC, and it is done/],
  ],
  [
    'declined cancellation',
    letters.approvalDecided({ ...waiting, kind: 'abandon', status: 'declined', decidedBy: 'Zoë', decidedAt: next }),
    [/: cancel order A-1/, /Zoë declined it at .*, and nothing was done\. The reason is in the staff console/],
  ],
  [
    'expired enterprise account',
    letters.approvalDecided({
      ...waiting,
      kind: 'enterprise',
      customerOrderId: null,
      amountCents: null,
      status: 'expired',
      decidedBy: 'Octavo',
      decidedAt: next,
    }),
    [/Nobody approved it by 2026-03-02 02:00 UTC, and nothing was done/],
  ],
]

describe('letters', () => {
  for (const [what, { subject, body }, says] of cases)
    test(`${what}: plain text that says what happened and what comes next`, () => {
      assert.match(subject, /^[^\r\n]{10,78}$/)
      for (const said of says) assert.match(body, said)
      assert.doesNotMatch(body, /undefined|null|NaN|\[object|\r/)
      assert.match(body, /[^\n]\n$/)
    })

  test('a line break in the name of a customer does not begin a line of its own', () => {
    assert.match(letters.ordersQueued({ ...limit, releaseAt: null }).body, /^Hello Zoë Books,\n/)
  })
})
