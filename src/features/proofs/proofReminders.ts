// A reminder before a proof expires. An order that awaits its proof is due twice: for the reminder, and when it is
// still not approved at the end. Sandbox orders are due only at the end, since only production orders send emails.

import { day, earlier, instant } from '../../base/clock.ts'
import { orderTitle } from '../../base/text/orderTitle.ts'
import type { Order } from '../../orders/order.ts'
import { type LockedOrder, moveDueTimes } from '../../orders/orderStore.ts'
import type { UnitOfWork } from '../../orders/transition.ts'
import { emailAboutOrders } from '../notify/orderDigests.ts'

/** Long enough to reach an author. A shorter time for approval has its reminder after half of it. */
const noticeMs = 3 * day

/** When an order that begins to wait at `now` is first due. */
export const firstDueAt = ({ mode }: Pick<Order, 'mode'>, now: Date, approveBy: Date): Date =>
  mode === 'sandbox' ? approveBy : earlier(approveBy, Math.min(noticeMs, (approveBy.getTime() - now.getTime()) / 2))

/** Whether a due order can still be approved: then it is due for its reminder. */
export const isDueForReminder = (order: Order, now: Date): boolean =>
  order.mode === 'production' && approveByOf(order) > now

/** Emails the people of the accounts who want it, and makes the orders due when their proofs expire. */
export async function remindOfProofs(work: UnitOfWork, orders: LockedOrder[]): Promise<void> {
  if (orders.length === 0) return
  await moveDueTimes(
    work.tx,
    orders.map(order => ({ ...order, dueAt: approveByOf(order) })),
  )
  await emailAboutOrders(
    work,
    orders.map(order => {
      const { accountId, orderId, customerOrderId, books, state } = order
      const title = orderTitle(order, books[0]?.title)
      return {
        accountId,
        kind: 'proof_reminder',
        order: { orderId, customerOrderId, title, findings: [], parcels: [], approveBy: state.proof!.approveBy! },
      }
    }),
  )
}

const approveByOf = ({ state: { proof } }: Order): Date => instant(proof!.approveBy!)
