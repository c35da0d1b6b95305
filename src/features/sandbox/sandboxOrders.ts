// The orders of a sandbox, in portions: to be emptied, or moved in time.

import { sql } from 'kysely'
import type { Tx } from '../../db/db.ts'
import { shiftEarlier } from '../../db/instants.ts'
import { nextVersion } from '../../orders/orderStore.ts'

type SandboxPortion = {
  which: 'open' | 'all'
  accountId: string
  afterOrderId: string
  transactionNumber: number
  now: Date
  maxOrders: number
}

/**
 * Locks the next orders of a sandbox, in key order: open orders, or all. `isOlder`: an earlier transaction placed the
 * order or, for open orders, wrote its last step. `isHeldOver`: its time in the holding bin is over.
 */
export async function lockSandboxOrders(
  tx: Tx,
  { which, accountId, afterOrderId, transactionNumber, now, maxOrders }: SandboxPortion,
): Promise<{ orderId: string; isOlder: boolean; isHeldOver: boolean }[]> {
  const { rows } = await sql<{ orderId: string; isOlder: boolean; isHeldOver: boolean }>`
    with found as (
      select order_id, ${which === 'open' ? sql`sequence` : sql`1`} as sequence,
        status = 'VALID_HOLDING_BIN' and due_at <= ${now} as is_held_over
      from orders
      where account_id = ${accountId} and mode = 'sandbox' and order_id > ${afterOrderId}
        ${which === 'open' ? sql`and ended_at is null` : sql``}
      order by order_id
      limit ${maxOrders}
      for update
    )
    select
      order_id as "orderId",
      (
        select e.transaction_number < ${transactionNumber}::bigint
        from order_events e
        where e.account_id = ${accountId} and e.mode = 'sandbox' and e.order_id = found.order_id
          and e.sequence = found.sequence
      ) as "isOlder",
      coalesce(is_held_over, false) as "isHeldOver"
    from found
    order by order_id`.execute(tx)
  return rows
}

/** Fast-forward: moves the due times of orders of a sandbox. The caller has locked them. */
export async function shiftOrders(
  tx: Tx,
  { accountId, orderIds }: { accountId: string; orderIds: string[] },
  byMs: number,
): Promise<void> {
  await sql`
    update orders o
    set due_at = ${shiftEarlier('due_at', byMs)}, tries_from = ${shiftEarlier('tries_from', byMs)}, version = ${nextVersion()}
    where account_id = ${accountId} and mode = 'sandbox' and order_id = any (${orderIds}::text[])
      and due_at is not null`.execute(tx)
}
