// The price that a printer sets, as a sale. The printer names one sum of the items, and one of all taxes without their
// authorities, so the tax is on the items, or on the shipping where the items cost nothing.

import type { Cells, Price } from '../splitSale.ts'

export type PrintersPrice = { itemsCents: number; shippingCents: number; taxCents: number }

export function printersPrice({ itemsCents, shippingCents, taxCents }: PrintersPrice): Price {
  const part = itemsCents > 0 ? { items: taxCents, shipping: 0 } : { items: 0, shipping: taxCents }
  const tax = {
    jurisdiction: 'unknown',
    kind: 'sales',
    rate: 0,
    taxableCents: taxCents === 0 ? 0 : itemsCents + shippingCents,
    taxCents,
    parts: { ...part, fulfillment: 0 },
  }
  return { itemsCents: [itemsCents], fulfillmentCents: 0, shippingCents, taxes: [tax] }
}

/** The cells of an amount of a printer's price: of the items, the fulfillment and the shipping, each with its tax. */
export const printersCells = (price: Price, { itemsCents, shippingCents, taxCents }: PrintersPrice): Cells =>
  price.itemsCents[0]! > 0
    ? [itemsCents, taxCents, 0, 0, shippingCents, 0]
    : [itemsCents, 0, 0, 0, shippingCents, taxCents]
