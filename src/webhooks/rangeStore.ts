// The deliveries of a time range: counts them, and sends them again as one act. Whatever is due or under way is left
// alone, and so is whatever ended after `asOf`: the same request sent twice sends nothing twice.

import { sql } from 'kysely'
import type { Db, Tx } from '../db/db.ts'
import { isAnswered, type WebhookOwner } from './store.ts'
import { testKind } from './testEvent.ts'

/** So many are sent again in one act; who has more to send asks again. */
export const mostRedelivered = 10_000

export type DeliveryRange = WebhookOwner & {
  /** The time of the events: from the first instant, inclusive, to the second, exclusive. */
  from: Date
  to: Date
  /** `failed` is everything that has not arrived, including what waits for its next attempt. */
  state: 'failed' | 'all'
  /** Null means every kind of event. */
  kind: string | null
  asOf: Date
}

/** How many there are, up to one more than `mostRedelivered`. */
export async function countRange(db: Db | Tx, range: DeliveryRange): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from ((${chosen(range, mostRedelivered + 1)}) union all (${chosenNotices(range, mostRedelivered + 1)})) as found`.execute(
    db,
  )
  return Math.min(rows[0]!.count, mostRedelivered + 1)
}

/** Sends the oldest of them again at once, up to `mostRedelivered`; returns how many. Those of orders come first. */
export async function redeliverRange(tx: Tx, range: DeliveryRange, now: Date): Promise<number> {
  const { numAffectedRows: ofOrders = 0n } = await sql`
    update webhook_deliveries
    set status = 'pending',
        next_attempt_at = ${now},
        settled_at = ${now}
    where ctid = any(array(${chosen(range, mostRedelivered)} for update of d))`.execute(tx)
  const left = mostRedelivered - Number(ofOrders)
  const { numAffectedRows: others = 0n } = await sql`
    update webhook_notices
    set status = 'pending',
        next_attempt_at = ${now},
        settled_at = ${now}
    where ctid = any(array(${chosenNotices(range, left)} for update of n))`.execute(tx)
  return Number(ofOrders + others)
}

/** What is under way is left alone; a delivery requested by hand is pending with a settled_at. */
const chosen = ({ accountId, mode, from, to, state, kind, asOf }: DeliveryRange, most: number) => sql`
      select d.ctid
      from order_events as e
      join webhook_deliveries as d
        on d.account_id = e.account_id and d.mode = e.mode and d.order_id = e.order_id and d.sequence = e.sequence
      where e.account_id = ${accountId}
        and e.mode = ${mode}
        and e.has_delivery
        and e.at >= ${from}
        and e.at < ${to}
        ${kind === null ? sql`` : sql`and e.kind = ${kind}`}
        and (d.settled_at is null or d.settled_at <= ${asOf})
        ${state === 'all' ? sql`` : sql`and d.status <> 'delivered'`}
        and (
          d.status <> 'pending'
          or d.settled_at is null and ${isAnswered}
        )
      order by e.at, e.order_id, e.sequence
      limit ${most}`

/** The same for webhooks that are not about an order; a test event is sent only once. */
const chosenNotices = ({ accountId, mode, from, to, state, kind, asOf }: DeliveryRange, most: number) => sql`
      select n.ctid
      from webhook_notices as n
      where n.account_id = ${accountId}
        and n.mode = ${mode}
        and n.created_at >= ${from}
        and n.created_at < ${to}
        and n.kind <> ${testKind}
        ${kind === null ? sql`` : sql`and n.kind = ${kind}`}
        and (n.settled_at is null or n.settled_at <= ${asOf})
        ${state === 'all' ? sql`` : sql`and n.status <> 'delivered'`}
        and (
          n.status <> 'pending'
          or n.settled_at is null and exists (
            select from webhook_notice_attempts as a
            where a.account_id = n.account_id and a.notice_id = n.notice_id and a.attempt = n.attempts
          )
        )
      order by n.created_at, n.notice_id
      limit ${most}`
