// The daily comparison of jobs with printers that can list their jobs, or can be asked about each job: jobs that are
// open here, and jobs that ended here recently without being shipped. Printers are called outside of any transaction. A
// printer that cannot be reached is called again by the next run, until the end of the day.

import { type Clock, day, earlier, later, minute, utcDay } from '../../base/clock.ts'
import type { Log } from '../../base/log.ts'
import { sortableBound } from '../../base/secrets/ids.ts'
import { type Transactor, transact } from '../../orders/transact.ts'
import type { UnitOfWork } from '../../orders/transition.ts'
import {
  differenceOf,
  endedAtPrinter,
  findEndedJobs,
  findOpenJobs,
  type JobComparison,
  type JobDifference,
  makeStepsDue,
  readComparedPrinters,
  readJobSummaries,
  saveJobComparison,
} from '../../printer/comparisons.ts'
import { findJobs } from '../../printer/jobStore.ts'
import type { ListedJobs, Printer } from '../../printer/printer.ts'
import { namedJobs, notifyStaff } from '../notify/staffEmails.ts'
import type { Fulfillment } from './fulfillment.ts'

/** Changes made here less than this before the list was requested may not have reached the printer. */
const gracePeriodMs = 10 * minute
/** Longer than a claimed step takes. */
const stepMs = 5 * minute
const jobsPerPage = 1000
/** For printers that are asked about each job separately. */
const concurrentCalls = 16
/** A job that ended longer ago was printed by now, or never will be. */
const maxAgeOfEndedMs = 30 * day
/** No job takes longer than this. */
const maxAgeMs = 366 * day
/** More differences than this have one common cause. */
const maxDifferences = 200

export type CompareDeps = {
  transactor: Transactor
  clock: Clock
  fulfillment: Pick<Fulfillment, 'printers' | 'printerConfig'>
  log: Log
}

/** Task `compare_printers`: compares each printer once a day, in UTC. */
export function comparePrinters({ transactor, clock, fulfillment, log }: CompareDeps): (now: Date) => Promise<number> {
  return async now => {
    const today = utcDay(now).toString()
    const done = await readComparedPrinters(transactor.db, today)
    // Concurrently: a printer that takes a minute per page does not delay the comparisons of other printers.
    await Promise.all(
      Object.entries(fulfillment.printers).map(async ([name, printer]) => {
        if (done.has(name) || (printer.listJobs === undefined && printer.readJobState === undefined)) return
        const listed = await listJobsOf(transactor, name, printer, { now, log })
        if (listed === null) return
        const comparison = await compare({ transactor, clock }, name, { listed, day: today, now })
        await transact(transactor, { now: clock(), actor: 'system' }, async work => {
          await saveJobComparison(work.tx, comparison)
          await notifyOfEndedJobs(work, comparison, fulfillment)
        })
        report(comparison, log)
      }),
    )
    return 0
  }
}

/** The jobs that a printer lists; the values of `ended` are its own statuses. */
type Listed = { open: ReadonlySet<string>; ended: ReadonlyMap<string, string> }

async function listJobsOf(
  transactor: Transactor,
  printer: string,
  { listJobs, readJobState }: Printer,
  { now, log }: { now: Date; log: Log },
): Promise<Listed | null> {
  try {
    const jobs =
      listJobs !== undefined
        ? await listJobs()
        : await askAboutJobs(transactor, printer, { readJobState: readJobState!, now })
    if (jobs !== null) {
      return { open: new Set(jobs.open), ended: new Map(jobs.ended.map(({ jobId, listedAs }) => [jobId, listedAs])) }
    }
    log.warn({ printer }, 'the open jobs of a printer could not be read')
  } catch (error) {
    log.error({ printer, err: error }, 'the adapter of a printer failed')
  }
  return null
}

/**
 * Asks the printer about each job; null when it does not answer about some job. A job that ended at the printer is
 * reported by its messages.
 */
async function askAboutJobs(
  { db }: Transactor,
  printer: string,
  { readJobState, now }: { readJobState: NonNullable<Printer['readJobState']>; now: Date },
): Promise<ListedJobs | null> {
  const settledBy = earlier(now, gracePeriodMs)
  const since = earlier(now, maxAgeOfEndedMs)
  const open: string[] = []
  for (const pageAfter of [
    (after: string) => findOpenJobs(db, printer, { settledBy, after, limit: concurrentCalls }),
    (after: string) => findEndedJobs(db, printer, { since, settledBy, after, limit: concurrentCalls }),
  ]) {
    for (let after = sortableBound('job', earlier(now, maxAgeMs)); ; ) {
      const page = await pageAfter(after)
      const jobs = await findJobs(
        db,
        page.map(({ jobId }) => jobId),
      )
      const states = await Promise.all(jobs.map(job => readJobState(job)))
      if (states.includes(null)) return null
      for (const [i, { jobId }] of jobs.entries()) if (states[i] === 'open') open.push(jobId)
      if (page.length < concurrentCalls) break
      after = page.at(-1)!.jobId
    }
  }
  return { open, ended: [] }
}

