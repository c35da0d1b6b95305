import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { database, onFreshWorlds, world } from '../../test/chargeScene.ts'
import { dayBefore } from '../../test/money.ts'
import { openingOf } from '../../test/opening.ts'
import { earlier, hour, later, second } from '../base/clock.ts'
import { audit } from './audit.ts'
import { lockOrders } from './store.ts'
import { open, transition } from './transition.ts'
import { inOneWork } from './work.ts'

onFreshWorlds()

it("an order's time never goes back, even where a process whose clock is slow moves it", async () => {
  const [order] = await world.orders(await world.account('sim_success'), [1000])
  const slow = earlier(dayBefore, second)
  const [moved] = await inOneWork(world.shell, { now: slow, actor: 'test' }, async work =>
    transition(work, [{ order: (await lockOrders(work.tx, [order!]))[0]!, on: 'paid' }]),
  )
  assert.deepEqual([moved!.updatedAt, moved!.dueAt], [dayBefore, later(dayBefore, 2 * hour)])
  await world.assertSound()
})

it('a step wakes the sender of webhooks, unless the order has no address to tell', async () => {
  const accountId = await world.account('sim_success')
  const hasTold = async (webhookUrl: string | null) => {
    world.wakes.length = 0
    await world.work(work => open(work, [openingOf(work, { accountId, mode: 'production', webhookUrl })]))
    return world.wakes.some(({ task, at }) => task === 'deliver_webhooks' && at <= world.clock())
  }
  assert.equal(await hasTold('https://receiver.example/hook'), true)
  assert.equal(await hasTold(null), false)
  assert.deepEqual(await world.rows('select has_delivery from order_events order by at, order_id'), [
    { has_delivery: true },
    { has_delivery: false },
  ])
  await world.assertSound()
})

it('the audit finds a step that is dated before the one before it', async () => {
  const [order] = await world.orders(await world.account('sim_success'), [1000])
  const at = earlier(dayBefore, second)
  await sql`update order_events set at = ${at} where sequence = 2`.execute(database.db)
  const [finding] = await audit(database.db, dayBefore)
  assert.deepEqual(finding, {
    rule: 'no step of an order is dated before the one before it',
    rows: [
      {
        account_id: order!.accountId,
        mode: 'production',
        order_id: order!.orderId,
        sequence: 2,
        at,
        before: dayBefore,
      },
    ],
  })
})
