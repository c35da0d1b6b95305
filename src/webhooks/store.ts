// Deliveries of webhooks about orders, their attempts, and the secrets that sign them; for claims and results see
// outbox.ts.
//
// In a pending row, settled_at is when a person asked for it to be sent again: that makes its next attempt a
// redelivery.

import { sql } from 'kysely'
import { day, earlier, later } from '../base/clock.ts'
import type { Mode } from '../base/mode.ts'
import { ahead } from '../db/ahead.ts'
import type { Db, Tx } from '../db/db.ts'
import { isoInstant } from '../db/values.ts'
import { type AttemptResult, arraysOf, type Outbox, type Outgoing, resultColumns, type Trigger } from './outbox.ts'

/** Of the requests behind them: nearly all have 1 to 2 kB, but one may have a megabyte. */
const mostBytesClaimed = 16 * 1024 * 1024
const attemptsKeptMs = 30 * day
const attemptsDeletedAtOnce = 2000
const mostListed = 100
const mostListedOfOrder = 500
const rotationMs = day // how long two secrets are valid, unless the caller says otherwise

export type DeliveryKey = { accountId: string; mode: Mode; orderId: string; sequence: number }
type DeliveryStatus = 'pending' | 'delivered' | 'exhausted' | 'gone'

/** A delivery to be sent now, with everything that its body is made from: the order as it was at this event. */
export type Claimed = DeliveryKey &
  Outgoing & {
    /** 1, 2, 3 ... among the announced events of the order: a gap shows the receiver that one is missing. */
    number: number
    /** When the event happened, in ISO 8601. */
    at: string
    status: string
    requestJson: string
    stateJson: string
    customerOrderId: string
    billing: string
    reprintOf: string | null
    recipientForgottenAt: string | null
    createdAt: string
  }

/**
 * Claims what is due, oldest first, and less of it where orders are large. Skips rows that another worker is claiming
 * at this moment. The locked rows are found again by their place (ctid) and not by a join, for which the planner may
 * read the whole table.
 */
