// The rows of print jobs. A change of both an order and its job locks the order's row first.

import { type RawBuilder, sql } from 'kysely'
import { readWords } from '../../languages/texts.ts'
import { later } from '../base/clock.ts'
import { redacted } from '../base/text/redacted.ts'
import type { Db, Tx } from '../db/db.ts'
import { shiftEarlier } from '../db/instants.ts'
import { hasNotMoved } from '../db/movedAccounts.ts'
import { bigint, bool, date, integer, json, rowsOf, storedWords, text, timestamp, words } from '../db/rows.ts'
import { runningTotal } from '../db/runningTotal.ts'
import { firstUnlocked } from '../db/unlockedRows.ts'
import {
  endedJobStatuses,
  isOpen,
  type JobStatus,
  openJobStatuses,
  type PrintJob,
  type Ticket,
  type TicketAddress,
} from './printer.ts'

export type JobKey = Pick<PrintJob, 'accountId' | 'mode' | 'orderId' | 'attempt'>
type OrderKey = Omit<JobKey, 'attempt'>

const orderColumns = {
  accountId: text<OrderKey>(key => key.accountId),
  mode: text<OrderKey>(key => key.mode),
  orderId: text<OrderKey>(key => key.orderId),
}
const keyColumns = { ...orderColumns, attempt: integer<JobKey>(key => key.attempt) }

/** Keys of jobs, for `in (select * from ...)`. */
export const jobKeyRows = (keys: JobKey[]) => rowsOf(keys, 'k', keyColumns).from

type JobRow = Omit<PrintJob, 'ticket' | 'collected' | 'problem'> & {
  ticket: string
  collected: string
  problem: string | null
}

/** The ticket of a job `j`, which is stored apart: jobs are updated often, and tickets never. */
const ticketOf = sql`(
    select t.ticket
    from print_tickets t
    where t.account_id = j.account_id and t.mode = j.mode and t.order_id = j.order_id and t.attempt = j.attempt
  )`

/** Looked up with the job, so that a job without codes, as nearly all are, costs no statement more. */
const hasCodes = sql`exists (
    select from binding_codes c
    where c.account_id = j.account_id and c.mode = j.mode and c.order_id = j.order_id and c.attempt = j.attempt
  )`

const columns = sql`
  j.account_id as "accountId", j.mode, j.order_id as "orderId", j.attempt, j.job_id as "jobId", j.printer, j.status,
  j.cancellation_requested as "cancellationRequested", j.cancellation_requested_at as "cancellationRequestedAt",
  j.cancellation_requests as "cancellationRequests",
  j.cancellation_refused as "cancellationRefused", j.change_requested_at as "changeRequestedAt", j.withdrawing, j.enterprise, j.agreed_prices as "agreedPrices", ${ticketOf} as ticket,
  ${hasCodes} as "hasBindingCodes", j.due_date as "dueDate",
  j.expected_ship_date as "expectedShipDate", j.delay_announced_at as "delayAnnouncedAt", j.collected,
  j.offered_at as "offeredAt", j.submitted_at as "submittedAt", j.accepted_at as "acceptedAt",
  j.next_step_at as "nextStepAt", j.forwarded_ms as "forwardedMs", j.attempts, j.claims, j.problem,
  j.watch_due_at as "watchDueAt", j.alarm, j.alarmed_at as "alarmedAt", j.created_at as "createdAt", j.updated_at as "updatedAt"`

const jobOf = (row: JobRow): PrintJob => ({
  ...row,
  ticket: JSON.parse(row.ticket),
  collected: JSON.parse(row.collected),
  problem: readWords(row.problem),
})

/** The values of a new job; the rest follows from them. */
export type NewJob = Pick<
  PrintJob,
  | 'accountId'
  | 'mode'
  | 'orderId'
  | 'jobId'
  | 'printer'
  | 'enterprise'
  | 'agreedPrices'
  | 'ticket'
  | 'dueDate'
  | 'forwardedMs'
  | 'watchDueAt'
  | 'changeRequestedAt'
> & { printerDay: string | null }

/**
 * Inserts jobs, each the next attempt of its order, whose lock the caller holds; their first step is due at once. A
 * printer has a state from its first job on, so that claims find it.
 */
