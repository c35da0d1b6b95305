// Receipts that a clock dated into the future. The instants of receipts rise with their numbers, so a receipt in the
// future would keep all slots of the rolling limit taken. Such receipts are dated to now: their slots come free a day
// from now.

import { sql } from 'kysely'
import { plusInterval } from '../../db/instants.ts'
import { limitKeys, lockFutureLimits, receiveLastNow } from '../../limits/limitStore.ts'
import { nextVersion } from '../../orders/orderStore.ts'
import { type Transactor, transact } from '../../orders/transact.ts'

/** A sweep of `clean_up`. Returns how many limits it corrected. */
export function correctFutureReceipts(transactor: Transactor): (now: Date) => Promise<number> {
  return now =>
    transact(transactor, { now, actor: 'system' }, async ({ tx, wake }) => {
      const limits = await lockFutureLimits(tx, now)
      if (limits.length === 0) return 0
      const receivedAt = plusInterval(sql`${now}::timestamptz`, sql`l.forwarded`)
      await sql`
        update orders o
        set received_at = ${receivedAt}, version = ${nextVersion()}
        from order_limits l
        where (l.account_id, l.mode) in (${limitKeys(limits)})
          and o.account_id = l.account_id and o.mode = l.mode
          and o.received_at > ${receivedAt}`.execute(tx)
      await receiveLastNow(tx, limits, now)
      wake('release_queued', now)
      return limits.length
    })
}
