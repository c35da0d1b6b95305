import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { day, hour } from '../../src/base/clock.ts'
import { orderBody, startReceiver, startWorld } from '../support/world.ts'

describe('the life of an order', () => {
  it('an order whose texts the database cannot store as they are delays no other order, and returns them as they were sent', async () => {
    await using world = await startWorld()
    const { charged, demo } = world
    await using receiver = await startReceiver(() => charged.production.webhookSecret)
    const as = charged.production.authorization
    const strange = 'a\0b\u001ac\\u0000 \ud83d'
    const body = orderBody({ payload: strange, webhookUrl: receiver.url })
    const destination = { ...body.destination, name: strange, company: strange, address1: strange, city: strange }
    const orderItems = body.orderItems.map(item => ({ ...item, itemDescription: strange }))
    for (const order of [
      { ...body, customerOrderId: 'strange', destination, orderItems },
      { ...body, customerOrderId: 'plain' },
    ]) {
      const { status, body: made } = await world.call('/orders/create', { method: 'POST', as, body: order })
      assert.deepEqual([status, made.status, made.payload], [201, 'RECEIVED', strange])
    }
    await world.settle()
    const due = await world.call('/dashboard/api/billing/due', { cookie: await world.signIn(charged.user) })
    assert.ok(
      due.body.orders?.some((order: { recipient: string }) => order.recipient === strange),
      JSON.stringify(due.body),
    )
    await world.advance(16 * hour)
    for (const customerOrderId of ['strange', 'plain'])
      assert.equal((await world.call(`/orders/${customerOrderId}`, { as })).body.status, 'PRINTING')
    const { body: sent } = await world.call('/orders/strange', { as })
    assert.deepEqual([sent.payload, sent.destination, sent.orderItems], [strange, destination, orderItems])
    assert.ok(receiver.received.every(({ data }) => data.payload === strange))
    assert.deepEqual(receiver.unverified, [])

    const { body: list } = await world.call('/press/jobs', { as: demo.printer.authorization })
    assert.equal(list.jobs.length, 2)
    for (const { jobId } of list.jobs) {
      const ticket = await world.call(`/press/jobs/${jobId}/ticket.pdf`, { as: demo.printer.authorization })
      assert.equal(ticket.status, 200)
    }
    const found = await world.call('/staff/orders/find?search=strange', { as: demo.staff.authorization })
    assert.deepEqual([found.status, found.body.orders[0].to.name], [200, strange])
    await world.assertSound()
  })

  it('an order goes from create to OrderShipped, and the customer gets a webhook for each step', async () => {
    await using world = await startWorld()
    const { charged, demo } = world
    await using receiver = await startReceiver(() => charged.production.webhookSecret)
    const as = charged.production.authorization
    const created = await world.call('/orders/create', {
      method: 'POST',
      as,
      body: orderBody({ customerOrderId: 'first', payload: 'p\u0000\ud83d\ude00', webhookUrl: receiver.url }),
    })
    assert.equal(created.status, 201, JSON.stringify(created.body))
    assert.equal(created.body.status, 'RECEIVED')
    assert.equal(created.body.payload, 'p\u0000\ud83d\ude00')

    await world.settle()
    assert.equal((await world.call('/orders/first', { as })).body.status, 'VALID_AWAITING_PAYMENT')
    await world.advance(14 * hour) // to 02:00
    assert.equal((await world.call('/orders/first', { as })).body.status, 'VALID_HOLDING_BIN')
    await world.advance(2 * hour)
    assert.equal((await world.call('/orders/first', { as })).body.status, 'PRINTING')

    const { body: list } = await world.call('/press/jobs', { as: demo.printer.authorization })
    assert.equal(list.jobs.length, 1)
    const { jobId } = list.jobs[0]
    const press = (act: string, body?: object) =>
      world.call(`/press/jobs/${jobId}/${act}`, { method: 'POST', as: demo.printer.authorization, body })
    assert.equal((await press('accept')).status, 200)
    const shipments = [
      {
        masterTrackingNumber: '1Z999',
        carrier: 'UPS',
        packages: [{ trackingNumber: '1Z999', altTrackingNumber: '', trackingUrl: 'https://ups.example/1Z999' }],
      },
    ]
    assert.equal((await press('ship', { shipments })).status, 200)
    await world.settle()

    const shipped = (await world.call('/orders/first', { as })).body
    assert.equal(shipped.status, 'SHIPPED')
    assert.equal(shipped.paymentInfo.status, 'SUCCEEDED')
    assert.deepEqual(shipped.shipmentTracking, [{ ...shipments[0], shippedAt: world.now().toISOString() }])
    assert.deepEqual(receiver.kinds(), [
      'OrderReceived',
      'OrderValidated',
      'OrderEnteredHoldingBin',
      'OrderSentToPrinter',
      'OrderAcceptedByPrinter',
      'OrderShipped',
    ])
    assert.deepEqual(
      receiver.received.map(({ sequence }) => sequence),
      [1, 2, 3, 4, 5, 6],
    )
    assert.deepEqual(receiver.unverified, [])
    assert.deepEqual(receiver.received.at(-1)!.data, shipped)
    assert.deepEqual(receiver.received[0]!.data, created.body)

    const refund = { method: 'POST' as const, as: demo.staff.authorization, body: { reason: 'late', amount: 1 } }
    assert.equal((await world.call(`/staff/orders/${charged.accountId}/first/refund`, refund)).status, 200)
    await world.settle()
    const metrics: string = (await world.call('/metrics', { as: demo.staff.authorization })).body
    const counted = metrics.split('\n').filter(line => /^octavo_(charge|refund|webhook|print)_.* [1-9]/.test(line))
    assert.deepEqual(
      counted.sort(),
      [
        'octavo_charge_calls_total{outcome="succeeded"} 1',
        'octavo_print_steps_total{step="submit",outcome="answered"} 1',
        'octavo_refund_calls_total{outcome="succeeded"} 1',
        'octavo_webhook_attempts_total{outcome="delivered"} 7',
      ],
      'what became of each call on the outside world is counted',
    )
    await world.assertSound()
  })

  it('an order in a sandbox needs no person: payment is simulated, and the simulator prints and ships', async () => {
    await using world = await startWorld()
    const as = world.charged.sandbox.authorization
    await world.call('/orders/create', { method: 'POST', as, body: orderBody({ customerOrderId: 'toy' }) })
    await world.settle()
    const cookie = await world.signIn(world.charged.user)
    const paid = await world.call('/dashboard/api/sandbox/orders/toy/simulate', {
      method: 'POST',
      cookie,
      body: { outcome: 'payment_success' },
    })
    assert.equal(paid.status, 200, JSON.stringify(paid.body))
    await world.advance(10 * day)
    const order = (await world.call('/orders/toy', { as })).body
    assert.equal(order.status, 'SHIPPED')
    assert.equal(order.shipmentTracking.length, 1)
    await world.assertSound()
  })

  it('of 420 simultaneous orders 50 are received, 300 queued and 70 rejected, and the queue is first in, first out', async () => {
    await using world = await startWorld()
    const as = world.charged.production.authorization
    const created = await Promise.all(
      Array.from({ length: 420 }, (_, i) =>
        world.call('/orders/create', { method: 'POST', as, body: orderBody({ customerOrderId: `o${i}` }) }),
      ),
    )
    const counts = Object.groupBy(created, ({ body }) => body.status)
    assert.deepEqual([counts.RECEIVED?.length, counts.QUEUED?.length, counts.REJECTED?.length], [50, 300, 70])
    await world.advance(day)
    const queued = (counts.QUEUED ?? []).map(({ body }) => body.customerOrderId)
    const statuses = await Promise.all(queued.map(async id => (await world.call(`/orders/${id}`, { as })).body.status))
    assert.deepEqual(
      statuses.map(status => status !== 'QUEUED'),
      queued.map((_, i) => i < 50),
    )
    await world.advance(6 * day)
    assert.deepEqual((await world.call('/orders?status=QUEUED', { as })).body.orders, [])
    await world.assertSound()
  })
})
