// The numbers of printers' open jobs, and how many they have shipped, for a screen on the wall. Only the tickets of
// jobs that are named are read: a thousand open jobs are a few pages.

import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/db.ts'
import { hasNotMoved } from '../db/movedAccounts.ts'
import { type JobStatus, openJobStatuses } from './printer.ts'

/** Of the open jobs with a due day and shipping class. */
export type WallGroup = {
  dueOn: string | null
  shippingClassification: string | null
  toAccept: number
  toPrint: number
  toShip: number
  cancellationsRequested: number
}

export type WallJob = {
  jobId: string
  customerOrderId: string
  orderTitle: string | null
  dueOn: string | null
  status: JobStatus
}

const maxGroups = 200

/** The soonest first, and jobs without a day last. */
export async function readWallGroups(db: Db, printers: readonly string[]): Promise<WallGroup[]> {
  const { rows } = await sql<WallGroup>`
    select to_char(due_on, 'YYYY-MM-DD') as "dueOn", shipping_class as "shippingClassification",
      count(*) filter (where status in ('NEW', 'RECEIVED'))::int as "toAccept",
      count(*) filter (where status = 'ACCEPTED')::int as "toPrint",
      count(*) filter (where status = 'PRINTED')::int as "toShip",
      count(*) filter (where cancellation_requested)::int as "cancellationsRequested"
    from (${openJobs(printers)}) j
    group by due_on, shipping_class
    order by due_on nulls last, shipping_class
    limit ${maxGroups}`.execute(db)
  return rows
}

/** The open jobs of a shipping class, by due day. */
export async function readWallJobs(
  db: Db,
  printers: readonly string[],
  { shippingClass, limit }: { shippingClass: string; limit: number },
): Promise<WallJob[]> {
  const { rows } = await sql<WallJob>`
    select job_id as "jobId", customer_order_id as "customerOrderId", ticket ->> 'orderTitle' as "orderTitle",
      to_char(due_on, 'YYYY-MM-DD') as "dueOn", status
    from (
      select *
      from (${openJobs(printers)}) j
      where shipping_class = ${shippingClass}
      order by due_on nulls last, job_id
      limit ${limit}
    ) j
    join print_tickets using (account_id, mode, order_id, attempt)
    order by due_on nulls last, job_id`.execute(db)
  return rows
}

/** How many jobs were shipped in each hour since then; hours without a job are left out. */
export async function readShippedByHour(
  db: Db,
  printers: readonly string[],
  since: Date,
): Promise<{ startsAt: Date; jobs: number }[]> {
  const { rows } = await sql<{ startsAt: Date; jobs: number }>`
    select date_trunc('hour', j.updated_at) as "startsAt", count(*)::int as jobs
    from unnest(${[...printers]}::text[]) as p (printer)
    cross join lateral (
      select updated_at
      from print_jobs
      where printer = p.printer and status = 'SHIPPED' and updated_at >= ${since}
      offset 0
    ) j
    group by 1
    order by 1`.execute(db)
  return rows
}

const openJobs = (printers: readonly string[]): RawBuilder<unknown> => sql`
      select j.*, coalesce(expected_ship_date, due_date) as due_on
      from unnest(${[...printers]}::text[]) as p (printer)
      cross join unnest(${[...openJobStatuses]}::text[]) as s (status)
      cross join lateral (
        select account_id, mode, order_id, attempt, job_id, customer_order_id, shipping_class, status, cancellation_requested, expected_ship_date, due_date
        from print_jobs
        where printer = p.printer and status = s.status and submitted_at is not null
          and ${hasNotMoved('print_jobs.account_id')}
        offset 0
      ) j`
