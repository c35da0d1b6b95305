// Hands orders over to printers: an order gets a print job when it leaves the holding bin, when staff resume it, or
// when another printer takes over. The job of a canceled order is marked, so that its printer is asked to stop.
// jobSteps.ts takes the steps of jobs.

import { say, type Words } from '../../../languages/texts.ts'
import { type ParcelSettings, readParcelSettings } from '../../accounts/settings/parcelSettings.ts'
import { hour, later } from '../../base/clock.ts'
import type { Log } from '../../base/log.ts'
import { Refusal } from '../../base/refusal.ts'
import { randomBase62 } from '../../base/secrets/ids.ts'
import { isolateFailures } from '../../jobs/isolateFailures.ts'
import { isPractice, type Order, type OrderKey, type OrderState, wasPaid } from '../../orders/order.ts'
import { type LockedOrder, leaseOrders, lockDueOrders } from '../../orders/orderStore.ts'
import { postponeFailed } from '../../orders/postponeFailed.ts'
import { type Transactor, transact } from '../../orders/transact.ts'
import { type Move, transition, type UnitOfWork } from '../../orders/transition.ts'
import {
  endJobIfUnsent,
  findFormerPrinters,
  insertJobs,
  markForCancellation,
  type NewJob,
} from '../../printer/jobStore.ts'
import type { PrintJob } from '../../printer/printer.ts'
import type { Route } from '../../printer/routing.ts'
import { forwardedMsFor, simulatedDelayMs } from '../../printer/simulator.ts'
import { extendRetention } from '../files/fileRetention.ts'
import { readPrintMs } from '../sandbox/sandboxPace.ts'
import type { Fulfillment } from './fulfillment.ts'
import { routeOrders } from './routeOrders.ts'

const ordersPerSweep = 500
/** An unpaid order gets here only through a bug, which is logged once an hour. */
const unpaidRetryMs = hour
/** 22 characters are 131 bits: a job id cannot be guessed. */
const jobIdRandomLength = 22

/** Nothing is printed unless it is paid, unbilled by rule, or a reprint. */
export const mayPrint = ({ billing, state }: Pick<Order, 'billing' | 'state'>): boolean =>
  billing !== 'charged' || wasPaid(state.payment)

export type ReleaseHeldDeps = { transactor: Transactor; fulfillment: Fulfillment; log: Log }

/** Task `release_held_orders`: hands over the orders whose time in the holding bin is over. */
export function releaseHeldOrders({ transactor, ...deps }: ReleaseHeldDeps): (now: Date) => Promise<number> {
  return now =>
    transact(transactor, { now, actor: 'system' }, async work => {
      const due = await lockDueOrders(work.tx, 'VALID_HOLDING_BIN', now, { maxOrders: ordersPerSweep })
      await releaseDueOrders(work, due, deps)
      return due.length
    })
}

/** Hands over held orders whose time is over. An order that cannot be handed over is postponed. */
export async function releaseDueOrders(
  work: UnitOfWork,
  due: LockedOrder[],
  { fulfillment, log }: Omit<ReleaseHeldDeps, 'transactor'>,
): Promise<void> {
  const unpaid = due.filter(order => !mayPrint(order))
  if (unpaid.length > 0) await postponeUnpaid(work, unpaid, log)
  const { results: unroutable, failed } = await isolateFailures(work, due.filter(mayPrint), orders =>
    releaseOrders(work, orders, fulfillment),
  )
  for (const { accountId, orderId } of unroutable) log.error({ accountId, orderId }, 'no printer takes an order')
  await postponeFailed(work, failed, log)
}

/** Returns the orders that no printer takes; the staff handle them. */
async function releaseOrders(
  work: UnitOfWork,
  orders: LockedOrder[],
  fulfillment: Fulfillment,
): Promise<LockedOrder[]> {
  const { unroutable } = await handOver(work, orders, 'hold_ended', fulfillment)
  await transition(
    work,
    unroutable.map((order): Move => ({ order, on: 'problem', note: noPrinter })),
  )
  return unroutable
}

const noPrinter = say('no printer makes all of it and ships it there')

async function postponeUnpaid(work: UnitOfWork, orders: LockedOrder[], log: Log): Promise<void> {
  for (const { accountId, orderId } of orders) log.error({ accountId, orderId }, 'an unpaid order was not printed')
  await leaseOrders(work.tx, orders, later(work.now, unpaidRetryMs))
}

/**
 * Moves orders to PRINTING, each with a new job and with current dates. Returns the orders that no printer takes; they
 * do not change.
 */
async function handOver(
  work: UnitOfWork,
  orders: LockedOrder[],
  on: 'hold_ended' | 'resumed',
  fulfillment: Fulfillment,
  note?: Words,
): Promise<{ unroutable: LockedOrder[] }> {
  const forbidden = orders.find(order => !mayPrint(order))
  if (forbidden !== undefined) throw new Error(`order ${forbidden.orderId} is not paid and must not be printed`)
  const requests = orders.map(order => ({ order, excludedPrinters: [] }))
  const routes = await routeOrders(work, requests, fulfillment)
  const routed = orders.flatMap((order, i) => (routes[i] == null ? [] : [{ order, route: routes[i] }]))
  const settings = await readParcelSettings(
    work.tx,
    routed.map(({ order }) => order.accountId),
  )
  const moved = await transition(
    work,
    routed.map(({ order }) => ({
      order,
      on,
      changes: {
        state: {
          ...withPromisedDate(order, fulfillment, work.now),
          ...(settings.get(order.accountId)?.hasReaderPage ? { readerPage: fulfillment.readerPageOf(order) } : {}),
        },
      },
      ...(note === undefined ? {} : { note }),
    })),
  )
  await extendRetention(work.tx, moved, work.now)
  await createJobs(
    work,
    moved.map((order, i) => ({ order, route: routed[i]!.route })),
    fulfillment,
    settings,
  )
  return { unroutable: orders.filter((_, i) => routes[i] === null) }
}

