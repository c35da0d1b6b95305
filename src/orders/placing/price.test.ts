import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { judged, operator, request, rochester } from '../../../test/orderRules.ts'
import type { Mode } from '../../base/mode.ts'
import { cellsOf, split } from '../../payments/sale.ts'
import type { Taxes } from '../../tax/tax.ts'
import type { Book, Destination } from '../order.ts'
import { type Exemptions, priceFinally, priceOrders } from './price.ts'

const exemptions: Exemptions = new Map()
const priceable = (books: Book[], mode: Mode = 'production') => ({
  mode,
  billing: 'charged' as const,
  request: request(),
  books,
  exemptions,
})

describe('an order that can be made', () => {
  it('costs its items, its handling, its shipping and its tax', async () => {
    const { books } = judged({})
    const [price] = await priceFinally(operator, [priceable(books)])
    assert.ok(price !== null && price !== undefined && 'pricing' in price)
    const { itemsCents, fulfillmentCents, shippingCents, taxesCents, orderCents, final } = price.pricing
    assert.equal(orderCents, itemsCents + fulfillmentCents! + shippingCents! + taxesCents)
    assert.ok(itemsCents > 0 && fulfillmentCents! > 0 && shippingCents! > 0)
    assert.equal(final, true)
  })

  it('is kept in all of its parts, which add up to what is charged', async () => {
    const { books } = judged({})
    const [price] = await priceFinally(operator, [priceable(books)])
    assert.ok(price !== null && price !== undefined && 'pricing' in price)
    const { pricing, sale } = price
    assert.equal(split(sale.price, cellsOf(sale.price)).totalCents, pricing.orderCents)
    assert.equal(sale.totalCents, pricing.orderCents)
    assert.deepEqual(
      pricing.taxes?.map(({ jurisdiction, kind, rate }) => [jurisdiction, kind, rate]),
      [['US-NY', 'sales', 0.04]],
    )
  })

  it('has its tax said by who says final taxes, but in the sandbox by the table', async () => {
    const { books } = judged({})
    const finalTaxes: Taxes = { name: 'far', quote: orders => orders.map(() => ({ unavailable: 'nobody is there' })) }
    const orders = [priceable(books, 'sandbox'), priceable(books), priceable(books, 'sandbox')]
    const prices = await priceFinally({ ...operator, finalTaxes }, orders)
    assert.deepEqual(
      prices.map(price => (price !== null && 'pricing' in price ? price.sale.taxSource : price)),
      ['table', { unavailable: 'nobody is there' }, 'table'],
    )
  })

  it('has no tax where approved papers exempt the account, and only there', async () => {
    const { books } = judged({})
    const taxed = async (papers: [string, string][], to: Partial<Destination> = {}) => {
      const destination = { ...rochester, ...to }
      const order = { ...priceable(books), request: { ...request(), destination } }
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
