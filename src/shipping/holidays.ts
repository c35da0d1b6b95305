// The days of a year on which the operator's holidays fall. The browser draws the same days, and some browsers have no
// Temporal, so days are computed in UTC. An observed holiday of a fixed date moves from Saturday to the Friday before
// and from Sunday to the Monday after, like US federal holidays.

import { instant } from '../base/clock.ts'

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
type Weekday = (typeof weekdays)[number]

/** A yearly holiday: a fixed date, or the nth (or last) weekday of a month. */
export type HolidayRule =
  | { name: string; month: number; day: number; observed: boolean }
  | { name: string; month: number; nth: 1 | 2 | 3 | 4 | 'last'; weekday: Weekday }

/** A single day, as an ISO date, on which nothing is made or shipped. */
export type ClosedDay = { name: string; date: string }

const saturday = 6
const sunday = 7

/** The names of the holidays of a year, by ISO date. */
export function holidaysOf(year: number, rules: readonly HolidayRule[]): ReadonlyMap<string, string> {
  // A holiday of a neighboring year may fall in this one: New Year's Day on a Saturday is observed on 31 December.
  const nearYears = [year - 1, year, year + 1]
  return new Map(nearYears.flatMap(near => rules.map(rule => [holidayIn(near, rule), rule.name] as const)))
}

/** The ISO date on which a holiday is observed in a year. For New Year's Day that may be in the year before. */
export function holidayIn(year: number, rule: HolidayRule): string {
  const { month } = rule
  const length = daysInMonth(year, month)
  if ('day' in rule) {
    const day = Math.min(rule.day, length) // February 29
    const moved = rule.observed ? { [saturday]: -1, [sunday]: 1 }[dayOfWeek(year, month, day)] : undefined
    return dateText(year, month, day + (moved ?? 0))
  }
  const weekday = weekdays.indexOf(rule.weekday) + 1
  if (rule.nth === 'last') return dateText(year, month, length - ((dayOfWeek(year, month, length) - weekday + 7) % 7))
  return dateText(year, month, 1 + ((weekday - dayOfWeek(year, month, 1) + 7) % 7) + (rule.nth - 1) * 7)
}

/** From 1 for Monday to 7 for Sunday. */
export const dayOfWeek = (year: number, month: number, day: number): number =>
  instant(Date.UTC(year, month - 1, day)).getUTCDay() || sunday

export const daysInMonth = (year: number, month: number): number => instant(Date.UTC(year, month, 0)).getUTCDate()

/** A day before the first or after the last of the month is one of the month beside it. */
export const dateText = (year: number, month: number, day: number): string =>
  instant(Date.UTC(year, month - 1, day))
    .toISOString()
    .slice(0, 10)
