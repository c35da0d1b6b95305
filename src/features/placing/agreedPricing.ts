// The agreed prices of an enterprise account: its orders cost what they would cost a charged account on the same price
// list, or by the catalog. The printer still sets the price (decideMessage.ts): until it accepts and ships, they are
// only what it fills in.

import type { AgreedPricing, Pricing } from '../../orders/order.ts'
import type { FinalPrice } from './price.ts'

/** The service's own price as a printer names it: one amount for the books with their handling, one for all taxes. */
export function agreedPricing(pricing: Pricing): Pricing {
  const { itemsCents, fulfillmentCents, shippingCents, taxesCents, orderCents, priceList, final } = pricing
  return {
    itemsCents: itemsCents + (fulfillmentCents ?? 0),
    fulfillmentCents: null,
    shippingCents,
    taxesCents,
    orderCents,
    ...(priceList === undefined ? {} : { priceList }),
    final,
  }
}

/** With the certificate of the customer: the sale of the order is exempt, unless its printer takes tax. */
export const finalAgreedPricing = ({ pricing, sale: { exemptionId } }: FinalPrice): AgreedPricing => ({
  ...agreedPricing(pricing),
  ...(exemptionId === null ? {} : { exemptionId }),
})
