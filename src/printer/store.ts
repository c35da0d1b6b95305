// The rows of print jobs. When a change of an order changes its job, or the other way round, the order's row is locked
// first and the job's after it.

import { type RawBuilder, sql } from 'kysely'
import { forgotten } from '../base/forgotten.ts'
import { ahead } from '../db/ahead.ts'
import type { Db, Tx } from '../db/db.ts'
import { storedJson } from '../db/json.ts'
import { sooner } from '../db/sooner.ts'
import { type JobStatus, openJobStatuses, overJobStatuses, type PrintJob, type TicketAddress } from './printer.ts'

export type JobKey = Pick<PrintJob, 'accountId' | 'mode' | 'orderId' | 'attempt'>

type JobRow = Omit<PrintJob, 'ticket' | 'collected'> & { ticket: string; collected: string }

const columns = sql`
  j.account_id as "accountId", j.mode, j.order_id as "orderId", j.attempt, j.job_id as "jobId", j.printer, j.status,
  j.cancellation_requested as "cancellationRequested", j.cancellation_requested_at as "cancellationRequestedAt", j.cancellation_requests as "cancellationRequests",
  j.cancellation_refused as "cancellationRefused", j.withdrawing, j.enterprise, j.ticket, j.due_date as "dueDate",
  j.expected_ship_date as "expectedShipDate", j.delay_said_at as "delaySaidAt", j.collected,
  j.offered_at as "offeredAt", j.submitted_at as "submittedAt", j.accepted_at as "acceptedAt",
  j.next_step_at as "nextStepAt", j.forwarded_ms as "forwardedMs", j.attempts, j.problem, j.watch_due_at as "watchDueAt", j.alarm,
  j.alarmed_at as "alarmedAt", j.created_at as "createdAt", j.updated_at as "updatedAt"`

const jobOf = (row: JobRow): PrintJob => ({
  ...row,
  ticket: JSON.parse(row.ticket),
  collected: JSON.parse(row.collected),
})

/** The values of a new job; the rest follows from them. */
export type NewJob = Pick<
  PrintJob,
  'accountId' | 'mode' | 'orderId' | 'jobId' | 'printer' | 'enterprise' | 'ticket' | 'dueDate' | 'watchDueAt'
>

/** Inserts jobs, each the next attempt of its order, whose lock the caller holds; their first step is due at once. */
export async function insertJobs(tx: Tx, jobs: NewJob[], now: Date): Promise<void> {
  if (jobs.length === 0) return
  await sql`
    insert into print_jobs (
      account_id, mode, order_id, attempt, job_id, printer, status, enterprise, ticket, due_date, next_step_at,
      watch_due_at, shipping_class, manufacturing_skus, created_at, updated_at)
    select
      n.account_id, n.mode, n.order_id,
      coalesce((
        select max(j.attempt)
        from print_jobs j
        where j.account_id = n.account_id and j.mode = n.mode and j.order_id = n.order_id), 0) + 1,
      n.job_id, n.printer, 'NEW', n.enterprise, n.ticket::json, n.due_date, ${now},
      n.watch_due_at, n.shipping_class, string_to_array(n.skus, ','), ${now}, ${now}
    from unnest(
      ${jobs.map(job => job.accountId)}::text[], ${jobs.map(job => job.mode)}::text[],
      ${jobs.map(job => job.orderId)}::text[], ${jobs.map(job => job.jobId)}::text[],
      ${jobs.map(job => job.printer)}::text[], ${jobs.map(job => job.enterprise)}::boolean[],
      ${jobs.map(job => storedJson(job.ticket))}::text[], ${jobs.map(job => job.dueDate)}::date[],
      ${jobs.map(job => job.watchDueAt)}::timestamptz[],
      ${jobs.map(job => job.ticket.shippingClassification)}::text[], ${jobs.map(skusOf)}::text[]
    ) as n (
      account_id, mode, order_id, job_id, printer, enterprise, ticket, due_date, watch_due_at, shipping_class, skus)`.execute(
    tx,
  )
}

/** Manufacturing SKUs contain only capitals, digits and hyphens, so a comma can separate them. */
const skusOf = ({ ticket }: NewJob): string =>
  [...new Set(ticket.items.map(({ manufacturingSku }) => manufacturingSku))].join(',')

