// An account that becomes an enterprise account and stops being one: each order keeps the billing that it was created
// with.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { day, hour } from '../../src/base/clock.ts'
import { type Answer, orderBody, startWorld } from '../support/world.ts'

it('turning an account into an enterprise touches only orders created afterwards, and back again', async () => {
  await using world = await startWorld()
  const { accountId, production } = world.charged
  const as = production.authorization
  const place = (customerOrderId: string) =>
    world.call('/orders/create', { method: 'POST', as, body: orderBody({ customerOrderId }) })
  const read = async (id: string) => (await world.call(`/orders/${id}`, { as })).body
  const turn = async (enterprise: boolean) => {
    const call = { method: 'PATCH' as const, as: world.demo.staff.authorization, body: { enterprise } }
    assert.equal((await world.call(`/staff/accounts/${accountId}`, call)).status, 200)
  }
  const printer = world.demo.printer.authorization
  const tell = async (customerOrderId: string, what: string, body?: unknown): Promise<Answer> => {
    const { jobs } = (await world.call('/press/jobs?status=all', { as: printer })).body
    const job = jobs.find((one: { customerOrderId: string }) => one.customerOrderId === customerOrderId)
    return world.call(`/press/jobs/${job.jobId}/${what}`, { method: 'POST', as: printer, ...(body ? { body } : {}) })
  }

  const before = (await place('before')).body
  assert.ok(before.pricing.orderTotal > 0)
  await turn(true)
  const after = (await place('after')).body
  assert.equal('pricing' in after, false)
  assert.deepEqual(after.paymentInfo, { total: null, status: 'NOT_CHARGED' })
  await turn(false)
  assert.ok((await place('again')).body.pricing.orderTotal > 0)
  await turn(true)

  await world.advance(day)
  for (const id of ['before', 'again']) {
    const order = await read(id)
    assert.equal(order.paymentInfo.status, 'SUCCEEDED', `${id} is charged as it was created`)
    assert.equal(order.paymentInfo.total, order.pricing.orderTotal)
    assert.ok(order.pricing.fulfillmentTotal > 0)
  }
  const { charges } = (await world.call('/dashboard/api/charges', { cookie: await world.signIn(world.charged.user) }))
    .body
  assert.deepEqual(
    charges.flatMap(({ orders }: { orders: { customerOrderId: string }[] }) => orders.map(one => one.customerOrderId)),
    ['before', 'again'],
  )

  // Null is not yet priced; a price of nothing is a price.
  const enterprise = await read('after')
  assert.deepEqual([enterprise.status, 'pricing' in enterprise], ['PRINTING', false])
  assert.equal((await tell('after', 'accept', { itemsTotal: 0, taxesTotal: 0 })).status, 200)
  const items = { itemsTotal: 0, taxesTotal: 0, currency: 'USD' }
  const priced = await read('after')
  assert.deepEqual(priced.pricing, { ...items, shippingTotal: null, orderTotal: null, final: false })
  assert.deepEqual([priced.selectedShipping.price, priced.paymentInfo.total], [null, null])
  const ticketOf = async (id: string) => {
    const { jobs } = (await world.call('/press/jobs?status=all', { as: printer })).body
    const { jobId } = jobs.find((one: { customerOrderId: string }) => one.customerOrderId === id)
    return (await world.call(`/press/jobs/${jobId}`, { as: printer })).body
  }
  assert.deepEqual((await ticketOf('after')).prices, { itemsTotal: 0, taxesTotal: 0, shippingTotal: null })
  const parcel = { shipments: [{ masterTrackingNumber: '1Z', carrier: 'UPS', packages: [{ trackingNumber: '1Z' }] }] }
  assert.equal((await tell('after', 'ship', { ...parcel, shippingTotal: 0 })).status, 200)
  assert.deepEqual((await ticketOf('after')).prices, { itemsTotal: 0, taxesTotal: 0, shippingTotal: 0 })
  const shipped = await read('after')
  assert.deepEqual(shipped.pricing, { ...items, shippingTotal: 0, orderTotal: 0, final: true })
  assert.deepEqual([shipped.selectedShipping.price, shipped.paymentInfo.total], [0, 0])

  await world.advance(2 * hour)
  assert.equal((await tell('before', 'accept')).status, 200, 'the printer sets no price of an order that was charged')
  assert.equal((await ticketOf('before')).prices, null)
  const unchanged = await read('before')
  assert.deepEqual(unchanged.pricing.orderTotal, unchanged.paymentInfo.total)
  await world.assertSound()
})
