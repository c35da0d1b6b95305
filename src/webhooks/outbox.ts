// Where webhooks are stored until they are delivered. Two pairs of tables hold webhooks and their attempts: deliveries
// are about orders, and their bodies are rendered from stored steps (deliveryStore.ts); notices are about anything
// else, and are stored as they are sent (notices.ts). Every operation that does not need the content is one statement
// here, for both pairs. deliver.ts sends both.
//
// A claim moves next_attempt_at to the end of a lease and numbers the attempt. A result is accepted only from the
// holder of that number, so that a worker that slept through its lease cannot overwrite the result of another worker.
// The retry schedule counts attempts with a result: it ignores the attempts of killed workers.

import { type RawBuilder, sql } from 'kysely'
import { day, earlier } from '../base/clock.ts'
import type { Mode } from '../base/mode.ts'
import { storableText } from '../base/text/storableText.ts'
import type { Db, Tx } from '../db/db.ts'
import { hasNotMoved, shownDue } from '../db/movedAccounts.ts'
import { type Column, columnName, integer, rowsOf, text, timestamp } from '../db/rows.ts'
import { runningTotal } from '../db/runningTotal.ts'
import { firstUnlocked, unlockedRows } from '../db/unlockedRows.ts'
import type { Claim } from '../jobs/outsideWork.ts'
import type { Next } from './retry.ts'

/** Stored bodies or order requests in one claim: nearly all have 1 to 2 kB, but some may have a megabyte. */
const maxClaimedBytes = 16 * 1024 * 1024
const retentionMs = 30 * day
const maxDeleted = 2000
const maxListedAttempts = 100

export type WebhookOwner = { accountId: string; mode: Mode }
type Trigger = 'schedule' | 'redelivery'
type WebhookStatus = 'pending' | 'delivered' | 'exhausted' | 'gone'

/** A webhook to be sent now. `eventId` is its id for the receiver, the same at every attempt. */
export type OutgoingWebhook = WebhookOwner & {
  /** Whose secret signs it; without one, that of the mode. */
  endpointId?: string
  /** 1 for the first. */
  attempt: number
  /** The attempts with a result, and this one. */
  made: number
  trigger: Trigger
  url: string
  eventId: string
  kind: string
}