export async function insertJobs(tx: Tx, jobs: NewJob[], now: Date): Promise<void> {
  if (jobs.length === 0) return
  const { from } = rowsOf(jobs, 'n', {
    ...orderColumns,
    jobId: text(job => job.jobId),
    printer: text(job => job.printer),
    printerDay: date(job => job.printerDay),
    enterprise: bool(job => job.enterprise),
    agreedPrices: bool(job => job.agreedPrices),
    ticket: json(job => job.ticket),
    dueDate: date(job => job.dueDate),
    forwardedMs: bigint(job => job.forwardedMs),
    watchDueAt: timestamp(job => job.watchDueAt),
    changeRequestedAt: timestamp(job => job.changeRequestedAt),
    customerOrderId: text(job => job.ticket.customerOrderId),
    shippingClass: text(job => job.ticket.shippingClassification),
    skus: text(skusOf),
  })
  await sql`
    with new_jobs as (
      select n.*,
        coalesce((
          select max(j.attempt)
          from print_jobs j
          where j.account_id = n.account_id and j.mode = n.mode and j.order_id = n.order_id), 0) + 1 as attempt
      from ${from}
    ), printers as (
      insert into printer_states (printer)
      select distinct printer from new_jobs order by printer
      on conflict (printer) do nothing
    ), jobs as (
      insert into print_jobs (
        account_id, mode, order_id, attempt, job_id, printer, printer_day, status, enterprise, agreed_prices, customer_order_id, due_date,
        forwarded_ms, next_step_at, watch_due_at, change_requested_at, shipping_class, manufacturing_skus, created_at, updated_at)
      select
        account_id, mode, order_id, attempt, job_id, printer, printer_day, 'NEW', enterprise, agreed_prices, customer_order_id, due_date, forwarded_ms, ${now},
        watch_due_at, change_requested_at, shipping_class, string_to_array(skus, ','), ${now}, ${now}
      from new_jobs
    )
    insert into print_tickets (account_id, mode, order_id, attempt, ticket)
    select account_id, mode, order_id, attempt, ticket
    from new_jobs`.execute(tx)
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

/** The job with that id, unless its account has moved: its book is printed there. */
export async function findJobHere(db: Db | Tx, jobId: string): Promise<PrintJob | undefined> {
  const { rows } = await sql<JobRow>`
    select ${columns}
    from ${jobsOf([jobId])} j
    where ${hasNotMoved('j.account_id')}`.execute(db)
  return rows[0] && jobOf(rows[0])
}

/** How many bytes each of these jobs has, by its id. */
export async function readJobBytes(db: Db, jobIds: string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ jobId: string; bytes: number }>`
    select j.job_id as "jobId", ${bytes} as bytes
    from ${jobsOf(jobIds)} j`.execute(db)
  return new Map(rows.map(({ jobId, bytes }) => [jobId, bytes]))
}

/** One lookup by id for each job, for any statistics of the planner. */
export const jobsOf = (jobIds: string[]) => sql`(
      select job.*
      from unnest(${[...new Set(jobIds)]}::text[]) as n (job_id)
      cross join lateral (select * from print_jobs where job_id = n.job_id offset 0) job
    )`

