// Days in UTC as a filter of lists of orders, as reports count them. In the address: 2026-03-01_2026-03-31.

export type UtcDays = { from: string; to: string }

export const utcDaysText = ({ from, to }: UtcDays): string => `${from}_${to}`

export function utcDaysOf(text: string | undefined): UtcDays | null {
  const { from, to } = /^(?<from>\d{4}-\d\d-\d\d)_(?<to>\d{4}-\d\d-\d\d)$/.exec(text ?? '')?.groups ?? {}
  if (from === undefined || to === undefined) return null
  return [from, to].some(day => Number.isNaN(Date.parse(`${day}T00:00Z`))) ? null : { from, to }
}

/** From the first instant until before the second. */
export const instantsOf = ({ from, to }: UtcDays): UtcDays => ({
  from: `${from}T00:00:00Z`,
  to: new Date(Date.parse(`${to}T00:00Z`) + 86_400_000).toISOString(),
})

/** Both bounds are excluded. */
const boundsOf = (days: UtcDays | null) =>
  days === null
    ? null
    : {
        after: new Date(Date.parse(`${days.from}T00:00Z`) - 1).toISOString(),
        before: new Date(Date.parse(`${days.to}T00:00Z`) + 86_400_000).toISOString(),
      }

/** `placed` and `ended` as the service takes them. */
export function utcDaysQuery({ placed, ended }: { placed?: string | undefined; ended?: string | undefined }) {
  const [placedIn, endedIn] = [placed, ended].map(text => boundsOf(utcDaysOf(text)))
  return {
    ...(placedIn && { createdAfter: placedIn.after, createdBefore: placedIn.before }),
    // An order is placed before it ends.
    ...(endedIn && { endedAfter: endedIn.after, endedBefore: endedIn.before, createdBefore: endedIn.before }),
  }
}
