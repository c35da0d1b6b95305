// Webhooks that are not about an order: stored as they are sent, and sent like those of orders (deliver.ts).

import { sql } from 'kysely'
import { day, earlier } from '../base/clock.ts'
import type { Mode } from '../base/mode.ts'
import type { Db, Tx } from '../db/db.ts'
import { type AttemptResult, arraysOf, type Outbox, type Outgoing, resultColumns } from './outbox.ts'
import { webhookBody } from './request.ts'
import type { Attempt, LastAttempt } from './store.ts'
import { testKind } from './testEvent.ts'

const keptMs = 30 * day
const deletedAtOnce = 2000
const mostListed = 100

export type Notice = {
  accountId: string
  mode: Mode
  noticeId: string
  kind: string
  url: string
  /** When it happened. */
  at: Date
  data: unknown
}

/** Stores a webhook to be sent; the caller wakes the task `send_notices`. */
export async function insertNotice(
  tx: Db | Tx,
  { accountId, mode, noticeId, kind, url, at, data }: Notice,
): Promise<void> {
  const body = webhookBody({ kind, at: at.toISOString(), number: 1 }, JSON.stringify(data))
  await sql`
    insert into webhook_notices (account_id, notice_id, mode, kind, url, body, status, next_attempt_at, created_at)
    values (${accountId}, ${noticeId}, ${mode}, ${kind}, ${url}, ${body}, 'pending', ${at}, ${at})`.execute(tx)
}

type NoticeKey = Pick<Notice, 'accountId' | 'mode' | 'noticeId'>
type Due = Outgoing & { body: string }

export const noticeOutbox = (db: Db): Outbox<NoticeKey, Due> => ({
  claim: when => claim(db, when),
  keyOf: ({ accountId, mode, eventId }) => ({ accountId, mode, noticeId: eventId }),
  bodiesOf: due => due.map(({ body }) => body),
  record: results => record(db, results),
  giveBack: rows => giveBack(db, rows),
})

async function claim(db: Db, { now, leaseUntil, most }: { now: Date; leaseUntil: Date; most: number }): Promise<Due[]> {
  const { rows } = await sql<Due>`
    update webhook_notices
    set next_attempt_at = ${leaseUntil}, attempts = attempts + 1
    where ctid = any(array(
      select ctid
      from webhook_notices
      where next_attempt_at <= ${now}
      order by next_attempt_at
      limit ${most}
      for update skip locked
    ))
    returning account_id as "accountId", mode, notice_id as "eventId", kind, url, body, attempts as attempt,
      case when settled_at is null then 'schedule' else 'redelivery' end as trigger`.execute(db)
  return rows
}

async function record(db: Db, results: AttemptResult<NoticeKey>[]): Promise<void> {
  await sql`
    with result as (
      select *
      from unnest(
        ${results.map(r => r.key.accountId)}::text[],
        ${results.map(r => r.key.noticeId)}::text[],
        ${arraysOf(results)}
      ) as r (account_id, notice_id, ${resultColumns})
    ), kept as (
      insert into webhook_notice_attempts (account_id, notice_id, attempt, at, trigger, duration_ms, response_status,
        response_body, failure)
      select r.account_id, r.notice_id, r.attempt, r.at, r.trigger, r.duration_ms, r.response_status, r.response_body,
        r.failure
      from result as r
      join webhook_notices using (account_id, notice_id) -- not of one that has been deleted meanwhile
      on conflict do nothing
    )
    update webhook_notices as n
    set status = r.status, next_attempt_at = r.next_attempt_at, settled_at = r.settled_at
    from result as r
    where n.account_id = r.account_id and n.notice_id = r.notice_id and n.attempts = r.attempt
      and n.status = 'pending'`.execute(db)
}