/** The newest job of an order; undefined when it was never handed over. */
export async function findLastJob(db: Db | Tx, { accountId, mode, orderId }: OrderKey): Promise<PrintJob | undefined> {
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
    where (j.account_id, j.mode, j.order_id, j.attempt) in (select * from ${jobKeyRows(keys)})
    order by j.account_id, j.mode, j.order_id, j.attempt
    for update of j`.execute(tx)
  return rows.map(jobOf)
}

/** A claimed job. `isFirstOffer`: before this claim it certainly had reached no printer. */
export type ClaimedJob = { job: PrintJob; isFirstOffer: boolean }

/** How many jobs may be claimed in total, and per printer; printers that `maxJobsOf` does not name are not limited. */
export type ClaimCapacity = { maxJobs: number; maxJobsOf: ReadonlyMap<string, number> }

/**
 * Claims jobs whose next step is due, and moves it to `until`, so that the death of a worker costs only time. From here
 * on a job may reach its printer, so it counts as offered. Takes no lock of an order and waits for no other, so it
 * cannot be part of a deadlock. Looks at each printer by itself: one printer's backlog costs the others nothing. Fewer
 * are claimed when they are large, and always the first, of any size.
 */
export async function claimDueJobs(
  tx: Tx,
  { now, until }: { now: Date; until: Date },
  { maxJobs, maxJobsOf }: ClaimCapacity,
): Promise<ClaimedJob[]> {
  const capacities = rowsOf([...maxJobsOf], 'c', {
    printer: text(([printer]) => printer),
    maxJobs: integer(([, maxJobs]) => maxJobs),
  })
  const { rows } = await sql<JobRow & { isFirstOffer: boolean }>`
    with due as (
      select d.*
      from printer_states p
      left join ${capacities.from} using (printer)
      cross join lateral (
        ${firstUnlocked(
          sql`account_id, mode, order_id, attempt, job_id, offered_at, next_step_at, collected`,
          sql`print_jobs where printer = p.printer and next_step_at <= ${now} order by next_step_at`,
          sql`coalesce(c.max_jobs, ${maxJobs})`,
        )}
      ) d
      order by d.next_step_at
      limit ${maxJobs}
    )
    update print_jobs j
    set next_step_at = ${until}, attempts = j.attempts + 1, claims = j.claims + 1,
      offered_at = coalesce(j.offered_at, ${now})
    from (select j.*, ${runningTotal(bytes, sql`j.next_step_at, j.job_id`)} as bytes_before from due j) due
    where due.bytes_before < ${maxBytesTogether} and j.account_id = due.account_id and j.mode = due.mode
      and j.order_id = due.order_id and j.attempt = due.attempt
    returning ${columns}, due.offered_at is null as "isFirstOffer"`.execute(tx)
  return rows.map(({ isFirstOffer, ...row }) => ({ job: jobOf(row), isFirstOffer }))
}

/** Saves what a message or a step changed. */
export async function saveJobs(tx: Tx, jobs: PrintJob[]): Promise<void> {
  if (jobs.length === 0) return
  const { from } = rowsOf(jobs, 'n', {
    ...keyColumns,
    status: text(job => job.status),
    cancellationRequested: bool(job => job.cancellationRequested),
    cancellationRequestedAt: timestamp(job => job.cancellationRequestedAt),
    cancellationRequests: integer(job => job.cancellationRequests),
    cancellationRefused: bool(job => job.cancellationRefused),
    // The request of a job that has ended goes with the order to its next job.
    changeRequestedAt: timestamp(job => (isOpen(job) ? job.changeRequestedAt : null)),
    withdrawing: bool(job => job.withdrawing),
    expectedShipDate: date(job => job.expectedShipDate),
    delayAnnouncedAt: timestamp(job => job.delayAnnouncedAt),
    collected: json(job => job.collected),
    offeredAt: timestamp(job => job.offeredAt),
    submittedAt: timestamp(job => job.submittedAt),
    acceptedAt: timestamp(job => job.acceptedAt),
    nextStepAt: timestamp(job => job.nextStepAt),
    attempts: integer(job => job.attempts),
    problem: words(job => job.problem),
    watchDueAt: timestamp(job => job.watchDueAt),
    alarm: text(job => job.alarm),
    alarmedAt: timestamp(job => job.alarmedAt),
    updatedAt: timestamp(job => job.updatedAt),
  })
  await sql`
    update print_jobs j
    set status = n.status, cancellation_requested = n.cancellation_requested,
      cancellation_requested_at = n.cancellation_requested_at, cancellation_requests = n.cancellation_requests,
      cancellation_refused = n.cancellation_refused, change_requested_at = n.change_requested_at,
      withdrawing = n.withdrawing,
      expected_ship_date = n.expected_ship_date, delay_announced_at = n.delay_announced_at, collected = n.collected,
      offered_at = n.offered_at, submitted_at = n.submitted_at, accepted_at = n.accepted_at,
      next_step_at = n.next_step_at, attempts = n.attempts, problem = n.problem, watch_due_at = n.watch_due_at,
      alarm = n.alarm, alarmed_at = n.alarmed_at, updated_at = n.updated_at
    from ${from}
    where j.account_id = n.account_id and j.mode = n.mode and j.order_id = n.order_id and j.attempt = n.attempt`.execute(
    tx,
  )
  await giveBackLoad(
    tx,
    jobs.filter(({ status }) => unprinted.has(status)),
  )
}

/** The printer has the time of such a job for others. One with a problem may have taken it. */
const unprinted = new Set<PrintJob['status']>(['CANCELLED', 'REFUSED', 'WITHDRAWN'])

/** Takes the copies of locked jobs off the days of their printers, once. */
async function giveBackLoad(tx: Tx, jobs: JobKey[]): Promise<void> {
  if (jobs.length === 0) return
  await sql`
    with given_back as (
      select j.*, (
          select sum((item ->> 'quantity')::bigint)
          from print_tickets t
          cross join lateral json_array_elements(t.ticket -> 'items') item
          where t.account_id = j.account_id and t.mode = j.mode and t.order_id = j.order_id and t.attempt = j.attempt
        ) as copies
      from print_jobs j
      where (j.account_id, j.mode, j.order_id, j.attempt) in (select * from ${jobKeyRows(jobs)})
        and j.printer_day is not null
    ), cleared as (
      update print_jobs j
      set printer_day = null
      from given_back g
      where j.account_id = g.account_id and j.mode = g.mode and j.order_id = g.order_id and j.attempt = g.attempt
    )
    update printer_days d
    set jobs = d.jobs - g.jobs, copies = d.copies - g.copies
    from (
      select printer, printer_day, count(*) as jobs, sum(copies) as copies
      from given_back
      group by printer, printer_day
    ) g
    where d.printer = g.printer and d.day = g.printer_day`.execute(tx)
}

/**
 * Ends the open job of an order, whose lock the caller holds, when it certainly has reached no printer; returns whether
 * it did. A worker that is about to submit the job holds its row, and has marked it as offered by the time this can
 * read it.
 */
export async function endJobIfUnsent(tx: Tx, { accountId, mode, orderId }: OrderKey, now: Date): Promise<boolean> {
  const { rows } = await sql<JobKey>`
    update print_jobs
    set status = 'CANCELLED', change_requested_at = null, next_step_at = null, watch_due_at = null, alarm = null,
      alarmed_at = null, updated_at = ${now}
    where account_id = ${accountId} and mode = ${mode} and order_id = ${orderId}
      and status = any (${[...openJobStatuses]}::text[]) and offered_at is null
    returning account_id as "accountId", mode, order_id as "orderId", attempt`.execute(tx)
  await giveBackLoad(tx, rows)
  return rows.length > 0
}

/**
 * Erases the recipient from the jobs of these orders, whose locks the caller holds: a ticket keeps the place of its own
 * destination, and loses the texts and the return address of its packing slip. The printer's description of a problem
 * is erased, too. Returns the jobs.
 */
export async function redactJobs(
  tx: Tx,
  orders: OrderKey[],
): Promise<Pick<PrintJob, 'accountId' | 'jobId' | 'printer'>[]> {
  const { rows } = await sql<Pick<PrintJob, 'accountId' | 'jobId' | 'printer'>>`
    with orders as (
      select *
      from ${rowsOf(orders, 'n', orderColumns).from}
    ), tickets as (
      update print_tickets t
      set ticket = jsonb_set_lax(
        jsonb_set(
          case when t.ticket #>> '{packingSlip,blind}' = 'true' then t.ticket::jsonb - 'shipFrom' else t.ticket::jsonb end,
          '{destination}', (t.ticket -> 'destination')::jsonb - ${personalFields}::text[] || ${JSON.stringify(erasedPerson)}::jsonb),
        '{packingSlip}', (t.ticket -> 'packingSlip')::jsonb || ${JSON.stringify(erasedSlip)}::jsonb,
        false, 'return_target')::json
      from orders n
      where t.account_id = n.account_id and t.mode = n.mode and t.order_id = n.order_id
    )
    update print_jobs j
    set problem = case when j.problem is not null then ${storedWords(redacted)}::json end
    from orders n
    where j.account_id = n.account_id and j.mode = n.mode and j.order_id = n.order_id
    returning j.account_id as "accountId", j.job_id as "jobId", j.printer`.execute(tx)
  return rows
}

const personalFields = ['company', 'address2', 'phone', 'email'] satisfies (keyof TicketAddress)[]
const erasedPerson = { name: redacted, address1: redacted }
const erasedSlip = { message: null, giftMessage: null, returnAddress: null }

/** The printers that refused or gave back earlier jobs of these orders, by order id. */
export async function findFormerPrinters(tx: Tx, orders: OrderKey[]): Promise<Map<string, string[]>> {
  if (orders.length === 0) return new Map()
  const { rows } = await sql<{ orderId: string; printers: string[] }>`
    select j.order_id as "orderId", array_agg(distinct j.printer) as printers
    from print_jobs j
    where (j.account_id, j.mode, j.order_id) in (select * from ${rowsOf(orders, 'k', orderColumns).from})
      and j.status in ('REFUSED', 'WITHDRAWN')
    group by j.order_id`.execute(tx)
  return new Map(rows.map(({ orderId, printers }) => [orderId, printers]))
}

/** Jobs whose printers are overdue, longest overdue first; fewer when they are large. Locks nothing. */
export async function findOverdueJobs(db: Db | Tx, now: Date, limit: number): Promise<PrintJob[]> {
  const order = sql`j.watch_due_at, j.job_id`
  const { rows } = await sql<JobRow>`
    with due as (
      select *
      from print_jobs
      where watch_due_at <= ${now}
      order by watch_due_at
      limit ${limit}
    )
    select ${columns}
    from (select j.*, ${runningTotal(bytes, order)} as bytes_before from due j) j
    where j.bytes_before < ${maxBytesTogether}
    order by ${order}`.execute(db)
  return rows.map(jobOf)
}

/** Jobs with an alarm about their printer, oldest first. */
export async function listAlarms(db: Db, { after, limit }: { after: string; limit: number }): Promise<PrintJob[]> {
  const { rows } = await sql<JobRow>`
    select ${columns}
    from print_jobs j
    where j.alarm is not null and j.job_id > ${after} and ${hasNotMoved('j.account_id')}
    order by j.job_id
    limit ${limit}`.execute(db)
  return rows.map(jobOf)
}

/**
 * Marks the open job of an order, whose lock the caller holds, for cancellation; returns its printer, or null when
 * there is no such job. The next check for overdue jobs sets the printer's deadline for its decision.
 */
export async function markForCancellation(
  tx: Tx,
  { accountId, mode, orderId }: OrderKey,
  { stepAt, now }: { stepAt: Date; now: Date },
): Promise<string | null> {
  const { rows } = await sql<{ printer: string }>`
    update print_jobs
    set cancellation_requested = true, cancellation_requested_at = ${now},
      cancellation_requests = cancellation_requests + 1, withdrawing = false,
      next_step_at = ${stepAt}, attempts = 0,
      watch_due_at = case mode when 'production' then ${now}::timestamptz end, alarm = null, alarmed_at = null,
      updated_at = ${now}
    where account_id = ${accountId} and mode = ${mode} and order_id = ${orderId}
      and status = any (${[...openJobStatuses]}::text[])
    returning printer`.execute(tx)
  return rows[0]?.printer ?? null
}

/**
 * Marks the open job of an order, whose lock the caller holds, as one with a request of a change; returns its printer,
 * or null when there is no such job, or some of its parcels have left. The next check for overdue jobs sets the
 * deadline.
 */
export async function markForChange(tx: Tx, { accountId, mode, orderId }: OrderKey, now: Date): Promise<string | null> {
  const { rows } = await sql<{ printer: string }>`
    update print_jobs
    set change_requested_at = ${now}, watch_due_at = case mode when 'production' then ${now}::timestamptz end,
      updated_at = ${now}
    where account_id = ${accountId} and mode = ${mode} and order_id = ${orderId}
      and status = any (${[...openJobStatuses]}::text[]) and json_array_length(collected) = 0
    returning printer`.execute(tx)
  return rows[0]?.printer ?? null
}

/** Makes the overdue times of open jobs be computed anew. */
export async function watchAllJobs(tx: Tx, at: Date): Promise<void> {
  await sql`
    update print_jobs set watch_due_at = ${at}
    where mode = 'production' and status = any (${[...openJobStatuses]}::text[])
      and ${hasNotMoved('print_jobs.account_id')}`.execute(tx)
}

/** A statement that claims jobs may have read the ticket already, so the job must not be due for it. */
const ticketChangeMs = 1000

/**
 * Locks the open job of an order, whose lock the caller holds, when it certainly has reached no printer, and puts off
 * its submission until its ticket is changed; undefined when there is no such job.
 */
export async function putOffUnsentJob(
  tx: Tx,
  { accountId, mode, orderId }: OrderKey,
  now: Date,
): Promise<PrintJob | undefined> {
  const { rows } = await sql<JobRow>`
    update print_jobs j
    set next_step_at = case when next_step_at is not null then greatest(next_step_at, ${later(now, ticketChangeMs)}) end,
      updated_at = ${now}
    where account_id = ${accountId} and mode = ${mode} and order_id = ${orderId}
      and status = any (${[...openJobStatuses]}::text[]) and offered_at is null
    returning ${columns}`.execute(tx)
  return rows[0] && jobOf(rows[0])
}

/** The parts of a ticket that a change of the customer changes. */
export type TicketDelivery = Required<Pick<Ticket, 'destination' | 'shippingClassification' | 'customs'>>

/** Writes accepted changes into the tickets of locked jobs. */
export async function changeTickets(tx: Tx, jobs: (JobKey & { delivery: TicketDelivery })[]): Promise<void> {
  const { from } = rowsOf(jobs, 'n', {
    ...keyColumns,
    delivery: json(job => job.delivery),
    shippingClass: text(job => job.delivery.shippingClassification),
  })
  await sql`
    with changed as (
      select n.*
      from ${from}
    ), tickets as (
      update print_tickets t
      set ticket = (t.ticket::jsonb || n.delivery::jsonb)::json
      from changed n
      where t.account_id = n.account_id and t.mode = n.mode and t.order_id = n.order_id and t.attempt = n.attempt
    )
    update print_jobs j
    set shipping_class = n.shipping_class
    from changed n
    where j.account_id = n.account_id and j.mode = n.mode and j.order_id = n.order_id and j.attempt = n.attempt`.execute(
    tx,
  )
}

/** Filters of a list of jobs; null means everything. `dueBy` is an ISO date. */
export type JobFilter = {
  printers: readonly string[]
  statuses: JobStatus[]
  customerOrderId: string | null
  dueBy: string | null
  manufacturingSku: string | null
  shippingClass: string | null
  /** True keeps only jobs with a request to cancel. */
  cancellationRequested: boolean
  /** True keeps only jobs with a request to cancel or to change. */
  waitsForAnswer?: boolean
}

/**
 * `given`: all jobs, in the order in which the printers got them. `due`: open jobs by the day of shipping, Rush first
 * on each day, then as given. `ended`: ended jobs, most recent first.
 */

/**
 * Where a page of jobs ended: the last job with the values of the sort that it had then. The job may have moved since,
 * and then no other job is left out or listed twice for it.
 */
export type JobPosition = { jobId: string } & (
  | { sort: 'given' }
  | { sort: 'due'; day: string | null; isRush: boolean }
  | { sort: 'ended'; updatedAt: Date }
)
export type JobSort = JobPosition['sort']

/** A page of a list of jobs, after the position `after`, which is null for the first page. */
export type JobPage = { sort: JobSort; after: JobPosition | null; limit: number }

/** The size of a job `j` with its ticket. Nearly all have 1 to 2 kB, but one may have megabytes. */
const bytes = sql`octet_length(${ticketOf}::text) + octet_length(j.collected::text)`

/** Jobs that are found or claimed together are in memory with their orders until their printers have answered. */
const maxBytesTogether = 8 * 1024 * 1024
/** A page is presented in one turn of the event loop, while other requests wait. */
const maxBytesInAPage = 4 * 1024 * 1024

/**
 * A page of printers' jobs: for each printer and status, a walk along an index, or by `due` the first of all. Has fewer
 * than `limit` jobs when they are large. `next` is null when no jobs follow.
 */
export async function listJobs(
  db: Db,
  { printers, statuses, customerOrderId, dueBy, manufacturingSku, shippingClass, ...only }: JobFilter,
  { sort, after, limit }: JobPage,
): Promise<{ jobs: PrintJob[]; next: JobPosition | null }> {
  const { within, order } = walks[sort]
  const { rows } = await sql<JobRow & { found: number; day: string | null; isRush: boolean }>`
    with found as (
      select j.*
      from unnest(${[...printers]}::text[]) as p (printer)
      cross join unnest(${statuses}::text[]) as s (status)
      cross join lateral (
        select *
        from print_jobs
        where printer = p.printer and status = s.status and submitted_at is not null
          and ${hasNotMoved('print_jobs.account_id')}
          ${within}
          ${after === null ? sql`` : beyond(after)}
          ${customerOrderId === null ? sql`` : sql`and customer_order_id = ${customerOrderId}`}
          ${dueBy === null ? sql`` : sql`and coalesce(expected_ship_date, due_date) <= ${dueBy}`}
          ${manufacturingSku === null ? sql`` : sql`and ${manufacturingSku} = any (manufacturing_skus)`}
          ${shippingClass === null ? sql`` : sql`and shipping_class = ${shippingClass}`}
          ${only.cancellationRequested ? sql`and cancellation_requested` : sql``}
          ${only.waitsForAnswer ? sql`and (cancellation_requested or change_requested_at is not null)` : sql``}
        order by ${order}
        limit ${limit + 1}
      ) j
      order by ${order}
      limit ${limit + 1}
    )
    select ${columns}, ${day}::text as day, ${isRush} as "isRush", (select count(*)::int from found) as found
    from (select j.*, ${runningTotal(bytes, order)} as bytes_before from found j) j
    where bytes_before < ${maxBytesInAPage}
    order by ${order}
    limit ${limit}`.execute(db)
  const jobs = rows.map(({ found: _, day: _day, isRush: _isRush, ...row }) => jobOf(row))
  const last = rows.at(-1)
  if (last === undefined || jobs.length === last.found) return { jobs, next: null }
  return { jobs, next: positionOf(last, sort) }
}

type Positioned = { jobId: string; day: string | null; isRush: boolean; updatedAt: Date }

function positionOf({ jobId, day, isRush, updatedAt }: Positioned, sort: JobSort): JobPosition {
  if (sort === 'given') return { sort, jobId }
  return sort === 'due' ? { sort, jobId, day, isRush } : { sort, jobId, updatedAt }
}

const day = sql`coalesce(expected_ship_date, due_date)`
const isRush = sql`shipping_class is not distinct from 'rush'`
const dueOrder = (dueDay: RawBuilder<unknown>, rush: RawBuilder<unknown>, jobId: RawBuilder<unknown>) =>
  sql`coalesce(${dueDay}, 'infinity'), not (${rush}), ${jobId}`

function beyond(after: JobPosition): RawBuilder<unknown> {
  if (after.sort === 'given') return sql`and job_id > ${after.jobId}`
  if (after.sort === 'ended') return sql`and (updated_at, job_id) < (${after.updatedAt}::timestamptz, ${after.jobId})`
  return sql`and (${dueOrder(day, isRush, sql`job_id`)})
            > (${dueOrder(sql`${after.day}::date`, sql`${after.isRush}::boolean`, sql`${after.jobId}`)})`
}

const walks: Record<JobSort, { within: RawBuilder<unknown>; order: RawBuilder<unknown> }> = {
  given: { within: sql``, order: sql`job_id` },
  due: {
    within: sql`and status in (${sql.join(openJobStatuses.map(status => sql.lit(status)))})`,
    order: dueOrder(day, isRush, sql`job_id`),
  },
  ended: {
    // Spelled out: the planner uses the index of ended jobs only for literals.
    within: sql`and status in (${sql.join(endedJobStatuses.map(status => sql.lit(status)))})`,
    order: sql`updated_at desc, job_id desc`,
  },
}

/**
 * Fast-forward: the next steps of the open jobs of these sandbox orders come earlier, and so does the news that the
 * simulator announces. Days stay unchanged, so that many small steps have the same effect as a large one.
 */
export async function shiftJobs(
  tx: Tx,
  { accountId, orderIds }: { accountId: string; orderIds: string[] },
  byMs: number,
): Promise<void> {
  await sql`
    update print_jobs
    set next_step_at = ${shiftEarlier('next_step_at', byMs)},
      forwarded_ms = forwarded_ms + ${byMs}
    where account_id = ${accountId} and mode = 'sandbox' and order_id = any (${orderIds}::text[])
      and status = any (${[...openJobStatuses]}::text[])`.execute(tx)
}

/** Deletes the print jobs of these orders, and the messages about them. */
export async function deleteJobs(tx: Tx, orders: OrderKey[]): Promise<void> {
  const keys = sql`select * from ${rowsOf(orders, 'k', orderColumns).from}`
  await sql`delete from printer_messages where (account_id, mode, order_id) in (${keys})`.execute(tx)
  await sql`delete from print_jobs where (account_id, mode, order_id) in (${keys})`.execute(tx)
}
