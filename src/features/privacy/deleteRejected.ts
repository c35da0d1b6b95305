// REJECTED orders are deleted after a time, because a program far over its limit makes any number of them. Their
// identifiers stay used.

import { sql } from 'kysely'
import { day, earlier } from '../../base/clock.ts'
import { firstUnlocked } from '../../db/unlockedRows.ts'
import type { OrderKey } from '../../orders/order.ts'
import { type Transactor, transact } from '../../orders/transact.ts'
import { deleteOrders, recordUsedIdentifiers } from './deleteOrders.ts'

/** The same as for the emails about rejected orders. */
const retentionMs = 90 * day
const maxOrders = 200

/** Deletes at most one batch of orders that were rejected long ago; returns how many. */
export const deleteOldRejected =
  (transactor: Transactor) =>
  (now: Date): Promise<number> =>
    transact(transactor, { now, actor: 'system' }, async ({ tx }) => {
      const old = sql`orders where status = 'REJECTED' and ended_at <= ${earlier(now, retentionMs)} order by ended_at`
      const key = sql`account_id as "accountId", mode, order_id as "orderId"`
      const { rows } = await sql<OrderKey>`${firstUnlocked(key, old, maxOrders)}`.execute(tx)
      if (rows.length === 0) return 0
      await recordUsedIdentifiers(tx, rows)
      await deleteOrders(tx, rows)
      return rows.length
    })
