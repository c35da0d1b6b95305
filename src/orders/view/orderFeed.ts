// All events of an account and mode, in order: for programs that do not receive webhooks, or missed some. No event is
// missed or returned twice while others are written: the events of an open transaction, and of all transactions that
// began after it, are returned when it has ended (db/transactions.ts).

import { sql } from 'kysely'
import { earlier, hour } from '../../base/clock.ts'
import type { Mode } from '../../base/mode.ts'
import type { Refusal } from '../../base/refusal.ts'
import { malformedField } from '../../base/refusal.ts'
import { type ByteVault, openOrNull } from '../../base/secrets/vault.ts'
import type { Db } from '../../db/db.ts'
import { runningTotal } from '../../db/runningTotal.ts'
import { readCompletedBelow } from '../../db/transactions.ts'
import type { OrderConstants } from '../order.ts'
import { constantColumns, contents } from '../orderStore.ts'
import { mergeStates } from '../stepStore.ts'
import type { EventStep } from './presentOrder.ts'

type Feed = { accountId: string; mode: Mode }

/** Seals and opens cursors. */
type CursorVault = Pick<ByteVault, 'sealBytes' | 'openBytes'>

/** The position after an event. `orderId` is empty in the position before all events of a transaction. */
type Position = { transaction: number; orderId: string; sequence: number }

/** An event, with the constants of its order. */
type FeedEvent = OrderConstants & EventStep

/** A cursor; `latest` is the position after all events so far. */
export const cursorPattern = '^(?:latest|[A-Za-z0-9_-]{40,200})$'

/** The digits of the largest transaction number: a cursor must not show the size of its number. */
const transactionDigits = 16

const maxPageBytes = 16 * 1024 * 1024

/** The clocks of two processes, and the beginning and the end of a transaction, differ by less. */
const maxClockSkewMs = hour

/**
 * The events after a cursor, in the order of their transactions, and the cursor after the last event. With `since`,
 * only events from that instant on. Large orders make a page shorter, but only the last page is empty. Refuses with
 * `malformed_request` a cursor that this service has not sealed for this account and mode, or that is past the last
 * event.
 */
export async function readFeed(
  { db, vault }: { db: Db; vault: CursorVault },
  feed: Feed,
  { cursor, since, limit }: { cursor: string | null; since: Date | null; limit: number },
): Promise<{ events: FeedEvent[]; next: string }> {
  const end = await readCompletedBelow(db)
  const position =
    cursor === null
      ? await positionSince(db, feed, since, end)
      : cursor === 'latest'
        ? positionBefore(end)
        : requireReached(openCursor(vault, feed, cursor), end)
  const events = await eventsAfter(db, feed, { position, end, since, limit })
  return { events, next: sealCursor(vault, feed, events.at(-1) ?? position) }
}

/**
 * Transactions are numbered over all accounts, so their numbers would show how much other accounts do. A cursor is
 * sealed for its account and mode: customers can neither read nor make cursors, nor find out which numbers are
 * accepted.
 */
export function sealCursor(vault: CursorVault, feed: Feed, { transaction, orderId, sequence }: Position): string {
  const text = `${String(transaction).padStart(transactionDigits, '0')}.${orderId}.${sequence}`
  return vault.sealBytes(Buffer.from(text), purposeOf(feed)).toString('base64url')
}

function openCursor(vault: CursorVault, feed: Feed, cursor: string): Position {
  const sealed = Buffer.from(cursor, 'base64url')
  const opened = openOrNull(() => vault.openBytes(sealed, purposeOf(feed)).toString())
  if (opened === null) {
    throw unknownCursor('got a cursor that this service has not given to this account and mode; ask again with since')
  }
  const [transaction, orderId, sequence] = opened.split('.') as [string, string, string]
  return { transaction: Number(transaction), orderId, sequence: Number(sequence) }
}

const purposeOf = ({ accountId, mode }: Feed): string => `cursor of events ${accountId} ${mode}`

const unknownCursor = (detail: string): Refusal => malformedField('?cursor', 'unknown_cursor', detail)

