// Orders of a megabyte, as large as a body may be, are taken, moved on and listed a few at a time: together they would
// be more than the process or its database can hold, and everybody's orders would wait or fail with them.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { hour } from '../../src/base/clock.ts'
import type { FirstEvent, OrderEvent } from '../../src/orders/lifecycle.ts'
import { member, program, support } from '../support/actors.ts'
import { type Answer, startWorld, type World } from '../support/world.ts'

const url = `https://files.example/${'x'.repeat(2000)}`
/** With a body of almost a megabyte. */
const large = {
  orderItems: Array.from({ length: 230 }, (_, i) => ({
    sku: 'NOVEL',
    quantity: 1,
    product: { coverUrl: `${url}/cover-${i}`, gutsUrl: `${url}/pages-${i}` },
  })),
}
const ids = Array.from({ length: 12 }, (_, i) => `large-${i}`)

/** The most orders that one transaction took a step with. */
async function maxTogether({ app }: World, step: OrderEvent | FirstEvent): Promise<number> {
  const { rows } = await sql<{ orders: number }>`
    select max(orders)::int as orders
    from (select count(*) as orders from order_events where on_event = ${step} group by xmin::text) t`.execute(
    app.database.db,
  )
  return rows[0]!.orders
}

/** All pages of a list, from the first to the last. */
async function pagesOf({ call }: World, { path, as }: { path: string; as: string }): Promise<Answer['body'][]> {
  const pages = [(await call(path, { as })).body]
  for (let cursor = pages[0].nextCursor; cursor !== null; cursor = pages.at(-1).nextCursor)
    pages.push((await call(`${path}&cursor=${cursor}`, { as })).body)
  return pages
}

describe('orders of a megabyte', () => {
  it('orders of a megabyte are placed, released, printed and listed a few at a time, together with small orders', async () => {
    await using world = await startWorld()
    const { enterprise, charged } = world
    const customer = program(world, enterprise, 'production')
    const other = program(world, charged, 'production')
    const limit = (ordersPer24Hours: number) =>
      support(world).change(enterprise, { limits: { production: { ordersPer24Hours } } })
    await limit(0)
    const placed = await Promise.all([
      other.place('small'),
      ...ids.map(id => customer.place(id, large)),
      other.place('small too'),
    ])
    assert.deepEqual([...new Set(placed.map(({ status }) => status))], ['RECEIVED', 'QUEUED'])
    await limit(50)
    await world.settle()
    await world.advance(2 * hour)
    assert.deepEqual([...new Set(await Promise.all(ids.map(customer.statusOf)))], ['PRINTING'])
    for (const step of ['queued', 'released', 'validation_started', 'hold_ended'] as const)
      assert.ok((await maxTogether(world, step)) < ids.length, step)

    const printer = world.demo.printer.authorization
    for (const [path, as] of [
      ['/orders?limit=100', customer.as],
      ['/press/jobs?limit=200', printer],
    ] as const) {
      const pages = await pagesOf(world, { path, as })
      assert.ok(pages.length > 1)
      const listed = pages.flatMap(({ orders, jobs }) => orders ?? jobs)
      assert.deepEqual(listed.map(({ customerOrderId }) => customerOrderId).toSorted(), ids.toSorted())
    }
  })

  it('events of orders of a megabyte are returned in pages, and no event is missing', async () => {
    await using world = await startWorld()
    const customer = program(world, world.charged, 'sandbox')
    await customer.place('large', large)
    await world.settle()
    const { simulate } = await member(world, world.charged)
    for (let failures = 0; failures < 18; failures++)
      assert.equal((await simulate('large', 'payment_failure')).status, 200)

    const pages = await pagesOf(world, { path: '/orders/large/events?', as: customer.as })
    assert.equal(pages.length, 2)
    const events: { sequence: number; eventId: string }[] = pages.flatMap(page => page.events)
    assert.deepEqual(
      events.map(({ sequence }) => sequence),
      events.map((_, i) => i + 1),
    )
    assert.equal(new Set(events.map(({ eventId }) => eventId)).size, 20)
    const { body } = await world.call('/orders/large/events?cursor=99', { as: customer.as })
    assert.deepEqual([body.events, body.nextCursor], [[], null])
  })
})
