// The way of a parcel of the simulated carrier: a plan that follows from its test address and the days of its
// service, so that two questions never differ. A step that was simulated by hand counts from its time on: the plan ends
// there.

import { day, hour, later } from '../../base/clock.ts'
import type { Tracking, TrackingEvent, TrackingStatus } from '../carrier.ts'

export type PlannedParcel = {
  trackingNumber: string
  carrier: string
  behavior: string
  boughtAt: Date
  days: number
  from: TrackingEvent['place']
  to: TrackingEvent['place']
}

type Step = { status: TrackingStatus; afterMs: number; description: string; isThere?: true }

const descriptions: Record<TrackingStatus, string> = {
  announced: 'Label created',
  in_transit: 'In transit',
  out_for_delivery: 'Out for delivery',
  attempted: 'Delivery attempted: no access',
  ready_for_pickup: 'Ready for pickup',
  delivered: 'Delivered',
  exception: 'Delayed by an exception',
  returning: 'Being returned to the sender',
  returned: 'Returned to the sender',
}

/** The parcel as it is at `now`. `simulated`: what was simulated for it, oldest first. */
export function trackingAt(
  parcel: PlannedParcel,
  simulated: { status: TrackingStatus; at: Date }[],
  now: Date,
): Tracking {
  const endOfPlan = simulated[0]?.at ?? null
  const planned = planOf(parcel)
    .map(({ status, afterMs, description, isThere }) => ({
      status,
      at: later(parcel.boughtAt, afterMs),
      description,
      place: isThere ? parcel.to : parcel.from,
    }))
    .filter(({ at }) => at <= now && (endOfPlan === null || at <= endOfPlan))
  const events = [...planned, ...simulatedEvents(simulated, parcel.to).filter(({ at }) => at <= now)]
  return {
    trackingNumber: parcel.trackingNumber,
    carrier: parcel.carrier,
    status: events.at(-1)?.status ?? 'announced',
    expectedOn: later(parcel.boughtAt, parcel.days * day)
      .toISOString()
      .slice(0, 10),
    events,
  }
}

export const simulatedEvents = (
  simulated: { status: TrackingStatus; at: Date }[],
  place: TrackingEvent['place'],
): TrackingEvent[] => simulated.map(({ status, at }) => ({ status, at, description: descriptions[status], place }))

function planOf({ behavior, days }: PlannedParcel): Step[] {
  const step = (status: TrackingStatus, afterMs: number, description = descriptions[status]): Step => ({
    status,
    afterMs,
    description,
    ...(afterMs >= days * day - 6 * hour ? { isThere: true } : {}),
  })
  const start = [step('announced', 0), step('in_transit', 18 * hour, 'Accepted by the carrier')]
  const out = (lateDays: number) => step('out_for_delivery', (days + lateDays) * day - 6 * hour)
  const delivered = (lateDays: number) => step('delivered', (days + lateDays) * day)
  switch (behavior) {
    case 'late':
      return [...start, step('in_transit', days * day - hour, 'Delayed'), out(3), delivered(3)]
    case 'exception':
      return [...start, step('exception', days * day - hour), out(1), delivered(1)]
    case 'attempted':
      return [...start, out(0), step('attempted', days * day), out(1), delivered(1)]
    case 'returned':
      return [
        ...start,
        out(0),
        step('exception', days * day, 'Refused by the recipient'),
        step('returning', (days + 1) * day),
        { status: 'returned', afterMs: (days + 4) * day, description: descriptions.returned },
      ]
    case 'lost':
      return start
    default:
      return [...start, out(0), delivered(0)]
  }
}
