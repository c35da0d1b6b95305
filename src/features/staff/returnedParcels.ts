// Parcels that came back to the press. Each is a task of the staff: the books are sent again (resendParcel.ts), printed
// anew, refunded or destroyed. The decision is recorded once.

import { sql } from 'kysely'
import { say } from '../../../languages/texts.ts'
import { appendAudit } from '../../accounts/auditLog.ts'
import type { Mode } from '../../base/mode.ts'
import { Refusal } from '../../base/refusal.ts'
import { decideReturned } from '../../carriers/followedParcelStore.ts'
import type { Db } from '../../db/db.ts'
import type { Order } from '../../orders/order.ts'
import { findOrder, lockFound, orderNotFound } from '../../orders/orderStore.ts'
import { type Transactor, transact } from '../../orders/transact.ts'

/** That the books are sent again is recorded with their label. */
export const returnDecisions = ['reprinted', 'refunded', 'destroyed'] as const
type ReturnDecision = (typeof returnDecisions)[number]

type ReturnedOrder = {
  orderId: string
  accountId: string
  accountName: string
  mode: Mode
  customerOrderId: string
  trackingNumbers: string[]
  returnedAt: Date
}

/** Production orders with returned parcels without a decision, in the order in which they were placed. */
export async function listReturned(
  db: Db,
  { after, limit }: { after: string; limit: number },
): Promise<ReturnedOrder[]> {
  const { rows } = await sql<ReturnedOrder>`
    select f.order_id as "orderId", f.account_id as "accountId", a.name as "accountName", f.mode,
      o.customer_order_id as "customerOrderId", array_agg(f.tracking_number order by f.tracking_number) as "trackingNumbers",
      min(f.ended_at) as "returnedAt"
    from followed_parcels f
    join orders o using (account_id, mode, order_id)
    join accounts a using (account_id)
    where f.mode = 'production' and f.status = 'returned' and f.return_decision is null and f.order_id > ${after}
    group by f.order_id, f.account_id, a.name, f.mode, o.customer_order_id
    order by f.order_id
    limit ${limit}`.execute(db)
  return rows
}

type Decision = {
  accountId: string
  customerOrderId: string
  trackingNumbers: string[]
  decision: ReturnDecision
  reason: string
  now: Date
  actor: string
}

/**
 * Records what became of returned parcels of a production order. Refuses when one of them does not wait for a decision;
 * the same decision again changes nothing.
 */
export async function decideAboutReturned(
  transactor: Transactor,
  { accountId, customerOrderId, trackingNumbers, decision, reason, now, actor }: Decision,
): Promise<Order> {
  const name = { accountId, mode: 'production', customerOrderId } as const
  const found = await findOrder(transactor.db, name)
  if (found === undefined) throw orderNotFound(name)
  return transact(transactor, { now, actor }, async work => {
    const order = await lockFound(work.tx, found)
    const decided = await decideReturned(work.tx, order, { trackingNumbers, decision, now })
    if (decided === null) throw nothingToDecide()
    if (decided.length === 0) return order
    await appendAudit(work.tx, work.newId, {
      ...{ at: now, actor, action: 'returned_parcels_decided', accountId, subject: order.orderId },
      details: { customerOrderId, decision, trackingNumbers: decided, reason },
    })
    return order
  })
}

export const nothingToDecide = (): Refusal =>
  new Refusal('wrong_state', say('No returned parcel of this order waits for a decision.'))
