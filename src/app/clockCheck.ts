// Checks the clock of this process. A worker whose clock is ahead would charge and print early, so it does nothing
// until its clock agrees with the clock of the database server. The time of the database serves this comparison only:
// no row gets it.

import { type Clock, minute, second } from '../base/clock.ts'
import type { Log } from '../base/log.ts'

/** Both clocks normally agree within milliseconds, and work that is a minute early does no harm. */
const maxSkewMs = minute
const compareEveryMs = 10 * second
/** A clock that moves against the monotonic clock by more than this was set by hand, and is compared at once. */
const jumpMs = second

export type ClockCheck = () => Promise<boolean>

export type ClockCheckDeps = { clock: Clock; log: Log; readDatabaseTime(): Promise<Date> }

export const noClockCheck: ClockCheck = async () => true

/** Compares the clocks at most every ten seconds; callers at the same time share a comparison. */
export function createClockCheck({ clock, log, readDatabaseTime }: ClockCheckDeps): ClockCheck {
  let last: { atMs: number; offsetMs: number; result: Promise<boolean> } | null = null
  let wasRight = true

  const compare = async () => {
    const beforeMs = clock().getTime()
    const databaseMs = (await readDatabaseTime()).getTime()
    const afterMs = clock().getTime()
    // The database read its clock between the two; a slow answer leaves open when.
    const aheadMs = beforeMs > databaseMs ? beforeMs - databaseMs : Math.min(0, afterMs - databaseMs)
    const isRight = Math.abs(aheadMs) <= maxSkewMs
    if (isRight !== wasRight) {
      const fields = { secondsAhead: Math.round(aheadMs / second) }
      if (isRight) log.info(fields, 'the clock of this process is right again, so it works')
      else log.error(fields, 'the clock of this process differs from the clock of the database, so it does no work')
    }
    wasRight = isRight
    return isRight
  }

  return () => {
    const atMs = performance.now()
    const offsetMs = clock().getTime() - atMs
    if (last === null || atMs - last.atMs >= compareEveryMs || Math.abs(offsetMs - last.offsetMs) > jumpMs) {
      const result = compare()
      last = { atMs, offsetMs, result }
      // A failed comparison says nothing about the clock: the next caller compares again.
      result.catch(() => {
        last = null
      })
    }
    return last.result
  }
}
