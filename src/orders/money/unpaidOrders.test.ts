import assert from 'node:assert/strict'
import { it } from 'node:test'
import { charges, database, onFreshWorlds, status, world } from '../../../test/chargeScene.ts'
import { chargeTime } from '../../../test/money.ts'
import { day, later, second } from '../../base/clock.ts'
import { foreseeCharge, listDueOrders } from './unpaidOrders.ts'

onFreshWorlds()

it('what is foreseen of the next charge is what it takes', async () => {
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
  const foreseen = await foreseeCharge(database.db, { accountId, at, most: 100 })
  assert.deepEqual(foreseen, { orders: 1, amountCents: 1, declined: 1 })
  const due = await listDueOrders(database.db, accountId)
  assert.deepEqual(
    due.map(({ amountCents }) => amountCents),
    [1, 2],
    'what was given up can be paid all the same',
  )

  world.to(later(at, second))
  await world.runAll()
  assert.deepEqual(
    (await charges()).map(({ status, cents }) => [status, cents]),
    [
      ['succeeded', 16],
      ['succeeded', foreseen.amountCents],
    ],
  )
  assert.deepEqual(await status([...underWay, plain!]), Array(2).fill('VALID_HOLDING_BIN SUCCEEDED'))
})
