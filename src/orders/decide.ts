// Whether an order can be made, and what it costs: rules over values that were read before. A request that cannot be an
// order was refused at the door already (http/orders.ts); here all that is wrong with an order makes it FAILED, with every
// problem named at once.

import { later, nextUtcHour } from '../base/clock.ts'
import type { Problem } from '../base/refusal.ts'
import {
  type Catalog,
  leastPageCount,
  type ManufacturingSku,
  pageCountProblem,
  weightGrams,
} from '../catalog/catalog.ts'
import { priceItems, total } from '../pricing/quote.ts'
import { destinationProblems, needsCustoms, type Region, resolveDestination } from '../shipping/destination.ts'
import { deliveryWindow, optionFor, type Parcel, type ShippingTables, shipDate } from '../shipping/shipping.ts'
import type { Taxes, TaxPlace } from '../tax/tax.ts'
import type { Billing, Book, Mode, Order, OrderItem, OrderRequest, OrderState, Pricing } from './order.ts'
import { chargeHourUtc, holdMs } from './transition.ts'

/** What the operator sells, and how it prices, ships and taxes it. */
export type OperatorData = { catalog: Catalog; shipping: ShippingTables; taxes: Taxes }

/** What the order flow needs to know of a customer's product. */
export type ProductFacts = {
  sku: string
  manufacturingSku: string
  pageCount: number | null
  coverUrl: string | null
  gutsUrl: string | null
}

/** The customer as the order finds it. */
export type Customer = { billing: Exclude<Billing, 'reprint'>; product(sku: string): ProductFacts | undefined }

/** What an order is before it is admitted. With errors it cannot be made, and has neither books nor a price. */
export type Examined = {
  errors: Problem[]
  warnings: Problem[]
  books: Book[]
  estimatedShipDate: string | null
  estimatedDelivery: OrderState['estimatedDelivery']
}

/** Judges a request by everything but its files. */
export function examine(
  { catalog, shipping }: OperatorData,
  customer: Customer,
  { mode, request, now }: { mode: Mode; request: OrderRequest; now: Date },
): Examined {
  const region = regionOf(request)
  const errors = destinationProblems(request.destination)
  const placeKnown = errors.length === 0
  const warnings: Problem[] = []
  const books = request.orderItems.map((item, i) => {
    const pointer = `/orderItems/${i}`
    if (needsCustoms(region) && item.retailPrice === undefined) errors.push(retailPriceMissing(pointer, region))
    const product = customer.product(item.sku)
    const sku = product && catalog.get(product.manufacturingSku)
    if (product === undefined || sku === undefined) {
      errors.push(unknownSku(pointer, item))
      return null
    }
    const book = bookOf(item, product, sku)
    const pages = pageCountProblem(sku, book.pageCount)
    if (pages !== null) {
      errors.push({ pointer: `${pointer}/pageCount`, code: 'page_count_not_allowed', detail: pages })
    }
    const missing = filesMissing(pointer, book)
    if (missing !== null) (mode === 'production' ? errors : warnings).push(missing)
    return book
  })
  const option = optionFor(
    shipping,
    region,
    request.shippingClassification,
    parcelOf(catalog, request.orderItems, books),
  )
  if (option === null && placeKnown) errors.push(shippingNotOffered(request, region))
  if (errors.length > 0 || option === null) {
    return { errors, warnings, books: [], estimatedShipDate: null, estimatedDelivery: null }
  }
  const ships = shipDate(shipping, option.shippingClass, toPrinterAt(customer.billing, now))
  return {
    errors,
    warnings,
    books: books as Book[],
    estimatedShipDate: ships.toString(),
    estimatedDelivery: deliveryWindow(shipping, option, ships),
  }
}

/** An order that can be made, as far as its price needs to know it. */
export type Priceable = { billing: Billing; request: OrderRequest; books: Book[] }

/**
 * Prices orders that can be made, in one call to the tax port; outside of any transaction. Null where the service sets no
 * price: the printer does for enterprise accounts, and a reprint is free.
 */
export async function priceOrders(
  operator: OperatorData,
  orders: Priceable[],
  final: boolean,
): Promise<(Pricing | null)[]> {
  const charged = orders.filter(order => order.billing === 'charged')
  const unpriced = charged.map(({ request, books }): Unpriced => {
    const region = regionOf(request)
    const parcel = parcelOf(operator.catalog, request.orderItems, books)
    const option = optionFor(operator.shipping, region, request.shippingClassification, parcel)
    if (option === null) throw new Error('an order whose shipping class is not offered cannot be priced')
    const { postal, city, address1 } = request.destination
    const to = { ...region, postal, city, address1 }
    return { to, ...itemParts(operator, request.orderItems, books), shippingCents: option.priceCents }
  })
  const prices = await addTaxes(operator, unpriced, final)
  const priceOf = new Map(charged.map((order, i) => [order, prices[i]!]))
  return orders.map(order => priceOf.get(order) ?? null)
}

/** The price of one order in each of several shipping options. */
export function priceWithShipping(
  operator: OperatorData,
  { region, items, books }: { region: Region; items: OrderItem[]; books: Book[] },
  options: { priceCents: number }[],
): Promise<Pricing[]> {
  const parts = itemParts(operator, items, books)
  const unpriced = options.map(({ priceCents }) => ({ to: region, ...parts, shippingCents: priceCents }))
  return addTaxes(operator, unpriced, false)
}

