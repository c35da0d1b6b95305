// Which printer gets an order: the operator's data decides, never code. Of the printers that make everything in the
// order and ship to its destination, the one that can start on the earliest day; of these the one with the lowest
// priority number, then the one with the most room on that day. Pure.

/** Until when a job counts for the same day, in the local time of that zone. */
type CutOff = { hour: number; timeZone: string }

/** A printer as the operator describes it (operator/printers.json). */
export type PrinterRule = {
  name: string
  /** The adapter that speaks to it. */
  adapter: string
  /** Manufacturing SKUs; `*` matches any characters. */
  makes: readonly string[]
  /** Countries (US, CA, PR ...) and states (US-NY); `*` matches everywhere. */
  shipsTo: readonly string[]
  /** Null: no limit. */
  copiesPerDay: number | null
  cutOff: CutOff
  /** 1 comes before 2. */
  priority: number
  /** Settings of its adapter; values of keys that ended in `Env` come from the environment. */
  settings: Readonly<Record<string, unknown>>
}

/** What routing needs to know about an order. Printers in `not` are excluded. */
export type RouteFacts = {
  manufacturingSkus: readonly string[]
  country: string
  /** Two letters; null for a territory. */
  state: string | null
  copies: number
  not?: readonly string[]
}

/** The load of printers: copies by printer and day (ISO date), and which printers staff have put on hold. */
export type Load = { copiesOn(printer: string, day: string): number; isHeld(printer: string): boolean }

/** The operator's working days. Dates are ISO dates. */
export type WorkingDays = { dayOf(at: Date, cutOff: CutOff): string; next(day: string): string }

export type Route = { printer: string; day: string; held: boolean }

/** A printer that is full for longer than this counts as full. */
const mostDaysAhead = 60

/**
 * Null when no printer makes all of it, or none ships there. A printer on hold is chosen only when no other can take
 * the order.
 */
export function route(
  facts: RouteFacts,
  printers: readonly PrinterRule[],
  load: Load,
  { now, days }: { now: Date; days: WorkingDays },
): Route | null {
  const able = printers.filter(printer => canTake(printer, facts))
  const free = able.filter(({ name }) => !load.isHeld(name))
  const offers = (free.length > 0 ? free : able).map(printer => ({
    printer,
    day: firstDayFor(printer, facts.copies, load, { now, days }),
  }))
  const room = ({ printer: { name, copiesPerDay }, day }: (typeof offers)[number]) =>
    copiesPerDay === null ? 1 : 1 - load.copiesOn(name, day) / copiesPerDay
  const [best] = offers.toSorted(
    (a, b) =>
      compare(a.day, b.day) ||
      a.printer.priority - b.printer.priority ||
      room(b) - room(a) ||
      compare(a.printer.name, b.printer.name),
  )
  return best === undefined ? null : { printer: best.printer.name, day: best.day, held: free.length === 0 }
}

/** Whether a printer makes everything and ships it there, however busy it is. */
export function canTake(
  { name, makes, shipsTo }: PrinterRule,
  { manufacturingSkus, country, state, not = [] }: RouteFacts,
): boolean {
  return (
    !not.includes(name) &&
    (shipsTo.includes('*') ||
      shipsTo.includes(country) ||
      (state !== null && shipsTo.includes(`${country}-${state}`))) &&
    manufacturingSkus.every(sku => makes.some(pattern => fits(sku, pattern)))
  )
}

/** An order larger than the capacity of a day gets a day without other work. */
function firstDayFor(
  { name, cutOff, copiesPerDay }: PrinterRule,
  copies: number,
  load: Load,
  { now, days }: { now: Date; days: WorkingDays },
): string {
  let day = days.dayOf(now, cutOff)
  if (copiesPerDay === null) return day
  for (let ahead = 0; ahead < mostDaysAhead; ahead++) {
    const taken = load.copiesOn(name, day)
    if (taken === 0 || taken + copies <= copiesPerDay) return day
    day = days.next(day)
  }
  return day
}

/** Without backtracking: the text before the first star, after the last, and the parts between, in order. */
function fits(sku: string, pattern: string): boolean {
  const [first = '', ...parts] = pattern.split('*')
  const last = parts.pop()
  if (last === undefined) return sku === pattern
  if (!sku.startsWith(first)) return false
  let at = first.length
  for (const part of parts) {
    const found = sku.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return sku.length - last.length >= at && sku.endsWith(last)
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
