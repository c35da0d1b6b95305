// A parcel is followed after its order has shipped: what its carrier reports reaches the customer.

import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { day, hour, later } from '../../src/base/clock.ts'
import { lockPortion } from '../../src/features/archive/archiveStore.ts'
import { findOrder } from '../../src/orders/orderStore.ts'
import { press, program, support } from '../support/actors.ts'
import { countMore, recentDeliveries } from '../support/recentDeliveries.ts'
import { files, somewhere, startWorld, type World } from '../support/world.ts'

const untilPrinting = 27 * hour

let world: World
let customer: ReturnType<typeof program>
before(async () => {
  world = await startWorld()
  customer = program(world, world.charged, 'production')
})
after(() => world[Symbol.asyncDispose]())

/** An order that ships with a bought label, to an address that decides what becomes of the parcel. */
async function shipLabeled(order: string, address2: string, changes: object = {}) {
  await customer.place(order, { destination: { ...somewhere, address2 }, ...changes })
  await world.advance(untilPrinting)
  const path = `/press/jobs/${(await press(world).jobOf(order)).jobId}`
  const send = (what: string, body: object) =>
    world.call(`${path}/${what}`, { method: 'POST', as: world.demo.printer.authorization, body })
  const { trackingNumber } = (await send('labels', { parcel: 1 })).body
  const shipments = [{ masterTrackingNumber: trackingNumber, packages: [{ trackingNumber }] }]
  assert.equal((await send('ship', { shipments })).status, 200)
  return trackingNumber as string
}
const eventsOf = async (order: string): Promise<string[]> => {
  const { body } = await world.call(`/orders/${order}/events`, { as: customer.as })
  const types = body.events.map(({ type }: { type: string }) => type)
  return types.slice(types.indexOf('OrderShipped') + 1)
}

async function mayBeArchived(customerOrderId: string): Promise<boolean> {
  const { db } = world.app.transactor
  const { accountId } = world.charged
  const { orderId } = (await findOrder(db, { accountId, mode: 'production', customerOrderId }))!
  const [now, endedBefore] = [world.now(), later(world.now(), 365 * day)]
  return db.transaction().execute(tx => {
    const portion = { accountId, month: '2026-03', orderIds: [orderId] }
    return lockPortion(tx, portion, { endedBefore, eraseFirst: false, now })
  })
}

it('an order with a bought label is delivered by the clock, and keeps its status and its tracking', async () => {
  const trackingNumber = await shipLabeled('arrives', '')
  const shipped = await customer.read('arrives')
  assert.equal('delivery' in shipped, false)
  await world.advance(2 * day)
  const [moving] = (await customer.read('arrives')).delivery
  assert.deepEqual([moving.trackingNumber, moving.status], [trackingNumber, 'in_transit'])
  await world.advance(5 * day)
  const order = await customer.read('arrives')
  const [parcel, ...others] = order.delivery
  assert.deepEqual(others, [])
  assert.deepEqual(
    [parcel.status, parcel.carrier, parcel.place.state, parcel.description],
    ['delivered', 'Simulated Post', somewhere.state, 'Delivered'],
  )
  assert.deepEqual([order.status, order.shipmentTracking], ['SHIPPED', shipped.shipmentTracking])
  assert.deepEqual(await eventsOf('arrives'), ['OrderDelivered'])
  assert.deepEqual((await press(world).jobOf('arrives')).delivery, order.delivery)
  await world.assertSound()
})

