// The rows of orders and their steps. Reading for a change locks; writing is for transition.ts alone.

import { sql } from 'kysely'
import { forgotten } from '../base/forgotten.ts'
import type { Mode } from '../base/mode.ts'
import { Refusal } from '../base/refusal.ts'
import { ahead } from '../db/ahead.ts'
import type { Db, Tx } from '../db/db.ts'
import { storedJson } from '../db/json.ts'
import { sooner } from '../db/sooner.ts'
import { transactionNumber } from '../db/transactions.ts'
import { finalStatuses, type Status } from './lifecycle.ts'
import type { Order, OrderKey, OrderStep } from './order.ts'
import type { StoredOrder } from './present.ts'
import type { Recipient } from './recipient.ts'

declare const locked: unique symbol
/** The key of an order whose row this transaction holds. */
type LockedKey = OrderKey & { [locked]: true }
/** Such an order, read: the only kind that transition.ts accepts. */
export type LockedOrder = Order & LockedKey

type OrderRow = Omit<Order, 'request' | 'books' | 'state'> & { request: string; books: string; state: string }

const columns = sql`
  o.account_id as "accountId", o.mode, o.order_id as "orderId", o.customer_order_id as "customerOrderId", o.status, o.billing,
  o.request, o.books, o.webhook_url as "webhookUrl", o.state, o.sequence, o.received_number as "receivedNumber",
  o.received_at as "receivedAt", o.due_at as "dueAt", o.attempts, o.tries_from as "triesFrom",
  o.charge_cents as "chargeCents", o.reprint_of as "reprintOf",
  o.recipient_forgotten_at as "recipientForgottenAt", o.created_at as "createdAt", o.updated_at as "updatedAt"`

const orderOf = (row: OrderRow): Order => ({
  ...row,
  request: JSON.parse(row.request),
  books: JSON.parse(row.books),
  state: JSON.parse(row.state),
})

/** One order by the customer's identifier, in the caller's mode; undefined in the other mode. */
export async function findOrder(db: Db | Tx, name: NamedOrder): Promise<Order | undefined> {
  const [order] = await findOrders(db, [name])
  return order
}

/** Many orders by the customers' identifiers, in no particular order. */
export async function findOrders(db: Db | Tx, keys: NamedOrder[]): Promise<Order[]> {
  const { rows } = await sql<OrderRow>`
    select ${columns}
    from unnest(
      ${keys.map(key => key.accountId)}::text[], ${keys.map(key => key.mode)}::text[],
      ${keys.map(key => key.customerOrderId)}::text[]
    ) as k (account_id, mode, customer_order_id)
    join lateral ${named} as o on o.mode = k.mode`.execute(db)
  return rows.map(orderOf)
}

/**
 * The order of a row `k` of names, of whichever mode. One look by key for each, whatever the planner thinks of the
 * tables: told of the mode too, it may walk along all orders of an account and mode.
 */
const named = sql`(
      select ctid, xmin, *
      from orders
      where account_id = k.account_id and customer_order_id = k.customer_order_id
      offset 0
    )`

/** Orders as they were when they were created. */
export async function findOrdersAtFirst(tx: Tx, keys: OrderKey[]): Promise<Order[]> {
  if (keys.length === 0) return []
  const { rows } = await sql<OrderRow & { firstStatus: Status; firstState: string }>`
    select ${columns}, e.status as "firstStatus", e.state as "firstState"
    from orders o
    join order_events e on e.account_id = o.account_id and e.mode = o.mode and e.order_id = o.order_id and e.sequence = 1
    where (o.account_id, o.mode, o.order_id) in (${rowsOf(keys)})`.execute(tx)
  return rows.map(({ firstStatus, firstState, ...row }) =>
    orderOf({ ...row, status: firstStatus, state: firstState, updatedAt: row.createdAt }),
  )
}

/** An order by the customer's name for it. */
export type NamedOrder = { accountId: string; mode: Mode; customerOrderId: string }

/**
 * Which version of a row was read: its place in the table and the transaction that wrote it. Both are meaningful only
 * within an era, which ends when the table is rewritten (into another file) or another server answers, such as a
 * standby or a restored one.
 */
export type RowVersion = { era: string; tid: string; xmin: string }

const era = sql`(select pg_relation_filenode('orders') || ' ' || extract(epoch from pg_postmaster_start_time()))`

