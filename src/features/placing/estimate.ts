// The price and the delivery dates of an order, in each class that its destination sells, without creating it.

import { type Problem, quoted, Refusal } from '../../base/refusal.ts'
import type { ManufacturingSku } from '../../catalog/catalog.ts'
import type { Db } from '../../db/db.ts'
import type { Book, OrderItem, Pricing } from '../../orders/order.ts'
import { hasKnownState, type Region, regionOf } from '../../shipping/destination.ts'
import { rankOptions } from '../../shipping/rankOptions.ts'
import { deliveryWindow, optionsFor, shipDate } from '../../shipping/shipping.ts'
import { type RecentDeliveries, readRecentDeliveries } from '../reports/recentDeliveries.ts'
import type { OperatorData } from '../shop/operatorData.ts'
import { agreedPricing } from './agreedPricing.ts'
import { bookOf, knownPageCount, parcelOf } from './books.ts'
import { toPrinterAt } from './dates.ts'
import { bookRetired, pageCountNotAllowed, quoteProblem, unknownSku } from './examine.ts'
import { priceListAt } from './listPrices.ts'
import { type CustomerContext, readCustomers } from './orderContext.ts'
import { priceWithShipping } from './price.ts'
import { purchaseOrderProblem } from './purchaseOrders.ts'

/** A more complete address gives a more exact tax. */
export type EstimateRequest = {
  destination: { country: string; state?: string; postal?: string; city?: string; address1?: string }
  orderItems: OrderItem[]
  purchaseOrderNumber?: string
}

type EstimatedOption = {
  shippingClass: string
  shippingCents: number | null
  pricing: Pricing | null
  /** By the agreed prices of an enterprise account: the printer may set another price. */
  agreed: Pricing | null
  shipDate: string
  delivery: { earliest: string; latest: string }
  manufacturingDays: number
  transit: { min: number; max: number }
  isFreight: boolean
  cheapest: boolean
  fastest: boolean
  dominated: boolean
  /** Null where there are few. */
  recentDeliveries: RecentDeliveries | null
}

export type Estimate = {
  options: EstimatedOption[]
  pageCountsAssumed: { sku: string; pageCount: number }[]
  warnings: Problem[]
}

/**
 * Estimates for the account's own products. Refuses with `malformed_request` when a SKU or the state is unknown, or
 * when a product does not allow the page count, because no order exists that could be FAILED instead. The refusal names
 * all problems at once.
 */
export async function estimateShipping(
  { db, operator }: { db: Db; operator: OperatorData },
  accountId: string,
  request: EstimateRequest,
  now: Date,
): Promise<Estimate> {
  const customer = (await readCustomers(db, [{ accountId, request }], now)).get(accountId)!
  const region = regionOf(request.destination)
  const resolvedItems = request.orderItems.map(item => resolveItem(operator, customer, item))
  const problems = [
    stateProblem(request.destination, region),
    ...resolvedItems.map((resolved, i) => itemProblem(resolved, `/orderItems/${i}`, request.orderItems[i]!)),
  ].filter(problem => problem !== null)
  if (problems.length > 0) throw new Refusal('malformed_request', problems[0]!.detail, problems)
  const items = resolvedItems.filter(item => item !== null)
  const books = items.map(({ book }) => book)
  const parcel = parcelOf(operator.catalog, request.orderItems, books)
  const offered = optionsFor(operator.shipping, region, parcel)
  const isCharged = customer.billing === 'charged'
  const prices =
    isCharged || customer.agreedPrices
      ? priceWithShipping(
          operator,
          {
            createdAt: now,
            exemptions: customer.exemptions,
            priceList: priceListAt(operator, customer.priceListCode, now),
            to: { ...request.destination, ...region },
            items: request.orderItems,
            books,
          },
          offered,
        )
      : []
  const from = toPrinterAt(customer.billing, now)
  const classes = offered.map(({ shippingClass }) => shippingClass)
  const recent = await readRecentDeliveries(db, { region, classes, now })
  const options = offered.map((option, i) => {
    const ships = shipDate(operator.shipping, option, from)
    const price = prices[i] ?? null
    const pricing = isCharged ? price : null
    const agreed = isCharged || price === null ? null : agreedPricing(price)
    return {
      ...option,
      pricing,
      agreed,
      shippingCents: pricing?.shippingCents ?? null,
      totalCents: price?.orderCents ?? null,
      shipDate: ships.toString(),
      delivery: deliveryWindow(operator.shipping, option, ships),
      recentDeliveries: recent.get(option.shippingClass) ?? null,
    }
  })
  const pageCountsAssumed = items
    .filter(({ isPageCountAssumed }) => isPageCountAssumed)
    .map(({ sku, book: { pageCount } }) => ({ sku, pageCount }))
  const warnings = [purchaseOrderProblem(customer, request), quoteProblem(operator, request)].filter(
    problem => problem !== null,
  )
  return { options: rankOptions(options), pageCountsAssumed, warnings }
}

/** An item whose product exists. `isPageCountAssumed`: no page count is known, so it is the product's minimum. */
type ResolvedItem = { sku: string; manufacturingSku: ManufacturingSku; book: Book; isPageCountAssumed: boolean }

function resolveItem({ catalog }: OperatorData, customer: CustomerContext, item: OrderItem): ResolvedItem | null {
  const product = customer.product(item.sku)
  const manufacturingSku = product && catalog.get(product.manufacturingSku)
  if (product === undefined || manufacturingSku === undefined) return null
  const source = { sku: manufacturingSku, pageCountAt: customer.pageCountAt }
  return {
    sku: item.sku,
    manufacturingSku,
    book: bookOf(item, product, source),
    isPageCountAssumed: knownPageCount(item, product, source) === null,
  }
}

function stateProblem({ state = '' }: EstimateRequest['destination'], region: Region): Problem | null {
  if (hasKnownState(region)) return null
  const detail = `got ${quoted(state)}; expected the two letters or the full name of a state`
  return { pointer: '/destination/state', code: 'unknown_state', detail }
}

function itemProblem(resolved: ResolvedItem | null, pointer: string, item: OrderItem): Problem | null {
  if (resolved === null) return unknownSku(pointer, item)
  if (resolved.manufacturingSku.retired === true) return bookRetired(pointer, resolved.manufacturingSku)
  return pageCountNotAllowed(pointer, resolved.manufacturingSku, resolved.book)
}
