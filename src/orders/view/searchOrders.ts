// The search for orders. A whole identifier is looked up by all keys, which answer alone: of orders, of a print job as
// its ticket has it, and of parcels that are followed or have a label. Otherwise by any part of an identifier, of the
// recipient's name, company or email address, or of a tracking number; words may come in any order. When nothing
// matches exactly, similar words match: typing errors are forgiven. Each search reads a bounded number of rows. Of more
// matches than asked for, those that also match the filters of a list come first, and the others are still counted.

import { type RawBuilder, sql } from 'kysely'
import { type Mode, modes } from '../../base/mode.ts'
import { minSimilarChars, minSimilarity } from '../../base/text/searchable.ts'
import { containing } from '../../db/containing.ts'
import type { Db } from '../../db/db.ts'
import { barcodePattern } from '../../printer/printer.ts'
import type { Status } from '../lifecycle.ts'
import { contents } from '../orderStore.ts'
import { searchableNumber, searchableWords } from '../searchStore.ts'
import { andFilters, type OrderFilters } from './orderSort.ts'
import { type OrderSummary, type OrderSummaryRow, orderSummaryColumns, orderSummaryOf } from './orderSummary.ts'

type FoundOrder = OrderSummary & {
  accountId: string
  accountName: string
  mode: Mode
  orderId: string
  customerOrderId: string
  orderNumber: string
  status: Status
  createdAt: Date
}

/** The orders of one account, in one mode or both (null), or of all accounts for the staff. */
export type SearchScope = { accountId: string; mode: Mode | null } | 'all accounts'

/** How many orders to find, and the filters of a list that will show only those of them that match. */
export type SearchPage = { limit: number; filters: OrderFilters | null }

/** `isExact`: the text is a part of each order; otherwise it is similar to a part. */
type FoundOrders = { orders: FoundOrder[]; more: boolean; isExact: boolean }

/** A word that many orders have is found among the newest orders. */
const maxNewest = 2000
/** Further matches, from the index of words, in no particular order. */
const maxIndexed = 500
/** Identifiers belong to accounts, and each of very many accounts may have the same. */
const maxNamed = 10_000
/** The index of words has parts of three characters. */
const minIndexedChars = 3
/** Of longer texts, only the beginning is tried with exchanged letters. */
const maxExchangedChars = 16
/** A shorter identifier may also be the number of an order or part of others, and a word may be a name. */
const wholeIdentifier = /^(?=.*\d)\S{8,}$/
/** The numbers of all carriers have so many digits, and most identifiers of orders have fewer. */
const numberOfParcel = /^(?:.*\d){8}/

/** The orders whose identifier is the text come first, then the newest. `more`: further matches may be left out. */
export async function searchOrders(db: Db, scope: SearchScope, text: string, page: SearchPage): Promise<FoundOrders> {
  const whole = await searchByKey(db, scope, text, page)
  return whole.orders.length > 0 ? whole : searchByWords(db, scope, text, page)
}

export async function searchByWords(db: Db, scope: SearchScope, text: string, page: SearchPage): Promise<FoundOrders> {
  const words = searchableWords(text)
  if (words === '') return { orders: [], more: false, isExact: true }
  const exact = await readFound(db, exactHits(scope, text, page.limit), page)
  if (exact.orders.length > 0 || words.length < minSimilarChars) return { ...exact, isExact: true }
  return { ...(await readFound(db, similarHits(scope, text), page)), isExact: false }
}

/** The orders that have the text as a whole identifier; none if it does not look like one. */
export async function searchByKey(db: Db, scope: SearchScope, text: string, page: SearchPage): Promise<FoundOrders> {
  const keys = keysOf(scope, text.trim())
  if (keys.length === 0) return { orders: [], more: false, isExact: true }
  return { ...(await readFound(db, sql.join(keys, sql` union all `), page)), isExact: true }
}

export const isWholeIdentifier = (text: string): boolean => wholeIdentifier.test(text.trim())

/** A text and its letter cases: other accounts may write the same identifier in another one. */
export const letterCases = (text: string): string[] => [...new Set([text, text.toUpperCase(), text.toLowerCase()])]

/**
 * The keys of all that may have the text as its identifier. The ids of the service begin with their kind, but customers
 * may choose such texts, too.
 */
function keysOf(scope: SearchScope, text: string): RawBuilder<unknown>[] {
  const having = (table: string, column: string, value: string) => keysHaving(table, scope, column, value)
  const named = isWholeIdentifier(text) ? [keysNamed(scope, text)] : []
  const [, jobId = text] = barcodePattern.exec(text) ?? []
  if (jobId.startsWith('job_')) return [having('print_jobs', 'job_id', jobId), ...named]
  if (text.startsWith('ord_')) return [sql`${having('order_search', 'order_id', text)} and s.part = 'order'`, ...named]
  const otherCases = named.length === 0 ? [] : letterCases(text).slice(1)
  const number = searchableNumber(text).toUpperCase()
  const parcels = numberOfParcel.test(number) ? ['followed_parcels', 'shipping_labels'] : []
  return [
    ...named,
    ...otherCases.map(one => keysNamed(scope, one, ranks.exact)),
    ...parcels.flatMap(table => [...new Set([text, number])].map(one => having(table, 'tracking_number', one))),
  ]
}

/**
 * Orders with a rank. The newest orders are compared first. Only if few of them match is the index of words used: of a
 * word that very many orders have, it would collect all.
 */
