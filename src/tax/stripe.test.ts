import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startStripeTax } from '../../test/stripeTax.ts'
import { stripeTaxes } from './stripe.ts'
import type { TaxRequest } from './tax.ts'

const request: TaxRequest = {
  from: { country: 'US', state: 'NY', postal: '14604', city: 'Rochester', address1: '100 Printers Row' },
  to: { country: 'US', state: 'NY', postal: '10001', city: 'New York', address1: '1 Way' },
  itemsCents: 10_000,
  fulfillmentCents: 200,
  shippingCents: 500,
  exempt: false,
}

describe('Stripe Tax', () => {
  let stripe: Awaited<ReturnType<typeof startStripeTax>>
  let taxes: ReturnType<typeof stripeTaxes>
  before(async () => {
    stripe = await startStripeTax()
    taxes = stripeTaxes({ secretKey: 'sk_test_octavo', apiUrl: stripe.url, timeoutMs: 250 })
  })
  after(() => stripe[Symbol.asyncDispose]())
  const one = async (changes: Partial<TaxRequest> = {}) => (await taxes.quote([{ ...request, ...changes }]))[0]!

  it('is sent the parts of the price and both addresses, and answers by jurisdiction and part', async () => {
    const quote = await one()
    assert.ok('taxesCents' in quote)
    assert.deepEqual(quote.byJurisdiction, [
      {
        jurisdiction: 'US-NY',
        kind: 'sales',
        rate: 0.04,
        taxableCents: 10_700,
        taxCents: 428,
        parts: { items: 400, fulfillment: 8, shipping: 20 },
      },
      {
        jurisdiction: 'US-NY New York City',
        kind: 'sales',
        rate: 0.045,
        taxableCents: 10_700,
        taxCents: 482,
        parts: { items: 450, fulfillment: 9, shipping: 23 },
      },
    ])
    assert.equal(quote.taxesCents, 910)
    assert.match(quote.ref!, /^taxcalc_/)
    const { form, path } = stripe.asked.at(-1)!
    assert.equal(path, '/v1/tax/calculations')
    const said = Object.fromEntries(form)
    assert.equal(said.currency, 'usd')
    assert.equal(said['line_items[0][amount]'], '10000')
    assert.equal(said['line_items[1][reference]'], 'fulfillment')
    assert.equal(said['shipping_cost[amount]'], '500')
    assert.equal(said['customer_details[address][postal_code]'], '10001')
    assert.equal(said['customer_details[address_source]'], 'shipping')
    assert.equal(said['customer_details[taxability_override]'], 'none')
    assert.equal(said['ship_from_details[address][postal_code]'], '14604')
    assert.equal(said['expand[0]'], 'line_items.data.tax_breakdown')
  })

  it('is told who is exempt, but never for Canada', async () => {
    const exempt = await one({ exempt: true })
    assert.ok('taxesCents' in exempt && exempt.taxesCents === 0 && exempt.byJurisdiction.length === 0)
    assert.equal(stripe.asked.at(-1)!.form.get('customer_details[taxability_override]'), 'customer_exempt')
    await one({ exempt: true, to: { country: 'CA', state: 'ON' } })
    assert.equal(stripe.asked.at(-1)!.form.get('customer_details[taxability_override]'), 'none')
    await one({ to: { country: 'PR', state: null, postal: '00901' } })
    assert.equal(stripe.asked.at(-1)!.form.get('customer_details[address][state]'), 'PR')
  })

  it('is not called for an empty batch', async () => {
    const before = stripe.asked.length
    assert.deepEqual(await one({ itemsCents: 0, fulfillmentCents: 0, shippingCents: 0 }), {
      taxesCents: 0,
      byJurisdiction: [],
      ref: null,
    })
    assert.equal(stripe.asked.length, before)
  })

  for (const does of ['fails', 'hangs', 'miscounts', 'refuses'] as const) {
    it(`that ${does} gives no quote`, async () => {
      stripe.plan.does = does
      const quote = await one()
      stripe.plan.does = 'answers'
      assert.ok('unavailable' in quote, JSON.stringify(quote))
    })
  }

  it('that keeps failing is not called for the rest of a batch', async () => {
    stripe.plan.does = 'fails'
    const before = stripe.asked.length
    const quotes = await taxes.quote(Array.from({ length: 100 }, () => request))
    stripe.plan.does = 'answers'
    assert.ok(quotes.length === 100 && quotes.every(quote => 'unavailable' in quote))
    assert.ok(stripe.asked.length - before < 20)
  })

  it('is told of sales and refunds, each under a key of its own', async () => {
    const sale = await taxes.reporter.sale({ calculationRef: 'taxcalc_1', orderId: 'ord_1' })
    assert.ok(sale.kind === 'reported')
    assert.equal(stripe.asked.at(-1)!.path, '/v1/tax/transactions/create_from_calculation')
    assert.equal(stripe.asked.at(-1)!.idempotencyKey, 'octavo-tax-ord_1')
    const refund = { transactionRef: sale.ref, refundId: 'ref_1', amountCents: 333 }
    assert.equal((await taxes.reporter.refund(refund)).kind, 'reported')
    const { form, path } = stripe.asked.at(-1)!
    assert.equal(path, '/v1/tax/transactions/create_reversal')
    assert.deepEqual(Object.fromEntries(form), {
      mode: 'partial',
      original_transaction: sale.ref,
      reference: 'ref_1',
      flat_amount: '-333',
    })
    stripe.plan.does = 'fails'
    assert.equal((await taxes.reporter.refund(refund)).kind, 'unknown')
    stripe.plan.does = 'refuses'
    assert.equal((await taxes.reporter.refund(refund)).kind, 'refused')
    stripe.plan.does = 'answers'
  })

  it('has been told what it has, though its answer was lost until it had forgotten the key', async () => {
    const report = { calculationRef: 'taxcalc_1', orderId: 'ord_lost' }
    stripe.plan.does = 'fails afterwards'
    for (const _ of [1, 2]) assert.equal((await taxes.reporter.sale(report)).kind, 'unknown')
    stripe.plan.does = 'answers'
    assert.equal((await taxes.reporter.sale(report)).kind, 'unknown', 'its key is answered as it was')
    stripe.forgetKeys()
    const ref = stripe.reported.get('ord_lost')
    assert.deepEqual(await taxes.reporter.sale(report), { kind: 'reported', ref })
    assert.equal(stripe.asked.at(-1)!.path, `/v1/tax/transactions/${ref}`)
  })
})
