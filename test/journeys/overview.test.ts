// What the dashboard shows first, and the words in which it describes orders.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { hour } from '../../src/base/clock.ts'
import { lifecycle, statuses } from '../../src/orders/lifecycle.ts'
import { member, program } from '../support/actors.ts'
import { orderBody, startWorld, type World } from '../support/world.ts'

describe('the overview of an account', () => {
  let world: World
  before(async () => {
    world = await startWorld()
  })
  after(() => world[Symbol.asyncDispose]())

  it('the overview of an account is all zeros before the first order, with the next charge at 02:00 UTC', async () => {
    const { ask } = await member(world, world.charged)
    const { status, body } = await ask('GET', '/production/overview')
    assert.equal(status, 200)
    assert.deepEqual(body.limit, { ordersPer24Hours: 50, received: 0, queueCeiling: 350, queued: 0, nextPlaceAt: null })
    assert.deepEqual(body.charge, { at: '2026-03-03T02:00:00.000Z', orders: 0, amount: 0, declined: 0, hasCard: true })
    assert.deepEqual(body.webhooks, { lookedAt: 0, delivered: 0, pending: 0, retrying: 0, failed: 0 })
    assert.equal(body.days.length, 14)
    assert.equal(body.days.at(-1).day, '2026-03-02')
    assert.ok(body.open.every(({ orders }: { orders: number }) => orders === 0))
  })

  it('the overview of an account has counts of orders by day and status, the limit, and the next charge', async () => {
    const { create, read } = program(world, world.charged, 'production')
    await create(orderBody({ customerOrderId: 'first', 'odd\0\ud83d': 'no database can look into that' }))
    const [odd] = (await read('first')).warnings
    assert.deepEqual([odd.code, odd.pointer], ['unknown_field', '/odd\uFFFD\uFFFD'])
    await world.settle()
    await world.advance(13 * hour) // the next day in UTC, before the charge
    await create(orderBody({ customerOrderId: 'second' }))
    await create(orderBody({ customerOrderId: 'hopeless', orderItems: [{ sku: 'NOTHING' }] }))
    await world.settle()
    const { ask } = await member(world, world.charged)
    const { body } = await ask('GET', '/production/overview')
    assert.equal(body.limit.received, 2)
    assert.equal(body.limit.nextPlaceAt, '2026-03-03T12:00:00.000Z')
    assert.deepEqual(body.days.at(-2), { day: '2026-03-02', counts: [{ status: 'VALID_AWAITING_PAYMENT', orders: 1 }] })
    assert.equal(body.days.at(-1).day, '2026-03-03')
    const counted = Object.fromEntries(
      body.days.at(-1).counts.map(({ status, orders }: { status: string; orders: number }) => [status, orders]),
    )
    assert.deepEqual(counted, { VALID_AWAITING_PAYMENT: 1, FAILED: 1 })
    const totals = await Promise.all(['first', 'second'].map(async id => (await read(id)).paymentInfo.total))
    assert.equal(body.charge.orders, 2)
    assert.equal(Math.round(100 * body.charge.amount), Math.round(100 * (totals[0] + totals[1])))
    assert.equal(body.capped, false)
  })

  it('the overview of an account says whether there is a card that the current payment provider can charge', async () => {
    const { ask } = await member(world, world.charged)
    const hasCard = async () => (await ask('GET', '/production/overview')).body.charge.hasCard
    const movedTo = (provider: string) => sql`update cards set provider = ${provider}`.execute(world.app.database.db)
    await movedTo('one before')
    assert.equal(await hasCard(), false)
    assert.deepEqual((await ask('GET', '/cards')).body.cards, [])
    await movedTo(world.app.payments.name)
    assert.equal(await hasCard(), true)
  })

  it('the overview of an account shows nothing of the other mode, and no charge where there is none', async () => {
    const { ask } = await member(world, world.charged)
    const { body } = await ask('GET', '/sandbox/overview')
    assert.equal(body.limit.received, 0)
    assert.equal(body.charge, null)
    const enterprise = await member(world, world.enterprise)
    assert.equal((await enterprise.ask('GET', '/production/overview')).body.charge, null)
  })

  it('the overview of an account has words for every status and event of the lifecycle, and the simulations of the current status', async () => {
    const { ask } = await member(world, world.charged)
    const { body } = await ask('GET', '/words')
    assert.deepEqual(
      body.statuses.map(({ status }: { status: string }) => status),
      Object.keys(statuses),
    )
    assert.deepEqual(
      body.events
        .filter(({ status }: { status: string | null }) => status === null)
        .map(({ on }: { on: string }) => on)
        .sort(),
      [...new Set(lifecycle.map(({ on }) => on))].sort(),
    )
    for (const { on, status } of body.events.filter((one: { status: string | null }) => one.status !== null))
      assert.ok(
        lifecycle.some(edge => edge.on === on && edge.to === status),
        `${on} leads to ${status}`,
      )
    const outcomesIn = (wanted: string) =>
      body.statuses
        .find(({ status }: { status: string }) => status === wanted)
        .simulations.map(({ outcome }: { outcome: string }) => outcome)
    assert.deepEqual(outcomesIn('VALID_AWAITING_PAYMENT'), ['payment_success', 'payment_failure'])
    assert.deepEqual(outcomesIn('PRINTING'), [
      'accepted',
      'shipped',
      'change_accepted',
      'change_refused',
      'problem',
      'refused',
      'printed',
      'delayed',
      'split_shipment',
      'contradiction',
      'silent',
    ])
    assert.deepEqual(outcomesIn('EXCEPTION'), ['resumed', 'revalidated', 'abandoned'])
    for (const status of ['VALIDATING', 'VALID_HOLDING_BIN']) assert.deepEqual(outcomesIn(status), [])
    assert.deepEqual(outcomesIn('SHIPPED'), ['delivered', 'returned', 'delivery_problem'])
  })

  it('orders placed by hand appear in the overview of an account, and equal the orders of a program', async () => {
    const { ask } = await member(world, world.charged)
    const placed = await ask('POST', '/sandbox/orders', orderBody({ customerOrderId: 'by-hand' }))
    assert.equal(placed.status, 201)
    assert.equal(placed.body.mode, 'sandbox')
    assert.equal((await program(world, world.charged, 'sandbox').read('by-hand')).createdAt, placed.body.createdAt)
    const again = await ask('POST', '/sandbox/orders', orderBody({ customerOrderId: 'by-hand' }))
    assert.equal(again.body.code, 'duplicate_order_id')
    const { orderItems } = orderBody()
    const estimate = await ask('POST', '/estimate', { destination: { country: 'US', state: 'NY' }, orderItems })
    assert.deepEqual(
      estimate.body.options.map((one: { shippingClassification: string }) => one.shippingClassification).sort(),
      ['expedited', 'rush', 'standard'],
    )
    const { body } = await ask('GET', '/catalogue/PB-0600X0900-BW-60W/prices')
    assert.equal(body.quantities[0], 1)
    const alone = body.points[0].perCopy
    assert.ok(alone[0] > alone.at(-1), 'many copies cost less each')
    assert.equal((await ask('GET', '/catalogue/NONE-SUCH/prices')).status, 404)
  })
})