function exactHits(scope: SearchScope, text: string, limit: number): RawBuilder<unknown> {
  const words = searchableWords(text)
  const matches = matchingAll(words)
  const number = searchableNumber(text)
  const indexed = [
    ...(words.split(' ').some(word => word.length >= minIndexedChars) ? [matches] : []),
    ...(number.length >= minIndexedChars ? [sql`s.part = 'parcels' and s.words like ${containing(number)}`] : []),
  ]
  const isRare = sql`(select count(*) from newest) <= ${limit}`
  return sql`
      with newest as materialized (
        select s.account_id, s.mode, s.order_id, ${ranks.exact} as rank
        from (${newestRows(scope)}) s
        where ${matches}
      )
      select * from newest
      ${sql.join(
        indexed.map(matching => fromIndex(scope, sql`${isRare} and ${matching}`)),
        sql``,
      )}
      union all
      ${keysNamed(scope, text)}`
}

/**
 * Similarity is compared for the newest orders only: an index of similar words collects very many orders. Two exchanged
 * letters change most parts of a word, so texts with each pair exchanged back are looked up exactly.
 */
function similarHits(scope: SearchScope, text: string): RawBuilder<unknown> {
  const words = searchableWords(text)
  const exchanged = Array.from({ length: Math.min(words.length, maxExchangedChars) - 1 }, (_, i) =>
    matchingAll(words.slice(0, i) + words[i + 1] + words[i] + words.slice(i + 2)),
  )
  const isExchanged = sql`(${sql.join(exchanged, sql` or `)})`
  return sql`
      with newest as materialized (
        select *
        from (
          select
            s.account_id, s.mode, s.order_id,
            case when ${isExchanged} then ${ranks.exact} else word_similarity(${words}, s.words)::numeric end as rank
          from (${newestRows(scope)}) s
        ) s
        where rank >= ${minSimilarity}
      )
      select * from newest
      ${fromIndex(scope, sql`not exists (select from newest where rank = ${ranks.exact}) and ${isExchanged}`)}`
}

const ranks = { named: sql`2.0`, exact: sql`1.0` }

/** Of each mode of an account, the newest are the beginning of a range of an index. */
const newestRows = (scope: SearchScope): RawBuilder<unknown> =>
  scope !== 'all accounts' && scope.mode === null
    ? sql.join(
        modes.map(mode => sql`(${newestRows({ ...scope, mode })})`),
        sql` union all `,
      )
    : sql`
          select s.*
          from order_search s
          where ${within(scope)}
          order by s.order_id desc
          limit ${maxNewest}`

const fromIndex = (scope: SearchScope, condition: RawBuilder<unknown>) => sql`
      union all
      (
        select s.account_id, s.mode, s.order_id, ${ranks.exact}
        from order_search s
        where ${condition} and ${within(scope)}
        limit ${maxIndexed}
      )`

const matchingAll = (words: string): RawBuilder<unknown> => {
  const each = words.split(' ').map(word => sql`s.words like ${containing(word)}`)
  return sql`(${sql.join(each, sql` and `)})`
}

function within(scope: SearchScope): RawBuilder<unknown> {
  if (scope === 'all accounts') return sql`true`
  const { accountId, mode } = scope
  return sql`s.account_id = ${accountId} ${mode === null ? sql`` : sql`and s.mode = ${mode}`}`
}

const keysHaving = (table: string, scope: SearchScope, column: string, value: string, rank = ranks.named) => sql`
      select s.account_id, s.mode, s.order_id, ${rank} as rank
      from ${sql.table(table)} s
      where s.${sql.id(column)} = ${value} and ${within(scope)}`

const keysNamed = (scope: SearchScope, name: string, rank = ranks.named) =>
  sql`(${keysHaving('orders', scope, 'customer_order_id', name, rank)} limit ${maxNamed})`

/** The orders of ranked keys, each once. */
const rankedOrders = (keys: RawBuilder<unknown>, { limit, filters }: SearchPage) => sql`
      select o.*, hits.matching, hits.rank, hits.found
      from (
        select
          account_id, mode, order_id, ${matchesList(filters)} as matching, max(rank) as rank,
          (count(*) over ())::int as found
        from (${keys}
        ) keys
        group by account_id, mode, order_id
        order by matching desc, rank desc, order_id desc
        limit ${limit}
      ) hits
      -- An index lookup for each row, whatever the statistics of the tables are.
      cross join lateral (
        select * from orders where account_id = hits.account_id and mode = hits.mode and order_id = hits.order_id limit 1
      ) o`

/** For `keys`: whether the order matches; an index lookup for each. */
const matchesList = (filters: OrderFilters | null) =>
  filters === null
    ? sql`true`
    : sql`coalesce((
            select true
            from orders o
            where o.account_id = keys.account_id and o.mode = keys.mode and o.order_id = keys.order_id
              ${andFilters(filters)}
            limit 1
          ), false)`

async function readFound(db: Db, keys: RawBuilder<unknown>, page: SearchPage) {
  const { rows } = await sql<Omit<FoundOrder, keyof OrderSummary> & OrderSummaryRow & { found: number }>`
    select
      o.account_id as "accountId", a.name as "accountName", o.mode, o.order_id as "orderId", o.customer_order_id as "customerOrderId",
      order_number as "orderNumber", o.status,
      o.created_at as "createdAt", ${orderSummaryColumns}, o.found
    from (${rankedOrders(keys, page)}
    ) o
    ${contents}
    join accounts a on a.account_id = o.account_id
    order by o.matching desc, o.rank desc, o.order_id desc`.execute(db)
  const found = rows.map(({ found: _, ...row }) => orderSummaryOf(row))
  return { orders: found, more: (rows[0]?.found ?? 0) > page.limit }
}
