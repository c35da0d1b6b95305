// The way to the printer: orders become print jobs when their hold ends, when staff resume them, or when another
// printer takes over. The job of a cancelled order is marked, so that the printer is asked to stop. jobs.ts takes the
// steps of jobs.

import { contactPhones } from '../../accounts/contactPhone.ts'
import { hour, later } from '../../base/clock.ts'
import { randomBase62 } from '../../base/ids.ts'
import type { Log } from '../../base/log.ts'
import { Refusal } from '../../base/refusal.ts'
import type { Printers, PrintJob } from '../../printer/printer.ts'
import { simulatedThoughtMs } from '../../printer/simulator.ts'
import { endUnoffered, formerPrinters, insertJobs, markForCancellation, type NewJob } from '../../printer/store.ts'
import { putOff, togetherOrAlone } from '../apart.ts'
import { useFiles } from '../files/keepFiles.ts'
import { type Order, type OrderKey, type OrderState, wasPaid } from '../order.ts'
import { type LockedOrder, leaseOrders, lockDueOrders } from '../store.ts'
import { type Move, transition, type Work } from '../transition.ts'
import { inOneWork, type Shell } from '../work.ts'
import type { LeavingDay, WhenDelivered } from './judge.ts'
import { type Routing, routeOrders } from './routes.ts'
import type { TicketFor } from './ticket.ts'

const ordersInASweep = 500
/** An unpaid order gets here only through a bug of ours, which is logged once an hour. */
const unpaidRetryMs = hour
/** 22 characters are 131 bits: a job id cannot be guessed. */
const jobIdRandomLength = 22

/** When an order that reaches the printer at `at` is shipped and delivered. */
export type WhenShipped = (order: Order, at: Date) => Pick<OrderState, 'estimatedShipDate' | 'estimatedDelivery'>

/**
 * Everything about printers that orders need: the adapters, which order goes where, and the dates of making and
 * sending.
 */
export type Press = Routing & {
  printers: Printers
  whenShipped: WhenShipped
  whenDelivered: WhenDelivered
  leavingDay: LeavingDay
  ticketFor: TicketFor
}

/** Nothing is printed unless it is paid, unbilled by rule, or a reprint. */
export const mayPrint = ({ billing, state }: Pick<Order, 'billing' | 'state'>): boolean =>
  billing !== 'charged' || wasPaid(state.payment)

export type HoldDeps = { shell: Shell; press: Press; log: Log }

/** Task `end_holds`: hands over the orders whose hold is over. */
export function endHolds({ shell, press, log }: HoldDeps): (now: Date) => Promise<number> {
  return now =>
    inOneWork(shell, { now, actor: 'system' }, async work => {
      const due = await lockDueOrders(work.tx, 'VALID_HOLDING_BIN', now, ordersInASweep)
      const unpaid = due.filter(order => !mayPrint(order))
      if (unpaid.length > 0) await keepBack(work, unpaid, log)
      const { made: unroutable, failed } = await togetherOrAlone(work, due.filter(mayPrint), orders =>
        endHoldsOf(work, orders, press),
      )
      for (const { accountId, orderId } of unroutable) log.error({ accountId, orderId }, 'no printer takes an order')
      await putOff(work, failed, log)
      return due.length
    })
}

/** Returns those that no printer takes: they are for the staff. */
async function endHoldsOf(work: Work, orders: LockedOrder[], press: Press): Promise<LockedOrder[]> {
  const { unroutable } = await handOver(work, orders, 'hold_ended', press)
  await transition(
    work,
    unroutable.map((order): Move => ({ order, on: 'problem', note: nobody })),
  )
  return unroutable
}

const nobody = 'no printer makes all of it and ships it there'

async function keepBack(work: Work, orders: LockedOrder[], log: Log): Promise<void> {
  for (const { accountId, orderId } of orders)
    log.error({ accountId, orderId }, 'an order that is not paid was held back')
  await leaseOrders(work.tx, orders, later(work.now, unpaidRetryMs))
}

/**
 * Moves orders to PRINTING, each with a new job and with current dates. Returns those that no printer takes, which stay
 * as they are.
 */
