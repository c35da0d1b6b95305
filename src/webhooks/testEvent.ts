// A webhook for trying out a receiver: sent once and at once while somebody waits, signed and guarded like every other,
// and listed with them. It is not about an order, so its sequence is 0 and it leaves no gap in an order's count. It is
// stored as given up before it is sent, so that no sweep ever repeats it, whatever happens to this process.

import { sql } from 'kysely'
import { keepable } from '../base/keepable.ts'
import type { Outbound, OutboundOutcome } from '../base/outbound.ts'
import type { Db, Tx } from '../db/db.ts'
import type { KeysOf } from './keys.ts'
import { webhookBody, webhookRequest } from './request.ts'
import { failureOf } from './retry.ts'
import type { Attempt, WebhookOwner } from './store.ts'

export const testKind = 'WebhookTest'
/** How many of the newest orders are searched for addresses. */
const ordersLookedAt = 200
const mostAddresses = 10

export type TestEvent = WebhookOwner & { testId: string; url: string; at: Date; body: string }

/** The content of a test event, which says that it is a test. */
export function makeTest({ accountId, mode }: WebhookOwner, of: { testId: string; url: string; at: Date }): TestEvent {
  const data = { test: true, mode, message: 'A test of your webhook address. It does not belong to an order.' }
  return {
    accountId,
    mode,
    ...of,
    body: webhookBody({ kind: testKind, at: of.at.toISOString(), number: 0 }, JSON.stringify(data)),
  }
}

export async function insertTest(tx: Tx, { accountId, mode, testId, url, at, body }: TestEvent): Promise<void> {
  await sql`
    insert into webhook_notices (account_id, notice_id, mode, kind, url, body, status, attempts, next_attempt_at,
      settled_at, created_at)
    values (${accountId}, ${testId}, ${mode}, ${testKind}, ${url}, ${body}, 'exhausted', 1, null, ${at}, ${at})`.execute(
    tx,
  )
}

export type SentTest = {
  request: { url: string; headers: Record<string, string>; body: string }
  answer: Pick<Attempt, 'durationMs' | 'responseStatus' | 'responseBody' | 'failure'>
}

/** Never throws because of the receiver. */
export async function sendTest(
  outbound: Pick<Outbound, 'post'>,
  test: TestEvent,
  { keysOf, at }: { keysOf: KeysOf; at: Date },
): Promise<SentTest> {
  const { url, body } = test
  const request = webhookRequest({ id: test.testId, at, body, keys: keysOf(test) })
  const startedMs = performance.now()
  const outcome = await outbound.post(url, request)
  const durationMs = Math.round(performance.now() - startedMs)
  return { request: { url, headers: request.headers, body }, answer: { durationMs, ...answerOf(outcome) } }
}

const answerOf = (outcome: OutboundOutcome) => ({
  responseStatus: outcome.kind === 'answered' ? outcome.status : null,
  responseBody: outcome.kind === 'answered' ? keepable(outcome.body) : null,
  failure: failureOf(outcome),
})

export async function recordTest(
  db: Db,
  { accountId, testId, at }: TestEvent,
  { durationMs, responseStatus, responseBody, failure }: SentTest['answer'],
): Promise<void> {
  await sql`
    with kept as (
      insert into webhook_notice_attempts (account_id, notice_id, attempt, at, trigger, duration_ms, response_status,
        response_body, failure)
      values (${accountId}, ${testId}, 1, ${at}, 'schedule', ${durationMs}, ${responseStatus}, ${responseBody}, ${failure})
    )
    update webhook_notices
    set status = ${failure === null ? 'delivered' : 'exhausted'}
    where account_id = ${accountId} and notice_id = ${testId}`.execute(db)
}

/** The webhook addresses of the newest orders of a mode, newest first. */
export async function addressesOf(db: Db, { accountId, mode }: WebhookOwner): Promise<string[]> {
  const { rows } = await sql<{ url: string }>`
    select webhook_url as url
    from (
      select webhook_url, order_id
      from orders
      where account_id = ${accountId} and mode = ${mode}
      order by order_id desc
      limit ${ordersLookedAt}
    ) as newest
    where webhook_url is not null
    group by webhook_url
    order by max(order_id) desc
    limit ${mostAddresses}`.execute(db)
  return rows.map(({ url }) => url)
}
