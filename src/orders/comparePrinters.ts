// The daily comparison of open jobs with the printers that can list theirs. The list is fetched outside of any transaction; a
// printer whose list cannot be had is asked for it again by the next run, until the day is over.

import { later, minute, utcDay } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import {
  comparedOn,
  differenceOf,
  hasten,
  type JobComparison,
  type JobDifference,
  openJobsAt,
  saveJobComparison,
  standingOf,
} from '../printer/comparisons.ts'
import type { Printer } from '../printer/printer.ts'
import type { Press } from './print.ts'
import { inOneWork, type Shell } from './work.ts'

/** What changed here later than that before the list was asked for may not have got to the other side. */
const settledMs = 10 * minute
/** Longer than a step that was claimed takes. */
const soonMs = 5 * minute
const jobsAtOnce = 1000
/** More is not one mistake after another, but one mistake. */
const mostKept = 200

export type CompareDeps = { shell: Shell; press: Pick<Press, 'printers'>; log: Log }

/** Task `compare_printers`: each printer that lists its jobs and was not compared yet today, which is UTC's. */
export function comparePrinters({ shell, press, log }: CompareDeps): (now: Date) => Promise<number> {
  return async now => {
    const day = utcDay(now).toString()
    const done = await comparedOn(shell.db, day)
    for (const [printer, { openJobs }] of Object.entries(press.printers)) {
      if (openJobs === undefined || done.has(printer)) continue
      const listed = await listOf(printer, openJobs, log)
      if (listed === null) continue
      const comparison = await compare(shell, printer, { listed, day, now })
      await saveJobComparison(shell.db, comparison)
      report(comparison, log)
    }
    return 0
  }
}

async function listOf(
  printer: string,
  openJobs: NonNullable<Printer['openJobs']>,
  log: Log,
): Promise<Set<string> | null> {
  try {
    const listed = await openJobs()
    if (listed !== null) return new Set(listed)
    log.warn({ printer }, 'the list of what a printer has open could not be had')
  } catch (error) {
    log.error({ printer, err: error }, 'a printer failed in an unknown way')
  }
  return null
}

async function compare(
  shell: Shell,
  printer: string,
  { listed, day, now }: { listed: Set<string>; day: string; now: Date },
): Promise<JobComparison> {
  const settledBy = later(now, -settledMs)
  const { ours, asked } = await askAboutUnlisted(shell, printer, { listed, settledBy, now })
  let strange = 0
  const differences: JobDifference[] = []
  for (const jobIds of pagesOf([...listed])) {
    const known = await standingOf(shell.db, jobIds)
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
  shell: Shell,
  printer: string,
  { listed, settledBy, now }: { listed: Set<string>; settledBy: Date; now: Date },
): Promise<{ ours: number; asked: number }> {
  const counted = { ours: 0, asked: 0 }
  for (let after = ''; ; ) {
    const page = await openJobsAt(shell.db, printer, { settledBy, after, limit: jobsAtOnce })
    const unlisted = page.filter(({ jobId }) => !listed.has(jobId))
    counted.ours += page.length
    counted.asked += unlisted.length
    if (unlisted.length > 0) {
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