async function handOver(
  work: Work,
  orders: LockedOrder[],
  on: 'hold_ended' | 'resumed',
  press: Press,
  note?: string,
): Promise<{ unroutable: LockedOrder[] }> {
  const forbidden = orders.find(order => !mayPrint(order))
  if (forbidden !== undefined) throw new Error(`order ${forbidden.orderId} is not paid and must not be printed`)
  const wanted = orders.map(order => ({ order, not: [] }))
  const routes = await routeOrders(work, wanted, press)
  const routed = orders.flatMap((order, i) => {
    const found = routes[i]
    return found === undefined || found === null ? [] : [{ order, printer: found.printer }]
  })
  const moved = await transition(
    work,
    routed.map(({ order }) => ({
      order,
      on,
      changes: { state: withPromise(order, press.whenShipped(order, work.now)) },
      ...(note === undefined ? {} : { note }),
    })),
  )
  await useFiles(work.tx, moved, work.now)
  await giveJobs(
    work,
    moved.map((order, i) => ({ order, printer: routed[i]!.printer })),
    press,
  )
  return { unroutable: orders.filter((_, i) => routes[i] === null) }
}

/** Sends an order in EXCEPTION to a printer again. Refuses with `wrong_state` when no printer takes it. */
export async function resume(work: Work, order: LockedOrder, press: Press, note?: string): Promise<void> {
  const { unroutable } = await handOver(work, [order], 'resumed', press, note)
  if (unroutable.length > 0) throw new Refusal('wrong_state', `order ${order.customerOrderId}: ${nobody}`)
}

/**
 * Another printer for each of these, in order: none that had the order before, and none on hold. A printer that is
 * found counts as given the order. Null when there is no other.
 */
export async function findOthers(
  work: Work,
  places: { order: Order; job: PrintJob }[],
  press: Press,
): Promise<(string | null)[]> {
  const former = await formerPrinters(
    work.tx,
    places.map(({ order }) => order),
  )
  const wanted = places.map(({ order, job }) => ({ order, not: [job.printer, ...(former.get(order.orderId) ?? [])] }))
  const routes = await routeOrders(work, wanted, press, 'only those that are free')
  return places.map(({ order }, i) => (order.mode === 'sandbox' ? null : (routes[i]?.printer ?? null)))
}

/** The step of an order that another printer takes over. */
export const rerouting = (
  order: LockedOrder,
  printer: string,
  note: string | null,
  { whenShipped }: Press,
  now: Date,
): Move => ({
  order,
  on: 'rerouted',
  changes: { state: withPromise(order, whenShipped(order, now)) },
  note: `now with ${printer}${note === null || note === '' ? '' : `: ${note}`}`,
})

/** New jobs of orders that are in PRINTING. */
export async function giveJobs(
  work: Work,
  given: { order: Order; printer: string }[],
  { ticketFor, shop }: Press,
): Promise<void> {
  const phones = await contactPhones(
    work.tx,
    given.map(({ order }) => order.accountId),
  )
  const jobs = given.map(({ order, printer }): NewJob => {
    const { accountId, mode, orderId, billing, state } = order
    return {
      accountId,
      mode,
      orderId,
      jobId: `${work.newId('job')}${randomBase62(jobIdRandomLength)}`,
      printer,
      enterprise: billing === 'enterprise',
      dueDate: state.estimatedShipDate,
      ticket: ticketFor(order, phones.get(accountId)),
      watchDueAt:
        mode === 'sandbox'
          ? null
          : later(work.now, Math.min(shop.agesMs.submission, shop.rerouteAfterMs ?? shop.agesMs.submission)),
    }
  })
  await insertJobs(work.tx, jobs, work.now)
}

/** Keeps the date that was promised at the first hand-over, however often the dates change later. */
function withPromise({ state }: Order, dates: ReturnType<WhenShipped>): Partial<OrderState> {
  return { ...dates, promisedShipDate: state.promisedShipDate ?? dates.estimatedShipDate }
}

/**
 * For an order that is PRINTING and about to be cancelled: ends its job when no printer can have seen it, and returns
 * whether it did. Then no printer needs to be asked.
 */
export const stopInTime = (work: Work, order: OrderKey): Promise<boolean> => endUnoffered(work.tx, order, work.now)

/**
 * Has the printer asked to stop. For an order that is cancelled while PRINTING, in the transaction that cancels
 * it.
 */
export async function requestCancellation(work: Work, order: OrderKey): Promise<void> {
  const tellAt = order.mode === 'sandbox' ? later(work.now, simulatedThoughtMs) : work.now
  const printer = await markForCancellation(work.tx, order, { tellAt, now: work.now })
  if (printer === null) throw new Error(`order ${order.orderId} is at the printer without an open job`)
  work.jobsChanged([printer])
  work.wake('step_jobs', tellAt)
}
