// The daily comparison of jobs with printers that can list theirs, or can be asked about each: jobs that are open here,
// and jobs that ended here recently without being shipped. Printers are asked outside of any transaction; one that
// cannot be reached is asked again by the next run, until the day is over.

import { day as aDay, type Clock, earlier, later, minute, utcDay } from '../../base/clock.ts'
import { sortableBound } from '../../base/ids.ts'
import type { Log } from '../../base/log.ts'
import { jobsAreOverThere } from '../../mail/letters.ts'
import {
  comparedOn,
  differenceOf,
  endedJobsAt,
  endedThere,
  hasten,
  type JobComparison,
  type JobDifference,
  openJobsAt,
  saveJobComparison,
  standingOf,
} from '../../printer/comparisons.ts'
import type { Listed, Printer } from '../../printer/printer.ts'
import { findJobs } from '../../printer/store.ts'
import { mailStaff } from '../staffMail.ts'
import type { Work } from '../transition.ts'
import { inOneWork, type Shell } from '../work.ts'
import type { Press } from './print.ts'

/** Changes made here less than this before the list was requested may not have reached the printer. */
const settledMs = 10 * minute
/** Longer than a claimed step takes. */
const soonMs = 5 * minute
const jobsAtOnce = 1000
/** For printers that are asked about each job separately. */
const askedAtOnce = 16
/** A job that ended longer ago has been made by now, or never will be. */
const lookedBackMs = 30 * aDay
/** No job takes longer than this. */
const oldestMs = 366 * aDay
/** More than this is one systematic mistake. */
const mostKept = 200

export type CompareDeps = { shell: Shell; clock: Clock; press: Pick<Press, 'printers' | 'shop'>; log: Log }

/** Task `compare_printers`: each printer that lists its jobs and was not compared yet today, which is UTC's. */
export function comparePrinters({ shell, clock, press, log }: CompareDeps): (now: Date) => Promise<number> {
  return async now => {
    const day = utcDay(now).toString()
    const done = await comparedOn(shell.db, day)
    // All at once: a printer that takes a minute per page does not delay the comparison of others.
    await Promise.all(
      Object.entries(press.printers).map(async ([name, printer]) => {
        if (done.has(name) || (printer.listJobs === undefined && printer.hasOpen === undefined)) return
        const there = await listOf(shell, name, printer, { now, log })
        if (there === null) return
        const comparison = await compare({ shell, clock }, name, { there, day, now })
        await inOneWork(shell, { now: clock(), actor: 'system' }, async work => {
          await saveJobComparison(work.tx, comparison)
          await tellStaff(work, comparison, press)
        })
        report(comparison, log)
      }),
    )
    return 0
  }
}

/** What the printer lists. */
type There = { open: ReadonlySet<string>; over: ReadonlyMap<string, string> }

async function listOf(
  shell: Shell,
  printer: string,
  { listJobs, hasOpen }: Printer,
  { now, log }: { now: Date; log: Log },
): Promise<There | null> {
  try {
    const listed =
      listJobs !== undefined ? await listJobs() : await openAmongOurs(shell, printer, { hasOpen: hasOpen!, now })
    if (listed !== null) {
      return { open: new Set(listed.open), over: new Map(listed.over.map(({ jobId, as }) => [jobId, as])) }
    }
    log.warn({ printer }, 'what a printer has open could not be had')
  } catch (error) {
    log.error({ printer, err: error }, 'a printer failed in an unknown way')
  }
  return null
}

/**
 * Asks about each job; null when the printer does not answer for some. One that is over there says itself what became
 * of it.
 */
