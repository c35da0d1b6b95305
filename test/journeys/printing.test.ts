import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { day, hour, instant, later, minute } from '../../src/base/clock.ts'
import { member, parcel, press, program, support } from '../support/actors.ts'
import { startReceiver, startWorld, type World } from '../support/world.ts'

/** From noon of the first day to the morning after: paid at 02:00, held until 04:00. */
const untilPaid = 14 * hour
const untilPrinting = 16 * hour

async function atPrinter(world: World, ...ids: string[]) {
  const customer = program(world, world.charged, 'production')
  for (const id of ids) await customer.place(id)
  await world.advance(untilPrinting)
  for (const id of ids) assert.equal(await customer.statusOf(id), 'PRINTING')
  return { customer, printer: press(world), staff: support(world) }
}

describe('the holding bin', () => {
  it('the holding bin holds an order for exactly two hours after its payment, and then it goes to the printer', async () => {
    await using world = await startWorld()
    const customer = program(world, world.charged, 'production')
    await customer.place('a')
    await world.advance(untilPaid)
    const held = await customer.read('a')
    assert.deepEqual(
      [held.status, held.paymentInfo.status, held.actions],
      ['VALID_HOLDING_BIN', 'SUCCEEDED', ['cancel', 'edit']],
    )
    await world.advance(2 * hour - 1)
    assert.equal(await customer.statusOf('a'), 'VALID_HOLDING_BIN')
    await world.advance(1)
    assert.equal(await customer.statusOf('a'), 'PRINTING')
    await world.assertSound()
  })

  it('the holding bin always lets an order be cancelled, which is then refunded; cancelling again answers the order', async () => {
    await using world = await startWorld()
    await using receiver = await startReceiver(() => world.charged.production.webhookSecret)
    const customer = program(world, world.charged, 'production')
    await customer.place('a', { webhookUrl: receiver.url })
    await world.advance(untilPaid + 2 * hour - 1)
    const { status, body } = await customer.cancel('a')
    assert.deepEqual([status, body.status, body.actions], [200, 'CANCELLED', []])
    await world.settle()
    const order = await customer.read('a')
    assert.equal(order.paymentInfo.status, 'REFUNDED')
    assert.deepEqual(await customer.cancel('a').then(({ status, body }) => [status, body]), [200, order])
    await world.advance(5 * day)
    assert.equal(await customer.statusOf('a'), 'CANCELLED')
    assert.ok(receiver.kinds().includes('OrderCancelled'))
    assert.deepEqual(await press(world).jobs('all'), [])
    await world.assertSound()
  })
})

describe('the telephone number of an account', () => {
  it('the telephone number of an account goes to the printer with orders whose recipient has none, from when it is set until it is removed', async () => {
    await using world = await startWorld()
    const { ask } = await member(world, world.charged)
    const set = async (contactPhone: string | null) =>
      assert.equal((await ask('PATCH', '/account', { contactPhone })).body.contactPhone, contactPhone)
    const { place, read } = program(world, world.charged, 'production')
    const phoneAtPrinter = async (id: string) => (await press(world).jobOf(id)).destination.phone
    const printed = async (id: string, changes: object = {}) => {
      const { destination } = await place(id)
      if ('phone' in changes) await place(`${id}-own`, { destination: { ...destination, ...changes } })
      await world.advance(day + untilPrinting)
    }
    await printed('before')
    await set('+1 585 555 0100')
    await printed('with', { phone: '585-555-0199' })
    assert.equal((await ask('GET', '/account')).body.contactPhone, '+1 585 555 0100')
    await set(null)
    await printed('after')
    const phones = await Promise.all(['before', 'with', 'with-own', 'after'].map(phoneAtPrinter))
    assert.deepEqual(phones, [undefined, '+1 585 555 0100', '585-555-0199', undefined])
    assert.equal((await read('with')).destination.phone, undefined, 'the order is as it was sent')
    const { status, body } = await ask('PATCH', '/account', { contactPhone: 'call me' })
    assert.deepEqual([status, body.errors[0].pointer, body.errors[0].code], [400, '/contactPhone', 'invalid_phone'])
    await world.assertSound()
  })
})