export async function findJobs(db: Db | Tx, jobIds: string[]): Promise<PrintJob[]> {
  const { rows } = await sql<JobRow>`
    select ${columns}
    from ${jobsOf(jobIds)} j`.execute(db)
  return rows.map(jobOf)
}

/** How many bytes each of these jobs has, by its id. */
export async function weighJobs(db: Db, jobIds: string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ jobId: string; bytes: number }>`
    select j.job_id as "jobId", ${bytes} as bytes
    from ${jobsOf(jobIds)} j`.execute(db)
  return new Map(rows.map(({ jobId, bytes }) => [jobId, bytes]))
}

/** One look by id for each, whatever the planner thinks of the table. */
export const jobsOf = (jobIds: string[]) => sql`(
      select one.*
      from unnest(${[...new Set(jobIds)]}::text[]) as n (job_id)
      cross join lateral (select * from print_jobs where job_id = n.job_id offset 0) one
    )`

/** The newest job of an order; undefined when it was never handed over. */
export async function lastJobOf(
  db: Db | Tx,
  { accountId, mode, orderId }: Omit<JobKey, 'attempt'>,
): Promise<PrintJob | undefined> {
  const { rows } = await sql<JobRow>`
    select ${columns}
    from print_jobs j
    where j.account_id = ${accountId} and j.mode = ${mode} and j.order_id = ${orderId}
    order by j.attempt desc
    limit 1`.execute(db)
  return rows[0] && jobOf(rows[0])
}

/** Locks jobs in key order and reads them. The caller already holds their orders. */
export async function lockJobs(tx: Tx, keys: JobKey[]): Promise<PrintJob[]> {
  if (keys.length === 0) return []
  const { rows } = await sql<JobRow>`
    select ${columns}
    from print_jobs j
    where (j.account_id, j.mode, j.order_id, j.attempt) in (
      select * from unnest(
        ${keys.map(key => key.accountId)}::text[], ${keys.map(key => key.mode)}::text[],
        ${keys.map(key => key.orderId)}::text[], ${keys.map(key => key.attempt)}::int[]))
    order by j.account_id, j.mode, j.order_id, j.attempt
    for update of j`.execute(tx)
  return rows.map(jobOf)
}

/** A claimed job. `firstOffer`: before this claim it certainly had reached no printer. */
export type Claimed = { job: PrintJob; firstOffer: boolean }

/** How many jobs may be claimed in total, and per printer; printers that `roomFor` does not name are not limited. */
export type ClaimRoom = { most: number; roomFor: ReadonlyMap<string, number> }

/**
 * Claims jobs whose next step is due, and moves it to `until`, so that the death of a worker costs only time. From here
 * on a job may reach its printer, so it counts as offered. Takes no lock of an order and waits for no other, so it
 * cannot be part of a deadlock. Goes from printer to printer along the index: one printer's backlog costs the others
 * nothing. Fewer are claimed when they are large, and the first whatever its size.
 */
export async function claimDueJobs(
  tx: Tx,
  { now, until }: { now: Date; until: Date },
  { most, roomFor }: ClaimRoom,
): Promise<Claimed[]> {
  const { rows } = await sql<JobRow & { firstOffer: boolean }>`
    with recursive printers (name) as (
      (select printer from print_jobs where next_step_at is not null order by printer limit 1)
      union all
      select (
        select j.printer from print_jobs j
        where j.next_step_at is not null and j.printer > p.name
        order by j.printer
        limit 1)
      from printers p
      where p.name is not null
    ),
    due as (
      select d.*
      from printers p
      left join unnest(${[...roomFor.keys()]}::text[], ${[...roomFor.values()]}::int[]) as r (printer, room)
        on r.printer = p.name
      cross join lateral (
        select account_id, mode, order_id, attempt, job_id, offered_at, next_step_at, ticket, collected
        from print_jobs
        where printer = p.name and next_step_at <= ${now}
        order by next_step_at
        limit coalesce(r.room, ${most})
        for update skip locked
      ) d
      where p.name is not null
      order by d.next_step_at
      limit ${most}
    )
    update print_jobs j
    set next_step_at = ${until}, attempts = j.attempts + 1, offered_at = coalesce(j.offered_at, ${now})
    from (select j.*, ${ahead(bytes, sql`j.next_step_at, j.job_id`)} as ahead from due j) due
    where due.ahead < ${mostBytesTogether} and j.account_id = due.account_id and j.mode = due.mode and j.order_id = due.order_id and j.attempt = due.attempt
    returning ${columns}, due.offered_at is null as "firstOffer"`.execute(tx)
  return rows.map(({ firstOffer, ...row }) => ({ job: jobOf(row), firstOffer }))
}

