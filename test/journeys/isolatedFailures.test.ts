// An order that cannot be moved on, here because the database refuses one of its steps, stays where it is, and every
// other order goes on; when the fault is mended it goes on too.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { hour } from '../../src/base/clock.ts'
import { press, program } from '../support/actors.ts'
import { recordErrors } from '../support/errors.ts'
import { orderBody, somewhere, startWorld, type World } from '../support/world.ts'

/** The database refuses to write rows of the order `broken` into a table, as far as the condition holds. */
async function breakRows({ app: { database } }: World, before: string, condition: string) {
  const run = (text: string) => sql.raw(text).execute(database.db)
  await run(`
    create function refuse_broken() returns trigger language plpgsql as $$
    declare
      name text;
    begin
      execute format('select customer_order_id from %I.orders where order_id = $1', tg_table_schema)
        into name using new.order_id;
      if name = 'broken' then
        raise exception 'this one is broken' using errcode = 'data_exception';
      end if;
      return new;
    end $$`)
  await run(`create trigger broken before ${before} for each row when (${condition}) execute function refuse_broken()`)
  return () => run('drop function refuse_broken cascade')
}

const breakSteps = (world: World, status: string) =>
  breakRows(world, 'insert on order_events', `new.status = '${status}'`)

/** What the staff see in their overview of orders that wait too long. */
async function lateOrders({ call, demo }: World): Promise<string[]> {
  const { waiting } = (await call('/staff/overview', { as: demo.staff.authorization })).body
  return waiting.flatMap((one: { status: string; examples: { customerOrderId: string }[] }) =>
    one.examples.map(({ customerOrderId }) => `${customerOrderId} ${one.status}`),
  )
}