export async function claimDeliveries(
  tx: Db | Tx,
  { now, leaseUntil, most }: { now: Date; leaseUntil: Date; most: number },
): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    with claimed as (
      update webhook_deliveries as d
      set next_attempt_at = ${leaseUntil},
          attempts = d.attempts + 1
      where d.ctid = any(array(
          select due.place
          from (
            select due.place, ${ahead(sql`o.bytes`, sql`due.next_attempt_at, due.place`)} as ahead
            from (
              select ctid as place, account_id, mode, order_id, next_attempt_at
              from webhook_deliveries
              where next_attempt_at <= ${now}
              order by next_attempt_at
              limit ${most}
              for update skip locked
            ) as due
            cross join lateral (
              select octet_length(request::text) as bytes
              from orders
              where account_id = due.account_id and mode = due.mode and order_id = due.order_id
              limit 1
            ) as o
          ) as due
          where due.ahead < ${mostBytesClaimed}
        ))
      returning d.*
    )
    select d.account_id as "accountId", d.mode, d.order_id as "orderId", d.sequence, d.attempts as attempt,
      case when d.settled_at is null then 'schedule' else 'redelivery' end as trigger,
      coalesce(o.webhook_url, '') as url, e.event_id as "eventId", e.kind, e.at::text, e.status, e.number,
      o.request as "requestJson", e.state as "stateJson", o.customer_order_id as "customerOrderId",
      o.billing, o.reprint_of as "reprintOf", o.recipient_forgotten_at::text as "recipientForgottenAt",
      o.created_at::text as "createdAt"
    from claimed as d
    join orders as o
      on o.account_id = d.account_id and o.mode = d.mode and o.order_id = d.order_id
    -- The event and those before it, in one walk down the primary key.
    cross join lateral (
      select upto.event_id, upto.kind, upto.at, upto.status, upto.state,
        (count(*) filter (where upto.kind is not null) over ())::int as number
      from order_events as upto
      where upto.account_id = d.account_id and upto.mode = d.mode and upto.order_id = d.order_id
        and upto.sequence <= d.sequence
      order by upto.sequence desc
      limit 1
    ) as e`.execute(tx)
  for (const row of rows) {
    row.at = isoInstant(row.at)
    row.createdAt = isoInstant(row.createdAt)
    if (row.recipientForgottenAt !== null) row.recipientForgottenAt = isoInstant(row.recipientForgottenAt)
  }
  return rows.sort((a, b) => (a.at === b.at ? a.sequence - b.sequence : a.at < b.at ? -1 : 1))
}

/** Stores all attempts, and moves on those deliveries that nobody has claimed since. One statement. */
export async function recordAttempts(tx: Db | Tx, results: AttemptResult<DeliveryKey>[]): Promise<void> {
  await sql`
    with result as (
      select *
      from unnest(
        ${results.map(r => r.key.accountId)}::text[],
        ${results.map(r => r.key.mode)}::text[],
        ${results.map(r => r.key.orderId)}::text[],
        ${results.map(r => r.key.sequence)}::int[],
        ${arraysOf(results)}
      ) as r (account_id, mode, order_id, sequence, ${resultColumns})
    ), kept as (
      insert into webhook_attempts (account_id, mode, order_id, sequence, attempt, at, trigger, duration_ms,
        response_status, response_body, failure)
      select account_id, mode, order_id, sequence, attempt, at, trigger, duration_ms,
        response_status, case when response_body = '' or ${forgottenAt} is null then response_body end, failure
      from result
      on conflict do nothing
    )
    update webhook_deliveries as d
    set status = r.status,
        next_attempt_at = r.next_attempt_at,
        settled_at = r.settled_at
    from result as r
    cross join lateral ${held} as held
    where d.ctid = held.ctid
      and held.status = 'pending'`.execute(tx)
}

/**
 * Of a row `result` of keys: when the recipient of the order was forgotten. That may be while the attempt is under way,
 * and its answer may repeat what it was sent.
 */
const forgottenAt = sql`(
          select o.recipient_forgotten_at
          from orders as o
          where o.account_id = result.account_id and o.mode = result.mode and o.order_id = result.order_id
        )`

/**
 * The delivery of a row `r` of keys, if it still has that count of attempts. Looked up by key for each row, whatever
 * the planner prefers: pending deliveries are nearly always few, so it would join from them, and read a whole backlog
 * in a burst. The row is not locked: one that somebody is changing at this moment gets a new place, and stays as they
 * changed it.
 */
const held = sql`(
      select ctid, status
      from webhook_deliveries as one
      where one.account_id = r.account_id and one.mode = r.mode
        and one.order_id = r.order_id and one.sequence = r.sequence
        and one.attempts = r.attempt
      offset 0
    )`

/** Whether the newest attempt of a delivery `d` has a result: without one, it is under way. */
export const isAnswered = sql`exists (
            select from webhook_attempts as a
            where a.account_id = d.account_id and a.mode = d.mode and a.order_id = d.order_id
              and a.sequence = d.sequence and a.attempt = d.attempts
          )`

/** Gives claimed deliveries back unsent: the attempt is not counted, and they are due again at `until`. */
export async function giveBack(tx: Db | Tx, rows: { key: DeliveryKey; attempt: number; until: Date }[]): Promise<void> {
  await sql`
    update webhook_deliveries as d
    set next_attempt_at = r.until,
        attempts = d.attempts - 1
    from unnest(
      ${rows.map(r => r.key.accountId)}::text[],
      ${rows.map(r => r.key.mode)}::text[],
      ${rows.map(r => r.key.orderId)}::text[],
      ${rows.map(r => r.key.sequence)}::int[],
      ${rows.map(r => r.attempt)}::int[],
      ${rows.map(r => r.until.toISOString())}::timestamptz[]
    ) as r (account_id, mode, order_id, sequence, attempt, until)
    cross join lateral ${held} as held
    where d.ctid = held.ctid
      and held.status = 'pending'`.execute(tx)
}

/** The webhooks of orders. `bodiesOf` renders them from the order as it was. */
export const deliveryOutbox = (db: Db, bodiesOf: (claimed: Claimed[]) => string[]): Outbox<DeliveryKey, Claimed> => ({
  claim: when => claimDeliveries(db, when),
  keyOf: ({ accountId, mode, orderId, sequence }) => ({ accountId, mode, orderId, sequence }),
  bodiesOf,
  record: results => recordAttempts(db, results),
  giveBack: rows => giveBack(db, rows),
})

export type Delivery = DeliveryKey & {
  customerOrderId: string
  url: string | null
  eventId: string
  kind: string
  at: Date
  status: DeliveryStatus
  attempts: number
  nextAttemptAt: Date | null
  settledAt: Date | null
} & LastAttempt

/** The newest attempt that is kept: null where there is none. */
export type LastAttempt = { durationMs: number | null; responseStatus: number | null; failure: string | null }

export type DeliveryPage = {
  accountId: string
  mode: Mode
  /** Of one order only. */
  orderId?: string
  /** Only those that did not arrive and are no longer tried. */
  givenUp?: boolean
  /** The last delivery of the previous page, or its place. */
  before?: { at: Date; orderId: string; sequence: number }
  limit?: number
}

/** Newest first: a walk down the events by time, or down those given up; of one order, down the primary key. */
export async function listDeliveries(tx: Db | Tx, page: DeliveryPage): Promise<Delivery[]> {
  const { accountId, mode, orderId, givenUp, before, limit = mostListed } = page
  const after =
    before === undefined
      ? sql``
      : orderId === undefined
        ? sql`and (at, order_id, sequence) < (${before.at}, ${before.orderId}, ${before.sequence}::int)`
        : sql`and sequence < ${before.sequence}::int`
  const newestFirst = orderId === undefined ? sql`at desc, order_id desc, sequence desc` : sql`sequence desc`
  const { rows } = await sql<Delivery>`
    select d.account_id as "accountId", d.mode, d.order_id as "orderId", d.sequence,
      o.customer_order_id as "customerOrderId", o.webhook_url as url, e.event_id as "eventId", e.kind, e.at,
      d.status, d.attempts, d.next_attempt_at as "nextAttemptAt", d.settled_at as "settledAt",
      last.duration_ms as "durationMs", last.response_status as "responseStatus", last.failure
    from (
      select account_id, mode, order_id, sequence
      from ${givenUp ? deliveriesGivenUp : eventsWithDelivery} as walked
      where account_id = ${accountId}
        and mode = ${mode}
        ${orderId === undefined ? sql`` : sql`and order_id = ${orderId}`}
        ${after}
      order by ${newestFirst}
      limit ${Math.min(limit, mostListed)}
    ) as page
    join webhook_deliveries as d using (account_id, mode, order_id, sequence)
    join order_events as e using (account_id, mode, order_id, sequence)
    join orders as o
      on o.account_id = d.account_id and o.mode = d.mode and o.order_id = d.order_id
    left join lateral (
      select duration_ms, response_status, failure
      from webhook_attempts as a
      where a.account_id = d.account_id and a.mode = d.mode and a.order_id = d.order_id and a.sequence = d.sequence
      order by a.attempt desc
      limit 1
    ) as last on true
    order by e.at desc, e.order_id desc, e.sequence desc`.execute(tx)
  return rows
}

const eventsWithDelivery = sql`(select * from order_events where has_delivery)`
const deliveriesGivenUp = sql`(
        select *, created_at as at
        from webhook_deliveries
        where status in ('exhausted', 'gone')
      )`

/** When a delivery's event happened; null when there is no such delivery. */
export async function deliveryTime(
  tx: Db | Tx,
  { accountId, mode, orderId, sequence }: DeliveryKey,
): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`
    select created_at as at
    from webhook_deliveries
    where account_id = ${accountId}
      and mode = ${mode}
      and order_id = ${orderId}
      and sequence = ${sequence}`.execute(tx)
  return rows[0]?.at ?? null
}

export type Attempt = {
  attempt: number
  at: Date
  trigger: Trigger
  durationMs: number
  responseStatus: number | null
  responseBody: string | null
  failure: string | null
}

/** The attempts of one delivery that are still stored, newest first. */
export async function attemptsOf(tx: Db | Tx, { accountId, mode, orderId, sequence }: DeliveryKey): Promise<Attempt[]> {
  const { rows } = await sql<Attempt>`
    select attempt, at, trigger, duration_ms as "durationMs", response_status as "responseStatus",
      response_body as "responseBody", failure
    from webhook_attempts
    where account_id = ${accountId}
      and mode = ${mode}
      and order_id = ${orderId}
      and sequence = ${sequence}
    order by attempt desc
    limit ${mostListed}`.execute(tx)
  return rows
}

/** The attempts of all deliveries of an order that are still stored, each delivery's newest first. */
export async function attemptsOfOrder(
  db: Db,
  { accountId, mode, orderId }: Omit<DeliveryKey, 'sequence'>,
): Promise<(Attempt & { sequence: number })[]> {
  const { rows } = await sql<Attempt & { sequence: number }>`
    select sequence, attempt, at, trigger, duration_ms as "durationMs", response_status as "responseStatus",
      response_body as "responseBody", failure
    from webhook_attempts
    where account_id = ${accountId} and mode = ${mode} and order_id = ${orderId}
    order by sequence desc, attempt desc
    limit ${mostListedOfOrder}`.execute(db)
  return rows
}

/** Takes the answers of receivers to the webhooks of these orders, which may repeat what was sent. */
export async function forgetAnswers(tx: Tx, orders: Omit<DeliveryKey, 'sequence'>[]): Promise<void> {
  await sql`
    update webhook_attempts
    set response_body = null
    where (account_id, mode, order_id) in (
        select * from unnest(
          ${orders.map(o => o.accountId)}::text[], ${orders.map(o => o.mode)}::text[],
          ${orders.map(o => o.orderId)}::text[]))
      and response_body is not null`.execute(tx)
}

/** Sends a delivery again at once, whatever its state; false when there is no such delivery. */
export async function redeliver(tx: Db | Tx, key: DeliveryKey, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update webhook_deliveries
    set status = 'pending',
        next_attempt_at = ${now},
        settled_at = ${now}
    where account_id = ${key.accountId}
      and mode = ${key.mode}
      and order_id = ${key.orderId}
      and sequence = ${key.sequence}
    returning sequence`.execute(tx)
  return rows.length > 0
}

