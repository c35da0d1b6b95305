import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Pricing } from '../../orders/order.ts'
import { itemsPriceOf, repeatsItemsPrice, shippingPriceOf } from './jobPrices.ts'

const agreed: Pricing = {
  itemsCents: 1000,
  fulfillmentCents: null,
  shippingCents: 400,
  taxesCents: 80,
  orderCents: 1480,
  final: true,
}
type Said = { itemsCents?: number | null; taxesCents?: number | null; notTaken?: string; reason?: string }
const acceptance = ({ itemsCents = null, taxesCents = null, ...more }: Said) => ({
  kind: 'accepted' as const,
  itemsCents,
  taxesCents,
  ...more,
})
const shipping = ({ shippingCents = null, ...more }: { shippingCents?: number | null } & Omit<Said, 'itemsCents'>) => ({
  kind: 'shipped' as const,
  shipments: [],
  shippingCents,
  ...more,
})
/** The price, with what is above the agreement; or the fields that are missing. */
function seen(decision: ReturnType<typeof itemsPriceOf> | ReturnType<typeof shippingPriceOf>) {
  if (decision.price === null) return decision.problems.map(({ pointer }) => pointer)
  return [decision.price, decision.aboveAgreement]
}
const items = (itemsCents: number, taxesCents: number) => ({ itemsCents, taxesCents })

describe('the prices of an enterprise job', () => {
  it('the printer alone sets the price of a job without an agreement', () => {
    assert.deepEqual(seen(itemsPriceOf(acceptance({}), undefined)), ['/itemsTotal', '/taxesTotal'])
    assert.deepEqual(seen(itemsPriceOf(acceptance({ itemsCents: 5 }), undefined)), ['/taxesTotal'])
    assert.deepEqual(seen(itemsPriceOf(acceptance(items(9999, 0)), undefined)), [items(9999, 0), null])
    assert.deepEqual(seen(shippingPriceOf(shipping({}), undefined)), ['/shippingTotal'])
    assert.deepEqual(seen(shippingPriceOf(shipping({ shippingCents: 0 }), undefined)), [0, null])
  })

  it('the agreement counts for what the printer does not name, and zero is a price', () => {
    assert.deepEqual(seen(itemsPriceOf(acceptance({}), agreed)), [items(1000, 80), null])
    assert.deepEqual(seen(itemsPriceOf(acceptance({ itemsCents: 1000 }), agreed)), [items(1000, 80), null])
    assert.deepEqual(seen(itemsPriceOf(acceptance({ taxesCents: 0 }), agreed)), [items(1000, 0), null])
    assert.deepEqual(seen(itemsPriceOf(acceptance(items(0, 0)), agreed)), [items(0, 0), null])
    assert.deepEqual(seen(shippingPriceOf(shipping({}), agreed)), [400, null])
    assert.deepEqual(seen(shippingPriceOf(shipping({ shippingCents: 0 }), agreed)), [0, null])
  })

  it('the agreed tax goes with no other price of the items, and no unusable price is replaced', () => {
    assert.deepEqual(seen(itemsPriceOf(acceptance({ itemsCents: 900 }), agreed)), ['/taxesTotal'])
    const notTaken = 'they are in EUR'
    assert.deepEqual(seen(itemsPriceOf(acceptance({ notTaken }), agreed)), ['/itemsTotal', '/taxesTotal'])
    assert.deepEqual(seen(shippingPriceOf(shipping({ notTaken }), agreed)), ['/shippingTotal'])
  })

  it('a price above the agreement needs a reason, and a lower one needs none', () => {
    const reason = 'Gold edges'
    const above = (part: 'items' | 'shipping', agreedCents: number) => ({ part, agreedCents, reason })
    for (const price of [items(1001, 0), items(1000, 81)]) {
      assert.deepEqual(seen(itemsPriceOf(acceptance(price), agreed)), ['/reason'])
      assert.deepEqual(seen(itemsPriceOf(acceptance({ ...price, reason: ' ' }), agreed)), ['/reason'])
      assert.deepEqual(seen(itemsPriceOf(acceptance({ ...price, reason }), agreed)), [price, above('items', 1080)])
    }
    assert.deepEqual(seen(itemsPriceOf(acceptance({ ...items(999, 81), reason }), agreed)), [items(999, 81), null])
    assert.deepEqual(seen(shippingPriceOf(shipping({ shippingCents: 401 }), agreed)), ['/reason'])
    assert.deepEqual(seen(shippingPriceOf(shipping({ shippingCents: 401, reason }), agreed)), [
      401,
      above('shipping', 400),
    ])
    assert.deepEqual(seen(shippingPriceOf(shipping({ shippingCents: 399 }), agreed)), [399, null])
  })

  it('a printer that repeats itself may leave out its prices and their reason', () => {
    const pricing = { ...agreed, ...items(1200, 90), shippingCents: 500 }
    assert.ok(repeatsItemsPrice(acceptance({}), pricing))
    assert.ok(repeatsItemsPrice(acceptance(items(1200, 90)), pricing))
    assert.ok(!repeatsItemsPrice(acceptance(items(1000, 80)), pricing))
    assert.ok(!repeatsItemsPrice(acceptance({}), null))
    assert.deepEqual(seen(shippingPriceOf(shipping({}), agreed, pricing)), [500, null])
    assert.deepEqual(seen(shippingPriceOf(shipping({ shippingCents: 400 }), agreed, pricing)), [400, null])
  })
})