/** Many orders by the customers' identifiers, as they are stored; each with the index of its key in `keys`. */
export async function findStoredOrders(
  db: Db,
  keys: NamedOrder[],
): Promise<{ place: number; version: RowVersion; stored: Omit<StoredOrder, 'mode' | 'customerOrderId'> }[]> {
  if (keys.length === 0) return []
  const { rows } = await sql<{ place: number } & RowVersion & Omit<StoredOrder, 'mode' | 'customerOrderId'>>`
    select
      k.place, ${era} as era, o.ctid::text as tid, o.xmin::text as xmin,
      o.status, o.billing, o.request as "requestJson", o.state as "stateJson",
      o.reprint_of as "reprintOf", o.recipient_forgotten_at::text as "recipientForgottenAt",
      o.created_at::text as "createdAt", o.updated_at::text as "updatedAt"
    from unnest(
      ${keys.map(key => key.accountId)}::text[], ${keys.map(key => key.mode)}::text[],
      ${keys.map(key => key.customerOrderId)}::text[]
    ) with ordinality as k (account_id, mode, customer_order_id, place)
    join lateral ${named} as o on o.mode = k.mode`.execute(db)
  return rows.map(({ place, era, tid, xmin, ...stored }) => ({
    place: place - 1,
    version: { era, tid, xmin },
    stored,
  }))
}

/**
 * The indexes, among order row versions of one era, of those that have changed; all of them in another era. Looked up
 * by place, which costs PostgreSQL half of what a look-up by key does.
 */
export async function findChangedOrders(db: Db, readIn: string, read: RowVersion[]): Promise<number[]> {
  if (read.length === 0) return []
  const { rows } = await sql<{ index: number }>`
    select v.index
    from unnest(
      ${read.map(one => one.tid)}::tid[], ${read.map(one => one.xmin)}::xid[]
    ) with ordinality as v (tid, xmin, index)
    where v.xmin is distinct from (select xmin from orders where ctid = v.tid)
      or ${era} <> ${readIn}`.execute(db)
  return rows.map(({ index }) => index - 1)
}

/** Locks the orders of `keys`, in key order so that there are no deadlocks, and reads them. */
export async function lockOrders(tx: Tx, keys: OrderKey[]): Promise<LockedOrder[]> {
  if (keys.length === 0) return []
  const { rows } = await sql<OrderRow>`
    select ${columns}
    from orders o
    where (o.account_id, o.mode, o.order_id) in (${rowsOf(keys)})
    order by o.account_id, o.mode, o.order_id
    for update of o`.execute(tx)
  return rows.map(orderOf) as LockedOrder[]
}

/** An order as a charge needs it, without its books: an account is charged whole, whatever its orders weigh. */
export type ChargeableOrder = LockedKey &
  Pick<Order, 'status' | 'billing' | 'dueAt' | 'chargeCents'> & { taxCents: number }

/** Locks the orders of `keys`, in key order, and reads what a charge needs of them. */
export async function lockToCharge(tx: Tx, keys: OrderKey[]): Promise<ChargeableOrder[]> {
  const { rows } = await sql<ChargeableOrder>`
    select o.account_id as "accountId", o.mode, o.order_id as "orderId", o.status, o.billing, o.due_at as "dueAt",
      o.charge_cents as "chargeCents", coalesce(o.state -> 'pricing' ->> 'taxesCents', '0')::bigint as "taxCents"
    from orders o
    where (o.account_id, o.mode, o.order_id) in (${rowsOf(keys)})
    order by o.account_id, o.mode, o.order_id
    for update of o`.execute(tx)
  return rows
}

const rowsOf = (keys: OrderKey[]) => sql`
  select * from unnest(
    ${keys.map(key => key.accountId)}::text[], ${keys.map(key => key.mode)}::text[],
    ${keys.map(key => key.orderId)}::text[])`

/**
 * Locks an order that was found before. Refuses with `order_not_found` when it has disappeared: a sandbox can be
 * emptied.
 */
export async function lockFound(tx: Tx, found: Order): Promise<LockedOrder> {
  const [order] = await lockOrders(tx, [found])
  if (order === undefined) throw orderNotFound(found)
  return order
}

export const orderNotFound = ({ customerOrderId, mode }: { customerOrderId: string; mode: Mode }): Refusal =>
  new Refusal('order_not_found', `there is no order ${customerOrderId} in ${mode}`)

