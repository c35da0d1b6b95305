// The price of an order. A copy costs its cover and pages, less the quantity discount, rounded to the cent. An item
// costs its copies, but never more than a larger quantity would at its own, better discount. So one more page or
// copy never lowers the total. Handling is charged per order and per item; shipping and taxes are added last. A
// price list takes a percentage off a copy, off handling and off shipping.

import { roundCents } from '../base/money.ts'

/** `breaks` ascend in both columns; `offBasisPoints` are hundredths of a percent off every copy. */
export type PriceRule = {
  baseCents: number
  perPageMillicents: number
  breaks: readonly { fromCopies: number; offBasisPoints: number }[]
}

export type FulfillmentRule = { perOrderCents: number; perItemCents: number }

export const noHandling: FulfillmentRule = { perOrderCents: 0, perItemCents: 0 }

/** `offBasisPoints` is of a price list, 0 without it: hundredths of a percent off every copy, negative on top of it. */
export type PriceLine = { price: PriceRule; pageCount: number; quantity: number; offBasisPoints?: number }

/** `perItemCents` has one amount per line, in order; they add up to `itemsCents`. */
export type ItemsPrice = { itemsCents: number; fulfillmentCents: number; perItemCents: number[] }

export type PriceParts = { itemsCents: number; fulfillmentCents: number; shippingCents: number; taxesCents: number }

/** `offBasisPoints` is off the handling. */
export function priceItems(
  lines: readonly PriceLine[],
  { perOrderCents, perItemCents: handlingCents, offBasisPoints = 0 }: FulfillmentRule & { offBasisPoints?: number },
): ItemsPrice {
  const perItemCents = lines.map(lineCents)
  let itemsCents = 0
  for (const cents of perItemCents) itemsCents += cents
  const fulfillmentCents = centsAfter(perOrderCents + lines.length * handlingCents, offBasisPoints)
  return { itemsCents, fulfillmentCents, perItemCents }
}

/** An amount less a percentage of a price list. */
export const centsAfter = (cents: number, offBasisPoints: number): number =>
  offBasisPoints === 0 ? cents : roundCents((cents * (10_000 - offBasisPoints)) / 10_000)

/** The parts of an order's price and their sum. */
export function total(parts: PriceParts): PriceParts & { orderCents: number } {
  const { itemsCents, fulfillmentCents, shippingCents, taxesCents } = parts
  const orderCents = itemsCents + fulfillmentCents + shippingCents + taxesCents
  return { itemsCents, fulfillmentCents, shippingCents, taxesCents, orderCents }
}

function lineCents({ price, pageCount, quantity, offBasisPoints: listOff = 0 }: PriceLine): number {
  const fullMillicents = price.baseCents * 1000 + pageCount * price.perPageMillicents
  let offBasisPoints = 0
  let cheapestLarger = Number.POSITIVE_INFINITY
  for (const step of price.breaks) {
    if (step.fromCopies <= quantity) offBasisPoints = step.offBasisPoints
    else
      cheapestLarger = Math.min(
        cheapestLarger,
        step.fromCopies * copyCents(fullMillicents, step.offBasisPoints, listOff),
      )
  }
  return Math.min(quantity * copyCents(fullMillicents, offBasisPoints, listOff), cheapestLarger)
}

// One division of integers, so that exactly half a cent rounds up.
const copyCents = (fullMillicents: number, offBasisPoints: number, listOff: number): number =>
  listOff === 0
    ? roundCents((fullMillicents * (10_000 - offBasisPoints)) / 10_000_000)
    : roundCents((fullMillicents * (10_000 - offBasisPoints) * (10_000 - listOff)) / 100_000_000_000)