it('reports compare the day of the delivery with the dates that were promised, by class and state', async () => {
  const [today] = world.now().toISOString().split('T')
  const reportOf = async (as: string, path = '/reports') =>
    (
      await world.call(
        `${path}?from=2026-01-01&to=${later(world.now(), 90 * day)
          .toISOString()
          .slice(0, 10)}`,
        { as },
      )
    ).body
  const before = await reportOf(customer.as)
  await shipLabeled('as-promised', '')
  await shipLabeled('too-late', 'SIM LATE')
  const { estimatedDelivery } = (await customer.read('too-late')).selectedShipping
  await world.advance(30 * day)
  const [late] = (await customer.read('too-late')).delivery
  assert.ok(today! < late.at)
  const report = await reportOf(customer.as)
  const count = (rows: { early: number; onTime: number; late: number }[]) =>
    rows.reduce((sum, row) => sum + row.early + row.onTime + row.late, 0)
  assert.equal(count(report.deliveries) - count(before.deliveries), 2)
  for (const { shippingClassification, state } of report.deliveries)
    assert.deepEqual([shippingClassification, state], ['standard', `US-${somewhere.state}`])
  const lateOrders = report.deliveries.reduce((sum: number, row: { late: number }) => sum + row.late, 0)
  assert.equal(lateOrders > 0, late.at.slice(0, 10) > estimatedDelivery.latest)
  const rate = Math.round((1 - lateOrders / count(report.deliveries)) * 10_000) / 10_000
  assert.equal(report.totals.deliveredOnTimeRate, rate)
  const { deliveries, totals } = await reportOf(world.demo.staff.authorization, '/staff/reports')
  assert.deepEqual([deliveries, totals.deliveredOnTimeRate], [report.deliveries, rate])
})

it('an estimate says about how many recent orders arrived in time, unless they were few or mostly of one account', async () => {
  const puertoRico = { city: 'San Juan', state: 'PR', postal: '00901', country: 'PR' }
  const orderItems = [{ sku: 'NOVEL', quantity: 2, retailPrice: '9.99', product: files }]
  await shipLabeled('to-a-territory', '', { destination: { ...somewhere, ...puertoRico }, orderItems })
  await world.advance(20 * day)
  const few = [
    { account: 'a', orders: 6 },
    { account: 'b', orders: 6 },
    { account: 'c', orders: 500, months: 6 },
    { account: 'c', orders: 6 },
  ]
  const big = { account: 'd', orders: 30 }
  const enough = [
    { account: 'b', orders: 14, result: 'early', months: 5 },
    { account: 'c', orders: 4, result: 'late', months: 1 },
  ] as const
  const territory = [{ country: 'PR' }, { country: 'US', state: 'PR' }]
  for (const [more, expected] of [
    [few, null],
    [[...few, big], null],
    [[...few, big, ...enough], { orders: 50, inTimeShare: 0.9 }],
  ] as const) {
    await using _ = await countMore(world, [...more])
    for (const to of territory) assert.deepEqual(await recentDeliveries(world, to), expected)
  }
  assert.equal(await recentDeliveries(world, { country: 'US', state: 'UT' }), null)
})

it('the parcels of a sandbox order are delivered, returned, or have a problem when its customer says so', async () => {
  const { as } = program(world, world.charged, 'sandbox')
  const simulate = (order: string, outcome: string) =>
    world.call(`/sandbox/orders/${order}/simulate`, { method: 'POST', as, body: { outcome } })
  const typesOf = async (order: string) =>
    (await world.call(`/orders/${order}/events`, { as })).body.events.map(({ type }: { type: string }) => type)
  for (const order of ['toy', 'toys']) {
    await program(world, world.charged, 'sandbox').place(order)
    await world.settle()
    assert.equal((await simulate(order, 'delivered')).status, 409)
    assert.equal((await simulate(order, 'payment_success')).status, 200)
    await world.advance(2 * hour)
    assert.equal((await simulate(order, order === 'toy' ? 'shipped' : 'split_shipment')).status, 200)
  }
  const problem = (await simulate('toy', 'delivery_problem')).body
  assert.deepEqual([problem.status, problem.delivery[0].status], ['SHIPPED', 'exception'])
  assert.equal((await simulate('toy', 'delivered')).body.delivery[0].status, 'delivered')
  assert.deepEqual((await typesOf('toy')).slice(-3), ['OrderShipped', 'OrderDeliveryProblem', 'OrderDelivered'])
  assert.equal((await simulate('toy', 'returned')).status, 409)
  const returned = (await simulate('toys', 'returned')).body
  assert.deepEqual(
    returned.delivery.map(({ status }: { status: string }) => status),
    ['returned', 'returned'],
  )
  assert.equal((await typesOf('toys')).at(-1), 'OrderReturned')
  await world.assertSound()
})