/** Of `orders o`. Nearly all have 2 to 4 kB, but one may have megabytes, and a set of those would fill the memory. */
const bytes = sql`octet_length(o.request::text) + octet_length(o.books::text) + octet_length(o.state::text)`

/** What is locked to be moved together is read and written by single statements. */
const mostBytesTogether = 16 * 1024 * 1024
/** A page is made in one turn of the event loop, while everybody else waits. */
const mostBytesInAPage = 4 * 1024 * 1024

/**
 * Locks up to `most` due orders of a status, fewer when they are large; skips those that another worker holds. The
 * first is locked whatever its size.
 */
export async function lockDueOrders(tx: Tx, status: Status, now: Date, most: number): Promise<LockedOrder[]> {
  const { rows } = await sql<OrderRow>`
    with due as (
      select *
      from orders
      where status = ${status} and due_at <= ${now}
      order by due_at
      limit ${most}
      for update skip locked
    )
    select ${columns}
    from (select o.*, ${ahead(bytes, sql`o.due_at, o.order_id`)} as ahead from due o) o
    where o.ahead < ${mostBytesTogether}
    order by o.due_at, o.order_id`.execute(tx)
  return rows.map(orderOf) as LockedOrder[]
}

/** Locks the orders of `keys`, and reads the first of them, in key order: fewer than all when they are large. */
export async function lockFirstOf(tx: Tx, keys: OrderKey[]): Promise<LockedOrder[]> {
  const order = sql`o.account_id, o.mode, o.order_id`
  const { rows } = await sql<OrderRow>`
    with found as (
      select *
      from orders o
      where (o.account_id, o.mode, o.order_id) in (${rowsOf(keys)})
      order by ${order}
      for update
    )
    select ${columns}
    from (select o.*, ${ahead(bytes, order)} as ahead from found o) o
    where o.ahead < ${mostBytesTogether}
    order by ${order}`.execute(tx)
  return rows.map(orderOf) as LockedOrder[]
}

/**
 * Locks up to `most` orders that ended by that instant and whose recipient is not forgotten, the longest ended first;
 * fewer when they are large. Skips those that somebody else holds.
 */
export async function lockEndedOrders(tx: Tx, by: Date, most: number): Promise<LockedOrder[]> {
  const { rows } = await sql<OrderRow>`
    with ended as (
      select *
      from orders
      where ended_at <= ${by} and recipient_forgotten_at is null
      order by ended_at
      limit ${most}
      for update skip locked
    )
    select ${columns}
    from (select o.*, ${ahead(bytes, sql`o.ended_at, o.order_id`)} as ahead from ended o) o
    where o.ahead < ${mostBytesTogether}
    order by o.ended_at, o.order_id`.execute(tx)
  return rows.map(orderOf) as LockedOrder[]
}

/**
 * For each limit, locks its first `count` queued orders in the order in which they joined the queue. Where they are
 * large together, the last ones are left out.
 */
export async function lockFirstQueued(
  tx: Tx,
  wanted: { accountId: string; mode: Mode; count: number }[],
): Promise<LockedOrder[]> {
  const { rows } = await sql<OrderRow>`
    with first as (
      select w.place, q.*
      from unnest(
        ${wanted.map(one => one.accountId)}::text[], ${wanted.map(one => one.mode)}::text[],
        ${wanted.map(one => one.count)}::int[]
      ) with ordinality as w (account_id, mode, count, place)
      cross join lateral (
        select * from orders
        where account_id = w.account_id and mode = w.mode and status = 'QUEUED'
        order by queue_number
        limit w.count
        for update
      ) q
    )
    select ${columns}
    from (select o.*, ${ahead(bytes, sql`o.place, o.queue_number`)} as ahead from first o) o
    where o.ahead < ${mostBytesTogether}
    order by o.place, o.queue_number`.execute(tx)
  return rows.map(orderOf) as LockedOrder[]
}

/**
 * The first orders of those of one account and mode that the filter lets through, newest first: at most `limit`, fewer
 * when they are large. `isLast`: there are no others.
 */
