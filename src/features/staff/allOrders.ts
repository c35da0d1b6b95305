// The orders of all accounts for the staff. An index has each status in the order of time, so a page of the newest or
// oldest orders reads the beginning of a few ranges, however many orders are stored.

import { type RawBuilder, sql } from 'kysely'
import type { Words } from '../../../languages/texts.ts'
import type { Db } from '../../db/db.ts'
import { rowsOf, text } from '../../db/rows.ts'
import type { SortPosition } from '../../db/sortPosition.ts'
import type { OrderKey, PaymentStatus } from '../../orders/order.ts'
import { contents } from '../../orders/orderStore.ts'
import { matchingDetails, maxScannedOrders, type OrderDetails } from '../../orders/view/orderFilters.ts'
import {
  matchingAmong,
  type OrderRange,
  type OrderSort,
  rangesOf,
  readSortedKeys,
  sortableRanges,
} from '../../orders/view/orderSort.ts'
import {
  type AccountOrder,
  type OrderSummary,
  type OrderSummaryRow,
  orderSummaryColumns,
  orderSummaryOf,
} from '../../orders/view/orderSummary.ts'
import { type NoteRow, noteColumns, withNote } from './waitingOrders.ts'

export type ListedOrder = AccountOrder & {
  payment: PaymentStatus
  skus: string[]
  /** The manufacturing SKU and the SHA-256 of the cover of the first book. */
  firstBook: string | null
  firstCover: string | null
  bookTitle: string | null
  /** Of all books, each once. */
  bookTitles: string[]
  printer: string | null
  shippingClass: string
  /** Of an order that has not ended: why it waits. */
  note: Words | null
  promisedShipDate: string | null
  promisedShipBy: string | null
  shippedAt: Date | null
  createdAt: Date
  updatedAt: Date
}

/** `found`: the orders that a search found, the best match first; null without a search. */
export type AllOrdersFilter = OrderRange & { details: OrderDetails; found: OrderKey[] | null }
type AllOrdersPage = { sort: OrderSort; after: SortPosition | null; limit: number }
type CreationPage = Omit<AllOrdersPage, 'sort'> & { descending: boolean }
type Page = { orders: ListedOrder[]; next: SortPosition | null }

/** A page, and the position of the next page (null: this was the last). */
export async function listAllOrders(db: Db, filter: AllOrdersFilter, page: AllOrdersPage): Promise<Page> {
  const { sort, after, limit } = page
  const { found } = filter
  if (sort.by === 'created') {
    const byCreation = { ...page, descending: sort.descending }
    return found === null ? listByCreation(db, filter, byCreation) : listFound(db, { ...filter, found }, byCreation)
  }
  const candidates = found === null ? sortableRanges(filter) : matchingAmong(found, filter)
  const { keys, isLast } = await readSortedKeys(db, { ...filter, candidates }, { sort, after, limit })
  return { orders: await readInTurn(db, keys), next: isLast ? null : keys.at(-1)!.position }
}

/** The found orders are few. In the place of the newest, the best match comes first. */
async function listFound(
  db: Db,
  filter: AllOrdersFilter & { found: OrderKey[] },
  { descending, after, limit }: CreationPage,
): Promise<Page> {
  // The last order of the page before may match no longer: its place is that among all that were found.
  const place = filter.found.findIndex(({ orderId }) => orderId === after?.id) + 1 || filter.found.length
  const keys = sql`
        select *
        from (${matchingAmong(filter.found, filter)}) matching
        ${after === null ? sql`` : descending ? sql`where place > ${place}` : sql`where order_id > ${after.id}`}
        order by ${descending ? sql`place` : sql`order_id`}
        limit ${limit + 1}`
  const orders = await readListed(db, keys, descending ? sql`o.place` : sql`o.order_id`)
  const shown = orders.slice(0, limit)
  return { orders: shown, next: orders.length > limit ? positionOf(shown.at(-1)!.orderId) : null }
}

