import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { examineOrder, item, rochester } from '../../../test/support/orderRules.ts'
import type { Destination, OrderRequest } from '../../orders/order.ts'

describe('an order that can be made', () => {
  it('an order has a book for each item, with the page count known so far', () => {
    const { errors, warnings, books } = examineOrder({ orderItems: [{ ...item, pageCount: 200 }, item] })
    assert.deepEqual([errors, warnings], [[], []])
    assert.deepEqual(
      books.map(({ pageCount }) => pageCount),
      [200, 120],
    )
  })

  it('an order ships after the charge, the holding bin and the manufacturing days', () => {
    // Charged on Tuesday at 02:00 UTC, sent at 04:00 UTC: Monday night at the printer, after the cut-off, so it counts
    // for Tuesday. The fourth business day after that is the next Monday.
    assert.equal(examineOrder({}).estimatedShipDate, '2026-03-09')
  })
})

describe('an order that cannot be made', () => {
  const to = (changes: Partial<Destination>) => ({ destination: { ...rochester, ...changes } })
  const toCanada = to({ country: 'CA', state: 'ON', postal: 'K1A 0B1' })
  const toGuam = to({ country: 'GU', state: 'GU', postal: '96910' })
  const pricedItems = [{ ...item, retailPrice: '19.99' }]
  // biome-ignore format: a table
  const cases: [string, Partial<OrderRequest>, [string, string][]][] = [
    ['for a SKU that matches no product',         { orderItems: [{ ...item, sku: 'novel' }] },            [['/orderItems/0/sku', 'unknown_sku']]],
    ['for a shipping class that does not exist',             { shippingClassification: 'teleport' },                 [['/shippingClassification', 'shipping_not_offered']]],
    ['for a shipping class that the destination lacks',     { ...toGuam, shippingClassification: 'rush', orderItems: pricedItems }, [['/shippingClassification', 'shipping_not_offered']]],
    ['without a retail price to Canada',          { ...toCanada },                                        [['/orderItems/0/retailPrice', 'retail_price_missing']]],
    ['without a retail price to a territory',     { ...toGuam },                                          [['/orderItems/0/retailPrice', 'retail_price_missing']]],
    ['without a retail price to a US address in Puerto Rico', to({ state: 'PR', postal: '00901' }),       [['/orderItems/0/retailPrice', 'retail_price_missing']]],
    ['for an unknown state',                      to({ state: 'Neverland' }),                             [['/destination/state', 'unknown_state']]],
    ['for a postal code of another state',        to({ postal: '90210' }),                                [['/destination/postal', 'postal_outside_state']]],
    ['for a bad phone number',                    to({ phone: 'call me' }),                               [['/destination/phone', 'invalid_phone']]],
    ['for a bad email address',                  to({ email: 'ada at example' }),                        [['/destination/email', 'invalid_email']]],
    ['for a page count that the product lacks',   { orderItems: [{ ...item, pageCount: 7 }] },            [['/orderItems/0/pageCount', 'page_count_not_allowed']]],
    ['without files in production',               { orderItems: [{ sku: 'NOVEL', quantity: 1 }] },        [['/orderItems/0/product', 'files_missing']]],
    ['with all problems named at once', { ...to({ postal: 'x' }), shippingClassification: 'teleport', orderItems: [item, { ...item, sku: '?' }] },
      [['/destination/postal', 'invalid_postal'], ['/orderItems/1/sku', 'unknown_sku'], ['/shippingClassification', 'shipping_not_offered']]],
    ['for a shipping class that does not exist, also to an unknown state', { ...to({ state: 'Neverland' }), shippingClassification: 'teleport' },
      [['/destination/state', 'unknown_state'], ['/shippingClassification', 'shipping_not_offered']]],
  ]
  for (const [cause, changes, expected] of cases) {
    it(`an order fails ${cause}`, () => {
      const { errors, books } = examineOrder(changes)
      assert.deepEqual(
        errors.map(({ pointer, code }) => [pointer, code]),
        expected,
      )
      assert.deepEqual(books, [])
    })
  }

  it('a problem with an order quotes the shortened value and says which classes are offered', () => {
    const detailsOf = (changes: Partial<OrderRequest>) =>
      examineOrder(changes).errors.map(({ detail }) => String(detail))
    assert.deepEqual(detailsOf({ shippingClassification: 'Standard' }), [
      '"Standard" is not offered to NY, US; expected standard, expedited, or rush',
    ])
    assert.deepEqual(detailsOf({ ...toGuam, shippingClassification: 'rush', orderItems: pricedItems }), [
      '"rush" is not offered to GU; expected standard',
    ])
    const long = 'x'.repeat(100_000)
    const [unknownClass] = detailsOf({ shippingClassification: long })
    const [unknownSku] = detailsOf({ orderItems: [{ ...item, sku: long }] })
    assert.ok(unknownClass!.length < 200 && unknownSku!.length < 200)
  })

  it('missing files are only a warning in the sandbox', () => {
    const { errors, warnings } = examineOrder({ orderItems: [{ sku: 'NOVEL', quantity: 1 }] }, 'sandbox')
    assert.deepEqual(errors, [])
    assert.deepEqual(
      warnings.map(({ code }) => code),
      ['files_missing'],
    )
  })

  it('an order to Canada with a retail price on every item does not fail', () => {
    assert.deepEqual(examineOrder({ ...toCanada, orderItems: pricedItems }).errors, [])
  })
})
