// Which printer would get an order of one book, as if it left the holding bin now, why the others would not, and
// the price by the catalog. Nothing is stored, and no capacity is taken.

import { earlier, utcDay } from '../../base/clock.ts'
import type { Db } from '../../db/db.ts'
import type { Pricing } from '../../orders/order.ts'
import { readLoad } from '../../printer/printerStates.ts'
import { type ExplainedRoute, explainRoute, type PrinterRule } from '../../printer/routing.ts'
import type { Region } from '../../shipping/destination.ts'
import { optionFor, shipDate } from '../../shipping/shipping.ts'
import { parcelOf } from '../placing/books.ts'
import { quoteBasket } from '../shop/effects.ts'
import type { OperatorData } from '../shop/operatorData.ts'
import type { Fulfillment } from './fulfillment.ts'
import { maxBehindUtcMs } from './routeOrders.ts'

export type PreviewedOrder = {
  manufacturingSku: string
  pageCount: number
  copies: number
  region: Region
  shippingClass: string
}
export type RoutePreview = { pricing: Pricing; shipDay: string; printers: ExplainedRoute[] }

/** Null where the book is not sold with this page count, or the class is not sold to this place. */
export async function previewRoute(
  { db, operator, fulfillment }: { db: Db; operator: OperatorData; fulfillment: Pick<Fulfillment, 'days'> },
  order: PreviewedOrder,
  printers: readonly PrinterRule[],
  now: Date,
): Promise<RoutePreview | null> {
  const { manufacturingSku, pageCount, copies, region, shippingClass } = order
  const quoted = quoteBasket(operator, { ...order, priceList: null }, now)
  const books = [{ manufacturingSku, pageCount, coverUrl: null, gutsUrl: null }]
  const parcel = parcelOf(operator.catalog, [{ sku: manufacturingSku, quantity: copies }], books)
  const option = optionFor(operator.shipping, region, shippingClass, parcel)
  if (quoted === null || option === null) return null
  const load = await readLoad(db, utcDay(earlier(now, maxBehindUtcMs)).toString())
  const request = { manufacturingSkus: [manufacturingSku], ...region, copies }
  return {
    pricing: quoted.pricing,
    shipDay: shipDate(operator.shipping, option, now).toString(),
    printers: explainRoute(request, printers, load, { now, days: fulfillment.days }),
  }
}
