// The figures that begin the day of the staff: sales, and orders that must ship.

import { sql } from 'kysely'
import { utcDay } from '../../base/clock.ts'
import { operatorAccount } from '../../base/operator.ts'
import type { Db, Tx } from '../../db/db.ts'
import { isDue } from '../../orders/view/orderFilters.ts'

export type Sales = { orders: number; cents: number }

const maxCounted = 10_000

/**
 * Of production, on the UTC days of reports: charged orders that were paid, and orders of enterprise accounts that
 * shipped. Today is without the last hour, as the sums of reports are.
 */
export async function readSales(db: Db | Tx, now: Date): Promise<{ today: Sales; yesterday: Sales }> {
  const today = utcDay(now)
  const { rows } = await sql<Sales & { day: string }>`
    select starts_on::text as day, sum(orders)::int as orders, sum(cents)::float8 as cents
    from report_sums
    where account_id = ${operatorAccount} and mode = 'production' and span = 'day' and fact in ('charged', 'priced')
      and starts_on between ${today.subtract({ days: 1 }).toString()}::date and ${today.toString()}::date
    group by starts_on`.execute(db)
  const on = (day: Temporal.PlainDate): Sales => {
    const { orders = 0, cents = 0 } = rows.find(row => row.day === day.toString()) ?? {}
    return { orders, cents }
  }
  return { today: on(today), yesterday: on(today.subtract({ days: 1 })) }
}

/** Production orders at printers by their promised days. Those that have waited longest are counted, up to a bound. */
export async function readDue(db: Db | Tx, now: Date): Promise<{ today: number; late: number }> {
  const { rows } = await sql<{ today: number; late: number }>`
    select count(*) filter (where ${isDue({ is: 'today', now })})::int as today,
      count(*) filter (where ${isDue({ is: 'late', now })})::int as late
    from unnest(array['PRINTING', 'CANCELLATION_REQUESTED', 'EXCEPTION']) as s (status)
    cross join lateral (
      select status, state, ended_at
      from orders
      where status = s.status and status in ('PRINTING', 'CANCELLATION_REQUESTED', 'EXCEPTION') and mode = 'production'
      order by updated_at
      limit ${maxCounted}
    ) o`.execute(db)
  return rows[0]!
}
