// Orders in EXCEPTION by their cause, for the hours after an outage: all orders of a cause are resumed or revalidated
// in portions. Each order has its own transaction and its own entry in the audit log, so an order that cannot be moved
// does not stop other orders.

import { sql } from 'kysely'
import { readWords, say, type Words } from '../../../languages/texts.ts'
import type { Log } from '../../base/log.ts'
import type { Mode } from '../../base/mode.ts'
import { Refusal } from '../../base/refusal.ts'
import type { Db } from '../../db/db.ts'
import type { Status } from '../../orders/lifecycle.ts'
import { resumeOrder, revalidateOrder, type StaffDeps } from './staffActs.ts'
import type { WaitingCursor } from './waitingOrders.ts'

/** The oldest orders are counted: more orders than this have few causes. */
const maxOrders = 10_000
/** Printers write reasons freely, so there may be a cause for each order. */
const maxCauses = 100
/** A portion is answered within seconds. */
export const maxBatchOrders = 50

/** The status in which the orders stopped, and the note of that step in English. */
type Cause = { stoppedIn: Status; note: string | null }
type CountedCause = { stoppedIn: Status; note: Words | null; orders: number; oldestSince: Date }

/** For queries with `orders o`: the step that put the order on hold. */
const causeStep = sql`
  select e.from_status, e.note::text as note
  from order_events e
  where e.account_id = o.account_id and e.mode = o.mode and e.order_id = o.order_id and e.on_event = 'problem'
  order by e.sequence desc
  limit 1`

export async function listCauses(db: Db, mode: Mode): Promise<{ causes: CountedCause[]; capped: boolean }> {
  const { rows } = await sql<Omit<CountedCause, 'note'> & { note: string | null; total: number }>`
    select
      e.from_status as "stoppedIn", e.note, count(*)::int as orders, min(o.updated_at) as "oldestSince",
      (sum(count(*)) over ())::int as total
    from (
      select account_id, mode, order_id, updated_at
      from orders
      where status = 'EXCEPTION' and mode = ${mode}
      order by updated_at
      limit ${maxOrders}
    ) o
    cross join lateral (${causeStep}) e
    group by e.from_status, e.note
    order by orders desc, min(o.updated_at)
    limit ${maxCauses + 1}`.execute(db)
  const causes = rows.slice(0, maxCauses).map(({ total: _, note, ...cause }) => ({ ...cause, note: readWords(note) }))
  return { causes, capped: rows.length > maxCauses || (rows[0]?.total ?? 0) >= maxOrders }
}

export const causeActs = ['resume', 'revalidate'] as const
type CauseAct = (typeof causeActs)[number]

const actFunctions = { resume: resumeOrder, revalidate: revalidateOrder } satisfies Record<CauseAct, unknown>

type Portion = {
  act: CauseAct
  mode: Mode
  cause: Cause
  /** Orders that are put on hold after this time are left out, so that no order is acted on again and again. */
  asOf: Date
  after: WaitingCursor | null
  limit: number
  reason: string | null
  now: Date
  actor: string
}

type FailedOrder = { accountId: string; customerOrderId: string; code: string; detail: Words }

/** Acts on the next orders of a cause. `next` is null when no more orders follow. */
export async function actOnCause(
  deps: StaffDeps & { db: Db; log: Log },
  { act, reason, now, actor, ...portion }: Portion,
): Promise<{ done: number; failed: FailedOrder[]; next: WaitingCursor | null }> {
  const found = await findOrdersOfCause(deps.db, portion)
  const orders = found.slice(0, portion.limit)
  const failed: FailedOrder[] = []
  for (const { accountId, customerOrderId } of orders) {
    try {
      await actFunctions[act](deps, { accountId, customerOrderId, reason, requestKey: null, now, actor })
    } catch (error) {
      if (!(error instanceof Refusal))
        deps.log.warn({ err: error, accountId, customerOrderId }, 'an order was not moved')
      const { code, detail } =
        error instanceof Refusal
          ? error
          : { code: 'internal_error', detail: say('The action on the order failed; the cause was logged.') }
      failed.push({ accountId, customerOrderId, code, detail })
    }
  }
  const last = orders.at(-1)
  const next = found.length > orders.length && last !== undefined ? { since: last.since, orderId: last.orderId } : null
  return { done: orders.length - failed.length, failed, next }
}

type CauseOrder = { accountId: string; customerOrderId: string; orderId: string; since: Date }

async function findOrdersOfCause(
  db: Db,
  { mode, cause, asOf, after, limit }: Pick<Portion, 'mode' | 'cause' | 'asOf' | 'after' | 'limit'>,
): Promise<CauseOrder[]> {
  const notes = await storedNotes(db, mode, cause, asOf)
  const { rows } = await sql<CauseOrder>`
    select
      o.account_id as "accountId", o.customer_order_id as "customerOrderId", o.order_id as "orderId",
      o.updated_at as since
    from orders o
    cross join lateral (${causeStep}) e
    where o.status = 'EXCEPTION' and o.mode = ${mode} and o.updated_at <= ${asOf}
      ${after === null ? sql`` : sql`and (o.updated_at, o.order_id) > (${after.since}, ${after.orderId})`}
      and e.from_status = ${cause.stoppedIn} and ${cause.note === null ? sql`e.note is null` : sql`e.note = any(${notes})`}
    order by o.updated_at, o.order_id
    limit ${limit + 1}`.execute(db)
  return rows
}

/** The notes of orders on hold that read so in English, as they are stored. */
async function storedNotes(db: Db, mode: Mode, { stoppedIn, note }: Cause, asOf: Date): Promise<string[]> {
  if (note === null) return []
  const { rows } = await sql<{ note: string }>`
    select distinct e.note
    from (
      select account_id, mode, order_id
      from orders
      where status = 'EXCEPTION' and mode = ${mode} and updated_at <= ${asOf}
      order by updated_at
      limit ${maxOrders}
    ) o
    cross join lateral (${causeStep}) e
    where e.from_status = ${stoppedIn} and e.note is not null`.execute(db)
  return rows.map(row => row.note).filter(stored => String(readWords(stored)) === note)
}
