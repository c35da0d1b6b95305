// Webhooks that tell of something other than an order: kept as they are sent, signed and tried again like those of orders
// (sign.ts, retry.ts). They are few, so they go out in small groups and without lanes of their own.

import { sql } from 'kysely'
import { type Clock, day, earlier, later, latest, minute, second } from '../base/clock.ts'
import { type Log, loggableUrl } from '../base/log.ts'
import type { Outbound } from '../base/outbound.ts'
import { signedHeaders } from '../base/signature.ts'
import type { Db, Tx } from '../db/db.ts'
import { signingKeys } from './keys.ts'
import { type AttemptOutcome, failureOf, nextAttempt } from './retry.ts'
import { webhookBody } from './sign.ts'

const leaseMs = minute
const timeoutMs = 20 * second
const mostAtOnce = 50
const keptMs = 30 * day
const deletedAtOnce = 2000

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
  const body = webhookBody({ kind, at, number: 1 }, JSON.stringify(data))
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

type Due = Pick<Notice, 'accountId' | 'mode' | 'noticeId' | 'kind' | 'url'> & { body: string; attempt: number }

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
        const outcome = await outbound.post(notice.url, { headers, body: notice.body, timeoutMs, keepBytes: 0 })
        await record(db, notice, outcome, nextAttempt(notice.attempt, outcome, clock(), random))
        const { accountId, noticeId, kind, attempt } = notice
        log.info(
          { accountId, noticeId, kind, attempt, url: loggableUrl(notice.url), failure: failureOf(outcome) },
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
    returning account_id as "accountId", mode, notice_id as "noticeId", kind, url, body, attempts as attempt`.execute(
    db,
  )
  return rows
}

/** A worker that slept through its lease finds another count of attempts, and changes nothing. */
async function record(
  db: Db,
  { accountId, noticeId, attempt }: Due,
  outcome: AttemptOutcome,
  next: ReturnType<typeof nextAttempt>,
): Promise<void> {
  await sql`
    update webhook_notices
    set status = ${next.status}, next_attempt_at = ${next.status === 'pending' ? next.at : null},
      last_status = ${outcome.kind === 'answered' ? outcome.status : null}, last_failure = ${failureOf(outcome)}
    where account_id = ${accountId} and notice_id = ${noticeId} and attempts = ${attempt} and status = 'pending'`.execute(
    db,
  )
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
