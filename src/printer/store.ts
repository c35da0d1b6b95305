// The rows of print jobs. Whoever changes a job because of what happened to its order, or the other way round, holds the
// order's row first and the job's after it.

import { sql } from 'kysely'
import type { Db, Tx } from '../db/db.ts'
import { type JobStatus, openJobStatuses, type PrintJob } from './printer.ts'

export type JobKey = Pick<PrintJob, 'accountId' | 'mode' | 'orderId' | 'attempt'>

type JobRow = Omit<PrintJob, 'ticket'> & { ticket: string }

const columns = sql`
  j.account_id as "accountId", j.mode, j.order_id as "orderId", j.attempt, j.job_id as "jobId", j.printer, j.status,
  j.cancellation_requested as "cancellationRequested", j.enterprise, j.ticket, j.due_date as "dueDate",
  j.submitted_at as "submittedAt", j.next_step_at as "nextStepAt", j.attempts, j.problem, j.created_at as "createdAt",
  j.updated_at as "updatedAt"`

const jobOf = (row: JobRow): PrintJob => ({ ...row, ticket: JSON.parse(row.ticket) })

/** What a new job is given; the rest follows. */
export type NewJob = Pick<
  PrintJob,
  'accountId' | 'mode' | 'orderId' | 'jobId' | 'printer' | 'enterprise' | 'ticket' | 'dueDate'
>

/** New jobs, each the next attempt of its order, whose lock the caller holds; their first step is due at once. */
export async function insertJobs(tx: Tx, jobs: NewJob[], now: Date): Promise<void> {
  if (jobs.length === 0) return
  await sql`
    insert into print_jobs (
      account_id, mode, order_id, attempt, job_id, printer, status, enterprise, ticket, due_date, next_step_at,
      created_at, updated_at)
    select
      n.account_id, n.mode, n.order_id,
      coalesce((
        select max(j.attempt)
        from print_jobs j
        where j.account_id = n.account_id and j.mode = n.mode and j.order_id = n.order_id), 0) + 1,
      n.job_id, n.printer, 'NEW', n.enterprise, n.ticket::json, n.due_date, ${now}, ${now}, ${now}
    from unnest(
      ${jobs.map(job => job.accountId)}::text[], ${jobs.map(job => job.mode)}::text[],
      ${jobs.map(job => job.orderId)}::text[], ${jobs.map(job => job.jobId)}::text[],
      ${jobs.map(job => job.printer)}::text[], ${jobs.map(job => job.enterprise)}::boolean[],
      ${jobs.map(job => JSON.stringify(job.ticket))}::text[], ${jobs.map(job => job.dueDate)}::date[]
    ) as n (account_id, mode, order_id, job_id, printer, enterprise, ticket, due_date)`.execute(tx)
}

export async function findJobs(db: Db | Tx, jobIds: string[]): Promise<PrintJob[]> {
  const { rows } = await sql<JobRow>`
    select ${columns}
    from print_jobs j
    where j.job_id = any (${jobIds}::text[])`.execute(db)
  return rows.map(jobOf)
}

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

/** Locks jobs, in key order, and reads them. The caller holds their orders already. */
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

/**
 * Takes up to `most` jobs whose next step is due, and pushes it to `until`, so that a worker that dies loses nothing but
 * time. Takes no order's lock and waits for nobody's, so it is never part of a circle of waiting.
 */
export async function claimDueJobs(tx: Tx, now: Date, until: Date, most: number): Promise<PrintJob[]> {
  const { rows } = await sql<JobRow>`
    with due as (
      select account_id, mode, order_id, attempt
      from print_jobs
      where next_step_at <= ${now}
      order by next_step_at
      limit ${most}
      for update skip locked
    )
    update print_jobs j set next_step_at = ${until}, attempts = j.attempts + 1
    from due
    where j.account_id = due.account_id and j.mode = due.mode and j.order_id = due.order_id and j.attempt = due.attempt
    returning ${columns}`.execute(tx)
  return rows.map(jobOf)
}