/** Sends an order in EXCEPTION to a printer again. Refuses with `wrong_state` when no printer takes it. */
export async function resumeAtPrinter(
  work: UnitOfWork,
  order: LockedOrder,
  fulfillment: Fulfillment,
  note?: Words,
): Promise<void> {
  const { unroutable } = await handOver(work, [order], 'resumed', fulfillment, note)
  if (unroutable.length > 0)
    throw new Refusal(
      'wrong_state',
      say('order {order}: {problem}', { order: order.customerOrderId, problem: noPrinter }),
    )
}

/**
 * Another printer for each order, in order; null when there is none. Excludes paused printers and printers that had the
 * order before. The assignment counts at once.
 */
export async function findOtherPrinters(
  work: UnitOfWork,
  pairs: { order: Order; job: PrintJob }[],
  fulfillment: Fulfillment,
): Promise<(Route | null)[]> {
  const former = await findFormerPrinters(
    work.tx,
    pairs.map(({ order }) => order),
  )
  const requests = pairs.map(({ order, job }) => ({
    order,
    excludedPrinters: [job.printer, ...(former.get(order.orderId) ?? [])],
  }))
  const routes = await routeOrders(work, requests, fulfillment, 'available')
  return pairs.map(({ order }, i) => (order.mode === 'sandbox' ? null : (routes[i] ?? null)))
}

/** The move of an order to another printer. */
export const rerouting = (
  order: LockedOrder,
  printer: string,
  note: Words | null,
  fulfillment: Fulfillment,
  now: Date,
): Move => ({
  order,
  on: 'rerouted',
  changes: { state: withPromisedDate(order, fulfillment, now) },
  note:
    note === null || note === ''
      ? say('now with {printer}', { printer })
      : say('now with {printer}: {reason}', { printer, reason: note }),
})

/** Creates jobs for orders in PRINTING. `known`: the settings of their accounts, if they were read. */
export async function createJobs(
  work: UnitOfWork,
  assignments: { order: Order; route: Route }[],
  { makeTicket, printerConfig }: Fulfillment,
  known: Map<string, ParcelSettings> | null = null,
): Promise<void> {
  const accounts = assignments.map(({ order }) => order.accountId)
  const settings = known ?? (await readParcelSettings(work.tx, accounts))
  const printMs = await readPrintMs(
    work.tx,
    assignments.map(({ order }) => order),
  )
  const jobs = assignments.map(({ order, route: { printer, day } }): NewJob => {
    const { accountId, mode, orderId, billing, state } = order
    const paceMs = printMs.get(orderId)
    return {
      accountId,
      mode,
      orderId,
      jobId: `${work.newId('job')}${randomBase62(jobIdRandomLength)}`,
      printer,
      printerDay: mode === 'sandbox' ? null : day,
      enterprise: billing === 'enterprise',
      agreedPrices: billing === 'enterprise' && state.agreed !== undefined,
      dueDate: state.estimatedShipDate,
      changeRequestedAt: state.changeRequest?.status === 'REQUESTED' ? work.now : null,
      forwardedMs:
        paceMs === undefined || isPractice(order)
          ? 0
          : forwardedMsFor(state.estimatedShipDate, later(work.now, paceMs)),
      ticket: makeTicket(order, settings.get(accountId)),
      watchDueAt:
        mode === 'sandbox'
          ? null
          : later(
              work.now,
              Math.min(
                printerConfig.agesMs.submission,
                printerConfig.rerouteAfterMs ?? printerConfig.agesMs.submission,
              ),
            ),
    }
  })
  await insertJobs(work.tx, jobs, work.now)
}

/** The promised date is the estimate of the first hand-over; it never changes. */
function withPromisedDate(order: Order, { estimateDates, shipByOf }: Fulfillment, now: Date): Partial<OrderState> {
  const dates = estimateDates(order, now)
  const promisedShipDate = order.state.promisedShipDate ?? dates.estimatedShipDate
  const promisedShipBy = order.state.promisedShipBy ?? (promisedShipDate && shipByOf(order, promisedShipDate))
  return { ...dates, promisedShipDate, promisedShipBy }
}

/** Ends the job of an order that is being canceled when no printer can have seen it. Returns whether the job ended. */
export const endUnsentJob = (work: UnitOfWork, order: OrderKey): Promise<boolean> =>
  endJobIfUnsent(work.tx, order, work.now)

/** Schedules the request to cancel at the printer, in the transaction that cancels an order in PRINTING. */
export async function requestCancellation(work: UnitOfWork, order: OrderKey): Promise<void> {
  const stepAt = order.mode === 'sandbox' ? later(work.now, simulatedDelayMs) : work.now
  const printer = await markForCancellation(work.tx, order, { stepAt, now: work.now })
  if (printer === null) throw new Error(`order ${order.orderId} is at the printer without an open job`)
  work.jobsChanged([printer])
  work.wake('step_jobs', stepAt)
}
