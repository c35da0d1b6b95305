// The queued orders whose files must be fetched. A row is claimed by a lease, and its result is fenced by the count of
// its attempts.

import { sql } from 'kysely'
import type { Db, Tx } from '../../db/db.ts'
import { integer, rowsOf } from '../../db/rows.ts'
import { leaseDue } from '../../jobs/claimDue.ts'
import type { Claim } from '../../jobs/outsideWork.ts'
import type { OrderKey } from '../../orders/order.ts'
import { keyColumns, keyRows } from '../../orders/orderStore.ts'

export type QueuedFetch = OrderKey & { attempts: number; triesFrom: Date }

/** Orders that are fetched from now on, also if they were before. */
export async function startFetches(tx: Tx, orders: OrderKey[], now: Date): Promise<void> {
  if (orders.length === 0) return
  await sql`
    insert into file_fetches (account_id, mode, order_id, due_at, tries_from)
    select account_id, mode, order_id, ${now}, ${now} from (${keyRows(orders)}) k
    on conflict (account_id, mode, order_id) do update
      set due_at = excluded.due_at, tries_from = excluded.tries_from, attempts = file_fetches.attempts + 1`.execute(tx)
}

const columns = sql`d.account_id as "accountId", d.mode, d.order_id as "orderId", d.attempts, d.tries_from as "triesFrom"`

export const claimFetches = (db: Db, claim: Claim): Promise<QueuedFetch[]> =>
  leaseDue<QueuedFetch>(db, 'file fetch', { ...claim, columns })

const claimColumns = { ...keyColumns, attempts: integer((fetch: QueuedFetch) => fetch.attempts) }

/** Moves due_at of claimed fetches, unless they were claimed or started again since. Returns how many it moved. */
export async function postponeFetches(db: Db | Tx, fetches: QueuedFetch[], until: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    update file_fetches f set due_at = ${until}
    from ${rowsOf(fetches, 'n', claimColumns).from}
    where f.account_id = n.account_id and f.mode = n.mode and f.order_id = n.order_id and f.attempts = n.attempts`.execute(
    db,
  )
  return Number(numAffectedRows)
}

/** As `postponeFetches`: ends a claimed fetch. */
export async function endFetch(tx: Tx, { accountId, mode, orderId, attempts }: QueuedFetch): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from file_fetches
    where account_id = ${accountId} and mode = ${mode} and order_id = ${orderId} and attempts = ${attempts}`.execute(tx)
  return Number(numAffectedRows)
}

/** The bytes that were fetched for the other queued orders of the account, each file once. */
export async function sumQueuedBytes(db: Db, { accountId, orderId }: OrderKey): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(bytes), 0)::float8 as bytes
    from stored_files
    where sha256 in (
      select used.sha256
      from orders o
      join order_contents c using (account_id, mode, order_id)
      cross join lateral json_array_elements(c.books) book
      cross join lateral (values
        (book ->> 'coverUrl', book ->> 'coverSha256'), (book ->> 'gutsUrl', book ->> 'gutsSha256')) used (url, sha256)
      where o.account_id = ${accountId} and o.mode = 'production' and o.status = 'QUEUED' and used.url is not null
        and o.order_id <> ${orderId}
    )`.execute(db)
  return rows[0]!.bytes
}
