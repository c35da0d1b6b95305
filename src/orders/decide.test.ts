import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { instant } from '../base/clock.ts'
import type { Mode } from '../base/mode.ts'
import { loadCatalog } from '../catalog/catalog.ts'
import { cellsOf, split } from '../payments/sale.ts'
import { loadShipping } from '../shipping/load.ts'
import { loadTaxRules } from '../tax/rules.ts'
import { tableTaxes } from '../tax/table.ts'
import { type Customer, type Exemptions, examine, type OperatorData, priceFinally, priceOrders } from './decide.ts'
import type { Destination, OrderItem, OrderRequest } from './order.ts'

const now = instant('2026-03-02T12:00:00Z') // a Monday
const folder = `${import.meta.dirname}/../../operator`
const taxes = tableTaxes(await loadTaxRules(`${folder}/tax.json`), now)
const operator: OperatorData = {
  catalog: await loadCatalog(`${folder}/catalogue.json`),
  shipping: await loadShipping(folder),
  taxes,
  finalTaxes: taxes,
}
const book = operator.catalog.list()[0]!
const exemptions: Exemptions = new Map()
const files = { coverUrl: 'https://files.example/cover.pdf', gutsUrl: 'https://files.example/guts.pdf' }

const noUploads = { coverSha256: null, gutsSha256: null, gutsPageCount: null }

const customer = (billing: Customer['billing'] = 'charged'): Customer => ({
  billing,
  product: sku =>
    sku === 'NOVEL'
      ? { sku, manufacturingSku: book.manufacturingSku, pageCount: 120, coverUrl: null, gutsUrl: null, ...noUploads }
      : undefined,
  pagesRead: () => undefined,
})

const rochester: Destination = {
  name: 'Ada Reader',
  address1: '1 Main Street',
  city: 'Rochester',
  state: 'NY',
  postal: '14604',
  country: 'US',
}
const item: OrderItem = { sku: 'NOVEL', quantity: 2, product: files }
const request = (changes: Partial<OrderRequest> = {}): OrderRequest => ({
  currency: 'USD',
  shippingClassification: 'standard',
  destination: rochester,
  orderItems: [item],
  ...changes,
})
const judged = (changes: Partial<OrderRequest>, mode: Mode = 'production') =>
  examine(operator, customer(), { mode, request: request(changes), now })

describe('an order that can be made', () => {
  it('has a book for each item, with the page count known so far', () => {
    const { errors, warnings, books } = judged({ orderItems: [{ ...item, pageCount: 200 }, item] })
    assert.deepEqual([errors, warnings], [[], []])
    assert.deepEqual(
      books.map(({ pageCount }) => pageCount),
      [200, 120],
    )
  })

  it('leaves after the charge, the hold and the manufacturing days', () => {
    // Charged on Tuesday at 02:00 UTC, sent at 04:00 UTC: Monday night where it is printed, after the cut-off, so that it
    // counts for Tuesday. The fourth business day after that is the next Monday.
    assert.equal(judged({}).estimatedShipDate, '2026-03-09')
  })

  it('costs its items, its handling, its shipping and its tax', async () => {
    const { books } = judged({})
    const [price] = await priceFinally(operator, [{ billing: 'charged', request: request(), books, exemptions }])
    assert.ok(price !== null && price !== undefined && 'pricing' in price)
    const { itemsCents, fulfillmentCents, shippingCents, taxesCents, orderCents, final } = price.pricing
    assert.equal(orderCents, itemsCents + fulfillmentCents! + shippingCents! + taxesCents)
    assert.ok(itemsCents > 0 && fulfillmentCents! > 0 && shippingCents! > 0)
    assert.equal(final, true)
  })

  it('is kept in all of its parts, which add up to what is charged', async () => {
    const { books } = judged({})
    const [price] = await priceFinally(operator, [{ billing: 'charged', request: request(), books, exemptions }])
    assert.ok(price !== null && price !== undefined && 'pricing' in price)
    const { pricing, sale } = price
    assert.equal(split(sale.price, cellsOf(sale.price)).totalCents, pricing.orderCents)
    assert.equal(sale.totalCents, pricing.orderCents)
    assert.deepEqual(
      pricing.taxes?.map(({ jurisdiction, kind, rate }) => [jurisdiction, kind, rate]),
      [['US-NY', 'sales', 0.04]],
    )
  })

  it('has no tax where approved papers exempt the account, and only there', async () => {
    const { books } = judged({})
    const taxed = async (papers: [string, string][], to: Partial<Destination> = {}) => {
      const destination = { ...rochester, ...to }
      const order = { billing: 'charged' as const, request: { ...request(), destination }, books }
      const [price] = await priceFinally(operator, [{ ...order, exemptions: new Map(papers) }])
      assert.ok(price !== null && price !== undefined && 'pricing' in price)
      return [price.pricing.taxesCents > 0, price.sale.exemptionId]
    }
    assert.deepEqual(await taxed([['US-NY', 'exm_1']]), [false, 'exm_1'])
    assert.deepEqual(await taxed([['US-OH', 'exm_1']]), [true, null])
    const canada = { country: 'CA', state: 'ON', postal: 'K1A 0B1' }
    assert.deepEqual(
      await taxed(
        [
          ['US-ON', 'exm_1'],
          ['CA', 'exm_1'],
          ['CA-ON', 'exm_1'],
        ],
        canada,
      ),
      [true, null],
    )
    assert.deepEqual(await taxed([['PR', 'exm_1']], { state: 'PR', postal: '00901' }), [false, 'exm_1'])
  })

  it('has no price of ours when the printer sets it, or when it is a reprint', async () => {
    const { books } = judged({})
    const orders = (['enterprise', 'reprint', 'charged'] as const).map(billing => ({
      billing,
      request: request(),
      books,
      exemptions,
    }))
    const prices = priceOrders(operator, orders)
    assert.deepEqual(
      prices.map(price => price === null),
      [true, true, false],
    )
  })
})