/** Deletes at most one batch of attempts that are too old; returns how many. */
export async function sweepOldAttempts(tx: Db | Tx, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from webhook_attempts
    where ctid = any(array(
      select ctid
      from webhook_attempts
      where at < ${earlier(now, attemptsKeptMs)}
      order by at
      limit ${attemptsDeletedAtOnce}
      for update skip locked
    ))`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

export type WebhookOwner = { accountId: string; mode: Mode }
export type SealedSecret = WebhookOwner & {
  secretId: string
  sealedSecret: Buffer
  createdAt: Date
  expiresAt: Date | null
}

/** All secrets that sign for these accounts now, newest first. */
export async function liveSecrets(tx: Db | Tx, owners: WebhookOwner[], now: Date): Promise<SealedSecret[]> {
  const { rows } = await sql<Omit<SealedSecret, 'sealedSecret'> & { sealedSecret: Uint8Array }>`
    select s.account_id as "accountId", s.mode, s.secret_id as "secretId", s.sealed_secret as "sealedSecret",
      s.created_at as "createdAt", s.expires_at as "expiresAt"
    from webhook_secrets as s
    where (s.account_id, s.mode) in (
        select *
        from unnest(${owners.map(o => o.accountId)}::text[], ${owners.map(o => o.mode)}::text[])
      )
      and (s.expires_at is null or s.expires_at > ${now})
    order by s.created_at desc, s.secret_id desc`.execute(tx)
  return rows.map(row => ({ ...row, sealedSecret: Buffer.from(row.sealedSecret) }))
}

export type NewSecret = WebhookOwner & { secretId: string; sealedSecret: Buffer }

/** Adds a secret, the first one or the next. The one before it stays valid for `overlapMs`; older ones end now. */
export async function rotateSecret(
  tx: Tx,
  { accountId, mode, secretId, sealedSecret }: NewSecret,
  { now, overlapMs = rotationMs }: { now: Date; overlapMs?: number },
): Promise<void> {
  // Locks the account's row, so that two simultaneous rotations cannot leave three secrets valid.
  await sql`
    select account_id
    from accounts
    where account_id = ${accountId}
    for no key update`.execute(tx)
  await sql`
    update webhook_secrets
    set expires_at = case when expires_at is null then ${later(now, overlapMs)}::timestamptz else ${now}::timestamptz end
    where account_id = ${accountId}
      and mode = ${mode}
      and (expires_at is null or expires_at > ${now})`.execute(tx)
  await sql`
    insert into webhook_secrets (account_id, mode, secret_id, sealed_secret, created_at, expires_at)
    values (${accountId}, ${mode}, ${secretId}, ${sealedSecret}, ${now}, null)`.execute(tx)
}

/**
 * Deletes the deliveries of a sandbox and their attempts. An attempt in flight is still made, and leaves a row of its
 * own.
 */
export async function deleteSandboxDeliveries(tx: Tx, accountId: string): Promise<void> {
  await sql`delete from webhook_attempts where account_id = ${accountId} and mode = 'sandbox'`.execute(tx)
  await sql`delete from webhook_deliveries where account_id = ${accountId} and mode = 'sandbox'`.execute(tx)
}
