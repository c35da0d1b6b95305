// The daily comparison of open jobs with printers that can list theirs. Jobs that a printer lists but that are over
// here, or that it was never given, and jobs that are over there but open here, are recorded for the staff. Jobs that
// we have but it does not list are only asked about: its answer says what became of them.

import { sql } from 'kysely'
import { day, earlier, utcDay } from '../base/clock.ts'
import type { Db, Tx } from '../db/db.ts'
import { storedJson } from '../db/json.ts'
import { isOpen, type JobStatus, openJobStatuses, type PrintJob } from './printer.ts'
import { type JobKey, jobsOf } from './store.ts'

/**
 * A job on which the two sides do not agree. `over`: the printer has it open, and it has ended here as `status`.
 * `never_given`: the printer has it open, and we know no such job (then the rest is null), or another printer has it,
 * or it was never handed over. `over_there`: it is open here, and the printer lists it as one that is over, in the word
 * `listedAs`.
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
  | EndedThere

export type EndedThere = {
  kind: 'over_there'
  jobId: string
  status: JobStatus
  accountId: string
  customerOrderId: string
  listedAs: string
}

/** `day` is an ISO date in UTC. `differences` holds the first of the `strange` ones. */
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

export type Standing = Pick<PrintJob, 'jobId' | 'printer' | 'status' | 'accountId' | 'offeredAt' | 'updatedAt'> & {
  customerOrderId: string
}

/**
 * What is wrong with a job that `printer` lists; null when nothing is, or when it ended so recently that the message
 * may still be on its way.
 */
export function differenceOf(
  { printer, jobId, settledBy }: { printer: string; jobId: string; settledBy: Date },
  standing: Standing | undefined,
): JobDifference | null {
  if (standing === undefined) {
    return { kind: 'never_given', jobId, status: null, accountId: null, customerOrderId: null, listedAs: null }
  }
  const { status, accountId, customerOrderId } = standing
  const facts = { jobId, status, accountId, customerOrderId, listedAs: null }
  const wasGiven = standing.printer === printer && standing.offeredAt !== null
  if (!wasGiven) return { kind: 'never_given', ...facts }
  if (isOpen(standing) || standing.updatedAt > settledBy) return null
  return { kind: 'over', ...facts }
}

/** What there is to say of a job that its printer lists as over; null when it is over here too. */
export const endedThere = (
  { jobId, status, accountId, customerOrderId }: Standing,
  listedAs: string,
): EndedThere | null =>
  isOpen({ status }) ? { kind: 'over_there', jobId, status, accountId, customerOrderId, listedAs } : null

/** The printers that were compared on that day (ISO date). */
export async function comparedOn(db: Db, day: string): Promise<Set<string>> {
  const { rows } = await sql<{ printer: string }>`
    select printer from printer_comparisons where day = ${day}::date`.execute(db)
  return new Set(rows.map(({ printer }) => printer))
}

/**
 * A page of the open jobs that a printer has had since `settledBy` or longer: for each status, a walk down the index.
 */
export async function openJobsAt(
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
      order by job_id
      limit ${limit}
    ) j
    order by j.job_id
    limit ${limit}`.execute(db)
  return rows
}

/**
 * A page of the jobs that ended after `since` without being shipped, and that their printer may still intend to make:
 * for each status, a walk down the index from `after`, which need not be the beginning of time.
 */
export async function endedJobsAt(
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
        and updated_at > ${since} and updated_at <= ${settledBy}
      order by job_id
      limit ${limit}
    ) j
    order by j.job_id
    limit ${limit}`.execute(db)
  return rows
}

const endedUnshipped: readonly JobStatus[] = ['CANCELLED', 'WITHDRAWN', 'REFUSED', 'PROBLEM']

/** The state here of those jobs that are known. */
export async function standingOf(db: Db, jobIds: string[]): Promise<Map<string, Standing>> {
  const { rows } = await sql<Standing>`
    select
      job_id as "jobId", printer, status, account_id as "accountId", offered_at as "offeredAt", updated_at as "updatedAt",
      ticket->>'customerOrderId' as "customerOrderId"
    from ${jobsOf(jobIds)} j`.execute(db)
  return new Map(rows.map(row => [row.jobId, row]))
}

/**
 * Makes the next steps of open jobs due at once, unless they are due before `soon` anyway. Rows that are locked are
 * being moved at this moment and are skipped, so that no deadlock can arise.
 */
export async function hasten(tx: Tx, keys: JobKey[], { now, soon }: { now: Date; soon: Date }): Promise<void> {
  if (keys.length === 0) return
  await sql`
    with unheard as (
      select account_id, mode, order_id, attempt
      from print_jobs
      where (account_id, mode, order_id, attempt) in (
          select * from unnest(
            ${keys.map(key => key.accountId)}::text[], ${keys.map(key => key.mode)}::text[],
            ${keys.map(key => key.orderId)}::text[], ${keys.map(key => key.attempt)}::int[]))
        and status = any (${[...openJobStatuses]}::text[]) and submitted_at is not null
        and (next_step_at is null or next_step_at > ${soon})
      for update skip locked
    )
    update print_jobs j
    set next_step_at = ${now}
    from unheard u
    where j.account_id = u.account_id and j.mode = u.mode and j.order_id = u.order_id
      and j.attempt = u.attempt`.execute(tx)
}

/** Stores the newest comparison of a day. */
export async function saveJobComparison(db: Db | Tx, made: JobComparison): Promise<void> {
  await sql`
    insert into printer_comparisons (printer, day, compared_at, listed, ours, asked, strange, differences)
    values (
      ${made.printer}, ${made.day}::date, ${made.comparedAt}, ${made.listed}, ${made.ours}, ${made.asked},
      ${made.strange}, ${storedJson(made.differences)}::json)
    on conflict (printer, day) do update
    set compared_at = excluded.compared_at, listed = excluded.listed, ours = excluded.ours, asked = excluded.asked,
      strange = excluded.strange, differences = excluded.differences`.execute(db)
}

/** Rows of earlier versions do not say how a job is listed: it was open. */
const whole = (kept: object) => ({ listedAs: null, ...kept }) as JobDifference

/** As long as disputes with a printer may last; there is one row per printer and day. */
const keptMs = 400 * day
const deletedAtOnce = 1000

/** Sweep: deletes comparisons older than 400 days. */
export async function sweepOldJobComparisons(db: Db, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from printer_comparisons
    where ctid = any (array(
      select ctid from printer_comparisons where day < ${utcDay(earlier(now, keptMs)).toString()}::date
      order by day
      limit ${deletedAtOnce}))`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Of the most recent days before that one (ISO date) that have any, newest first. */
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
  return rows.map(row => ({ ...row, differences: JSON.parse(row.differences).map(whole) }))
}
