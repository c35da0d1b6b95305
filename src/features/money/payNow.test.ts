import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { freshPglite } from '../../../test/support/database.ts'
import { Crash, chargeTime, dayBefore, type MoneyWorld, moneyWorld } from '../../../test/support/moneyChecks.ts'
import { day, hour, later, minute } from '../../base/clock.ts'
import { Refusal } from '../../base/refusal.ts'
import type { Database } from '../../db/db.ts'
import { endConfirmation, payNow } from './payNow.ts'
import { readDue } from './unpaidOrders.ts'

let database: Database
let world: MoneyWorld
beforeEach(async () => {
  database = await freshPglite()
  world = moneyWorld(database)
})
afterEach(() => database.close())

const charges = () =>
  world.rows<{ date: string; run: number; cents: number; status: string }>(
    'select charge_date::text as date, run, amount_cents as cents, status from charges order by charge_id',
  )
const status = async (orders: Parameters<MoneyWorld['read']>[0]) =>
  (await world.read(orders)).map(order => order.status)
const pay = (accountId: string, amountCents: number, requestKey: string | null = null) =>
  payNow(world.deps, { accountId, amountCents, requestKey, actor: 'test', now: world.clock() })
const due = async (accountId: string) =>
  (await readDue(database.db, { accountId, after: null, limit: 100 })).orders.map(order => order.amountCents)
const refused = (code: string) => (error: unknown) => error instanceof Refusal && error.code === code

