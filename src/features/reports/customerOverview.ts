// The overview of an account: the usage of its limit, its orders, its next charge, and the delivery of its webhooks.
// Each number is counted over an index and up to a bound, so that the cost does not depend on how many orders are
// stored.

import { sql } from 'kysely'
import { dayIn, nextUtcHour, startOfDay } from '../../base/clock.ts'
import type { Mode } from '../../base/mode.ts'
import { sortableBound } from '../../base/secrets/ids.ts'
import type { Db } from '../../db/db.ts'
import { rowsOf, text } from '../../db/rows.ts'
import { slotFreeAt } from '../../limits/admission.ts'
import { readLimit } from '../../limits/limitStore.ts'
import { allStatuses, openStatuses, type Status } from '../../orders/lifecycle.ts'
import { chargeHourUtc } from '../../orders/schedule.ts'
import { readDefaultCards } from '../../payments/cards/cardStore.ts'
import { deliveryTables } from '../../webhooks/deliveryStore.ts'
import { isAnswered } from '../../webhooks/outbox.ts'
import { forecastCharge } from '../money/unpaidOrders.ts'
import { isChargedAccount } from '../placing/orderContext.ts'

const daysShown = 14
/** The orders counted of each status, and of each status on a day. */
const maxOrders = 10_000
/** The orders counted in all statuses and days together, the newest days first. */
const maxTotalOrders = 50_000
const maxDeliveries = 1000

type Owner = { accountId: string; mode: Mode }
type OwnerWithProvider = Owner & { provider: string }

export type LimitUsage = {
  ordersPer24Hours: number
  received: number
  queueCeiling: number
  queued: number
  /** When the oldest order leaves the window; null when the window is empty. */
  nextPlaceAt: Date | null
}

export type Overview = {
  now: Date
  limit: LimitUsage
  /** The last days, oldest first, with the orders of each day by their current status. */
  days: { day: string; counts: { status: Status; orders: number }[] }[]
  /** Orders that are not final. */
  open: { status: Status; orders: number }[]
  /** Null in the sandbox, and when the printer sets the price. */
  charge: { at: Date; orders: number; amountCents: number; declined: number; hasCard: boolean } | null
  webhooks: { lookedAt: number; delivered: number; pending: number; retrying: number; failed: number }
  /** True when a count stopped at its bound. */
  capped: boolean
}

/** Days begin at midnight in the time zone. */
export async function readOverview(
  db: Db,
  owner: OwnerWithProvider,
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<Overview> {
  const [limit, days, open, charge, webhooks] = await Promise.all([
    readLimitUsage(db, owner, now),
    countByDay(db, owner, dayIn(now, timeZone), timeZone),
    countOpen(db, owner),
    nextCharge(db, owner, now),
    countDeliveries(db, owner),
  ])
  const counts = days.flatMap(({ counts }) => counts)
  return {
    now,
    limit,
    days,
    open,
    charge,
    webhooks,
    capped:
      [...open, ...counts].some(({ orders }) => orders >= maxOrders) ||
      counts.reduce((sum, { orders }) => sum + orders, 0) >= maxTotalOrders,
  }
}

export async function readLimitUsage(db: Db, owner: Owner, now: Date): Promise<LimitUsage> {
  const limit = await readLimit(db, owner, now)
  return {
    ordersPer24Hours: limit.ordersPer24Hours,
    received: limit.lastNumber - limit.expiredNumber,
    queueCeiling: limit.queueCeiling,
    queued: limit.queued,
    nextPlaceAt: limit.oldestInWindowAt === null ? null : slotFreeAt(limit.oldestInWindowAt),
  }
}

/** Order ids begin with their time, so each day is a range of the index by status. */
async function countByDay(
  db: Db,
  { accountId, mode }: Owner,
  today: Temporal.PlainDate,
  timeZone: string,
): Promise<Overview['days']> {
  const days = Array.from({ length: daysShown }, (_, i) => today.subtract({ days: daysShown - 1 - i }))
  const ranges = rowsOf(days, 'd', {
    fromId: text(date => sortableBound('ord', startOfDay(date, timeZone))),
    untilId: text(date => sortableBound('ord', startOfDay(date.add({ days: 1 }), timeZone))),
  })
  const { rows } = await sql<{ status: Status; place: number; orders: number }>`
    select status, place, count(*)::int as orders
    from (
      select s.status, d.place
      from (
        select * from ${ranges.numbered} order by place desc
      ) d
      cross join unnest(${allStatuses}::text[]) as s (status)
      cross join lateral (
        select 1
        from orders
        where account_id = ${accountId} and mode = ${mode} and status = s.status
          and order_id >= d.from_id and order_id < d.until_id
        limit ${maxOrders}
      ) o
      limit ${maxTotalOrders}
    ) counted
    group by 1, 2`.execute(db)
  return days.map((date, i) => ({
    day: date.toString(),
    counts: rows.filter(({ place }) => place === i + 1).map(({ status, orders }) => ({ status, orders })),
  }))
}

/** Without the `order by`, the planner reads the whole table until its first vacuum, and not the index. */
async function countOpen(db: Db, { accountId, mode }: Owner): Promise<Overview['open']> {
  const { rows } = await sql<{ status: Status; orders: number }>`
    select s.status, count(*)::int as orders
    from unnest(${openStatuses}::text[]) as s (status)
    cross join lateral (
      select 1
      from orders
      where account_id = ${accountId} and mode = ${mode} and status = s.status
      order by order_id desc
      limit ${maxOrders}
    ) o
    group by 1`.execute(db)
  return openStatuses.map(status => ({ status, orders: rows.find(row => row.status === status)?.orders ?? 0 }))
}

async function nextCharge(
  db: Db,
  { accountId, mode, provider }: OwnerWithProvider,
  now: Date,
): Promise<Overview['charge']> {
  if (mode === 'sandbox' || !(await isChargedAccount(db, accountId))) return null
  const at = nextUtcHour(now, chargeHourUtc)
  const forecast = await forecastCharge(db, { accountId, at, maxOrders })
  const [card] = await readDefaultCards(db, [accountId], provider)
  return { at, ...forecast, hasCard: card !== undefined }
}

async function countDeliveries(db: Db, { accountId, mode }: Owner): Promise<Overview['webhooks']> {
  const { rows } = await sql<{ status: string; deliveries: number }>`
    select case when status = 'pending' and ${isAnswered(deliveryTables)} then 'retrying' else status end as status,
      count(*)::int as deliveries
    from (
      select account_id, mode, order_id, sequence
      from order_events
      where account_id = ${accountId} and mode = ${mode} and has_delivery
      order by at desc, order_id desc, sequence desc
      limit ${maxDeliveries}
    ) e
    join webhook_deliveries d using (account_id, mode, order_id, sequence)
    group by 1`.execute(db)
  const count = (...statuses: string[]) =>
    rows.filter(({ status }) => statuses.includes(status)).reduce((sum, { deliveries }) => sum + deliveries, 0)
  return {
    lookedAt: rows.reduce((sum, { deliveries }) => sum + deliveries, 0),
    delivered: count('delivered'),
    pending: count('pending', 'retrying'),
    retrying: count('retrying'),
    failed: count('exhausted', 'gone'),
  }
}
