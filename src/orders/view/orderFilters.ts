// The filters of lists of orders besides status and time. Status and time are in indexes; these filters are compared
// with a bounded number of orders at a time, so a page may have fewer orders than its limit, or none, and still be
// followed by another page.

import { type RawBuilder, sql } from 'kysely'
import { day, later } from '../../base/clock.ts'

export type OrderDetails = {
  sku: string | null
  country: string | null
  /** Of the final price. */
  minCents: number | null
  maxCents: number | null
  /** Orders that failed, stopped or were declined, or whose printer is overdue. */
  problem: 'only' | null
  /** Orders that were queued when they were placed. */
  queued: 'only' | null
  /** By the promised day of shipping, which an order has from its first hand-over on. */
  due: Due | null
  /** The printer of the newest job. */
  printer: string | null
  /** When the order reached a final status. */
  endedAfter: Date | null
  endedBefore: Date | null
}

/** Of orders that must still ship, or shipped too late: by the promised day, where it was promised. */
type Due = { is: 'late' | 'today'; now: Date }

export const noDetails: OrderDetails = {
  sku: null,
  country: null,
  minCents: null,
  maxCents: null,
  problem: null,
  queued: null,
  due: null,
  printer: null,
  endedAfter: null,
  endedBefore: null,
}

/** How many orders a page is chosen from. */
export const maxScannedOrders = 1000

/** For `orders o`: the conditions of the details; null if there are none. */
export function matchingDetails(details: OrderDetails): RawBuilder<unknown> | null {
  const { sku, country, minCents, maxCents, problem, queued, due, printer, endedAfter, endedBefore } = details
  const conditions = [
    ...(sku === null && country === null
      ? []
      : [
          sql`exists (
            select from order_search s
            where s.account_id = o.account_id and s.mode = o.mode and s.order_id = o.order_id and s.part = 'order'
              ${sku === null ? sql`` : sql`and ${sku} = any (s.skus)`}
              ${country === null ? sql`` : sql`and s.country = ${country}`}
          )`,
        ]),
    ...(minCents === null ? [] : [sql`o.charge_cents >= ${minCents}`]),
    ...(maxCents === null ? [] : [sql`o.charge_cents <= ${maxCents}`]),
    ...(problem === null
      ? []
      : [
          sql`(
            o.status in ('EXCEPTION', 'FAILED', 'REJECTED')
            or (o.status = 'VALID_AWAITING_PAYMENT' and o.state ->> 'payment' = 'FAILED')
            or exists (
              select from print_jobs j
              where j.account_id = o.account_id and j.mode = o.mode and j.order_id = o.order_id and j.alarm is not null
            )
          )`,
        ]),
    ...(queued === null ? [] : [sql`o.queue_number is not null`]),
    ...(due === null ? [] : [isDue(due)]),
    ...(printer === null
      ? []
      : [
          sql`${printer} = (
            select j.printer from print_jobs j
            where j.account_id = o.account_id and j.mode = o.mode and j.order_id = o.order_id
            order by j.attempt desc
            limit 1
          )`,
        ]),
    ...(endedAfter === null ? [] : [sql`o.ended_at > ${endedAfter}`]),
    ...(endedBefore === null ? [] : [sql`o.ended_at < ${endedBefore}`]),
  ]
  return conditions.length === 0 ? null : sql.join(conditions, sql` and `)
}

/** An order that failed or was canceled is not late. */
export const isDue = ({ is, now }: Due): RawBuilder<unknown> =>
  is === 'today'
    ? sql`o.ended_at is null and ${now} < ${shipBy} and ${later(now, day)} >= ${shipBy}`
    : sql`${shipBy} <= case
        when o.status = 'SHIPPED' then o.ended_at
        when o.ended_at is null then ${now}
      end`
const shipBy = sql`(o.state ->> 'promisedShipBy')::timestamptz`