describe('paying at once', () => {
  it('paying at once charges every waiting order, and leaves nothing for the daily charge', async () => {
    const accountId = await world.account('sim_success')
    const orders = await world.orders(accountId, [1000, 250])
    assert.deepEqual(await due(accountId), [1000, 250])
    await pay(accountId, 1250)
    assert.deepEqual(await charges(), [{ date: '2026-03-01', run: 1, cents: 1250, status: 'succeeded' }])
    assert.deepEqual(await status(orders), ['VALID_HOLDING_BIN', 'VALID_HOLDING_BIN'])
    assert.deepEqual(await due(accountId), [])
    world.to(chargeTime)
    await world.runAll()
    assert.equal((await charges()).length, 1)
    await world.assertSettled()
  })

  it('a repeated request key returns the same charge, with any outcome', async () => {
    const accountId = await world.account('sim_success')
    await world.orders(accountId, [1000])
    const [first, second] = await Promise.all([pay(accountId, 1000, 'click'), pay(accountId, 1000, 'click')])
    assert.equal(first, second)
    await world.orders(accountId, [1000])
    assert.equal(await pay(accountId, 1000, 'click'), first, 'an old request does not pay newer orders')
    assert.deepEqual(await due(accountId), [1000])
    await assert.rejects(pay(accountId, 999, 'click'), refused('request_key_reused'))

    await world.useCard(accountId, 'sim_decline')
    const declined = await pay(accountId, 1000, 'another')
    assert.equal(await pay(accountId, 1000, 'another'), declined)
    assert.equal(world.calls.length, 2)
    assert.deepEqual(
      (await charges()).map(charge => charge.status),
      ['succeeded', 'declined'],
    )
    await world.assertSettled()
  })

  it('the daily charge and each payment have runs of their own on the same date', async () => {
    const accountId = await world.account('sim_success')
    await world.orders(accountId, [100])
    world.to(chargeTime)
    await world.runAll()
    for (const cents of [200, 300]) {
      await world.orders(accountId, [cents])
      world.advance(minute)
      await pay(accountId, cents)
    }
    assert.deepEqual(
      (await charges()).map(({ date, run, cents }) => [date, run, cents]),
      [
        ['2026-03-02', 0, 100],
        ['2026-03-02', 1, 200],
        ['2026-03-02', 2, 300],
      ],
    )
    await world.orders(accountId, [400])
    world.to(later(chargeTime, day))
    await world.runAll()
    assert.deepEqual((await charges()).at(-1), { date: '2026-03-03', run: 0, cents: 400, status: 'succeeded' })
    await world.assertSettled()
  })

  it('paying at once is refused without a charge when another amount is due', async () => {
    const accountId = await world.account('sim_success')
    await assert.rejects(pay(accountId, 0), refused('amount_changed'))
    const [, cancelled] = await world.orders(accountId, [1000, 250])
    await world.cancel(cancelled!)
    await assert.rejects(pay(accountId, 1250), refused('amount_changed'))
    assert.deepEqual(world.calls, [])
    await pay(accountId, 1000)
    await assert.rejects(pay(accountId, 1000), refused('amount_changed'))
    await world.assertSettled()
  })

  it('paying at once is refused without a card', async () => {
    const accountId = await world.account(null)
    await world.orders(accountId, [1000])
    await assert.rejects(pay(accountId, 1000), refused('no_card'))
    assert.deepEqual(await charges(), [])
  })

  it('a declined payment leaves the orders to the next daily charge', async () => {
    const accountId = await world.account('sim_decline')
    const orders = await world.orders(accountId, [1000])
    await pay(accountId, 1000)
    assert.deepEqual(await status(orders), ['VALID_AWAITING_PAYMENT'])
    assert.equal(world.declines.length, 1)
    assert.deepEqual(await due(accountId), [1000])
    await world.useCard(accountId, 'sim_success')
    world.to(chargeTime)
    await world.runAll()
    assert.deepEqual(await status(orders), ['VALID_HOLDING_BIN'])
    await world.assertSettled()
  })

  it('a payment of unknown outcome is retried, and its orders are not due in the meantime', async () => {
    const accountId = await world.account('sim_times_out_after_charging')
    const orders = await world.orders(accountId, [1000])
    await pay(accountId, 1000)
    assert.deepEqual(await due(accountId), [])
    await assert.rejects(pay(accountId, 1000), refused('amount_changed'))
    world.advance(minute)
    await world.runAll()
    assert.deepEqual(await status(orders), ['VALID_HOLDING_BIN'])
    await world.assertSettled()
  })

  it('two simultaneous payments charge once', async () => {
    const accountId = await world.account('sim_success')
    await world.orders(accountId, [1000])
    const tries = await Promise.allSettled([pay(accountId, 1000), pay(accountId, 1000)])
    assert.deepEqual(tries.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
    await world.assertSettled()
  })

  for (const point of ['charge:claimed', 'charge:called']) {
    it(`a payment whose process dies at ${point} is completed by another worker`, async () => {
      const accountId = await world.account('sim_success')
      const orders = await world.orders(accountId, [1000])
      world.plan.crashAt = point
      await assert.rejects(pay(accountId, 1000), Crash)
      world.plan.crashAt = null
      assert.ok(world.clock() >= dayBefore)
      world.advance(hour)
      await world.runAll()
      assert.deepEqual(await status(orders), ['VALID_HOLDING_BIN'])
      assert.equal(new Set(world.calls).size, 1)
      await world.assertSettled()
    })
  }

  it('orders can be paid with another card once their unconfirmed charge is withdrawn', async () => {
    const accountId = await world.account('sim_authentication_required')
    const orders = await world.orders(accountId, [1000])
    const chargeId = await pay(accountId, 1000)
    assert.deepEqual(await due(accountId), [])
    await endConfirmation(world.deps, { accountId, chargeId, act: 'withdraw', actor: 'test', now: world.clock() })
    await world.useCard(accountId, 'sim_success')
    assert.deepEqual(await due(accountId), [1000])
    await pay(accountId, 1000)
    assert.deepEqual(await status(orders), ['VALID_HOLDING_BIN'])
    await assert.rejects(
      endConfirmation(world.deps, { accountId, chargeId, act: 'withdraw', actor: 'test', now: world.clock() }),
      refused('wrong_state'),
    )
    await world.assertSettled()
  })
})