describe('before it is paid', () => {
  it('an order is canceled immediately before it is paid, without a charge', async () => {
    await using world = await startWorld()
    const customer = program(world, world.charged, 'production')
    await customer.place('a')
    await world.settle()
    const { status, body } = await customer.cancel('a')
    assert.deepEqual([status, body.status, body.paymentInfo.status], [200, 'CANCELLED', 'NOT_CHARGED'])
    await world.advance(2 * day)
    assert.equal((await customer.read('a')).paymentInfo.status, 'NOT_CHARGED')
    await world.assertSound()
  })
})

describe('at the printer', () => {
  it('a cancellation that the printer accepts cancels and refunds the order', async () => {
    await using world = await startWorld()
    const { customer, printer } = await atPrinter(world, 'a')
    const asked = await customer.cancel('a')
    assert.deepEqual([asked.status, asked.body.status, asked.body.actions], [200, 'CANCELLATION_REQUESTED', []])
    assert.equal((await printer.jobOf('a')).cancellationRequested, true)
    const again = await customer.cancel('a')
    assert.deepEqual([again.status, again.body.code], [409, 'order_not_cancellable'])
    assert.match(again.body.detail, /CANCELLATION_REQUESTED/)
    const decided = await printer.tell('a', 'cancellation', { decision: 'accept', reason: 'not begun' })
    assert.deepEqual([decided.status, decided.body.status], [200, 'CANCELLED'])
    await world.settle()
    const order = await customer.read('a')
    assert.deepEqual([order.status, order.paymentInfo.status], ['CANCELLED', 'REFUNDED'])
    assert.equal((await printer.tell('a', 'cancellation', { decision: 'accept', reason: 'not begun' })).status, 200)
    assert.equal((await printer.tell('a', 'cancellation', { decision: 'refuse', reason: 'late' })).status, 409)
    assert.equal((await printer.tell('a', 'ship', parcel)).status, 409)
    await world.assertSound()
  })

  it('an order whose cancellation the printer refuses is printed, and cancellation can be requested again', async () => {
    await using world = await startWorld()
    await using receiver = await startReceiver(() => world.charged.production.webhookSecret)
    const customer = program(world, world.charged, 'production')
    const printer = press(world)
    await customer.place('a', { webhookUrl: receiver.url })
    await world.advance(untilPrinting)
    await customer.cancel('a')
    const refusal = { decision: 'refuse', reason: 'bound already' }
    assert.equal((await printer.tell('a', 'cancellation', refusal)).status, 200)
    assert.equal((await printer.tell('a', 'cancellation', refusal)).status, 200)
    const order = await customer.read('a')
    assert.deepEqual(
      [order.status, order.actions, order.paymentInfo.status],
      ['PRINTING', ['cancel', 'edit'], 'SUCCEEDED'],
    )
    assert.equal((await customer.cancel('a')).body.status, 'CANCELLATION_REQUESTED')
    await world.settle()
    assert.deepEqual(receiver.kinds().slice(-3), [
      'OrderCancellationRequested',
      'OrderCancellationRefused',
      'OrderCancellationRequested',
    ])
    await world.assertSound()
  })

  it('an order may ship after its cancellation was requested, and a shipped order cannot be canceled', async () => {
    await using world = await startWorld()
    const { customer, printer } = await atPrinter(world, 'a')
    await customer.cancel('a')
    assert.equal((await printer.tell('a', 'ship', parcel)).status, 200)
    const order = await customer.read('a')
    assert.deepEqual([order.status, order.actions, order.paymentInfo.status], ['SHIPPED', [], 'SUCCEEDED'])
    const { status, body } = await customer.cancel('a')
    assert.deepEqual([status, body.code], [409, 'order_not_cancellable'])
    assert.match(body.detail, /SHIPPED/)
    assert.equal((await printer.tell('a', 'cancellation', { decision: 'accept' })).status, 409)
    await world.assertSound()
  })

  it('an order that leaves the printer later than estimated arrives later, and the promised date stays', async () => {
    await using world = await startWorld()
    const { customer, printer } = await atPrinter(world, 'a')
    const before = await customer.read('a')
    await world.advance(15 * day)
    assert.deepEqual((await customer.read('a')).selectedShipping, before.selectedShipping)
    const leftOn = world.now().toISOString().slice(0, 10)
    assert.equal((await printer.tell('a', 'ship', parcel)).status, 200)
    const after = await customer.read('a')
    const { estimatedDelivery: was } = before.selectedShipping
    const { estimatedDelivery: is } = after.selectedShipping
    assert.ok(
      was.earliest < leftOn && leftOn < is.earliest && is.earliest <= is.latest,
      JSON.stringify({ was, leftOn, is }),
    )
    assert.deepEqual(
      [after.estimatedShipDate, after.promisedShipDate],
      [before.estimatedShipDate, before.promisedShipDate],
    )
    await world.assertSound()
  })

  it('a parcel is shipped with the code of its label as a scanner sends it', async () => {
    await using world = await startWorld()
    const customer = program(world, world.charged, 'production')
    const printer = press(world)
    await customer.place('a')
    await world.advance(untilPrinting)
    const maxiCode =
      '[)>\u001e01\u001d96841706672\u001d840\u001d003\u001d1Z46834440\u001dUPSN\u001d879E93\u001d089\u001d\u001d1/1\u001d10' +
      '\u001dY\u001d634 ALPHA DR\u001dPITTSBURGH\u001dPA\u001e\u0004'
    const shipmentOf = (trackingNumber: string) => ({ shipments: [{ packages: [{ trackingNumber }] }] })
    assert.equal((await printer.tell('a', 'ship', shipmentOf('1Z\u0007'))).status, 400)
    assert.equal((await printer.tell('a', 'ship', shipmentOf(maxiCode))).status, 200)
    await world.advance(minute)
    const [shipment] = (await customer.read('a')).shipmentTracking
    assert.equal(shipment?.carrier, 'UPS')
    assert.equal(shipment?.packages[0]?.trackingNumber, '1Z879E930346834440')
  })

  it('an order has tracking from OrderShipped on, which is recorded once, and is "" where the carrier gave nothing', async () => {
    await using world = await startWorld()
    await using receiver = await startReceiver(() => world.charged.production.webhookSecret)
    const customer = program(world, world.charged, 'production')
    const printer = press(world)
    await customer.place('a', { webhookUrl: receiver.url })
    await world.advance(untilPrinting)
    const bare = { shipments: [{ packages: [{ trackingNumber: 'T1' }, {}] }, ...parcel.shipments] }
    assert.equal((await printer.tell('a', 'ship', bare)).status, 200)
    assert.equal((await printer.tell('a', 'ship', bare)).status, 200)
    assert.equal((await printer.tell('a', 'ship', parcel)).status, 409)
    await world.advance(minute)
    const nothing = { trackingNumber: '', altTrackingNumber: '', trackingUrl: '' }
    const shippedAt = later(world.now(), -minute).toISOString()
    const tracking = [
      { masterTrackingNumber: '', carrier: '', shippedAt, packages: [{ ...nothing, trackingNumber: 'T1' }, nothing] },
      { ...parcel.shipments[0], shippedAt },
    ]
    assert.deepEqual((await customer.read('a')).shipmentTracking, tracking)
    const events = receiver.received.map(({ type, data }) => [type, (data.shipmentTracking as object[]).length])
    assert.deepEqual(
      events.filter(([, parcels]) => parcels !== 0),
      [['OrderShipped', 2]],
    )
    await world.assertSound()
  })

  it('a print job has the data for printing and shipping, and its printer sees no sandbox order', async () => {
    await using world = await startWorld()
    const { printer } = await atPrinter(world, 'a')
    await program(world, world.charged, 'sandbox').place('toy')
    await (await member(world, world.charged)).simulate('toy', 'payment_success')
    await world.advance(3 * hour)
    const [job, ...others] = await printer.jobs('all')
    assert.deepEqual(others, [])
    assert.match(job.jobId, /^job_\w{22,60}$/)
    assert.deepEqual(
      [job.accountId, job.customerOrderId, job.status, job.cancellationRequested, job.shippingClassification],
      [world.charged.accountId, 'a', 'NEW', false, 'standard'],
    )
    const [item] = job.items
    assert.deepEqual([item.sku, item.quantity, item.pageCount], ['NOVEL', 2, 120])
    assert.deepEqual(Object.keys(item.files.cover).sort(), ['sha256', 'url'])
  })

  it('the wall of a press has the numbers of its open jobs by due day and class, Rush by itself, and what shipped', async () => {
    await using world = await startWorld()
    const { printer, customer } = await atPrinter(world, 'a', 'b')
    const byBrowser = 'web-0123456789abcdef'
    await customer.place(byBrowser, { shippingClassification: 'rush' })
    await world.advance(day)
    const read = async () => (await world.call('/press/wall', { as: world.demo.printer.authorization })).body
    await printer.tell('a', 'accept')
    const { dueDate } = await printer.jobOf('a')
    const quick = await printer.jobOf(byBrowser)
    const { orderTitle } = quick
    const wall = await read()
    // 04:00 in UTC is 11 PM of the day before at this printer, after its cut-off.
    assert.deepEqual(
      [wall.readAt, wall.today, wall.timeZone, wall.cutOff],
      ['2026-03-04T04:00:00.000Z', '2026-03-03', 'America/New_York', { hour: 17, nextAt: '2026-03-04T22:00:00.000Z' }],
    )
    const none = { toAccept: 0, toPrint: 0, toShip: 0, cancellationsRequested: 0 }
    assert.deepEqual(wall.open, [
      { ...none, dueOn: quick.dueDate, shippingClassification: 'rush', toAccept: 1 },
      { ...none, dueOn: dueDate, shippingClassification: 'standard', toAccept: 1, toPrint: 1 },
    ])
    assert.deepEqual(wall.rush, [
      { jobId: quick.jobId, customerOrderId: byBrowser, orderTitle, dueOn: quick.dueDate, status: quick.status },
    ])
    assert.deepEqual([wall.shippedToday, wall.hours.length], [0, 12])
    await printer.tell('a', 'ship', parcel)
    const after = await read()
    assert.equal(after.shippedToday, 1)
    assert.deepEqual(after.hours.at(-1), { startsAt: '2026-03-04T04:00:00.000Z', shipped: 1 })
    await customer.cancel('b')
    await world.advance(2 * day)
    const [, late] = (await read()).open
    assert.deepEqual(late, {
      ...none,
      dueOn: dueDate,
      shippingClassification: 'standard',
      toAccept: 1,
      cancellationsRequested: 1,
    })
    assert.equal((await read()).shippedToday, 0)
  })

  it('a problem at the printer stops the order until staff resume it with a new job', async () => {
    await using world = await startWorld()
    const { customer, printer, staff } = await atPrinter(world, 'a')
    const first = await printer.jobOf('a')
    assert.equal((await printer.tell('a', 'problem', { reason: 'torn' })).body.status, 'PROBLEM')
    assert.equal((await printer.tell('a', 'problem', { reason: 'torn' })).status, 200)
    assert.equal((await printer.tell('a', 'accept')).status, 409)
    assert.equal(await customer.statusOf('a'), 'EXCEPTION')
    const problems = async () => (await customer.read('a')).errors.map((one: { code: string }) => one.code)
    assert.deepEqual(await problems(), ['printer_problem'])
    assert.doesNotMatch(JSON.stringify(await customer.read('a')), /torn/, "the printer's words are for the staff")
    const refused = await customer.cancel('a')
    assert.deepEqual(
      [refused.status, refused.body.code, refused.body.currentStatus, refused.headers['retry-after']],
      [409, 'order_not_cancellable', 'EXCEPTION', undefined],
    )
    await world.advance(30 * day)
    assert.equal(await customer.statusOf('a'), 'EXCEPTION')
    assert.equal((await staff.act(world.charged, 'a', 'resume', { reason: 'fixed' })).body.status, 'PRINTING')
    assert.deepEqual(await problems(), [])
    assert.equal((await staff.act(world.charged, 'a', 'resume')).status, 409)
    await world.settle()
    const second = await printer.jobOf('a')
    assert.notEqual(second.jobId, first.jobId)
    assert.equal((await printer.tell('a', 'ship', parcel)).status, 200)
    assert.equal(await customer.statusOf('a'), 'SHIPPED')
    await world.assertSound()
  })

  it('a stopped order is checked again and not charged again, or canceled and refunded', async () => {
    await using world = await startWorld()
    const { customer, printer, staff } = await atPrinter(world, 'a', 'b')
    for (const id of ['a', 'b']) await printer.tell(id, 'problem', { reason: 'blurred' })
    assert.equal((await staff.act(world.charged, 'a', 'revalidate')).body.status, 'VALIDATING')
    assert.equal((await staff.act(world.charged, 'b', 'abandon', { reason: 'gone' })).body.status, 'CANCELLED')
    await world.settle()
    assert.equal(await customer.statusOf('a'), 'VALID_HOLDING_BIN')
    assert.equal((await customer.read('b')).paymentInfo.status, 'REFUNDED')
    await world.advance(day)
    const again = await customer.read('a')
    assert.deepEqual([again.status, again.paymentInfo.status], ['PRINTING', 'SUCCEEDED'])
    assert.equal((await staff.act(world.charged, 'b', 'resume')).status, 409)
    assert.equal((await staff.act(world.charged, 'b', 'abandon')).status, 409)
    await world.assertSound()
  })

  it('a shipped order is reprinted free of charge and outside of the limit, and the reprint can be canceled separately', async () => {
    await using world = await startWorld()
    const { customer, printer, staff } = await atPrinter(world, 'a')
    assert.equal((await staff.act(world.charged, 'a', 'reprint')).status, 409)
    await printer.tell('a', 'ship', parcel)
    await staff.change(world.charged, { limits: { production: { ordersPer24Hours: 1 } } })
    const { status, body: reprint } = await staff.act(world.charged, 'a', 'reprint', { reason: 'lost in the post' })
    assert.deepEqual([status, reprint.status, reprint.reprintOf], [201, 'RECEIVED', 'a'])
    assert.deepEqual([reprint.pricing, reprint.paymentInfo], [undefined, { total: null, status: 'NOT_CHARGED' }])
    await world.settle()
    assert.equal(await customer.statusOf(reprint.customerOrderId), 'VALID_HOLDING_BIN')
    await world.advance(2 * hour)
    assert.equal((await printer.tell(reprint.customerOrderId, 'ship', parcel)).status, 200)
    const second = (await staff.act(world.charged, reprint.customerOrderId, 'reprint')).body
    await world.settle()
    assert.equal((await customer.cancel(second.customerOrderId)).body.status, 'CANCELLED')
    await world.assertSound()
  })

  it('the staff cancel an order for its customer at each step as the customer could, and no other', async () => {
    await using world = await startWorld()
    const { customer, printer, staff } = await atPrinter(world, 'printing')
    const cancel = (id: string) => staff.act(world.charged, id, 'cancel', { reason: 'They called.' })
    await staff.change(world.charged, { limits: { production: { ordersPer24Hours: 3 } } })
    for (const id of ['paid', 'held', 'queued']) await customer.place(id)
    await world.settle()
    assert.equal(await customer.statusOf('queued'), 'QUEUED')
    const queued = await cancel('queued')
    assert.deepEqual([queued.status, queued.body.status], [200, 'CANCELLED'])
    await world.advance(day - hour)
    await world.settle()
    const charged = await customer.read('held')
    const held = await cancel('held')
    assert.deepEqual([charged.status, held.body.status], ['VALID_HOLDING_BIN', 'CANCELLED'])
    await world.settle()
    assert.equal((await customer.read('held')).paymentInfo.status, 'REFUNDED')
    assert.equal((await cancel('printing')).body.status, 'CANCELLATION_REQUESTED')
    assert.equal(
      (await printer.tell('printing', 'cancellation', { decision: 'accept', reason: 'not begun' })).status,
      200,
    )
    assert.equal((await cancel('printing')).body.code, 'order_not_cancellable')
    const { body } = await world.call('/staff/audit', { as: world.demo.staff.authorization })
    const acts = body.entries.filter((entry: { action: string }) => entry.action === 'order_cancelled')
    assert.deepEqual(
      acts.map((entry: { subject: string }) => entry.subject),
      ['printing', 'held', 'queued'],
    )
    await world.assertSound()
  })

  it('the audit log has the acts of the staff, with the person and the reason', async () => {
    await using world = await startWorld()
    const { printer, staff } = await atPrinter(world, 'a')
    await printer.tell('a', 'problem', { reason: 'torn' })
    await staff.act(world.charged, 'a', 'abandon', { reason: 'asked for' })
    const { body } = await world.call('/staff/audit', { as: world.demo.staff.authorization })
    const [entry] = body.entries
    assert.deepEqual([entry.action, entry.subject, entry.details.reason], ['order_abandoned', 'a', 'asked for'])
    assert.match(entry.actor, /^key octavo_staff_/)
  })
})

