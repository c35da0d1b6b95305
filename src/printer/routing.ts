// Which printer gets an order: the operator's data decides, never code. Of the printers that make everything in the
// order and ship to its destination, it is the printer that can start on the earliest day; of these the printer with
// the lowest priority number, then the printer with the most free capacity on that day. Pure.

/** Until this hour, in the local time of that zone, a job counts for the same day. */
type CutOff = { hour: number; timeZone: string }

/** `computed`: by the computed weight. `weighed`: each parcel is put on a scale first. */
export const labelsAtScan = ['computed', 'weighed'] as const
export type LabelsAtScan = (typeof labelsAtScan)[number]

/** A printer as the operator describes it, in the console or in printers.json. */
export type PrinterRule = {
  /** Its jobs are stored under this name. */
  name: string
  /** As people read it; absent: the name. */
  title?: string
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
  /** Of its job tickets; absent: as usual in the country that the order ships from. */
  paper?: 'letter' | 'a4'
  /** Its files get codes outside the trim, by which covers and pages are compared at binding; absent: none. */
  bindingCodes?: boolean
  /** Its station for shipping buys the labels of a job at the scan of the ticket; absent: their labels are scanned. */
  labelsAtScan?: LabelsAtScan
  /** Settings of its adapter; values of keys that ended in `Env` come from the environment. */
  settings: Readonly<Record<string, unknown>>
}

/** The needs of an order. */
export type RouteRequest = {
  manufacturingSkus: readonly string[]
  country: string
  /** Two letters; null for a territory. */
  state: string | null
  copies: number
  excludedPrinters?: readonly string[]
}

/** The load of printers: copies by printer and day (ISO date), and which printers are paused. */
export type Load = { copiesOn(printer: string, day: string): number; isPaused(printer: string): boolean }

/** The operator's working days. Dates are ISO dates. */
export type WorkingDays = { dayOf(at: Date, cutOff: CutOff): string; next(day: string): string }

export type Route = { printer: string; day: string; isPaused: boolean }

/** The search for a free day ends after this number of days. */
const maxDaysAhead = 60

/**
 * Null when no printer makes all books and ships them to the destination. A paused printer is chosen only when no other
 * printer can take the order.
 */
export function route(
  request: RouteRequest,
  printers: readonly PrinterRule[],
  load: Load,
  { now, days }: { now: Date; days: WorkingDays },
): Route | null {
  const { offers, arePaused } = rankOffers(request, printers, load, { now, days })
  const [best] = offers
  return best === undefined ? null : { printer: best.printer.name, day: best.day, isPaused: arePaused }
}

/** A printer that can take an order, the first day on which it can start, and the free part of that day. */
type Offer = { printer: PrinterRule; day: string; freeShare: number }

/** The reasons that decide between two offers, in this order. */
const reasons = {
  day: (a: Offer, b: Offer) => compare(a.day, b.day),
  priority: (a: Offer, b: Offer) => a.printer.priority - b.printer.priority,
  load: (a: Offer, b: Offer) => b.freeShare - a.freeShare,
  name: (a: Offer, b: Offer) => compare(a.printer.name, b.printer.name),
}
type Comparison = keyof typeof reasons
const comparisons = Object.keys(reasons) as Comparison[]
const decisive = (a: Offer, b: Offer) => comparisons.find(reason => reasons[reason](a, b) !== 0)

/** The best offer first. */
function rankOffers(
  request: RouteRequest,
  printers: readonly PrinterRule[],
  load: Load,
  { now, days }: { now: Date; days: WorkingDays },
): { offers: Offer[]; arePaused: boolean } {
  const capable = printers.filter(printer => canMakeAndShip(printer, request))
  const running = capable.filter(({ name }) => !load.isPaused(name))
  const offers = (running.length > 0 ? running : capable).map((printer): Offer => {
    const { name, copiesPerDay } = printer
    const day = firstDayFor(printer, request.copies, load, { now, days })
    return { printer, day, freeShare: copiesPerDay === null ? 1 : 1 - load.copiesOn(name, day) / copiesPerDay }
  })
  const compareOffers = (a: Offer, b: Offer) => {
    const reason = decisive(a, b)
    return reason === undefined ? 0 : reasons[reason](a, b)
  }
  return { offers: offers.toSorted(compareOffers), arePaused: running.length === 0 }
}

