// The rows behind the rolling limit. Admitting, releasing or canceling a queued order locks the order_limits row first
// and order rows after it: this order of locks prevents deadlocks.

import { sql } from 'kysely'
import { day, later, latest, minute } from '../base/clock.ts'
import type { Mode } from '../base/mode.ts'
import type { Db, Tx } from '../db/db.ts'
import { plusInterval, shiftEarlier } from '../db/instants.ts'
import { inOrder } from '../db/pipeline.ts'
import { bigint, integer, rowsOf, text, timestamp } from '../db/rows.ts'
import { lockDue } from '../jobs/claimDue.ts'
import { type Credit, queuedSlotOf, reachedCredit, slotFreeAt, type Usage, windowStart } from './admission.ts'

/** Clocks of several machines differ by less, so no correct receipt is further in the future. */
const maxClockSkewMs = minute

export type LimitKey = { accountId: string; mode: Mode }

const keyColumns = { accountId: text((key: LimitKey) => key.accountId), mode: text((key: LimitKey) => key.mode) }
export const limitKeys = (keys: LimitKey[]) => sql`select * from ${rowsOf(keys, 'k', keyColumns).from}`

/** The limit of an account and mode, read under its lock. */
export type Limit = LimitKey &
  Usage & {
    /**
     * Queued orders are numbered under the lock, so they leave in the order in which they came, even if clocks
     * differ.
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
  const which = sql`l.account_id = any (${accountIds}::text[])`
  const [, limits] = await inOrder(
    () => lock.execute(tx),
    () => readLimits(tx, which, now),
  )
  return limits
}

/** Locks up to `max` limits with a free slot and queued orders; skips limits that another worker has locked. */
export async function lockDueLimits(tx: Tx, now: Date, max: number): Promise<Limit[]> {
  const columns = sql`account_id as "accountId", mode`
  const due = await lockDue<LimitKey>(tx, 'release', { columns, now, max })
  return due.length === 0 ? [] : readLimits(tx, sql`(l.account_id, l.mode) in (${limitKeys(due)})`, now)
}

/** The limit of an account and mode, read without a lock: it may change the next moment. */
export async function readLimit(db: Db, { accountId, mode }: LimitKey, now: Date): Promise<Limit> {
  const [limit] = await readLimits(db, sql`l.account_id = ${accountId} and l.mode = ${mode}`, now)
  return limit!
}

/** The position of a queued order; 1 is the next. `at` is null while only the staff, or a payment, can make room. */
export type QueuePosition = { place: number; at: Date | null }

/**
 * When an order leaves the queue at the latest, unless the limit is lowered. It leaves earlier if an order ahead of it
 * is canceled or the limit is raised. Null for an order that is not queued. Read without a lock, like readLimit.
 */
export async function readQueuePosition(
  db: Db,
  key: LimitKey & { orderId: string },
  now: Date,
): Promise<QueuePosition | null> {
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
  const place = rows[0]?.place
  if (place === undefined) return null
  const limit = await readLimit(db, key, now)
  const slot = queuedSlotOf(limit, place)
  if (slot === null || reachedCredit(limit)) return { place, at: null }
  const received = await sql<{ receivedAt: Date }>`
    select received_at as "receivedAt"
    from orders
    where account_id = ${accountId} and mode = ${mode} and received_number = ${slot.number}
      and received_at > ${windowStart(now)}`.execute(db)
  const [{ receivedAt } = { receivedAt: null }] = received.rows
  const freeAt = receivedAt === null ? now : slotFreeAt(receivedAt)
  return { place, at: latest(later(freeAt, slot.laterMs), now) }
}

/**
 * The known prices of the orders of the limit `l` that are accepted and have not shipped: the printer's price, and
 * before it sets one, the agreed price. Shipped orders are in the balance.
 */
const acceptedCents = sql`(
  select coalesce(sum(
    case when o.state -> 'pricing' ->> 'itemsCents' is null then (o.state -> 'agreed' ->> 'orderCents')::bigint
    else (o.state -> 'pricing' ->> 'itemsCents')::bigint + (o.state -> 'pricing' ->> 'taxesCents')::bigint
      + coalesce(o.state -> 'pricing' ->> 'shippingCents', o.state -> 'agreed' ->> 'shippingCents', '0')::bigint
    end
  ), 0)::bigint
  from orders o
  where o.account_id = l.account_id and o.mode = 'production' and o.billing = 'enterprise'
    and o.status in ('RECEIVED', 'VALIDATING', 'AWAITING_PROOF', 'VALID_HOLDING_BIN', 'PRINTING',
      'CANCELLATION_REQUESTED', 'EXCEPTION')
)`

/**
 * Instants are returned in the service's time. A sandbox stores them in its own time, which is ahead by `forwarded`: a
 * change of `forwarded` lets time pass for any number of orders at once.
 */
async function readLimits(tx: Db | Tx, which: ReturnType<typeof sql>, now: Date): Promise<Limit[]> {
  const start = windowStart(now)
  const { rows } = await sql<Omit<Limit, 'credit'> & { credit: string | null }>`
    select
      l.account_id as "accountId", l.mode,
      l.orders_per_24h as "ordersPer24Hours", l.queue_ceiling as "queueCeiling",
      l.last_number as "lastNumber", l.last_received_at - l.forwarded as "lastReceivedAt", l.queued,
      l.last_queue_number as "lastQueueNumber",
      l.release_due_at as "releaseDueAt", l.queued_mail_at as "queuedMailAt", l.rejected_mail_at as "rejectedMailAt",
      greatest(expired.received_number, l.emptied_number) as "expiredNumber",
      oldest.received_at - l.forwarded as "oldestInWindowAt",
      case when l.mode = 'production' then (
        select json_build_object(
          'limitCents', t.credit_limit_cents, 'owedCents', t.balance_cents, 'acceptedCents', ${acceptedCents})
        from billing_terms t
        join accounts a using (account_id)
        where t.account_id = l.account_id and a.enterprise and t.credit_limit_cents is not null
      ) end as credit
    from order_limits l
    left join lateral (
      select received_number
      from orders o
      where o.account_id = l.account_id and o.mode = l.mode
        and o.received_at <= ${start}::timestamptz + l.forwarded and o.received_number is not null
      order by o.received_at desc, o.received_number desc
      limit 1
    ) expired on true
    left join lateral (
      select received_at
      from orders o
      where o.account_id = l.account_id and o.mode = l.mode
        and o.received_at > ${start}::timestamptz + l.forwarded and o.received_number is not null
      order by o.received_at, o.received_number
      limit 1
    ) oldest on true
    where ${which}`.execute(tx)
  return rows.map(row => ({
    ...row,
    credit: row.credit === null ? null : (JSON.parse(row.credit) as Credit),
  }))
}

export async function saveLimits(tx: Tx, limits: Limit[]): Promise<void> {
  const { from } = rowsOf(limits, 'n', {
    ...keyColumns,
    lastNumber: bigint(l => l.lastNumber),
    lastReceivedAt: timestamp(l => l.lastReceivedAt),
    queued: integer(l => l.queued),
    lastQueueNumber: bigint(l => l.lastQueueNumber),
    releaseDueAt: timestamp(l => l.releaseDueAt),
    queuedMailAt: timestamp(l => l.queuedMailAt),
    rejectedMailAt: timestamp(l => l.rejectedMailAt),
  })
  await sql`
    update order_limits l
    set last_number = n.last_number, last_received_at = ${plusInterval(sql`n.last_received_at`, sql`l.forwarded`)},
      queued = n.queued,
      last_queue_number = n.last_queue_number, release_due_at = n.release_due_at, queued_mail_at = n.queued_mail_at,
      rejected_mail_at = n.rejected_mail_at
    from ${from}
    where l.account_id = n.account_id and l.mode = n.mode`.execute(tx)
}

/** Checks again whether queued production orders can be released: the account owes less. The caller holds the lock. */
export async function releaseSoon(tx: Tx, accountId: string, now: Date): Promise<void> {
  await sql`
    update order_limits set release_due_at = ${now}::timestamptz
    where account_id = ${accountId} and mode = 'production' and queued > 0`.execute(tx)
}

/** Locks the limits whose last receipt is in the future. */
export async function lockFutureLimits(tx: Tx, now: Date): Promise<LimitKey[]> {
  const { rows } = await sql<LimitKey>`
    select account_id as "accountId", mode
    from order_limits
    where last_received_at - forwarded > ${later(now, maxClockSkewMs)}
    order by account_id, mode
    for update`.execute(tx)
  return rows
}

/** Dates the last receipt of locked limits to now, and has their queued orders released again. */
export async function receiveLastNow(tx: Tx, limits: LimitKey[], now: Date): Promise<void> {
  await sql`
    update order_limits
    set last_received_at = ${plusInterval(sql`${now}::timestamptz`, sql`forwarded`)},
      release_due_at = case when queued > 0 then ${now}::timestamptz end
    where (account_id, mode) in (${limitKeys(limits)})`.execute(tx)
}

/**
 * Sets the limits of an account and records the change for the auditor. A second change at the same instant is recorded
 * a microsecond later. The caller holds the lock.
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
    select ${key.accountId}, ${key.mode}, greatest(${now}::timestamptz, ${plusInterval(sql`max(at)`, sql`interval '1 microsecond'`)}),
      ${to.ordersPer24Hours}::int, ${to.queueCeiling}::int
    from limit_changes
    where account_id = ${key.accountId} and mode = ${key.mode}`.execute(tx)
}

/**
 * Fast-forward in a sandbox: the window moves along with everything else that waits. A day empties the window as well
 * as any longer time. The caller holds the lock.
 */
export async function shiftWindow(tx: Tx, key: LimitKey, byMs: number): Promise<void> {
  await sql`
    update order_limits
    set forwarded = forwarded + make_interval(secs => ${Math.min(byMs, day) / 1000}::double precision),
      release_due_at = ${shiftEarlier('release_due_at', byMs)}
    where account_id = ${key.accountId} and mode = ${key.mode}`.execute(tx)
}

/** Clears the window of a sandbox whose orders are about to be deleted. The caller holds the lock. */
export async function clearWindow(tx: Tx, { accountId, mode }: LimitKey): Promise<void> {
  await sql`
    update order_limits
    set forwarded = forwarded + make_interval(secs => ${day / 1000}::double precision), emptied_number = last_number
    where account_id = ${accountId} and mode = ${mode}`.execute(tx)
}
