// The rows of parcels that are followed: what their carrier said last, and when it is asked next.

import { sql } from 'kysely'
import type { Mode } from '../base/mode.ts'
import type { Db, Tx } from '../db/db.ts'
import { rowsOf, text, timestamp } from '../db/rows.ts'
import { leaseDue } from '../jobs/claimDue.ts'
import type { Claim, Leased } from '../jobs/outsideWork.ts'

export type ParcelKey = { accountId: string; mode: Mode; orderId: string; trackingNumber: string }

export type FollowedParcel = ParcelKey & {
  provider: string
  carrier: string
  /** In the delivery of the order; null: nothing was recorded yet. */
  status: string | null
  /** The newest event that the carrier reported, and how many there were until then. */
  lastEventAt: Date | null
  eventCount: number
  /** When its label was bought, if it was bought here. */
  announcedAt: Date
  followedSince: Date
  endedAt: Date | null
}

export type LeasedParcel = FollowedParcel & Leased

const columns = sql`
  account_id as "accountId", mode, order_id as "orderId", tracking_number as "trackingNumber", provider, carrier, status,
  last_event_at as "lastEventAt", event_count as "eventCount", announced_at as "announcedAt",
  followed_since as "followedSince", ended_at as "endedAt"`
const leasedColumns = sql`${columns}, attempts, next_attempt_at as "leaseUntil"`

const ofOrder = ({ accountId, mode, orderId }: Omit<ParcelKey, 'trackingNumber'>) =>
  sql`account_id = ${accountId} and mode = ${mode} and order_id = ${orderId}`
const isParcel = (key: ParcelKey) => sql`${ofOrder(key)} and tracking_number = ${key.trackingNumber}`

export type NewParcel = ParcelKey &
  Pick<FollowedParcel, 'provider' | 'carrier' | 'announcedAt'> & { status?: 'announced' }

/** A parcel that is followed already stays as it is. */
export async function insertFollowed(tx: Tx, parcels: NewParcel[], since: Date, nextAt: Date): Promise<void> {
  const { columns, from } = rowsOf(parcels, 'p', {
    accountId: text(p => p.accountId),
    mode: text(p => p.mode),
    orderId: text(p => p.orderId),
    trackingNumber: text(p => p.trackingNumber),
    provider: text(p => p.provider),
    carrier: text(p => p.carrier),
    announcedAt: timestamp(p => p.announcedAt),
    status: text(p => p.status ?? null),
  })
  await sql`
    insert into followed_parcels (${columns}, followed_since, next_attempt_at)
    select p.*, ${since}::timestamptz, ${nextAt}::timestamptz from ${from}
    on conflict do nothing`.execute(tx)
}

export const claimDueParcels = (db: Db, claim: Claim): Promise<LeasedParcel[]> =>
  leaseDue(db, 'parcel', { ...claim, columns: leasedColumns })

/** The followed parcels of an order. */
export async function findFollowed(db: Db | Tx, order: Omit<ParcelKey, 'trackingNumber'>): Promise<FollowedParcel[]> {
  const { rows } = await sql<FollowedParcel>`
    select ${columns} from followed_parcels where ${ofOrder(order)} order by tracking_number`.execute(db)
  return rows
}

/** A carrier that sends a message names no order. Numbers may be used again after some months. */
export async function findByNumber(db: Db, provider: string, trackingNumber: string): Promise<FollowedParcel[]> {
  const { rows } = await sql<FollowedParcel>`
    select ${columns}
    from followed_parcels
    where tracking_number = ${trackingNumber} and provider = ${provider}
      and (ended_at is null or status in ('delivered', 'lost'))
    order by order_id desc
    limit 1`.execute(db)
  return rows
}

/** Locks a parcel, so that of two answers the later sees what the earlier recorded. The caller has locked its order. */
export async function lockFollowed(tx: Tx, key: ParcelKey): Promise<FollowedParcel | undefined> {
  const { rows } = await sql<FollowedParcel>`
    select ${columns} from followed_parcels where ${isParcel(key)} for update`.execute(tx)
  return rows[0]
}

type Answer = Pick<FollowedParcel, 'status' | 'lastEventAt' | 'eventCount' | 'endedAt'> & { nextAt: Date | null }

export async function recordAnswer(tx: Tx, key: ParcelKey, answer: Answer): Promise<void> {
  await sql`
    update followed_parcels
    set status = ${answer.status}, last_event_at = ${answer.lastEventAt}, event_count = ${answer.eventCount},
      ended_at = ${answer.endedAt}, next_attempt_at = ${answer.nextAt}, attempts = 0
    where ${isParcel(key)}`.execute(tx)
}

/** Of a parcel whose carrier gave no answer. */
export async function postponeParcel(db: Db, parcel: LeasedParcel, at: Date): Promise<void> {
  await sql`
    update followed_parcels set next_attempt_at = ${at}
    where ${isParcel(parcel)} and attempts = ${parcel.attempts} and ended_at is null`.execute(db)
}

type Decision = { trackingNumbers: string[]; decision: string; now: Date }

/**
 * Records what became of returned parcels of an order, and returns the numbers of those that waited; null when one is
 * not among the returned parcels, or another decision was recorded of it. The caller has locked the order.
 */
export async function decideReturned(
  tx: Tx,
  order: Omit<ParcelKey, 'trackingNumber'>,
  { trackingNumbers, decision, now }: Decision,
): Promise<string[] | null> {
  const named = sql`${ofOrder(order)} and tracking_number = any (${trackingNumbers}::text[])`
  const { rows: possible } = await sql`
    select tracking_number
    from followed_parcels
    where ${named} and status = 'returned' and coalesce(return_decision, ${decision}) = ${decision}`.execute(tx)
  if (possible.length < new Set(trackingNumbers).size) return null
  const { rows } = await sql<{ trackingNumber: string }>`
    update followed_parcels
    set return_decision = ${decision}, decided_at = ${now}
    where ${named} and return_decision is null
    returning tracking_number as "trackingNumber"`.execute(tx)
  return rows.map(({ trackingNumber }) => trackingNumber).sort()
}

export async function deleteFollowed(tx: Tx, key: ParcelKey): Promise<void> {
  await sql`delete from followed_parcels where ${isParcel(key)}`.execute(tx)
}

/** The carrier sold no label for the parcel that was to send its books again: the staff decide anew. */
export async function reopenReturned(tx: Tx, key: ParcelKey): Promise<void> {
  await sql`
    update followed_parcels set return_decision = null, decided_at = null
    where ${isParcel(key)} and return_decision = 'resent'`.execute(tx)
}