type Comparing = Pick<CompareDeps, 'transactor' | 'clock'>

async function compare(
  deps: Comparing,
  printer: string,
  { listed, day, now }: { listed: Listed; day: string; now: Date },
): Promise<JobComparison> {
  const settledBy = earlier(now, gracePeriodMs)
  let differenceCount = 0
  const differences: JobDifference[] = []
  const note = (difference: JobDifference | null) => {
    if (difference === null) return
    differenceCount++
    if (differences.length < maxDifferences) differences.push(difference)
  }
  const { ours, asked } = await compareOpenJobs(deps, printer, { listed, settledBy, note })
  for (const jobIds of pagesOf([...listed.open])) {
    const jobs = await readJobSummaries(deps.transactor.db, jobIds)
    for (const jobId of jobIds) note(differenceOf({ printer, jobId, settledBy }, jobs.get(jobId)))
  }
  return { printer, day, comparedAt: now, listed: listed.open.size, ours, asked, strange: differenceCount, differences }
}

/** Notes our open jobs that ended at the printer, and schedules updates of the jobs that it does not list. */
async function compareOpenJobs(
  { transactor, clock }: Comparing,
  printer: string,
  { listed, settledBy, note }: { listed: Listed; settledBy: Date; note(difference: JobDifference | null): void },
): Promise<{ ours: number; asked: number }> {
  const counts = { ours: 0, asked: 0 }
  for (let after = ''; ; ) {
    const page = await findOpenJobs(transactor.db, printer, { settledBy, after, limit: jobsPerPage })
    const ended = page.flatMap(({ jobId }) => (listed.ended.has(jobId) ? [jobId] : []))
    for (const job of (await readJobSummaries(transactor.db, ended)).values()) {
      note(endedAtPrinter(job, listed.ended.get(job.jobId)!))
    }
    const unlisted = page.filter(({ jobId }) => !listed.open.has(jobId) && !listed.ended.has(jobId))
    counts.ours += page.length
    counts.asked += unlisted.length
    if (unlisted.length > 0) {
      const now = clock()
      await transact(transactor, { now, actor: 'system' }, async work => {
        await makeStepsDue(work.tx, unlisted, { now, soon: later(now, stepMs) })
        work.wake('step_jobs', now)
      })
    }
    if (page.length < jobsPerPage) return counts
    after = page.at(-1)!.jobId
  }
}

const pagesOf = (jobIds: string[]): string[][] =>
  Array.from({ length: Math.ceil(jobIds.length / jobsPerPage) }, (_, i) =>
    jobIds.slice(i * jobsPerPage, (i + 1) * jobsPerPage),
  )

const endedJobs = ({ differences }: JobComparison) => differences.filter(job => job.kind === 'over_there')

/** Only the staff can end these jobs: the last message of the printer was lost. */
async function notifyOfEndedJobs(
  work: UnitOfWork,
  comparison: JobComparison,
  { printerConfig }: Pick<Fulfillment, 'printerConfig'>,
): Promise<void> {
  const ended = endedJobs(comparison)
  if (ended.length === 0 || printerConfig.staffEmail === null) return
  const jobs = ended.map(({ customerOrderId, accountId, jobId, listedAs }) => ({
    ...{ customerOrderId, accountId, jobId, listedAs },
  }))
  const values = { printer: comparison.printer, jobs: await namedJobs(work.tx, jobs) }
  await notifyStaff(work, [{ recipient: printerConfig.staffEmail, kind: 'jobs_closed', values }])
}

function report(comparison: JobComparison, log: Log): void {
  const { printer, day, listed, ours, asked, strange } = comparison
  for (const { accountId, jobId, listedAs } of endedJobs(comparison)) {
    log.error({ accountId, jobId, printer, listedAs }, 'the printer closed a print job that is still open here')
  }
  const fields = { printer, day, listed, ours, asked, strange }
  if (strange > 0) log.error(fields, 'the open jobs of a printer differ from ours')
  else log.info(fields, 'the open jobs of a printer were compared with ours')
}