export async function listOrderRows(
  db: Db,
  filter: {
    accountId: string
    mode: Mode
    statuses: string[]
    createdAfter: Date | null
    createdBefore: Date | null
    from: string | null
    below: string | null
    after: string | null
    limit: number
  },
): Promise<{ orders: Order[]; isLast: boolean }> {
  const { rows } = await sql<OrderRow & { found: number }>`
    with found as (
      select *
      from orders o
      where o.account_id = ${filter.accountId} and o.mode = ${filter.mode}
        ${filter.statuses.length === 0 ? sql`` : sql`and o.status = any (${filter.statuses}::text[])`}
        ${filter.createdAfter === null ? sql`` : sql`and o.created_at > ${filter.createdAfter}`}
        ${filter.createdBefore === null ? sql`` : sql`and o.created_at < ${filter.createdBefore}`}
        ${filter.from === null ? sql`` : sql`and o.order_id >= ${filter.from}`}
        ${filter.below === null ? sql`` : sql`and o.order_id < ${filter.below}`}
        ${filter.after === null ? sql`` : sql`and o.order_id < ${filter.after}`}
      order by o.order_id desc
      limit ${filter.limit + 1}
    )
    select ${columns}, (select count(*)::int from found) as found
    from (select o.*, ${ahead(bytes, sql`o.order_id desc`)} as ahead from found o) o
    where o.ahead < ${mostBytesInAPage}
    order by o.order_id desc
    limit ${filter.limit}`.execute(db)
  const orders = rows.map(({ found: _, ...row }) => orderOf(row))
  return { orders, isLast: orders.length === (rows[0]?.found ?? 0) }
}

/** Which of these identifiers the accounts have already used, in either mode. */
export async function usedIdentifiers(
  tx: Db | Tx,
  ids: { accountId: string; customerOrderId: string }[],
): Promise<{ accountId: string; customerOrderId: string }[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ accountId: string; customerOrderId: string }>`
    select o.account_id as "accountId", o.customer_order_id as "customerOrderId"
    from unnest(${ids.map(id => id.accountId)}::text[], ${ids.map(id => id.customerOrderId)}::text[])
      as k (account_id, customer_order_id)
    cross join lateral ${named} as o`.execute(tx)
  return rows
}

/** Moves due_at of claimed orders ahead and counts the attempt, so that the death of a worker costs only time. */
export async function leaseOrders(tx: Tx, orders: LockedKey[], until: Date): Promise<void> {
  await sql`
    update orders o set due_at = ${until}, attempts = attempts + 1
    where (o.account_id, o.mode, o.order_id) in (${rowsOf(orders)})`.execute(tx)
}

/** Moves due_at of orders in progress ahead, without counting an attempt, unless somebody else has moved them. */
export async function renewLeases(db: Db, orders: Order[], until: Date): Promise<void> {
  await sql`
    update orders o set due_at = ${until}
    from unnest(
      ${orders.map(order => order.accountId)}::text[], ${orders.map(order => order.mode)}::text[],
      ${orders.map(order => order.orderId)}::text[], ${orders.map(order => order.sequence)}::int[]
    ) as h (account_id, mode, order_id, sequence)
    where o.account_id = h.account_id and o.mode = h.mode and o.order_id = h.order_id and o.sequence = h.sequence
      and o.due_at is not null`.execute(db)
}

/**
 * Fast-forward in a sandbox that is locked: all deadlines of its unfinished orders, and all its places in the window,
 * come earlier.
 */
export async function shiftOrders(
  tx: Tx,
  { accountId, mode }: { accountId: string; mode: 'sandbox' },
  byMs: number,
): Promise<void> {
  await sql`
    update orders
    set due_at = ${sooner('due_at', byMs)}, received_at = ${sooner('received_at', byMs)},
      tries_from = ${sooner('tries_from', byMs)}
    where account_id = ${accountId} and mode = ${mode} and (due_at is not null or received_at is not null)`.execute(tx)
}

/** Locks every order of a sandbox, in key order. */
export async function lockSandbox(tx: Tx, accountId: string): Promise<void> {
  await sql`
    select from orders where account_id = ${accountId} and mode = 'sandbox' order by order_id for update`.execute(tx)
}

/**
 * Deletes the orders of a sandbox with their steps; everything else that belongs to them is already gone. Returns how
 * many there were.
 */