describe("an enterprise account's order", () => {
  it("an enterprise account's order is priced by its printer in two steps, seen alike in answers and webhooks, and is never charged", async () => {
    await using world = await startWorld()
    await using receiver = await startReceiver(() => world.enterprise.production.webhookSecret)
    const customer = program(world, world.enterprise, 'production')
    const printer = press(world)
    const seen = async (kind: string) => {
      await world.settle()
      const order = await customer.read('e')
      const last = receiver.received.findLast(({ type }) => type === kind)!
      assert.deepEqual(last.data, order, kind)
      return order
    }
    const unpriced = { shippingTotal: null, orderTotal: null }
    const created = await customer.place('e', { webhookUrl: receiver.url })
    assert.equal(created.status, 'RECEIVED')
    for (const order of [created, await seen('OrderEnteredHoldingBin')]) {
      assert.equal('pricing' in order, false)
      assert.equal(order.selectedShipping.price, null)
      assert.deepEqual(order.paymentInfo, { total: null, status: 'NOT_CHARGED' })
    }
    await world.advance(2 * hour)
    assert.equal('pricing' in (await seen('OrderSentToPrinter')), false)

    const missing = await printer.tell('e', 'accept')
    assert.deepEqual([missing.status, missing.body.errors.length], [400, 2])
    assert.equal((await printer.tell('e', 'ship', { ...parcel, shippingTotal: 5 })).status, 409)
    assert.equal((await printer.tell('e', 'accept', { itemsTotal: 10.1, taxesTotal: 0 })).status, 200)
    assert.equal((await printer.tell('e', 'accept', { itemsTotal: 10.1, taxesTotal: 0 })).status, 200)
    assert.equal((await printer.tell('e', 'accept', { itemsTotal: 11, taxesTotal: 0 })).status, 409)
    const accepted = await seen('OrderAcceptedByPrinter')
    const items = { itemsTotal: 10.1, taxesTotal: 0, currency: 'USD' }
    assert.deepEqual(accepted.pricing, { ...items, ...unpriced, final: false })
    assert.deepEqual([accepted.selectedShipping.price, accepted.paymentInfo.total], [null, null])

    assert.equal((await printer.tell('e', 'ship', parcel)).status, 400)
    assert.equal((await printer.tell('e', 'ship', { ...parcel, shippingTotal: 0.2 })).status, 200)
    assert.equal((await printer.tell('e', 'ship', { ...parcel, shippingTotal: 0.3 })).status, 409)
    const shipped = await seen('OrderShipped')
    assert.deepEqual(shipped.pricing, { ...items, shippingTotal: 0.2, orderTotal: 10.3, final: true })
    assert.equal(shipped.selectedShipping.price, 0.2)
    assert.deepEqual(shipped.paymentInfo, { total: 10.3, status: 'NOT_CHARGED' })
    await world.advance(3 * day)
    assert.equal((await customer.read('e')).paymentInfo.status, 'NOT_CHARGED')
    await world.assertSound()
  })
})

