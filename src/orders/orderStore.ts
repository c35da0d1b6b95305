// The rows of orders. Reading for a change locks; writing is for transition.ts alone.

import { randomInt } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { parseWithWords, say } from '../../languages/texts.ts'
import { type Mode, modes } from '../base/mode.ts'
import { Refusal } from '../base/refusal.ts'
import { redacted } from '../base/text/redacted.ts'
import type { Db, Tx } from '../db/db.ts'
import { bigint, integer, json, rowsOf, storedWords, text, timestamp } from '../db/rows.ts'
import { runningTotal } from '../db/runningTotal.ts'
import { firstUnlocked } from '../db/unlockedRows.ts'
import { finalStatuses, type Status } from './lifecycle.ts'
import {
  type ChangeRequest,
  type Order,
  type OrderConstants,
  type OrderKey,
  type OrderState,
  requestsIn,
} from './order.ts'
import type { ParcelDelivery } from './parcelDelivery.ts'

declare const locked: unique symbol
/** The key of an order that this transaction has locked. */
export type LockedKey = OrderKey & { [locked]: true }
/** A locked order: transition.ts accepts no other. */
export type LockedOrder = Order & LockedKey

export type OrderRow = Omit<Order, 'request' | 'placed' | 'books' | 'state'> & {
  request: string
  books: string
  state: string
}

/** The constants as they are stored: the request is the text of its JSON. */
type StoredConstants = Omit<OrderConstants, 'request' | 'placed'> & { request: string }

/**
 * For queries with `orders o`: the contents `c` of each order, by its key, for any statistics of the planner. A
 * statement that waits for the lock of an order may read contents from before the wait. No step depends on that: the
 * contents change only when the files of an order are checked, and when the recipient of an ended order is erased.
 */
export const contents = sql`
    cross join lateral (
      select request, books, order_number
      from order_contents
      where account_id = o.account_id and mode = o.mode and order_id = o.order_id
      offset 0
    ) as c`

/** For queries with `orders o` and `contents`: the columns of `OrderConstants`, to show an order at a step. */
export const constantColumns = sql<StoredConstants>`
  o.customer_order_id as "customerOrderId", order_number as "orderNumber", o.mode, o.billing, request, o.reprint_of as "reprintOf",
  o.recipient_erased_at as "recipientErasedAt", o.created_at as "createdAt"`

/** For queries with `orders o` and `contents`: the columns of an `OrderRow`. */
export const orderColumns = sql`
  ${constantColumns}, o.account_id as "accountId", o.order_id as "orderId", o.status, books,
  o.webhook_url as "webhookUrl", o.state, o.sequence, o.received_number as "receivedNumber",
  o.received_at as "receivedAt", o.due_at as "dueAt", o.attempts, o.tries_from as "triesFrom",
  o.charge_cents as "chargeCents", o.operator_version as "operatorVersion", o.updated_at as "updatedAt"`

/** The stored fields of the order object. */
export type StoredOrder = StoredConstants & { status: Status; state: string; updatedAt: Date }

export function orderOf({ request, books, ...row }: OrderRow): Order {
  const state = parseWithWords(row.state) as OrderState
  return { ...row, ...requestsIn(JSON.parse(request), state), books: JSON.parse(books), state }
}

/** An order by the customer's identifier, in one mode. */
export async function findOrder(db: Db | Tx, name: NamedOrder): Promise<Order | undefined> {
  const [order] = await findOrders(db, [name])
  return order
}

/** Identifiers are unique across both modes. */
export async function findOrderInAnyMode(
  db: Db | Tx,
  { accountId, customerOrderId }: { accountId: string; customerOrderId: string },
): Promise<Order | undefined> {
  const anyMode = modes.map(mode => ({ accountId, mode, customerOrderId }))
  const [order] = await findOrders(db, anyMode)
  return order
}

/** Many orders by the customers' identifiers, in no particular order. */
async function findOrders(db: Db | Tx, keys: NamedOrder[]): Promise<Order[]> {
  const { rows } = await sql<OrderRow>`
    select ${orderColumns}
    from ${rowsOf(keys, 'k', nameColumns).from}
    join lateral ${orderByName} as o on o.mode = k.mode
    ${contents}`.execute(db)
  return rows.map(orderOf)
}

/**
 * The order of a row `k` of names, in either mode. The `offset 0` makes the planner look up each order by its key: with
 * the mode in the condition, it may read all orders of an account and mode.
 */
