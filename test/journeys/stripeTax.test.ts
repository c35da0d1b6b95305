// An order whose tax Stripe says: it waits for the answer, however long that takes, and Stripe hears what became of it.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { day, hour, minute } from '../../src/base/clock.ts'
import { startStripeTax } from '../stripeTax.ts'
import { orderBody, startWorld } from '../world.ts'

it('an order waits until Stripe says its tax, is charged with it, and Stripe is told of the sale and of the refund', async () => {
  await using stripe = await startStripeTax()
  await using world = await startWorld({ config: { stripeTax: { secretKey: 'sk_test_octavo', apiUrl: stripe.url } } })
  const as = world.charged.production.authorization
  const read = async () => (await world.call('/orders/t-1', { as })).body

  stripe.plan.does = 'fails'
  await world.call('/orders/create', { method: 'POST', as, body: orderBody({ customerOrderId: 't-1' }) })
  await world.settle()
  const waiting = await read()
  assert.equal(waiting.status, 'VALIDATING')
  assert.equal(waiting.pricing.final, false)
  await world.advance(30 * minute)
  assert.equal((await read()).status, 'VALIDATING', 'it is not given up')
  assert.ok(stripe.asked.length > 3)

  stripe.plan.does = 'answers'
  await world.advance(15 * minute)
  const priced = await read()
  assert.equal(priced.status, 'VALID_AWAITING_PAYMENT')
  assert.equal(priced.pricing.final, true)
  assert.deepEqual(
    priced.pricing.taxes.map(({ jurisdiction }: { jurisdiction: string }) => jurisdiction),
    ['US-NY', 'US-NY New York City'],
  )
  const { itemsTotal, fulfillmentTotal, shippingTotal, taxesTotal, orderTotal } = priced.pricing
  assert.equal(
    Math.round((itemsTotal + fulfillmentTotal + shippingTotal + taxesTotal) * 100),
    Math.round(orderTotal * 100),
  )

  await world.advance(day - 2 * hour)
  const path = `/staff/orders/${world.charged.accountId}/t-1/refund`
  const staff = world.demo.staff.authorization
  assert.equal((await world.call(path, { method: 'POST', as: staff, body: { amount: 5, reason: 'torn' } })).status, 200)
  await world.settle()
  await world.advance(hour)
  assert.deepEqual([...stripe.reported.keys()].map(key => key.slice(0, 4)).sort(), ['ord_', 'ref_'])
  const reversal = stripe.asked.find(({ path }) => path.endsWith('create_reversal'))!
  assert.equal(reversal.form.get('flat_amount'), '-500')
  await world.assertSound()
})
