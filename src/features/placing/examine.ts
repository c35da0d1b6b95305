// Whether an order can be made: a rule over values that were read before. A request that cannot be an order was already
// refused by the HTTP layer (http/orders/orders.ts). Here each problem makes the order FAILED, and all are named at
// once.

import { say } from '../../../languages/texts.ts'
import type { Mode } from '../../base/mode.ts'
import { type Problem, quoted } from '../../base/refusal.ts'
import { type ManufacturingSku, pageCountProblem } from '../../catalog/catalog.ts'
import type { Billing, Book, Destination, OrderItem, OrderRequest, OrderState } from '../../orders/order.ts'
import { isProofRequired } from '../../orders/proofRules.ts'
import {
  carrierWarnings,
  destinationProblems,
  destinationWarnings,
  hasKnownState,
  needsCustoms,
  type Region,
  regionOf,
} from '../../shipping/destination.ts'
import { availableClasses, optionFor, type ShippingTables, shippingClasses } from '../../shipping/shipping.ts'
import type { OperatorData } from '../shop/operatorData.ts'
import { bookOf, type ProductDetails } from './books.ts'
import { datesOf, toPrinterAt } from './dates.ts'
import { printingWarnings, slipProblems } from './packingSlip.ts'

/** The customer, as far as orders need it. */
export type Customer = {
  billing: Exclude<Billing, 'reprint'>
  /** All its orders need an approved proof. */
  proofRequired: boolean
  /** Of the account, for blind orders without their own. */
  returnAddress: Destination | null
  product(sku: string): ProductDetails | undefined
  /** The page count that the account's file at an address had when it was last read. */
  pageCountAt(url: string): number | undefined
}

/** With errors the order cannot be made, and has neither books nor a price. */
export type Examination = {
  errors: Problem[]
  warnings: Problem[]
  books: Book[]
  proofRequired: boolean
  estimatedShipDate: string | null
  estimatedDelivery: OrderState['estimatedDelivery']
}

/** Examines everything about a request except its files. */
export function examine(
  operator: OperatorData,
  customer: Customer,
  {
    mode,
    request,
    customerOrderId = null,
    now,
  }: { mode: Mode; request: OrderRequest; customerOrderId?: string | null; now: Date },
): Examination {
  const region = regionOf(request.destination)
  const errors = [
    ...destinationProblems(request.destination),
    ...slipProblems(request.packingSlip, customer.returnAddress),
  ]
  const warnings = deliveryWarnings(operator, request)
  const quoteMissing = quoteProblem(operator, request)
  if (quoteMissing !== null) (quoteMissing.code === 'quote_required' ? errors : warnings).push(quoteMissing)
  const books = request.orderItems.map((item, i) => {
    const pointer = `/orderItems/${i}`
    const priceMissing = customsProblem(pointer, item, region)
    if (priceMissing !== null) errors.push(priceMissing)
    const product = customer.product(item.sku)
    const sku = product && operator.catalog.get(product.manufacturingSku)
    if (product === undefined || sku === undefined) {
      errors.push(unknownSku(pointer, item))
      return null
    }
    if (sku.retired === true) errors.push(bookRetired(pointer, sku))
    const book = bookOf(item, product, { sku, pageCountAt: customer.pageCountAt })
    const wrongPageCount = pageCountNotAllowed(pointer, sku, book)
    if (wrongPageCount !== null) errors.push(wrongPageCount)
    const missing = filesMissing(pointer, book)
    if (missing !== null) (mode === 'production' ? errors : warnings).push(missing)
    return book
  })
  for (const warning of printingWarnings(request, books, customerOrderId)) warnings.push(warning)
  const notOffered = classProblem(operator, request)
  if (notOffered !== null) errors.push(notOffered)
  const proofRequired = isProofRequired(request, customer)
  if (errors.length > 0)
    return { errors, warnings, books: [], proofRequired, estimatedShipDate: null, estimatedDelivery: null }
  const order = { request, books: books as Book[] }
  return {
    errors,
    warnings,
    books: order.books,
    proofRequired,
    ...datesOf(operator, order, toPrinterAt(customer.billing, now)),
  }
}

