// The only functions that change the status of an order. `openOrders` makes new orders, `transition` moves existing
// orders. Both write the order, its step and its webhook delivery in the caller's transaction, and wake the tasks of
// the edge after the commit. No function sets a status by force: a repair is an edge with a name of its own.

import { isDeepStrictEqual } from 'node:util'
import { say, type Words } from '../../languages/texts.ts'
import { latest } from '../base/clock.ts'
import { type Problem, Refusal } from '../base/refusal.ts'
import type { NewId } from '../base/secrets/ids.ts'
import type { Tx } from '../db/db.ts'
import { inOrder } from '../db/pipeline.ts'
import type { TaskName } from '../jobs/tasks.ts'
import { exceptions } from './failures.ts'
import { edgeOf, type FirstEvent, type OrderEvent, type Status, statuses, type WebhookKind } from './lifecycle.ts'
import {
  answeredRequest,
  type Book,
  newOrderDefaults,
  type Order,
  type OrderKey,
  type OrderState,
  requestsIn,
  wasPaid,
} from './order.ts'
import { insertOrders, type LockedOrder, type NewOrder, updateBooks, updateOrders } from './orderStore.ts'
import { dueIn } from './schedule.ts'
import { addOrdersToSearch, addParcelsToSearch, updateRecipients } from './searchStore.ts'
import { insertSteps, type NewStep } from './stepStore.ts'

/** One transaction's worth of work: when, by whom, and which tasks to wake once it is committed. */
export type UnitOfWork = {
  tx: Tx
  now: Date
  actor: string
  newId: NewId
  oweRefunds: OweRefunds
  wake(task: TaskName, at: Date): void
  /** Sends live updates about these orders after the commit. */
  ordersChanged(orders: Order[]): void
  /** Sends live updates about the jobs of these printers after the commit. */
  jobsChanged(printers: string[]): void
}

/** Records, in the transaction of the work, the refunds of paid orders that will not be printed. */
export type OweRefunds = (work: UnitOfWork, orders: OrderKey[]) => Promise<void>

/** The changes of a step besides the status. `state` is merged into the state of the order. */
export type Changes = {
  state?: Partial<OrderState>
  books?: Book[]
  chargeCents?: number | null
  received?: { number: number; at: Date }
  /** When the order is due next, if the rule of the status does not fit. */
  dueAt?: Date | null
}

/**
 * `first` is an event immediately before, which changes nothing but the status: the order's row is written once.
 * `exception` is the reason of a move to EXCEPTION, if the reason of its status does not fit.
 */
export type Move = {
  order: LockedOrder
  first?: OrderEvent
  on: OrderEvent
  changes?: Changes
  exception?: keyof typeof exceptions
  note?: Words
}

/** A new order without the fields that its first edge decides. */
export type Opening = {
  order: Omit<Order, 'orderNumber' | 'status' | 'dueAt' | 'updatedAt' | keyof typeof newOrderDefaults>
  on: FirstEvent
  /** The person or key that placed the order; a group has orders of many customers. */
  actor: string
  /** The number in the queue, for an order that must wait. */
  queueNumber?: number
  /** Of a reprint; all other orders are numbered when they are written. */
  orderNumber?: string
}

/** Writes new orders, each with its first step. */
export async function openOrders(work: UnitOfWork, openings: Opening[]): Promise<Order[]> {
  const steps: NewStep[] = []
  const newOrders = openings.map(({ order: newOrder, on, actor, queueNumber = null, orderNumber = null }) => {
    const edge = edgeOf('new', on)
    if (edge === undefined) throw new Error(`no order begins with ${on}`)
    const order: NewOrder = {
      ...newOrder,
      queueNumber,
      orderNumber,
      ...newOrderDefaults,
      status: edge.to,
      dueAt: dueIn(edge.to, newOrder, work.now),
      updatedAt: work.now,
    }
    const { state } = order
    steps.push(stepOf({ newId: work.newId, actor }, order, { on, from: null, emits: edge.emits, state, note: null }))
    wakeFor(work, edge.to, order.dueAt, edge.enqueues)
    return order
  })
  const [numbers] = await inOrder(
    () => insertOrders(work.tx, newOrders),
    () => addOrdersToSearch(work.tx, newOrders),
    () => record(work, steps),
  )
  const orders = newOrders.map(({ queueNumber: _, ...order }) => ({
    ...order,
    orderNumber: numbers.get(order.orderId)!,
  }))
  work.ordersChanged(orders)
  return orders
}

/**
 * Moves orders along one edge each, or two, and owes what the edges owe. Refuses with `wrong_state`, and writes
 * nothing, when the table has no such edge. Returns the orders as their edges left them, still locked, in the order of
 * `moves`.
 */
