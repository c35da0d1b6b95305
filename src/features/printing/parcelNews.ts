// Which events of a carrier's report are news about a parcel. They count by the carrier's own times. A scan that a
// depot sends after the delivery is none; a return after a delivery is.

import { day, earlier, later } from '../../base/clock.ts'
import type { Tracking, TrackingEvent } from '../../carriers/carrier.ts'
import type { FollowedParcel } from '../../carriers/followedParcelStore.ts'
import { arrivedDeliveries, isPossibleAfter } from '../../orders/parcelDelivery.ts'

/** A carrier's times may lack a time zone, and be those of a label that was printed before it was recorded. */
const toleranceMs = day
/** A usual parcel has six changes of status. */
const maxNews = 20

export type ParcelNews = { events: TrackingEvent[] } & Pick<FollowedParcel, 'lastEventAt' | 'eventCount'>

/** The events to record, oldest first, and what the parcel has reported with them. */
export function newsOf(tracking: Tracking, parcel: FollowedParcel, now: Date): ParcelNews {
  const unchanged = { events: [], lastEventAt: parcel.lastEventAt, eventCount: parcel.eventCount }
  if (tracking.events.length === 0) return { ...unchanged, events: statusAlone(tracking, parcel, now) }
  const known = tracking.events.filter(
    // An older event belongs to an earlier parcel with this number.
    ({ at }) => at >= earlier(parcel.announcedAt, toleranceMs) && at <= later(now, toleranceMs),
  )
  const newest = known.at(-1)
  if (newest === undefined) return unchanged
  const counted = possible(known, null)
  const fresh = known.filter(
    (event, i) => counted.includes(event) && (isFresh(event, i, parcel) || isLateArrival(event, counted)),
  )
  const events = possible(fresh, parcel.status).filter(({ status }, i, all) => status !== all[i + 1]?.status)
  return isNewer(newest, known.length, parcel)
    ? { events: events.slice(-maxNews), lastEventAt: newest.at, eventCount: known.length }
    : { ...unchanged, events: events.slice(-maxNews) }
}

/** Whether a report is not older than what the parcel has reported. */
export const isCurrent = ({ events }: Tracking, { lastEventAt }: FollowedParcel): boolean =>
  lastEventAt === null || (events.at(-1)?.at ?? lastEventAt) >= lastEventAt

/** A report without events has only a status, which is new when it is another. */
const statusAlone = ({ status }: Tracking, parcel: FollowedParcel, now: Date): TrackingEvent[] =>
  status === parcel.status || !isPossibleAfter(status, parcel.status)
    ? []
    : [{ status, at: now, description: '', place: { city: '', state: '', country: '' } }]

/** Of two events of the same time, the later in the report is newer. */
const isFresh = ({ at }: TrackingEvent, place: number, { lastEventAt, eventCount }: FollowedParcel): boolean =>
  lastEventAt === null || at > lastEventAt || (at.getTime() === lastEventAt.getTime() && place >= eventCount)

const isNewer = (newest: TrackingEvent, count: number, parcel: FollowedParcel): boolean =>
  isFresh(newest, count - 1, parcel)

/** A delivery or a return that was reported after a later scan. */
const isLateArrival = (event: TrackingEvent, counted: TrackingEvent[]): boolean =>
  event === counted.at(-1) && arrivedDeliveries.includes(event.status)

function possible(events: TrackingEvent[], before: string | null): TrackingEvent[] {
  let status = before
  return events.filter(event => {
    if (event.status === 'announced' || !isPossibleAfter(event.status, status)) return false
    status = event.status
    return true
  })
}