const orderByName = sql`(
      select *
      from orders
      where account_id = k.account_id and customer_order_id = k.customer_order_id
      offset 0
    )`

/** Orders as they were when they were created. */
export async function findOrdersAtFirst(tx: Tx, keys: OrderKey[]): Promise<Order[]> {
  if (keys.length === 0) return []
  const { rows } = await sql<OrderRow & { firstStatus: Status; firstState: string }>`
    select ${orderColumns}, e.status as "firstStatus", e.state as "firstState"
    from orders o
    ${contents}
    join order_events e on e.account_id = o.account_id and e.mode = o.mode and e.order_id = o.order_id and e.sequence = 1
    where (o.account_id, o.mode, o.order_id) in (${keyRows(keys)})`.execute(tx)
  return rows.map(({ firstStatus, firstState, ...row }) =>
    orderOf({ ...row, status: firstStatus, state: firstState, updatedAt: row.createdAt }),
  )
}

/** An order by the customer's name for it. */
export type NamedOrder = { accountId: string; mode: Mode; customerOrderId: string }

/**
 * Each update of orders writes a new version, by which readers notice changes. The increment is random, so a version
 * that was lost in a crash or a failover is not used again for other content.
 */
export const nextVersion = (): RawBuilder<number> => sql`o.version + ${randomInt(1, 2 ** 31)}::bigint`

/** `version` is the version that the caller has; null for none. */
type CachedOrder = NamedOrder & { version: string | null }

/** An order that is not as the caller has it, as it is stored; `stored` is null when it does not exist. */
type ChangedOrder = { index: number; version: string; stored: StoredOrder | null }

/**
 * The orders of `keys`, by the customers' identifiers, whose version is not the caller's, each with the
 * index of its key. An order that the caller does not have and that does not exist is not among them.
 */
export async function findChangedOrders(db: Db, keys: CachedOrder[]): Promise<ChangedOrder[]> {
  const { rows } = await sql<{ place: number; version: string } & NonNullable<ChangedOrder['stored']>>`
    select k.place, o.version::text as version, changed.*
    from ${rowsOf(keys, 'k', { ...nameColumns, version: text(key => key.version) }).numbered}
    left join lateral ${orderByName} as o on o.mode = k.mode
    left join lateral (
      select ${constantColumns}, o.status, o.state, o.updated_at as "updatedAt"
      from (select) as this
      ${contents}
    ) as changed on true
    where o.version is distinct from k.version::bigint`.execute(db)
  return rows.map(({ place, version, ...stored }) => ({
    index: place - 1,
    version,
    stored: stored.status === null ? null : stored,
  }))
}

/** Locks the orders of `keys`, in key order so that there are no deadlocks, and reads them. */
export async function lockOrders(tx: Tx, keys: OrderKey[]): Promise<LockedOrder[]> {
  if (keys.length === 0) return []
  const { rows } = await sql<OrderRow>`
    select ${orderColumns}
    from orders o
    ${contents}
    where (o.account_id, o.mode, o.order_id) in (${keyRows(keys)})
    order by o.account_id, o.mode, o.order_id
    for update of o`.execute(tx)
  return rows.map(orderOf) as LockedOrder[]
}

export async function findOrderByKey(db: Db, key: OrderKey): Promise<Order | undefined> {
  const { rows } = await sql<OrderRow>`
    select ${orderColumns}
    from orders o
    ${contents}
    where (o.account_id, o.mode, o.order_id) in (${keyRows([key])})`.execute(db)
  return rows[0] && orderOf(rows[0])
}

/** The carriers' reports about the parcels of orders, by order id; orders without a report are left out. */
export async function findDeliveries(db: Db, keys: OrderKey[]): Promise<Map<string, ParcelDelivery[]>> {
  if (keys.length === 0) return new Map()
  const { rows } = await sql<{ orderId: string; delivery: string }>`
    select order_id as "orderId", (state -> 'delivery')::text as delivery
    from orders
    where (account_id, mode, order_id) in (${keyRows(keys)}) and state -> 'delivery' is not null`.execute(db)
  return new Map(rows.map(({ orderId, delivery }) => [orderId, JSON.parse(delivery) as ParcelDelivery[]]))
}