/** Writes back what a message or a step changed. */
export async function saveJobs(tx: Tx, jobs: PrintJob[]): Promise<void> {
  if (jobs.length === 0) return
  await sql`
    update print_jobs j
    set status = n.status, cancellation_requested = n.cancellation_requested,
      cancellation_requested_at = n.cancellation_requested_at, cancellation_requests = n.cancellation_requests,
      cancellation_refused = n.cancellation_refused,
      withdrawing = n.withdrawing, expected_ship_date = n.expected_ship_date, delay_said_at = n.delay_said_at,
      collected = n.collected::json, offered_at = n.offered_at, submitted_at = n.submitted_at,
      accepted_at = n.accepted_at, next_step_at = n.next_step_at, attempts = n.attempts, problem = n.problem,
      watch_due_at = n.watch_due_at, alarm = n.alarm, alarmed_at = n.alarmed_at, updated_at = n.updated_at
    from unnest(
      ${jobs.map(job => job.accountId)}::text[], ${jobs.map(job => job.mode)}::text[],
      ${jobs.map(job => job.orderId)}::text[], ${jobs.map(job => job.attempt)}::int[],
      ${jobs.map(job => job.status)}::text[], ${jobs.map(job => job.cancellationRequested)}::boolean[],
      ${jobs.map(job => job.cancellationRequestedAt)}::timestamptz[],
      ${jobs.map(job => job.cancellationRequests)}::int[],
      ${jobs.map(job => job.cancellationRefused)}::boolean[], ${jobs.map(job => job.withdrawing)}::boolean[],
      ${jobs.map(job => job.expectedShipDate)}::date[], ${jobs.map(job => job.delaySaidAt)}::timestamptz[],
      ${jobs.map(job => storedJson(job.collected))}::text[], ${jobs.map(job => job.offeredAt)}::timestamptz[],
      ${jobs.map(job => job.submittedAt)}::timestamptz[], ${jobs.map(job => job.acceptedAt)}::timestamptz[],
      ${jobs.map(job => job.nextStepAt)}::timestamptz[], ${jobs.map(job => job.attempts)}::int[],
      ${jobs.map(job => job.problem)}::text[], ${jobs.map(job => job.watchDueAt)}::timestamptz[],
      ${jobs.map(job => job.alarm)}::text[], ${jobs.map(job => job.alarmedAt)}::timestamptz[],
      ${jobs.map(job => job.updatedAt)}::timestamptz[]
    ) as n (
      account_id, mode, order_id, attempt, status, cancellation_requested, cancellation_requested_at,
      cancellation_requests, cancellation_refused, withdrawing, expected_ship_date, delay_said_at, collected, offered_at, submitted_at,
      accepted_at, next_step_at, attempts, problem, watch_due_at, alarm, alarmed_at, updated_at)
    where j.account_id = n.account_id and j.mode = n.mode and j.order_id = n.order_id and j.attempt = n.attempt`.execute(
    tx,
  )
}

/**
 * Ends the open job of an order, whose lock the caller holds, when it certainly has reached no printer; returns whether
 * it did. A worker that is about to submit the job holds its row, and has marked it as offered by the time this can
 * read it.
 */
