// What a customer's people see first: how much of the limit is used, what was ordered, what will be charged, whether
// their webhooks arrive, and what needs attention. Each number is counted over an index and up to a bound, so that the
// cost does not depend on how many orders are stored; a number that hit its bound is marked.

import { sql } from 'kysely'
import { nextUtcHour, startOfUtcDay, utcDay } from '../../base/clock.ts'
import { sortableBound } from '../../base/ids.ts'
import type { Mode } from '../../base/mode.ts'
import type { Db } from '../../db/db.ts'
import { placeFreeAt } from '../../limits/admission.ts'
import { readLimit } from '../../limits/store.ts'
import { defaultCards } from '../../payments/cards/store.ts'
import { isAnswered } from '../../webhooks/store.ts'
import { isBilledHere } from '../facts.ts'
import { type Status, statuses } from '../lifecycle.ts'
import { foreseeCharge } from '../money/unpaidOrders.ts'
import { chargeHourUtc } from '../schedule.ts'

const daysShown = 14
/** Of each status, and of each on a day; more than anybody reads off a bar. */
const mostCounted = 10_000
const deliveriesLookedAt = 1000

type Owner = { accountId: string; mode: Mode }
/** With the provider that charges. */
type Charged = Owner & { provider: string }

export type Overview = {
  now: Date
  limit: {
    ordersPer24Hours: number
    received: number
    queueCeiling: number
    queued: number
    /** When the oldest order leaves the window; null when the window is empty. */
    nextPlaceAt: Date | null
  }
  /** The last days in UTC, oldest first, with the orders of each day by their current status. */
  days: { day: string; counts: { status: Status; orders: number }[] }[]
  /** Orders that are not final. */
  open: { status: Status; orders: number }[]
  /** Null in the sandbox, and when the printer sets the price. */
  charge: { at: Date; orders: number; amountCents: number; declined: number; hasCard: boolean } | null
  webhooks: { lookedAt: number; delivered: number; pending: number; retrying: number; failed: number }
  /** True when a count stopped at its bound. */
  capped: boolean
}

export async function readOverview(db: Db, owner: Charged, now: Date): Promise<Overview> {
  const [limit, days, open, charge, webhooks] = await Promise.all([
    readLimit(db, owner, now),
    countByDay(db, owner, now),
    countOpen(db, owner),
    nextCharge(db, owner, now),
    countDeliveries(db, owner),
  ])
  return {
    now,
    limit: {
      ordersPer24Hours: limit.ordersPer24Hours,
      received: limit.lastNumber - limit.expiredNumber,
      queueCeiling: limit.queueCeiling,
      queued: limit.queued,
      nextPlaceAt: limit.oldestInWindowAt === null ? null : placeFreeAt(limit.oldestInWindowAt),
    },
    days,
    open,
    charge,
    webhooks,
    capped: [...open, ...days.flatMap(({ counts }) => counts)].some(({ orders }) => orders >= mostCounted),
  }
}

/** Order ids begin with their time, so days are ranges of the index by status, and nothing else is read. */
async function countByDay(db: Db, { accountId, mode }: Owner, now: Date): Promise<Overview['days']> {
  const today = utcDay(now)
  const days = Array.from({ length: daysShown }, (_, i) => today.subtract({ days: daysShown - 1 - i }))
  const from = days.map(date => sortableBound('ord', startOfUtcDay(date)))
  const until = [...from.slice(1), sortableBound('ord', startOfUtcDay(today.add({ days: 1 })))]
  const { rows } = await sql<{ status: Status; place: number; orders: number }>`
    select s.status, d.place, count(*)::int as orders
    from unnest(${Object.keys(statuses)}::text[]) as s (status)
    cross join unnest(${from}::text[], ${until}::text[]) with ordinality as d (from_id, until_id, place)
    cross join lateral (
      select 1
      from orders
      where account_id = ${accountId} and mode = ${mode} and status = s.status
        and order_id >= d.from_id and order_id < d.until_id
      limit ${mostCounted}
    ) o
    group by 1, 2`.execute(db)
  return days.map((date, i) => ({
    day: date.toString(),
    counts: rows.filter(({ place }) => place === i + 1).map(({ status, orders }) => ({ status, orders })),
  }))
}

/**
 * The order makes the planner walk the index: without one it reads the whole table as long as that was never vacuumed.
 */
async function countOpen(db: Db, { accountId, mode }: Owner): Promise<Overview['open']> {
  const open = (Object.keys(statuses) as Status[]).filter(status => !statuses[status].final)
  const { rows } = await sql<{ status: Status; orders: number }>`
    select s.status, count(*)::int as orders
    from unnest(${open}::text[]) as s (status)
    cross join lateral (
      select 1
      from orders
      where account_id = ${accountId} and mode = ${mode} and status = s.status
      order by order_id desc
      limit ${mostCounted}
    ) o
    group by 1`.execute(db)
  return open.map(status => ({ status, orders: rows.find(row => row.status === status)?.orders ?? 0 }))
}

async function nextCharge(db: Db, { accountId, mode, provider }: Charged, now: Date): Promise<Overview['charge']> {
  if (mode === 'sandbox' || !(await isBilledHere(db, accountId))) return null
  const at = nextUtcHour(now, chargeHourUtc)
  const foreseen = await foreseeCharge(db, { accountId, at, most: mostCounted })
  const [card] = await defaultCards(db, [accountId], provider)
  return { at, ...foreseen, hasCard: card !== undefined }
}

async function countDeliveries(db: Db, { accountId, mode }: Owner): Promise<Overview['webhooks']> {
  const { rows } = await sql<{ status: string; deliveries: number }>`
    select case when status = 'pending' and ${isAnswered} then 'retrying' else status end as status, count(*)::int as deliveries
    from (
      select account_id, mode, order_id, sequence
      from order_events
      where account_id = ${accountId} and mode = ${mode} and has_delivery
      order by at desc, order_id desc, sequence desc
      limit ${deliveriesLookedAt}
    ) e
    join webhook_deliveries d using (account_id, mode, order_id, sequence)
    group by 1`.execute(db)
  const of = (...wanted: string[]) =>
    rows.filter(({ status }) => wanted.includes(status)).reduce((sum, { deliveries }) => sum + deliveries, 0)
  return {
    lookedAt: rows.reduce((sum, { deliveries }) => sum + deliveries, 0),
    delivered: of('delivered'),
    pending: of('pending', 'retrying'),
    retrying: of('retrying'),
    failed: of('exhausted', 'gone'),
  }
}
