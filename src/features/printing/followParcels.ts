// The way of parcels that have shipped. Octavo follows parcels whose label was bought here: it asks their carrier
// outside of any transaction, and records the answer beside the final status of the order. News counts by the
// carrier's own times: late, repeated and reordered news change nothing.

import { type RawBuilder, sql } from 'kysely'
import { type Clock, day, hour, later, minute } from '../../base/clock.ts'
import type { Log } from '../../base/log.ts'
import type { Mode } from '../../base/mode.ts'
import type { Crash } from '../../base/running/crash.ts'
import type { Carrier, CarrierUnknown, Tracking, TrackingEvent } from '../../carriers/carrier.ts'
import {
  claimDueParcels,
  deleteFollowed,
  type FollowedParcel,
  findByNumber,
  insertFollowed,
  type LeasedParcel,
  lockFollowed,
  type NewParcel,
  type ParcelKey,
  postponeParcel,
  recordAnswer,
  reopenReturned,
} from '../../carriers/followedParcelStore.ts'
import type { Tx } from '../../db/db.ts'
import { outsideWork } from '../../jobs/outsideWork.ts'
import { keyRows, type LockedOrder, lockOrders } from '../../orders/orderStore.ts'
import { endedDeliveries, moveParcel, type ParcelDelivery } from '../../orders/parcelDelivery.ts'
import { addParcelToSearch } from '../../orders/searchStore.ts'
import { type Transactor, transact } from '../../orders/transact.ts'
import { transition, type UnitOfWork } from '../../orders/transition.ts'
import { countParcels } from '../../printer/parcels.ts'
import { isAmongShipped } from './jobLabels.ts'
import { isCurrent, newsOf } from './parcelNews.ts'

const maxParcelsPerSweep = 100
const maxCalls = 8
/** A question takes up to two calls of ten seconds each, and a sweep asks 100 of them, 8 at a time. */
const leaseMs = 10 * minute
/** Carriers report a few times a day, and of a parcel that is late more rarely. */
export const questionMs = 6 * hour
const lateAfterDays = 21
/** After these, a carrier that does not answer is asked as one that does. */
const delaysMs = [5 * minute, 30 * minute, 2 * hour]
/**
 * The slowest way: three weeks to the territories, two weeks at a post office, three weeks back. After 60 days the
 * parcel is lost.
 */
const followDays = 60

export type FollowDeps = {
  transactor: Transactor
  clock: Clock
  log: Log
  crash: Crash
  carrierOf: (mode: Mode) => Carrier | null
}

/** Follows the parcels of orders that have just shipped, as far as their labels were bought here. */
export async function followShipped({ tx, now, wake }: UnitOfWork, shipped: LockedOrder[]): Promise<void> {
  if (shipped.length === 0) return
  const labels = await findShippedLabels(tx, shipped)
  if (labels.length === 0) return
  await insertFollowed(tx, labels, now, later(now, questionMs))
  wake('follow_parcels', later(now, questionMs))
}

/** Follows a parcel that sends books of a returned parcel again, and adds it to the delivery of its locked order. */
export async function followResent(work: UnitOfWork, order: LockedOrder, parcel: NewParcel, resends: string) {
  const nextAt = later(work.now, questionMs)
  await insertFollowed(work.tx, [{ ...parcel, status: 'announced' }], work.now, nextAt)
  const { trackingNumber, carrier } = parcel
  const announced: ParcelDelivery = {
    ...{ trackingNumber, carrier, status: 'announced', at: work.now.toISOString(), description: '' },
    place: nowhere,
    expectedOn: null,
    resends,
  }
  const delivery = [...(order.state.delivery ?? []), announced]
  await transition(work, [{ order, on: 'parcel_moved', changes: { state: { delivery } } }])
  await addParcelToSearch(work.tx, order, trackingNumber)
  work.wake('follow_parcels', nextAt)
}

/**
 * The parcel does not send the books of a returned parcel again: its label is given back. Its locked order loses it,
 * and the staff decide anew. False when the carrier has the parcel.
 */
