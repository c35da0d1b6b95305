import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { examineOrder, request } from '../../../test/support/orderRules.ts'
import { day, earlier, hour, instant, later } from '../../base/clock.ts'
import type { Mode } from '../../base/mode.ts'
import { Refusal } from '../../base/refusal.ts'
import type { Limit } from '../../limits/limitStore.ts'
import { admitAll } from './admissions.ts'
import type { OrderDraft } from './drafts.ts'

const now = instant('2026-03-02T12:00:00Z')

/** Slots for two orders in 24 hours, and for four with the queue. */
const limit = (changes: Partial<Limit> = {}): Limit => ({
  accountId: 'acc_1',
  mode: 'production',
  ordersPer24Hours: 2,
  queueCeiling: 4,
  lastNumber: 0,
  expiredNumber: 0,
  queued: 0,
  lastQueueNumber: 0,
  lastReceivedAt: null,
  oldestInWindowAt: null,
  releaseDueAt: null,
  queuedMailAt: null,
  rejectedMailAt: null,
  ...changes,
})
const both = (changes: Partial<Limit> = {}) => [limit(changes), limit({ mode: 'sandbox' })]
/** Two orders were received an hour ago. */
const receivedAt = earlier(now, hour)
const full = { lastNumber: 2, lastReceivedAt: receivedAt, oldestInWindowAt: receivedAt }

/** Drafts of these identifiers. `?` is an order that cannot be made, `-` an order that the service names. */
const drafts = (names: string, mode: Mode = 'production'): OrderDraft[] =>
  [...names].map((name, i) => ({
    accountId: 'acc_1',
    mode,
    customerOrderId: name === '-' ? null : name,
    orderId: `ord_${i}`,
    operatorVersion: 1,
    request: request(),
    warnings: [],
    actor: 'test',
    requestKey: null,
    customer: {
      accountId: 'acc_1',
      name: 'Test',
      billing: 'charged',
      needsPurchaseOrder: false,
    } as OrderDraft['customer'],
    examined: examineOrder(name === '?' ? { shippingClassification: 'teleport' } : {}),
    pricing: null,
    agreed: null,
  }))

const letters = { admitted: 'R', queued: 'Q', rejected: 'X', rejected_sandbox: 'x', invalid: 'F' }
/** A letter for each draft: received, queued, rejected, failed, or refused as a duplicate. */
const outcomes = (...args: Parameters<typeof admitAll>) =>
  admitAll(...args)
    .openings.map(opening => (opening instanceof Refusal ? 'D' : letters[opening.on]))
    .join('')

describe('a group of orders', () => {
  // biome-ignore format: a table
  const cases: [string, Partial<Limit>, string, Mode, string][] = [
    ['a group of orders is received up to the limit, queued up to the ceiling, and rejected beyond it', {}, 'abcdef', 'production', 'RRQQXX'],
    ['a sandbox has no queue',                               {},                                         'abcd',  'sandbox',    'RRxx'],
    ['new orders queue behind queued orders',                            { ...full, expiredNumber: 2, queued: 1 },   'ab',    'production', 'QQ'],
    ['an order that cannot be made takes no slot',                   {},                                         '??ab',  'production', 'FDRR'],
    ['all but the first order of an identifier are refused',              {},                                         'aab',   'production', 'RDR'],
    ['orders without an identifier are never duplicates',          {},                                         '---',   'production', 'RRQ'],
    ['an identifier that was used before is refused',              {},                                         'zab',   'production', 'DRR'],
  ]
  for (const [promise, changes, names, mode, expected] of cases) {
    const used = [{ accountId: 'acc_1', customerOrderId: 'z' }]
    it(promise, () => assert.equal(outcomes(both(changes), drafts(names, mode), used, now), expected))
  }

  it('received and queued orders are each numbered in the order in which they arrived', () => {
    const { openings, limits } = admitAll(both({ lastQueueNumber: 7 }), drafts('abcd'), [], now)
    const numbers = openings.map(
      opening => opening instanceof Refusal || [opening.order.receivedNumber, opening.queueNumber ?? null],
    )
    assert.deepEqual(numbers, [
      [1, null],
      [2, null],
      [null, 8],
      [null, 9],
    ])
    assert.deepEqual(limits, [
      limit({
        lastNumber: 2,
        lastReceivedAt: now,
        oldestInWindowAt: now,
        queued: 2,
        lastQueueNumber: 9,
        queuedMailAt: now,
        releaseDueAt: later(now, day),
      }),
    ])
  })

  it('a group of orders that takes no slot leaves its limits unchanged', () => {
    const before = both()
    const { limits, notices } = admitAll(before, drafts('?'), [], now)
    assert.deepEqual([limits, notices], [[], []])
    admitAll(before, drafts('abc'), [], now)
    assert.deepEqual(before, both(), 'the arguments are not changed')
  })

  it('a rejected order says why', () => {
    const [opening] = admitAll(both({ ...full, queued: 2 }), drafts('a'), [], now).openings
    assert.ok(!(opening instanceof Refusal))
    assert.deepEqual(
      opening!.order.state.errors.map(({ code }) => code),
      ['queue_ceiling_reached'],
    )
  })
})

describe('the holder', () => {
  const noticesOf = (limits: Limit[]) =>
    admitAll(limits, drafts('abcdef'), [], now).notices.map(({ admission, releaseAt }) => [admission, releaseAt])
  const slotFreeAt = later(receivedAt, day)

  it('the holder is notified once of queued orders, and once of rejected orders', () => {
    assert.deepEqual(noticesOf(both(full)), [
      ['queued', slotFreeAt],
      ['rejected', slotFreeAt],
    ])
  })

  it('the holder is not notified again within 24 hours, not even of the other mode', () => {
    assert.deepEqual(noticesOf(both({ ...full, queuedMailAt: earlier(now, hour) })), [['rejected', slotFreeAt]])
    const sandbox = limit({ mode: 'sandbox', rejectedMailAt: earlier(now, hour) })
    assert.deepEqual(noticesOf([limit(full), sandbox]), [['queued', slotFreeAt]])
  })

  it('the holder is notified again after 24 hours', () => {
    assert.equal(
      noticesOf(both({ ...full, queuedMailAt: earlier(now, day), rejectedMailAt: earlier(now, day) })).length,
      2,
    )
  })
})
