// An order taxed by Stripe: it waits for the answer, however long that takes, and its sale is reported to Stripe.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { day, hour, minute } from '../../src/base/clock.ts'
import { type Log, silentLog } from '../../src/base/log.ts'
import { program } from '../actors.ts'
import { startStripeTax } from '../stripeTax.ts'
import { orderBody, startWorld } from '../world.ts'

it('a sandbox order is taxed by the table, and Stripe hears nothing of it', async () => {
  await using stripe = await startStripeTax()
  stripe.plan.does = 'fails'
  await using world = await startWorld({ config: { stripeTax: { secretKey: 'sk_test_octavo', apiUrl: stripe.url } } })
  const { place, read } = program(world, world.charged, 'sandbox')
  const placed = await place('s-1')
  await world.settle()
  const priced = await read('s-1')
  assert.deepEqual([priced.status, priced.pricing.final], ['VALID_AWAITING_PAYMENT', true])
  assert.equal(priced.pricing.taxesTotal, placed.pricing.taxesTotal)
  assert.deepEqual(stripe.asked, [])
})

it('an order waits until Stripe says its tax, is charged with it, and Stripe is told of the sale and of the refund', async () => {
  await using stripe = await startStripeTax()
  const errors: unknown[] = []
  const log: Log = { ...silentLog, error: (_line: unknown, text?: string) => errors.push(text) }
  const stripeTax = { secretKey: 'sk_test_octavo', apiUrl: stripe.url }
  await using world = await startWorld({ config: { stripeTax }, log })
  const asStaff = (path: string) => world.call(path, { as: world.demo.staff.authorization })
  /** Where the staff would see that an order waits for its tax. */
  const alarms = async () => {
    const { counts, waiting } = (await asStaff('/staff/overview')).body
    const { orders } = (await asStaff('/staff/orders?status=VALIDATING')).body
    const { taxWait } = (await asStaff(`/staff/orders/${world.charged.accountId}/t-1`)).body
    const metrics: string = (await asStaff('/metrics')).body
    return {
      counted: counts.untaxed,
      late: waiting.find((one: { status: string }) => one.status === 'VALIDATING'),
      note: orders[0]?.note ?? null,
      cause: taxWait?.cause ?? null,
      waiting: Number(/^octavo_waiting\{what="tax"\} (\d+)$/m.exec(metrics)?.[1] ?? 0),
      lateSeconds: Number(/^octavo_late_seconds\{what="tax"\} (\d+)$/m.exec(metrics)?.[1] ?? 0),
    }
  }
  const as = world.charged.production.authorization
  const read = async () => (await world.call('/orders/t-1', { as })).body

  stripe.plan.does = 'fails'
  await world.call('/orders/create', { method: 'POST', as, body: orderBody({ customerOrderId: 't-1' }) })
  await world.settle()
  const waiting = await read()
  assert.equal(waiting.status, 'VALIDATING')
  assert.equal(waiting.pricing.final, false)
  await world.advance(20 * minute)
  const early = await alarms()
  assert.deepEqual([early.waiting, early.lateSeconds, early.counted, early.late.late], [1, 1200, 0, 0])
  assert.match(early.note, /^waits for its tax: .*something broke/)
  assert.deepEqual(errors, [], 'nobody is called for a moment of silence')
  await world.advance(20 * minute)
  assert.equal((await read()).status, 'VALIDATING', 'it is not given up')
  assert.ok(stripe.asked.length > 3)
  const late = await alarms()
  assert.deepEqual([late.waiting, late.lateSeconds, late.counted, late.late.late], [1, 2400, 1, 1])
  assert.equal(late.late.examples[0].customerOrderId, 't-1')
  assert.match(late.cause, /something broke/)
  assert.ok(errors.length > 0 && errors.every(text => text === 'orders wait for a tax quote'), String(errors))

  stripe.plan.does = 'answers'
  await world.advance(15 * minute)
  const calm = await alarms()
  assert.deepEqual(
    [calm.waiting, calm.counted, calm.late.late, calm.note, calm.cause],
    [0, 0, 0, null, null],
    'all is forgotten once it is known',
  )
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

it('a refund of a sale that Stripe will not have in its reports does not wait for it', async () => {
  await using stripe = await startStripeTax()
  const errors: unknown[] = []
  const log: Log = { ...silentLog, error: (_line: unknown, text?: string) => errors.push(text) }
  const stripeTax = { secretKey: 'sk_test_octavo', apiUrl: stripe.url }
  await using world = await startWorld({ config: { stripeTax }, log })
  await program(world, world.charged, 'production').place('t-2')
  await world.settle()
  stripe.plan.does = 'refuses'
  await world.advance(day - 2 * hour)
  const path = `/staff/orders/${world.charged.accountId}/t-2/refund`
  const as = world.demo.staff.authorization
  assert.equal((await world.call(path, { method: 'POST', as, body: { reason: 'torn' } })).status, 200)
  await world.settle()
  const { rows } = await sql<{ status: string }>`select status from tax_reports`.execute(world.app.database.db)
  assert.deepEqual(rows, [{ status: 'refused' }, { status: 'refused' }])
  assert.deepEqual(errors, Array(2).fill('a tax report was refused'))
})
