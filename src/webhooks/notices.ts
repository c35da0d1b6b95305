// Webhooks that are not about an order: stored as they are sent. For claims, results and redelivery see outbox.ts.

import { type RawBuilder, sql } from 'kysely'
import type { Mode } from '../base/mode.ts'
import type { Db, Tx } from '../db/db.ts'
import { text } from '../db/rows.ts'
import {
  claimedColumns,
  claimWebhooks,
  createOutbox,
  deleteOld,
  hasKey,
  isGivenUp,
  lastAttempt,
  type Outbox,
  type OutgoingWebhook,
  stateColumns,
  type WebhookOwner,
  type WebhookState,
  type WebhookTables,
} from './outbox.ts'
import { webhookBody } from './request.ts'
import { testKind } from './testEvent.ts'

const maxListed = 100

export type Notice = {
  accountId: string
  mode: Mode
  noticeId: string
  kind: string
  /** The endpoint that it goes to; absent for an address of its own. */
  endpointId?: string
  url: string
  /** The time of the event. */
  at: Date
  data: unknown
}

/** Stores a webhook to be sent; the caller wakes the task `send_notices`. */
export async function insertNotice(
  tx: Db | Tx,
  { accountId, mode, noticeId, kind, endpointId = '', url, at, data }: Notice,
): Promise<void> {
  const body = webhookBody({ kind, at, number: 1 }, JSON.stringify(data))
  await sql`
    insert into webhook_notices (account_id, notice_id, mode, kind, endpoint_id, url, body, status, next_attempt_at, created_at)
    values (${accountId}, ${noticeId}, ${mode}, ${kind}, ${endpointId}, ${url}, ${body}, 'pending', ${at}, ${at})`.execute(
    tx,
  )
}

export type NoticeKey = Pick<Notice, 'accountId' | 'mode' | 'noticeId'>
type ClaimedNotice = OutgoingWebhook & { body: string }

export const noticeTables: WebhookTables<NoticeKey> = {
  webhooks: sql.table('webhook_notices'),
  attempts: sql.table('webhook_notice_attempts'),
  key: { accountId: text(key => key.accountId), mode: text(key => key.mode), noticeId: text(key => key.noticeId) },
  primaryKey: ['account_id', 'notice_id'],
  bytes: sql`octet_length(d.body)`,
  responseBody: sql`r.response_body`,
  // A test event is sent only once.
  mayResend: sql`d.kind <> ${testKind}`,
}

export const noticeOutbox = (db: Db): Outbox<NoticeKey, ClaimedNotice> =>
  createOutbox(db, noticeTables, {
    async read(key) {
      const { rows } = await sql<ClaimedNotice>`
        select ${noticeColumns}
        from webhook_notices as d
        where ${hasKey(noticeTables, key)}`.execute(db)
      return rows[0] ?? null
    },
    async claim(claim) {
      const { rows } = await sql<ClaimedNotice>`
        with claimed as (${claimWebhooks(noticeTables, claim)}
        )
        select ${noticeColumns}
        from claimed as d`.execute(db)
      return rows
    },
    keyOf: ({ accountId, mode, eventId }) => ({ accountId, mode, noticeId: eventId }),
    bodyOf: ({ body }) => body,
  })

/** The address of a notice `d`: its own, or that of its endpoint; '' when the endpoint is not in this state. */
const addressOf = (state: RawBuilder<unknown>) => sql`case
    when d.endpoint_id = '' then d.url
    else coalesce((
      select url
      from webhook_endpoints
      where account_id = d.account_id and mode = d.mode and endpoint_id = d.endpoint_id and ${state}
    ), '')
  end`

/** The address of an endpoint is '' while it is disabled. */
const noticeColumns = sql`${claimedColumns(noticeTables)}, d.notice_id as "eventId", d.kind, d.body,
  d.endpoint_id as "endpointId", ${addressOf(sql`enabled`)} as url`

export type ListedNotice = WebhookState & {
  noticeId: string
  /** Null when it goes to an address of its own. */
  endpointId: string | null
  /** Null when there is no such endpoint. */
  url: string | null
  kind: string
}

/** The columns of notices `d` in a list. */
export const listedNoticeColumns = sql`d.notice_id as "noticeId", nullif(d.endpoint_id, '') as "endpointId",
  nullif(${addressOf(sql`true`)}, '') as url, d.kind, ${stateColumns}`

export type NoticePage = WebhookOwner & {
  /** Only notices that did not arrive and are no longer tried. */
  givenUp: boolean
  /** The position after which the page begins; there may be no notice at it. */
  before: { at: Date; noticeId: string } | null
  limit: number
}

/** Newest first. */
export async function listNotices(
  db: Db,
  { accountId, mode, givenUp, before, limit }: NoticePage,
): Promise<ListedNotice[]> {
  const { rows } = await sql<ListedNotice>`
    select ${listedNoticeColumns}
    from (
      select *
      from webhook_notices
      where account_id = ${accountId}
        and mode = ${mode}
        ${givenUp ? sql`and ${isGivenUp}` : sql``}
        ${before === null ? sql`` : sql`and (created_at, notice_id) < (${before.at}, ${before.noticeId})`}
      order by created_at desc, notice_id desc
      limit ${Math.min(limit, maxListed)}
    ) as d
    ${lastAttempt(noticeTables)}
    order by d.created_at desc, d.notice_id desc`.execute(db)
  return rows
}

/** When the oldest stored notice was made; null without notices. */
export async function oldestNoticeAt(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`select min(created_at) as at from webhook_notices`.execute(db)
  return rows[0]!.at
}

/** Deletes at most one batch of old notices and their attempts; returns how many notices. */
export const deleteOldNotices = (db: Db, now: Date): Promise<number> =>
  deleteOld(db, { table: 'webhook_notices', time: 'created_at', now })
