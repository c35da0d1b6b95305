// Reading orders: one order by its identifier, pages by filter, and the steps of an order.

import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { parseWithWords, readWords } from '../../../languages/texts.ts'
import { earlier, hour, later } from '../../base/clock.ts'
import type { Mode } from '../../base/mode.ts'
import { groupCalls } from '../../base/running/groupCalls.ts'
import { sortableBound } from '../../base/secrets/ids.ts'
import type { Db } from '../../db/db.ts'
import { runningTotal } from '../../db/runningTotal.ts'
import type { SortPosition } from '../../db/sortPosition.ts'
import { isolateAnswers } from '../../jobs/isolateFailures.ts'
import type { Status } from '../lifecycle.ts'
import type { AnnouncedStep, Order, OrderState, OrderStep } from '../order.ts'
import { findChangedOrders, type NamedOrder } from '../orderStore.ts'
import { mergeStates, states } from '../stepStore.ts'
import type { OrderDetails } from './orderFilters.ts'
import { listOrderRows, readOrderRows } from './orderPages.ts'
import { namedOrders, type OrderSort, readSortedKeys, sortableRanges } from './orderSort.ts'
import { type PublicOrder, presentStored } from './presentOrder.ts'
import { searchOrders } from './searchOrders.ts'

const maxReads = 256
/** Of a search in a list: more matches would not be read by people. */
const maxHits = 100
/** The most recently used orders, nearly all of 1 to 2 kB. */
const maxCachedOrders = 20_000
const maxCachedChars = 4096
/** Enough for thousands of events of a usual order, and for the usual events of an order of a megabyte. */
const maxEventBytes = 16 * 1024 * 1024

/**
 * Reads one order as the JSON of its order object; requests that come together share one query. Undefined when the mode
 * has no such order. The JSON of an unchanged order comes from a cache, if the database confirms its version: programs
 * poll orders, which nearly always are unchanged.
 */
export function orderReader(
  db: Db,
  render: (order: PublicOrder) => string,
): (key: NamedOrder) => Promise<string | undefined> {
  const cache = new LRUCache<string, Rendered>({ max: maxCachedOrders })

  const readAll = async (keys: NamedOrder[]) => {
    const cached = keys.map(key => cache.get(nameOf(key)))
    const lookups = keys.map((key, i) => ({ ...key, version: cached[i]?.version ?? null }))
    const answers = cached.map(entry => entry?.json)
    for (const { index, version, stored } of await findChangedOrders(db, lookups)) {
      const json = stored === null ? undefined : render(presentStored(stored))
      answers[index] = json
      if (json !== undefined && json.length <= maxCachedChars) cache.set(nameOf(keys[index]!), { version, json })
    }
    return answers
  }
  return groupCalls(isolateAnswers<NamedOrder, string | undefined>(readAll), maxReads)
}

type Rendered = { version: string; json: string }

/** Account ids and modes contain no spaces. */
const nameOf = ({ accountId, mode, customerOrderId }: NamedOrder): string => `${accountId} ${mode} ${customerOrderId}`

export type OrderFilter = {
  accountId: string
  mode: Mode
  statuses: Status[]
  createdAfter: Date | null
  createdBefore: Date | null
  /** A text of the search; null: none. */
  search: string | null
  details: OrderDetails
  sort: OrderSort
  after: SortPosition | null
  /** A page of large orders has fewer orders. */
  limit: number
}

/** `isExact`: false if the search found similar texts only. */
type OrderPage = { orders: Order[]; next: SortPosition | null; isExact: boolean }

