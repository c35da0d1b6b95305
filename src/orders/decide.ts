// Whether an order can be made, and what it costs: rules over values that were read before. A request that cannot be an
// order was refused at the door already (http/orders.ts); here all that is wrong with an order makes it FAILED, with every
// problem named at once.

import { later, nextUtcHour } from '../base/clock.ts'
import type { Mode } from '../base/mode.ts'
import { type Problem, quoted } from '../base/refusal.ts'
import {
  type Catalog,
  leastPageCount,
  type ManufacturingSku,
  pageCountProblem,
  weightGrams,
} from '../catalog/catalog.ts'
import type { Sale } from '../payments/refundStore.ts'
import { type ItemsPrice, priceItems, total } from '../pricing/quote.ts'
import { destinationProblems, needsCustoms, type Region, resolveDestination } from '../shipping/destination.ts'
import {
  deliveryWindow,
  optionFor,
  optionsFor,
  type Parcel,
  type ShippingOption,
  type ShippingTables,
  shipDate,
} from '../shipping/shipping.ts'
import type { TableTaxes } from '../tax/table.ts'
import type { NoQuote, Taxes, TaxPlace, TaxQuote, TaxRequest } from '../tax/tax.ts'
import type { Billing, Book, Order, OrderItem, OrderRequest, OrderState, Pricing } from './order.ts'
import { chargeHourUtc, holdMs } from './schedule.ts'

/**
 * What the operator sells, and how it prices, ships and taxes it. Prices that are not final yet, of which there are many and
 * for which somebody waits, are taxed by the table; `finalTaxes` says what is charged, and may be a provider.
 */
export type OperatorData = { catalog: Catalog; shipping: ShippingTables; taxes: TableTaxes; finalTaxes: Taxes }

/** What the order flow needs to know of a customer's product. */
export type ProductFacts = {
  sku: string
  manufacturingSku: string
  pageCount: number | null
  coverUrl: string | null
  gutsUrl: string | null
  /** Files that were uploaded for the product. They come before its addresses. */
  coverSha256: string | null
  gutsSha256: string | null
  gutsPageCount: number | null
}

/** The papers by which an account is exempt from tax now: the id of each by its place, such as US-OH. */
export type Exemptions = ReadonlyMap<string, string>

/** The customer as the order finds it. */
export type Customer = {
  billing: Exclude<Billing, 'reprint'>
  product(sku: string): ProductFacts | undefined
  /** How many pages the account's file at an address had when it was read last. */
  pagesRead(url: string): number | undefined
}

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
    const book = bookOf(item, product, { sku, pagesRead: customer.pagesRead })
    const pages = pageCountProblem(sku, book.pageCount)
    if (pages !== null) {
      errors.push({ pointer: `${pointer}/pageCount`, code: 'page_count_not_allowed', detail: pages })
    }
    const missing = filesMissing(pointer, book)
    if (missing !== null) (mode === 'production' ? errors : warnings).push(missing)
    return book
  })
  const parcel = parcelOf(catalog, request.orderItems, books)
  const option = optionFor(shipping, region, request.shippingClassification, parcel)
  if (option === null && placeKnown)
    errors.push(shippingNotOffered(request, region, optionsFor(shipping, region, parcel)))
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

/** Whether the class that was chosen is still offered, now that the books are known; null when it is. */
export function shippingProblem(
  { catalog, shipping }: OperatorData,
  { request, books }: Pick<Order, 'request' | 'books'>,
): Problem | null {
  const region = regionOf(request)
  const parcel = parcelOf(catalog, request.orderItems, books)
  const option = optionFor(shipping, region, request.shippingClassification, parcel)
  return option === null ? shippingNotOffered(request, region, optionsFor(shipping, region, parcel)) : null
}

/** An order that can be made, as far as its price needs to know it. */
export type Priceable = { billing: Billing; request: OrderRequest; books: Book[]; exemptions: Exemptions }

/**
 * Prices orders that can be made, as far as is known before their files are read. Null where the service sets no price: the
 * printer does for enterprise accounts, and a reprint is free.
 */
