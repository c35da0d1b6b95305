// Sorting lists of orders by other columns than the time of their creation, and adding up what is listed. No index has
// these columns: an entry of each would be written at every step of an order. So a page reads and sorts all orders that
// have the status, account and period of the list, and a list of more than `maxSortedOrders` is refused.

import { type RawBuilder, sql } from 'kysely'
import { say } from '../../../languages/texts.ts'
import { earlier, hour, later } from '../../base/clock.ts'
import { type Mode, modes } from '../../base/mode.ts'
import { Refusal } from '../../base/refusal.ts'
import { sortableBound } from '../../base/secrets/ids.ts'
import type { Db } from '../../db/db.ts'
import { rowsOf, text } from '../../db/rows.ts'
import type { SortPosition } from '../../db/sortPosition.ts'
import { allStatuses, type Status } from '../lifecycle.ts'
import type { OrderKey } from '../order.ts'
import { contents } from '../orderStore.ts'
import { matchingDetails, type OrderDetails } from './orderFilters.ts'

export const maxSortedOrders = 10_000

export type SortColumn = 'due' | 'updated' | 'total' | 'status' | 'country' | 'recipient' | 'account'
/** `created` is the sequence of the order ids, which is the sequence of the indexes. */
export type OrderSort = { by: 'created'; descending: boolean } | ColumnSort

/** A null mode or account is any; no statuses are all. */
export type OrderRange = {
  accountId: string | null
  mode: Mode | null
  statuses: Status[]
  createdAfter: Date | null
  createdBefore: Date | null
}

type ColumnKey = {
  type: RawBuilder<unknown>
  /** Of orders `o`, with `joins`. */
  key: RawBuilder<unknown>
  joins: RawBuilder<unknown>
}

/** An index lookup for each row, for any statistics of the tables. */
const searchRow = sql`
    left join lateral (
      select country, words
      from order_search
      where account_id = o.account_id and mode = o.mode and order_id = o.order_id and part = 'order'
      limit 1
    ) s on true`
const accountRow = sql`left join lateral (select name from accounts where account_id = o.account_id limit 1) a on true`
/** The price in lists: the final price, or before that the quote. */
const totalCents = sql`coalesce(o.charge_cents, (o.state -> 'pricing' ->> 'orderCents')::bigint)`

const number = { type: sql`bigint`, joins: sql`` }
/** Orders without a promised day come after all days, and Rush is first among them, too. */
const dueKey = sql`(
  (coalesce((o.state ->> 'promisedShipDate')::date, date '9999-12-31') - date '1970-01-01') * 2
    + case when coalesce(o.state -> 'edited', c.request) ->> 'shippingClassification' = 'rush' then 0 else 1 end
)::bigint`
const columnKeys: Record<SortColumn, ColumnKey> = {
  due: { ...number, key: dueKey, joins: contents },
  updated: { ...number, key: sql`(extract(epoch from o.updated_at) * 1000)::bigint` },
  total: { ...number, key: totalCents },
  status: { ...number, key: sql`array_position(${allStatuses}::text[], o.status)` },
  country: { type: sql`text`, key: sql`s.country`, joins: searchRow },
  // The second line is the name in lower case; it is empty once the recipient is erased.
  recipient: {
    type: sql`text`,
    key: sql`nullif(split_part(s.words, e'\n', 2), '')`,
    joins: searchRow,
  },
  account: { type: sql`text`, key: sql`lower(a.name)`, joins: accountRow },
}

type SortedList = {
  details: OrderDetails
  /** A query of the keys of up to one order more than can be sorted. */
  candidates: RawBuilder<unknown>
}
type ColumnSort = { by: SortColumn; descending: boolean }
type SortedPage = { sort: ColumnSort; after: SortPosition | null; limit: number }

/**
 * The keys of a page of a sorted list, each with its position. Orders without a value come last, and orders of the same
 * value in the sequence of their ids. Refuses with `too_many_to_sort`.
 */
export async function readSortedKeys(
  db: Db,
  { details, candidates }: SortedList,
  { sort: { by, descending }, after, limit }: SortedPage,
): Promise<{ keys: (OrderKey & { position: SortPosition })[]; isLast: boolean }> {
  const { type, key, joins } = columnKeys[by]
  const direction = descending ? sql`desc` : sql`asc`
  const beyond = descending ? sql`<` : sql`>`
  const afterKey = after === null ? sql`` : sql`after_key as materialized (select ${after.value}::${type} as key),`
  const condition =
    after === null
      ? sql``
      : sql`where case
        when (select key from after_key) is null then key is null and order_id ${beyond} ${after.id}
        else key is null or key ${beyond} (select key from after_key)
          or (key = (select key from after_key) and order_id ${beyond} ${after.id})
      end`
  const { rows } = await sql<{ candidates: number; sortKey: string | null } & (OrderKey | { orderId: null })>`
    with candidates as materialized (${candidates}
    ), ${afterKey} sorted as (
      select o.account_id, o.mode, o.order_id, ${key} as key
      ${ordersOfCandidates}
      ${joins}
      where (select count(*) from candidates) <= ${maxSortedOrders} ${andDetails(details)}
    ), page as (
      select account_id as "accountId", mode, order_id as "orderId", key::text as "sortKey", key
      from sorted
      ${condition}
      order by key ${direction} nulls last, order_id ${direction}
      limit ${limit + 1}
    )
    select counted.candidates, "accountId", mode, "orderId", "sortKey"
    from (select count(*)::int as candidates from candidates) counted
    left join page on true
    order by key ${direction} nulls last, "orderId" ${direction}`.execute(db)
  if (rows[0]!.candidates > maxSortedOrders) throw tooManyToSort()
  const keys = rows.flatMap(({ candidates: _, sortKey, ...order }) =>
    order.orderId === null ? [] : [{ ...order, position: { id: order.orderId, value: sortKey } }],
  )
  return { keys: keys.slice(0, limit), isLast: keys.length <= limit }
}