type Unpriced = { to: TaxPlace; itemsCents: number; fulfillmentCents: number; shippingCents: number }

function itemParts({ catalog }: OperatorData, items: OrderItem[], books: Book[]) {
  const lines = books.map((book, i) => ({
    sku: catalog.get(book.manufacturingSku)!,
    pageCount: book.pageCount,
    quantity: items[i]!.quantity,
  }))
  const { itemsCents, fulfillmentCents } = priceItems(lines, catalog.fulfillment)
  return { itemsCents, fulfillmentCents }
}

async function addTaxes({ taxes, shipping }: OperatorData, orders: Unpriced[], final: boolean): Promise<Pricing[]> {
  const quotes = await taxes.quote(orders.map(order => ({ ...order, from: shipping.shipFrom, exempt: false })))
  return orders.map(({ to: _, ...parts }, i) => ({ ...total({ ...parts, taxesCents: quotes[i]!.taxesCents }), final }))
}

/** The service counts copies and pages from what it knows; an item of an unknown product weighs nothing. */
export function parcelOf(catalog: Catalog, items: OrderItem[], books: (Book | null)[]): Parcel {
  let grams = 0
  let copies = 0
  books.forEach((book, i) => {
    const { quantity } = items[i]!
    copies += quantity
    if (book !== null) grams += weightGrams(catalog.get(book.manufacturingSku)!, book.pageCount, quantity)
  })
  return { weightGrams: grams, copies }
}

/** The page count known so far: the item's own word, the product's, else the least that the product allows. */
export function bookOf(item: OrderItem, product: ProductFacts, sku: ManufacturingSku): Book {
  return {
    manufacturingSku: product.manufacturingSku,
    pageCount: item.pageCount ?? product.pageCount ?? leastPageCount(sku),
    coverUrl: item.product?.coverUrl ?? product.coverUrl,
    gutsUrl: item.product?.gutsUrl ?? product.gutsUrl,
  }
}

/** When an order placed now reaches the printer: a charged one after the next daily charge, and each after the hold. */
export const toPrinterAt = (billing: Billing, now: Date): Date =>
  later(billing === 'charged' ? nextUtcHour(now, chargeHourUtc) : now, holdMs)

/** The dates of an order that reaches the printer at an instant. */
export function datesOf(
  { catalog, shipping }: OperatorData,
  { request, books }: Pick<Order, 'request' | 'books'>,
  at: Date,
): Pick<OrderState, 'estimatedShipDate' | 'estimatedDelivery'> {
  const parcel = parcelOf(catalog, request.orderItems, books)
  const option = optionFor(shipping, regionOf(request), request.shippingClassification, parcel)
  if (option === null) return { estimatedShipDate: null, estimatedDelivery: null }
  const ships = shipDate(shipping, option.shippingClass, at)
  return { estimatedShipDate: ships.toString(), estimatedDelivery: deliveryWindow(shipping, option, ships) }
}

/** When an order that leaves on a day arrives; null where its class is not offered any more. */
export function deliveryOf(
  { catalog, shipping }: OperatorData,
  { request, books }: Pick<Order, 'request' | 'books'>,
  shipDate: string,
): OrderState['estimatedDelivery'] {
  const parcel = parcelOf(catalog, request.orderItems, books)
  const option = optionFor(shipping, regionOf(request), request.shippingClassification, parcel)
  return option === null ? null : deliveryWindow(shipping, option, Temporal.PlainDate.from(shipDate))
}

/** The destination of a request whose country was found supported at the door. */
function regionOf(request: OrderRequest): Region {
  const region = resolveDestination(request.destination)
  if (region === null) throw new Error('an order to an unsupported country was let in')
  return region
}

const unknownSku = (pointer: string, { sku }: OrderItem): Problem => ({
  pointer: `${pointer}/sku`,
  code: 'unknown_sku',
  detail: `there is no product with the SKU ${JSON.stringify(sku)} in the account`,
})

const retailPriceMissing = (pointer: string, { country }: Region): Problem => ({
  pointer: `${pointer}/retailPrice`,
  code: 'retail_price_missing',
  detail: `parcels to ${country} pass customs, so every item needs a retailPrice such as "19.99"`,
})

const shippingNotOffered = ({ shippingClassification }: OrderRequest, { country, state }: Region): Problem => ({
  pointer: '/shippingClassification',
  code: 'shipping_not_offered',
  detail: `${JSON.stringify(shippingClassification)} is not offered to ${state === null ? country : `${state}, ${country}`}; POST /orders/shipping/estimate tells what is`,
})

function filesMissing(pointer: string, { coverUrl, gutsUrl }: Book): Problem | null {
  const missing = [coverUrl === null ? 'coverUrl' : null, gutsUrl === null ? 'gutsUrl' : null].filter(
    name => name !== null,
  )
  if (missing.length === 0) return null
  return {
    pointer: `${pointer}/product`,
    code: 'files_missing',
    detail: `neither the item nor its product has ${missing.join(' or ')}`,
  }
}
