// What an order would cost and when it would arrive, in each class that its destination sells, without creating it.

import { Refusal } from '../../base/refusal.ts'
import { leastPageCount, type ManufacturingSku, pageCountProblem } from '../../catalog/catalog.ts'
import type { Db } from '../../db/db.ts'
import { needsState, type Region, resolveDestination } from '../../shipping/destination.ts'
import { rankOptions } from '../../shipping/estimate.ts'
import { deliveryWindow, optionsFor, shipDate } from '../../shipping/shipping.ts'
import { bookOf, type ProductFacts, parcelOf, toldPageCount } from '../books.ts'
import { toPrinterAt } from '../dates.ts'
import { type CustomerFacts, readCustomers } from '../facts.ts'
import type { OperatorData } from '../operator.ts'
import type { Book, OrderItem, Pricing } from '../order.ts'
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
}

export type Estimate = { options: EstimatedOption[]; pageCountsAssumed: { sku: string; pageCount: number }[] }

/**
 * Estimates for the account's own products. Refuses with `malformed_request` when a SKU is not one of them, its product
 * does not allow the page count, or the state is unknown, because there is no order that could be FAILED instead.
 */
export async function estimateShipping(
  { db, operator }: { db: Db; operator: OperatorData },
  accountId: string,
  request: EstimateRequest,
  now: Date,
): Promise<Estimate> {
  const customer = (await readCustomers(db, [{ accountId, request }], now)).get(accountId)!
  const region = knownRegion(request.destination)
  const { books, assumed } = knownBooks(operator, customer, request.orderItems)
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
  return { options: rankOptions(options), pageCountsAssumed: assumed }
}

function knownRegion(destination: EstimateRequest['destination']): Region {
  const region = resolveDestination(destination)
  if (region === null || (needsState(region.country) && region.state === null)) {
    const detail = `got ${JSON.stringify(destination.state)}; expected the two letters or the full name of a state`
    throw new Refusal('malformed_request', detail, [{ pointer: '/destination/state', code: 'unknown_state', detail }])
  }
  return region
}

function knownBooks({ catalog }: OperatorData, customer: CustomerFacts, items: OrderItem[]) {
  const found = items.map(item => {
    const product = customer.product(item.sku)
    const sku = product && catalog.get(product.manufacturingSku)
    return sku === undefined ? undefined : { item, product: product as ProductFacts, sku }
  })
  const problems = found.flatMap((one, i) => {
    if (one !== undefined) {
      const pages = pageCountProblem(one.sku, bookOf(one.item, one.product, { ...one, ...customer }).pageCount)
      return pages === null
        ? []
        : [{ pointer: `/orderItems/${i}/pageCount`, code: 'page_count_not_allowed', detail: pages }]
    }
    const detail = `there is no product with the SKU ${JSON.stringify(items[i]!.sku)} in the account`
    return [{ pointer: `/orderItems/${i}/sku`, code: 'unknown_sku', detail }]
  })
  if (problems.length > 0) throw new Refusal('malformed_request', problems[0]!.detail, problems)
  const known = found as { item: OrderItem; product: ProductFacts; sku: ManufacturingSku }[]
  const books: Book[] = known.map(one => bookOf(one.item, one.product, { ...one, ...customer }))
  const assumed = known
    .filter(one => toldPageCount(one.item, one.product, { ...one, ...customer }) === null)
    .map(({ item, sku }) => ({ sku: item.sku, pageCount: leastPageCount(sku) }))
  return { books, assumed }
}