/** The changes that printers are asked for, by order id. */
export async function findChangeRequests(db: Db, keys: OrderKey[]): Promise<Map<string, ChangeRequest>> {
  if (keys.length === 0) return new Map()
  const { rows } = await sql<{ orderId: string; changeRequest: string | null }>`
    select order_id as "orderId", (state -> 'changeRequest')::text as "changeRequest"
    from orders
    where (account_id, mode, order_id) in (${keyRows(keys)})`.execute(db)
  return new Map(
    rows.flatMap(row => (row.changeRequest === null ? [] : [[row.orderId, JSON.parse(row.changeRequest)]])),
  )
}

/**
 * An order as a charge needs it, without its books: a charge takes all orders of an account, however large they are.
 */
export type ChargeableOrder = LockedKey &
  Pick<Order, 'status' | 'billing' | 'dueAt' | 'chargeCents'> & { taxCents: number }

/** Locks the orders of `keys`, in key order, and reads the values that a charge needs. */
export async function lockToCharge(tx: Tx, keys: OrderKey[]): Promise<ChargeableOrder[]> {
  const { rows } = await sql<ChargeableOrder>`
    select o.account_id as "accountId", o.mode, o.order_id as "orderId", o.status, o.billing, o.due_at as "dueAt",
      o.charge_cents as "chargeCents", coalesce(o.state -> 'pricing' ->> 'taxesCents', '0')::bigint as "taxCents"
    from orders o
    where (o.account_id, o.mode, o.order_id) in (${keyRows(keys)})
    order by o.account_id, o.mode, o.order_id
    for update of o`.execute(tx)
  return rows
}

export const keyColumns = {
  accountId: text((key: OrderKey) => key.accountId),
  mode: text((key: OrderKey) => key.mode),
  orderId: text((key: OrderKey) => key.orderId),
}
export const keyRows = (keys: OrderKey[]) => sql`select * from ${rowsOf(keys, 'k', keyColumns).from}`

const idColumns = {
  accountId: text((name: Omit<NamedOrder, 'mode'>) => name.accountId),
  customerOrderId: text((name: Omit<NamedOrder, 'mode'>) => name.customerOrderId),
}
const nameColumns = { ...idColumns, mode: text((name: NamedOrder) => name.mode) }

/** Locks an order that was read before. Refuses with `order_not_found` when a sandbox was emptied since. */
export async function lockFound(tx: Tx, found: Order): Promise<LockedOrder> {
  const [order] = await lockOrders(tx, [found])
  if (order === undefined) throw orderNotFound(found)
  return order
}

const modeNames = { production: say('production'), sandbox: say('sandbox') }

export const orderNotFound = ({ customerOrderId, mode }: { customerOrderId: string; mode: Mode }): Refusal =>
  new Refusal(
    'order_not_found',
    say('there is no order {customerOrderId} in {mode}', { customerOrderId, mode: modeNames[mode] }),
  )

/** For the staff, who know the account of an order and not its mode. */
export const noOrderOfAccount = ({ accountId, customerOrderId }: Omit<NamedOrder, 'mode'>): Refusal =>
  new Refusal(
    'order_not_found',
    say('account {accountId} has no order {customerOrderId}', { accountId, customerOrderId }),
  )

/** The size of an order `o` with its contents: nearly always 1 to 2 kB, but one order may have megabytes. */
export const orderBytes = sql`octet_length(request::text) + octet_length(books::text) + octet_length(o.state::text)`

/** Orders that are locked together are read and written by single statements. */
const maxLockedBytes = 16 * 1024 * 1024

/** The first rows of `candidates`, an expression with the rows of orders: fewer than all when they are large. */
const firstCandidates = (order: RawBuilder<unknown>) => sql`
    select ${orderColumns}
    from (select o.*, request, books, order_number, ${runningTotal(orderBytes, order)} as total from candidates o ${contents}) o
    where o.total < ${maxLockedBytes}
    order by ${order}`

/**
 * Locks up to `maxOrders` due orders of a status, the longest due `after` an instant first; fewer when they are large,
 * but at least one. Skips orders that another worker has locked.
 */
export async function lockDueOrders(
  tx: Tx,
  status: Status,
  now: Date,
  { maxOrders, after = null }: { maxOrders: number; after?: Date | null },
): Promise<LockedOrder[]> {
  const { rows } = await sql<OrderRow>`
    with candidates as (
      ${firstUnlocked(
        sql`*`,
        sql`orders
        where status = ${status} and due_at <= ${now} ${after === null ? sql`` : sql`and due_at > ${after}`}
        order by due_at`,
        maxOrders,
      )}
    )
    ${firstCandidates(sql`o.due_at, o.order_id`)}`.execute(tx)
  return rows.map(orderOf) as LockedOrder[]
}

