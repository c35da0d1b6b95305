import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { instant } from '../base/clock.ts'
import {
  cancellationEntries,
  captureEntries,
  creditEntries,
  type Entry,
  refundEntries,
  returnedRefundEntries,
  saleEntries,
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
const sale = (cells: number[]) => ({ accountId: 'a', orderId: 'o', price, split: split(price, cells) })
const whole = sale([600, 60, 200, 20, 0, 0, 120, 0])
const free = sale([0, 0, 0, 0, 0, 0, 0, 0])
const lines = (entries: Entry[]) =>
  entries.map(entry => [
    entry.line,
    [entry.ledgerAccount, entry.part ?? entry.jurisdiction].join(' ').trim(),
    entry.amountCents,
  ])
const sum = (entries: Entry[]) => entries.reduce((total, entry) => total + entry.amountCents, 0)
const firstRefund = { refundId: 'r', attempts: 1, returnedAt: null }

describe('postings', () => {
  // biome-ignore format: a table
  const cases: [string, Entry[], unknown[]][] = [
    ['the posting of a sale has the amount owed, its parts, and the tax of each authority', saleEntries(whole, at),
      [[1, 'receivable', 1000], [2, 'revenue items', -800], [3, 'revenue shipping', -120], [4, 'tax US-NY', -80]]],
    ['the posting of a cancellation is the reverse of the sale', cancellationEntries(whole, at),
      [[1, 'revenue items', 800], [2, 'revenue shipping', 120], [3, 'tax US-NY', 80], [4, 'receivable', -1000]]],
    ['the posting of a capture settles the receivable', captureEntries(part, at), [[1, 'cash', 1000], [2, 'receivable', -1000]]],
    ['the posting of an owed refund reverses a part of the sale', creditEntries({ ...sale([300, 30, 0, 0, 0, 0, 0, 0]), chargeId: 'c', refundId: 'r' }, at),
      [[1, 'refunds items', 300], [2, 'tax US-NY', 30], [3, 'receivable', -330]]],
    ['the posting of a refund that was made pays it out', refundEntries({ ...part, ...firstRefund }, at),
      [[1, 'receivable', 1000], [2, 'cash', -1000]]],
    ['a posting without amounts has no lines', [...saleEntries(free, at), ...captureEntries({ ...part, amountCents: 0, taxCents: 0 }, at)], []],
  ]
  for (const [promise, entries, expected] of cases) {
    it(promise, () => {
      assert.deepEqual(lines(entries), expected)
      assert.equal(sum(entries), 0)
    })
  }

  it('postings about the same subject have the same id, and postings about different subjects differ', () => {
    assert.equal(captureEntries(part, at)[0]!.postingId, captureEntries({ ...part }, at)[0]!.postingId)
    const refund = { ...whole, chargeId: 'c', refundId: 'r' }
    const ids = [
      saleEntries(whole, at),
      cancellationEntries(whole, at),
      captureEntries(part, at),
      captureEntries({ ...part, orderId: 'p' }, at),
      creditEntries(refund, at),
      refundEntries({ ...part, ...firstRefund }, at),
      returnedRefundEntries({ ...part, ...firstRefund }, at),
      refundEntries({ ...part, refundId: 'r', attempts: 2, returnedAt: at }, at),
      returnedRefundEntries({ ...part, refundId: 'r', attempts: 3, returnedAt: at }, at),
    ].map(entries => entries[0]!.postingId)
    assert.equal(new Set(ids).size, ids.length)
  })
})
