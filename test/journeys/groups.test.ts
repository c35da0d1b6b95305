import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PlaceOrder } from '../../src/orders/placing/drafts.ts'
import { orderPlacer } from '../../src/orders/placing/place.ts'
import { orderBody, startWorld } from '../world.ts'

describe('placing in groups', () => {
  it('an order whose value the database refuses takes no other of its group along', async () => {
    await using world = await startWorld()
    const { database, clock, newId, operator } = world.app
    const bells = { wake: async () => {}, ring: () => {} }
    const place = orderPlacer({ shell: { db: database.db, bells, newId }, clock, operator })
    const order = (customerOrderId: string): PlaceOrder => ({
      accountId: world.charged.accountId,
      mode: 'production',
      customerOrderId,
      request: { currency: 'USD', ...orderBody() } as unknown as PlaceOrder['request'],
      warnings: [],
      actor: 'test',
    })
    // No schema stands before the function: NUL is what PostgreSQL's text cannot hold.
    const answers = await Promise.allSettled(['good', 'bad\u0000', 'fine'].map(id => place(order(id))))
    assert.deepEqual(
      answers.map(answer => (answer.status === 'fulfilled' ? answer.value.status : answer.status)),
      ['RECEIVED', 'rejected', 'RECEIVED'],
    )
    await world.assertSound()
  })
})
