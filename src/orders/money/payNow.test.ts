import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { freshPglite } from '../../../test/database.ts'
import { Crash, chargeTime, dayBefore, type MoneyWorld, moneyWorld } from '../../../test/money.ts'
import { day, hour, later, minute } from '../../base/clock.ts'
import { Refusal } from '../../base/refusal.ts'
import type { Database } from '../../db/db.ts'
import { endWaiting, payNow } from './payNow.ts'
import { listDueOrders } from './unpaidOrders.ts'

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
const status = async (orders: Parameters<MoneyWorld['read']>[0]) => (await world.read(orders)).map(one => one.status)
const pay = (accountId: string, amountCents: number, requestKey: string | null = null) =>
  payNow(world.deps, { accountId, amountCents, requestKey, actor: 'test', now: world.clock() })
const due = async (accountId: string) => (await listDueOrders(database.db, accountId)).map(order => order.amountCents)
const refused = (code: string) => (error: unknown) => error instanceof Refusal && error.code === code

describe('paying at once', () => {
  it('charges everything that waits, and the daily charge of that date has nothing left to do', async () => {
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

  it('twice under one name answers the one charge, whatever became of it', async () => {
    const accountId = await world.account('sim_success')
    await world.orders(accountId, [1000])
    const [first, second] = await Promise.all([pay(accountId, 1000, 'click'), pay(accountId, 1000, 'click')])
    assert.equal(first, second)
    await world.orders(accountId, [1000])
    assert.equal(await pay(accountId, 1000, 'click'), first, 'what came due since is not paid by an old request')
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

  it('and the daily charge each have their run of one date, and several payments too', async () => {
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

  it('is refused when another amount is due by now, and then charges nothing', async () => {
    const accountId = await world.account('sim_success')
    await assert.rejects(pay(accountId, 0), refused('amount_changed'))
    const [, unwanted] = await world.orders(accountId, [1000, 250])
    await world.cancel(unwanted!)
    await assert.rejects(pay(accountId, 1250), refused('amount_changed'))
    assert.deepEqual(world.calls, [])
    await pay(accountId, 1000)
    await assert.rejects(pay(accountId, 1000), refused('amount_changed'))
    await world.assertSettled()
  })

  it('is refused without a card', async () => {
    const accountId = await world.account(null)
    await world.orders(accountId, [1000])
    await assert.rejects(pay(accountId, 1000), refused('no_card'))
    assert.deepEqual(await charges(), [])
  })

  it('that is declined leaves the orders to the next daily charge', async () => {
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

  it('of unknown outcome is asked again like any other, and is not due meanwhile', async () => {
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

  it('twice at once charges once', async () => {
    const accountId = await world.account('sim_success')
    await world.orders(accountId, [1000])
    const tries = await Promise.allSettled([pay(accountId, 1000), pay(accountId, 1000)])
    assert.deepEqual(tries.map(one => one.status).sort(), ['fulfilled', 'rejected'])
    await world.assertSettled()
  })

  for (const point of ['charge:claimed', 'charge:called']) {
    it(`is finished by another worker when its process dies at ${point}`, async () => {
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

  it('in another way is possible once a charge that waits for its holder is given up', async () => {
    const accountId = await world.account('sim_authentication_required')
    const orders = await world.orders(accountId, [1000])
    const chargeId = await pay(accountId, 1000)
    assert.deepEqual(await due(accountId), [])
    await endWaiting(world.deps, { accountId, chargeId, act: 'withdraw', actor: 'test', now: world.clock() })
    await world.useCard(accountId, 'sim_success')
    assert.deepEqual(await due(accountId), [1000])
    await pay(accountId, 1000)
    assert.deepEqual(await status(orders), ['VALID_HOLDING_BIN'])
    await assert.rejects(
      endWaiting(world.deps, { accountId, chargeId, act: 'withdraw', actor: 'test', now: world.clock() }),
      refused('wrong_state'),
    )
    await world.assertSettled()
  })
})