/** Locks the orders of `keys`, and reads the first orders, in key order: fewer than all when they are large. */
export async function lockFirstOf(tx: Tx, keys: OrderKey[]): Promise<LockedOrder[]> {
  const order = sql`o.account_id, o.mode, o.order_id`
  const { rows } = await sql<OrderRow>`
    with candidates as (
      select *
      from orders o
      where (o.account_id, o.mode, o.order_id) in (${keyRows(keys)})
      order by ${order}
      for update
    )
    ${firstCandidates(order)}`.execute(tx)
  return rows.map(orderOf) as LockedOrder[]
}

/** For queries with `orders o`: the quote of an order that has failed, while it can be accepted again. */
const offeredQuote = sql`
  select
  from order_contents c
  join quotes q on q.account_id = c.account_id and q.mode = c.mode and q.quote_id = c.request #>> '{quote,quoteId}'
  where c.account_id = o.account_id and c.mode = o.mode and c.order_id = o.order_id and q.status = 'offered'
  offset 0`

/**
 * Locks up to `maxOrders` orders that ended by an instant and whose recipient is not erased, the oldest end first;
 * fewer when they are large. Skips orders that another worker has locked, and those whose quote has the same recipient
 * and can still be accepted.
 */
export async function lockEndedOrders(tx: Tx, by: Date, maxOrders: number): Promise<LockedOrder[]> {
  const { rows } = await sql<OrderRow>`
    with candidates as (
      ${firstUnlocked(
        sql`*`,
        sql`orders o
          where ended_at <= ${by} and recipient_erased_at is null
            and not (status in ('FAILED', 'REJECTED') and exists (${offeredQuote}))
          order by ended_at`,
        maxOrders,
      )}
    )
    ${firstCandidates(sql`o.ended_at, o.order_id`)}`.execute(tx)
  return rows.map(orderOf) as LockedOrder[]
}

/** The same for orders that were open when their account moved: here they ended then. */
export async function lockMovedOrders(tx: Tx, by: Date, maxOrders: number): Promise<LockedOrder[]> {
  const { rows } = await sql<OrderRow>`
    with candidates as (
      ${firstUnlocked(
        sql`o.*`,
        sql`accounts a
          join orders o on o.account_id = a.account_id
          where a.moved_at <= ${by} and o.ended_at is null and o.recipient_erased_at is null`,
        maxOrders,
        'o',
      )}
    )
    ${firstCandidates(sql`o.order_id`)}`.execute(tx)
  return rows.map(orderOf) as LockedOrder[]
}

/**
 * For each limit, locks its first `count` queued orders in the order in which they joined the queue, except postponed
 * orders. Where they are large together, the last ones are left out.
 */
export async function lockFirstQueued(
  tx: Tx,
  limits: { accountId: string; mode: Mode; count: number }[],
  now: Date,
): Promise<LockedOrder[]> {
  const limitRows = rowsOf(limits, 'w', {
    accountId: text(limit => limit.accountId),
    mode: text(limit => limit.mode),
    count: integer(limit => limit.count),
  })
  const { rows } = await sql<OrderRow>`
    with candidates as (
      select w.place, q.*
      from ${limitRows.numbered}
      cross join lateral (
        select * from orders
        where account_id = w.account_id and mode = w.mode and status = 'QUEUED' and (due_at is null or due_at <= ${now})
        order by queue_number
        limit w.count
        for update
      ) q
    )
    ${firstCandidates(sql`o.place, o.queue_number`)}`.execute(tx)
  return rows.map(orderOf) as LockedOrder[]
}

/** Which of these identifiers the accounts have already used, in either mode; also for orders that are deleted. */
export async function usedIdentifiers(
  tx: Db | Tx,
  ids: { accountId: string; customerOrderId: string }[],
): Promise<{ accountId: string; customerOrderId: string }[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ accountId: string; customerOrderId: string }>`
    select o.account_id as "accountId", o.customer_order_id as "customerOrderId"
    from ${rowsOf(ids, 'k', idColumns).from}
    cross join lateral (
      select account_id, customer_order_id from ${orderByName} as existing
      union all
      select account_id, customer_order_id from used_identifiers
      where account_id = k.account_id and customer_order_id = k.customer_order_id
    ) as o`.execute(tx)
  return rows
}

