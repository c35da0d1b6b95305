// After an outage: the staff move on all orders that stopped for one reason.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { day, minute } from '../../src/base/clock.ts'
import { press, program } from '../support/actors.ts'
import { startWorld } from '../support/world.ts'

it('orders in EXCEPTION are resumed by cause, in portions, and an order that cannot be resumed is listed', async () => {
  await using world = await startWorld()
  const { charged, demo, call, app } = world
  const customer = program(world, charged, 'production')
  const printer = press(world)
  const staff = (path: string, body?: object) =>
    call(path, { as: demo.staff.authorization, method: body === undefined ? 'GET' : 'POST', body })
  const orders = ['down-1', 'down-2', 'unpaid', 'down-3', 'torn']
  for (const order of orders) await customer.place(order)
  await world.settle()
  await world.advance(day + 3 * 60 * minute)
  for (const order of orders) {
    const reason = order === 'torn' ? 'the cover is torn' : 'the press is down'
    assert.equal((await printer.tell(order, 'problem', { reason })).status, 200)
    await world.advance(minute)
  }
  await sql`
    update orders set state = jsonb_set(state::jsonb, '{payment}', '"FAILED"')::json
    where customer_order_id = 'unpaid'`.execute(app.database.db)

  const { causes, capped, asOf } = (await staff('/staff/orders/causes')).body
  assert.equal(capped, false)
  assert.deepEqual(
    causes.map(({ stoppedIn, note, orders }: Record<string, unknown>) => [stoppedIn, note, orders]),
    [
      ['PRINTING', 'the press is down', 4],
      ['PRINTING', 'the cover is torn', 1],
    ],
  )
  const { stoppedIn, note } = causes[0]
  const portion = { mode: 'production', stoppedIn, note, asOf, limit: 2, reason: 'the press is up again' }

  const first = (await staff('/staff/orders/resume', portion)).body
  assert.deepEqual([first.done, first.failed], [2, []])
  // The same order may stop again; it is left for another time.
  await world.settle()
  await world.advance(minute)
  assert.equal((await printer.tell('down-1', 'problem', { reason: 'the press is down' })).status, 200)
  const second = (await staff('/staff/orders/resume', { ...portion, cursor: first.nextCursor })).body
  assert.equal(second.done, 1)
  assert.deepEqual(
    second.failed.map((one: Record<string, string>) => [one.accountId, one.customerOrderId]),
    [[charged.accountId, 'unpaid']],
  )
  assert.match(second.failed[0].detail, /is not paid and cannot be resumed/)
  assert.equal(second.nextCursor, null)
  const statuses = await Promise.all(orders.map(customer.statusOf))
  assert.deepEqual(statuses, ['EXCEPTION', 'PRINTING', 'EXCEPTION', 'PRINTING', 'EXCEPTION'])
  const { entries } = (await staff('/staff/audit?limit=50')).body
  const resumed = entries.filter(({ action }: { action: string }) => action === 'order_resumed')
  assert.deepEqual(
    resumed
      .map((one: { subject: string; details: { reason: string } }) => [one.subject, one.details.reason])
      .toSorted(),
    ['down-1', 'down-2', 'down-3'].map(order => [order, 'the press is up again']),
  )

  const torn = { mode: 'production', stoppedIn: causes[1].stoppedIn, note: causes[1].note, asOf }
  const checked = (await staff('/staff/orders/revalidate', torn)).body
  assert.deepEqual([checked.done, checked.failed, checked.nextCursor], [1, [], null])
  await world.settle()
  assert.equal(await customer.statusOf('torn'), 'VALID_HOLDING_BIN')
})
