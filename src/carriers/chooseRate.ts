// Which offer is bought for the class that a customer paid: the cheapest that promises to arrive within the days of the
// class; without one, the fastest.

import type { Rate } from './carrier.ts'

/** Null without any offer. An offer without days counts as slower than any other. */
export function chooseRate(rates: readonly Rate[], maxDays: number | null): Rate | null {
  const daysOf = ({ days }: Rate) => days ?? Number.POSITIVE_INFINITY
  const byCost = rates.toSorted((a, b) => a.costCents - b.costCents || daysOf(a) - daysOf(b))
  const inTime = byCost.find(rate => maxDays === null || daysOf(rate) <= maxDays)
  return inTime ?? byCost.toSorted((a, b) => daysOf(a) - daysOf(b))[0] ?? null
}