export function priceOrders(operator: OperatorData, orders: Priceable[]): (Pricing | null)[] {
  const charged = orders.filter(order => order.billing === 'charged')
  const prices = addTaxes(
    operator,
    charged.map(order => unpricedOf(operator, order)),
  )
  const priceOf = new Map(charged.map((order, i) => [order, prices[i]!]))
  return orders.map(order => priceOf.get(order) ?? null)
}

/** A final price: what the order shows of it, and what is kept of it for good. */
export type FinalPrice = { pricing: Pricing; sale: Omit<Sale, 'accountId' | 'orderId'> }

/** The same when it becomes final; outside of any transaction. A NoQuote where the tax cannot be known now. */
export async function priceFinally(
  { finalTaxes, ...operator }: OperatorData,
  orders: Priceable[],
): Promise<(FinalPrice | NoQuote | null)[]> {
  const charged = orders.filter(order => order.billing === 'charged')
  const unpriced = charged.map(order => unpricedOf(operator, order))
  const quotes = await finalTaxes.quote(unpriced.map(order => taxRequestOf(operator, order)))
  const priceOf = new Map(
    charged.map((order, i): [Priceable, FinalPrice | NoQuote] => [
      order,
      finalPrice(unpriced[i]!, quotes[i]!, finalTaxes),
    ]),
  )
  return orders.map(order => priceOf.get(order) ?? null)
}

function finalPrice(order: Unpriced, quote: TaxQuote | NoQuote, { name }: Taxes): FinalPrice | NoQuote {
  if ('unavailable' in quote) return quote
  const { perItemCents, fulfillmentCents, shippingCents, exemptionId } = order
  const taxes = quote.byJurisdiction
  return {
    pricing: {
      ...total({ ...order, taxesCents: quote.taxesCents }),
      taxes: taxes.map(({ jurisdiction, kind, rate, taxCents }) => ({ jurisdiction, kind, rate, taxCents })),
      final: true,
    },
    sale: {
      totalCents: order.itemsCents + fulfillmentCents + shippingCents + quote.taxesCents,
      price: { itemsCents: perItemCents, fulfillmentCents, shippingCents, taxes },
      taxSource: name,
      taxRef: quote.ref,
      exemptionId,
    },
  }
}

function unpricedOf(
  operator: Pick<OperatorData, 'catalog' | 'shipping'>,
  { request, books, exemptions }: Priceable,
): Unpriced {
  const region = regionOf(request)
  const parcel = parcelOf(operator.catalog, request.orderItems, books)
  const option = optionFor(operator.shipping, region, request.shippingClassification, parcel)
  if (option === null) throw new Error('an order whose shipping class is not offered cannot be priced')
  const { postal, city, address1 } = request.destination
  return {
    to: { ...region, postal, city, address1 },
    ...itemParts(operator, request.orderItems, books),
    shippingCents: option.priceCents,
    exemptionId: exemptionFor(exemptions, region),
  }
}

/** Papers are for a state or for Puerto Rico; in Canada none count. */
const exemptionFor = (exemptions: Exemptions, { country, state }: Region): string | null =>
  (country === 'CA' ? undefined : exemptions.get(country === 'US' ? `US-${state}` : country)) ?? null

/** The price of one order in each of several shipping options. */
export function priceWithShipping(
  operator: OperatorData,
  { region, items, books, exemptions }: { region: Region; items: OrderItem[]; books: Book[]; exemptions: Exemptions },
  options: { priceCents: number }[],
): Pricing[] {
  const parts = { to: region, ...itemParts(operator, items, books), exemptionId: exemptionFor(exemptions, region) }
  return addTaxes(
    operator,
    options.map(({ priceCents }) => ({ ...parts, shippingCents: priceCents })),
  )
}

type Unpriced = ItemsPrice & { to: TaxPlace; shippingCents: number; exemptionId: string | null }

function itemParts({ catalog }: Pick<OperatorData, 'catalog'>, items: OrderItem[], books: Book[]): ItemsPrice {
  const lines = books.map((book, i) => ({
    sku: catalog.get(book.manufacturingSku)!,
    pageCount: book.pageCount,
    quantity: items[i]!.quantity,
  }))
  return priceItems(lines, catalog.fulfillment)
}