/** Writes back what a message or a step changed. */
export async function saveJobs(tx: Tx, jobs: PrintJob[]): Promise<void> {
  if (jobs.length === 0) return
  await sql`
    update print_jobs j
    set status = n.status, cancellation_requested = n.cancellation_requested, submitted_at = n.submitted_at,
      next_step_at = n.next_step_at, attempts = n.attempts, problem = n.problem, updated_at = n.updated_at
    from unnest(
      ${jobs.map(job => job.accountId)}::text[], ${jobs.map(job => job.mode)}::text[],
      ${jobs.map(job => job.orderId)}::text[], ${jobs.map(job => job.attempt)}::int[],
      ${jobs.map(job => job.status)}::text[], ${jobs.map(job => job.cancellationRequested)}::boolean[],
      ${jobs.map(job => job.submittedAt)}::timestamptz[], ${jobs.map(job => job.nextStepAt)}::timestamptz[],
      ${jobs.map(job => job.attempts)}::int[], ${jobs.map(job => job.problem)}::text[],
      ${jobs.map(job => job.updatedAt)}::timestamptz[]
    ) as n (
      account_id, mode, order_id, attempt, status, cancellation_requested, submitted_at, next_step_at, attempts, problem,
      updated_at)
    where j.account_id = n.account_id and j.mode = n.mode and j.order_id = n.order_id and j.attempt = n.attempt`.execute(
    tx,
  )
}

/** Marks the open job of an order, whose lock the caller holds; answers whether there was one. */
export async function markForCancellation(
  tx: Tx,
  { accountId, mode, orderId }: Omit<JobKey, 'attempt'>,
  { tellAt, now }: { tellAt: Date; now: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update print_jobs
    set cancellation_requested = true, next_step_at = ${tellAt}, attempts = 0, updated_at = ${now}
    where account_id = ${accountId} and mode = ${mode} and order_id = ${orderId}
      and status = any (${[...openJobStatuses]}::text[])`.execute(tx)
  return numAffectedRows === 1n
}

/** Which of these jobs had a request to cancel refused, by their ids. */
export async function jobsWithRefusal(tx: Tx, jobs: PrintJob[]): Promise<Set<string>> {
  if (jobs.length === 0) return new Set()
  const { rows } = await sql<{ jobId: string }>`
    select j.job_id as "jobId"
    from unnest(${jobs.map(job => job.jobId)}::text[]) as k (job_id)
    join print_jobs j using (job_id)
    where exists (
      select
      from order_events e
      where e.account_id = j.account_id and e.mode = j.mode and e.order_id = j.order_id
        and e.on_event = 'cancel_refused' and e.at >= j.created_at)`.execute(tx)
  return new Set(rows.map(row => row.jobId))
}

/** A page of the jobs that a printer has been given, oldest first: for each status a walk down the index. */
export async function listJobs(
  db: Db,
  { printer, statuses, after, limit }: { printer: string; statuses: JobStatus[]; after: string; limit: number },
): Promise<PrintJob[]> {
  const { rows } = await sql<JobRow>`
    select ${columns}
    from unnest(${statuses}::text[]) as s (status)
    cross join lateral (
      select *
      from print_jobs
      where printer = ${printer} and status = s.status and job_id > ${after} and submitted_at is not null
      order by job_id
      limit ${limit}
    ) j
    order by j.job_id
    limit ${limit}`.execute(db)
  return rows.map(jobOf)
}

/**
 * Fast-forward in a sandbox: the next steps of its open jobs come earlier. A due date is a day, so it moves by whole days
 * only; it counts again when a request to cancel was refused and the job goes on.
 */
export async function shiftJobs(
  tx: Tx,
  { accountId, mode }: { accountId: string; mode: 'sandbox' },
  byMs: number,
): Promise<void> {
  const by = sql`make_interval(secs => ${byMs / 1000}::double precision)`
  await sql`
    update print_jobs
    set next_step_at = next_step_at - ${by}, due_date = due_date - floor(${byMs / 86_400_000}::double precision)::int
    where account_id = ${accountId} and mode = ${mode} and next_step_at is not null`.execute(tx)
}
