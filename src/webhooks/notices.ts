// Webhooks that tell of something other than an order: kept as they are sent, signed and tried again like those of orders
// (sign.ts, retry.ts). They are few, so they go out in small groups and without lanes of their own.

import { sql } from 'kysely'
import { type Clock, day, earlier, later, latest, minute, second } from '../base/clock.ts'
import { keepable } from '../base/keepable.ts'
import { type Log, loggableUrl } from '../base/log.ts'
import type { Outbound, OutboundOutcome } from '../base/outbound.ts'
import { signedHeaders } from '../base/signature.ts'
import type { Db, Tx } from '../db/db.ts'
import { signingKeys } from './keys.ts'
import { failureOf, nextAttempt } from './retry.ts'
import { webhookBody } from './sign.ts'
import type { Attempt } from './store.ts'
import { testKind } from './testEvent.ts'

const leaseMs = minute
const timeoutMs = 20 * second
const keepBytes = 16 * 1024
const mostAtOnce = 50
const keptMs = 30 * day
const deletedAtOnce = 2000
const mostListed = 100

export type Notice = {
  accountId: string
  mode: 'sandbox' | 'production'
  noticeId: string
  kind: string
  url: string
  /** When it happened. */
  at: Date
  data: unknown
}

/** Keeps a webhook to be sent; the task `deliver_webhooks` is to be woken. */
export async function insertNotice(
  tx: Db | Tx,
  { accountId, mode, noticeId, kind, url, at, data }: Notice,
): Promise<void> {
  const body = webhookBody({ kind, at: at.toISOString(), number: 1 }, JSON.stringify(data))
  await sql`
    insert into webhook_notices (account_id, notice_id, mode, kind, url, body, status, next_attempt_at, created_at)
    values (${accountId}, ${noticeId}, ${mode}, ${kind}, ${url}, ${body}, 'pending', ${at}, ${at})`.execute(tx)
}

type Deps = {
  db: Db
  clock: Clock
  outbound: Pick<Outbound, 'post'>
  unseal: (sealed: Buffer) => string
  random: () => number
  log: Log
}

type Due = Pick<Notice, 'accountId' | 'mode' | 'noticeId' | 'kind' | 'url'> & {
  body: string
  attempt: number
  trigger: Attempt['trigger']
}

/** Sends what is due, at most one group; answers how many. */
export function sendNotices({ db, clock, outbound, unseal, random, log }: Deps): (now: Date) => Promise<number> {
  const keysOf = signingKeys(db, unseal)
  return async at => {
    const now = latest(at, clock())
    const due = await claim(db, now)
    if (due.length === 0) return 0
    const keys = await keysOf(due, now)
    await Promise.all(
      due.map(async notice => {
        const headers = signedHeaders(notice.noticeId, now, notice.body, keys(notice))
        headers['content-type'] = 'application/json'
        headers['user-agent'] = 'Octavo-Webhooks/1'
        const startedMs = performance.now()
        const outcome = await outbound.post(notice.url, { headers, body: notice.body, timeoutMs, keepBytes })
        const attempt = attemptOf(notice, now, outcome, performance.now() - startedMs)
        await record(db, notice, attempt, nextAttempt(notice.attempt, outcome, clock(), random), clock())
        const { accountId, noticeId, kind } = notice
        const { trigger, responseStatus, failure } = attempt
        log.info(
          {
            accountId,
            noticeId,
            kind,
            attempt: notice.attempt,
            trigger,
            url: loggableUrl(notice.url),
            responseStatus,
            failure,
          },
          'webhook attempt',
        )
      }),
    )
    return due.length
  }
}

async function claim(db: Db, now: Date): Promise<Due[]> {
  const { rows } = await sql<Due>`
    update webhook_notices
    set next_attempt_at = ${later(now, leaseMs)}, attempts = attempts + 1
    where ctid = any(array(
      select ctid
      from webhook_notices
      where next_attempt_at <= ${now}
      order by next_attempt_at
      limit ${mostAtOnce}
      for update skip locked
    ))
    returning account_id as "accountId", mode, notice_id as "noticeId", kind, url, body, attempts as attempt,
      case when settled_at is null then 'schedule' else 'redelivery' end as trigger`.execute(db)
  return rows
}

function attemptOf(
  { attempt, trigger }: Pick<Due, 'attempt' | 'trigger'>,
  at: Date,
  outcome: OutboundOutcome,
  durationMs: number,
): Attempt {
  return {
    attempt,
    at,
    trigger,
    durationMs: Math.round(durationMs),
    responseStatus: outcome.kind === 'answered' ? outcome.status : null,
    responseBody: outcome.kind === 'answered' ? outcome.body : null,
    failure: failureOf(outcome),
  }
}

/** Keeps the attempt. A worker that slept through its lease finds another count of attempts, and changes nothing else. */
async function record(
  db: Db,
  { accountId, noticeId }: Due,
  { attempt, at, trigger, durationMs, responseStatus, responseBody, failure }: Attempt,
  next: ReturnType<typeof nextAttempt>,
  endedAt: Date,
): Promise<void> {
  await sql`
    with kept as (
      insert into webhook_notice_attempts (account_id, notice_id, attempt, at, trigger, duration_ms, response_status,
        response_body, failure)
      select account_id, notice_id, ${attempt}::int, ${at}::timestamptz, ${trigger}, ${durationMs}::int,
        ${responseStatus}::int, ${responseBody === null ? null : keepable(responseBody)}, ${failure}
      from webhook_notices
      where account_id = ${accountId} and notice_id = ${noticeId}
      on conflict do nothing
    )
    update webhook_notices
    set status = ${next.status}, next_attempt_at = ${next.status === 'pending' ? next.at : null}::timestamptz,
      settled_at = ${next.status === 'pending' ? null : endedAt}::timestamptz
    where account_id = ${accountId} and notice_id = ${noticeId} and attempts = ${attempt}::int
      and status = 'pending'`.execute(db)
}

type NoticeKey = Pick<Notice, 'accountId' | 'mode' | 'noticeId'>

/** Has one sent again at once, whatever became of it; false when there is none such. A test is sent once. */
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

/** All attempts at one, newest first; null when there is none such. */
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
}

/** Newest first. `before` is an id that need not be there. */
export async function listNotices(
  db: Db,
  { accountId, mode, before, limit }: Pick<Notice, 'accountId' | 'mode'> & { before: string | null; limit: number },
): Promise<SentNotice[]> {
  const { rows } = await sql<SentNotice>`
    select notice_id as "noticeId", url, kind, created_at as at, status, attempts, next_attempt_at as "nextAttemptAt",
      settled_at as "settledAt"
    from webhook_notices
    where account_id = ${accountId}
      and mode = ${mode}
      ${before === null ? sql`` : sql`and notice_id < ${before}`}
    order by notice_id desc
    limit ${Math.min(limit, mostListed)}`.execute(db)
  return rows
}

/** Deletes what is too old, at most one batch; answers how many. */
export async function sweepOldNotices(db: Db, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from webhook_notices
    where ctid = any(array(
      select ctid from webhook_notices where created_at < ${earlier(now, keptMs)} order by created_at limit ${deletedAtOnce}
    ))`.execute(db)
  return Number(numAffectedRows ?? 0)
}
