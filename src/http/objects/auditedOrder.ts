// The order that an entry of an audit log is about: its identifier, and how people call it.

import { Type } from 'typebox'
import type { Db } from '../../db/db.ts'
import { readOrderTitles } from '../../orders/orderTitles.ts'
import { nullable } from './common.ts'
import { OrderTitle } from './orderTitle.ts'

type Entry = { action: string; subject: string | null; details: Record<string, unknown> }

export type NamesOrder = { customerOrderId: string | null }

export const AuditedOrder = {
  customerOrderId: nullable(Type.String({ description: 'The order that the action is about.' })),
  orderTitle: OrderTitle,
}

/** `accountOf` answers the account of an entry. */
export async function withOrders<Of extends Entry>(db: Db, entries: Of[], accountOf: (entry: Of) => string | null) {
  const orders = entries.map(entry => {
    const accountId = accountOf(entry)
    return { accountId, customerOrderId: orderOf(entry, accountId) }
  })
  const titleOf = await readOrderTitles(db, orders)
  return entries.map((entry, i) => ({
    ...entry,
    customerOrderId: orders[i]!.customerOrderId,
    ...titleOf(orders[i]!),
  }))
}

/** Approvals have the account, or their own id, as their subject where they are about no order. */
function orderOf({ action, subject, details }: Entry, accountId: string | null): string | null {
  if (typeof details.customerOrderId === 'string') return details.customerOrderId
  if (accountId === null || subject === accountId) return null
  return /^(?:order_|approval_|recipient_forgotten$|webhooks_redelivered$)/.test(action) ? subject : null
}
