// The way to the printer: orders become print jobs when their hold ends, or when staff resume them; a cancelled order's job
// is marked, so that the printer is asked to stop. The jobs' steps are taken by jobs.ts.

import { hour, later } from '../base/clock.ts'
import { randomBase62 } from '../base/ids.ts'
import type { Log } from '../base/log.ts'
import { type Printers, printerFor } from '../printer/printer.ts'
import { simulatedThoughtMs } from '../printer/simulator.ts'
import { endUnoffered, insertJobs, markForCancellation, type NewJob } from '../printer/store.ts'
import type { WhenDelivered } from './judge.ts'
import { type Order, type OrderKey, type OrderState, wasPaid } from './order.ts'
import { type LockedOrder, leaseOrders, lockDueOrders } from './store.ts'
import { transition, type Work } from './transition.ts'
import { inOneWork, type Shell } from './work.ts'

const ordersInASweep = 500
/** An unpaid order is here by a mistake of ours: it is said in the log once an hour. */
const unpaidRetryMs = hour
/** 22 characters are 131 bits: a job id cannot be guessed. */
const jobIdRandomLength = 22

/** When an order that reaches the printer at `at` is shipped and delivered. */
type WhenShipped = (order: Order, at: Date) => Pick<OrderState, 'estimatedShipDate' | 'estimatedDelivery'>

/** Everything about printers that orders need: the adapters, and the dates of what is made and sent. */
export type Press = { printers: Printers; whenShipped: WhenShipped; whenDelivered: WhenDelivered }

/** Nothing is printed that is not paid, unbilled by rule, or a reprint. */
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
      await handOver(work, due.filter(mayPrint), 'hold_ended', press)
      return due.length
    })
}

async function keepBack(work: Work, orders: LockedOrder[], log: Log): Promise<void> {
  for (const { accountId, orderId } of orders)
    log.error({ accountId, orderId }, 'an order that is not paid was held back')
  await leaseOrders(work.tx, orders, later(work.now, unpaidRetryMs))
}

/** Moves orders to PRINTING, each with a new job, and with the dates as they are now. */
export async function handOver(
  work: Work,
  orders: LockedOrder[],
  on: 'hold_ended' | 'resumed',
  { whenShipped }: Press,
  note?: string,
): Promise<Order[]> {
  const forbidden = orders.find(order => !mayPrint(order))
  if (forbidden !== undefined) throw new Error(`order ${forbidden.orderId} is not paid and must not be printed`)
  const moved = await transition(
    work,
    orders.map(order => ({
      order,
      on,
      changes: { state: withPromise(order, whenShipped(order, work.now)) },
      ...(note === undefined ? {} : { note }),
    })),
  )
  await insertJobs(
    work.tx,
    moved.map(order => jobFor(order, `${work.newId('job')}${randomBase62(jobIdRandomLength)}`)),
    work.now,
  )
  return moved
}

/** What was promised when an order was first handed over is not forgotten, however often its dates change later. */
function withPromise({ state }: Order, dates: ReturnType<WhenShipped>): Partial<OrderState> {
  return { ...dates, promisedShipDate: state.promisedShipDate ?? dates.estimatedShipDate }
}

function jobFor(
  { accountId, mode, orderId, customerOrderId, billing, request, books, state }: Order,
  jobId: string,
): NewJob {
  return {
    accountId,
    mode,
    orderId,
    jobId,
    printer: printerFor(mode),
    enterprise: billing === 'enterprise',
    dueDate: state.estimatedShipDate,
    ticket: {
      customerOrderId,
      destination: request.destination,
      shippingClassification: request.shippingClassification,
      items: request.orderItems.map(({ sku, quantity, itemDescription, retailPrice }, i) => {
        const { manufacturingSku, pageCount, coverUrl, gutsUrl } = books[i]!
        return {
          sku,
          manufacturingSku,
          quantity,
          pageCount,
          files: { cover: fileAt(coverUrl), guts: fileAt(gutsUrl) },
          itemDescription: itemDescription ?? null,
          retailPrice: retailPrice ?? null,
        }
      }),
    },
  }
}

const fileAt = (url: string | null) => (url === null ? null : { url, sha256: null })

/**
 * For an order that is PRINTING and about to be cancelled: ends its job when no printer can have seen it, and answers whether
 * that was so. Then nobody needs to be asked.
 */
export const stopInTime = (work: Work, order: OrderKey): Promise<boolean> => endUnoffered(work.tx, order, work.now)

/**
 * Sees to it that the printer is asked to stop. For an order that is cancelled while PRINTING, in the transaction that
 * cancels it.
 */
export async function requestCancellation(work: Work, order: OrderKey): Promise<void> {
  const tellAt = order.mode === 'sandbox' ? later(work.now, simulatedThoughtMs) : work.now
  if (!(await markForCancellation(work.tx, order, { tellAt, now: work.now }))) {
    throw new Error(`order ${order.orderId} is at the printer without an open job`)
  }
  work.wake('step_jobs', tellAt)
}
