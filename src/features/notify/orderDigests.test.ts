import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { day, hour, instant, later, minute } from '../../base/clock.ts'
import type { Digest, WaitingOrder } from './orderDigestStore.ts'
import { afterEmail, maxEmailsPerDay, maxOrdersListed, withOrders } from './orderDigests.ts'

const now = instant('2026-03-01T15:00:00Z')
const order = (n: number): WaitingOrder => ({
  orderId: `ord_${n}`,
  customerOrderId: `A-${n}`,
  title: `A-${n}`,
  findings: [],
  parcels: [],
})
const empty = (frequency: Digest['frequency']): Digest => ({
  ...{ accountId: 'acc_1', kind: 'order_failed', frequency },
  ...{ orders: [], orderCount: 0, dueAt: null, countedFrom: null, emailCount: 0 },
})

describe('emails about orders', () => {
  it('emails about orders are written ten minutes after the first order, for all orders of these minutes', () => {
    const first = withOrders(empty('now'), [order(1)], now)
    assert.deepEqual(first.dueAt, later(now, 10 * minute))
    const second = withOrders(first, [order(2), order(3)], later(now, 9 * minute))
    assert.deepEqual(second.dueAt, first.dueAt)
    assert.deepEqual(
      second.orders.map(({ customerOrderId }) => customerOrderId),
      ['A-1', 'A-2', 'A-3'],
    )
  })

  it('emails about orders list the first orders of many, and count all', () => {
    const many = Array.from({ length: 50 }, (_, n) => order(n))
    const digest = withOrders(withOrders(empty('now'), many, now), many, now)
    assert.deepEqual([digest.orders.length, digest.orderCount], [maxOrdersListed, 100])
  })

  it('emails about orders are written once a day, at noon UTC, for a person who chose that', () => {
    const dueAt = (at: Date) => withOrders(empty('daily'), [order(1)], at).dueAt
    assert.deepEqual(dueAt(now), instant('2026-03-02T12:00:00Z'))
    assert.deepEqual(dueAt(instant('2026-03-01T11:59:00Z')), instant('2026-03-01T12:00:00Z'))
  })

  it('emails about orders are one for the rest of the day after many in a day, and come at once again on the next day', () => {
    let digest = empty('now')
    for (let n = 0; n < maxEmailsPerDay; n++) {
      const at = later(now, n * hour)
      digest = withOrders(digest, [order(n)], at)
      assert.deepEqual(digest.dueAt, later(at, 10 * minute))
      digest = afterEmail(digest, digest.dueAt!)
      assert.deepEqual([digest.orders, digest.orderCount, digest.dueAt], [[], 0, null])
    }
    const from = later(now, 10 * minute)
    const waiting = withOrders(digest, [order(6)], later(now, 6 * hour))
    assert.deepEqual(waiting.dueAt, later(from, day))
    const next = withOrders(afterEmail(waiting, waiting.dueAt!), [order(7)], later(now, 2 * day))
    assert.deepEqual(next.dueAt, later(now, 2 * day + 10 * minute))
    assert.equal(next.emailCount, 1)
  })
})
