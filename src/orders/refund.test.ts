import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { freshPglite } from '../../test/database.ts'
import { Crash, chargeTime, type MoneyWorld, moneyWorld } from '../../test/money.ts'
import { hour, later, minute } from '../base/clock.ts'
import type { Database } from '../db/db.ts'
import { refundDue, refundOwed, refundsOwed } from './refund.ts'
import { lockOrders } from './store.ts'
import { transition } from './transition.ts'

let database: Database
let world: MoneyWorld
beforeEach(async () => {
  database = await freshPglite()
  world = moneyWorld(database)
})
afterEach(() => database.close())

async function paidOrders(cents: number[]) {
  const orders = await world.orders(await world.account('sim_success'), cents)
  world.to(chargeTime)
  await world.runAll()
  world.calls.length = 0
  return orders
}

type RefundRow = { status: string; cents: number; next: Date | null }
const refunds = () =>
  world.rows<RefundRow>('select status, amount_cents as cents, next_attempt_at as next from refunds order by refund_id')

describe('a refund', () => {
  it('gives back the whole of a cancelled order, and tells of it', async () => {
    const [first] = await paidOrders([1000, 500])
    await world.cancel(first!)
    assert.ok(world.wakes.some(wake => wake.task === 'refund_payments'))
    await world.runAll()
    assert.deepEqual(await refunds(), [{ status: 'succeeded', cents: 1000, next: null }])
    const [order] = await world.read([first!])
    assert.deepEqual([order!.status, order!.state.payment], ['CANCELLED', 'REFUNDED'])
    const told = await world.rows(`select kind from order_events where on_event = 'refunded'`)
    assert.deepEqual(told, [{ kind: 'OrderRefunded' }])
    await world.assertSettled()
  })

  it('is owed once, however often that is said', async () => {
    const [order] = await paidOrders([1000])
    await world.cancel(order!)
    await world.work(work => refundOwed(work, order!))
    await world.runAll()
    await world.work(work => refundsOwed(work, [order!, order!]))
    await world.runAll()
    assert.equal((await refunds()).length, 1)
    await world.assertSettled()
  })

  it('is not owed for an order that was never paid', async () => {
    const [order] = await world.orders(await world.account('sim_decline'), [1000])
    world.to(chargeTime)
    await world.runAll()
    await world.cancel(order!)
    assert.deepEqual(await refunds(), [])
  })

  it('gives back what an order that failed after all has cost', async () => {
    const [order] = await paidOrders([1000])
    for (const on of ['hold_ended', 'problem', 'revalidate', 'invalid'] as const) {
      await world.work(async work => {
        const [locked] = await lockOrders(work.tx, [order!])
        await transition(work, [{ order: locked!, on }])
        if (on === 'invalid') await refundOwed(work, order!)
      })
    }
    await world.runAll()
    const [failed] = await world.read([order!])
    assert.deepEqual([failed!.status, failed!.state.payment], ['FAILED', 'REFUNDED'])
    await world.assertSettled()
  })

  for (const point of ['refund:claimed', 'refund:called']) {
    it(`whose worker dies at ${point} is asked for again with the same key`, async () => {
      const [order] = await paidOrders([1000])
      await world.cancel(order!)
      world.plan.crashAt = point
      await assert.rejects(world.sweeps.refund(world.clock()), Crash)
      world.plan.crashAt = null
      await world.runAll()
      assert.equal((await refunds())[0]!.status, 'pending')
      world.advance(5 * minute)
      await world.runAll()
      assert.equal(new Set(world.calls).size, 1)
      await world.assertSettled()
    })
  }

  const setbacks = [
    { kind: 'unknown', cause: 'lost' },
    { kind: 'refused', code: 'disputed', message: 'It is disputed.' },
  ] as const
  for (const outcome of setbacks) {
    it(`that is ${outcome.kind} is asked for again, later and later, until it is made`, async () => {
      const [order] = await paidOrders([1000])
      await world.cancel(order!)
      const failing = refundDue({ ...world.deps, payments: { ...world.payments, refund: async () => outcome } })
      for (const wait of [minute, 5 * minute, hour]) {
        assert.equal(await failing(world.clock()), 1)
        assert.deepEqual((await refunds())[0]!.next, later(world.clock(), wait))
        world.advance(wait)
      }
      await world.runAll()
      await world.assertSettled()
    })
  }
})
