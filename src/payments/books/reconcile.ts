// Reconciliation: the provider's books of a day against our own. Days are in UTC. A charge that we recorded that day
// may have been made at the provider days before, if its outcome was unknown or the cardholder took time to confirm. So
// the provider's books are read from when the oldest recorded entry was first requested.

import { day, earlier, hour, isDay, later, startOfUtcDay, utcDay } from '../../base/clock.ts'
import type { Log } from '../../base/log.ts'
import { Refusal } from '../../base/refusal.ts'
import { forEachConcurrently } from '../../base/running/parallel.ts'
import type { Db } from '../../db/db.ts'
import type { BookEntry, Payments } from '../payments.ts'
import { makeOnlinePaymentsDue } from '../statements/onlinePaymentStore.ts'
import { compareBooks } from './compareBooks.ts'
import {
  type ComparedDays,
  type Comparison,
  readComparedDays,
  readNamedEntries,
  readSettledEntries,
  saveComparison,
} from './comparisonStore.ts'

/** Clocks differ: a charge that we requested just after midnight may be in the provider's books just before it. */
const clockSkewMs = hour
/** After a longer pause an operator compares older days by hand. */
const maxDays = 31

type Deps = { db: Db; payments: Payments }

/** Compares the books of one day and stores the result. Throws when the provider's books are not available. */
export async function reconcileDay({ db, payments }: Deps, date: Temporal.PlainDate, now: Date): Promise<Comparison> {
  const from = startOfUtcDay(date)
  const to = later(from, day)
  const settled = await readSettledEntries(db, payments.name, { from, to })
  const earliest = settled.earliest !== null && settled.earliest < from ? settled.earliest : from
  const entriesOfPeriod = await payments.readBooks(earlier(earliest, clockSkewMs), later(to, clockSkewMs))
  const entriesOfDay = entriesOfPeriod.filter(entry => entry.at >= from && entry.at < to)
  const namedEntries = await readNamedEntries(db, entriesOfDay)
  const comparison: Comparison = {
    provider: payments.name,
    day: date.toString(),
    comparedAt: now,
    entries: entriesOfDay.length,
    differences: compareBooks({ entriesOfDay, entriesOfPeriod }, { settledEntries: settled.entries, namedEntries }),
  }
  await saveComparison(db, comparison)
  await makeOnlinePaymentsDue(db, paymentsIn(entriesOfDay), now)
  return comparison
}

/** The payments that the provider's entries name: it has taken money for them, also where we know of a failure. */
const paymentsIn = (entries: BookEntry[]) =>
  entries.flatMap(({ kind, accountId, idempotencyKey: key }) =>
    kind === 'charge' && accountId !== null && key !== null ? [{ accountId, key }] : [],
  )

/** The day that an operator named, or yesterday. Refuses a day that is not over with malformed_request. */
export function dayToCompare(text: string | undefined, now: Date): Temporal.PlainDate {
  const today = utcDay(now)
  if (text === undefined) return dayBefore(today)
  if (isDay(text) && text < today.toString()) return Temporal.PlainDate.from(text)
  throw new Refusal('malformed_request', `got ${text}; expected a day that is over in UTC, such as ${dayBefore(today)}`)
}

const dayBefore = (date: Temporal.PlainDate) => date.subtract({ days: 1 })

/**
 * The daily task: compares every past day that has not been compared yet. A day that fails does not stop the others.
 */
export function reconcileDue({ db, payments, log }: Deps & { log: Log }): (now: Date) => Promise<number> {
  return async now => {
    const today = utcDay(now)
    const dates = daysToCompare(await readComparedDays(db, payments.name, oldestOf(today)), today)
    await forEachConcurrently(dates, 1, async date => {
      const { differences, entries } = await reconcileDay({ db, payments }, date, now)
      const line = { provider: payments.name, day: date.toString(), entries }
      if (differences.length === 0) log.info(line, "the provider's books agree with ours")
      else log.error({ ...line, differences }, "the provider's books differ from ours")
    })
    return 0
  }
}

/**
 * The days of the last month that have not been compared; only yesterday if no day was ever compared. A comparison by
 * hand says nothing about the days around it, but days before the first compared day do not count as missing.
 */
export function daysToCompare({ first, recent }: ComparedDays, today: Temporal.PlainDate): Temporal.PlainDate[] {
  const lastMonth = Array.from({ length: maxDays }, (_, i) => oldestOf(today).add({ days: i }))
  const from = first ?? dayBefore(today).toString()
  return lastMonth.filter(date => date.toString() >= from && !recent.has(date.toString()))
}

const oldestOf = (today: Temporal.PlainDate) => today.subtract({ days: maxDays })
