// Which printer gets an order: the operator's rules (printer/routing.ts) applied to the order's needs and the printers'
// load. No sandbox job ever reaches a printer that prints.

import { earlier, hour, utcDay } from '../../base/clock.ts'
import type { Load, Route, RouteFacts, WorkingDays } from '../../printer/routing.ts'
import { route } from '../../printer/routing.ts'
import type { Shop } from '../../printer/shop.ts'
import { simulatorName } from '../../printer/shop.ts'
import { addLoad, readLoad } from '../../printer/states.ts'
import type { Holidays } from '../../shipping/businessDays.ts'
import { nextBusinessDay, orderDay } from '../../shipping/businessDays.ts'
import { resolveDestination } from '../../shipping/destination.ts'
import type { Order } from '../order.ts'
import type { Work } from '../transition.ts'

/** The operator's business days, as routing counts them. */
export const workingDays = (holidays: Holidays): WorkingDays => ({
  dayOf: (at, cutOff) => orderDay(at, cutOff, holidays).toString(),
  next: day => nextBusinessDay(Temporal.PlainDate.from(day), holidays).toString(),
})

export type Routing = { shop: Shop; days: WorkingDays }

/** For printers west of Greenwich it may still be yesterday. */
const behindUtcMs = 24 * hour

/**
 * Finds a printer for each order, in order; null for one that nobody makes. Assignments count at once, so that the
 * orders of one sweep share the printers' days. Printers in `not` are excluded.
 */
export async function routeOrders(
  work: Work,
  wanted: { order: Order; not: readonly string[] }[],
  { shop, days }: Routing,
  which: 'held ones too, if need be' | 'only those that are free' = 'held ones too, if need be',
): Promise<(Route | null)[]> {
  const real = wanted.filter(({ order }) => order.mode === 'production')
  if (real.length === 0) return wanted.map(() => simulated)
  const load = await readLoad(work.tx, utcDay(earlier(work.now, behindUtcMs)).toString())
  const given: { printer: string; day: string; copies: number }[] = []
  const added = new Map<string, number>()
  const soFar: Load = {
    isHeld: load.isHeld,
    copiesOn: (printer, day) => load.copiesOn(printer, day) + (added.get(`${printer} ${day}`) ?? 0),
  }
  const today = remembered(days, work.now)
  const routes = wanted.map(({ order, not }) => {
    if (order.mode === 'sandbox') return simulated
    const facts = factsOf(order, not)
    const found = route(facts, shop.printers, soFar, { now: work.now, days: today })
    if (found === null || (found.held && which === 'only those that are free')) return null
    const key = `${found.printer} ${found.day}`
    added.set(key, (added.get(key) ?? 0) + facts.copies)
    given.push({ printer: found.printer, day: found.day, copies: facts.copies })
    return found
  })
  await addLoad(work.tx, given)
  return routes
}

const simulated: Route = { printer: simulatorName, day: '', held: false }

export function factsOf({ request, books }: Pick<Order, 'request' | 'books'>, not: readonly string[]): RouteFacts {
  const region = resolveDestination(request.destination)
  if (region === null) throw new Error('an order to an unsupported country was accepted')
  return {
    manufacturingSkus: books.map(({ manufacturingSku }) => manufacturingSku),
    country: region.country,
    state: region.state,
    copies: request.orderItems.reduce((sum, { quantity }) => sum + quantity, 0),
    not,
  }
}

/** Calendar arithmetic costs microseconds, and a sweep needs the same result for each of its orders. */
function remembered(days: WorkingDays, now: Date): WorkingDays {
  const first = new Map<string, string>()
  return {
    next: days.next,
    dayOf(at, cutOff) {
      const key = `${cutOff.hour} ${cutOff.timeZone}`
      const known = at === now ? first.get(key) : undefined
      if (known !== undefined) return known
      const day = days.dayOf(at, cutOff)
      if (at === now) first.set(key, day)
      return day
    },
  }
}
