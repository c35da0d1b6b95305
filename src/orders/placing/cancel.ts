// A customer cancels. Until the printer has the order this always succeeds; after that the printer is asked. An order
// that is PRINTING, but whose job has not left yet, is cancelled like one in the holding bin.

import type { Mode } from '../../base/mode.ts'
import { Refusal } from '../../base/refusal.ts'
import { releaseDueAt } from '../../limits/admission.ts'
import { type Limit, lockAccountLimits, saveLimits } from '../../limits/store.ts'
import { edgeOf, type Status } from '../lifecycle.ts'
import { refundOwed } from '../money/refund.ts'
import { saleCancelled } from '../money/sale.ts'
import { type Order, type PaymentStatus, wasPaid } from '../order.ts'
import { requestCancellation, stopInTime } from '../printing/print.ts'
import { findOrder, lockFound, lockOrders, orderNotFound } from '../store.ts'
import { transition, type Work } from '../transition.ts'
import { inOneWork, type Shell } from '../work.ts'

/**
 * Cancels, or asks the printer to. Returns the order as it is then; one that is already CANCELLED is returned as it is.
 * Refuses with `order_not_found`, and with `order_not_cancellable` naming the status.
 */
export async function cancelOrder(
  shell: Shell,
  { accountId, mode, customerOrderId }: { accountId: string; mode: Mode; customerOrderId: string },
  { now, actor }: { now: Date; actor: string },
): Promise<Order> {
  const found = await findOrder(shell.db, { accountId, mode, customerOrderId })
  if (found === undefined) throw orderNotFound({ customerOrderId, mode })
  return inOneWork(shell, { now, actor }, async work => {
    // A queued order leaves the queue, whose lock comes before its own (limits/store.ts). No order ever returns to the
    // queue, so one that was seen outside it needs no such lock.
    const limits = found.status === 'QUEUED' ? await lockAccountLimits(work.tx, [accountId], now) : []
    const order = await lockFound(work.tx, found)
    if (order.status === 'CANCELLED') return order
    if (edgeOf(order.status, 'cancel') === undefined) {
      const { status } = order
      const why = whyNot[status] ?? 'that is final'
      throw new Refusal(
        'order_not_cancellable',
        `order ${customerOrderId} is ${status} and cannot be cancelled: ${why}`,
      )
    }
    const inTime = order.status === 'PRINTING' && (await stopInTime(work, order))
    const on = inTime ? 'cancel_in_time' : 'cancel'
    await transition(work, [{ order, on, changes: { state: { payment: paymentAfterCancel(order) } } }])
    await undo(work, order, { inTime, limit: limits.find(limit => limit.mode === mode) })
    // A sandbox order, for which nothing was taken, is refunded in the same breath.
    const [cancelled] = await lockOrders(work.tx, [order])
    return cancelled!
  })
}

/** Why an order that is not final cannot be cancelled just now. */
const whyNot: Partial<Record<Status, string>> = {
  VALIDATING: 'its files are being checked, so try again in a moment',
  CANCELLATION_REQUESTED: 'the printer was asked and has not answered yet',
  EXCEPTION: 'the support staff must decide about it',
}

/** What the step that the order stood in has to give back; `inTime`: its job never left for the printer. */
async function undo(work: Work, order: Order, { inTime, limit }: { inTime: boolean; limit: Limit | undefined }) {
  switch (order.status) {
    case 'QUEUED': {
      const left = { ...limit!, queued: limit!.queued - 1 }
      return saveLimits(work.tx, [{ ...left, releaseDueAt: releaseDueAt(left, work.now) }])
    }
    case 'VALID_AWAITING_PAYMENT':
      return saleCancelled(work, order)
    case 'VALID_HOLDING_BIN':
      return refundOwed(work, order)
    case 'PRINTING':
      return inTime ? refundOwed(work, order) : requestCancellation(work, order)
  }
}

/** An unpaid order will not be charged; a paid one stays paid until its refund is known to have been made. */
function paymentAfterCancel({ status, state: { payment } }: Order): PaymentStatus {
  return status === 'PRINTING' || wasPaid(payment) ? payment : 'NOT_CHARGED'
}