async function giveBack(db: Db, rows: { key: NoticeKey; attempt: number; until: Date }[]): Promise<void> {
  await sql`
    update webhook_notices as n
    set next_attempt_at = r.until, attempts = n.attempts - 1
    from unnest(
      ${rows.map(r => r.key.accountId)}::text[],
      ${rows.map(r => r.key.noticeId)}::text[],
      ${rows.map(r => r.attempt)}::int[],
      ${rows.map(r => r.until.toISOString())}::timestamptz[]
    ) as r (account_id, notice_id, attempt, until)
    where n.account_id = r.account_id and n.notice_id = r.notice_id and n.attempts = r.attempt
      and n.status = 'pending'`.execute(db)
}

/** Sends a notice again at once, whatever its state; false when there is none. A test event is sent only once. */
export async function redeliverNotice(
  tx: Db | Tx,
  { accountId, mode, noticeId }: NoticeKey,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    update webhook_notices
    set status = 'pending', next_attempt_at = ${now}, settled_at = ${now}
    where account_id = ${accountId} and mode = ${mode} and notice_id = ${noticeId} and kind <> ${testKind}
    returning notice_id`.execute(tx)
  return rows.length > 0
}

/** All its attempts, newest first; null when there is no such notice. */
export async function noticeAttempts(db: Db, { accountId, mode, noticeId }: NoticeKey): Promise<Attempt[] | null> {
  const { rows } = await sql<Attempt & { attempt: number | null }>`
    select a.attempt, a.at, a.trigger, a.duration_ms as "durationMs", a.response_status as "responseStatus",
      a.response_body as "responseBody", a.failure
    from webhook_notices n
    left join webhook_notice_attempts a using (account_id, notice_id)
    where n.account_id = ${accountId} and n.mode = ${mode} and n.notice_id = ${noticeId}
    order by a.attempt desc
    limit ${mostListed}`.execute(db)
  return rows.length === 0 ? null : rows.filter(({ attempt }) => attempt !== null)
}

export type SentNotice = {
  noticeId: string
  url: string
  kind: string
  at: Date
  status: 'pending' | 'delivered' | 'exhausted' | 'gone'
  attempts: number
  nextAttemptAt: Date | null
  settledAt: Date | null
} & LastAttempt

/** Newest first. `before` need not be there. */
export async function listNotices(
  db: Db,
  {
    accountId,
    mode,
    givenUp,
    before,
    limit,
  }: Pick<Notice, 'accountId' | 'mode'> & {
    givenUp: boolean
    before: { at: Date; noticeId: string } | null
    limit: number
  },
): Promise<SentNotice[]> {
  const { rows } = await sql<SentNotice>`
    select n.notice_id as "noticeId", n.url, n.kind, n.created_at as at, n.status, n.attempts,
      n.next_attempt_at as "nextAttemptAt", n.settled_at as "settledAt",
      last.duration_ms as "durationMs", last.response_status as "responseStatus", last.failure
    from (
      select *
      from webhook_notices
      where account_id = ${accountId}
        and mode = ${mode}
        ${givenUp ? sql`and status in ('exhausted', 'gone')` : sql``}
        ${before === null ? sql`` : sql`and (created_at, notice_id) < (${before.at}, ${before.noticeId})`}
      order by created_at desc, notice_id desc
      limit ${Math.min(limit, mostListed)}
    ) as n
    left join lateral (
      select duration_ms, response_status, failure
      from webhook_notice_attempts as a
      where a.account_id = n.account_id and a.notice_id = n.notice_id
      order by a.attempt desc
      limit 1
    ) as last on true
    order by n.created_at desc, n.notice_id desc`.execute(db)
  return rows
}

/** When it happened; null when there is no such notice. */
export async function noticeTime(db: Db, { accountId, mode, noticeId }: NoticeKey): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`
    select created_at as at
    from webhook_notices
    where account_id = ${accountId} and mode = ${mode} and notice_id = ${noticeId}`.execute(db)
  return rows[0]?.at ?? null
}

/** Deletes at most one batch of notices that are too old; returns how many. */
export async function sweepOldNotices(db: Db, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from webhook_notices
    where ctid = any(array(
      select ctid from webhook_notices where created_at < ${earlier(now, keptMs)} order by created_at limit ${deletedAtOnce}
    ))`.execute(db)
  return Number(numAffectedRows ?? 0)
}
