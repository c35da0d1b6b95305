// The one door through which an order's status changes. `open` makes new orders, `transition` moves existing ones; both
// write, in the caller's transaction, the order, its step, the webhook deliveries and the wake-ups of the edge. There
// is no force setter: a repair is an edge with its own name in the table.

import { latest } from '../base/clock.ts'
import type { NewId } from '../base/ids.ts'
import { Refusal } from '../base/refusal.ts'
import type { Tx } from '../db/db.ts'
import type { TaskName } from '../jobs/tasks.ts'
import { edgeOf, type FirstEvent, type OrderEvent, type Status, statuses, type WebhookKind } from './lifecycle.ts'
import type { Book, Order, OrderState, OrderStep } from './order.ts'
import { recipientOf } from './recipient.ts'
import { dueIn } from './schedule.ts'
import { insertOrders, insertSteps, type LockedOrder, type NewStep, updateOrders } from './store.ts'

/** One transaction's worth of work: when, by whom, and which tasks to wake once it is committed. */
export type Work = {
  tx: Tx
  now: Date
  actor: string
  newId: NewId
  wake(task: TaskName, at: Date): void
  /** Whoever watches in a browser is told of these once they are committed. */
  changed(orders: Order[]): void
  /** So are people who watch the work of these printers. */
  jobsChanged(printers: string[]): void
}

/** What a step changes besides the status. Facts of the state are merged into it. */
export type Changes = {
  state?: Partial<OrderState>
  books?: Book[]
  chargeCents?: number | null
  received?: { number: number; at: Date }
  /** When the next sweep looks at it, if the status's own rule does not fit. */
  dueAt?: Date | null
}

export type Move = { order: LockedOrder; on: OrderEvent; changes?: Changes; note?: string }

/** A new order, complete except for what the first edge decides. */
export type Opening = {
  order: Omit<Order, 'status' | 'sequence' | 'dueAt' | 'attempts' | 'triesFrom' | 'recipientForgottenAt' | 'updatedAt'>
  on: FirstEvent
  /** Who placed it; orders of many customers are opened together. */
  actor: string
  /** Its place in the queue, if it must wait. */
  queueNumber?: number
}

/** Writes new orders, each with its first step. */
export async function open(work: Work, openings: Opening[]): Promise<Order[]> {
  const steps: NewStep[] = []
  const orders = openings.map(({ order: opened, on, actor }) => {
    const edge = edgeOf('new', on)
    if (edge === undefined) throw new Error(`no order begins with ${on}`)
    const order: Order = {
      ...opened,
      status: edge.to,
      sequence: 1,
      dueAt: dueIn(edge.to, opened, work.now),
      attempts: 0,
      triesFrom: null,
      recipientForgottenAt: null,
      updatedAt: work.now,
    }
    steps.push(stepOf({ newId: work.newId, actor }, order, { on, from: null, tells: edge.tells, note: null }))
    wakeFor(work, edge.to, order.dueAt, edge.does)
    return order
  })
  const queued = orders.map((order, i) => ({ ...order, queueNumber: openings[i]!.queueNumber ?? null }))
  await Promise.all([insertOrders(work.tx, queued), record(work, steps)])
  work.changed(orders)
  return orders
}

/**
 * Moves orders along one edge each. Refuses with `wrong_state`, and writes nothing, when the table has no such edge.
 * Returns the orders as they are now, in the order of `moves`.
 */
export async function transition(work: Work, moves: Move[]): Promise<Order[]> {
  if (moves.length === 0) return []
  const steps: NewStep[] = []
  const moved = moves.map(({ order: before, on, changes = {}, note }) => {
    const edge = edgeOf(before.status, on)
    if (edge === undefined) {
      throw new Refusal(
        'wrong_state',
        `order ${before.customerOrderId} is ${before.status}, where "${on}" cannot happen`,
      )
    }
    // Who waits for a lock has read the clock before, and those of two machines differ: an order's time never goes
    // back.
    const at = latest(work.now, before.updatedAt)
    const state = { ...before.state, ...changes.state, ...(isNeverMade(edge.to) ? noDates : {}) }
    const order: Order = {
      ...before,
      status: edge.to,
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
    steps.push(stepOf(work, order, { on, from: before.status, tells: edge.tells, note: note ?? null }))
    wakeFor(work, edge.to, order.dueAt, edge.does)
    return order
  })
  await Promise.all([updateOrders(work.tx, moved), record(work, steps)])
  work.changed(moved)
  return moved
}

/** What is never made is never shipped. What was promised for it stays, and so does its price. */
const isNeverMade = (status: Status): boolean => statuses[status].final && status !== 'SHIPPED'
const noDates = { estimatedShipDate: null, estimatedDelivery: null }

function wakeFor(work: Work, to: Status, dueAt: Date | null, does: readonly TaskName[]): void {
  for (const task of does) work.wake(task, work.now)
  const { wakes } = statuses[to]
  if (wakes !== null && dueAt !== null) work.wake(wakes, dueAt)
}

function stepOf(
  { actor, newId }: Pick<Work, 'actor' | 'newId'>,
  order: Order,
  {
    on,
    from,
    tells,
    note,
  }: { on: OrderStep['on']; from: Status | null; tells: WebhookKind | null; note: string | null },
): NewStep {
  return {
    accountId: order.accountId,
    mode: order.mode,
    orderId: order.orderId,
    sequence: order.sequence,
    eventId: newId('evt'),
    kind: tells,
    on,
    from,
    status: order.status,
    state: order.state,
    at: order.updatedAt,
    actor,
    note,
    hasDelivery: tells !== null && order.webhookUrl !== null,
    recipient: from === null ? recipientOf(order.request.destination) : null,
  }
}

async function record(work: Work, steps: NewStep[]): Promise<void> {
  await insertSteps(work.tx, steps)
  if (steps.some(step => step.hasDelivery)) work.wake('deliver_webhooks', work.now)
}
