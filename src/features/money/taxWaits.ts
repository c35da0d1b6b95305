// Orders that wait for their tax: the files are good and the shipping is known, but the tax provider does not answer,
// or its answer does not add up. They wait as long as necessary, since a price is never guessed. The last answer is
// stored with each order, for the staff.

import { sql } from 'kysely'
import { storableText } from '../../base/text/storableText.ts'
import type { Db, Tx } from '../../db/db.ts'
import { rowsOf, text } from '../../db/rows.ts'
import type { OrderKey } from '../../orders/order.ts'
import { keyColumns, keyRows } from '../../orders/orderStore.ts'

export type TaxWait = OrderKey & { cause: string }

/** Enough for an error message; a provider's message may have any length. */
const maxCauseLength = 500

const cause = text((wait: TaxWait) => storableText(wait.cause).slice(0, maxCauseLength))

/** Records that the orders wait, from now on if they were not waiting before. The orders are locked. */
export async function saveTaxWaits(tx: Tx, waits: TaxWait[], now: Date): Promise<void> {
  if (waits.length === 0) return
  await sql`
    insert into tax_waits (account_id, mode, order_id, since, requested_at, cause)
    select account_id, mode, order_id, ${now}, ${now}, cause
    from ${rowsOf(waits, 'n', { ...keyColumns, cause }).from}
    on conflict (account_id, mode, order_id) do update set requested_at = excluded.requested_at, cause = excluded.cause`.execute(
    tx,
  )
}

export async function endTaxWaits(tx: Tx, orders: OrderKey[]): Promise<void> {
  if (orders.length === 0) return
  await sql`
    delete from tax_waits
    where (account_id, mode, order_id) in (${keyRows(orders)})`.execute(tx)
}

/** The time since which the first of these orders has waited. */
export async function oldestTaxWait(tx: Tx, waits: OrderKey[]): Promise<Date | null> {
  if (waits.length === 0) return null
  const { rows } = await sql<{ since: Date | null }>`
    select min(since) as since
    from tax_waits
    where (account_id, mode, order_id) in (${keyRows(waits)})`.execute(tx)
  return rows[0]?.since ?? null
}

/** Null when the order does not wait for its tax. */
export async function readTaxWait(
  db: Db,
  { accountId, mode, orderId }: OrderKey,
): Promise<{ since: Date; cause: string } | null> {
  const { rows } = await sql<{ since: Date; cause: string }>`
    select since, cause from tax_waits
    where account_id = ${accountId} and mode = ${mode} and order_id = ${orderId}`.execute(db)
  return rows[0] ?? null
}