for (const [address2, status, events] of [
  ['SIM ATTEMPTED', 'delivered', ['OrderDeliveryProblem', 'OrderDelivered']],
  ['SIM RETURNED', 'returned', ['OrderDeliveryProblem', 'OrderDeliveryProblem', 'OrderReturned']],
] as const)
  it(`a parcel to ${address2} is ${status} in the end, and each of its problems is reported`, async () => {
    const order = address2.replace(' ', '-')
    await shipLabeled(order, address2)
    await world.advance(12 * day)
    assert.deepEqual([(await customer.read(order)).delivery[0].status, await eventsOf(order)], [status, events])
    await world.assertSound()
  })

it('a returned parcel waits for a decision of the staff, which is recorded once', async () => {
  const order = 'comes-back'
  const trackingNumber = await shipLabeled(order, 'SIM RETURNED')
  const as = world.demo.staff.authorization
  const listed = async () =>
    (await world.call('/staff/returned-parcels', { as })).body.orders.find(
      ({ customerOrderId }: { customerOrderId: string }) => customerOrderId === order,
    )
  const path = `/staff/orders/${world.charged.accountId}/${order}/returned-parcels`
  const decide = (decision: string, trackingNumbers = [trackingNumber]) =>
    world.call(path, { method: 'POST', as, body: { trackingNumbers, decision, reason: 'the street was wrong' } })
  assert.equal(await listed(), undefined)
  assert.deepEqual([(await decide('reprinted')).status, (await decide('resent')).status], [409, 400])
  await world.advance(12 * day)
  assert.deepEqual((await listed()).trackingNumbers, [trackingNumber])
  const counted = async () => (await world.call('/staff/overview', { as })).body.counts.returned
  const before = await counted()
  assert.ok(before > 0)
  assert.equal(await mayBeArchived(order), false)
  assert.equal((await support(world).act(world.charged, order, 'reprint', { reason: 'came back' })).status, 201)
  assert.equal((await decide('reprinted', [trackingNumber, 'SIM1'])).status, 409)
  for (const attempt of ['first', 'again']) assert.equal((await decide('reprinted')).status, 200, attempt)
  assert.deepEqual([await listed(), await counted()], [undefined, before - 1])
  assert.equal((await decide('destroyed')).status, 409)
  assert.equal(await mayBeArchived(order), true)
  await world.assertSound()
})

/** The acts of the staff about a returned parcel of an order. */
function returnedOf(order: string, trackingNumber: string) {
  const as = world.demo.staff.authorization
  const path = `/staff/orders/${world.charged.accountId}/${order}`
  const reason = 'the street was wrong'
  return {
    resend: (destination: object = { ...somewhere, address1: '22 Mended Street' }) =>
      world.call(`${path}/resend`, { method: 'POST', as, body: { trackingNumber, destination, reason } }),
    decide: (decision: string) =>
      world.call(`${path}/returned-parcels`, {
        ...{ method: 'POST', as, body: { trackingNumbers: [trackingNumber], decision, reason } },
      }),
    file: (format: string) => world.call(`${path}/resend?format=${format}&trackingNumber=${trackingNumber}`, { as }),
    async isListed() {
      const { body } = await world.call('/staff/returned-parcels', { as })
      return body.orders.some(({ customerOrderId }: { customerOrderId: string }) => customerOrderId === order)
    },
  }
}