describe('a sandbox', () => {
  it('an order in a sandbox ships by itself when the manufacturing days are over', async () => {
    await using world = await startWorld()
    const customer = program(world, world.charged, 'sandbox')
    const owner = await member(world, world.charged)
    await customer.place('toy')
    await world.advance(3 * day)
    assert.equal(await customer.statusOf('toy'), 'VALID_AWAITING_PAYMENT')
    await owner.simulate('toy', 'payment_success')
    await world.advance(2 * hour)
    const { status, estimatedShipDate } = await customer.read('toy')
    assert.equal(status, 'PRINTING')
    await world.advance(instant(`${estimatedShipDate}T12:00:00Z`).getTime() - world.now().getTime())
    assert.equal(await customer.statusOf('toy'), 'PRINTING')
    await world.advance(12 * hour)
    assert.equal(await customer.statusOf('toy'), 'SHIPPED')
    await world.assertSound()
  })

  it('every outcome of a sandbox order can be simulated by hand', async () => {
    await using world = await startWorld()
    const customer = program(world, world.charged, 'sandbox')
    const owner = await member(world, world.charged)
    const plays: [id: string, outcomes: string[], status: string, payment: string][] = [
      ['unpaid', ['payment_failure'], 'VALID_AWAITING_PAYMENT', 'FAILED'],
      ['paid', ['payment_failure', 'payment_success'], 'VALID_HOLDING_BIN', 'SUCCEEDED'],
      ['shipped', ['payment_success', 'PT2H', 'shipped'], 'SHIPPED', 'SUCCEEDED'],
      ['stopped', ['payment_success', 'PT2H', 'problem'], 'EXCEPTION', 'SUCCEEDED'],
      ['cancelled', ['payment_success', 'PT2H', 'cancel', 'cancel_accepted'], 'CANCELLED', 'REFUNDED'],
      ['kept', ['payment_success', 'PT2H', 'cancel', 'cancel_refused'], 'PRINTING', 'SUCCEEDED'],
    ]
    for (const [id, outcomes, status, payment] of plays) {
      await customer.place(id)
      await world.settle()
      for (const outcome of outcomes) {
        const { status, body } =
          outcome === 'cancel'
            ? await customer.cancel(id)
            : outcome.startsWith('P')
              ? await owner.fastForward(outcome)
              : await owner.simulate(id, outcome)
        assert.equal(status, 200, `${id} ${outcome} ${JSON.stringify(body)}`)
        await world.settle()
      }
      const order = await customer.read(id)
      assert.deepEqual([id, order.status, order.paymentInfo.status], [id, status, payment])
    }
    const impossible = await owner.simulate('shipped', 'payment_success')
    assert.deepEqual([impossible.status, impossible.body.code], [409, 'wrong_state'])
    await world.assertSound()
  })

  it('a sandbox fast-forwards a month for its own orders alone, through holds, shipping and the limit', async () => {
    await using world = await startWorld()
    const customer = program(world, world.charged, 'sandbox')
    const owner = await member(world, world.charged)
    await support(world).change(world.charged, { limits: { sandbox: { ordersPer24Hours: 1 } } })
    await program(world, world.charged, 'production').place('real')
    await customer.place('toy')
    assert.equal((await customer.place('over')).status, 'REJECTED')
    await world.settle()
    await owner.simulate('toy', 'payment_success')
    assert.equal((await owner.fastForward('P30D')).status, 200)
    await world.settle()
    assert.equal(await customer.statusOf('toy'), 'PRINTING')
    assert.equal((await customer.place('in again')).status, 'RECEIVED')
    await owner.fastForward('P30D')
    await world.settle()
    assert.equal(await customer.statusOf('toy'), 'SHIPPED')
    assert.equal(await program(world, world.charged, 'production').statusOf('real'), 'VALID_AWAITING_PAYMENT')
    await world.assertSound()
  })

  it('a sandbox never charges: its orders wait for payment until it is simulated', async () => {
    await using world = await startWorld()
    const customer = program(world, world.charged, 'sandbox')
    await customer.place('toy')
    await world.advance(3 * day)
    const { status, paymentInfo } = await customer.read('toy')
    assert.deepEqual([status, paymentInfo.status], ['VALID_AWAITING_PAYMENT', 'PENDING'])
    assert.equal((await customer.cancel('toy')).body.status, 'CANCELLED')
  })
})