function addTaxes({ taxes, shipping }: OperatorData, orders: Unpriced[]): Pricing[] {
  const quotes = taxes.quote(orders.map(order => taxRequestOf({ shipping }, order)))
  return orders.map((order, i) => ({ ...total({ ...order, taxesCents: quotes[i]!.taxesCents }), final: false }))
}

const taxRequestOf = ({ shipping }: Pick<OperatorData, 'shipping'>, order: Unpriced): TaxRequest => {
  const { to, itemsCents, fulfillmentCents, shippingCents, exemptionId } = order
  return { from: shipping.shipFrom, to, itemsCents, fulfillmentCents, shippingCents, exempt: exemptionId !== null }
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

/** The item's own files, else those uploaded for the product, else those at the product's addresses. */
function filesOf(
  { product: own }: OrderItem,
  product: ProductFacts,
): Pick<Book, 'coverUrl' | 'gutsUrl' | 'coverSha256' | 'gutsSha256'> {
  const coverSha256 = own?.coverUrl === undefined ? product.coverSha256 : null
  const gutsSha256 = own?.gutsUrl === undefined ? product.gutsSha256 : null
  return {
    coverUrl: own?.coverUrl ?? (coverSha256 === null ? product.coverUrl : null),
    gutsUrl: own?.gutsUrl ?? (gutsSha256 === null ? product.gutsUrl : null),
    coverSha256,
    gutsSha256,
  }
}

type Reading = { sku: ManufacturingSku; pagesRead: Customer['pagesRead'] }

/** The item's own word, an earlier reading of the same file, or the product's; null when nobody has told. */
export function toldPageCount(item: OrderItem, product: ProductFacts, { sku, pagesRead }: Reading): number | null {
  const { gutsUrl, gutsSha256 } = filesOf(item, product)
  const read = gutsUrl !== null ? pagesRead(gutsUrl) : gutsSha256 === null ? null : product.gutsPageCount
  // What was read may be a count that the product cannot have; the check tells of it, the price does not need it.
  const usable = typeof read === 'number' && pageCountProblem(sku, read) === null ? read : null
  return item.pageCount ?? usable ?? product.pageCount
}

/** What an item is made from. Where nobody has told the page count, it is the least that the product allows. */
export const bookOf = (item: OrderItem, product: ProductFacts, reading: Reading): Book => ({
  manufacturingSku: product.manufacturingSku,
  pageCount: toldPageCount(item, product, reading) ?? leastPageCount(reading.sku),
  ...filesOf(item, product),
})

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
  detail: `there is no product with the SKU ${quoted(sku)} in the account`,
})

const retailPriceMissing = (pointer: string, { country }: Region): Problem => ({
  pointer: `${pointer}/retailPrice`,
  code: 'retail_price_missing',
  detail: `parcels to ${country} pass customs, so every item needs a retailPrice such as "19.99"`,
})

const either = new Intl.ListFormat('en', { type: 'disjunction' })

function shippingNotOffered(
  { shippingClassification }: OrderRequest,
  region: Region,
  offered: ShippingOption[],
): Problem {
  const place = region.state === null ? region.country : `${region.state}, ${region.country}`
  const expected =
    offered.length === 0 ? 'nothing is' : `expected ${either.format(offered.map(option => option.shippingClass))}`
  return {
    pointer: '/shippingClassification',
    code: 'shipping_not_offered',
    detail: `${quoted(shippingClassification)} is not offered to ${place}; ${expected}`,
  }
}

function filesMissing(pointer: string, { coverUrl, gutsUrl, coverSha256, gutsSha256 }: Book): Problem | null {
  const missing = [(coverUrl ?? coverSha256) ? null : 'coverUrl', (gutsUrl ?? gutsSha256) ? null : 'gutsUrl'].filter(
    name => name !== null,
  )
  if (missing.length === 0) return null
  return {
    pointer: `${pointer}/product`,
    code: 'files_missing',
    detail: `neither the item nor its product has ${missing.join(' or ')}`,
  }
}