export async function unfollowResent(work: UnitOfWork, order: LockedOrder, trackingNumber: string, resends: string) {
  const { delivery = [] } = order.state
  const others = delivery.filter(parcel => parcel.trackingNumber !== trackingNumber)
  if (delivery.find(parcel => !others.includes(parcel))?.status !== 'announced') return false
  await transition(work, [{ order, on: 'parcel_moved', changes: { state: { delivery: others } } }])
  await deleteFollowed(work.tx, { ...order, trackingNumber })
  await reopenReturned(work.tx, { ...order, trackingNumber: resends })
  return true
}

type ShippedLabel = ParcelKey & { provider: string; carrier: string; announcedAt: Date }

async function findShippedLabels(tx: Tx, orders: LockedOrder[]): Promise<ShippedLabel[]> {
  const { rows } = await sql<ShippedLabel>`
    select account_id as "accountId", mode, order_id as "orderId", l.tracking_number as "trackingNumber", l.provider,
      l.carrier, l.bought_at as "announcedAt"
    from orders o
    join shipping_labels l using (account_id, mode, order_id)
    where (account_id, mode, order_id) in (${keyRows(orders)}) and ${isShippedLabel}`.execute(tx)
  return rows
}

/** Whether a label `l` belongs to a parcel of the shipped order `o`. */
export const isShippedLabel: RawBuilder<unknown> = sql`(l.status = 'bought' and ${isAmongShipped})`

/** Task `follow_parcels`. */
export const followParcels = (deps: FollowDeps): ((now: Date) => Promise<number>) =>
  outsideWork<LeasedParcel, Awaited<ReturnType<Carrier['track']>>>({
    clock: deps.clock,
    log: deps.log,
    keyOf: ({ accountId, orderId, trackingNumber }) => ({ accountId, orderId, trackingNumber }),
    concurrency: maxCalls,
    leaseMs,
    maxClaimed: maxParcelsPerSweep,
    claim: claim => claimDueParcels(deps.transactor.db, claim),
    async call(parcel) {
      const outcome = await askCarrier(deps, parcel)
      deps.crash('parcel:asked')
      return outcome
    },
    async record(parcel, outcome, now) {
      if (outcome.kind === 'unknown' && !isOver(parcel, now)) return postpone(deps, parcel, outcome, now)
      const tracking = outcome.kind === 'found' ? outcome.tracking : null
      await transact(deps.transactor, { now, actor: 'system' }, work => applyTracking(work, parcel, tracking))
    },
  })

/** Records what a carrier sent by itself. Of a parcel that is not followed, it is nothing. */
export async function receiveTracking(
  { transactor }: Pick<FollowDeps, 'transactor'>,
  provider: string,
  tracking: Tracking,
  now: Date,
): Promise<void> {
  for (const parcel of await findByNumber(transactor.db, provider, tracking.trackingNumber))
    await transact(transactor, { now, actor: 'system' }, work => applyTracking(work, parcel, tracking))
}

/** Answers what the carrier of a parcel says about it. */
export async function askCarrier(
  { carrierOf }: FollowDeps,
  { mode, provider, orderId, trackingNumber, carrier }: FollowedParcel,
) {
  const asked = carrierOf(mode)
  if (asked?.name !== provider)
    return { kind: 'unknown', cause: `${provider} is not set as the carrier`, isOurFault: true } as const
  return asked.track({ orderId, trackingNumber, carrier })
}

async function postpone({ transactor, log }: FollowDeps, parcel: LeasedParcel, unknown: CarrierUnknown, now: Date) {
  const { accountId, orderId, attempts } = parcel
  log.warn({ accountId, orderId, attempts, cause: unknown.cause }, 'the carrier did not answer about a parcel')
  const delayMs = unknown.isOurFault === true ? undefined : delaysMs[attempts - 1]
  await postponeParcel(transactor.db, parcel, delayMs === undefined ? nextQuestion(parcel, now) : later(now, delayMs))
}