/** Moves due_at of claimed orders to the end of a lease and counts the attempt: another worker takes over after it. */
export async function leaseOrders(tx: Tx, orders: LockedKey[], until: Date): Promise<void> {
  await sql`
    update orders o set due_at = ${until}, attempts = attempts + 1, version = ${nextVersion()}
    where (o.account_id, o.mode, o.order_id) in (${keyRows(orders)})`.execute(tx)
}

type PostponedOrder = LockedKey & { dueAt: Date; attempts: number }

/** Writes the new due times and attempts of locked orders. */
export async function postponeOrders(tx: Tx, orders: PostponedOrder[]): Promise<void> {
  if (orders.length === 0) return
  const columns = {
    ...keyColumns,
    dueAt: timestamp((order: PostponedOrder) => order.dueAt),
    attempts: integer((order: PostponedOrder) => order.attempts),
  }
  await sql`
    update orders o set due_at = n.due_at, attempts = n.attempts, version = ${nextVersion()}
    from ${rowsOf(orders, 'n', columns).from}
    where o.account_id = n.account_id and o.mode = n.mode and o.order_id = n.order_id`.execute(tx)
}

/** Extends the lease of orders in progress, unless they have moved on. Does not count an attempt. */
export async function renewLeases(db: Db, orders: Order[], until: Date): Promise<void> {
  await sql`
    update orders o set due_at = ${until}, version = ${nextVersion()}
    from ${rowsOf(orders, 'n', { ...keyColumns, sequence: integer(o => o.sequence) }).from}
    where o.account_id = n.account_id and o.mode = n.mode and o.order_id = n.order_id and o.sequence = n.sequence
      and o.due_at is not null`.execute(db)
}

/** Writes the new due times of locked orders. */
export async function moveDueTimes(tx: Tx, orders: (LockedKey & { dueAt: Date })[]): Promise<void> {
  await sql`
    update orders o set due_at = n.due_at, version = ${nextVersion()}
    from ${rowsOf(orders, 'n', { ...keyColumns, dueAt: timestamp(o => o.dueAt) }).from}
    where o.account_id = n.account_id and o.mode = n.mode and o.order_id = n.order_id`.execute(tx)
}

/** For new rows `n` of orders. */
const isFinal = sql`n.status = any (${finalStatuses}::text[])`

/** How far the window of the limit of a new row `n` was fast-forwarded. The limit is locked. */
const forwarded = sql`(
        select l.forwarded from order_limits l where l.account_id = n.account_id and l.mode = n.mode
      )`

/** A new order; only a reprint has its number already. */
export type NewOrder = Omit<Order, 'orderNumber'> & { queueNumber: number | null; orderNumber: string | null }

/**
 * For transition.ts: new orders. Returns their numbers by their ids: each account and mode counts its orders, under the
 * lock of its limit.
 */
export async function insertOrders(tx: Tx, orders: NewOrder[]): Promise<Map<string, string>> {
  const { numbered } = rowsOf(orders, 'n', {
    ...keyColumns,
    customerOrderId: text(o => o.customerOrderId),
    status: text(o => o.status),
    billing: text(o => o.billing),
    request: json(o => o.request),
    books: json(o => o.books),
    webhookUrl: text(o => o.webhookUrl),
    state: json(o => o.state),
    receivedNumber: bigint(o => o.receivedNumber),
    receivedAt: timestamp(o => o.receivedAt),
    queueNumber: bigint(o => o.queueNumber),
    dueAt: timestamp(o => o.dueAt),
    chargeCents: bigint(o => o.chargeCents),
    reprintOf: text(o => o.reprintOf),
    operatorVersion: integer(o => o.operatorVersion),
    createdAt: timestamp(o => o.createdAt),
    orderNumber: text(o => o.orderNumber),
  })
  const { rows } = await sql<{ orderId: string; orderNumber: string }>`
    with new_orders as (
      select *, row_number() over (partition by account_id, mode, order_number is null order by place) as nth
      from ${numbered}
    ), counters as (
      update order_limits l
      set last_order_number = l.last_order_number + counted.orders
      from (
        select account_id, mode, count(*) as orders from new_orders where order_number is null group by account_id, mode
      ) counted
      where l.account_id = counted.account_id and l.mode = counted.mode
      returning l.account_id, l.mode, l.last_order_number - counted.orders as before
    ), opened as (
    insert into orders (
      account_id, mode, order_id, customer_order_id, status, billing, webhook_url, state, sequence, received_number,
      received_at, queue_number, due_at, charge_cents, reprint_of, operator_version, created_at, updated_at, ended_at)
    select
      account_id, mode, order_id, customer_order_id, status, billing, webhook_url, state, 1,
      received_number, case mode when 'sandbox' then received_at + ${forwarded} else received_at end, queue_number,
      due_at, charge_cents, reprint_of, operator_version, created_at, created_at,
      case when ${isFinal} then created_at end
    from new_orders n
    ), contents as (
      insert into order_contents (account_id, mode, order_id, request, books, order_number)
      select
        n.account_id, n.mode, n.order_id, request, books,
        coalesce(order_number, case n.mode when 'sandbox' then 'S' else '' end || (before + nth))
      from new_orders n
      left join counters using (account_id, mode)
      returning order_id, order_number
    )
    select order_id as "orderId", order_number as "orderNumber" from contents`.execute(tx)
  return new Map(rows.map(({ orderId, orderNumber }) => [orderId, orderNumber]))
}

