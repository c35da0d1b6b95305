// Whether an order can be made: a rule over values that were read before. A request that cannot be an order was refused
// at the door already (http/customers/orders.ts); here all that is wrong with an order makes it FAILED, with every
// problem named at once.

import type { Mode } from '../../base/mode.ts'
import { type Problem, quoted } from '../../base/refusal.ts'
import { pageCountProblem } from '../../catalog/catalog.ts'
import { destinationProblems, isPlace, needsCustoms, type Region, regionOf } from '../../shipping/destination.ts'
import { classesSold, type ShippingTables, shippingClasses } from '../../shipping/shipping.ts'
import { bookOf, type ProductFacts } from '../books.ts'
import { datesOf, toPrinterAt } from '../dates.ts'
import type { OperatorData } from '../operator.ts'
import type { Billing, Book, OrderItem, OrderRequest, OrderState } from '../order.ts'

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
  operator: OperatorData,
  customer: Customer,
  { mode, request, now }: { mode: Mode; request: OrderRequest; now: Date },
): Examined {
  const region = regionOf(request.destination)
  const errors = destinationProblems(request.destination)
  const warnings: Problem[] = []
  const books = request.orderItems.map((item, i) => {
    const pointer = `/orderItems/${i}`
    if (needsCustoms(region) && item.retailPrice === undefined) errors.push(retailPriceMissing(pointer, region))
    const product = customer.product(item.sku)
    const sku = product && operator.catalog.get(product.manufacturingSku)
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
  const offered = classesOffered(operator.shipping, region)
  if (!offered.includes(request.shippingClassification)) errors.push(shippingNotOffered(request, region, offered))
  if (errors.length > 0) return { errors, warnings, books: [], estimatedShipDate: null, estimatedDelivery: null }
  const order = { request, books: books as Book[] }
  return { errors, warnings, books: order.books, ...datesOf(operator, order, toPrinterAt(customer.billing, now)) }
}

/** Whether the class that an order chose is sold there now. */
export const isShippingOffered = (
  { shipping }: OperatorData,
  { destination, shippingClassification }: OrderRequest,
): boolean => classesOffered(shipping, regionOf(destination)).includes(shippingClassification)

/** What nobody sells anywhere is not offered to an unknown place either; more cannot be said of one. */
const classesOffered = (shipping: ShippingTables, region: Region): readonly string[] =>
  isPlace(region) ? classesSold(shipping, region) : shippingClasses

export const unknownSku = (pointer: string, { sku }: OrderItem): Problem => ({
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
  offered: readonly string[],
): Problem {
  const place = region.state === null ? region.country : `${region.state}, ${region.country}`
  const expected = offered.length === 0 ? 'nothing is' : `expected ${either.format(offered)}`
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