const positionBefore = (transaction: number): Position => ({ transaction, orderId: '', sequence: 0 })

function requireReached(position: Position, end: number): Position {
  if (position.transaction <= end) return position
  throw unknownCursor(
    'the cursor is past the last event: the database was restored from a backup since; ask again with since',
  )
}

/**
 * A position before all events from an instant on. Numbers rise with time, apart from clock skew, so a binary search
 * finds it with one index lookup for each bit of the range of the feed's numbers.
 */
async function positionSince(db: Db, feed: Feed, since: Date | null, end: number): Promise<Position> {
  if (since === null) return positionBefore(0)
  const before = earlier(since, maxClockSkewMs)
  let { low, high } = await numbersOf(db, feed, end)
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (await isBefore(db, feed, middle, before)) low = middle
    else high = middle
  }
  return positionBefore(low)
}

/** No event has a lower number than `low`, and none that can be read has `high` or a higher one. */
async function numbersOf(db: Db, { accountId, mode }: Feed, end: number): Promise<{ low: number; high: number }> {
  const announced = sql`account_id = ${accountId} and mode = ${mode} and kind is not null`
  const { rows } = await sql<{ first: number | null; last: number | null }>`
    select
      (select min(transaction_number) from order_events where ${announced}) as first,
      (select max(transaction_number) from order_events where ${announced}) as last`.execute(db)
  const { first, last } = rows[0]!
  return { low: Math.max(Math.min(first ?? end, end) - 1, 0), high: Math.min(last ?? end, end) + 1 }
}

/** Whether the first event from a transaction on happened before the instant. */
async function isBefore(db: Db, { accountId, mode }: Feed, transaction: number, instant: Date): Promise<boolean> {
  const { rows } = await sql<{ isBefore: boolean }>`
    select at < ${instant} as "isBefore"
    from order_events
    where account_id = ${accountId} and mode = ${mode} and kind is not null
      and transaction_number >= ${transaction}::bigint
    order by transaction_number, order_id, sequence
    limit 1`.execute(db)
  return rows[0]?.isBefore ?? false
}

type Row = FeedEvent & Position

async function eventsAfter(
  db: Db,
  { accountId, mode }: Feed,
  { position, end, since, limit }: { position: Position; end: number; since: Date | null; limit: number },
): Promise<Row[]> {
  const inOrder = sql`e.transaction_number, e.order_id, e.sequence`
  const bytes = sql`octet_length(o.state::text) + octet_length(request::text)`
  const { rows } = await sql<Omit<Row, 'request' | 'state'> & { request: string; states: string }>`
    select page.*, counted.number, counted.states
    from (
      select ${constantColumns}, e.account_id as "accountId", e.order_id as "orderId", e.sequence,
        e.transaction_number as transaction, e.event_id as "eventId", e.kind, e.at, e.status,
        ${runningTotal(bytes, inOrder)} as total
      from (
        select account_id, mode, order_id, sequence, event_id, kind, at, status, transaction_number
        from order_events
        where account_id = ${accountId} and mode = ${mode} and kind is not null
          and (transaction_number, order_id, sequence) >
            (${position.transaction}::bigint, ${position.orderId}, ${position.sequence}::int)
          and transaction_number < ${end}::bigint
          and (${since}::timestamptz is null or at >= ${since})
        order by transaction_number, order_id, sequence
        limit ${limit}
      ) e
      join orders o using (account_id, mode, order_id)
      ${contents}
    ) page
    cross join lateral (
      select (count(*) filter (where kind is not null))::int as number, json_agg(state order by sequence) as states
      from order_events earlier
      where earlier.account_id = page."accountId" and earlier.mode = page.mode and earlier.order_id = page."orderId"
        and earlier.sequence <= page.sequence
    ) counted
    where page.total < ${maxPageBytes}
    order by page.transaction, page."orderId", page.sequence`.execute(db)
  return rows.map(({ states, ...row }) => ({ ...row, request: JSON.parse(row.request), state: mergeStates(states) }))
}
