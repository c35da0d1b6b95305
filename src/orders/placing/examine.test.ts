import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { item, judged, rochester } from '../../../test/orderRules.ts'
import type { Destination, OrderRequest } from '../order.ts'

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
    // Charged on Tuesday at 02:00 UTC, sent at 04:00 UTC: Monday night where it is printed, after the cut-off, so that
    // it counts for Tuesday. The fourth business day after that is the next Monday.
    assert.equal(judged({}).estimatedShipDate, '2026-03-09')
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
    ['with everything that is wrong named at once', { ...to({ postal: 'x' }), shippingClassification: 'teleport', orderItems: [item, { ...item, sku: '?' }] },
      [['/destination/postal', 'invalid_postal'], ['/orderItems/1/sku', 'unknown_sku'], ['/shippingClassification', 'shipping_not_offered']]],
    ['for a tier that nobody offers, also to an unknown state', { ...to({ state: 'Neverland' }), shippingClassification: 'teleport' },
      [['/destination/state', 'unknown_state'], ['/shippingClassification', 'shipping_not_offered']]],
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
