// A webhook for testing a receiver: sent once and at once, signed, guarded and listed like every webhook. It is not
// about an order, so its sequence is 0 and it leaves no gap in the numbers of an order. It is stored as given up before
// it is sent, so that no sweep ever repeats it, even if this process dies.

import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import type { Mode } from '../base/mode.ts'
import type { Outbound, OutboundOutcome } from '../base/network/outbound.ts'
import { storableText } from '../base/text/storableText.ts'
import type { Db, Tx } from '../db/db.ts'
import type { Attempt, WebhookOwner } from './outbox.ts'
import { webhookBody, webhookRequest } from './request.ts'
import { failureOf } from './retry.ts'

export const testKind = 'WebhookTest'
/** How many of the newest orders are searched for addresses. */
const maxOrders = 200
const maxAddresses = 10

export type TestEvent = WebhookOwner & { testId: string; url: string; at: Date; body: string }

/** The body of an event that only says that it is a test. */
export function testBody({ mode, at }: { mode: Mode; at: Date }): string {
  const data = { test: true, mode, message: 'A test of your webhook address. It does not belong to an order.' }
  return webhookBody({ kind: testKind, at, number: 0 }, JSON.stringify(data))
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
  { keys, at }: { keys: KeyObject[]; at: Date },
): Promise<SentTest> {
  const { url, body } = test
  const request = webhookRequest({ id: test.testId, at, body, keys })
  const startedMs = performance.now()
  const outcome = await outbound.post(url, request)
  const durationMs = Math.round(performance.now() - startedMs)
  return { request: { url, headers: request.headers, body }, answer: { durationMs, ...answerOf(outcome) } }
}

const answerOf = (outcome: OutboundOutcome) => ({
  responseStatus: outcome.kind === 'answered' ? outcome.status : null,
  responseBody: outcome.kind === 'answered' ? storableText(outcome.body) : null,
  failure: failureOf(outcome),
})

export async function recordTest(
  db: Db,
  { accountId, testId, at }: TestEvent,
  { durationMs, responseStatus, responseBody, failure }: SentTest['answer'],
): Promise<void> {
  await sql`
    with attempt as (
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
      limit ${maxOrders}
    ) as newest
    where webhook_url is not null
    group by webhook_url
    order by max(order_id) desc
    limit ${maxAddresses}`.execute(db)
  return rows.map(({ url }) => url)
}
