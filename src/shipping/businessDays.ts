// Business days: Monday to Friday, except holidays and days on which the operator is closed.

import { type ClosedDay, type HolidayRule, holidaysOf } from './holidays.ts'

/** The name of the holiday or closing on a day; null on other days. */
export type Holidays = (day: Temporal.PlainDate) => string | null

/** The hour in a time zone until which orders count for the same business day. */
export type CutOff = { hour: number; timeZone: string }

const saturday = 6

export function holidayCalendar(rules: readonly HolidayRule[], closedDays: readonly ClosedDay[]): Holidays {
  const closed = new Map(closedDays.map(({ date, name }) => [date, name]))
  const years = new Map<number, ReadonlyMap<string, string>>()
  return day => {
    let year = years.get(day.year)
    if (year === undefined) {
      year = holidaysOf(day.year, rules)
      years.set(day.year, year)
    }
    const date = day.toString()
    return closed.get(date) ?? year.get(date) ?? null
  }
}

export const isBusinessDay = (day: Temporal.PlainDate, holidays: Holidays): boolean =>
  day.dayOfWeek < saturday && holidays(day) === null

/** The first business day after `day`. */
export function nextBusinessDay(day: Temporal.PlainDate, holidays: Holidays): Temporal.PlainDate {
  let next = day.add({ days: 1 })
  while (!isBusinessDay(next, holidays)) next = next.add({ days: 1 })
  return next
}

/** The nth business day after `day`, which need not be a business day itself; `day` for n = 0. */
export function addBusinessDays(day: Temporal.PlainDate, n: number, holidays: Holidays): Temporal.PlainDate {
  if (!Number.isInteger(n) || n < 0) throw new RangeError(`business days are counted forward, not ${n}`)
  let result = day
  for (let i = 0; i < n; i++) result = nextBusinessDay(result, holidays)
  return result
}

/** The business day for which an order at an instant counts: that day until the cut-off, then the next business day. */
export function orderDay(at: Date, { hour, timeZone }: CutOff, holidays: Holidays): Temporal.PlainDate {
  const local = localTime(at, timeZone)
  const day = local.toPlainDate()
  return local.hour < hour && isBusinessDay(day, holidays) ? day : nextBusinessDay(day, holidays)
}

/** The calendar day in that time zone. */
export const localDay = (at: Date, { timeZone }: CutOff): Temporal.PlainDate => localTime(at, timeZone).toPlainDate()

const localTime = (at: Date, timeZone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone)
