import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { instant } from '../base/clock.ts'
import { captured, type Entry, refunded } from './ledger.ts'

const at = instant('2026-03-02T02:00:00Z')
const part = { accountId: 'a', chargeId: 'c', orderId: 'o', amountCents: 1000, taxCents: 80 }
const lines = (entries: Entry[]) => entries.map(entry => [entry.line, entry.ledgerAccount, entry.amountCents])
const sum = (entries: Entry[]) => entries.reduce((total, entry) => total + entry.amountCents, 0)

describe('a posting', () => {
  // biome-ignore format: a table
  const cases: [string, Entry[], unknown[]][] = [
    ['of captured money parts revenue from tax', captured(part, at),
      [[1, 'cash', 1000], [2, 'revenue', -920], [3, 'tax', -80]]],
    ['without tax has no line for it', captured({ ...part, taxCents: 0 }, at),
      [[1, 'cash', 1000], [2, 'revenue', -1000]]],
    ['of nothing has no lines', captured({ ...part, amountCents: 0, taxCents: 0 }, at), []],
    ['of a refund gives back the tax as well', refunded({ ...part, refundId: 'r' }, at),
      [[1, 'refunds', 920], [2, 'tax', 80], [3, 'cash', -1000]]],
  ]
  for (const [promise, entries, expected] of cases) {
    it(promise, () => {
      assert.deepEqual(lines(entries), expected)
      assert.equal(sum(entries), 0)
    })
  }

  it('has the same id whenever it is about the same money', () => {
    assert.equal(captured(part, at)[0]!.postingId, captured({ ...part }, at)[0]!.postingId)
    assert.notEqual(captured(part, at)[0]!.postingId, captured({ ...part, orderId: 'p' }, at)[0]!.postingId)
  })
})
