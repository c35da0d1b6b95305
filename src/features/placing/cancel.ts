// Canceling by the customer, or by the staff. Until the printer has the order, it always succeeds; after that, Octavo
// asks the printer. A PRINTING order whose print job was not sent yet is canceled like an order in the holding bin.

import type { Words } from '../../../languages/texts.ts'
import type { Mode } from '../../base/mode.ts'
import { StatusRefusal } from '../../base/refusal.ts'
import { releaseDueAt } from '../../limits/admission.ts'
import { type Limit, lockAccountLimits, saveLimits } from '../../limits/limitStore.ts'
import { edgeOf, type Status } from '../../orders/lifecycle.ts'
import { type Order, type OrderState, type PaymentStatus, wasPaid } from '../../orders/order.ts'
import { type LockedOrder, lockFound, lockOrders, orderNotFound } from '../../orders/orderStore.ts'
import { type Transactor, transact } from '../../orders/transact.ts'
import { transition, type UnitOfWork } from '../../orders/transition.ts'
import type { Archive } from '../archive/archive.ts'
import { readOrder } from '../archive/readOrder.ts'
import { reverseSale } from '../money/sales.ts'
import { endUnsentJob, requestCancellation } from '../printing/handOver.ts'

/** Most file checks take about a second. */
export const fileCheckRetrySeconds = 2

/**
 * Cancels the order, or asks the printer to cancel it. Returns the order after that; a CANCELLED order is left
 * unchanged. Refuses with `order_not_found`, and with `order_not_cancellable` naming the status.
 */
export async function cancelOrder(
  { transactor, archive }: { transactor: Transactor; archive: Pick<Archive, 'read'> },
  { accountId, mode, customerOrderId }: { accountId: string; mode: Mode; customerOrderId: string },
  { now, actor }: { now: Date; actor: string },
): Promise<Order> {
  const { stored: found, archived } = await readOrder(
    { db: transactor.db, archive },
    { accountId, mode, customerOrderId },
  )
  if (archived !== undefined) {
    if (archived.order.status === 'CANCELLED') return archived.order
    throw notCancellable(archived.order)
  }
  if (found === undefined) throw orderNotFound({ customerOrderId, mode })
  return transact(transactor, { now, actor }, async work => {
    const locked = await lockToCancel(work, found)
    if (locked.order.status === 'CANCELLED') return locked.order
    await cancelLocked(work, locked)
    // A sandbox order, which was never charged, is already refunded now.
    const [cancelled] = await lockOrders(work.tx, [locked.order])
    return cancelled!
  })
}

type LockedToCancel = { order: LockedOrder; limit: Limit | undefined }

/**
 * A queued order leaves the queue, whose lock comes before the order's (limits/limitStore.ts). No order ever returns to
 * the queue, so an order that was seen outside the queue does not need that lock.
 */
export async function lockToCancel(work: UnitOfWork, found: Order): Promise<LockedToCancel> {
  const limits = found.status === 'QUEUED' ? await lockAccountLimits(work.tx, [found.accountId], work.now) : []
  return { order: await lockFound(work.tx, found), limit: limits.find(({ mode }) => mode === found.mode) }
}

/** Refuses with `order_not_cancellable`. */
export async function cancelLocked(
  work: UnitOfWork,
  { order, limit }: LockedToCancel,
  said: { note?: Words } = {},
): Promise<void> {
  if (edgeOf(order.status, 'cancel') === undefined) throw notCancellable(order)
  const isUnsent = order.status === 'PRINTING' && (await endUnsentJob(work, order))
  const on = isUnsent ? 'cancel_in_time' : 'cancel'
  await transition(work, [{ order, on, changes: { state: stateAfterCancel(order) }, ...said }])
  await undoStep(work, order, { isUnsent, limit })
}

function notCancellable({ customerOrderId, status }: Order): StatusRefusal {
  const reason = refusalReasons[status] ?? 'that is final'
  const detail = `order ${customerOrderId} is ${status} and cannot be canceled: ${reason}`
  const retryAfterSeconds = status === 'VALIDATING' ? fileCheckRetrySeconds : null
  return new StatusRefusal('order_not_cancellable', detail, { currentStatus: status, retryAfterSeconds })
}

/** Why an order that is not final cannot be canceled right now. */
const refusalReasons: Partial<Record<Status, string>> = {
  VALIDATING: 'its files are being checked, so try again in a moment',
  CANCELLATION_REQUESTED: 'the printer was asked and has not answered yet',
  EXCEPTION: 'the support staff must decide about it',
}

/** Gives back what the order's last step took. `isUnsent`: its print job was never sent to the printer. */
async function undoStep(
  work: UnitOfWork,
  order: Order,
  { isUnsent, limit }: { isUnsent: boolean; limit: Limit | undefined },
) {
  switch (order.status) {
    case 'QUEUED': {
      const shorter = { ...limit!, queued: limit!.queued - 1 }
      return saveLimits(work.tx, [{ ...shorter, releaseDueAt: releaseDueAt(shorter, work.now) }])
    }
    case 'AWAITING_PROOF':
    case 'VALID_AWAITING_PAYMENT':
      return wasPaid(order.state.payment) ? undefined : reverseSale(work, order)
    case 'PRINTING':
      return isUnsent ? undefined : requestCancellation(work, order)
  }
}

const stateAfterCancel = (order: Order): Partial<OrderState> => ({
  payment: paymentAfterCancel(order),
  ...(order.status === 'AWAITING_PROOF' ? { proof: { ...order.state.proof!, status: 'CANCELLED' } } : {}),
})

/** An unpaid order will not be charged; a paid one stays paid until its refund is known to have been made. */
function paymentAfterCancel({ status, state: { payment } }: Order): PaymentStatus {
  return status === 'PRINTING' || wasPaid(payment) ? payment : 'NOT_CHARGED'
}