describe('an order fails', () => {
  const to = (changes: Partial<Destination>) => ({ destination: { ...rochester, ...changes } })
  const toCanada = to({ country: 'CA', state: 'ON', postal: 'K1A 0B1' })
  const toGuam = to({ country: 'GU', state: 'GU', postal: '96910' })
  const priced = [{ ...item, retailPrice: '19.99' }]
  // biome-ignore format: a table
  const cases: [string, Partial<OrderRequest>, [string, string][]][] = [
    ['for a SKU that matches no product',         { orderItems: [{ ...item, sku: 'novel' }] },            [['/orderItems/0/sku', 'unknown_sku']]],
    ['for a tier that nobody offers',             { shippingClassification: 'teleport' },                 [['/shippingClassification', 'shipping_not_offered']]],
    ['for a tier that the destination lacks',     { ...toGuam, shippingClassification: 'rush', orderItems: priced }, [['/shippingClassification', 'shipping_not_offered']]],
    ['without a retail price to Canada',          { ...toCanada },                                        [['/orderItems/0/retailPrice', 'retail_price_missing']]],
    ['without a retail price to a territory',     { ...toGuam },                                          [['/orderItems/0/retailPrice', 'retail_price_missing']]],
    ['without a retail price to a US address in Puerto Rico', to({ state: 'PR', postal: '00901' }),       [['/orderItems/0/retailPrice', 'retail_price_missing']]],
    ['for an unknown state',                      to({ state: 'Neverland' }),                             [['/destination/state', 'unknown_state']]],
    ['for a postal code of another state',        to({ postal: '90210' }),                                [['/destination/postal', 'postal_outside_state']]],
    ['for a bad phone number',                    to({ phone: 'call me' }),                               [['/destination/phone', 'invalid_phone']]],
    ['for a bad e-mail address',                  to({ email: 'ada at example' }),                        [['/destination/email', 'invalid_email']]],
    ['for a page count that the product lacks',   { orderItems: [{ ...item, pageCount: 7 }] },            [['/orderItems/0/pageCount', 'page_count_not_allowed']]],
    ['without files in production',               { orderItems: [{ sku: 'NOVEL', quantity: 1 }] },        [['/orderItems/0/product', 'files_missing']]],
    ['with everything that is wrong named at once', { ...to({ postal: 'x' }), shippingClassification: 'standard', orderItems: [item, { ...item, sku: '?' }] },
      [['/destination/postal', 'invalid_postal'], ['/orderItems/1/sku', 'unknown_sku']]],
  ]
  for (const [promise, changes, expected] of cases) {
    it(promise, () => {
      const { errors, books } = judged(changes)
      assert.deepEqual(
        errors.map(({ pointer, code }) => [pointer, code]),
        expected,
      )
      assert.deepEqual(books, [])
    })
  }

  it('saying what was got, cut short, and what is offered there', () => {
    const details = (changes: Partial<OrderRequest>) => judged(changes).errors.map(({ detail }) => detail)
    assert.deepEqual(details({ shippingClassification: 'Standard' }), [
      '"Standard" is not offered to NY, US; expected standard, expedited, or rush',
    ])
    assert.deepEqual(details({ ...toGuam, shippingClassification: 'rush', orderItems: priced }), [
      '"rush" is not offered to GU; expected standard',
    ])
    const long = 'x'.repeat(100_000)
    const [unknownClass] = details({ shippingClassification: long })
    const [unknownSku] = details({ orderItems: [{ ...item, sku: long }] })
    assert.ok(unknownClass!.length < 200 && unknownSku!.length < 200)
  })

  it('not for missing files in sandbox: that is a warning', () => {
    const { errors, warnings } = judged({ orderItems: [{ sku: 'NOVEL', quantity: 1 }] }, 'sandbox')
    assert.deepEqual(errors, [])
    assert.deepEqual(
      warnings.map(({ code }) => code),
      ['files_missing'],
    )
  })

  it('not to Canada with a retail price on every item', () => {
    assert.deepEqual(judged({ ...toCanada, orderItems: priced }).errors, [])
  })
})
