import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { examineOrder, onlyVersion, operator, request, rochester } from '../../../test/support/orderRules.ts'
import type { Mode } from '../../base/mode.ts'
import { cellsOf, split } from '../../payments/splitSale.ts'
import type { Taxes } from '../../tax/tax.ts'
import type { Book, Destination } from '../core/order.ts'
import { type Exemptions, priceFinally, priceOrders } from './price.ts'

const exemptions: Exemptions = new Map()
const priceable = (books: Book[], mode: Mode = 'production') => ({
  operatorVersion: 1,
  mode,
  billing: 'charged' as const,
  request: request(),
  books,
  exemptions,
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

  it('an order has no price when the printer sets it, or when it is a reprint', async () => {
    const { books } = examineOrder({})
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
