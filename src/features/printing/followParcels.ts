// What becomes of parcels that have shipped. A parcel with a label that was bought here is followed: its carrier is
// asked outside of any transaction, and what it says is recorded beside the final status of the order. News counts by
// the carrier's own times: late, repeated and reordered news change nothing.

import { type RawBuilder, sql } from 'kysely'
import { type Clock, day, hour, later, minute } from '../../base/clock.ts'
import type { Log } from '../../base/log.ts'
import type { Mode } from '../../base/mode.ts'
import type { Crash } from '../../base/running/crash.ts'
import type { Carrier, CarrierUnknown, Tracking } from '../../carriers/carrier.ts'
import {
  claimDueParcels,
  type FollowedParcel,
  findByNumber,
  insertFollowed,
  type LeasedParcel,
  lockFollowed,
  type ParcelKey,
  postponeParcel,
  recordAnswer,
} from '../../carriers/followedParcelStore.ts'
import type { Tx } from '../../db/db.ts'
import { outsideWork } from '../../jobs/outsideWork.ts'
import type { Order } from '../../orders/order.ts'
import { keyRows, type LockedOrder, lockOrders } from '../../orders/orderStore.ts'
import { endedDeliveries, moveParcel, type ParcelDelivery } from '../../orders/parcelDelivery.ts'
import { type Transactor, transact } from '../../orders/transact.ts'
import { transition, type UnitOfWork } from '../../orders/transition.ts'
import { countPackages } from '../../printer/parcels.ts'
import { isAmongShipped } from './jobLabels.ts'

const maxParcelsPerSweep = 100
const maxCalls = 8
/** A question takes up to two calls of ten seconds each, and a sweep asks 100 of them, 8 at a time. */
const leaseMs = 10 * minute
/** Carriers report a few times a day, and of a parcel that is late more rarely. */
export const questionMs = 6 * hour
const lateAfterDays = 21
const delaysMs = [5 * minute, 30 * minute, 2 * hour, questionMs]
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

type ShippedLabel = ParcelKey & { provider: string; carrier: string }

async function findShippedLabels(tx: Tx, orders: LockedOrder[]): Promise<ShippedLabel[]> {
  const { rows } = await sql<ShippedLabel>`
    select account_id as "accountId", mode, order_id as "orderId", l.tracking_number as "trackingNumber", l.provider,
      l.carrier
    from orders o
    join shipping_labels l using (account_id, mode, order_id)
    where (account_id, mode, order_id) in (${keyRows(orders)}) and ${isShippedLabel}`.execute(tx)
  return rows
}

/** Whether a label `l` is that of a parcel of the shipped order `o`. */
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
      if (outcome.kind === 'unknown') return postpone(deps, parcel, outcome, now)
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
  { mode, provider, trackingNumber, carrier }: FollowedParcel,
) {
  const asked = carrierOf(mode)
  if (asked?.name !== provider)
    return { kind: 'unknown', cause: `${provider} is not set as the carrier`, isOurFault: true } as const
  return asked.track({ trackingNumber, carrier })
}

async function postpone({ transactor, log }: FollowDeps, parcel: LeasedParcel, unknown: CarrierUnknown, now: Date) {
  const { accountId, orderId, attempts } = parcel
  log.warn({ accountId, orderId, attempts, cause: unknown.cause }, 'the carrier did not answer about a parcel')
  await postponeParcel(transactor.db, parcel, later(now, delaysMs[attempts - 1] ?? delaysMs.at(-1)!))
}

/** Records what the carrier says of a parcel; `tracking` is null when it says nothing. */
export async function applyTracking(work: UnitOfWork, key: ParcelKey, tracking: Tracking | null): Promise<void> {
  const [order] = await lockOrders(work.tx, [key])
  if (order === undefined) return
  const parcel = await lockFollowed(work.tx, key)
  if (parcel === undefined || (parcel.endedAt !== null && parcel.status !== 'lost')) return
  const isNew = tracking !== null && isNewer(tracking, parcel)
  const isOver = parcel.endedAt === null && work.now >= later(parcel.followedSince, followDays * day)
  const reported = isNew ? newsOf(tracking, parcel) : null
  const news = isOver && !isLast(reported) ? lostParcel(parcel, work.now) : reported
  const moved = news === null ? null : await moveOrder(work, order, news)
  const hasEnded = parcel.endedAt !== null || isLast(news)
  await recordAnswer(work.tx, key, {
    status: moved === null ? parcel.status : news!.status,
    lastEventAt: isNew ? tracking.events.at(-1)!.at : parcel.lastEventAt,
    eventCount: isNew ? tracking.events.length : parcel.eventCount,
    endedAt: hasEnded ? (parcel.endedAt ?? work.now) : null,
    nextAt: hasEnded ? null : nextQuestion(parcel, work.now),
  })
  if (!hasEnded) work.wake('follow_parcels', nextQuestion(parcel, work.now))
}

const nextQuestion = ({ followedSince }: FollowedParcel, now: Date): Date =>
  later(now, now < later(followedSince, lateAfterDays * day) ? questionMs : day)

const isLast = (news: ParcelDelivery | null): boolean => news !== null && endedDeliveries.includes(news.status)

/** Of two reports of the same time, the longer one is newer. A report without events says nothing. */
function isNewer({ events }: Tracking, { lastEventAt, eventCount }: FollowedParcel): boolean {
  const last = events.at(-1)
  if (last === undefined) return false
  if (lastEventAt === null || last.at > lastEventAt) return true
  return last.at.getTime() === lastEventAt.getTime() && events.length > eventCount
}

function newsOf({ events, carrier, expectedOn }: Tracking, parcel: FollowedParcel): ParcelDelivery {
  const { status, at, description, place } = events.at(-1)!
  return {
    trackingNumber: parcel.trackingNumber,
    carrier: parcel.carrier || carrier,
    ...{ status, at: at.toISOString(), description, place, expectedOn },
  }
}

const lostParcel = ({ trackingNumber, carrier }: FollowedParcel, now: Date): ParcelDelivery => ({
  ...{ trackingNumber, carrier, status: 'lost', at: now.toISOString(), description: '' },
  place: { city: '', state: '', country: '' },
  expectedOn: null,
})

/** Null when the news changes nothing. The words of a carrier may name a person, so an erased order has none. */
async function moveOrder(work: UnitOfWork, order: LockedOrder, news: ParcelDelivery): Promise<Order | null> {
  const { delivery = [], shipmentTracking } = order.state
  const kept = order.recipientErasedAt === null ? news : { ...news, description: '' }
  const move = moveParcel(delivery, kept, countPackages(shipmentTracking))
  if (move === null) return null
  const [moved] = await transition(work, [{ order, on: move.on, changes: { state: { delivery: move.delivery } } }])
  return moved!
}
