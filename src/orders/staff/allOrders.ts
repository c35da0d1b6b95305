// The orders of all accounts for the staff, newest or oldest first. An index has each status in the order of time, so a
// page reads the beginning of a few ranges, however many orders are stored.

import { type RawBuilder, sql } from 'kysely'
import { earlier, hour, later } from '../../base/clock.ts'
import { sortableBound } from '../../base/ids.ts'
import { type Mode, modes } from '../../base/mode.ts'
import type { Db } from '../../db/db.ts'
import { allStatuses, type Status } from '../core/lifecycle.ts'
import type { PaymentStatus } from '../core/order.ts'
import { contents } from '../core/orderStore.ts'
import { matchingDetails, maxScannedOrders, type OrderDetails } from '../view/orderFilters.ts'
import {
  type AccountOrder,
  type OrderSummary,
  type OrderSummaryRow,
  orderSummaryColumns,
  orderSummaryOf,
} from '../view/orderSummary.ts'

export type ListedOrder = AccountOrder & {
  payment: PaymentStatus
  skus: string[]
  printer: string | null
  createdAt: Date
  updatedAt: Date
}

export const listSorts = ['newest', 'oldest'] as const

export type AllOrdersFilter = {
  sort: (typeof listSorts)[number]
  mode: Mode | null
  statuses: Status[]
  accountId: string | null
  createdAfter: Date | null
  createdBefore: Date | null
  details: OrderDetails
  /** The orderId after which the page begins. */
  after: string | null
  limit: number
}

/** A page, and the cursor of the next page (null: this was the last). */
export async function listAllOrders(
  db: Db,
  filter: AllOrdersFilter,
): Promise<{ orders: ListedOrder[]; next: string | null }> {
  const details = matchingDetails(filter.details)
  const maxScanned = details === null ? filter.limit + 1 : Math.max(maxScannedOrders, filter.limit + 1)
  const direction = filter.sort === 'newest' ? sql`desc` : sql`asc`
  type Row = Omit<ListedOrder, keyof OrderSummary> & OrderSummaryRow
  const { rows } = await sql<{ scanned: number; lastScanned: string | null } & (Row | { orderId: null })>`
    with scanned as (${rangesOf(filter, maxScanned)}
    ), found as (
      select
        o.account_id as "accountId", a.name as "accountName", o.mode, o.order_id as "orderId",
        o.customer_order_id as "customerOrderId", order_number as "orderNumber", o.status, o.state ->> 'payment' as payment, ${orderSummaryColumns},
        s.skus, j.printer, o.created_at as "createdAt", o.updated_at as "updatedAt"
      from (
        select o.*
        from scanned
        -- An index lookup for each row, whatever the statistics of the tables are.
        cross join lateral (
          select *
          from orders
          where account_id = scanned.account_id and mode = scanned.mode and order_id = scanned.order_id
          limit 1
        ) o
        ${details === null ? sql`` : sql`where ${details}`}
        order by o.order_id ${direction}
        limit ${filter.limit + 1}
      ) o
      ${contents}
      join accounts a on a.account_id = o.account_id
      left join order_search s
        on s.account_id = o.account_id and s.mode = o.mode and s.order_id = o.order_id and s.part = 'order'
      left join lateral (
        select printer
        from print_jobs
        where account_id = o.account_id and mode = o.mode and order_id = o.order_id
        order by attempt desc
        limit 1
      ) j on true
    )
    select found.*, scan.*
    from (
      select
        (select count(*)::int from scanned) as scanned,
        (select ${filter.sort === 'newest' ? sql`min` : sql`max`}(order_id) from scanned) as "lastScanned"
    ) scan
    left join found on true
    order by found."orderId" ${direction}`.execute(db)
  const { scanned, lastScanned } = rows[0]!
  const orders = rows.flatMap(row => {
    const { scanned: _, lastScanned: _last, ...order } = row
    return order.orderId === null ? [] : [orderSummaryOf(order as Row)]
  })
  if (orders.length > filter.limit) {
    const page = orders.slice(0, filter.limit)
    return { orders: page, next: page.at(-1)!.orderId }
  }
  return { orders, next: scanned < maxScanned ? null : lastScanned }
}

/** How many orders have the status, account and time of the filter, counted up to `max`; details are not compared. */
export async function countAllOrders(db: Db, filter: AllOrdersFilter, max: number): Promise<number> {
  const { rows } = await sql<{ orders: number }>`
    select count(*)::int as orders from (${rangesOf({ ...filter, after: null }, max)}) counted`.execute(db)
  return rows[0]!.orders
}

/** The keys of the first `max` orders: one range of the index for each mode and status. */
function rangesOf(filter: AllOrdersFilter, max: number): RawBuilder<unknown> {
  const { sort, mode, statuses, accountId, createdAfter, createdBefore, after } = filter
  const direction = sort === 'newest' ? sql`desc` : sql`asc`
  // Order ids begin with their time; the clocks of two machines differ by less than an hour, and created_at decides.
  return sql`
      select r.account_id, r.mode, r.order_id
      from unnest(${mode === null ? [...modes] : [mode]}::text[]) as m (mode)
      cross join unnest(${statuses.length === 0 ? allStatuses : statuses}::text[]) as s (status)
      cross join lateral (
        select account_id, mode, order_id
        from orders o
        where o.mode = m.mode and o.status = s.status
          ${accountId === null ? sql`` : sql`and o.account_id = ${accountId}`}
          ${createdAfter === null ? sql`` : sql`and o.created_at > ${createdAfter} and o.order_id >= ${sortableBound('ord', earlier(createdAfter, hour))}`}
          ${createdBefore === null ? sql`` : sql`and o.created_at < ${createdBefore} and o.order_id < ${sortableBound('ord', later(createdBefore, hour))}`}
          ${after === null ? sql`` : sort === 'newest' ? sql`and o.order_id < ${after}` : sql`and o.order_id > ${after}`}
        order by o.order_id ${direction}
        limit ${max}
      ) r
      order by r.order_id ${direction}
      limit ${max}`
}
