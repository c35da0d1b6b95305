// A customer mends the address of an order, or takes another shipping class, until the order goes to the printer.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hour, nextUtcHour } from '../../src/base/clock.ts'
import { member, parcel, press, program, support } from '../support/actors.ts'
import { changeScene, mended, ohio, untaxed } from '../support/changeScene.ts'
import { files, startReceiver, type World } from '../support/world.ts'

const newYork = { ...ohio, city: 'Rochester', state: 'NY', postal: '14604' }

describe('an order that is changed', () => {
  let world: World
  const { customer, change, eventsOf } = changeScene(started => {
    world = started
  })
  async function place(id: string, changes: object = {}, as = customer()) {
    await as.place(id, { destination: ohio, ...changes })
    await world.settle()
    return as.read(id)
  }
  const charge = () => world.advance(nextUtcHour(world.now(), 2).getTime() - world.now().getTime())
  async function placePaid(id: string, changes: object = {}) {
    await place(id, changes)
    await charge()
    return customer().read(id)
  }
  const totalOf = (order: { pricing: { orderTotal: number } }) => order.pricing.orderTotal

  it('an unpaid order gets another address and class, is priced again, and is charged, printed and shipped so', async () => {
    await using receiver = await startReceiver(() => world.charged.production.webhookSecret)
    const before = await place('unpaid', { webhookUrl: receiver.url })
    assert.deepEqual(before.actions, ['cancel', 'edit'])
    const { status, body } = await change('unpaid', { destination: mended, shippingClassification: 'rush' })
    assert.equal(status, 200)
    assert.deepEqual([body.destination, body.shippingClassification], [mended, 'rush'])
    assert.ok(totalOf(body) > totalOf(before))
    assert.deepEqual([body.pricing.final, body.paymentInfo.status], [true, 'PENDING'])
    assert.notDeepEqual(body.estimatedShipDate, before.estimatedShipDate)
    assert.deepEqual(await customer().read('unpaid'), body)
    await world.settle()
    const events = await eventsOf('unpaid')
    assert.deepEqual(
      events.map(({ type, data }) => [type, data.shippingClassification, data.destination]),
      [
        ['OrderReceived', 'standard', ohio],
        ['OrderValidated', 'standard', ohio],
        ['OrderChanged', 'rush', mended],
      ],
    )
    assert.deepEqual(
      receiver.received.map(({ type, data }) => [type, data.destination]),
      events.map(({ type, data }) => [type, data.destination]),
    )
    await charge()
    const paid = await customer().read('unpaid')
    assert.deepEqual(paid.paymentInfo, { total: totalOf(body), status: 'SUCCEEDED' })
    await world.advance(3 * hour)
    const job = await press(world).jobOf('unpaid')
    assert.deepEqual(
      [job.destination.name, job.destination.address1, job.shippingClassification],
      [mended.name, mended.address1, 'rush'],
    )
  })

  it('the same change again changes nothing, and a repeated create answers with the order as it was placed', async () => {
    const headers = { 'idempotency-key': 'once' }
    const body = { customerOrderId: 'again', destination: ohio, orderItems: [{ sku: 'NOVEL', product: files }] }
    const first = await customer().create({ ...body, shippingClassification: 'standard' }, headers)
    await world.settle()
    const changed = await change('again', { destination: mended })
    assert.deepEqual((await change('again', { destination: mended })).body, changed.body)
    assert.equal((await eventsOf('again')).filter(({ type }) => type === 'OrderChanged').length, 1)
    const repeated = await customer().create({ ...body, shippingClassification: 'standard' }, headers)
    assert.deepEqual(repeated.body, first.body)
  })

  it('a preview answers with the order as the change would make it, and changes nothing', async () => {
    const before = await place('preview')
    const preview = await change('preview', { destination: newYork }, { query: '?preview=true' })
    assert.deepEqual(await customer().read('preview'), before)
    const { body } = await change('preview', { destination: newYork })
    assert.deepEqual({ ...preview.body, updatedAt: body.updatedAt }, body)
  })

  it('a change that cannot be shipped is refused with its problems, and the order stays as it was', async () => {
    const before = await place('refused')
    const { status, body } = await change('refused', {
      destination: { ...ohio, state: 'Atlantis' },
      shippingClassification: 'teleport',
    })
    assert.deepEqual([status, body.code], [409, 'change_not_possible'])
    assert.deepEqual(
      body.errors.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code]),
      [
        ['/destination/state', 'unknown_state'],
        ['/shippingClassification', 'shipping_not_offered'],
      ],
    )
    const canada = { ...ohio, city: 'Ottawa', state: 'ON', postal: 'K1A 0B1', country: 'CA' }
    assert.deepEqual((await change('refused', { destination: canada })).body.errors[0].code, 'retail_price_missing')
    assert.deepEqual(await customer().read('refused'), before)
    for (const bad of [{}, { destinatoin: ohio }, { destination: { name: 'Only' } }, { shippingClassification: 3 }])
      assert.equal((await change('refused', bad)).status, 400)
    assert.equal((await change('nowhere', { destination: ohio })).body.code, 'order_not_found')
  })

  it('an unknown field of a change is named in its answer alone, and warnings about the old address end', async () => {
    const long = { ...ohio, address1: `1 ${'Long '.repeat(12)}Street` }
    const { warnings } = await place('warned', { destination: long })
    assert.deepEqual(
      warnings.map(({ code }: { code: string }) => code),
      ['line_too_long'],
    )
    const { body } = await change('warned', { destination: { ...ohio, zip: '43215' } })
    assert.deepEqual(
      body.warnings.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code]),
      [['/destination/zip', 'unknown_field']],
    )
    const wordy = await change('warned', { destination: ohio, ['x'.repeat(5000)]: 1 })
    assert.equal(wordy.body.warnings[0].pointer, `/${'x'.repeat(60)}`)
    assert.deepEqual((await customer().read('warned')).warnings, [])
  })

  it('an order is changed fifty times at most', async () => {
    const as = customer('sandbox')
    await place('restless', {}, as)
    for (let i = 1; i <= 50; i++) {
      const { status } = await change('restless', { destination: { ...ohio, name: `Reader ${i}` } }, as)
      assert.equal(status, 200)
    }
    const { status, body } = await change('restless', { destination: ohio }, as)
    assert.deepEqual([status, body.code], [409, 'order_not_changeable'])
    assert.match(body.detail, /it was changed 50 times; cancel it and place it again$/)
  })

  it('an order that waits in the queue is changed there, and released so', async () => {
    const limits = (ordersPer24Hours: number) =>
      support(world).change(world.charged, { limits: { production: { ordersPer24Hours, queueCeiling: 100 } } })
    await limits(0)
    assert.equal((await place('waiting')).status, 'QUEUED')
    const { body } = await change('waiting', { destination: mended, shippingClassification: 'expedited' })
    assert.deepEqual([body.status, body.destination, body.pricing.final], ['QUEUED', mended, false])
    await limits(1000)
    await world.settle()
    const released = await customer().read('waiting')
    assert.deepEqual(
      [released.status, released.destination, totalOf(released)],
      ['VALID_AWAITING_PAYMENT', mended, totalOf(body)],
    )
  })

  it('a paid order may cost less, and the difference is refunded to its charge', async () => {
    const before = await placePaid('cheaper', { shippingClassification: 'rush' })
    assert.deepEqual([before.status, before.actions], ['VALID_HOLDING_BIN', ['cancel', 'edit']])
    const cheap = await place('cheap', { destination: mended })
    const { status, body } = await change('cheaper', { destination: mended, shippingClassification: 'standard' })
    assert.deepEqual([status, body.shippingClassification, body.destination], [200, 'standard', mended])
    assert.deepEqual(body.pricing, before.pricing)
    await world.settle()
    const after = await customer().read('cheaper')
    const fall = Math.round((totalOf(before) - totalOf(cheap)) * 100) / 100
    assert.deepEqual(after.paymentInfo, { total: totalOf(before), status: 'SUCCEEDED', refundedTotal: fall })
    assert.deepEqual(
      (await eventsOf('cheaper')).slice(-2).map(({ type }) => type),
      ['OrderChanged', 'OrderRefunded'],
    )
    const dearer = await change('cheaper', { shippingClassification: 'rush' })
    assert.deepEqual([dearer.status, dearer.body.code], [409, 'price_would_rise'])
    assert.equal((await customer().cancel('cheaper')).status, 200)
    await world.settle()
    const cancelled = await customer().read('cheaper')
    assert.deepEqual(cancelled.paymentInfo, {
      total: totalOf(before),
      status: 'REFUNDED',
      refundedTotal: totalOf(before),
    })
  })

  it('a paid order gets an address that costs the same without a refund, and none that owes another tax', async () => {
    await placePaid('mended')
    const same = await change('mended', { destination: mended })
    assert.deepEqual([same.status, same.body.paymentInfo.refundedTotal], [200, undefined])
    const elsewhere = await change('mended', { destination: newYork })
    assert.deepEqual([elsewhere.status, elsewhere.body.code], [409, 'price_would_rise'])
    const preview = await change('mended', { destination: untaxed }, { query: '?preview=true' })
    const { body } = await change('mended', { destination: untaxed })
    await world.settle()
    const { paymentInfo } = await customer().read('mended')
    assert.ok(paymentInfo.refundedTotal > 0, JSON.stringify(body))
    assert.equal(preview.body.paymentInfo.refundedTotal, paymentInfo.refundedTotal)
  })

  it('an order that the staff refunded in part still gets another address', async () => {
    const before = await placePaid('goodwill', { shippingClassification: 'rush' })
    const refund = await world.call(`/staff/orders/${world.charged.accountId}/goodwill/refund`, {
      method: 'POST',
      as: world.demo.staff.authorization,
      body: { amount: totalOf(before) - 1, reason: 'Late' },
    })
    assert.equal(refund.status, 200)
    await world.settle()
    const preview = await change('goodwill', { shippingClassification: 'standard' }, { query: '?preview=true' })
    assert.equal((await change('goodwill', { shippingClassification: 'standard' })).status, 200)
    await world.settle()
    const { paymentInfo } = await customer().read('goodwill')
    assert.ok(paymentInfo.refundedTotal <= totalOf(before))
    assert.equal(preview.body.paymentInfo.refundedTotal, paymentInfo.refundedTotal)
    await world.assertSound()
  })

  it('a free reprint is changed by the staff alone', async () => {
    await placePaid('original')
    await world.advance(3 * hour)
    await press(world).tell('original', 'accept')
    await press(world).tell('original', 'ship', parcel)
    await world.settle()
    const { body } = await support(world).act(world.charged, 'original', 'reprint', { reason: 'torn' })
    const id: string = body.customerOrderId
    assert.deepEqual((await customer().read(id)).actions, ['cancel'])
    const asMember = (await member(world, world.charged)).ask
    for (const answer of [
      await change(id, { shippingClassification: 'rush' }),
      await change(id, { shippingClassification: 'rush' }, { query: '?preview=true' }),
      await asMember('PATCH', `/production/orders/${id}`, { destination: mended }),
    ]) {
      assert.deepEqual([answer.status, answer.body.code], [409, 'order_not_changeable'])
      assert.match(answer.body.detail, /it is a free reprint, which only the support staff can change; ask support$/)
    }
    const path = `/staff/orders/${world.charged.accountId}/${id}`
    const as = world.demo.staff.authorization
    assert.ok((await world.call(path, { as })).body.acts.includes('edit'))
    const byStaff = await world.call(path, { method: 'PATCH', as, body: { shippingClassification: 'rush' } })
    assert.deepEqual([byStaff.status, byStaff.body.shippingClassification], [200, 'rush'])
  })

  it('a sandbox order is changed like one of production, and its refund is simulated', async () => {
    const as = customer('sandbox')
    await place('sandbox', { shippingClassification: 'rush' }, as)
    await (await member(world, world.charged)).simulate('sandbox', 'payment_success')
    const { status, body } = await change('sandbox', { shippingClassification: 'standard' }, as)
    assert.deepEqual([status, body.status, body.shippingClassification], [200, 'VALID_HOLDING_BIN', 'standard'])
    assert.ok(body.paymentInfo.refundedTotal > 0)
  })

  it('an enterprise order is changed without a price, until its printer has it', async () => {
    const as = program(world, world.enterprise, 'production')
    await place('enterprise', {}, as)
    const { status, body } = await change('enterprise', { destination: newYork }, as)
    assert.deepEqual([status, body.destination, body.pricing], [200, newYork, undefined])
  })

  it('the members of the account change an order, and the staff with a reason in its history and the audit log', async () => {
    await place('people')
    const owner = await member(world, world.charged)
    const changed = await owner.ask('PATCH', '/production/orders/people', { destination: mended })
    assert.deepEqual([changed.status, changed.body.destination], [200, mended])
    const path = `/staff/orders/${world.charged.accountId}/people`
    const as = world.demo.staff.authorization
    const reason = 'The reader called'
    const byStaff = await world.call(path, { method: 'PATCH', as, body: { destination: ohio, reason } })
    assert.deepEqual([byStaff.status, byStaff.body.destination], [200, ohio])
    const { steps } = (await world.call(path, { as })).body
    assert.deepEqual([steps.at(-1).on, steps.at(-1).note], ['changed', reason])
    const { entries } = (await world.call('/staff/audit?limit=1', { as })).body
    assert.deepEqual(
      [entries[0].action, entries[0].subject, entries[0].details],
      ['order_edited', 'people', { mode: 'production', reason, changed: ['destination'] }],
    )
  })

  it('a changed order is found by its new recipient and country, and no longer by the old', async () => {
    await place('found', { destination: { ...ohio, name: 'Balthazar Oldname' } })
    await change('found', { destination: { ...ohio, name: 'Persephone Newname' } })
    const found = async (search: string) => {
      const { body } = await world.call(`/orders?search=${search}`, { as: customer().as })
      return body.orders.map(({ customerOrderId }: { customerOrderId: string }) => customerOrderId)
    }
    assert.deepEqual([await found('persephone'), await found('balthazar')], [['found'], []])
    const listed = await world.call('/staff/orders/find?search=persephone', { as: world.demo.staff.authorization })
    assert.equal(listed.body.orders[0].to.name, 'Persephone Newname')
  })
})