export async function transition(work: UnitOfWork, moves: Move[]): Promise<LockedOrder[]> {
  if (moves.length === 0) return []
  const steps: NewStep[] = []
  const toRefund: Order[] = []
  const moveOn = ({ order: before, on, changes = {}, exception, note }: Omit<Move, 'first'>): LockedOrder => {
    const edge = edgeOf(before.status, on)
    if (edge === undefined) {
      throw new Refusal(
        'wrong_state',
        say('order {customerOrderId} is {status}, where "{event}" cannot happen', {
          customerOrderId: before.customerOrderId,
          status: before.status,
          event: on,
        }),
      )
    }
    // The clock was read before the lock was acquired, and the clocks of machines differ: an order's time never goes
    // back.
    const at = latest(work.now, before.updatedAt)
    const errors = errorsAfter(before, edge.to, exception)
    const state = {
      ...before.state,
      errors,
      ...changes.state,
      ...(isNeverPrinted(edge.to) ? noDates : {}),
      ...withoutRequest(before.state, edge.to),
      // No parcel of the next job has left.
      ...(edge.to === 'EXCEPTION' && before.state.parcelsLeft ? { parcelsLeft: false } : {}),
    }
    const order: LockedOrder = {
      ...before,
      status: edge.to,
      ...requestsIn(before.placed ?? before.request, state),
      books: changes.books ?? before.books,
      state,
      sequence: before.sequence + 1,
      receivedNumber: changes.received?.number ?? before.receivedNumber,
      receivedAt: changes.received?.at ?? before.receivedAt,
      dueAt: changes.dueAt === undefined ? dueIn(edge.to, before, at) : changes.dueAt,
      attempts: 0,
      triesFrom: edge.to === 'VALIDATING' && before.status !== 'VALIDATING' ? at : before.triesFrom,
      chargeCents: changes.chargeCents === undefined ? before.chargeCents : changes.chargeCents,
      updatedAt: at,
    }
    const changed = changedIn(before.state, state)
    steps.push(stepOf(work, order, { on, from: before.status, emits: edge.emits, state: changed, note: note ?? null }))
    wakeFor(work, edge.to, order.dueAt, edge.enqueues)
    if (edge.owes === 'refund' && wasPaid(state.payment)) toRefund.push(order)
    return order
  }
  const moved = moves.map(({ order, first, ...move }) =>
    moveOn({ ...move, order: first === undefined ? order : moveOn({ order, on: first }) }),
  )
  const shipped = moved.filter((_, i) => moves[i]!.on === 'shipped')
  const edited = moved.filter((_, i) => moves[i]!.on === 'changed')
  const withNewBooks = moved.filter(({ books }, i) => !isDeepStrictEqual(books, moves[i]!.order.books))
  await inOrder(
    () => updateOrders(work.tx, moved),
    () => updateBooks(work.tx, withNewBooks),
    () => record(work, steps),
    () => addParcelsToSearch(work.tx, shipped),
    () => updateRecipients(work.tx, edited),
  )
  work.ordersChanged(moved)
  if (toRefund.length > 0) await work.oweRefunds(work, toRefund)
  return moved
}

/** The reason why an order is in EXCEPTION; an order that continues afterwards has no errors. */
function errorsAfter({ status, state }: Order, to: Status, exception?: keyof typeof exceptions): Problem[] {
  if (to === 'EXCEPTION' && status !== 'EXCEPTION') {
    const code = exception ?? exceptionCodes[status] ?? 'printer_problem'
    return [{ pointer: '', code, detail: exceptions[code] }]
  }
  return status === 'EXCEPTION' && to !== 'EXCEPTION' && !statuses[to].final ? [] : state.errors
}

/**
 * A change that the printer had not answered is refused when the order ships first, or ends, or its files are checked
 * again: what it would do to the order was examined before.
 */
function withoutRequest({ changeRequest }: OrderState, to: Status): Partial<OrderState> {
  const reason = endReasons[to] ?? (statuses[to].final ? say('the order ended') : null)
  return changeRequest?.status === 'REQUESTED' && reason !== null
    ? { changeRequest: answeredRequest(changeRequest, 'REFUSED', reason) }
    : {}
}

const endReasons: Partial<Record<Status, Words>> = {
  SHIPPED: say('the order shipped first'),
  CANCELLED: say('the order was canceled'),
  VALIDATING: say('the files are checked again: ask again'),
}

const exceptionCodes: Partial<Record<Status, keyof typeof exceptions>> = {
  VALIDATING: 'files_not_checked',
  VALID_HOLDING_BIN: 'no_printer',
}

const changedIn = (before: OrderState, after: OrderState): Partial<OrderState> =>
  Object.fromEntries(
    Object.entries(after).filter(([name, value]) => !isDeepStrictEqual(value, before[name as keyof OrderState])),
  )

/** An order that is not printed is not shipped: its dates are removed. Its price and its promised date stay. */
const isNeverPrinted = (status: Status): boolean => statuses[status].final && status !== 'SHIPPED'
const noDates = { estimatedShipDate: null, estimatedDelivery: null }

function wakeFor(work: UnitOfWork, to: Status, dueAt: Date | null, enqueues: readonly TaskName[]): void {
  for (const task of enqueues) work.wake(task, work.now)
  const { wakes } = statuses[to]
  if (wakes !== null && dueAt !== null) work.wake(wakes, dueAt)
}

function stepOf(
  { actor, newId }: Pick<UnitOfWork, 'actor' | 'newId'>,
  order: Omit<Order, 'orderNumber'>,
  { on, from, emits, state, note }: Pick<NewStep, 'on' | 'from' | 'state' | 'note'> & { emits: WebhookKind | null },
): NewStep {
  return {
    accountId: order.accountId,
    mode: order.mode,
    orderId: order.orderId,
    sequence: order.sequence,
    eventId: newId('evt'),
    kind: emits,
    on,
    from,
    status: order.status,
    state,
    at: order.updatedAt,
    actor,
    note,
    toOwnAddress: emits !== null && order.webhookUrl !== null,
  }
}

async function record(work: UnitOfWork, steps: NewStep[]): Promise<void> {
  const deliveries = await insertSteps(work.tx, steps)
  if (deliveries > 0) work.wake('deliver_webhooks', work.now)
}
