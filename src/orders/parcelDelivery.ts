// What a carrier's news about a parcel does to its order: which event it is, and the delivery afterwards. The status of
// an order that has shipped never changes. An order is delivered when each of its parcels is.

import { trackingStatuses } from '../carriers/carrier.ts'
import type { OrderEvent } from './lifecycle.ts'

/** `lost`: the carrier reported neither a delivery nor a return, and is asked no more. */
export const deliveryStatuses = [...trackingStatuses, 'lost'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

/** A parcel as its carrier reported it last. Values that the carrier does not give are ''. */
export type ParcelDelivery = {
  trackingNumber: string
  carrier: string
  status: DeliveryStatus
  /** When it happened. */
  at: string
  description: string
  place: { city: string; state: string; country: string }
  /** The day of delivery that the carrier expects. */
  expectedOn: string | null
}

/** After these, a carrier is asked no more. */
export const endedDeliveries: readonly DeliveryStatus[] = ['delivered', 'returned', 'lost']
const problems: readonly DeliveryStatus[] = ['attempted', 'exception', 'returning', 'lost']

type DeliveryMove = { on: OrderEvent; delivery: ParcelDelivery[] }

/**
 * Null when the news changes nothing. A parcel without news is only announced, so its announcement is no news either.
 * `parcels`: how many the order has, those that nobody follows included.
 */
export function moveParcel(
  delivery: readonly ParcelDelivery[],
  news: ParcelDelivery,
  parcels: number,
): DeliveryMove | null {
  const isSame = ({ trackingNumber }: ParcelDelivery) => trackingNumber === news.trackingNumber
  const before = delivery.find(isSame)
  if (news.status === 'announced' || news.status === before?.status) return null
  const after = before === undefined ? [...delivery, news] : delivery.map(parcel => (isSame(parcel) ? news : parcel))
  return { on: eventOf(news.status, after, parcels), delivery: after }
}

function eventOf(status: DeliveryStatus, after: ParcelDelivery[], parcels: number): OrderEvent {
  if (status === 'returned') return 'returned'
  if (problems.includes(status)) return 'delivery_problem'
  const delivered = after.filter(parcel => parcel.status === 'delivered').length
  return status === 'delivered' && delivered === parcels ? 'delivered' : 'parcel_moved'
}
