// The earnings of orders: the price of each part of an order whose cost is known, without taxes, and that cost, by the
// order's version of the operator's data. A part whose cost is not known is left out on both sides, so that no missing
// cost counts as profit. Customers and printers never read any of it.

import type { Book, Order, OrderItem, Pricing } from '../../orders/order.ts'
import { noHandling, priceItems } from '../../pricing/quote.ts'
import { type Region, regionOf } from '../../shipping/destination.ts'
import { optionFor } from '../../shipping/shipping.ts'
import type { OperatorData } from '../shop/operatorData.ts'
import { parcelOf } from './books.ts'
import { priceBooks } from './listPrices.ts'

/** A price and its cost. */
export type Margin = { priceCents: number; costCents: number }

/** Null where the cost or the price is not known. `lines` has one margin for each item, in order. */
export type OrderMargin = {
  lines: (Margin | null)[]
  items: Margin | null
  fulfillment: Margin | null
  shipping: Margin | null
  /** Of all parts with a known cost. */
  total: Margin | null
}

/** `labelCents` are what the labels of the parcels cost; absent: by the operator's data. */
type Costed = {
  items: readonly Pick<OrderItem, 'sku' | 'quantity'>[]
  books: Book[]
  region: Region
  shippingClass: string
  labelCents?: number | null
}

/** `lineCents` is null where only the price of all items together is known. */
type Amounts = { lineCents: number[] | null } & Pick<Pricing, 'itemsCents' | 'fulfillmentCents' | 'shippingCents'>

/** The margin of an accepted order as it is priced now; null while it has no price. A reprint is given away. */
export function marginOfOrder(operator: OperatorData, order: Order, labelCents: number | null): OrderMargin | null {
  const { billing, request, books, state } = order
  const { pricing } = state
  if (books.length === 0) return null
  const costed = {
    items: request.orderItems,
    books,
    region: regionOf(request.destination),
    shippingClass: request.shippingClassification,
    labelCents,
  }
  if (billing === 'reprint') return marginOf(operator, costed, { ...free, lineCents: books.map(() => 0) })
  if (pricing === null) return null
  const lineCents = billing === 'charged' ? linesOf(operator, order, pricing) : null
  return marginOf(operator, costed, { ...pricing, lineCents })
}

const free = { itemsCents: 0, fulfillmentCents: 0, shippingCents: 0 }

/** The price of each line, by the list that the order was accepted with. */
const linesOf = (operator: OperatorData, { request, books }: Order, { priceList }: Pricing): number[] =>
  priceBooks(
    operator,
    operator.priceLists.get(priceList?.code ?? '') ?? null,
    books.map((book, i) => ({ ...book, quantity: request.orderItems[i]!.quantity })),
  ).perItemCents

export function marginOf(
  { catalog, shipping }: Pick<OperatorData, 'catalog' | 'shipping'>,
  { items, books, region, shippingClass, labelCents = null }: Costed,
  { lineCents, itemsCents, fulfillmentCents, shippingCents }: Amounts,
): OrderMargin {
  const lineCosts = books.map(({ manufacturingSku, pageCount }, i) => {
    const price = catalog.get(manufacturingSku)?.cost
    return price === undefined ? null : itemsCost([{ price, pageCount, quantity: items[i]!.quantity }])
  })
  // Where the price of a single line is not known, the items have a margin only if the costs of all are known.
  const prices = lineCents ?? (books.length === 1 ? [itemsCents] : null)
  const lines = lineCosts.map((costCents, i) => marginWith(prices?.[i] ?? null, costCents))
  const allItems = lineCosts.includes(null)
    ? null
    : { priceCents: itemsCents, costCents: lineCosts.reduce<number>((sum, cents) => sum + cents!, 0) }
  const itemsMargin = prices === null ? allItems : sumOf(lines)
  const { cost } = catalog.fulfillment
  const fulfillment = marginWith(
    // A printer's price of the items contains the handling.
    fulfillmentCents ?? 0,
    cost === undefined ? null : cost.perOrderCents + books.length * cost.perItemCents,
  )
  const parcel = parcelOf(catalog, [...items], books)
  const option = optionFor(shipping, region, shippingClass, parcel)
  const shippingMargin = marginWith(shippingCents, labelCents ?? option?.costCents ?? null)
  return {
    lines,
    items: itemsMargin,
    fulfillment,
    shipping: shippingMargin,
    total: sumOf([itemsMargin, fulfillment, shippingMargin]),
  }
}

const itemsCost = (lines: Parameters<typeof priceItems>[0]): number => priceItems(lines, noHandling).itemsCents

const marginWith = (priceCents: number | null, costCents: number | null): Margin | null =>
  priceCents === null || costCents === null ? null : { priceCents, costCents }

/** The sum of the known values; null if none is known. */
export function sumOf(margins: readonly (Margin | null)[]): Margin | null {
  const known = margins.filter(margin => margin !== null)
  if (known.length === 0) return null
  return {
    priceCents: known.reduce((sum, { priceCents }) => sum + priceCents, 0),
    costCents: known.reduce((sum, { costCents }) => sum + costCents, 0),
  }
}