/** A page of orders, and the position of the next page (null: this was the last). */
export async function listOrders(db: Db, filter: OrderFilter): Promise<OrderPage> {
  const { search, sort, after, limit, ...range } = filter
  const hits = search === null ? null : await searchOrders(db, filter, search, { limit: maxHits, filters: range })
  const isExact = hits?.isExact ?? true
  const customerOrderIds = hits?.orders.map(({ customerOrderId }) => customerOrderId) ?? null
  if (sort.by !== 'created') {
    const candidates = customerOrderIds === null ? sortableRanges(range) : namedOrders(range, customerOrderIds)
    const { keys, isLast } = await readSortedKeys(db, { ...range, candidates }, { sort, after, limit })
    return { ...(await readSortedOrders(db, filter, keys, isLast)), isExact }
  }
  // Order ids begin with their time, so a bound on time is a position in the primary key. The clocks of two machines
  // differ by less than an hour: the bounds limit the scan of the index, and created_at decides.
  const { createdAfter, createdBefore } = filter
  const from = createdAfter === null ? null : sortableBound('ord', earlier(createdAfter, hour))
  const below = createdBefore === null ? null : sortableBound('ord', later(createdBefore, hour))
  const { orders, next } = await listOrderRows(db, {
    ...{ ...range, customerOrderIds, from, below, limit },
    descending: sort.descending,
    after: after?.id ?? null,
  })
  return { orders, next: next === null ? null : { id: next, value: null }, isExact }
}

async function readSortedOrders(
  db: Db,
  owner: { accountId: string; mode: Mode },
  keys: { orderId: string; position: SortPosition }[],
  isLast: boolean,
): Promise<Omit<OrderPage, 'isExact'>> {
  const orders = await readOrderRows(
    db,
    owner,
    keys.map(({ orderId }) => orderId),
  )
  // A page of large orders ends earlier.
  const read =
    orders.length === 0 ? keys.length : keys.findIndex(({ orderId }) => orderId === orders.at(-1)!.orderId) + 1
  return { orders, next: isLast && read === keys.length ? null : keys[read - 1]!.position }
}

const stepColumns = sql`
  account_id as "accountId", mode, order_id as "orderId", sequence, event_id as "eventId", kind, on_event as "on",
  from_status as "from", status, at, actor`

/** Every step of an order, oldest first. */
export async function listSteps(db: Db, { accountId, mode, orderId }: Order): Promise<OrderStep[]> {
  const { rows } = await sql<Omit<OrderStep, 'state' | 'note'> & { state: string; note: string | null }>`
    select ${stepColumns}, note, state
    from order_events
    where account_id = ${accountId} and mode = ${mode} and order_id = ${orderId}
    order by sequence`.execute(db)
  let state = {} as OrderState
  return rows.map(row => {
    state = { ...state, ...parseWithWords(row.state) }
    return { ...row, state, note: readWords(row.note) }
  })
}

/** The announced steps among all steps of an order. */
export const announcedAmong = (steps: OrderStep[]): AnnouncedStep[] =>
  steps
    .flatMap(({ kind, ...step }) => (kind === null ? [] : [{ ...step, kind }]))
    .map((step, i) => ({ ...step, number: i + 1 }))

/**
 * The announced steps of an order after the step with the number `after`, oldest first. Each event has the whole order,
 * so a page of a large order has fewer steps. `isLast`: no more steps follow.
 */
export async function announcedSteps(
  db: Db,
  { accountId, mode, orderId, request, state }: Order,
  after: number,
): Promise<{ steps: AnnouncedStep[]; isLast: boolean }> {
  const bytes = sql`${Buffer.byteLength(JSON.stringify({ request, state }))}::int`
  const { rows } = await sql<Omit<AnnouncedStep, 'state'> & { states: string; announced: number }>`
    with announced as (
      select *, (row_number() over (order by sequence))::int as number
      from order_events
      where account_id = ${accountId} and mode = ${mode} and order_id = ${orderId} and kind is not null
    )
    select ${stepColumns}, ${states} as states, number, (select count(*)::int from announced) as announced
    from (
      select *, ${runningTotal(bytes, sql`number`)} as total from announced where number > ${after}
    ) e
    where total < ${maxEventBytes}
    order by number`.execute(db)
  const steps = rows.map(({ announced: _, states, ...row }) => ({ ...row, state: mergeStates(states) }))
  return { steps, isLast: rows.length === 0 || rows.at(-1)!.number === rows[0]!.announced }
}
