// The webhooks of a time range: counting them, and sending them again in one act. Webhooks that are due or in flight
// are left alone, and so are webhooks that ended after `asOf`: a repeated request sends nothing twice.

import { sql } from 'kysely'
import type { Db, Tx } from '../db/db.ts'
import { deliveryTables } from './deliveryStore.ts'
import { noticeTables } from './notices.ts'
import { isIdle, requestWhere, type WebhookOwner, type WebhookTables } from './outbox.ts'

/** The webhooks that one act sends again; the caller repeats the act for more. */
export const maxRedelivered = 10_000

export type DeliveryRange = WebhookOwner & {
  /** The time of the events: from the first instant, inclusive, to the second, exclusive. */
  from: Date
  to: Date
  /** `failed` includes webhooks that wait for their next attempt. */
  state: 'failed' | 'all'
  /** Null means every kind of event. */
  kind: string | null
  /** Only the deliveries of this order; null means all webhooks. */
  orderId: string | null
  asOf: Date
}

/** The number of webhooks, up to one more than `maxRedelivered`. */
export async function countRange(db: Db | Tx, range: DeliveryRange): Promise<number> {
  const max = maxRedelivered + 1
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from ((${deliveriesIn(range, max)}) union all (${noticesIn(range, max)})) as d`.execute(db)
  return Math.min(rows[0]!.count, max)
}

/** Sends the oldest webhooks again at once, up to `maxRedelivered`, deliveries before notices; returns how many. */
export async function redeliverRange(tx: Tx, range: DeliveryRange, now: Date): Promise<number> {
  const deliveries = sql`d.ctid = any(array(${deliveriesIn(range, maxRedelivered)} for update of d))`
  const sent = await requestWhere(tx, deliveryTables, { where: deliveries, now })
  if (range.orderId !== null) return sent
  const notices = sql`d.ctid = any(array(${noticesIn(range, maxRedelivered - sent)} for update of d))`
  return sent + (await requestWhere(tx, noticeTables, { where: notices, now }))
}

/** A scan of the events by time. */
const deliveriesIn = (range: DeliveryRange, max: number) => sql`
      select d.ctid
      from order_events as e
      join webhook_deliveries as d
        on d.account_id = e.account_id and d.mode = e.mode and d.order_id = e.order_id and d.sequence = e.sequence
      where e.account_id = ${range.accountId}
        and e.mode = ${range.mode}
        ${range.orderId === null ? sql`` : sql`and e.order_id = ${range.orderId}`}
        and e.has_delivery
        and e.at >= ${range.from}
        and e.at < ${range.to}
        ${range.kind === null ? sql`` : sql`and e.kind = ${range.kind}`}
        and ${isRedeliverable(range, deliveryTables)}
      order by e.at, e.order_id, e.sequence
      limit ${max}`

/** A scan of the notices by time. */
const noticesIn = (range: DeliveryRange, max: number) => sql`
      select d.ctid
      from webhook_notices as d
      where d.account_id = ${range.accountId}
        and d.mode = ${range.mode}
        and d.created_at >= ${range.from}
        and d.created_at < ${range.to}
        ${range.kind === null ? sql`` : sql`and d.kind = ${range.kind}`}
        and ${isRedeliverable(range, noticeTables)}
      order by d.created_at, d.notice_id
      limit ${max}`

const isRedeliverable = <Key>({ state, asOf }: DeliveryRange, tables: WebhookTables<Key>) => sql`
        ${isIdle(tables)}
        and (d.settled_at is null or d.settled_at <= ${asOf})
        ${state === 'all' ? sql`` : sql`and d.status <> 'delivered'`}`
