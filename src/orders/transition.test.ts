import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { database, onFreshWorlds, world } from '../../test/support/chargeScene.ts'
import { dayBefore } from '../../test/support/moneyChecks.ts'
import { openingOf } from '../../test/support/newOrder.ts'
import { earlier, hour, later, second } from '../base/clock.ts'
import { audit } from '../features/audit/audit.ts'
import { lockOrders } from './orderStore.ts'
import { transact } from './transact.ts'
import { openOrders, transition } from './transition.ts'

onFreshWorlds()

it("a process whose clock is slow does not move an order's time back", async () => {
  const [order] = await world.orders(await world.account('sim_success'), [1000], 'sandbox')
  const slow = earlier(dayBefore, second)
  const [moved] = await transact(world.transactor, { now: slow, actor: 'test' }, async work =>
    transition(work, [{ order: (await lockOrders(work.tx, [order!]))[0]!, on: 'paid' }]),
  )
  assert.deepEqual([moved!.updatedAt, moved!.dueAt], [dayBefore, later(dayBefore, 2 * hour)])
  await world.assertSound()
})

it('an order that moves along two edges at once has a step for each, and its row is written once', async () => {
  const [order] = await world.orders(await world.account('sim_success'), [1000], 'sandbox')
  const [moved] = await transact(world.transactor, { now: dayBefore, actor: 'test' }, async work =>
    transition(work, [
      {
        order: (await lockOrders(work.tx, [order!]))[0]!,
        first: 'payment_failed',
        on: 'paid',
        changes: { state: { payment: 'SUCCEEDED' } },
      },
    ]),
  )
  const [stored] = await world.read([order!])
  assert.deepEqual(stored, { ...moved })
  assert.deepEqual([stored!.status, stored!.sequence - order!.sequence], ['VALID_HOLDING_BIN', 2])
  const steps = await world.rows(`
    select on_event as on, from_status as from, status, state::text from order_events
    where sequence > ${order!.sequence} order by sequence`)
  assert.deepEqual(steps, [
    { on: 'payment_failed', from: 'VALID_AWAITING_PAYMENT', status: 'VALID_AWAITING_PAYMENT', state: '{}' },
    { on: 'paid', from: 'VALID_AWAITING_PAYMENT', status: 'VALID_HOLDING_BIN', state: '{"payment":"SUCCEEDED"}' },
  ])
  await world.assertSound()
})

it('a step wakes the task that sends webhooks, unless the order has no webhook URL', async () => {
  const accountId = await world.account('sim_success')
  const wakesDelivery = async (webhookUrl: string | null) => {
    world.wakes.length = 0
    await world.work(work => openOrders(work, [openingOf(work, { accountId, mode: 'production', webhookUrl })]))
    return world.wakes.some(({ task, at }) => task === 'deliver_webhooks' && at <= world.clock())
  }
  assert.equal(await wakesDelivery('https://receiver.example/hook'), true)
  assert.equal(await wakesDelivery(null), false)
  assert.deepEqual(await world.rows('select has_delivery from order_events order by at, order_id'), [
    { has_delivery: true },
    { has_delivery: false },
  ])
  await world.assertSound()
})

it('the audit finds a step that is dated before the previous step', async () => {
  const [order] = await world.orders(await world.account('sim_success'), [1000], 'sandbox')
  const at = earlier(dayBefore, second)
  await sql`update order_events set at = ${at} where sequence = 2`.execute(database.db)
  const [finding] = await audit(database.db, dayBefore)
  assert.deepEqual(finding, {
    rule: 'no step of an order is dated before the previous step',
    rows: [
      {
        account_id: order!.accountId,
        mode: 'sandbox',
        order_id: order!.orderId,
        sequence: 2,
        at,
        previous_at: dayBefore,
      },
    ],
  })
})
