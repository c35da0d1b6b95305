// The daily comparison of open jobs with the printers that can list theirs, or can be asked about each: those that are open here,
// and those that ended here lately without being shipped. They are asked outside of any transaction; a printer that cannot
// be asked is asked again by the next run, until the day is over.

import { day as aDay, type Clock, earlier, later, minute, utcDay } from '../base/clock.ts'
import { sortableBound } from '../base/ids.ts'
import type { Log } from '../base/log.ts'
import {
  comparedOn,
  differenceOf,
  endedJobsAt,
  hasten,
  type JobComparison,
  type JobDifference,
  openJobsAt,
  saveJobComparison,
  standingOf,
} from '../printer/comparisons.ts'
import type { Printer } from '../printer/printer.ts'
import { findJobs } from '../printer/store.ts'
import type { Press } from './print.ts'
import { inOneWork, type Shell } from './work.ts'

/** What changed here later than that before the list was asked for may not have got to the other side. */
const settledMs = 10 * minute
/** Longer than a step that was claimed takes. */
const soonMs = 5 * minute
const jobsAtOnce = 1000
/** Where each job is asked about by itself. */
const askedAtOnce = 16
/** A job that ended longer ago was made by now, or never will be. */
const lookedBackMs = 30 * aDay
/** And no job takes that long. */
const oldestMs = 366 * aDay
/** More is not one mistake after another, but one mistake. */
const mostKept = 200

export type CompareDeps = { shell: Shell; clock: Clock; press: Pick<Press, 'printers'>; log: Log }

/** Task `compare_printers`: each printer that lists its jobs and was not compared yet today, which is UTC's. */
export function comparePrinters({ shell, clock, press, log }: CompareDeps): (now: Date) => Promise<number> {
  return async now => {
    const day = utcDay(now).toString()
    const done = await comparedOn(shell.db, day)
    // All at once: one that takes a minute for each page keeps nobody else from being compared.
    await Promise.all(
      Object.entries(press.printers).map(async ([name, printer]) => {
        if (done.has(name) || (printer.openJobs === undefined && printer.hasOpen === undefined)) return
        const listed = await listOf(shell, name, printer, { now, log })
        if (listed === null) return
        const comparison = await compare({ shell, clock }, name, { listed, day, now })
        await saveJobComparison(shell.db, comparison)
        report(comparison, log)
      }),
    )
    return 0
  }
}

async function listOf(
  shell: Shell,
  printer: string,
  { openJobs, hasOpen }: Printer,
  { now, log }: { now: Date; log: Log },
): Promise<Set<string> | null> {
  try {
    const listed =
      openJobs !== undefined ? await openJobs() : await openAmongOurs(shell, printer, { hasOpen: hasOpen!, now })
    if (listed !== null) return new Set(listed)
    log.warn({ printer }, 'what a printer has open could not be had')
  } catch (error) {
    log.error({ printer, err: error }, 'a printer failed in an unknown way')
  }
  return null
}

/** Asks about each job; null when the printer does not answer for some. */
async function openAmongOurs(
  { db }: Shell,
  printer: string,
  { hasOpen, now }: { hasOpen: NonNullable<Printer['hasOpen']>; now: Date },
): Promise<string[] | null> {
  const settledBy = later(now, -settledMs)
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
  return open
}

type Comparing = Pick<CompareDeps, 'shell' | 'clock'>

async function compare(
  deps: Comparing,
  printer: string,
  { listed, day, now }: { listed: Set<string>; day: string; now: Date },
): Promise<JobComparison> {
  const settledBy = later(now, -settledMs)
  const { ours, asked } = await askAboutUnlisted(deps, printer, { listed, settledBy })
  let strange = 0
  const differences: JobDifference[] = []
  for (const jobIds of pagesOf([...listed])) {
    const known = await standingOf(deps.shell.db, jobIds)
    for (const jobId of jobIds) {
      const difference = differenceOf({ printer, jobId, settledBy }, known.get(jobId))
      if (difference === null) continue
      strange++
      if (differences.length < mostKept) differences.push(difference)
    }
  }
  return { printer, day, comparedAt: now, listed: listed.size, ours, asked, strange, differences }
}

async function askAboutUnlisted(
  { shell, clock }: Comparing,
  printer: string,
  { listed, settledBy }: { listed: Set<string>; settledBy: Date },
): Promise<{ ours: number; asked: number }> {
  const counted = { ours: 0, asked: 0 }
  for (let after = ''; ; ) {
    const page = await openJobsAt(shell.db, printer, { settledBy, after, limit: jobsAtOnce })
    const unlisted = page.filter(({ jobId }) => !listed.has(jobId))
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

function report({ printer, day, listed, ours, asked, strange }: JobComparison, log: Log): void {
  const line = { printer, day, listed, ours, asked, strange }
  if (strange > 0) log.error(line, 'a printer has jobs open that it should not have')
  else log.info(line, "a printer's open jobs were compared with ours")
}
