// The clock. A request or a sweep calls the clock once and passes `now` down, and calls it again after it has waited
// for something outside. Nothing below reads the time by itself, and SQL never does. Instants are Date objects that are
// never changed.

export type Clock = () => Date

export const systemClock: Clock = () => new Date()

export type ManualClock = Clock & { set(to: Date): void }

/** A clock that stands still until it is set. Like a real clock, it only goes forward. */
export function manualClock(start: Date): ManualClock {
  let now = start
  return Object.assign(() => now, {
    set(to: Date) {
      if (to < now)
        throw new Error(`the clock stands at ${now.toISOString()} and cannot go back to ${to.toISOString()}`)
      now = to
    },
  })
}

export const second = 1000
export const minute = 60 * second
export const hour = 60 * minute
export const day = 24 * hour

export const later = (instant: Date, ms: number): Date => new Date(instant.getTime() + ms)
export const earlier = (instant: Date, ms: number): Date => new Date(instant.getTime() - ms)
export const latest = (a: Date, b: Date | null): Date => (b !== null && b > a ? b : a)

/** Reads an instant from a trusted text (a database value, our own JSON). Throws when the text is no instant. */
export function instant(text: string | number): Date {
  const at = new Date(text)
  if (Number.isNaN(at.getTime())) throw new RangeError(`not an instant: ${text}`)
  return at
}

/**
 * The years that input may name. Ids, ISO texts and both databases can hold them, with a margin for arithmetic.
 */
export const years = { first: 1970, last: 9998 }

export const isWithinYears = (at: Date): boolean =>
  at.getUTCFullYear() >= years.first && at.getUTCFullYear() <= years.last

/** Whether the text is an instant that `instant` can read and whose year lies in `years`. */
export const isInstant = (text: string): boolean => isWithinYears(new Date(text))

/** Whether the text is a calendar day in `years`, such as 2026-03-01. */
export function isDay(text: string): boolean {
  try {
    return Temporal.PlainDate.from(text).toString() === text && isInstant(text)
  } catch {
    return false
  }
}

/** The UTC calendar day of an instant. */
export const utcDay = (at: Date): Temporal.PlainDate => Temporal.PlainDate.from(at.toISOString().slice(0, 10))

/** The first instant of a UTC calendar day. */
export const startOfUtcDay = (date: Temporal.PlainDate): Date => new Date(`${date}T00:00:00Z`)

/** The first instant of a calendar day in a time zone. */
export const startOfDay = (date: Temporal.PlainDate, timeZone: string): Date =>
  new Date(date.toZonedDateTime(timeZone).epochMilliseconds)

/** The first instant after the month of an instant, in a time zone. */
export const monthEnd = (at: Date, timeZone: string): Date =>
  startOfDay(dayIn(at, timeZone).with({ day: 1 }).add({ months: 1 }), timeZone)

/** The calendar day of an instant in a time zone. */
export const dayIn = (at: Date, timeZone: string): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone).toPlainDate()

/** The first instant strictly after `now` at which a clock in the time zone shows `hour`:00. */
export function nextHourIn(now: Date, hour: number, timeZone: string): Date {
  const plainTime = Temporal.PlainTime.from({ hour })
  const on = (date: Temporal.PlainDate) => new Date(date.toZonedDateTime({ timeZone, plainTime }).epochMilliseconds)
  const today = dayIn(now, timeZone)
  return on(today) > now ? on(today) : on(today.add({ days: 1 }))
}

/** The first instant strictly after `now` at which the UTC clock shows `hourOfDay`:00. */
export function nextUtcHour(now: Date, hourOfDay: number): Date {
  const today = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), hourOfDay))
  return today > now ? today : later(today, day)
}

/**
 * Milliseconds in an ISO 8601 duration of weeks and shorter units (P1W, PT2H, PT90S). Null for any other text: months
 * and years differ in length.
 */
export function durationMs(text: string): number | null {
  try {
    const duration = Temporal.Duration.from(text)
    const { weeks, days } = duration
    return Math.round(duration.with({ weeks: 0, days: 7 * weeks + days }).total('milliseconds'))
  } catch {
    return null
  }
}
