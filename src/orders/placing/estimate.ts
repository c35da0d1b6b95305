// What an order would cost and when it would arrive, in each class that its destination sells, without creating it.

import { type Problem, quoted, Refusal } from '../../base/refusal.ts'
import { type ManufacturingSku, pageCountProblem } from '../../catalog/catalog.ts'
import type { Db } from '../../db/db.ts'
import { isPlace, type Region, regionOf } from '../../shipping/destination.ts'
import { rankOptions } from '../../shipping/estimate.ts'
import { deliveryWindow, optionsFor, shipDate } from '../../shipping/shipping.ts'
import { bookOf, parcelOf, toldPageCount } from '../books.ts'
import { toPrinterAt } from '../dates.ts'
import { type CustomerFacts, readCustomers } from '../facts.ts'
import type { OperatorData } from '../operator.ts'
import type { Book, OrderItem, Pricing } from '../order.ts'
import { unknownSku } from './examine.ts'
import { priceWithShipping } from './price.ts'

/** The more of the address is given, the better the tax is known. */
export type EstimateRequest = {
  destination: { country: string; state?: string; postal?: string; city?: string; address1?: string }
  orderItems: OrderItem[]
}

type EstimatedOption = {
  shippingClass: string
  shippingCents: number | null
  pricing: Pricing | null
  shipDate: string
  delivery: { earliest: string; latest: string }
  manufacturingDays: number
  transit: { min: number; max: number }
  cheapest: boolean
  fastest: boolean
  dominated: boolean
}

export type Estimate = { options: EstimatedOption[]; pageCountsAssumed: { sku: string; pageCount: number }[] }

/**
 * Estimates for the account's own products. Refuses with `malformed_request` when a SKU is not one of them, its product
 * does not allow the page count, or the state is unknown, because there is no order that could be FAILED instead. It
 * names all that is wrong at once.
 */
export async function estimateShipping(
  { db, operator }: { db: Db; operator: OperatorData },
  accountId: string,
  request: EstimateRequest,
  now: Date,
): Promise<Estimate> {
  const customer = (await readCustomers(db, [{ accountId, request }], now)).get(accountId)!
  const region = regionOf(request.destination)
  const items = request.orderItems.map(item => knownItem(operator, customer, item))
  const problems = [
    placeProblem(request.destination, region),
    ...items.map((known, i) => itemProblem(known, `/orderItems/${i}`, request.orderItems[i]!)),
  ].filter(problem => problem !== null)
  if (problems.length > 0) throw new Refusal('malformed_request', problems[0]!.detail, problems)
  const known = items.filter(item => item !== null)
  const books = known.map(({ book }) => book)
  const parcel = parcelOf(operator.catalog, request.orderItems, books)
  const offered = optionsFor(operator.shipping, region, parcel)
  const prices =
    customer.billing === 'charged'
      ? priceWithShipping(
          operator,
          { ...customer, to: { ...request.destination, ...region }, items: request.orderItems, books },
          offered,
        )
      : []
  const from = toPrinterAt(customer.billing, now)
  const options = offered.map((option, i) => {
    const ships = shipDate(operator.shipping, option.shippingClass, from)
    const pricing = prices[i] ?? null
    return {
      ...option,
      pricing,
      shippingCents: pricing === null ? null : option.priceCents,
      totalCents: pricing?.orderCents ?? null,
      shipDate: ships.toString(),
      delivery: deliveryWindow(operator.shipping, option, ships),
    }
  })
  const pageCountsAssumed = known
    .filter(({ isAssumed }) => isAssumed)
    .map(({ sku, book: { pageCount } }) => ({ sku, pageCount }))
  return { options: rankOptions(options), pageCountsAssumed }
}

/** An item whose product is known; `isAssumed`: nobody has told its page count. */
type KnownItem = { sku: string; manufacturingSku: ManufacturingSku; book: Book; isAssumed: boolean }

function knownItem({ catalog }: OperatorData, customer: CustomerFacts, item: OrderItem): KnownItem | null {
  const product = customer.product(item.sku)
  const manufacturingSku = product && catalog.get(product.manufacturingSku)
  if (product === undefined || manufacturingSku === undefined) return null
  const reading = { sku: manufacturingSku, pagesRead: customer.pagesRead }
  return {
    sku: item.sku,
    manufacturingSku,
    book: bookOf(item, product, reading),
    isAssumed: toldPageCount(item, product, reading) === null,
  }
}

function placeProblem({ state = '' }: EstimateRequest['destination'], region: Region): Problem | null {
  if (isPlace(region)) return null
  const detail = `got ${quoted(state)}; expected the two letters or the full name of a state`
  return { pointer: '/destination/state', code: 'unknown_state', detail }
}

function itemProblem(known: KnownItem | null, pointer: string, item: OrderItem): Problem | null {
  if (known === null) return unknownSku(pointer, item)
  const pages = pageCountProblem(known.manufacturingSku, known.book.pageCount)
  return pages === null ? null : { pointer: `${pointer}/pageCount`, code: 'page_count_not_allowed', detail: pages }
}
