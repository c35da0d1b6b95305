// Business days: Monday to Friday, except holidays and days on which the operator is closed. An observed holiday of a
// fixed date moves from Saturday to the Friday before and from Sunday to the Monday after, like US federal holidays.

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
type Weekday = (typeof weekdays)[number]

/** A yearly holiday: a fixed date, or the nth (or last) weekday of a month. */
export type HolidayRule =
  | { name: string; month: number; day: number; observed: boolean }
  | { name: string; month: number; nth: 1 | 2 | 3 | 4 | 'last'; weekday: Weekday }

/** A single day, as an ISO date, on which nothing is made or shipped. */
export type ClosedDay = { name: string; date: string }

/** The name of the holiday or closing on a day; null on other days. */
export type Holidays = (day: Temporal.PlainDate) => string | null

/** The hour in a time zone until which orders count for the same business day. */
export type CutOff = { hour: number; timeZone: string }

const saturday = 6
const sunday = 7

export function holidayCalendar(rules: readonly HolidayRule[], closedDays: readonly ClosedDay[]): Holidays {
  const closed = new Map(closedDays.map(({ date, name }) => [date, name]))
  const years = new Map<number, ReadonlyMap<string, string>>()
  return day => {
    let year = years.get(day.year)
    if (year === undefined) {
      // A holiday of a neighboring year may fall in this one: New Year's Day on a Saturday is observed on 31 December.
      const nearYears = [day.year - 1, day.year, day.year + 1]
      year = new Map(
        nearYears.flatMap(nearYear => rules.map(rule => [holidayIn(nearYear, rule).toString(), rule.name])),
      )
      years.set(day.year, year)
    }
    const date = day.toString()
    return closed.get(date) ?? year.get(date) ?? null
  }
}

/** The day on which a holiday is observed in a year. For New Year's Day that may be the last day of the year before. */
export function holidayIn(year: number, rule: HolidayRule): Temporal.PlainDate {
  const { month } = rule
  if ('day' in rule) {
    const date = Temporal.PlainDate.from({ year, month, day: rule.day })
    if (!rule.observed) return date
    if (date.dayOfWeek === saturday) return date.subtract({ days: 1 })
    return date.dayOfWeek === sunday ? date.add({ days: 1 }) : date
  }
  const weekday = weekdays.indexOf(rule.weekday) + 1
  const first = Temporal.PlainDate.from({ year, month, day: 1 })
  if (rule.nth === 'last') {
    const last = first.with({ day: first.daysInMonth })
    return last.subtract({ days: (last.dayOfWeek - weekday + 7) % 7 })
  }
  return first.add({ days: ((weekday - first.dayOfWeek + 7) % 7) + (rule.nth - 1) * 7 })
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
