import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startStripeTax } from '../../test/support/stripeTax.ts'
import { stripeTaxes } from './stripeTax.ts'
import type { TaxRequest } from './tax.ts'

const request: TaxRequest = {
  from: { country: 'US', state: 'NY', postal: '14604', city: 'Rochester', address1: '100 Printers Row' },
  to: { country: 'US', state: 'NY', postal: '10001', city: 'New York', address1: '1 Way' },
  itemsCents: 10_000,
  fulfillmentCents: 200,
  shippingCents: 500,
  at: new Date('2026-03-02T12:00:00Z'),
  isExempt: false,
}

describe('Stripe Tax', () => {
  let stripe: Awaited<ReturnType<typeof startStripeTax>>
  let taxes: ReturnType<typeof stripeTaxes>
  before(async () => {
    stripe = await startStripeTax()
    taxes = stripeTaxes({ secretKey: 'sk_test_octavo', apiUrl: stripe.url, timeoutMs: 250 })
  })
  after(() => stripe[Symbol.asyncDispose]())
  const quoteOne = async (changes: Partial<TaxRequest> = {}) => (await taxes.quote([{ ...request, ...changes }]))[0]!

  it('Stripe Tax gets the parts of the price and both addresses, and answers by jurisdiction and part', async () => {
    const quote = await quoteOne()
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
    const { form, path } = stripe.requests.at(-1)!
    assert.equal(path, '/v1/tax/calculations')
    const sent = Object.fromEntries(form)
    assert.equal(sent.currency, 'usd')
    assert.equal(sent['line_items[0][amount]'], '10000')
    assert.equal(sent['line_items[1][reference]'], 'fulfillment')
    assert.equal(sent['shipping_cost[amount]'], '500')
    assert.equal(sent['customer_details[address][postal_code]'], '10001')
    assert.equal(sent['customer_details[address_source]'], 'shipping')
    assert.equal(sent['customer_details[taxability_override]'], 'none')
    assert.equal(sent['ship_from_details[address][postal_code]'], '14604')
    assert.equal(sent['expand[0]'], 'line_items.data.tax_breakdown')
  })

  it('Stripe Tax gets the exemption of a customer, except for Canada', async () => {
    const exempt = await quoteOne({ isExempt: true })
    assert.ok('taxesCents' in exempt && exempt.taxesCents === 0 && exempt.byJurisdiction.length === 0)
    assert.equal(stripe.requests.at(-1)!.form.get('customer_details[taxability_override]'), 'customer_exempt')
    await quoteOne({ isExempt: true, to: { country: 'CA', state: 'ON' } })
    assert.equal(stripe.requests.at(-1)!.form.get('customer_details[taxability_override]'), 'none')
    await quoteOne({ to: { country: 'PR', state: null, postal: '00901' } })
    assert.equal(stripe.requests.at(-1)!.form.get('customer_details[address][state]'), 'PR')
  })

  it('Stripe Tax is not called for an order without a price', async () => {
    const before = stripe.requests.length
    assert.deepEqual(await quoteOne({ itemsCents: 0, fulfillmentCents: 0, shippingCents: 0 }), {
      taxesCents: 0,
      byJurisdiction: [],
      ref: null,
    })
    assert.equal(stripe.requests.length, before)
  })

  for (const does of ['fails', 'hangs', 'miscounts', 'refuses'] as const) {
    it(`there is no quote when Stripe Tax ${does}`, async () => {
      stripe.plan.does = does
      const quote = await quoteOne()
      stripe.plan.does = 'answers'
      assert.ok('unavailable' in quote, JSON.stringify(quote))
    })
  }

  it('Stripe Tax is not called for the rest of a batch after consecutive failures', async () => {
    stripe.plan.does = 'fails'
    const before = stripe.requests.length
    const quotes = await taxes.quote(Array.from({ length: 100 }, () => request))
    stripe.plan.does = 'answers'
    assert.ok(quotes.length === 100 && quotes.every(quote => 'unavailable' in quote))
    assert.ok(stripe.requests.length - before < 20)
  })

  it('sales and refunds are reported to Stripe Tax, each with its own key', async () => {
    const sale = await taxes.reporter.reportSale({ calculationRef: 'taxcalc_1', orderId: 'ord_1' })
    assert.ok(sale.kind === 'reported')
    assert.equal(stripe.requests.at(-1)!.path, '/v1/tax/transactions/create_from_calculation')
    assert.equal(stripe.requests.at(-1)!.idempotencyKey, 'octavo-tax-ord_1-taxcalc_1')
    const parts = {
      items: { cents: 300, taxCents: 27 },
      fulfillment: { cents: 0, taxCents: 0 },
      shipping: { cents: 6, taxCents: 0 },
    }
    const refund = { transactionRef: sale.ref, refundId: 'ref_1', parts }
    assert.equal((await taxes.reporter.reportRefund(refund)).kind, 'reported')
    const { form, path } = stripe.requests.at(-1)!
    assert.equal(path, '/v1/tax/transactions/create_reversal')
    assert.deepEqual(Object.fromEntries(form), {
      mode: 'partial',
      original_transaction: sale.ref,
      reference: 'ref_1',
      'line_items[0][original_line_item]': 'tax_li_items',
      'line_items[0][reference]': 'ref_1-items',
      'line_items[0][amount]': '-300',
      'line_items[0][amount_tax]': '-27',
      'shipping_cost[amount]': '-6',
      'shipping_cost[amount_tax]': '0',
    })
    stripe.plan.does = 'fails'
    assert.equal((await taxes.reporter.reportRefund(refund)).kind, 'unknown')
    stripe.plan.does = 'refuses'
    assert.equal((await taxes.reporter.reportRefund(refund)).kind, 'refused')
    stripe.plan.does = 'answers'
  })

  it('a report whose answers were lost until its key expired is found at Stripe Tax', async () => {
    const report = { calculationRef: 'taxcalc_1', orderId: 'ord_lost' }
    stripe.plan.does = 'fails afterwards'
    for (const _ of [1, 2]) assert.equal((await taxes.reporter.reportSale(report)).kind, 'unknown')
    stripe.plan.does = 'answers'
    assert.equal((await taxes.reporter.reportSale(report)).kind, 'unknown', 'the key returns its first answer')
    stripe.forgetKeys()
    const ref = stripe.reported.get('ord_lost')
    assert.deepEqual(await taxes.reporter.reportSale(report), { kind: 'reported', ref })
    assert.equal(stripe.requests.at(-1)!.path, `/v1/tax/transactions/${ref}`)
  })
})