export async function endUnoffered(
  tx: Tx,
  { accountId, mode, orderId }: Omit<JobKey, 'attempt'>,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update print_jobs
    set status = 'CANCELLED', next_step_at = null, watch_due_at = null, alarm = null, alarmed_at = null,
      updated_at = ${now}
    where account_id = ${accountId} and mode = ${mode} and order_id = ${orderId}
      and status = any (${[...openJobStatuses]}::text[]) and offered_at is null`.execute(tx)
  return numAffectedRows === 1n
}

/**
 * From the jobs of these orders, whose locks the caller holds, takes who they were for: the ticket keeps the given
 * destination, and what the printer said of a problem goes. Returns the jobs.
 */
export async function forgetInJobs(
  tx: Tx,
  orders: (Omit<JobKey, 'attempt'> & { destination: TicketAddress })[],
): Promise<Pick<PrintJob, 'accountId' | 'jobId' | 'printer'>[]> {
  const { rows } = await sql<Pick<PrintJob, 'accountId' | 'jobId' | 'printer'>>`
    update print_jobs j
    set ticket = jsonb_set(j.ticket::jsonb, '{destination}', n.destination::jsonb)::json,
      problem = case when j.problem is not null then ${forgotten} end
    from unnest(
      ${orders.map(one => one.accountId)}::text[], ${orders.map(one => one.mode)}::text[],
      ${orders.map(one => one.orderId)}::text[], ${orders.map(one => storedJson(one.destination))}::text[]
    ) as n (account_id, mode, order_id, destination)
    where j.account_id = n.account_id and j.mode = n.mode and j.order_id = n.order_id
    returning j.account_id as "accountId", j.job_id as "jobId", j.printer`.execute(tx)
  return rows
}

/** Which printers had earlier jobs of these orders, by order id: jobs that are over, however they ended. */
export async function formerPrinters(tx: Tx, orders: Omit<JobKey, 'attempt'>[]): Promise<Map<string, string[]>> {
  if (orders.length === 0) return new Map()
  const { rows } = await sql<{ orderId: string; printers: string[] }>`
    select j.order_id as "orderId", array_agg(distinct j.printer) as printers
    from print_jobs j
    where (j.account_id, j.mode, j.order_id) in (
      select * from unnest(
        ${orders.map(key => key.accountId)}::text[], ${orders.map(key => key.mode)}::text[],
        ${orders.map(key => key.orderId)}::text[]))
      and j.status in ('REFUSED', 'WITHDRAWN')
    group by j.order_id`.execute(tx)
  return new Map(rows.map(({ orderId, printers }) => [orderId, printers]))
}

/** Locks nothing: finds jobs whose printers are overdue, the longest overdue first; fewer where they are large. */
export async function findDueWatches(db: Db | Tx, now: Date, most: number): Promise<PrintJob[]> {
  const order = sql`j.watch_due_at, j.job_id`
  const { rows } = await sql<JobRow>`
    with due as (
      select *
      from print_jobs
      where watch_due_at <= ${now}
      order by watch_due_at
      limit ${most}
    )
    select ${columns}
    from (select j.*, ${ahead(bytes, order)} as ahead from due j) j
    where j.ahead < ${mostBytesTogether}
    order by ${order}`.execute(db)
  return rows.map(jobOf)
}

/** Jobs whose printers are silent, oldest first. */
export async function listAlarms(db: Db, { after, limit }: { after: string; limit: number }): Promise<PrintJob[]> {
  const { rows } = await sql<JobRow>`
    select ${columns}
    from print_jobs j
    where j.alarm is not null and j.job_id > ${after}
    order by j.job_id
    limit ${limit}`.execute(db)
  return rows.map(jobOf)
}

/**
 * Marks the open job of an order, whose lock the caller holds, for cancellation; returns its printer, or null when
 * there is no such job. The next watch sets the time that the printer has to decide.
 */
export async function markForCancellation(
  tx: Tx,
  { accountId, mode, orderId }: Omit<JobKey, 'attempt'>,
  { tellAt, now }: { tellAt: Date; now: Date },
): Promise<string | null> {
  const { rows } = await sql<{ printer: string }>`
    update print_jobs
    set cancellation_requested = true, cancellation_requested_at = ${now},
      cancellation_requests = cancellation_requests + 1, withdrawing = false,
      next_step_at = ${tellAt}, attempts = 0, watch_due_at = case mode when 'production' then ${now}::timestamptz end, alarm = null,
      alarmed_at = null, updated_at = ${now}
    where account_id = ${accountId} and mode = ${mode} and order_id = ${orderId}
      and status = any (${[...openJobStatuses]}::text[])
    returning printer`.execute(tx)
  return rows[0]?.printer ?? null
}

/** Filters of a list of jobs; null or absent means everything. `dueBy` is an ISO date. */
export type JobFilter = {
  printers: readonly string[]
  statuses: JobStatus[]
  customerOrderId: string | null
  dueBy: string | null
  manufacturingSku: string | null
  shippingClass: string | null
  /** True keeps only jobs with a request to cancel. */
  cancellationRequested: boolean
}

/** `given`: all, in the order in which they were given. `ended`: those that are over, the last one first. */
type JobSort = 'given' | 'ended'

/** A page of a list of jobs: those after the job `after`, which is null for the first page. */
export type JobPage = { sort: JobSort; after: string | null; limit: number }

/** Of `print_jobs j`. Nearly all have 1 to 2 kB, but one may have megabytes. */
const bytes = sql`octet_length(j.ticket::text) + octet_length(j.collected::text)`

/** What is found or claimed together is read with its orders, and is in memory until its printer has answered. */
const mostBytesTogether = 8 * 1024 * 1024
/** A page is made in one turn of the event loop, while everybody else waits. */
const mostBytesInAPage = 4 * 1024 * 1024

/**
 * A page of the jobs that printers have been given: for each printer and status, a walk along an index. Fewer than
 * `limit` where they are large. `isLast`: there are no others.
 */
export async function listJobs(
  db: Db,
  { printers, statuses, customerOrderId, dueBy, manufacturingSku, shippingClass, cancellationRequested }: JobFilter,
  { sort, after, limit }: JobPage,
): Promise<{ jobs: PrintJob[]; isLast: boolean }> {
  const { within, beyond, order } = walks[sort]
  const { rows } = await sql<JobRow & { found: number }>`
    with found as (
      select j.*
      from unnest(${[...printers]}::text[]) as p (printer)
      cross join unnest(${statuses}::text[]) as s (status)
      cross join lateral (
        select *
        from print_jobs
        where printer = p.printer and status = s.status and submitted_at is not null
          ${within}
          ${after === null ? sql`` : beyond(after)}
          ${customerOrderId === null ? sql`` : sql`and customer_order_id = ${customerOrderId}`}
          ${dueBy === null ? sql`` : sql`and coalesce(expected_ship_date, due_date) <= ${dueBy}`}
          ${manufacturingSku === null ? sql`` : sql`and ${manufacturingSku} = any (manufacturing_skus)`}
          ${shippingClass === null ? sql`` : sql`and shipping_class = ${shippingClass}`}
          ${cancellationRequested ? sql`and cancellation_requested` : sql``}
        order by ${order}
        limit ${limit + 1}
      ) j
      order by ${order}
      limit ${limit + 1}
    )
    select ${columns}, (select count(*)::int from found) as found
    from (select j.*, ${ahead(bytes, order)} as ahead from found j) j
    where ahead < ${mostBytesInAPage}
    order by ${order}
    limit ${limit}`.execute(db)
  const jobs = rows.map(({ found: _, ...row }) => jobOf(row))
  return { jobs, isLast: jobs.length === (rows[0]?.found ?? 0) }
}

type Walk = { within: RawBuilder<unknown>; beyond: (after: string) => RawBuilder<unknown>; order: RawBuilder<unknown> }

const walks: Record<JobSort, Walk> = {
  given: {
    within: sql``,
    beyond: after => sql`and job_id > ${after}`,
    order: sql`job_id`,
  },
  ended: {
    // Written out: only so is the index of the jobs that are over used.
    within: sql`and status in (${sql.join(overJobStatuses.map(status => sql.lit(status)))})`,
    beyond: after =>
      sql`and (updated_at, job_id) < (select updated_at, job_id from print_jobs where job_id = ${after})`,
    order: sql`updated_at desc, job_id desc`,
  },
}

/**
 * Fast-forward in a sandbox: the next steps of its open jobs come earlier, and so does the news that the simulator
 * announces. Days stay unchanged, so that many small steps have the same effect as a large one.
 */
export async function shiftJobs(
  tx: Tx,
  { accountId, mode }: { accountId: string; mode: 'sandbox' },
  byMs: number,
): Promise<void> {
  await sql`
    update print_jobs
    set next_step_at = ${sooner('next_step_at', byMs)},
      forwarded_ms = forwarded_ms + ${byMs}
    where account_id = ${accountId} and mode = ${mode} and status = any (${[...openJobStatuses]}::text[])`.execute(tx)
}

/** Deletes the print jobs of a sandbox, and the messages about them. */
export async function deleteSandboxJobs(tx: Tx, accountId: string): Promise<void> {
  await sql`delete from printer_messages where account_id = ${accountId} and mode = 'sandbox'`.execute(tx)
  await sql`delete from print_jobs where account_id = ${accountId} and mode = 'sandbox'`.execute(tx)
}
