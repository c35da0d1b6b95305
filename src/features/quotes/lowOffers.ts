// Which offers give too much away for one person of the staff alone: below the cost, or further below the catalog's
// price than a discount that the operator sets. The account's own price list does not count.

import type { QuoteTerms } from '../../orders/order.ts'
import { regionOf } from '../../shipping/destination.ts'
import { marginOf } from '../placing/margins.ts'
import type { CustomerContext } from '../placing/orderContext.ts'
import type { OperatorVersion } from '../shop/operatorData.ts'
import { priceOf } from './askForQuote.ts'
import type { Quote } from './quoteStore.ts'

type Offered = { quote: Quote; customer: CustomerContext; terms: QuoteTerms; now: Date }

/** Costs that are not known do not count. */
export function isOfferBeyond(
  operator: OperatorVersion,
  { quote: { request, books }, customer, terms, now }: Offered,
  maxOffBasisPoints: number,
): boolean {
  const catalog = priceOf(operator, { ...customer, priceListCode: null }, { request, books, now })
  const catalogCents = catalog.itemsCents + catalog.shippingCents!
  if ((terms.itemsCents + terms.shippingCents) * 10_000 < catalogCents * (10_000 - maxOffBasisPoints)) return true
  const { items, fulfillment, shipping } = marginOf(
    operator,
    {
      ...{ items: request.orderItems, books },
      ...{ region: regionOf(request.destination), shippingClass: request.shippingClassification },
    },
    { lineCents: null, itemsCents: terms.itemsCents, fulfillmentCents: 0, shippingCents: terms.shippingCents },
  )
  const costCents = items === null ? 0 : items.costCents + (fulfillment?.costCents ?? 0)
  return terms.itemsCents < costCents || terms.shippingCents < (shipping?.costCents ?? 0)
}
