// The daily comparison of open jobs with the lists of printers. Three differences are recorded for the staff: the
// printer lists a job that ended here, a job that it was never given, or the end of a job that is open here. Jobs that
// the printer does not list are polled.

import { sql } from 'kysely'
import { day, earlier, utcDay } from '../base/clock.ts'
import { storableJson } from '../base/text/storableText.ts'
import type { Db, Tx } from '../db/db.ts'
import { hasNotMoved } from '../db/movedAccounts.ts'
import { firstUnlocked } from '../db/unlockedRows.ts'
import { type JobKey, jobKeyRows, jobsOf } from './jobStore.ts'
import { isOpen, type JobStatus, openJobStatuses, type PrintJob } from './printer.ts'

/**
 * A difference between the two sides. `over`: the job is open at the printer, and has ended here as `status`.
 * `never_given`: the job is open at the printer, and is unknown here (the other fields are null), was never handed
 * over, or belongs to another printer. `over_there`: the job is open here, and the printer lists it as ended, with the
 * status `listedAs`.
 */
export type JobDifference =
  | {
      kind: 'over' | 'never_given'
      jobId: string
      status: JobStatus | null
      accountId: string | null
      customerOrderId: string | null
      listedAs: null
    }
  | EndedAtPrinter

export type EndedAtPrinter = {
  kind: 'over_there'
  jobId: string
  status: JobStatus
  accountId: string
  customerOrderId: string
  listedAs: string
}

/** `day` is an ISO date in UTC. `strange` counts all differences; `differences` has the first of them. */
export type JobComparison = {
  printer: string
  day: string
  comparedAt: Date
  listed: number
  ours: number
  asked: number
  strange: number
  differences: JobDifference[]
}

export type JobSummary = Pick<PrintJob, 'jobId' | 'printer' | 'status' | 'accountId' | 'offeredAt' | 'updatedAt'> & {
  customerOrderId: string
}

/**
 * The difference of a job that the printer lists as open; null when there is none, or when the job ended so recently
 * that the printer may not know it yet.
 */
export function differenceOf(
  { printer, jobId, settledBy }: { printer: string; jobId: string; settledBy: Date },
  job: JobSummary | undefined,
): JobDifference | null {
  if (job === undefined) {
    return { kind: 'never_given', jobId, status: null, accountId: null, customerOrderId: null, listedAs: null }
  }
  const { status, accountId, customerOrderId } = job
  const fields = { jobId, status, accountId, customerOrderId, listedAs: null }
  const isGiven = job.printer === printer && job.offeredAt !== null
  if (!isGiven) return { kind: 'never_given', ...fields }
  if (isOpen(job) || job.updatedAt > settledBy) return null
  return { kind: 'over', ...fields }
}

/** The difference of a job that its printer lists as ended; null when it has ended here too. */
export const endedAtPrinter = (
  { jobId, status, accountId, customerOrderId }: JobSummary,
  listedAs: string,
): EndedAtPrinter | null =>
  isOpen({ status }) ? { kind: 'over_there', jobId, status, accountId, customerOrderId, listedAs } : null

/** The printers that were compared on that day (ISO date). */
export async function readComparedPrinters(db: Db, day: string): Promise<Set<string>> {
  const { rows } = await sql<{ printer: string }>`
    select printer from printer_comparisons where day = ${day}::date`.execute(db)
  return new Set(rows.map(({ printer }) => printer))
}

/** A page of the jobs that are open since `settledBy` or earlier: for each status, a walk along an index. */
export async function findOpenJobs(
  db: Db,
  printer: string,
  { settledBy, after, limit }: { settledBy: Date; after: string; limit: number },
): Promise<(JobKey & { jobId: string })[]> {
  const { rows } = await sql<JobKey & { jobId: string }>`
    select j.account_id as "accountId", j.mode, j.order_id as "orderId", j.attempt, j.job_id as "jobId"
    from unnest(${[...openJobStatuses]}::text[]) as s (status)
    cross join lateral (
      select *
      from print_jobs
      where printer = ${printer} and status = s.status and job_id > ${after} and submitted_at <= ${settledBy}
        and ${hasNotMoved('print_jobs.account_id')}
      order by job_id
      limit ${limit}
    ) j
    order by j.job_id
    limit ${limit}`.execute(db)
  return rows
}

/**
 * A page of the jobs that ended after `since` without being shipped, which their printer may still intend to print: for
 * each status, a walk along an index from `after`.
 */