it('the books of a returned parcel are sent again to a mended address, without a charge, and are delivered', async () => {
  const order = 'sent-again'
  const trackingNumber = await shipLabeled(order, 'SIM RETURNED')
  const { resend, decide, file, isListed } = returnedOf(order, trackingNumber)
  assert.equal((await resend()).status, 409)
  await world.advance(12 * day)
  const before = await customer.read(order)
  const { status, body } = await resend({ ...somewhere, postal: '1' })
  assert.deepEqual([status, body.code], [409, 'change_not_possible'])
  const label = (await resend()).body
  assert.deepEqual([label.status, label.resends, await isListed()], ['bought', trackingNumber, false])
  assert.equal((await resend()).body.labelId, label.labelId)
  assert.deepEqual([(await resend(somewhere)).status, (await decide('refunded')).status], [409, 409])
  assert.match((await file('ZPL')).body, /22 MENDED STREET/i)
  const { jobId } = await press(world).jobOf(order)
  const voidIt = () =>
    world.call(`/press/jobs/${jobId}/labels/${label.labelId}/void`, {
      ...{ method: 'POST', as: world.demo.printer.authorization },
    })
  const sent = await customer.read(order)
  assert.deepEqual(
    sent.delivery.map((parcel: { trackingNumber: string; status: string; resends?: string }) => [
      ...[parcel.trackingNumber, parcel.status, parcel.resends],
    ]),
    [
      [trackingNumber, 'returned', undefined],
      [label.trackingNumber, 'announced', trackingNumber],
    ],
  )
  assert.equal(await mayBeArchived(order), false)
  const found = await world.call(`/staff/search?search=${label.trackingNumber.slice(0, -1)}`, {
    as: world.demo.staff.authorization,
  })
  assert.deepEqual(
    found.body.orders.map((one: { customerOrderId: string }) => one.customerOrderId),
    [order],
  )
  await world.advance(8 * day)
  assert.deepEqual([(await voidIt()).status, (await decide('refunded')).status], [409, 409])
  const { delivery, ...after } = await customer.read(order)
  assert.deepEqual([delivery[1].status, delivery[1].resends], ['delivered', trackingNumber])
  assert.deepEqual(
    [after.status, after.shipmentTracking, after.pricing],
    ['SHIPPED', before.shipmentTracking, before.pricing],
  )
  assert.equal((await eventsOf(order)).at(-1), 'OrderDelivered')
  assert.equal((await eventsOf(order)).filter(type => type === 'OrderDelivered').length, 1)
  assert.equal(await mayBeArchived(order), true)
  await world.assertSound()
})

it('the label of a resent parcel is given back before the carrier has it, and the staff decide again', async () => {
  const order = 'not-sent-again'
  const trackingNumber = await shipLabeled(order, 'SIM RETURNED')
  const { resend, decide, isListed } = returnedOf(order, trackingNumber)
  await world.advance(12 * day)
  const { jobId } = await press(world).jobOf(order)
  const giveBack = async ({ labelId }: { labelId: string }) =>
    (
      await world.call(`/press/jobs/${jobId}/labels/${labelId}/void`, {
        ...{ method: 'POST', as: world.demo.printer.authorization },
      })
    ).body
  const label = (await resend({ ...somewhere, address2: 'SIM VOID LATER' })).body
  assert.deepEqual([(await giveBack(label)).status, await isListed()], ['void_requested', true])
  assert.equal((await giveBack(label)).status, 'void_requested')
  assert.deepEqual(
    (await customer.read(order)).delivery.map((parcel: { trackingNumber: string }) => parcel.trackingNumber),
    [trackingNumber],
  )
  const another = (await resend()).body
  assert.notEqual(another.labelId, label.labelId)
  await world.advance(2 * day)
  assert.equal((await giveBack(label)).status, 'voided')
  assert.deepEqual([await isListed(), (await decide('destroyed')).status], [false, 409])
  await world.assertSound()
})

it('a carrier that refuses the mended address lets the staff decide again', async () => {
  const trackingNumber = await shipLabeled('refused-again', 'SIM RETURNED')
  const { resend, decide, isListed } = returnedOf('refused-again', trackingNumber)
  await world.advance(12 * day)
  const label = (await resend({ ...somewhere, address2: 'SIM REFUSED' })).body
  assert.deepEqual([label.status, label.trackingNumber, await isListed()], ['failed', null, true])
  assert.equal((await resend({ ...somewhere, address2: 'SIM LOST ANSWER' })).body.status, 'requested')
  assert.deepEqual([await isListed(), (await decide('destroyed')).status], [false, 409])
  await world.advance(day)
  assert.equal((await resend({ ...somewhere, address2: 'SIM LOST ANSWER' })).body.status, 'bought')
  await world.assertSound()
})

it('of two staff members who decide at once about a returned parcel, the first decides', async () => {
  const orders = ['raced-a', 'raced-b']
  const numbers: string[] = []
  for (const order of orders) numbers.push(await shipLabeled(order, 'SIM RETURNED'))
  await world.advance(12 * day)
  for (const [i, order] of orders.entries()) {
    const { resend, decide } = returnedOf(order, numbers[i]!)
    const answers = await Promise.all(i === 0 ? [resend(), decide('refunded')] : [decide('refunded'), resend()])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
  }
  await world.assertSound()
})