export async function deleteSandboxOrders(tx: Tx, accountId: string): Promise<number> {
  await sql`delete from reprint_requests where account_id = ${accountId} and mode = 'sandbox'`.execute(tx)
  await sql`delete from create_requests where account_id = ${accountId} and mode = 'sandbox'`.execute(tx)
  await sql`delete from order_events where account_id = ${accountId} and mode = 'sandbox'`.execute(tx)
  const { numAffectedRows } =
    await sql`delete from orders where account_id = ${accountId} and mode = 'sandbox'`.execute(tx)
  return Number(numAffectedRows)
}

/** Of new rows `n` of orders. */
const isFinal = sql`n.status = any (${[...finalStatuses]}::text[])`

/** For transition.ts: new orders, with their first step. */
export async function insertOrders(tx: Tx, orders: (Order & { queueNumber: number | null })[]): Promise<void> {
  await sql`
    insert into orders (
      account_id, mode, order_id, customer_order_id, status, billing, request, books, webhook_url, state, sequence,
      received_number, received_at, queue_number, due_at, charge_cents, reprint_of, created_at, updated_at, ended_at)
    select
      account_id, mode, order_id, customer_order_id, status, billing, request::json, books::json, webhook_url, state::json, 1,
      received_number, received_at, queue_number, due_at, charge_cents, reprint_of, created_at, created_at,
      case when ${isFinal} then created_at end
    from unnest(
      ${orders.map(o => o.accountId)}::text[], ${orders.map(o => o.mode)}::text[], ${orders.map(o => o.orderId)}::text[],
      ${orders.map(o => o.customerOrderId)}::text[], ${orders.map(o => o.status)}::text[],
      ${orders.map(o => o.billing)}::text[], ${orders.map(o => storedJson(o.request))}::text[],
      ${orders.map(o => storedJson(o.books))}::text[], ${orders.map(o => o.webhookUrl)}::text[], ${orders.map(o => storedJson(o.state))}::text[],
      ${orders.map(o => o.receivedNumber)}::bigint[], ${orders.map(o => o.receivedAt)}::timestamptz[],
      ${orders.map(o => o.queueNumber)}::bigint[], ${orders.map(o => o.dueAt)}::timestamptz[], ${orders.map(o => o.chargeCents)}::bigint[],
      ${orders.map(o => o.reprintOf)}::text[], ${orders.map(o => o.createdAt)}::timestamptz[]
    ) as n (
      account_id, mode, order_id, customer_order_id, status, billing, request, books, webhook_url, state,
      received_number, received_at, queue_number, due_at, charge_cents, reprint_of, created_at)`.execute(tx)
}

/** For transition.ts: orders that moved. */
export async function updateOrders(tx: Tx, orders: Order[]): Promise<void> {
  await sql`
    update orders o
    set status = n.status, books = n.books::json, state = n.state::json, sequence = n.sequence, received_number = n.received_number,
      received_at = n.received_at, due_at = n.due_at, attempts = n.attempts, tries_from = n.tries_from,
      charge_cents = n.charge_cents, updated_at = n.updated_at,
      ended_at = coalesce(o.ended_at, case when ${isFinal} then n.updated_at end)
    from unnest(
      ${orders.map(o => o.accountId)}::text[], ${orders.map(o => o.mode)}::text[], ${orders.map(o => o.orderId)}::text[],
      ${orders.map(o => o.status)}::text[], ${orders.map(o => storedJson(o.books))}::text[],
      ${orders.map(o => storedJson(o.state))}::text[],
      ${orders.map(o => o.sequence)}::int[], ${orders.map(o => o.receivedNumber)}::bigint[],
      ${orders.map(o => o.receivedAt)}::timestamptz[], ${orders.map(o => o.dueAt)}::timestamptz[],
      ${orders.map(o => o.attempts)}::int[], ${orders.map(o => o.triesFrom)}::timestamptz[],
      ${orders.map(o => o.chargeCents)}::bigint[], ${orders.map(o => o.updatedAt)}::timestamptz[]
    ) as n (
      account_id, mode, order_id, status, books, state, sequence, received_number, received_at, due_at, attempts, tries_from,
      charge_cents, updated_at)
    where o.account_id = n.account_id and o.mode = n.mode and o.order_id = n.order_id`.execute(tx)
}

