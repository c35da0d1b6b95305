// The rows of pages of orders: the first orders that match a filter, and orders in a given sequence.

import { sql } from 'kysely'
import type { Mode } from '../../base/mode.ts'
import type { Db } from '../../db/db.ts'
import { rowsOf, text } from '../../db/rows.ts'
import { runningTotal } from '../../db/runningTotal.ts'
import type { Order } from '../order.ts'
import { contents, type OrderRow, orderBytes, orderColumns, orderOf } from '../orderStore.ts'
import { matchingDetails, maxScannedOrders, type OrderDetails } from './orderFilters.ts'

/** A page is rendered without a pause, which blocks all other requests. */
const maxPageBytes = 4 * 1024 * 1024

/**
 * The first orders that match the filter, the newest or the oldest first: at most `limit`, fewer if they are large or
 * if few of the compared orders match. `next`: the order id after which to continue; null: no more orders match.
 */
export async function listOrderRows(
  db: Db,
  filter: {
    accountId: string
    mode: Mode
    statuses: string[]
    createdAfter: Date | null
    createdBefore: Date | null
    customerOrderIds: string[] | null
    details: OrderDetails
    descending: boolean
    from: string | null
    below: string | null
    after: string | null
    limit: number
  },
): Promise<{ orders: Order[]; next: string | null }> {
  const details = matchingDetails(filter.details)
  const direction = filter.descending ? sql`desc` : sql`asc`
  const maxScanned = details === null ? filter.limit + 1 : Math.max(maxScannedOrders, filter.limit + 1)
  const { rows } = await sql<
    { scanned: number; lastScanned: string | null; found: number } & (OrderRow | { orderId: null })
  >`
    with scanned as (
      select order_id
      from orders o
      where o.account_id = ${filter.accountId} and o.mode = ${filter.mode}
        ${filter.statuses.length === 0 ? sql`` : sql`and o.status = any (${filter.statuses}::text[])`}
        ${filter.createdAfter === null ? sql`` : sql`and o.created_at > ${filter.createdAfter}`}
        ${filter.createdBefore === null ? sql`` : sql`and o.created_at < ${filter.createdBefore}`}
        ${filter.customerOrderIds === null ? sql`` : sql`and o.customer_order_id = any (${filter.customerOrderIds}::text[])`}
        ${filter.from === null ? sql`` : sql`and o.order_id >= ${filter.from}`}
        ${filter.below === null ? sql`` : sql`and o.order_id < ${filter.below}`}
        ${filter.after === null ? sql`` : filter.descending ? sql`and o.order_id < ${filter.after}` : sql`and o.order_id > ${filter.after}`}
      order by o.order_id ${direction}
      limit ${maxScanned}
    ), found as (
      select o.*
      from scanned
      -- An index lookup for each row, whatever the statistics of the tables are.
      cross join lateral (
        select *
        from orders
        where account_id = ${filter.accountId} and mode = ${filter.mode} and order_id = scanned.order_id
        limit 1
      ) o
      ${details === null ? sql`` : sql`where ${details}`}
      order by o.order_id ${direction}
      limit ${filter.limit + 1}
    ), page as (
      select ${orderColumns}
      from (
        select o.*, request, books, order_number, ${runningTotal(orderBytes, sql`o.order_id ${direction}`)} as total
        from found o
        ${contents}
      ) o
      where o.total < ${maxPageBytes}
      order by o.order_id ${direction}
      limit ${filter.limit}
    )
    select page.*, scan.*
    from (
      select
        (select count(*)::int from scanned) as scanned, (select ${filter.descending ? sql`min` : sql`max`}(order_id) from scanned) as "lastScanned",
        (select count(*)::int from found) as found
    ) scan
    left join page on true
    order by page."orderId" ${direction}`.execute(db)
  const { scanned, lastScanned, found } = rows[0]!
  const orders = rows.flatMap(row => {
    const { scanned: _, lastScanned: _last, found: _found, ...order } = row
    return order.orderId === null ? [] : [orderOf(order as OrderRow)]
  })
  if (orders.length < found) return { orders, next: orders.at(-1)!.orderId }
  return { orders, next: scanned < maxScanned ? null : lastScanned }
}

/** Orders of an account and mode in the sequence of `orderIds`: fewer when they are large or deleted. */
export async function readOrderRows(
  db: Db,
  { accountId, mode }: { accountId: string; mode: Mode },
  orderIds: string[],
): Promise<Order[]> {
  const { numbered } = rowsOf(orderIds, 'k', { orderId: text(id => id) })
  const { rows } = await sql<OrderRow>`
    select ${orderColumns}
    from (
      select o.*, place, request, books, order_number, ${runningTotal(orderBytes, sql`place`)} as total
      from ${numbered}
      cross join lateral (
        select * from orders where account_id = ${accountId} and mode = ${mode} and order_id = k.order_id limit 1
      ) o
      ${contents}
    ) o
    where total < ${maxPageBytes}
    order by place`.execute(db)
  return rows.map(orderOf)
}