/** Why a request that can be printed cannot be shipped there, or in its class. */
export const deliveryProblems = (operator: OperatorData, request: OrderRequest): Problem[] => [
  ...destinationProblems(request.destination),
  ...[
    ...request.orderItems.map((item, i) => customsProblem(`/orderItems/${i}`, item, regionOf(request.destination))),
    classProblem(operator, request),
  ].filter(problem => problem !== null),
]

export function deliveryWarnings(
  { shipping }: OperatorData,
  { destination, shippingClassification: shippingClass, orderItems }: OrderRequest,
): Problem[] {
  const copies = copiesOf(orderItems)
  const option = optionFor(shipping, regionOf(destination), shippingClass, { weightGrams: 0, copies })
  return [
    ...destinationWarnings(destination),
    ...carrierWarnings(destination, { shippingClass, isFreight: option?.isFreight === true }, shipping.carrierLimits),
  ]
}

const copiesOf = (items: Pick<OrderItem, 'quantity'>[]): number =>
  items.reduce((sum, { quantity }) => sum + quantity, 0)

/** From the operator's number of copies on, an order should or must be placed from a quote. Null if it need not. */
export function quoteProblem(
  { shipping: { quotes } }: OperatorData,
  { orderItems, quote }: Pick<OrderRequest, 'orderItems' | 'quote'>,
): Problem | null {
  const copies = copiesOf(orderItems)
  const isFrom = (limit = Number.POSITIVE_INFINITY) => quote === undefined && copies >= limit
  if (isFrom(quotes.requiredFromCopies)) {
    const detail = say('an order of {copies} copies needs a quote: ask for it first', { copies })
    return { pointer: '/orderItems', code: 'quote_required', detail }
  }
  if (!isFrom(quotes.fromCopies)) return null
  const detail = say('a quote may be cheaper for {copies} copies: ask for it before you order', { copies })
  return { pointer: '/orderItems', code: 'quote_recommended', detail }
}

const customsProblem = (pointer: string, item: OrderItem, region: Region): Problem | null =>
  needsCustoms(region) && item.retailPrice === undefined ? retailPriceMissing(pointer, region) : null

function classProblem({ shipping }: OperatorData, request: OrderRequest): Problem | null {
  const region = regionOf(request.destination)
  const offered = classesOffered(shipping, region)
  return offered.includes(request.shippingClassification) ? null : shippingNotOffered(request, region, offered)
}

/** To an unknown state, every class that exists may be offered. */
const classesOffered = (shipping: ShippingTables, region: Region): readonly string[] =>
  hasKnownState(region) ? availableClasses(shipping, region) : shippingClasses

export const unknownSku = (pointer: string, { sku }: OrderItem): Problem => ({
  pointer: `${pointer}/sku`,
  code: 'unknown_sku',
  detail: say('there is no product with the SKU {sku} in the account', { sku: quoted(sku) }),
})

export const bookRetired = (pointer: string, { manufacturingSku, name }: ManufacturingSku): Problem => ({
  pointer: `${pointer}/sku`,
  code: 'book_retired',
  detail: say('the book of this product, {name} ({manufacturingSku}), is no longer sold', {
    name: quoted(name),
    manufacturingSku,
  }),
})

export function pageCountNotAllowed(pointer: string, sku: ManufacturingSku, { pageCount }: Book): Problem | null {
  const detail = pageCountProblem(sku, pageCount)
  return detail === null ? null : { pointer: `${pointer}/pageCount`, code: 'page_count_not_allowed', detail }
}

const retailPriceMissing = (pointer: string, { country }: Region): Problem => ({
  pointer: `${pointer}/retailPrice`,
  code: 'retail_price_missing',
  detail: say('parcels to {country} pass customs, so every item needs a retail price such as "19.99"', { country }),
})

function shippingNotOffered(
  { shippingClassification }: OrderRequest,
  region: Region,
  offered: readonly string[],
): Problem {
  const to = region.state === null ? region.country : `${region.state}, ${region.country}`
  const expected = offered.length === 0 ? say('nothing is') : say('expected {classes}', { classes: { or: offered } })
  return {
    pointer: '/shippingClassification',
    code: 'shipping_not_offered',
    detail: say('{class} is not offered to {to}; {expected}', { class: quoted(shippingClassification), to, expected }),
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
    detail: say('neither the item nor its product has {files}', { files: { or: missing } }),
  }
}
