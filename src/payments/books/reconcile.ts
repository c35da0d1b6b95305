// Reconciliation: the provider's books of a day against our own. A day is UTC's. What we recorded that day may have been
// made at the provider some days before, where its outcome was unknown or its holder took their time, so the provider's
// books are read from when the oldest of it was first asked for.

import { day, earlier, hour, isDay, later, startOfUtcDay, utcDay } from '../../base/clock.ts'
import type { Log } from '../../base/log.ts'
import { Refusal } from '../../base/refusal.ts'
import type { Db } from '../../db/db.ts'
import type { Payments } from '../payments.ts'
import { compareBooks } from './compare.ts'
import { type ComparedDays, type Comparison, comparedDays, readNamed, readSettled, saveComparison } from './store.ts'

/** Clocks differ: what we asked for just after midnight may be in the provider's books just before it. */
const clockSkewMs = hour
/** After a longer pause an operator compares older days by hand. */
const mostDaysAtOnce = 31

type Deps = { db: Db; payments: Payments }

/** Compares the books of one day and keeps what was found. Throws when the provider's cannot be had. */
export async function reconcileDay({ db, payments }: Deps, date: Temporal.PlainDate, now: Date): Promise<Comparison> {
  const from = startOfUtcDay(date)
  const to = later(from, day)
  const settled = await readSettled(db, payments.name, { from, to })
  const earliest = settled.earliest !== null && settled.earliest < from ? settled.earliest : from
  const entries = await payments.books(earlier(earliest, clockSkewMs), later(to, clockSkewMs))
  const ofTheDay = entries.filter(entry => entry.at >= from && entry.at < to)
  const known = await readNamed(db, ofTheDay)
  const comparison: Comparison = {
    provider: payments.name,
    day: date.toString(),
    comparedAt: now,
    entries: ofTheDay.length,
    differences: compareBooks({ entries, ofTheDay }, { settled: settled.entries, known }),
  }
  await saveComparison(db, comparison)
  return comparison
}

/** The day that an operator names; yesterday where none is. Refuses with malformed_request one that is not over: more may happen. */
export function dayToCompare(given: string | undefined, now: Date): Temporal.PlainDate {
  const today = utcDay(now)
  if (given === undefined) return dayBefore(today)
  if (isDay(given) && given < today.toString()) return Temporal.PlainDate.from(given)
  throw new Refusal(
    'malformed_request',
    `got ${given}; expected a day that is over in UTC, such as ${dayBefore(today)}`,
  )
}

const dayBefore = (date: Temporal.PlainDate) => date.subtract({ days: 1 })

/** The daily task: every day that is over and has not been compared yet. */
export function reconcileDue({ db, payments, log }: Deps & { log: Log }): (now: Date) => Promise<number> {
  return async now => {
    const today = utcDay(now)
    for (const date of daysToCompare(await comparedDays(db, payments.name, oldestOf(today)), today)) {
      const { differences, entries } = await reconcileDay({ db, payments }, date, now)
      const line = { provider: payments.name, day: date.toString(), entries }
      if (differences.length === 0) log.info(line, "the provider's books agree with ours")
      else log.error({ ...line, differences }, "the provider's books differ from ours")
    }
    return 0
  }
}

/**
 * The days of the last month that are missing among those that were compared; where none ever was, yesterday alone. A day that
 * was compared by hand says nothing of those around it, but none is missing before the first.
 */
export function daysToCompare({ first, recent }: ComparedDays, today: Temporal.PlainDate): Temporal.PlainDate[] {
  const lastMonth = Array.from({ length: mostDaysAtOnce }, (_, i) => oldestOf(today).add({ days: i }))
  const from = first ?? dayBefore(today).toString()
  return lastMonth.filter(date => date.toString() >= from && !recent.has(date.toString()))
}

const oldestOf = (today: Temporal.PlainDate) => today.subtract({ days: mostDaysAtOnce })