/** The number of the next reprint of a locked order, which has the number of the order within. */
export async function nextReprintNumber(tx: Tx, { accountId, mode, orderId }: LockedKey): Promise<string> {
  const { rows } = await sql<{ orderNumber: string }>`
    update order_contents
    set reprints = reprints + 1
    where account_id = ${accountId} and mode = ${mode} and order_id = ${orderId}
    returning order_number || '-R' || reprints::text as "orderNumber"`.execute(tx)
  return rows[0]!.orderNumber
}

/** For transition.ts: orders that moved. */
export async function updateOrders(tx: Tx, orders: Order[]): Promise<void> {
  const { from } = rowsOf(orders, 'n', {
    ...keyColumns,
    status: text(o => o.status),
    state: json(o => o.state),
    sequence: integer(o => o.sequence),
    receivedNumber: bigint(o => o.receivedNumber),
    receivedAt: timestamp(o => o.receivedAt),
    dueAt: timestamp(o => o.dueAt),
    attempts: integer(o => o.attempts),
    triesFrom: timestamp(o => o.triesFrom),
    chargeCents: bigint(o => o.chargeCents),
    updatedAt: timestamp(o => o.updatedAt),
  })
  await sql`
    update orders o
    set status = n.status, state = n.state, sequence = n.sequence, received_number = n.received_number,
      received_at = n.received_at, due_at = n.due_at, attempts = n.attempts, tries_from = n.tries_from,
      charge_cents = n.charge_cents, updated_at = n.updated_at, version = ${nextVersion()},
      ended_at = coalesce(o.ended_at, case when ${isFinal} then n.updated_at end)
    from ${from}
    where o.account_id = n.account_id and o.mode = n.mode and o.order_id = n.order_id`.execute(tx)
}

/** For transition.ts: the books of locked orders. */
export async function updateBooks(tx: Tx, orders: Order[]): Promise<void> {
  if (orders.length === 0) return
  await sql`
    update order_contents c
    set books = n.books
    from ${rowsOf(orders, 'n', { ...keyColumns, books: json(o => o.books) }).from}
    where c.account_id = n.account_id and c.mode = n.mode and c.order_id = n.order_id`.execute(tx)
}

/** For eraseRecipients.ts: the orders and their steps without personal data. */
export async function writeRedacted(
  tx: Tx,
  orders: (LockedKey & Pick<Order, 'request' | 'state'>)[],
  now: Date,
): Promise<void> {
  await sql`
    with redacted as (
      select *
      from ${rowsOf(orders, 'n', { ...keyColumns, request: json(o => o.request), state: json(o => o.state) }).from}
    ), requests as (
      update order_contents c
      set request = n.request
      from redacted n
      where c.account_id = n.account_id and c.mode = n.mode and c.order_id = n.order_id
    )
    update orders o
    set state = n.state, recipient_erased_at = ${now}, version = ${nextVersion()}
    from redacted n
    where o.account_id = n.account_id and o.mode = n.mode and o.order_id = n.order_id`.execute(tx)
  await sql`
    update order_events e
    set note = ${storedWords(redacted)}
    where (e.account_id, e.mode, e.order_id) in (${keyRows(orders)}) and note is not null`.execute(tx)
}