/** The result of an attempt. */
export type AttemptResult<Key> = {
  key: Key
  attempt: number
  trigger: Trigger
  at: Date
  durationMs: number
  responseStatus: number | null
  responseBody: string | null
  failure: string | null
  next: Next
  endedAt: Date
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

/** The newest stored attempt: null where there is none. */
export type LastAttempt = { durationMs: number | null; responseStatus: number | null; failure: string | null }

/** The state of a webhook in a list. */
export type WebhookState = LastAttempt & {
  at: Date
  status: WebhookStatus
  attempts: number
  nextAttemptAt: Date | null
  settledAt: Date | null
}

type Unsent<Key> = { key: Key; attempt: number; until: Date }

export type Outbox<Key, Row extends OutgoingWebhook> = {
  /** The webhook as it would be sent now; null when there is none. */
  read(key: Key): Promise<Row | null>
  /** Claims at most `max` due webhooks. Skips webhooks that another worker is claiming at this moment. */
  claim(claim: Claim): Promise<Row[]>
  /** Identifies the webhook, for its result and the log. */
  keyOf(row: Row): Key
  /** The body; see webhookBody in request.ts. */
  bodyOf(row: Row): string
  /** Stores all attempts, and the new states of webhooks that were not claimed since. */
  record(results: AttemptResult<Key>[]): Promise<void>
  /** Gives claimed webhooks back unsent: the attempt is not counted, and they are due again at `until`. */
  giveBack(unsent: Unsent<Key>[]): Promise<void>
}

/** A pair of tables. In all SQL here, `d` is a row of `webhooks` and `a` a row of `attempts`. */
export type WebhookTables<Key> = {
  webhooks: RawBuilder<unknown>
  attempts: RawBuilder<unknown>
  /** The key of a webhook. */
  key: { [name in keyof Key]: Column<Key> }
  /** The columns that are both the primary key of `webhooks` and the beginning of that of `attempts`. */
  primaryKey: string[]
  /** The size of the content of `d`. */
  bytes: RawBuilder<unknown>
  /** The response body of a new attempt `result` that may be stored. */
  responseBody: RawBuilder<unknown>
  /** Whether `d` may be sent again. */
  mayResend: RawBuilder<unknown>
}

export const createOutbox = <Key, Row extends OutgoingWebhook>(
  db: Db,
  tables: WebhookTables<Key>,
  content: Pick<Outbox<Key, Row>, 'read' | 'claim' | 'keyOf' | 'bodyOf'>,
): Outbox<Key, Row> => ({
  ...content,
  record: results => recordAttempts(db, tables, results),
  giveBack: unsent => giveBack(db, tables, unsent),
})

/**
 * Claims due webhooks, oldest first, and fewer where their content is large; returns their rows. The locked rows are
 * found again by their position (ctid): for a join, the planner may read the whole table.
 */
export const claimWebhooks = <Key>({ webhooks, bytes }: WebhookTables<Key>, { now, leaseUntil, max }: Claim) => sql`
    update ${webhooks} as d
    set next_attempt_at = ${leaseUntil},
        attempts = d.attempts + 1
    where d.ctid = any(array(
        select due.ctid
        from (
          select due.ctid, ${runningTotal(sql`due.bytes`, sql`due.next_attempt_at, due.ctid`)} as running_total
          from (
            ${firstUnlocked(
              sql`d.ctid, d.next_attempt_at, ${bytes} as bytes`,
              sql`${webhooks} as d where d.next_attempt_at <= ${now} order by d.next_attempt_at`,
              max,
              'd',
            )}
          ) as due
        ) as due
        where due.running_total < ${maxClaimedBytes}
      ))
    returning d.*`

/** For a claimed row `d`: the columns of an OutgoingWebhook that both tables have. */
export const claimedColumns = <Key>(tables: WebhookTables<Key>) => sql`
      d.account_id as "accountId", d.mode, d.attempts as attempt,
      case when d.attempts = 1 then 1 else 1 + (select count(*) from ${attemptsOf(tables)} as a) end::int as made,
      case when d.resend_requested_at is null then 'schedule' else 'redelivery' end as trigger`

/**
 * Stores all attempts, and the new states of webhooks that were not claimed or requested since. Most webhooks arrive at
 * the first attempt, which is then stored in the row of the webhook.
 */
export async function recordAttempts<Key>(
  db: Db | Tx,
  tables: WebhookTables<Key>,
  results: AttemptResult<Key>[],
): Promise<void> {
  const key = sql.join(tables.primaryKey.map(name => sql.id(name)))
  const rows = rowsOf(results, 'r', {
    ...keyColumns<AttemptResult<Key>, Key>(tables),
    attempt: integer(r => r.attempt),
    at: timestamp(r => r.at),
    trigger: text(r => r.trigger),
    durationMs: integer(r => Math.round(r.durationMs)),
    responseStatus: integer(r => r.responseStatus),
    responseBody: text(r => (r.responseBody === null ? null : storableText(r.responseBody))),
    failure: text(r => r.failure),
    status: text(r => r.next.status),
    nextAttemptAt: timestamp(r => (r.next.status === 'pending' ? r.next.at : null)),
    settledAt: timestamp(r => (r.next.status === 'pending' ? null : r.endedAt)),
  })
  await sql`
    with result as (
      select r.*, stored.position,
        stored.status = 'pending' and stored.attempts = r.attempt
          and (stored.resend_requested_at is null or r.trigger = 'redelivery' and stored.resend_requested_at <= r.at)
            as is_newest,
        r.attempt = 1 and r.status = 'delivered' as is_first_success,
        ${tables.responseBody} as storable_body
      from ${rows.from}
      cross join lateral ${storedWebhook(tables)} as stored
      where not (r.attempt = 1 and stored.attempted_at is not null)
    ), updated as (
      update ${tables.webhooks} as d
      set status = r.status,
          next_attempt_at = r.next_attempt_at,
          settled_at = r.settled_at,
          resend_requested_at = null,
          attempted_at = case when r.is_first_success then r.at else d.attempted_at end,
          duration_ms = case when r.is_first_success then r.duration_ms else d.duration_ms end,
          response_status = case when r.is_first_success then r.response_status else d.response_status end,
          response_body = case when r.is_first_success then r.storable_body else d.response_body end
      from result as r
      where d.ctid = r.position
        and r.is_newest
      returning d.*
    )
    insert into ${tables.attempts} (${key},
      attempt, at, trigger, duration_ms, response_status, response_body, failure)
    select ${key}, attempt, at, trigger, duration_ms, response_status, storable_body, failure
    from result as r
    where not (is_first_success and exists (select from updated as d where ${isSameKey(tables.primaryKey, 'd', 'r')}))
    on conflict do nothing`.execute(db)
}

async function giveBack<Key>(db: Db, tables: WebhookTables<Key>, unsent: Unsent<Key>[]): Promise<void> {
  const rows = rowsOf(unsent, 'r', {
    ...keyColumns<Unsent<Key>, Key>(tables),
    attempt: integer(r => r.attempt),
    until: timestamp(r => r.until),
  })
  await sql`
    update ${tables.webhooks} as d
    set next_attempt_at = r.until,
        attempts = d.attempts - 1
    from ${rows.from}
    cross join lateral ${storedWebhook(tables)} as stored
    where d.ctid = stored.position
      and stored.attempts = r.attempt
      and stored.status = 'pending'`.execute(db)
}

/**
 * The webhook of a row `r` of keys. The `offset 0` makes the planner look up each row by its key: pending webhooks are
 * nearly always few, so it would begin a join with them, and read a whole backlog in a burst. The row is not locked: if
 * another transaction is changing it at this moment, it gets a new position, and stays as that transaction changed it.
 */
const storedWebhook = <Key>({ webhooks, primaryKey }: WebhookTables<Key>) => sql`(
      select d.ctid as position, d.status, d.attempts, d.resend_requested_at, d.attempted_at
      from ${webhooks} as d
      where ${isSameKey(primaryKey, 'd', 'r')}
      offset 0
    )`

/** Sends a webhook again at once, in any state; false when there is none. */
export const requestRedelivery = async <Key>(
  tx: Db | Tx,
  tables: WebhookTables<Key>,
  { key, now }: { key: Key; now: Date },
): Promise<boolean> => (await requestWhere(tx, tables, { where: hasKey(tables, key), now })) > 0

/** Sends webhooks `d` again at once; returns how many. */
export async function requestWhere<Key>(
  tx: Db | Tx,
  { webhooks, mayResend }: WebhookTables<Key>,
  { where, now }: { where: RawBuilder<unknown>; now: Date },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update ${webhooks} as d
    set status = 'pending',
        next_attempt_at = ${now},
        settled_at = null,
        resend_requested_at = ${now}
    where ${where} and ${mayResend}`.execute(tx)
  return Number(numAffectedRows)
}

/** Sends webhooks again at once, but for those that are in flight; returns the keys of what is sent. */
export async function requestIdle<Key>(
  tx: Tx,
  tables: WebhookTables<Key>,
  { keys, now }: { keys: Key[]; now: Date },
): Promise<Key[]> {
  const rows = rowsOf(
    keys.map(key => ({ key })),
    'r',
    keyColumns<{ key: Key }, Key>(tables),
  )
  const columns = Object.keys(tables.key).map(name => sql`${sql.ref(`d.${columnName(name)}`)} as ${sql.id(name)}`)
  // Locked in one order, so that two requests with the same webhooks wait for each other only.
  const { rows: sent } = await sql<Key>`
    update ${tables.webhooks} as d
    set status = 'pending',
        next_attempt_at = ${now},
        settled_at = null,
        resend_requested_at = ${now}
    where d.ctid = any(array(
        select d.ctid
        from ${rows.from}
        join ${tables.webhooks} as d on ${isSameKey(Object.keys(tables.key).map(columnName), 'd', 'r')}
        where ${isIdle(tables)}
        order by ${sql.join(tables.primaryKey.map(name => sql.ref(`d.${name}`)))}
        for update of d
      ))
    returning ${sql.join(columns)}`.execute(tx)
  return sent
}

/** When the event of a webhook happened; null when there is no such webhook. */
export async function readEventTime<Key>(db: Db, tables: WebhookTables<Key>, key: Key): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`
    select d.created_at as at from ${tables.webhooks} as d where ${hasKey(tables, key)}`.execute(db)
  return rows[0]?.at ?? null
}

/** The stored attempts of a webhook, newest first; null when there is no such webhook. */
export async function readAttempts<Key>(db: Db | Tx, tables: WebhookTables<Key>, key: Key): Promise<Attempt[] | null> {
  const { rows } = await sql<Attempt & { attempt: number | null }>`
    select ${attemptColumns}
    from ${tables.webhooks} as d
    left join lateral ${attemptsOf(tables)} as a on true
    where ${hasKey(tables, key)}
    order by a.attempt desc
    limit ${maxListedAttempts}`.execute(db)
  return rows.length === 0 ? null : rows.filter(({ attempt }) => attempt !== null)
}

export const attemptColumns = sql`a.attempt, a.at, a.trigger, a.duration_ms as "durationMs",
      a.response_status as "responseStatus", a.response_body as "responseBody", a.failure`

/** The columns of a WebhookState, with `lastAttempt` joined. */
export const stateColumns = sql`d.created_at as at, d.status, d.attempts, ${shownDue('d.next_attempt_at')} as "nextAttemptAt",
      d.settled_at as "settledAt", last.duration_ms as "durationMs", last.response_status as "responseStatus",
      last.failure`

export const lastAttempt = <Key>(tables: WebhookTables<Key>) => sql`
    left join lateral (
      select a.duration_ms, a.response_status, a.failure
      from ${attemptsOf(tables)} as a
      order by a.attempt desc
      limit 1
    ) as last on true`

/** Whether the newest attempt of `d` has a result: an attempt without a result is in flight. */
export const isAnswered = <Key>(tables: WebhookTables<Key>) => sql`exists (
            select from ${attemptsOf(tables)} as a where a.attempt = d.attempts
          )`

/** Whether `d` may be sent again and is not in flight, nor requested by a person already. */
export const isIdle = <Key>(tables: WebhookTables<Key>) => sql`${tables.mayResend} and ${hasNotMoved('d.account_id')}
        and (
          d.status <> 'pending'
          or d.resend_requested_at is null and ${isAnswered(tables)}
        )`

export const isGivenUp = sql`status in ('exhausted', 'gone')`

type Expiry = { table: string; time: string; now: Date; where?: RawBuilder<unknown> }

/** Deletes at most one batch of rows whose `time` is more than thirty days ago; returns how many. */
export async function deleteOld(db: Db, expiry: Expiry): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(expiry.table)}
    where ctid = any(${oldRows(expiry)})`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** The first batch of rows whose `time` is more than thirty days ago, locked. */
export function oldRows({ table, time, now, where = sql`true` }: Expiry): RawBuilder<unknown> {
  const isOld = sql`${where} and ${sql.ref(time)} < ${earlier(now, retentionMs)}`
  return unlockedRows(sql`${sql.table(table)} where ${isOld} order by ${sql.ref(time)}`, maxDeleted)
}

/** The stored attempts of `d`. */
export const attemptsOf = <Key>({ attempts, primaryKey }: WebhookTables<Key>) => sql`(
      select attempt, at, trigger, duration_ms, response_status, response_body, failure
      from ${attempts} as a
      where ${isSameKey(primaryKey, 'a', 'd')}
      union all
      select 1, d.attempted_at, 'schedule', d.duration_ms, d.response_status, d.response_body, null
      where d.attempted_at is not null
    )`

export const isSameKey = (names: string[], left: string, right: string) =>
  sql.join(
    names.map(name => sql`${sql.ref(`${left}.${name}`)} = ${sql.ref(`${right}.${name}`)}`),
    sql` and `,
  )

export const hasKey = <Key>({ key }: WebhookTables<Key>, value: Key) =>
  sql.join(
    Object.entries<Column<Key>>(key).map(([name, { of }]) => sql`${sql.ref(`d.${columnName(name)}`)} = ${of(value)}`),
    sql` and `,
  )

/** The columns of the key, for rows that hold the key as a property. */
const keyColumns = <Row extends { key: Key }, Key>({ key }: WebhookTables<Key>): Record<string, Column<Row>> =>
  Object.fromEntries(
    Object.entries<Column<Key>>(key).map(([name, { type, of }]) => [name, { type, of: (row: Row) => of(row.key) }]),
  )
