// Reading orders: one by identifier, many by filter, and the steps of one.

import { sql } from 'kysely'
import QuickLRU from 'quick-lru'
import { earlier, hour, later } from '../base/clock.ts'
import { grouped } from '../base/group.ts'
import { sortableBound } from '../base/ids.ts'
import type { Mode } from '../base/mode.ts'
import { ahead } from '../db/ahead.ts'
import type { Db } from '../db/db.ts'
import { isoInstant } from '../db/values.ts'
import { answeredApart } from './apart.ts'
import type { Status } from './lifecycle.ts'
import type { AnnouncedStep, Order, OrderStep } from './order.ts'
import { presentJson, type StoredOrder } from './present.ts'
import { findChangedOrders, findStoredOrders, listOrderRows, type NamedOrder, type RowVersion } from './store.ts'

const mostReadsTogether = 256
/** The most recently used ones; at most twice as many are kept, nearly all of 1 to 2 kB. */
const mostRemembered = 10_000
const longestRememberedCharacters = 4096
/** Enough for thousands of events of a usual order, and for the usual events of an order of a megabyte. */
const mostBytesOfEvents = 16 * 1024 * 1024

/**
 * Reads one order as the JSON of its order object; requests that come together share one query. Undefined when the mode
 * has no such order. The JSON of an order that was read before is taken from memory if the database says that its row
 * is unchanged: programs ask again and again whether an order has moved on, and nearly always it has not.
 */
export function orderReader(db: Db): (key: NamedOrder) => Promise<string | undefined> {
  const remembered = new QuickLRU<string, Rendered>({ maxSize: mostRemembered })
  /** The era of the last reading. */
  let era = ''

  const readAll = async (keys: NamedOrder[]) => {
    const before = keys.map(key => remembered.get(nameOf(key)))
    const known: number[] = []
    const wanted: number[] = []
    for (const [place, one] of before.entries()) (one?.version.era === era ? known : wanted).push(place)
    const versions = known.map(place => before[place]!.version)
    for (const i of await findChangedOrders(db, era, versions)) wanted.push(known[i]!)

    const answers = before.map(one => one?.json)
    for (const place of wanted) answers[place] = undefined
    const keysWanted = wanted.map(place => keys[place]!)
    for (const { place, version, stored } of await findStoredOrders(db, keysWanted)) {
      const key = keysWanted[place]!
      const json = orderJson(key, stored)
      if (json.length <= longestRememberedCharacters) remembered.set(nameOf(key), { version, json })
      era = version.era
      answers[wanted[place]!] = json
    }
    return answers
  }
  return grouped(answeredApart<NamedOrder, string | undefined>(readAll), mostReadsTogether)
}

type Rendered = { version: RowVersion; json: string }

/** Account ids and modes contain no spaces. */
const nameOf = ({ accountId, mode, customerOrderId }: NamedOrder): string => `${accountId} ${mode} ${customerOrderId}`

function orderJson(
  { mode, customerOrderId }: NamedOrder,
  stored: Omit<StoredOrder, 'mode' | 'customerOrderId'>,
): string {
  const { recipientForgottenAt: forgotten, createdAt, updatedAt } = stored
  const instants = {
    recipientForgottenAt: forgotten === null ? null : isoInstant(forgotten),
    createdAt: isoInstant(createdAt),
    updatedAt: isoInstant(updatedAt),
  }
  return presentJson({ ...stored, ...instants, mode, customerOrderId })
}

export type OrderFilter = {
  accountId: string
  mode: Mode
  statuses: Status[]
  createdAfter: Date | null
  createdBefore: Date | null
  /** The orderId after which the page begins. */
  after: string | null
  /** A page of large orders has fewer. */
  limit: number
}

/** A page of orders, newest first, and the cursor of the next page (null: this was the last). */
export async function listOrders(db: Db, filter: OrderFilter): Promise<{ orders: Order[]; next: string | null }> {
  // Order ids begin with their time, so a bound on time is a place in the primary key. The clocks of two machines
  // differ by less than an hour: the bounds only say where the walk begins and ends, and created_at decides.
  const { createdAfter, createdBefore } = filter
  const from = createdAfter === null ? null : sortableBound('ord', earlier(createdAfter, hour))
  const below = createdBefore === null ? null : sortableBound('ord', later(createdBefore, hour))
  const { orders, isLast } = await listOrderRows(db, { ...filter, from, below })
  return { orders, next: isLast ? null : orders.at(-1)!.orderId }
}

/** Every step of an order, oldest first. */
export async function orderSteps(db: Db, { accountId, mode, orderId }: Order): Promise<OrderStep[]> {
  const { rows } = await sql<Omit<OrderStep, 'state'> & { state: string }>`
    select
      account_id as "accountId", mode, order_id as "orderId", sequence, event_id as "eventId", kind, on_event as "on",
      from_status as "from", status, state, at, actor, note
    from order_events
    where account_id = ${accountId} and mode = ${mode} and order_id = ${orderId}
    order by sequence`.execute(db)
  return rows.map(row => ({ ...row, state: JSON.parse(row.state) }))
}

/**
 * The announced steps of an order after the one with the number `after`, oldest first. Each is told with the whole
 * order, so of a large order they are fewer at a time. `isLast`: there are no others.
 */
export async function announcedSteps(
  db: Db,
  { accountId, mode, orderId, request }: Order,
  after: number,
): Promise<{ steps: AnnouncedStep[]; isLast: boolean }> {
  const bytes = sql`octet_length(state::text) + ${Buffer.byteLength(JSON.stringify(request))}::int`
  const { rows } = await sql<Omit<AnnouncedStep, 'state'> & { state: string; announced: number }>`
    with announced as (
      select *, (row_number() over (order by sequence))::int as number
      from order_events
      where account_id = ${accountId} and mode = ${mode} and order_id = ${orderId} and kind is not null
    )
    select
      account_id as "accountId", mode, order_id as "orderId", sequence, event_id as "eventId", kind, on_event as "on",
      from_status as "from", status, state, at, actor, note, number, (select count(*)::int from announced) as announced
    from (
      select *, ${ahead(bytes, sql`number`)} as ahead from announced where number > ${after}
    ) following
    where ahead < ${mostBytesOfEvents}
    order by number`.execute(db)
  const steps = rows.map(({ announced: _, ...row }) => ({ ...row, state: JSON.parse(row.state) }))
  return { steps, isLast: rows.length === 0 || rows.at(-1)!.number === rows[0]!.announced }
}
