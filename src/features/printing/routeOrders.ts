// Which printer gets an order: the operator's rules (printer/routing.ts) applied to the order's needs and the printers'
// load. No sandbox job ever reaches a printer that prints, except a practice order at a press desk, which is marked on
// every paper and takes no capacity.

import { earlier, hour, utcDay } from '../../base/clock.ts'
import { isPractice, type Order } from '../../orders/order.ts'
import type { UnitOfWork } from '../../orders/transition.ts'
import { type PrinterConfig, simulatorName } from '../../printer/printerConfig.ts'
import { addLoad, readLoad } from '../../printer/printerStates.ts'
import { type Load, type Route, type RouteRequest, route, type WorkingDays } from '../../printer/routing.ts'
import { type Holidays, nextBusinessDay, orderDay } from '../../shipping/businessDays.ts'
import { resolveDestination } from '../../shipping/destination.ts'

/** The operator's business days, as routing counts them. */
export const workingDays = (holidays: Holidays): WorkingDays => ({
  dayOf: (at, cutOff) => orderDay(at, cutOff, holidays).toString(),
  next: day => nextBusinessDay(Temporal.PlainDate.from(day), holidays).toString(),
})

export type Routing = {
  printerConfig: PrinterConfig
  /** The business days by the terms of an order. */
  daysOf(order: Pick<Order, 'operatorVersion'>): WorkingDays
}

/** At printers west of Greenwich, the day may be yesterday. */
export const maxBehindUtcMs = 24 * hour

/**
 * Finds a printer for each order, in order; null when there is none. `available` excludes paused printers; otherwise a
 * paused printer is a last resort. Assignments count at once, so that the orders of a sweep share the capacity of days.
 * `excludedPrinters` are excluded.
 */
export async function routeOrders(
  work: UnitOfWork,
  requests: { order: Order; excludedPrinters: readonly string[] }[],
  { printerConfig, daysOf }: Routing,
  candidates: 'all' | 'available' = 'all',
): Promise<(Route | null)[]> {
  const routed = requests.filter(({ order }) => order.mode === 'production' || isPractice(order))
  if (routed.length === 0) return requests.map(() => simulated)
  const load = await readLoad(work.tx, utcDay(earlier(work.now, maxBehindUtcMs)).toString())
  const assignments: { printer: string; day: string; copies: number }[] = []
  const assignedCopies = new Map<string, number>()
  const currentLoad: Load = {
    isPaused: load.isPaused,
    copiesOn: (printer, day) => load.copiesOn(printer, day) + (assignedCopies.get(`${printer} ${day}`) ?? 0),
  }
  const calendars = new Map<number, WorkingDays>()
  const desks = printerConfig.printers.filter(({ adapter }) => adapter === 'desk')
  const routes = requests.map(({ order, excludedPrinters }) => {
    if (order.mode === 'sandbox' && !isPractice(order)) return simulated
    const request = routeRequestOf(order, excludedPrinters)
    const printers = isPractice(order) ? desks : printerConfig.printers
    const { operatorVersion } = order
    const days = calendars.get(operatorVersion) ?? memoized(daysOf(order), work.now)
    calendars.set(operatorVersion, days)
    const chosen = route(request, printers, currentLoad, { now: work.now, days })
    if (chosen === null || (chosen.isPaused && candidates === 'available')) return null
    if (isPractice(order)) return chosen
    const key = `${chosen.printer} ${chosen.day}`
    assignedCopies.set(key, (assignedCopies.get(key) ?? 0) + request.copies)
    assignments.push({ printer: chosen.printer, day: chosen.day, copies: request.copies })
    return chosen
  })
  await addLoad(work.tx, assignments)
  return routes
}

const simulated: Route = { printer: simulatorName, day: '', isPaused: false }

export function routeRequestOf(
  { request, books }: Pick<Order, 'request' | 'books'>,
  excludedPrinters: readonly string[],
): RouteRequest {
  const region = resolveDestination(request.destination)
  if (region === null) throw new Error('an order to an unsupported country was accepted')
  return {
    manufacturingSkus: books.map(({ manufacturingSku }) => manufacturingSku),
    country: region.country,
    state: region.state,
    copies: request.orderItems.reduce((sum, { quantity }) => sum + quantity, 0),
    excludedPrinters,
  }
}

/** Calendar arithmetic costs microseconds, and a sweep needs the same result for each of its orders. */
function memoized(days: WorkingDays, now: Date): WorkingDays {
  const firstDays = new Map<string, string>()
  return {
    next: days.next,
    dayOf(at, cutOff) {
      const key = `${cutOff.hour} ${cutOff.timeZone}`
      const cached = at === now ? firstDays.get(key) : undefined
      if (cached !== undefined) return cached
      const day = days.dayOf(at, cutOff)
      if (at === now) firstDays.set(key, day)
      return day
    },
  }
}
