// Orders that wait for their tax: the files are good and the shipping is known, but the tax provider does not answer,
// or its answer does not add up. They wait for as long as that takes, since a price is never guessed. Each is recorded
// with the last answer, so that staff see it.

import { sql } from 'kysely'
import { keepable } from '../../base/keepable.ts'
import type { Db, Tx } from '../../db/db.ts'
import type { OrderKey } from '../order.ts'

export type TaxWait = OrderKey & { cause: string }

/** Enough for an error message; what a provider says may have any length. */
const longestCause = 500

/** Records that the orders wait, from now on if they did not before. The orders are locked. */
export async function keepTaxWaits(tx: Tx, waits: TaxWait[], now: Date): Promise<void> {
  if (waits.length === 0) return
  await sql`
    insert into tax_waits (account_id, mode, order_id, since, asked_at, cause)
    select account_id, mode, order_id, ${now}, ${now}, cause
    from unnest(
      ${waits.map(wait => wait.accountId)}::text[], ${waits.map(wait => wait.mode)}::text[],
      ${waits.map(wait => wait.orderId)}::text[], ${waits.map(wait => keepable(wait.cause).slice(0, longestCause))}::text[]
    ) as n (account_id, mode, order_id, cause)
    on conflict (account_id, mode, order_id) do update set asked_at = excluded.asked_at, cause = excluded.cause`.execute(
    tx,
  )
}

/** The orders no longer wait, for whatever reason. */
export async function endTaxWaits(tx: Tx, orders: OrderKey[]): Promise<void> {
  if (orders.length === 0) return
  await sql`
    delete from tax_waits
    where (account_id, mode, order_id) in (
      select * from unnest(
        ${orders.map(order => order.accountId)}::text[], ${orders.map(order => order.mode)}::text[],
        ${orders.map(order => order.orderId)}::text[]))`.execute(tx)
}

/** Since when the first of these orders has waited. */
export async function oldestTaxWait(tx: Tx, waits: OrderKey[]): Promise<Date | null> {
  if (waits.length === 0) return null
  const { rows } = await sql<{ since: Date | null }>`
    select min(since) as since
    from tax_waits
    where (account_id, mode, order_id) in (
      select * from unnest(
        ${waits.map(wait => wait.accountId)}::text[], ${waits.map(wait => wait.mode)}::text[],
        ${waits.map(wait => wait.orderId)}::text[]))`.execute(tx)
  return rows[0]?.since ?? null
}

/** Since when an order waits for its tax, and the last answer; null when it does not wait. */
export async function readTaxWait(
  db: Db,
  { accountId, mode, orderId }: OrderKey,
): Promise<{ since: Date; cause: string } | null> {
  const { rows } = await sql<{ since: Date; cause: string }>`
    select since, cause from tax_waits
    where account_id = ${accountId} and mode = ${mode} and order_id = ${orderId}`.execute(db)
  return rows[0] ?? null
}
