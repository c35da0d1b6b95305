import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { instant } from '../base/clock.ts'
import {
  cancellationPosting,
  capturePosting,
  creditPosting,
  type Posting,
  refundPosting,
  returnedRefundPosting,
  salePosting,
} from './ledger.ts'
import { type Price, split } from './splitSale.ts'

const at = instant('2026-03-02T02:00:00Z')
const part = { accountId: 'a', chargeId: 'c', orderId: 'o', amountCents: 1000, taxCents: 80 }
const price: Price = {
  itemsCents: [600, 200],
  fulfillmentCents: 0,
  shippingCents: 120,
  taxes: [
    {
      jurisdiction: 'US-NY',
      kind: 'sales',
      rate: 0.1,
      taxableCents: 800,
      taxCents: 80,
      parts: { items: 80, fulfillment: 0, shipping: 0 },
    },
  ],
}
const sale = (cells: number[]) => ({
  ...{ accountId: 'a', orderId: 'o', place: 'US-NY', exemptionId: null },
  ...{ price, split: split(price, cells) },
})
const whole = sale([600, 60, 200, 20, 0, 0, 120, 0])
const free = sale([0, 0, 0, 0, 0, 0, 0, 0])
const lines = ({ lines }: Posting) =>
  lines.map(({ account, part, jurisdiction, cents }) => [[account, part ?? jurisdiction].join(' ').trim(), cents])
const sum = ({ lines }: Posting) => lines.reduce((total, { cents }) => total + cents, 0)
const firstRefund = { refundId: 'r', attempts: 1, returnedAt: null }

describe('postings', () => {
  // biome-ignore format: a table
  const cases: [string, Posting, unknown[]][] = [
    ['the posting of a sale has the amount owed, its parts, and the tax of each authority', salePosting(whole, at),
      [['receivable', 1000], ['revenue items', -800], ['revenue shipping', -120], ['tax US-NY', -80]]],
    ['the posting of a cancellation is the reverse of the sale', cancellationPosting(whole, at),
      [['revenue items', 800], ['revenue shipping', 120], ['tax US-NY', 80], ['receivable', -1000]]],
    ['the posting of a capture settles the receivable', capturePosting(part, at), [['cash', 1000], ['receivable', -1000]]],
    ['the posting of an owed refund reverses a part of the sale', creditPosting({ ...sale([300, 30, 0, 0, 0, 0, 0, 0]), chargeId: 'c', refundId: 'r' }, at),
      [['refunds items', 300], ['tax US-NY', 30], ['receivable', -330]]],
    ['the posting of a refund that was made pays it out', refundPosting({ ...part, ...firstRefund }, at),
      [['receivable', 1000], ['cash', -1000]]],
    ['the posting of a free sale has no lines', salePosting(free, at), []],
    ['the posting of nothing captured has no lines', capturePosting({ ...part, amountCents: 0, taxCents: 0 }, at), []],
  ]
  for (const [promise, posting, expected] of cases) {
    it(promise, () => {
      assert.deepEqual(lines(posting), expected)
      assert.equal(sum(posting), 0)
    })
  }

  it('postings about the same subject have the same id, and postings about different subjects differ', () => {
    assert.equal(capturePosting(part, at).postingId, capturePosting({ ...part }, at).postingId)
    const refund = { ...whole, chargeId: 'c', refundId: 'r' }
    const ids = [
      salePosting(whole, at),
      cancellationPosting(whole, at),
      capturePosting(part, at),
      capturePosting({ ...part, orderId: 'p' }, at),
      creditPosting(refund, at),
      refundPosting({ ...part, ...firstRefund }, at),
      returnedRefundPosting({ ...part, ...firstRefund }, at),
      refundPosting({ ...part, refundId: 'r', attempts: 2, returnedAt: at }, at),
      returnedRefundPosting({ ...part, refundId: 'r', attempts: 3, returnedAt: at }, at),
    ].map(({ postingId }) => postingId)
    assert.equal(new Set(ids).size, ids.length)
    assert.ok(
      ids.every(id => id.startsWith('o/') || id.startsWith('p/')),
      'each begins with its order',
    )
  })
})
