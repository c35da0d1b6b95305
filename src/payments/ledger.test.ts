import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { instant } from '../base/clock.ts'
import { cancelled, captured, credited, type Entry, refunded, sold } from './ledger.ts'
import { type Price, split } from './sale.ts'

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

describe('a posting', () => {
  // biome-ignore format: a table
  const cases: [string, Entry[], unknown[]][] = [
    ['of a sale says what is owed, for what, and to which authority', sold(whole, at),
      [[1, 'receivable', 1000], [2, 'revenue items', -800], [3, 'revenue shipping', -120], [4, 'tax US-NY', -80]]],
    ['of a sale that was cancelled unpaid is its reverse', cancelled(whole, at),
      [[1, 'revenue items', 800], [2, 'revenue shipping', 120], [3, 'tax US-NY', 80], [4, 'receivable', -1000]]],
    ['of captured money settles what was owed', captured(part, at), [[1, 'cash', 1000], [2, 'receivable', -1000]]],
    ['of a refund that is owed takes back a part of the sale', credited({ ...sale([300, 30, 0, 0, 0, 0, 0, 0]), chargeId: 'c', refundId: 'r' }, at),
      [[1, 'refunds items', 300], [2, 'tax US-NY', 30], [3, 'receivable', -330]]],
    ['of a refund that was made pays it out', refunded({ ...part, refundId: 'r' }, at),
      [[1, 'receivable', 1000], [2, 'cash', -1000]]],
    ['of nothing has no lines', [...sold(free, at), ...captured({ ...part, amountCents: 0, taxCents: 0 }, at)], []],
  ]
  for (const [promise, entries, expected] of cases) {
    it(promise, () => {
      assert.deepEqual(lines(entries), expected)
      assert.equal(sum(entries), 0)
    })
  }

  it('has the same id whenever it is about the same thing, and another one about another', () => {
    assert.equal(captured(part, at)[0]!.postingId, captured({ ...part }, at)[0]!.postingId)
    const refund = { ...whole, chargeId: 'c', refundId: 'r' }
    const ids = [
      sold(whole, at),
      cancelled(whole, at),
      captured(part, at),
      captured({ ...part, orderId: 'p' }, at),
      credited(refund, at),
      refunded({ ...part, refundId: 'r' }, at),
    ].map(entries => entries[0]!.postingId)
    assert.equal(new Set(ids).size, ids.length)
  })
})
