// The rows behind the rolling limit. Admitting, releasing or cancelling a queued order locks the order_limits row first
// and order rows after it: this order of locks prevents deadlocks.

import { sql } from 'kysely'
import { later, latest } from '../base/clock.ts'
import type { Mode } from '../base/mode.ts'
import type { Db, Tx } from '../db/db.ts'
import { sooner } from '../db/sooner.ts'
import { placeFreeAt, turnOf, type Usage, windowStart } from './admission.ts'

export type LimitKey = { accountId: string; mode: Mode }

/** The limit of an account and mode, read under its lock. */
export type Limit = LimitKey &
  Usage & {
    /**
     * Of the newest queued order. Numbered under the lock, so orders leave the queue as they came, whatever the clocks
     * say.
     */
    lastQueueNumber: number
    lastReceivedAt: Date | null
    oldestInWindowAt: Date | null
    releaseDueAt: Date | null
    queuedMailAt: Date | null
    rejectedMailAt: Date | null
  }

/**
 * Locks the limits of whole accounts, both modes of each, so that an identifier, which is unique across the modes, can
 * be checked without a race. The window is read in a second statement, because the snapshot of the first is older than
 * its locks.
 */
export async function lockAccountLimits(tx: Tx, accountIds: string[], now: Date): Promise<Limit[]> {
  const lock = sql`
    select from order_limits
    where account_id = any (${accountIds}::text[])
    order by account_id, mode
    for update`
  const ofThem = sql`l.account_id = any (${accountIds}::text[])`
  const [, limits] = await Promise.all([lock.execute(tx), readLimits(tx, ofThem, now)])
  return limits
}

/**
 * Locks up to `most` limits whose oldest place has come free while orders wait; skips those that another worker holds.
 */
export async function lockDueLimits(tx: Tx, now: Date, most: number): Promise<Limit[]> {
  const due = await sql<LimitKey>`
    select account_id as "accountId", mode
    from order_limits
    where release_due_at <= ${now}
    order by release_due_at
    limit ${most}
    for update skip locked`.execute(tx)
  if (due.rows.length === 0) return []
  const accountIds = due.rows.map(row => row.accountId)
  const modes = due.rows.map(row => row.mode)
  return readLimits(
    tx,
    sql`(l.account_id, l.mode) in (select * from unnest(${accountIds}::text[], ${modes}::text[]))`,
    now,
  )
}

/** The limit of an account and mode, read without a lock: it may change the next moment. */
export async function readLimit(db: Db, { accountId, mode }: LimitKey, now: Date): Promise<Limit> {
  const [limit] = await readLimits(db, sql`l.account_id = ${accountId} and l.mode = ${mode}`, now)
  return limit!
}

/** The position of a queued order; 1 is the next. `at` is null while only support staff can make room. */
export type Turn = { place: number; at: Date | null }

/**
 * When an order leaves the queue at the latest, as things stand: sooner if one ahead is cancelled or the limit is
 * raised, later if it is lowered. Null for an order that is not queued. Read without a lock, like readLimit.
 */
export async function readTurn(db: Db, key: LimitKey & { orderId: string }, now: Date): Promise<Turn | null> {
  const { accountId, mode, orderId } = key
  const { rows } = await sql<{ place: number }>`
    select (
      select count(*)
      from orders ahead
      where ahead.account_id = o.account_id and ahead.mode = o.mode and ahead.status = 'QUEUED'
        and ahead.queue_number <= o.queue_number
    ) as place
    from orders o
    where account_id = ${accountId} and mode = ${mode} and order_id = ${orderId} and status = 'QUEUED'`.execute(db)
  const [waiting] = rows
  if (waiting === undefined) return null
  const { place } = waiting
  const turn = turnOf(await readLimit(db, key, now), place)
  if (turn === null) return { place, at: null }
  const before = await sql<{ receivedAt: Date }>`
    select received_at as "receivedAt"
    from orders
    where account_id = ${accountId} and mode = ${mode} and received_number = ${turn.number}
      and received_at > ${windowStart(now)}`.execute(db)
  const [{ receivedAt } = { receivedAt: null }] = before.rows
  const freeAt = receivedAt === null ? now : placeFreeAt(receivedAt)
  return { place, at: latest(later(freeAt, turn.laterMs), now) }
}

