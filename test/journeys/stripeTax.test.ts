// An order taxed by Stripe: it waits for the answer, however long that takes, and its sale is reported to Stripe.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { day, hour, minute } from '../../src/base/clock.ts'
import { type Log, silentLog } from '../../src/base/log.ts'
import { plusInterval } from '../../src/db/instants.ts'
import { program } from '../support/actors.ts'
import { startStripeTax } from '../support/stripeTax.ts'
import { orderBody, startWorld } from '../support/world.ts'

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
  assert.deepEqual(stripe.requests, [])
})

it('an order waits for its tax from Stripe, is charged with the tax, and its sale and refund are reported to Stripe', async () => {
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
  assert.ok(stripe.requests.length > 3)
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
  const reversal = stripe.requests.find(({ path }) => path.endsWith('create_reversal'))!
  const amounts = [...reversal.form].filter(([name]) => /\[amount(_tax)?\]$/.test(name))
  assert.equal(
    amounts.reduce((sum, [, cents]) => sum + Number(cents), 0),
    -500,
  )
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

for (const [what, cityRate, expected] of [
  ['is calculated again and reported', '4.5', { status: 'reported', problem: null }],
  [
    'is left to a person where its tax is another one by now',
    '5.5',
    {
      status: 'refused',
      problem:
        /^its calculation has expired; the tax would now be US-NY New York City sales [\d.]+, .*, and US-NY New .* was paid$/,
    },
  ],
] as const) {
  it(`a sale that is paid after Stripe has forgotten its calculation ${what}`, async () => {
    await using stripe = await startStripeTax()
    const stripeTax = { secretKey: 'sk_test_octavo', apiUrl: stripe.url }
    await using world = await startWorld({ config: { stripeTax } })
    await program(world, world.charged, 'production').place('t-3')
    await world.settle()
    const { db } = world.app.database
    await sql`update sales set at = ${plusInterval(sql`at`, sql`interval '-90 days'`)}`.execute(db)
    stripe.expireCalculations()
    stripe.plan.cityRate = cityRate
    await world.advance(day - 2 * hour)
    const { rows } = await sql<{ status: string; problem: string | null; isSame: boolean }>`
      select t.status, t.problem, t.calculation_ref = s.tax_ref as "isSame"
      from tax_reports t join sales s using (account_id, order_id)`.execute(db)
    const [report] = rows
    assert.equal(rows.length, 1)
    assert.equal(report!.status, expected.status)
    if (expected.problem === null) assert.equal(report!.problem, null)
    else assert.match(report!.problem!, expected.problem)
    assert.equal(report!.isSame, expected.status === 'refused')
    assert.equal(stripe.reported.size, expected.status === 'reported' ? 1 : 0)
    await world.assertSound()
  })
}
