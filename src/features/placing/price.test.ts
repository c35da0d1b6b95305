import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { examineOrder, onlyVersion, operator, request, rochester } from '../../../test/support/orderRules.ts'
import { instant } from '../../base/clock.ts'
import type { Mode } from '../../base/mode.ts'
import { parsePriceLists } from '../../catalog/priceLists.ts'
import type { Book, Destination } from '../../orders/order.ts'
import { cellsOf, split } from '../../payments/splitSale.ts'
import type { Taxes } from '../../tax/tax.ts'
import { type Exemptions, priceFinally, priceOrders } from './price.ts'

const exemptions: Exemptions = new Map()
const createdAt = instant('2026-03-02T12:00:00Z')
const priceable = (books: Book[], mode: Mode = 'production') => ({
  createdAt,
  operatorVersion: 1,
  mode,
  billing: 'charged' as const,
  request: request(),
  books,
  exemptions,
  quoted: null,
})

describe('an order that can be made', () => {
  it('an order costs its items, its fulfillment, its shipping and its tax', async () => {
    const { books } = examineOrder({})
    const [price] = await priceFinally(onlyVersion(operator), [priceable(books)])
    assert.ok(price !== null && price !== undefined && 'pricing' in price)
    const { itemsCents, fulfillmentCents, shippingCents, taxesCents, orderCents, final } = price.pricing
    assert.equal(orderCents, itemsCents + fulfillmentCents! + shippingCents! + taxesCents)
    assert.ok(itemsCents > 0 && fulfillmentCents! > 0 && shippingCents! > 0)
    assert.equal(final, true)
  })

  it('the parts of a recorded price add up to the charged amount', async () => {
    const { books } = examineOrder({})
    const [price] = await priceFinally(onlyVersion(operator), [priceable(books)])
    assert.ok(price !== null && price !== undefined && 'pricing' in price)
    const { pricing, sale } = price
    assert.equal(split(sale.price, cellsOf(sale.price)).totalCents, pricing.orderCents)
    assert.equal(sale.totalCents, pricing.orderCents)
    assert.deepEqual(
      pricing.taxes?.map(({ jurisdiction, kind, rate }) => [jurisdiction, kind, rate]),
      [['US-NY', 'sales', 0.04]],
    )
  })

  it('the tax of an order comes from the provider of final taxes, but in the sandbox from the table', async () => {
    const { books } = examineOrder({})
    const finalTaxes: Taxes = { name: 'far', quote: orders => orders.map(() => ({ unavailable: 'no answer' })) }
    const orders = [priceable(books, 'sandbox'), priceable(books), priceable(books, 'sandbox')]
    const prices = await priceFinally(onlyVersion({ ...operator, finalTaxes }), orders)
    assert.deepEqual(
      prices.map(price => (price !== null && 'pricing' in price ? price.sale.taxSource : price)),
      ['table', { unavailable: 'no answer' }, 'table'],
    )
  })

  it('an order has no tax where an approved exemption covers the destination, and only there', async () => {
    const { books } = examineOrder({})
    const priceTo = async (certificates: [string, string][], to: Partial<Destination> = {}) => {
      const destination = { ...rochester, ...to }
      const order = { ...priceable(books), request: { ...request(), destination } }
      const [price] = await priceFinally(onlyVersion(operator), [{ ...order, exemptions: new Map(certificates) }])
      assert.ok(price !== null && price !== undefined && 'pricing' in price)
      return [price.pricing.taxesCents > 0, price.sale.exemptionId]
    }
    assert.deepEqual(await priceTo([['US-NY', 'exm_1']]), [false, 'exm_1'])
    assert.deepEqual(await priceTo([['US-OH', 'exm_1']]), [true, null])
    const canada = { country: 'CA', state: 'ON', postal: 'K1A 0B1' }
    assert.deepEqual(
      await priceTo(
        [
          ['US-ON', 'exm_1'],
          ['CA', 'exm_1'],
          ['CA-ON', 'exm_1'],
        ],
        canada,
      ),
      [true, null],
    )
    assert.deepEqual(await priceTo([['PR', 'exm_1']], { state: 'PR', postal: '00901' }), [false, 'exm_1'])
  })

  it('an order is priced finally by the price list that it was accepted with, in the version that it was accepted with', async () => {
    const { books } = examineOrder({})
    const priceLists = parsePriceLists({ lists: [{ code: 'CLUB', name: 'Club', allBooksOffBasisPoints: 2000 }] }, null)
    const withLists = { ...operator, priceLists }
    const [quoted] = priceOrders(withLists, [{ ...priceable(books), priceList: priceLists.get('CLUB')! }])
    assert.deepEqual(quoted!.priceList, { code: 'CLUB', name: 'Club' })
    const order = { ...priceable(books), quoted: { pricing: quoted!, books } }
    const [price] = await priceFinally(onlyVersion(withLists), [order])
    assert.ok(price !== null && price !== undefined && 'pricing' in price)
    const { taxes: _taxes, ...pricing } = price.pricing
    assert.deepEqual(pricing, { ...quoted, final: true })
    assert.equal(split(price.sale.price, cellsOf(price.sale.price)).totalCents, pricing.orderCents)
    await assert.rejects(
      () => priceFinally(onlyVersion(operator), [order]),
      /a price list that its version does not have/,
    )
  })

  it('a final price that is not the quoted price says why', async () => {
    const { books } = examineOrder({})
    const changeOf = async (
      changes: Partial<Parameters<typeof priceFinally>[1][number]>,
      finalTaxes = operator.finalTaxes,
    ) => {
      const [pricing] = priceOrders(operator, [{ ...priceable(books), priceList: null }])
      const order = { ...priceable(books), quoted: { pricing: pricing!, books }, ...changes }
      const [price] = await priceFinally(onlyVersion({ ...operator, finalTaxes }), [order])
      assert.ok(price !== null && price !== undefined && 'pricing' in price)
      const { change, orderCents } = price.pricing
      if (change !== undefined) assert.equal(change.quotedCents, pricing!.orderCents)
      assert.equal(change === undefined, orderCents === pricing!.orderCents)
      return change?.reasons
    }
    const thicker = books.map(book => ({ ...book, pageCount: book.pageCount + 20 }))
    const exempt: Exemptions = new Map([['US-NY', 'exm_1']])
    const provider: Taxes = {
      name: 'provider',
      quote: requests => operator.taxes.quote(requests).map(quote => ({ ...quote, taxesCents: quote.taxesCents + 7 })),
    }
    assert.equal(await changeOf({}), undefined)
    assert.deepEqual(await changeOf({ books: thicker }), ['page_count'])
    assert.deepEqual(await changeOf({ exemptions: exempt }), ['tax_exemption'])
    assert.deepEqual(await changeOf({}, provider), ['tax_provider'])
    assert.deepEqual(await changeOf({ books: thicker, exemptions: exempt }, provider), [
      'page_count',
      'tax_exemption',
      'tax_provider',
    ])
  })

  it('an order has no price when the printer sets it, or when it is a reprint', async () => {
    const { books } = examineOrder({})
    const orders = (['enterprise', 'reprint', 'charged'] as const).map(billing => ({
      createdAt,
      billing,
      request: request(),
      books,
      exemptions,
      priceList: null,
    }))
    const prices = priceOrders(operator, orders)
    assert.deepEqual(
      prices.map(price => price === null),
      [true, true, false],
    )
  })
})