/** For forget.ts: what is left of the orders and their steps. */
export async function writeForgotten(
  tx: Tx,
  orders: (LockedKey & Pick<Order, 'request' | 'state'>)[],
  now: Date,
): Promise<void> {
  await sql`
    update orders o
    set request = n.request::json, state = n.state::json, recipient_forgotten_at = ${now}
    from unnest(
      ${orders.map(o => o.accountId)}::text[], ${orders.map(o => o.mode)}::text[], ${orders.map(o => o.orderId)}::text[],
      ${orders.map(o => storedJson(o.request))}::text[], ${orders.map(o => storedJson(o.state))}::text[]
    ) as n (account_id, mode, order_id, request, state)
    where o.account_id = n.account_id and o.mode = n.mode and o.order_id = n.order_id`.execute(tx)
  await sql`
    update order_events e
    set recipient_name = null, recipient_email = null, note = case when note is not null then ${forgotten} end
    where (e.account_id, e.mode, e.order_id) in (${rowsOf(orders)})
      and (recipient_name is not null or recipient_email is not null or note is not null)`.execute(tx)
}

/** The states of those steps of locked orders in which that text stands. */
export async function statesWith(tx: Tx, orders: LockedKey[], text: string): Promise<StepState[]> {
  const { rows } = await sql<StepState & { state: string }>`
    select e.account_id as "accountId", e.mode, e.order_id as "orderId", e.sequence, e.state
    from order_events e
    where (e.account_id, e.mode, e.order_id) in (${rowsOf(orders)})
      and position(${text} in e.state::text) > 0`.execute(tx)
  return rows.map(row => ({ ...row, state: JSON.parse(row.state) }))
}

export type StepState = Pick<OrderStep, keyof OrderKey | 'sequence' | 'state'>

/** For forget.ts. */
export async function writeStates(tx: Tx, steps: StepState[]): Promise<void> {
  if (steps.length === 0) return
  await sql`
    update order_events e
    set state = n.state::json
    from unnest(
      ${steps.map(s => s.accountId)}::text[], ${steps.map(s => s.mode)}::text[], ${steps.map(s => s.orderId)}::text[],
      ${steps.map(s => s.sequence)}::int[], ${steps.map(s => storedJson(s.state))}::text[]
    ) as n (account_id, mode, order_id, sequence, state)
    where e.account_id = n.account_id and e.mode = n.mode and e.order_id = n.order_id and e.sequence = n.sequence`.execute(
    tx,
  )
}

/** A step with what is written beside it: a delivery where it is announced, and who gets a new order. */
export type NewStep = OrderStep & { hasDelivery: boolean; recipient: Recipient | null }

/** For transition.ts. */
export async function insertSteps(tx: Tx, steps: NewStep[]): Promise<void> {
  await sql`
    with steps as (
      select *
      from unnest(
        ${steps.map(s => s.accountId)}::text[], ${steps.map(s => s.mode)}::text[], ${steps.map(s => s.orderId)}::text[],
        ${steps.map(s => s.sequence)}::int[], ${steps.map(s => s.eventId)}::text[], ${steps.map(s => s.kind)}::text[],
        ${steps.map(s => s.on)}::text[], ${steps.map(s => s.from)}::text[], ${steps.map(s => s.status)}::text[],
        ${steps.map(s => storedJson(s.state))}::text[], ${steps.map(s => s.at)}::timestamptz[],
        ${steps.map(s => s.actor)}::text[], ${steps.map(s => s.note)}::text[], ${steps.map(s => s.hasDelivery)}::boolean[],
        ${steps.map(s => s.recipient?.name ?? null)}::text[], ${steps.map(s => s.recipient?.email ?? null)}::text[]
      ) as s (
        account_id, mode, order_id, sequence, event_id, kind, on_event, from_status, status, state, at, actor, note,
        has_delivery, recipient_name, recipient_email)
    ), written as (
      insert into order_events (
        account_id, mode, order_id, sequence, event_id, kind, on_event, from_status, status, state, at, actor, note,
        has_delivery, recipient_name, recipient_email, transaction_number)
      select
        account_id, mode, order_id, sequence, event_id, kind, on_event, from_status, status, state::json, at, actor, note,
        has_delivery, recipient_name, recipient_email, ${transactionNumber}
      from steps
    )
    insert into webhook_deliveries (account_id, mode, order_id, sequence, status, next_attempt_at, created_at)
    select account_id, mode, order_id, sequence, 'pending', at, at
    from steps
    where has_delivery`.execute(tx)
}