async function readLimits(tx: Db | Tx, which: ReturnType<typeof sql>, now: Date): Promise<Limit[]> {
  const start = windowStart(now)
  const { rows } = await sql<Limit>`
    select
      l.account_id as "accountId", l.mode,
      l.orders_per_24h as "ordersPer24Hours", l.queue_ceiling as "queueCeiling",
      l.last_number as "lastNumber", l.last_received_at as "lastReceivedAt", l.queued,
      l.last_queue_number as "lastQueueNumber",
      l.release_due_at as "releaseDueAt", l.queued_mail_at as "queuedMailAt", l.rejected_mail_at as "rejectedMailAt",
      coalesce(expired.received_number, 0) as "expiredNumber", oldest.received_at as "oldestInWindowAt"
    from order_limits l
    left join lateral (
      select received_number
      from orders o
      where o.account_id = l.account_id and o.mode = l.mode and o.received_at <= ${start} and o.received_number is not null
      order by o.received_at desc, o.received_number desc
      limit 1
    ) expired on true
    left join lateral (
      select received_at
      from orders o
      where o.account_id = l.account_id and o.mode = l.mode and o.received_at > ${start} and o.received_number is not null
      order by o.received_at, o.received_number
      limit 1
    ) oldest on true
    where ${which}`.execute(tx)
  return rows
}

/** Writes back what an admission or release changed. */
export async function saveLimits(tx: Tx, limits: Limit[]): Promise<void> {
  await sql`
    update order_limits l
    set last_number = n.last_number, last_received_at = n.last_received_at, queued = n.queued, last_queue_number = n.last_queue_number,
      release_due_at = n.release_due_at, queued_mail_at = n.queued_mail_at, rejected_mail_at = n.rejected_mail_at
    from unnest(
      ${limits.map(l => l.accountId)}::text[], ${limits.map(l => l.mode)}::text[],
      ${limits.map(l => l.lastNumber)}::bigint[], ${limits.map(l => l.lastReceivedAt)}::timestamptz[],
      ${limits.map(l => l.queued)}::int[], ${limits.map(l => l.lastQueueNumber)}::bigint[],
      ${limits.map(l => l.releaseDueAt)}::timestamptz[],
      ${limits.map(l => l.queuedMailAt)}::timestamptz[], ${limits.map(l => l.rejectedMailAt)}::timestamptz[]
    ) as n (account_id, mode, last_number, last_received_at, queued, last_queue_number, release_due_at, queued_mail_at, rejected_mail_at)
    where l.account_id = n.account_id and l.mode = n.mode`.execute(tx)
}

/**
 * Support staff set an account's limits. The change is recorded for the auditor; a second one at the same instant gets
 * a later moment. The caller holds the lock.
 */
export async function changeLimit(
  tx: Tx,
  key: LimitKey,
  to: { ordersPer24Hours: number; queueCeiling: number },
  now: Date,
): Promise<void> {
  await sql`
    update order_limits
    set orders_per_24h = ${to.ordersPer24Hours}, queue_ceiling = ${to.queueCeiling},
      release_due_at = case when queued > 0 then ${now}::timestamptz end
    where account_id = ${key.accountId} and mode = ${key.mode}`.execute(tx)
  await sql`
    insert into limit_changes (account_id, mode, at, orders_per_24h, queue_ceiling)
    select ${key.accountId}, ${key.mode}, greatest(${now}::timestamptz, max(at) + interval '1 microsecond'),
      ${to.ordersPer24Hours}::int, ${to.queueCeiling}::int
    from limit_changes
    where account_id = ${key.accountId} and mode = ${key.mode}`.execute(tx)
}

/**
 * Fast-forward in a sandbox: the window moves along with everything else that waits on time. The caller holds the lock.
 */
export async function shiftWindow(tx: Tx, key: LimitKey, byMs: number): Promise<void> {
  await sql`
    update order_limits
    set last_received_at = ${sooner('last_received_at', byMs)}, release_due_at = ${sooner('release_due_at', byMs)}
    where account_id = ${key.accountId} and mode = ${key.mode}`.execute(tx)
}

/**
 * Clears the window of a deleted sandbox: no orders, no numbers, nothing queued. The limit itself stays, and so does
 * the record of mails sent.
 */
export async function clearWindow(tx: Tx, { accountId, mode }: LimitKey): Promise<void> {
  await sql`
    update order_limits
    set last_number = 0, last_received_at = null, queued = 0, last_queue_number = 0, release_due_at = null
    where account_id = ${accountId} and mode = ${mode}`.execute(tx)
}