/** Why a printer does not get an order; null for the printer that gets it. */
type RouteReason = 'books' | 'place' | 'paused' | Comparison | null
export type ExplainedRoute = { printer: PrinterRule; day: string | null; reason: RouteReason; isPaused: boolean }

/** The printers with their reasons, as `route` decides: the best first, printers that cannot take the order last. */
export function explainRoute(
  request: RouteRequest,
  printers: readonly PrinterRule[],
  load: Load,
  times: { now: Date; days: WorkingDays },
): ExplainedRoute[] {
  const { offers } = rankOffers(request, printers, load, times)
  const offering = offers.map(offer => offer.printer)
  const reasonOf = (printer: PrinterRule): RouteReason =>
    !makesAll(printer, request) ? 'books' : shipsThere(printer, request) ? 'paused' : 'place'
  const explained = (printer: PrinterRule, day: string | null, reason: RouteReason): ExplainedRoute => {
    return { printer, day, reason, isPaused: load.isPaused(printer.name) }
  }
  return [
    ...offers.map((offer, i) => explained(offer.printer, offer.day, i === 0 ? null : decisive(offers[0]!, offer)!)),
    ...printers
      .filter(printer => !offering.includes(printer))
      .map(printer => explained(printer, null, reasonOf(printer))),
  ]
}

/** Whether a printer makes everything and ships it there, however busy it is. */
export const canMakeAndShip = (printer: PrinterRule, request: RouteRequest): boolean =>
  !request.excludedPrinters?.includes(printer.name) && shipsThere(printer, request) && makesAll(printer, request)

const shipsThere = ({ shipsTo }: PrinterRule, { country, state }: RouteRequest): boolean =>
  shipsTo.includes('*') || shipsTo.includes(country) || (state !== null && shipsTo.includes(`${country}-${state}`))

const makesAll = (printer: PrinterRule, { manufacturingSkus }: RouteRequest): boolean =>
  manufacturingSkus.every(sku => makesBook(printer, sku))

export function makesBook({ makes }: Pick<PrinterRule, 'makes'>, manufacturingSku: string): boolean {
  const books = knownBooks.get(makes) ?? booksOf(makes)
  knownBooks.set(makes, books)
  return books.skus.has(manufacturingSku) || books.patterns.some(pattern => matches(manufacturingSku, pattern))
}

/** The parts of a pattern between its stars. */
type Pattern = readonly string[]
type Books = { skus: ReadonlySet<string>; patterns: readonly Pattern[] }
/** Thousands of SKUs are compared with a rule, which is read once. */
const knownBooks = new WeakMap<readonly string[], Books>()

const isPattern = (text: string): boolean => text.includes('*')

const booksOf = (makes: readonly string[]): Books => ({
  skus: new Set(makes.filter(text => !isPattern(text))),
  patterns: makes.filter(isPattern).map(text => text.split('*')),
})

/** Whether some of the SKUs match. */
export function matchesBook(text: string, skus: ReadonlySet<string>): boolean {
  if (!isPattern(text)) return skus.has(text)
  const pattern = text.split('*')
  return skus.values().some(sku => matches(sku, pattern))
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
  for (let ahead = 0; ahead < maxDaysAhead; ahead++) {
    const taken = load.copiesOn(name, day)
    if (taken === 0 || taken + copies <= copiesPerDay) return day
    day = days.next(day)
  }
  return day
}

/** Compares without backtracking: the text before the first star, after the last star, and the parts between. */
function matches(sku: string, pattern: Pattern): boolean {
  const [first, last] = [pattern[0]!, pattern.at(-1)!]
  if (!sku.startsWith(first)) return false
  let position = first.length
  for (let i = 1; i < pattern.length - 1; i++) {
    const index = sku.indexOf(pattern[i]!, position)
    if (index < 0) return false
    position = index + pattern[i]!.length
  }
  return sku.length - last.length >= position && sku.endsWith(last)
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