async function openAmongOurs(
  { db }: Shell,
  printer: string,
  { hasOpen, now }: { hasOpen: NonNullable<Printer['hasOpen']>; now: Date },
): Promise<Listed | null> {
  const settledBy = earlier(now, settledMs)
  const since = earlier(now, lookedBackMs)
  const open: string[] = []
  for (const pageAfter of [
    (after: string) => openJobsAt(db, printer, { settledBy, after, limit: askedAtOnce }),
    (after: string) => endedJobsAt(db, printer, { since, settledBy, after, limit: askedAtOnce }),
  ]) {
    for (let after = sortableBound('job', earlier(now, oldestMs)); ; ) {
      const page = await pageAfter(after)
      const jobs = await findJobs(
        db,
        page.map(({ jobId }) => jobId),
      )
      const standing = await Promise.all(jobs.map(job => hasOpen(job)))
      if (standing.includes(null)) return null
      for (const [i, { jobId }] of jobs.entries()) if (standing[i] === 'open') open.push(jobId)
      if (page.length < askedAtOnce) break
      after = page.at(-1)!.jobId
    }
  }
  return { open, over: [] }
}

type Comparing = Pick<CompareDeps, 'shell' | 'clock'>

async function compare(
  deps: Comparing,
  printer: string,
  { there, day, now }: { there: There; day: string; now: Date },
): Promise<JobComparison> {
  const settledBy = earlier(now, settledMs)
  let strange = 0
  const differences: JobDifference[] = []
  const note = (difference: JobDifference | null) => {
    if (difference === null) return
    strange++
    if (differences.length < mostKept) differences.push(difference)
  }
  const { ours, asked } = await lookForOurs(deps, printer, { there, settledBy, note })
  for (const jobIds of pagesOf([...there.open])) {
    const known = await standingOf(deps.shell.db, jobIds)
    for (const jobId of jobIds) note(differenceOf({ printer, jobId, settledBy }, known.get(jobId)))
  }
  return { printer, day, comparedAt: now, listed: there.open.size, ours, asked, strange, differences }
}

/** Notes which of our open jobs are over there, and has those asked about that are not there. */
async function lookForOurs(
  { shell, clock }: Comparing,
  printer: string,
  {
    there: { open, over },
    settledBy,
    note,
  }: { there: There; settledBy: Date; note(difference: JobDifference | null): void },
): Promise<{ ours: number; asked: number }> {
  const counted = { ours: 0, asked: 0 }
  for (let after = ''; ; ) {
    const page = await openJobsAt(shell.db, printer, { settledBy, after, limit: jobsAtOnce })
    const ended = page.flatMap(({ jobId }) => (over.has(jobId) ? [jobId] : []))
    for (const standing of (await standingOf(shell.db, ended)).values()) {
      note(endedThere(standing, over.get(standing.jobId)!))
    }
    const unlisted = page.filter(({ jobId }) => !open.has(jobId) && !over.has(jobId))
    counted.ours += page.length
    counted.asked += unlisted.length
    if (unlisted.length > 0) {
      const now = clock()
      await inOneWork(shell, { now, actor: 'system' }, async work => {
        await hasten(work.tx, unlisted, { now, soon: later(now, soonMs) })
        work.wake('step_jobs', now)
      })
    }
    if (page.length < jobsAtOnce) return counted
    after = page.at(-1)!.jobId
  }
}

const pagesOf = (jobIds: string[]): string[][] =>
  Array.from({ length: Math.ceil(jobIds.length / jobsAtOnce) }, (_, i) =>
    jobIds.slice(i * jobsAtOnce, (i + 1) * jobsAtOnce),
  )

const areOverThere = ({ differences }: JobComparison) => differences.filter(one => one.kind === 'over_there')

/** Nothing else would bring these to an end: the printer has said its last word, and it was lost. */
async function tellStaff(work: Work, comparison: JobComparison, { shop }: Pick<Press, 'shop'>): Promise<void> {
  const ended = areOverThere(comparison)
  if (ended.length === 0 || shop.staffEmail === null) return
  const letter = jobsAreOverThere({ printer: comparison.printer, ended })
  await mailStaff(work, [{ recipient: shop.staffEmail, ...letter }])
}

function report(comparison: JobComparison, log: Log): void {
  const { printer, day, listed, ours, asked, strange } = comparison
  for (const { accountId, jobId, listedAs } of areOverThere(comparison)) {
    log.error({ accountId, jobId, printer, listedAs }, 'a print job is over at its printer, and open here')
  }
  const line = { printer, day, listed, ours, asked, strange }
  if (strange > 0) log.error(line, 'a printer has other jobs open than we have')
  else log.info(line, "a printer's open jobs were compared with ours")
}
