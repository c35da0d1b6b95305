import assert from 'node:assert/strict'
import { it } from 'node:test'
import { charges, database, onFreshWorlds, status, world } from '../../../test/support/chargeScene.ts'
import { chargeTime } from '../../../test/support/moneyChecks.ts'
import { day, later, second } from '../../base/clock.ts'
import { forecastCharge, readDue } from './unpaidOrders.ts'

onFreshWorlds()

it('the forecast of the next charge equals the charge', async () => {
  const accountId = await world.account('sim_times_out_after_charging')
  const underWay = await world.orders(accountId, [16])
  world.to(chargeTime)
  await world.runAll()
  assert.equal((await charges())[0]!.status, 'unknown')

  await world.useCard(accountId, 'sim_success')
  const [plain, givenUp, enterprise, unpriced] = await world.orders(accountId, [1, 2, 4, 8])
  const change = (orderId: string, to: string) => world.rows(`update orders set ${to} where order_id = '${orderId}'`)
  await change(givenUp!.orderId, `due_at = null, state = jsonb_set(state::jsonb, '{payment}', '"FAILED"')`)
  await change(enterprise!.orderId, `billing = 'enterprise'`)
  await change(unpriced!.orderId, 'charge_cents = null')
  const at = later(chargeTime, day)
  const forecast = await forecastCharge(database.db, { accountId, at, maxOrders: 100 })
  assert.deepEqual(forecast, { orders: 1, amountCents: 1, declined: 1 })
  const due = await readDue(database.db, { accountId, after: null, limit: 100 })
  assert.deepEqual(
    due.orders.map(({ amountCents }) => amountCents),
    [1, 2],
    'an order that is no longer charged automatically can be paid',
  )

  world.to(later(at, second))
  await world.runAll()
  assert.deepEqual(
    (await charges()).map(({ status, cents }) => [status, cents]),
    [
      ['succeeded', 16],
      ['succeeded', forecast.amountCents],
    ],
  )
  assert.deepEqual(await status([...underWay, plain!]), Array(2).fill('VALID_HOLDING_BIN SUCCEEDED'))
})

it('due orders are read in pages, each with the totals of all pages', async () => {
  const accountId = await world.account('sim_success')
  await world.orders(accountId, [1, 2, 4])
  await world.orders(await world.account('sim_success'), [8])
  const read = async (after: string | null) => readDue(database.db, { accountId, after, limit: 2 })
  const first = await read(null)
  const second = await read(first.orders[1]!.orderId)
  const beyond = await read(second.orders[0]!.orderId)
  for (const { orderCount, amountCents } of [first, second, beyond]) assert.deepEqual([orderCount, amountCents], [3, 7])
  assert.deepEqual(
    [first, second, beyond].map(({ orders }) => orders.map(order => order.amountCents)),
    [[1, 2], [4], []],
  )
  const nothing = await readDue(database.db, { accountId: 'acc_none', after: null, limit: 2 })
  assert.deepEqual(nothing, { orderCount: 0, amountCents: 0, orders: [] })
})
