import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { day } from '../../src/base/clock.ts'
import { member, program, support } from '../support/actors.ts'
import { orderBody, startWorld } from '../support/world.ts'

const withKey = (key: string) => ({ 'idempotency-key': key })

describe('a create with an idempotency key', () => {
  it('a repeated create with an idempotency key returns the order as it was created, and takes no second slot', async () => {
    await using world = await startWorld()
    const { create, read, statusOf } = program(world, world.charged, 'production')
    await support(world).change(world.charged, {
      limits: { production: { ordersPer24Hours: 1, queueCeiling: 2 } },
    })
    const asked = {
      received: orderBody(),
      queued: orderBody({ customerOrderId: 'queued' }),
      rejected: orderBody({ customerOrderId: 'rejected' }),
      failed: orderBody({ shippingClassification: 'none' }),
    }
    const sendAll = async () => {
      const answers: unknown[] = []
      for (const [key, body] of Object.entries(asked)) {
        const { status, body: order } = await create(body, withKey(key))
        assert.deepEqual([status, order.status], [201, key.toUpperCase()])
        answers.push(order)
      }
      return answers as { customerOrderId: string }[]
    }
    const first = await sendAll()
    assert.deepEqual(await sendAll(), first)
    await world.advance(3 * day)
    assert.deepEqual(await sendAll(), first)
    assert.equal(await statusOf(first[0]!.customerOrderId), 'PRINTING')
    assert.equal((await read('queued')).status, 'PRINTING')
    await world.assertSound()
  })

  it('many creates at once with the same idempotency key are one order, with an identifier or without', async () => {
    await using world = await startWorld()
    const { create } = program(world, world.charged, 'production')
    for (const [key, body] of Object.entries({ named: orderBody({ customerOrderId: 'a' }), unnamed: orderBody() })) {
      const answers = await Promise.all(Array.from({ length: 20 }, () => create(body, withKey(key))))
      for (const { status, body: order } of answers) {
        assert.equal(status, 201)
        assert.deepEqual(order, answers[0]!.body)
      }
    }
    await world.assertSound()
  })

  it('a create with an idempotency key is refused when the key was used for another order of the account and mode, also at the same instant', async () => {
    await using world = await startWorld()
    const { create } = program(world, world.charged, 'production')
    const ask = (payload: string) => create(orderBody({ payload }), withKey('k'))
    const [one, other] = await Promise.all([ask('one'), ask('other')])
    assert.equal(one.status, 201)
    for (const { status, body } of [other, await ask('another')])
      assert.deepEqual([status, body.code], [422, 'request_key_reused'])
    const elsewhere = [program(world, world.charged, 'sandbox'), program(world, world.enterprise, 'production')]
    for (const { create } of elsewhere)
      assert.equal((await create(orderBody({ payload: 'other' }), withKey('k'))).status, 201)
    for (const key of ['', 'a b', 'é', 'x'.repeat(201)])
      assert.equal((await create(orderBody(), withKey(key))).status, 400, key)
  })

  it('a create with an idempotency key starts again when the first request was refused or the sandbox was emptied', async () => {
    await using world = await startWorld()
    const { create, place } = program(world, world.charged, 'sandbox')
    await place('used')
    const ask = (customerOrderId: string) => create(orderBody({ customerOrderId }), withKey('k'))
    assert.equal((await ask('used')).body.code, 'duplicate_order_id')
    assert.equal((await ask('free')).status, 201)
    const { ask: change } = await member(world, world.charged)
    assert.equal((await change('DELETE', '/sandbox/orders')).status, 200)
    assert.equal((await ask('other')).status, 201)
  })
})