/** Orders in the sequence of their keys. */
function readInTurn(db: Db, keys: OrderKey[]): Promise<ListedOrder[]> {
  const { numbered } = rowsOf(keys, 'k', {
    accountId: text(key => key.accountId),
    mode: text(key => key.mode),
    orderId: text(key => key.orderId),
  })
  return readListed(db, sql`select * from ${numbered}`, sql`o.place`)
}

async function readListed(db: Db, keys: RawBuilder<unknown>, sequence: RawBuilder<unknown>): Promise<ListedOrder[]> {
  const { rows } = await sql<ListedRow>`
    select ${listedColumns}
    from (
      select o.*, place
      from (${keys}) k
      cross join lateral (
        select * from orders where account_id = k.account_id and mode = k.mode and order_id = k.order_id limit 1
      ) o
    ) o
    ${listedJoins}
    order by ${sequence}`.execute(db)
  return rows.map(listedOf)
}

type ListedRow = Omit<ListedOrder, keyof OrderSummary | 'note'> & OrderSummaryRow & NoteRow

const listedOf = (row: ListedRow): ListedOrder => withNote(orderSummaryOf(row))

/** For queries with `orders o` and `listedJoins`. */
const listedColumns = sql`
        o.account_id as "accountId", a.name as "accountName", o.mode, o.order_id as "orderId",
        o.customer_order_id as "customerOrderId", order_number as "orderNumber", o.status, o.state ->> 'payment' as payment, ${orderSummaryColumns},
        s.skus, books -> 0 ->> 'manufacturingSku' as "firstBook", books -> 0 ->> 'coverSha256' as "firstCover",
        books -> 0 ->> 'title' as "bookTitle", array(
          select book ->> 'title' from json_array_elements(books) with ordinality as b (book, place)
          where book ->> 'title' is not null group by 1 order by min(place)
        ) as "bookTitles", j.printer,
        coalesce(o.state -> 'edited', request) ->> 'shippingClassification' as "shippingClass",
        ${noteColumns(sql`o.ended_at is null`)},
        o.state ->> 'promisedShipDate' as "promisedShipDate", o.state ->> 'promisedShipBy' as "promisedShipBy",
        case when o.status = 'SHIPPED' then o.ended_at end as "shippedAt",
        o.created_at as "createdAt", o.updated_at as "updatedAt"`
const listedJoins = sql`
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
      ) j on true`

async function listByCreation(
  db: Db,
  filter: AllOrdersFilter,
  { descending, after, limit }: CreationPage,
): Promise<Page> {
  const details = matchingDetails(filter.details)
  const maxScanned = details === null ? limit + 1 : Math.max(maxScannedOrders, limit + 1)
  const direction = descending ? sql`desc` : sql`asc`
  const ranges = rangesOf(filter, { descending, after: after?.id ?? null, max: maxScanned })
  const { rows } = await sql<{ scanned: number; lastScanned: string | null } & (ListedRow | { orderId: null })>`
    with scanned as (${ranges}
    ), found as (
      select ${listedColumns}
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
        limit ${limit + 1}
      ) o
      ${listedJoins}
    )
    select found.*, scan.*
    from (
      select
        (select count(*)::int from scanned) as scanned,
        (select ${descending ? sql`min` : sql`max`}(order_id) from scanned) as "lastScanned"
    ) scan
    left join found on true
    order by found."orderId" ${direction}`.execute(db)
  const { scanned, lastScanned } = rows[0]!
  const orders = rows.flatMap(row => {
    const { scanned: _, lastScanned: _last, ...order } = row
    return order.orderId === null ? [] : [listedOf(order as ListedRow)]
  })
  if (orders.length > limit) {
    const shown = orders.slice(0, limit)
    return { orders: shown, next: positionOf(shown.at(-1)!.orderId) }
  }
  return { orders, next: scanned < maxScanned || lastScanned === null ? null : positionOf(lastScanned) }
}

const positionOf = (orderId: string): SortPosition => ({ id: orderId, value: null })
