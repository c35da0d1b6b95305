import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { oweRefunds } from '../../src/features/money/refunds.ts'
import type { PlaceOrderRequest } from '../../src/features/placing/drafts.ts'
import { createPlaceOrder } from '../../src/features/placing/placeOrders.ts'
import { orderPath, program } from '../support/actors.ts'
import { files, orderBody, startWorld } from '../support/world.ts'

describe('placing in groups', () => {
  it('an order whose value the database refuses fails no other order of its group', async () => {
    await using world = await startWorld()
    const { database, clock, newId, operatorVersions } = world.app
    const afterCommit = { wake: () => {} }
    const place = createPlaceOrder(
      { transactor: { db: database.db, afterCommit, newId, oweRefunds }, clock, operatorVersions },
      database.kind,
    )
    const order = (customerOrderId: string): PlaceOrderRequest => ({
      accountId: world.charged.accountId,
      mode: 'production',
      customerOrderId,
      request: { currency: 'USD', ...orderBody() } as unknown as PlaceOrderRequest['request'],
      warnings: [],
      actor: 'test',
      requestKey: null,
    })
    // No schema stands before the function: NUL is what PostgreSQL's text cannot hold.
    const answers = await Promise.allSettled(['good', 'bad\u0000', 'fine'].map(id => place(order(id))))
    assert.deepEqual(
      answers.map(answer => (answer.status === 'fulfilled' ? answer.value.status : answer.status)),
      ['RECEIVED', 'rejected', 'RECEIVED'],
    )
    await world.assertSound()
  })

  it('an order that meets a fault of the service fails no other order of its group', async () => {
    await using world = await startWorld()
    const { catalog } = world.app.operatorVersions.at(world.now())
    const { manufacturingSku } = world.charged.products.find(({ sku }) => sku === 'KEEPSAKE')!
    const { get } = catalog
    catalog.get = name => {
      if (name === manufacturingSku) throw new TypeError('a fault of ours')
      return get(name)
    }
    const customer = program(world, world.charged, 'production')
    const answers = await Promise.all(
      ['NOVEL', 'KEEPSAKE', 'NOVEL'].map(sku =>
        customer.create(orderBody({ orderItems: [{ sku, quantity: 1, product: files }] })),
      ),
    )
    assert.deepEqual(
      answers.map(({ status }) => status),
      [201, 500, 201],
    )
    await world.assertSound()
  })
})

describe('reading in groups', () => {
  it('an order that cannot be shown fails no other read of its group', async () => {
    await using world = await startWorld()
    const customer = program(world, world.charged, 'production')
    const ids = ['before', 'broken', 'after']
    for (const id of ids) await customer.place(id)
    await sql`update orders set state = '{}' where customer_order_id = 'broken'`.execute(world.app.database.db)
    const answers = await Promise.all(ids.map(id => world.call(orderPath(id), { as: customer.as })))
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 500, 200],
    )
  })
})
