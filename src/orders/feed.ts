// All events of an account and mode, one after the other: for programs that have no receiver of webhooks, or missed
// some. No event is missed or told twice, whatever else is being written; those of a transaction that is still open,
// and all that began after it, come when it has ended (db/transactions.ts).

import { sql } from 'kysely'
import { earlier, hour } from '../base/clock.ts'
import type { Mode } from '../base/mode.ts'
import { Refusal } from '../base/refusal.ts'
import { ahead } from '../db/ahead.ts'
import type { Db } from '../db/db.ts'
import { settledBelow } from '../db/transactions.ts'
import type { AnnouncedStep, Order } from './order.ts'

type Feed = { accountId: string; mode: Mode }

/** The place after an event. Before all events of a transaction, `orderId` is empty. */
type Place = { transaction: number; orderId: string; sequence: number }

/** An event, and the constant parts of its order. */
export type FeedEvent = {
  order: Pick<
    Order,
    'customerOrderId' | 'mode' | 'billing' | 'request' | 'reprintOf' | 'recipientForgottenAt' | 'createdAt'
  >
  step: Pick<AnnouncedStep, 'eventId' | 'kind' | 'at' | 'status' | 'state' | 'number'>
}

/** A cursor; `latest` is the place after all events so far. */
export const cursorPattern = '^(?:latest|[0-9]{1,16}(?:\\.ord_[0-9a-z]{1,40}\\.[0-9]{1,9})?)$'

const mostBytes = 16 * 1024 * 1024

/** Clocks of processes, and a transaction's beginning and end, are closer together than this. */
const unsteadyMs = hour

/**
 * The events after the place of a cursor, in the order of their transactions, and the cursor after the last of them.
 * With `since`, only events from that instant on; without a cursor as well, they begin there. Large orders make a page
 * shorter, but only the end is empty. Refuses with `malformed_request` a cursor from a future that was undone.
 */
export async function readFeed(
  db: Db,
  feed: Feed,
  { cursor, since, limit }: { cursor: string | null; since: Date | null; limit: number },
): Promise<{ events: FeedEvent[]; next: string }> {
  const place = cursor === null ? await startOf(db, feed, since) : await placeOf(db, cursor)
  const rows = await eventsAfter(db, feed, { place, since, limit })
  const last = rows.at(-1)
  return {
    events: rows.map(({ order, step }) => ({ order, step })),
    next: cursorOf(last === undefined ? place : last.place),
  }
}

const cursorOf = ({ transaction, orderId, sequence }: Place): string =>
  orderId === '' ? String(transaction) : `${transaction}.${orderId}.${sequence}`

const before = (transaction: number): Place => ({ transaction, orderId: '', sequence: 0 })

async function placeOf(db: Db, cursor: string): Promise<Place> {
  const end = await endOf(db)
  if (cursor === 'latest') return before(end)
  const [transaction, orderId = '', sequence = '0'] = cursor.split('.')
  const place = { transaction: Number(transaction), orderId, sequence: Number(sequence) }
  if (place.transaction <= end) return place
  const detail = 'got a cursor after all events: the database was restored from a backup since; ask again with since'
  throw new Refusal('malformed_request', detail, [{ pointer: '?cursor', code: 'unknown_cursor', detail }])
}

/** The number that no event can have yet. */
async function endOf(db: Db): Promise<number> {
  const { rows } = await sql<{ end: number }>`select ${settledBelow} as end`.execute(db)
  return rows[0]!.end
}

/**
 * A place that no event from that instant on is before. Numbers rise with time, but for what is unsteady about it, so
 * it is found by halves, in as many looks as the number has bits.
 */
async function startOf(db: Db, { accountId, mode }: Feed, since: Date | null): Promise<Place> {
  if (since === null) return before(0)
  const { rows } = await sql<{ low: number }>`
    with recursive halves (low, high) as (
      select 0::bigint, ${settledBelow}
      union all
      select case when is_before then middle else low end, case when is_before then high else middle end
      from halves
      cross join lateral (select (low + high) / 2 as middle) half
      cross join lateral (
        select coalesce((
          select at < ${earlier(since, unsteadyMs)}
          from order_events
          where account_id = ${accountId} and mode = ${mode} and kind is not null and transaction_number >= middle
          order by transaction_number, order_id, sequence
          limit 1
        ), false) as is_before
      ) look
      where high - low > 1
    )
    select max(low) as low from halves`.execute(db)
  return before(rows[0]!.low)
}

type Row = FeedEvent & { place: Place }

async function eventsAfter(
  db: Db,
  { accountId, mode }: Feed,
  { place, since, limit }: { place: Place; since: Date | null; limit: number },
): Promise<Row[]> {
  const inOrder = sql`e.transaction_number, e.order_id, e.sequence`
  const bytes = sql`octet_length(e.state::text) + octet_length(o.request::text)`
  const { rows } = await sql<
    Place & Omit<FeedEvent['order'] & FeedEvent['step'], 'request' | 'state'> & { request: string; state: string }
  >`
    select
      page.transaction_number as transaction, page.order_id as "orderId", page.sequence, page.event_id as "eventId",
      page.kind, page.at, page.status, page.state, page.customer_order_id as "customerOrderId", page.billing,
      page.request, page.reprint_of as "reprintOf", page.recipient_forgotten_at as "recipientForgottenAt",
      page.created_at as "createdAt", counted.number
    from (
      select e.*, o.customer_order_id, o.billing, o.request, o.reprint_of, o.recipient_forgotten_at, o.created_at,
        ${ahead(bytes, inOrder)} as ahead
      from (
        select account_id, mode, order_id, sequence, event_id, kind, at, status, state, transaction_number
        from order_events
        where account_id = ${accountId} and mode = ${mode} and kind is not null
          and (transaction_number, order_id, sequence) > (${place.transaction}::bigint, ${place.orderId}, ${place.sequence}::int)
          and transaction_number < ${settledBelow}
          and (${since}::timestamptz is null or at >= ${since})
        order by transaction_number, order_id, sequence
        limit ${limit}
      ) e
      join orders o using (account_id, mode, order_id)
    ) page
    cross join lateral (
      select count(*)::int as number
      from order_events a
      where a.account_id = page.account_id and a.mode = page.mode and a.order_id = page.order_id
        and a.sequence <= page.sequence and a.kind is not null
    ) counted
    where page.ahead < ${mostBytes}
    order by page.transaction_number, page.order_id, page.sequence`.execute(db)
  return rows.map(row => {
    const { customerOrderId, billing, reprintOf, recipientForgottenAt, createdAt, eventId, kind, at, status, number } =
      row
    return {
      place: { transaction: row.transaction, orderId: row.orderId, sequence: row.sequence },
      order: {
        customerOrderId,
        mode,
        billing,
        request: JSON.parse(row.request),
        reprintOf,
        recipientForgottenAt,
        createdAt,
      },
      step: { eventId, kind, at, status, state: JSON.parse(row.state), number },
    }
  })
}