/** How many orders a list has, and the sum of their totals; null if more orders have its status, account and period. */
export async function sumOrders(
  db: Db,
  range: OrderRange,
  details: OrderDetails,
): Promise<{ orders: number; totalCents: number } | null> {
  const { rows } = await sql<{ candidates: number; orders: number; totalCents: number }>`
    with candidates as materialized (${sortableRanges(range)}
    )
    select
      (select count(*)::int from candidates) as candidates, count(*)::int as orders,
      coalesce(sum(${totalCents}), 0)::bigint as "totalCents"
    ${ordersOfCandidates}
    where (select count(*) from candidates) <= ${maxSortedOrders} ${andDetails(details)}`.execute(db)
  const { candidates, ...sums } = rows[0]!
  return candidates > maxSortedOrders ? null : sums
}

const ordersOfCandidates = sql`
      from candidates
      cross join lateral (
        select *
        from orders
        where account_id = candidates.account_id and mode = candidates.mode and order_id = candidates.order_id
        limit 1
      ) o`

function andDetails(details: OrderDetails): RawBuilder<unknown> {
  const conditions = matchingDetails(details)
  return conditions === null ? sql`` : sql`and ${conditions}`
}

const tooManyToSort = () =>
  new Refusal(
    'too_many_to_sort',
    say(
      'more than {most} orders match; sort them by the time of their creation, or choose a shorter period or fewer statuses',
      { most: maxSortedOrders.toLocaleString('en-US') },
    ),
  )

/** The keys of all orders of a range that can be sorted, and of one order more if there are too many. */
export const sortableRanges = (range: OrderRange): RawBuilder<unknown> =>
  rangesOf(range, { descending: true, after: null, max: maxSortedOrders + 1 })

/** The keys of the first `max` orders by creation: a range of an index for each mode and status. */
export function rangesOf(
  { accountId, mode, statuses, createdAfter, createdBefore }: OrderRange,
  { descending, after, max }: { descending: boolean; after: string | null; max: number },
): RawBuilder<unknown> {
  const direction = descending ? sql`desc` : sql`asc`
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
          ${after === null ? sql`` : descending ? sql`and o.order_id < ${after}` : sql`and o.order_id > ${after}`}
        order by o.order_id ${direction}
        limit ${max}
      ) r
      order by r.order_id ${direction}
      limit ${max}`
}

/** The filters of a list of orders. */
export type OrderFilters = OrderRange & { details: OrderDetails }

/** The keys of those of the orders that match, with the place of each. */
export function matchingAmong(orders: OrderKey[], filters: OrderFilters): RawBuilder<unknown> {
  const { numbered } = rowsOf(orders, 'k', {
    accountId: text(key => key.accountId),
    mode: text(key => key.mode),
    orderId: text(key => key.orderId),
  })
  return sql`
      select o.account_id, o.mode, o.order_id, k.place
      from ${numbered}
      cross join lateral (
        select * from orders where account_id = k.account_id and mode = k.mode and order_id = k.order_id limit 1
      ) o
      where true ${andFilters(filters)}`
}

/** For `orders o`, after another condition. */
export const andFilters = ({
  accountId,
  mode,
  statuses,
  createdAfter,
  createdBefore,
  details,
}: OrderFilters): RawBuilder<unknown> => sql`
        ${accountId === null ? sql`` : sql`and o.account_id = ${accountId}`}
        ${mode === null ? sql`` : sql`and o.mode = ${mode}`}
        ${statuses.length === 0 ? sql`` : sql`and o.status = any (${statuses}::text[])`}
        ${createdAfter === null ? sql`` : sql`and o.created_at > ${createdAfter}`}
        ${createdBefore === null ? sql`` : sql`and o.created_at < ${createdBefore}`}
        ${andDetails(details)}`

/** The keys of the orders of an account with these identifiers. */
export const namedOrders = (
  { accountId, mode, statuses, createdAfter, createdBefore }: OrderRange & { accountId: string; mode: Mode },
  customerOrderIds: string[],
): RawBuilder<unknown> => sql`
      select account_id, mode, order_id
      from orders
      where account_id = ${accountId} and mode = ${mode} and customer_order_id = any (${customerOrderIds}::text[])
        ${statuses.length === 0 ? sql`` : sql`and status = any (${statuses}::text[])`}
        ${createdAfter === null ? sql`` : sql`and created_at > ${createdAfter}`}
        ${createdBefore === null ? sql`` : sql`and created_at < ${createdBefore}`}`
