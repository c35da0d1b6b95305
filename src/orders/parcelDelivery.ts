// The effect of a carrier's report about a parcel on its order: the event, and the delivery afterwards. The status of
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
  /** The number of the returned parcel whose books it has. */
  resends?: string
}

export const arrivedDeliveries: readonly DeliveryStatus[] = ['delivered', 'returned']
/** After these, a carrier is asked no more. */
export const endedDeliveries: readonly DeliveryStatus[] = [...arrivedDeliveries, 'lost']
const problems: readonly DeliveryStatus[] = ['attempted', 'exception', 'returning', 'lost']

/** Later news after the end: a lost parcel that is found, and a delivered parcel that comes back. */
const afterEnd: Record<string, readonly DeliveryStatus[]> = {
  lost: arrivedDeliveries,
  delivered: ['returning', 'returned'],
  returned: [],
}

/** `before`: the last status; null: none was recorded yet. */
export const isPossibleAfter = (status: DeliveryStatus, before: string | null): boolean =>
  afterEnd[before ?? '']?.includes(status) ?? true

type DeliveryMove = { on: OrderEvent; delivery: ParcelDelivery[] }

/**
 * Null when the news changes nothing. A parcel without news is only announced, so its announcement is no news either.
 * The same status again at another time or place is one, but no event for the customer. `parcels`: the number of the
 * order's parcels, with those that Octavo does not follow.
 */
export function moveParcel(
  delivery: readonly ParcelDelivery[],
  news: ParcelDelivery,
  parcels: number,
): DeliveryMove | null {
  const isSame = ({ trackingNumber }: ParcelDelivery) => trackingNumber === news.trackingNumber
  const before = delivery.find(isSame)
  if (news.status === 'announced' || !isPossibleAfter(news.status, before?.status ?? null)) return null
  const moved = before?.resends === undefined ? news : { ...news, resends: before.resends }
  const after = before === undefined ? [...delivery, news] : delivery.map(parcel => (isSame(parcel) ? moved : parcel))
  if (news.status !== before?.status) return { on: eventOf(news.status, after, parcels), delivery: after }
  return isAsBefore(before, news) ? null : { on: 'parcel_moved', delivery: after }
}

const isAsBefore = (before: ParcelDelivery, news: ParcelDelivery): boolean =>
  before.at === news.at &&
  before.expectedOn === news.expectedOn &&
  before.place.city === news.place.city &&
  before.place.state === news.place.state &&
  before.place.country === news.place.country

function eventOf(status: DeliveryStatus, after: ParcelDelivery[], parcels: number): OrderEvent {
  if (status === 'returned') return 'returned'
  if (problems.includes(status)) return 'delivery_problem'
  const delivered = after.filter(parcel => parcel.status === 'delivered').length
  return status === 'delivered' && delivered === parcels ? 'delivered' : 'parcel_moved'
}