export async function findEndedJobs(
  db: Db,
  printer: string,
  { since, settledBy, after, limit }: { since: Date; settledBy: Date; after: string; limit: number },
): Promise<{ jobId: string }[]> {
  const { rows } = await sql<{ jobId: string }>`
    select j.job_id as "jobId"
    from unnest(${[...endedUnshipped]}::text[]) as s (status)
    cross join lateral (
      select job_id
      from print_jobs
      where printer = ${printer} and status = s.status and job_id > ${after} and offered_at is not null
        and updated_at > ${since} and updated_at <= ${settledBy} and ${hasNotMoved('print_jobs.account_id')}
      order by job_id
      limit ${limit}
    ) j
    order by j.job_id
    limit ${limit}`.execute(db)
  return rows
}

const endedUnshipped: readonly JobStatus[] = ['CANCELLED', 'WITHDRAWN', 'REFUSED', 'PROBLEM']

/** Jobs by job id. Unknown jobs are missing. */
export async function readJobSummaries(db: Db, jobIds: string[]): Promise<Map<string, JobSummary>> {
  const { rows } = await sql<JobSummary>`
    select
      job_id as "jobId", printer, status, account_id as "accountId", offered_at as "offeredAt", updated_at as "updatedAt",
      customer_order_id as "customerOrderId"
    from ${jobsOf(jobIds)} j`.execute(db)
  return new Map(rows.map(row => [row.jobId, row]))
}

/**
 * Makes the next steps of open jobs due at once, unless they are due before `soon` anyway. Rows that are locked are
 * being moved at this moment and are skipped, so that no deadlock can arise.
 */
export async function makeStepsDue(tx: Tx, keys: JobKey[], { now, soon }: { now: Date; soon: Date }): Promise<void> {
  if (keys.length === 0) return
  await sql`
    with unlisted as (
      ${firstUnlocked(
        sql`account_id, mode, order_id, attempt`,
        sql`print_jobs
        where (account_id, mode, order_id, attempt) in (select * from ${jobKeyRows(keys)})
          and status = any (${[...openJobStatuses]}::text[]) and submitted_at is not null
          and (next_step_at is null or next_step_at > ${soon})`,
        keys.length,
      )}
    )
    update print_jobs j
    set next_step_at = ${now}
    from unlisted u
    where j.account_id = u.account_id and j.mode = u.mode and j.order_id = u.order_id
      and j.attempt = u.attempt`.execute(tx)
}

/** Stores the newest comparison of a day. */
export async function saveJobComparison(db: Db | Tx, comparison: JobComparison): Promise<void> {
  await sql`
    insert into printer_comparisons (printer, day, compared_at, listed, ours, asked, strange, differences)
    values (
      ${comparison.printer}, ${comparison.day}::date, ${comparison.comparedAt}, ${comparison.listed}, ${comparison.ours}, ${comparison.asked},
      ${comparison.strange}, ${storableJson(comparison.differences)}::json)
    on conflict (printer, day) do update
    set compared_at = excluded.compared_at, listed = excluded.listed, ours = excluded.ours, asked = excluded.asked,
      strange = excluded.strange, differences = excluded.differences`.execute(db)
}

/** As long as disputes with a printer may last; there is one row per printer and day. */
const retentionMs = 400 * day
const deletedAtOnce = 1000

/** Sweep: deletes comparisons older than 400 days. */
export async function deleteOldJobComparisons(db: Db, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from printer_comparisons
    where ctid = any (array(
      select ctid from printer_comparisons where day < ${utcDay(earlier(now, retentionMs)).toString()}::date
      order by day
      limit ${deletedAtOnce}))`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** The comparisons of the `days` most recent days before `before` (ISO date) that have any, newest first. */
export async function listJobComparisons(
  db: Db,
  { before, days }: { before: string; days: number },
): Promise<JobComparison[]> {
  const { rows } = await sql<Omit<JobComparison, 'differences'> & { differences: string }>`
    select
      printer, day::text as day, compared_at as "comparedAt", listed, ours, asked, strange,
      differences::text as differences
    from printer_comparisons
    where day in (
      select distinct day from printer_comparisons where day < ${before}::date order by day desc limit ${days})
    order by day desc, printer`.execute(db)
  return rows.map(row => ({ ...row, differences: JSON.parse(row.differences) as JobDifference[] }))
}
