import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { day, hour, later } from '../../src/base/clock.ts'
import { plusInterval } from '../../src/db/instants.ts'
import { holderMails, member, program, support } from '../support/actors.ts'
import { startReceiver, startWorld, type World } from '../support/world.ts'

async function limitedTo(world: World, ordersPer24Hours: number, queueCeiling: number) {
  const limit = { ordersPer24Hours, queueCeiling }
  const { status } = await support(world).change(world.charged, { limits: { production: limit, sandbox: limit } })
  assert.equal(status, 200)
  return program(world, world.charged, 'production')
}

const waiting = async (world: World) =>
  (await world.call('/orders?status=QUEUED', { as: world.charged.production.authorization })).body.orders
    .map((one: { customerOrderId: string }) => one.customerOrderId)
    .reverse()

const mailsAboutLimits = async (world: World) =>
  (await holderMails(world, world.charged)).filter(({ subject }) => /limit/.test(subject))

describe('the limit of 24 hours', () => {
  it('the 24-hour limit admits orders, queues orders up to the ceiling, rejects the rest, and sends a webhook for each', async () => {
    await using world = await startWorld()
    await using receiver = await startReceiver(() => world.charged.production.webhookSecret)
    const customer = await limitedTo(world, 2, 4)
    const statuses = []
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) {
      const order = await customer.place(id, { webhookUrl: receiver.url })
      statuses.push(order.status)
      if (order.status !== 'REJECTED') continue
      assert.deepEqual([order.pricing, order.actions], [undefined, []])
      const [{ code, detail }] = order.errors
      assert.equal(code, 'queue_ceiling_reached')
      assert.match(detail, /4 orders received in 24 hours or queued; got 2 received and 2 queued; .* after 20\d\d-/)
    }
    assert.deepEqual(statuses, ['RECEIVED', 'RECEIVED', 'QUEUED', 'QUEUED', 'REJECTED', 'REJECTED'])
    await world.settle()
    const kindOf = (id: string) => receiver.received.find(({ data }) => data.customerOrderId === id)!.type
    assert.deepEqual(['a', 'c', 'e'].map(kindOf), ['OrderReceived', 'OrderQueued', 'OrderExceedsLimitQueue'])
    assert.equal((await customer.create({})).status, 400)
    const again = await customer.cancel('e')
    assert.deepEqual([again.status, again.body.code], [409, 'order_not_cancellable'])
    await world.advance(5 * day)
    assert.equal(await customer.statusOf('e'), 'REJECTED')
    await world.assertSound()
  })

  it('when a slot of the 24-hour limit is 24 hours old, the first order in the queue takes it, and no order overtakes', async () => {
    await using world = await startWorld()
    await using receiver = await startReceiver(() => world.charged.production.webhookSecret)
    const customer = await limitedTo(world, 2, 10)
    await customer.place('a')
    await world.advance(hour)
    await customer.place('b')
    for (const id of ['c', 'd', 'e']) await customer.place(id, { webhookUrl: receiver.url })
    await world.advance(23 * hour - 1)
    assert.deepEqual(await waiting(world), ['c', 'd', 'e'])
    const before = await customer.read('c')
    await world.advance(1)
    assert.deepEqual(await waiting(world), ['d', 'e'])
    const releasedOrder = receiver.received.find(({ type }) => type === 'OrderReleased')!.data
    assert.equal(releasedOrder.customerOrderId, 'c')
    assert.ok(
      before.estimatedShipDate < releasedOrder.estimatedShipDate!,
      `${before.estimatedShipDate} ${releasedOrder.estimatedShipDate}`,
    )
    assert.notDeepEqual(releasedOrder.selectedShipping, before.selectedShipping)
    assert.deepEqual((await customer.read('c')).selectedShipping, releasedOrder.selectedShipping)
    assert.equal((await customer.place('f')).status, 'QUEUED')
    assert.ok(receiver.kinds().includes('OrderReleased'))
    await world.advance(hour)
    assert.deepEqual(await waiting(world), ['e', 'f'])
    await world.advance(day)
    assert.deepEqual(await waiting(world), [])
    await world.assertSound()
  })

  it('a failed order takes no slot of the 24-hour limit, and a cancellation gives no slot back', async () => {
    await using world = await startWorld()
    const customer = await limitedTo(world, 2, 3)
    for (const id of ['x', 'y', 'z']) {
      assert.equal((await customer.place(id, { shippingClassification: 'none' })).status, 'FAILED')
    }
    assert.equal((await customer.place('a')).status, 'RECEIVED')
    await world.settle()
    await customer.cancel('a')
    assert.equal((await customer.place('b')).status, 'RECEIVED')
    assert.equal((await customer.place('c')).status, 'QUEUED')
    assert.equal((await customer.place('d')).status, 'REJECTED')
    assert.equal((await customer.place('w', { shippingClassification: 'none' })).status, 'FAILED')
    await world.assertSound()
  })

  it('canceling a queued order makes space in the queue', async () => {
    await using world = await startWorld()
    const customer = await limitedTo(world, 1, 2)
    await customer.place('a')
    await customer.place('b')
    assert.equal((await customer.place('c')).status, 'REJECTED')
    assert.equal((await customer.cancel('b')).body.status, 'CANCELLED')
    assert.equal((await customer.place('d')).status, 'QUEUED')
    await world.advance(day)
    assert.deepEqual([await customer.statusOf('b'), await waiting(world)], ['CANCELLED', []])
    await world.assertSound()
  })

  it('raising the 24-hour limit releases queued orders at once, in their order', async () => {
    await using world = await startWorld()
    const customer = await limitedTo(world, 1, 20)
    for (const id of ['a', 'b', 'c', 'd']) await customer.place(id)
    await limitedTo(world, 3, 20)
    await world.settle()
    assert.deepEqual(await waiting(world), ['d'])
    await limitedTo(world, 0, 20)
    await world.advance(2 * day)
    assert.deepEqual(await waiting(world), ['d'])
    await limitedTo(world, 1, 20)
    await world.settle()
    assert.deepEqual(await waiting(world), [])
    await world.assertSound()
  })

  it('emptying the sandbox resets its 24-hour limit and its identifiers', async () => {
    await using world = await startWorld()
    const customer = program(world, world.charged, 'sandbox')
    const owner = await member(world, world.charged)
    for (let i = 0; i < 51; i++) await customer.place(`o${i}`)
    assert.equal(await customer.statusOf('o50'), 'REJECTED')
    await program(world, world.enterprise, 'sandbox').place('theirs')
    await program(world, world.charged, 'production').place('real')
    await world.advance(day)

    const { status, body } = await owner.ask('DELETE', '/sandbox/orders')
    assert.deepEqual([status, body], [200, { deleted: 51, done: true }])
    assert.deepEqual((await owner.ask('GET', '/sandbox/orders')).body.orders, [])
    assert.deepEqual((await owner.ask('GET', '/sandbox/deliveries')).body.deliveries, [])
    assert.equal((await customer.place('o0')).status, 'RECEIVED')
    assert.equal(await program(world, world.enterprise, 'sandbox').statusOf('theirs'), 'PRINTING')
    assert.equal(await program(world, world.charged, 'production').statusOf('real'), 'PRINTING')
    const [entry] = (await owner.ask('GET', '/audit')).body.entries
    assert.deepEqual([entry.action, entry.details], ['sandbox_emptied', { orders: 51 }])
    await world.assertSound()
  })

  it('the 24-hour limit of a sandbox rejects at once, without a queue and without a webhook', async () => {
    await using world = await startWorld()
    await using receiver = await startReceiver(() => world.charged.sandbox.webhookSecret)
    await limitedTo(world, 1, 350)
    const customer = program(world, world.charged, 'sandbox')
    const first = await customer.place('a')
    assert.equal(first.status, 'RECEIVED')
    const over = await customer.place('b', { webhookUrl: receiver.url })
    assert.equal(over.status, 'REJECTED')
    assert.equal(over.errors[0].code, 'order_limit_reached')
    const freeAt = new Date(Date.parse(first.createdAt) + day).toISOString()
    assert.ok(over.errors[0].detail.includes(`after ${freeAt},`), over.errors[0].detail)
    assert.deepEqual((await customer.read('b')).errors, over.errors)
    await world.settle()
    assert.deepEqual(receiver.received, [])
    assert.equal((await program(world, world.charged, 'production').place('c')).status, 'RECEIVED')
    await world.advance(day)
    assert.equal(await customer.statusOf('b'), 'REJECTED')
    assert.equal((await customer.place('d')).status, 'RECEIVED')
    await world.assertSound()
  })

  it('each queued order has its position in the queue and the time of its release, and is released then', async () => {
    await using world = await startWorld()
    const customer = await limitedTo(world, 2, 9)
    const { ask } = await member(world, world.charged)
    const turnOf = async (id: string) => (await ask('GET', `/production/orders/${id}`)).body.turn
    const begun = world.now()
    const at = (ms: number) => later(begun, ms).toISOString()
    await customer.place('a')
    await world.advance(hour)
    for (const id of ['b', 'c', 'd', 'e', 'f']) await customer.place(id)
    assert.equal(await turnOf('b'), null)
    assert.deepEqual(await turnOf('c'), { place: 1, at: at(day) })
    assert.deepEqual(await turnOf('d'), { place: 2, at: at(day + hour) })
    assert.deepEqual(await turnOf('f'), { place: 4, at: at(2 * day + hour) })
    await customer.cancel('c')
    assert.deepEqual(await turnOf('f'), { place: 3, at: at(2 * day) })
    assert.deepEqual(await waiting(world), ['d', 'e', 'f'])
    await world.advance(2 * day - hour - 1)
    assert.deepEqual(await waiting(world), ['f'])
    await world.advance(1)
    assert.deepEqual(await waiting(world), [])

    await limitedTo(world, 0, 9)
    await customer.place('g')
    assert.deepEqual(await turnOf('g'), { place: 1, at: null })
  })

  it('the account gets one email in 24 hours about queued orders, and one about rejected orders', async () => {
    await using world = await startWorld()
    const customer = await limitedTo(world, 1, 3)
    const subjects = async () => (await mailsAboutLimits(world)).map(({ subject }) => subject.split(':')[0])
    for (const id of ['a', 'b', 'c', 'd', 'e']) await customer.place(id)
    assert.deepEqual(await subjects(), ['Your orders are waiting', 'Orders were rejected'])
    await world.advance(day - 1)
    for (const id of ['f', 'g']) await customer.place(id)
    assert.equal((await subjects()).length, 2)
    await world.advance(1)
    for (const id of ['h', 'i', 'j']) await customer.place(id)
    assert.deepEqual((await subjects()).slice(2).sort(), ['Orders were rejected', 'Your orders are waiting'])
    await world.assertSound()
  })

  it('the account gets one email when orders of both modes are rejected, though the sandbox was emptied', async () => {
    await using world = await startWorld()
    const customer = await limitedTo(world, 1, 1)
    const owner = await member(world, world.charged)
    await support(world).change(world.charged, { limits: { sandbox: { ordersPer24Hours: 0 } } })
    const toy = program(world, world.charged, 'sandbox')
    assert.equal((await toy.place('toy')).status, 'REJECTED')
    await customer.place('a')
    assert.equal((await customer.place('b')).status, 'REJECTED')
    assert.equal((await owner.ask('DELETE', '/sandbox/orders')).status, 200)
    assert.equal((await toy.place('toy')).status, 'REJECTED')
    assert.equal((await mailsAboutLimits(world)).length, 1)
    await world.advance(day)
    assert.equal((await customer.place('c')).status, 'RECEIVED')
    assert.equal((await customer.place('d')).status, 'REJECTED')
    assert.equal((await mailsAboutLimits(world)).length, 2)
  })

  it('an order that a fast clock dated into the future takes its slot for a day from now', async () => {
    await using world = await startWorld()
    const { db } = world.app.database
    const customer = await limitedTo(world, 2, 4)
    for (const id of ['a', 'b']) await customer.place(id)
    for (const [table, column] of [
      ['orders', 'received_at'],
      ['order_limits', 'last_received_at'],
    ] as const) {
      const at = plusInterval(sql.ref(column), sql`interval '60 hours'`)
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${at}`.execute(db)
    }
    for (const id of ['c', 'd']) assert.equal((await customer.place(id)).status, 'QUEUED')
    await world.advance(hour)
    assert.deepEqual(await waiting(world), ['c', 'd'])
    await world.advance(day)
    assert.deepEqual(await waiting(world), [])
    await world.advance(day)
    assert.equal((await customer.place('e')).status, 'RECEIVED')
    await world.assertSound()
  })

  it('each account and mode has its own 24-hour limit', async () => {
    await using world = await startWorld()
    const customer = await limitedTo(world, 1, 1)
    await customer.place('a')
    assert.equal((await customer.place('b')).status, 'REJECTED')
    assert.equal((await program(world, world.charged, 'sandbox').place('c')).status, 'RECEIVED')
    assert.equal((await program(world, world.enterprise, 'production').place('d')).status, 'RECEIVED')
  })
})
