import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { judged, request } from '../../../test/orderRules.ts'
import { day, earlier, hour, instant, later } from '../../base/clock.ts'
import type { Mode } from '../../base/mode.ts'
import { Refusal } from '../../base/refusal.ts'
import type { Limit } from '../../limits/store.ts'
import { admitAll } from './admissions.ts'
import type { Draft } from './drafts.ts'

const now = instant('2026-03-02T12:00:00Z')

/** Room for two in 24 hours, and for four with the queue. */
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
/** Two were received an hour ago. */
const receivedAt = earlier(now, hour)
const full = { lastNumber: 2, lastReceivedAt: receivedAt, oldestInWindowAt: receivedAt }

/** Drafts of these identifiers; `?` is one that cannot be made, `-` one that the service names. */
const drafts = (names: string, mode: Mode = 'production'): Draft[] =>
  [...names].map((name, i) => ({
    accountId: 'acc_1',
    mode,
    customerOrderId: name === '-' ? null : name,
    orderId: `ord_${i}`,
    request: request(),
    warnings: [],
    actor: 'test',
    requestKey: null,
    customer: { accountId: 'acc_1', name: 'Test', billing: 'charged' } as Draft['customer'],
    examined: judged(name === '?' ? { shippingClassification: 'teleport' } : {}),
    pricing: null,
  }))

const short = { admitted: 'R', queued: 'Q', rejected: 'X', rejected_sandbox: 'x', invalid: 'F' }
/** What became of each: received, queued, rejected, failed, or refused as a duplicate. */
const outcomes = (...given: Parameters<typeof admitAll>) =>
  admitAll(...given)
    .openings.map(one => (one instanceof Refusal ? 'D' : short[one.on]))
    .join('')

describe('a group of orders', () => {
  // biome-ignore format: a table
  const cases: [string, Partial<Limit>, string, Mode, string][] = [
    ['is received as far as there is room, waits as far as there is a queue, and is rejected beyond', {}, 'abcdef', 'production', 'RRQQXX'],
    ['has no queue in a sandbox',                               {},                                         'abcd',  'sandbox',    'RRxx'],
    ['waits behind those that wait',                            { ...full, expiredNumber: 2, queued: 1 },   'ab',    'production', 'QQ'],
    ['takes nothing for what cannot be made',                   {},                                         '??ab',  'production', 'FDRR'],
    ['refuses all but the first of an identifier',              {},                                         'aab',   'production', 'RDR'],
    ['has as many without an identifier as there are',          {},                                         '---',   'production', 'RRQ'],
    ['refuses an identifier that was used before',              {},                                         'zab',   'production', 'DRR'],
  ]
  for (const [promise, changes, names, mode, expected] of cases) {
    const used = [{ accountId: 'acc_1', customerOrderId: 'z' }]
    it(promise, () => assert.equal(outcomes(both(changes), drafts(names, mode), used, now), expected))
  }

  it('is numbered in the order in which it came, received and waiting orders each for themselves', () => {
    const { openings, limits } = admitAll(both({ lastQueueNumber: 7 }), drafts('abcd'), [], now)
    const numbers = openings.map(one => one instanceof Refusal || [one.order.receivedNumber, one.queueNumber ?? null])
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

  it('leaves its limits as they are when nothing is asked of them', () => {
    const given = both()
    const { limits, news } = admitAll(given, drafts('?'), [], now)
    assert.deepEqual([limits, news], [[], []])
    admitAll(given, drafts('abc'), [], now)
    assert.deepEqual(given, both(), 'what was given is not changed')
  })

  it('says why it was rejected', () => {
    const [one] = admitAll(both({ ...full, queued: 2 }), drafts('a'), [], now).openings
    assert.ok(!(one instanceof Refusal))
    assert.deepEqual(
      one!.order.state.errors.map(({ code }) => code),
      ['queue_ceiling_reached'],
    )
  })
})

describe('the holder', () => {
  const told = (limits: Limit[]) =>
    admitAll(limits, drafts('abcdef'), [], now).news.map(({ admission, releaseAt }) => [admission, releaseAt])
  const comesFree = later(receivedAt, day)

  it('is told of waiting orders once, and of rejected ones once', () => {
    assert.deepEqual(told(both(full)), [
      ['queued', comesFree],
      ['rejected', comesFree],
    ])
  })

  it('is not told again within 24 hours, whichever mode it was about', () => {
    assert.deepEqual(told(both({ ...full, queuedMailAt: earlier(now, hour) })), [['rejected', comesFree]])
    const sandbox = limit({ mode: 'sandbox', rejectedMailAt: earlier(now, hour) })
    assert.deepEqual(told([limit(full), sandbox]), [['queued', comesFree]])
  })

  it('is told again after that', () => {
    assert.equal(told(both({ ...full, queuedMailAt: earlier(now, day), rejectedMailAt: earlier(now, day) })).length, 2)
  })
})
