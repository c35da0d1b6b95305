// Which printer takes an order: the operator's data decides, never code. Of the printers that make everything in the order and
// send to its place, the one that can begin on the earliest day; of these the one of the smallest priority, then the
// one with the most room on that day. Pure.

/** Until when a job counts for the same day, on the clock of that time zone. */
type CutOff = { hour: number; timeZone: string }

/** A printer as the operator describes it (operator/printers.json). */
export type PrinterRule = {
  name: string
  /** Which adapter speaks to it. */
  adapter: string
  /** Manufacturing SKUs; `*` stands for any characters. */
  makes: readonly string[]
  /** Countries (US, CA, PR ...) and states (US-NY); `*` is everywhere. */
  shipsTo: readonly string[]
  /** Null: as many as come. */
  copiesPerDay: number | null
  cutOff: CutOff
  /** 1 goes before 2. */
  priority: number
  /** What its adapter needs; values of keys that ended in `Env` come from the environment. */
  settings: Readonly<Record<string, unknown>>
}

/** What routing needs to know of an order. `not` are printers that will not do. */
export type RouteFacts = {
  manufacturingSkus: readonly string[]
  country: string
  /** Two letters; null for a territory. */
  state: string | null
  copies: number
  not?: readonly string[]
}

/** What printers have to do: copies by printer and day (ISO date), and which ones are held by staff. */
export type Load = { copiesOn(printer: string, day: string): number; isHeld(printer: string): boolean }

/** The operator's working days. Dates are ISO days. */
export type WorkingDays = { dayOf(at: Date, cutOff: CutOff): string; next(day: string): string }

export type Route = { printer: string; day: string; held: boolean }

/** A printer that is full for longer than this is full. */
const mostDaysAhead = 60

/** Null when no printer makes all of it, or none sends there. A held printer is taken only when no other would do. */
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

/** Whether a printer makes everything and sends it there, however busy it is. */
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

/** An order larger than a day's capacity takes a day on which nothing else is to be done. */
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

/** Without backtracking: the text before the first star, after the last, and those between, in order. */
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