describe('an order that cannot be moved on', () => {
  for (const { into, waits, going } of [
    { into: 'VALIDATING', waits: 'RECEIVED', going: 'PRINTING' },
    { into: 'VALID_HOLDING_BIN', waits: 'RECEIVED', going: 'PRINTING' },
    { into: 'PRINTING', waits: 'VALID_HOLDING_BIN', going: 'PRINTING' },
  ])
    it(`an order that cannot be moved to ${into} delays no other order, and moves once it can`, async () => {
      const { errors, log } = recordErrors()
      await using world = await startWorld({ log })
      const mend = await breakSteps(world, into)
      const as = world.enterprise.production.authorization
      const place = (customerOrderId: string) =>
        world.call('/orders/create', { method: 'POST', as, body: orderBody({ customerOrderId }) })
      const statusOf = async (id: string) => (await world.call(`/orders/${id}`, { as })).body.status
      for (const id of ['before', 'broken', 'after']) assert.equal((await place(id)).status, 201)
      await world.settle()
      await world.advance(2 * hour)
      assert.deepEqual(
        [await statusOf('before'), await statusOf('broken'), await statusOf('after')],
        [going, waits, going],
      )
      assert.ok(errors.some(({ message }) => message === 'an order could not be moved on'))
      assert.equal(new Set(errors.map(({ orderId }) => orderId)).size, 1)
      if (waits === 'VALID_HOLDING_BIN') await world.advance(hour) // it has been held for two hours first
      assert.deepEqual(await lateOrders(world), [`broken ${waits}`])

      await mend()
      await world.advance(3 * hour)
      assert.equal(await statusOf('broken'), going)
      assert.deepEqual(await lateOrders(world), [])
      await world.assertSound()
    })

  it('an order that cannot be priced delays no other order', async () => {
    const { errors, log } = recordErrors()
    await using world = await startWorld({ log })
    const operator = world.app.operatorVersions.at(world.now())
    const { finalTaxes } = operator
    operator.finalTaxes = {
      ...finalTaxes,
      quote(orders) {
        if (orders.some(({ to }) => to.postal === '14605')) throw new TypeError('a fault of ours')
        return finalTaxes.quote(orders)
      },
    }
    const customer = program(world, world.charged, 'production')
    await customer.place('before')
    await customer.place('broken', { destination: { ...somewhere, postal: '14605' } })
    await customer.place('after')
    await world.settle()
    const statuses = () => Promise.all(['before', 'broken', 'after'].map(customer.statusOf))
    assert.deepEqual(await statuses(), ['VALID_AWAITING_PAYMENT', 'RECEIVED', 'VALID_AWAITING_PAYMENT'])
    assert.deepEqual(
      errors.map(({ message }) => message),
      ['an order could not be moved on'],
    )

    operator.finalTaxes = finalTaxes
    await world.advance(hour)
    assert.equal((await statuses())[1], 'VALID_AWAITING_PAYMENT')
    await world.assertSound()
  })

  it('an order that cannot be moved at its printer delays no other order', async () => {
    const { errors, log } = recordErrors()
    await using world = await startWorld({ log })
    const mend = await breakRows(world, 'update on print_jobs', 'new.submitted_at is not null')
    const as = world.enterprise.production.authorization
    for (const customerOrderId of ['before', 'broken', 'after'])
      await world.call('/orders/create', { method: 'POST', as, body: orderBody({ customerOrderId }) })
    const submitted = async () => {
      const { rows } = await sql<{ id: string }>`
        select customer_order_id as id from print_jobs where submitted_at is not null order by 1`.execute(
        world.app.database.db,
      )
      return rows.map(({ id }) => id)
    }
    await world.settle()
    await world.advance(2 * hour)
    assert.deepEqual(await submitted(), ['after', 'before'])
    assert.ok(errors.length > 0 && errors.every(({ message }) => message === 'an order could not be moved on'))

    await mend()
    await world.advance(hour)
    assert.deepEqual(await submitted(), ['after', 'before', 'broken'])
    await world.assertSound()
  })

  it('a printer message that cannot be applied stops no other message', async () => {
    await using world = await startWorld()
    const as = world.enterprise.production.authorization
    const ids = ['before', 'broken', 'after']
    for (const customerOrderId of ids)
      await world.call('/orders/create', { method: 'POST', as, body: orderBody({ customerOrderId }) })
    await world.advance(3 * hour)
    const mend = await breakRows(world, 'update on print_jobs', 'new.accepted_at is not null')
    const printer = press(world)
    const prices = { itemsTotal: 20, taxesTotal: 1.5 }
    const accept = async () => {
      const answers = await Promise.all(ids.map(id => printer.tell(id, 'accept', prices)))
      return answers.map(({ status }) => status)
    }
    assert.deepEqual(await accept(), [200, 500, 200])

    await mend()
    assert.deepEqual(await accept(), [200, 200, 200])
    await world.assertSound()
  })

  it('an order that cannot leave the queue of its account delays no other account', async () => {
    const { errors, log } = recordErrors()
    await using world = await startWorld({ log })
    const { charged, enterprise, demo } = world
    const limits = { production: { ordersPer24Hours: 1 } }
    for (const { accountId } of [charged, enterprise]) {
      const as = demo.staff.authorization
      await world.call(`/staff/accounts/${accountId}`, { method: 'PATCH', as, body: { limits } })
    }
    const place = async (as: string, customerOrderId: string) =>
      (await world.call('/orders/create', { method: 'POST', as, body: orderBody({ customerOrderId }) })).body.status
    const [broken, other] = [enterprise.production.authorization, charged.production.authorization]
    assert.deepEqual([await place(broken, 'first'), await place(broken, 'broken')], ['RECEIVED', 'QUEUED'])
    assert.deepEqual([await place(other, 'first'), await place(other, 'plain')], ['RECEIVED', 'QUEUED'])
    const mend = await breakSteps(world, 'RECEIVED')
    await world.advance(25 * hour)
    const statusOf = async (as: string, id: string) => (await world.call(`/orders/${id}`, { as })).body.status
    assert.deepEqual(
      [await statusOf(broken, 'broken'), await statusOf(other, 'plain')],
      ['QUEUED', 'VALID_AWAITING_PAYMENT'],
    )
    assert.ok(errors.every(({ message }) => message === 'an order could not be moved on') && errors.length > 0)

    await mend()
    await world.advance(2 * hour)
    assert.notEqual(await statusOf(broken, 'broken'), 'QUEUED')
    await world.assertSound()
  })
})