/** Records what the carrier says of a parcel; `tracking` is null when it says nothing. */
export async function applyTracking(work: UnitOfWork, key: ParcelKey, tracking: Tracking | null): Promise<void> {
  const [order] = await lockOrders(work.tx, [key])
  if (order === undefined) return
  const parcel = await lockFollowed(work.tx, key)
  if (parcel === undefined) return
  const { events, lastEventAt, eventCount } =
    tracking === null ? { ...parcel, events: [] } : newsOf(tracking, parcel, work.now)
  const reported =
    events.length > 0 || tracking === null
      ? events.map(event => deliveryOf(event, tracking!, parcel))
      : newExpectation(order, parcel, tracking)
  const last = reported.at(-1)?.status ?? parcel.status
  const news =
    !hasEnded(last) && isOver({ ...parcel, status: last, lastEventAt }, work.now)
      ? [...reported, lostParcel(parcel, work.now)]
      : reported
  if (parcel.endedAt !== null && news.length === 0) return
  const status = (await moveOrder(work, order, news)) ?? parcel.status
  const nextAt = hasEnded(status) ? null : nextQuestion(parcel, work.now)
  const endedAt = nextAt !== null ? null : status === parcel.status ? parcel.endedAt : work.now
  await recordAnswer(work.tx, key, { status, lastEventAt, eventCount, endedAt, nextAt })
  if (nextAt !== null) work.wake('follow_parcels', nextAt)
}

const nextQuestion = ({ followedSince }: FollowedParcel, now: Date): Date =>
  later(now, now < later(followedSince, lateAfterDays * day) ? questionMs : day)

/** The way back, which may begin after a delivery, has as many days from the last that was reported of it. */
function isOver({ followedSince, status, lastEventAt }: FollowedParcel, now: Date): boolean {
  const since = status === 'returning' ? (lastEventAt ?? followedSince) : followedSince
  return now >= later(since, followDays * day)
}

const hasEnded = (status: string | null): boolean => endedDeliveries.some(ended => ended === status)

const deliveryOf = (event: TrackingEvent, tracking: Tracking, parcel: FollowedParcel): ParcelDelivery => ({
  trackingNumber: parcel.trackingNumber,
  carrier: parcel.carrier || tracking.carrier,
  ...{ status: event.status, at: event.at.toISOString(), description: event.description, place: event.place },
  expectedOn: tracking.expectedOn,
})

/** The parcel as it was reported last, with another expected day: carriers also postpone a delivery without a scan. */
function newExpectation(order: LockedOrder, parcel: FollowedParcel, tracking: Tracking): ParcelDelivery[] {
  const before = order.state.delivery?.find(({ trackingNumber }) => trackingNumber === parcel.trackingNumber)
  const { expectedOn } = tracking
  if (before === undefined || expectedOn === null || expectedOn === before.expectedOn) return []
  return hasEnded(before.status) || !isCurrent(tracking, parcel) ? [] : [{ ...before, expectedOn }]
}

const nowhere = { city: '', state: '', country: '' }

const lostParcel = ({ trackingNumber, carrier }: FollowedParcel, now: Date): ParcelDelivery => ({
  ...{ trackingNumber, carrier, status: 'lost', at: now.toISOString(), description: '' },
  place: nowhere,
  expectedOn: null,
})

/**
 * Moves the order by each of the news, and returns the last status of the parcel; null when nothing changed. The words
 * of a carrier may name a person, so an erased order has none.
 */
async function moveOrder(work: UnitOfWork, order: LockedOrder, news: ParcelDelivery[]): Promise<string | null> {
  const parcels = countParcels(order.state.shipmentTracking)
  let moved = order
  let status: string | null = null
  for (const one of news) {
    const kept = order.recipientErasedAt === null ? one : { ...one, description: '' }
    const move = moveParcel(moved.state.delivery ?? [], kept, parcels)
    if (move === null) continue
    const change = { order: moved, on: move.on, changes: { state: { delivery: move.delivery } } }
    moved = (await transition(work, [change]))[0]!
    status = one.status
  }
  return status
}
