// Deleting whole orders, with everything that belongs to them: the orders of a sandbox that is emptied, orders that
// were rejected long ago, and orders that are in an archive file. No other production order is ever deleted.

import { sql } from 'kysely'
import type { Tx } from '../../db/db.ts'
import type { OrderKey } from '../../orders/order.ts'
import { keyRows } from '../../orders/orderStore.ts'
import { deleteJobs } from '../../printer/jobStore.ts'
import { deleteDeliveries } from '../../webhooks/deliveryStore.ts'

/** The caller holds the locks of the orders. An attempt at a webhook that is in flight leaves a row of its own. */
export async function deleteOrders(tx: Tx, keys: OrderKey[]): Promise<void> {
  if (keys.length === 0) return
  await deleteJobs(tx, keys)
  await deleteDeliveries(tx, keys)
  await sql`
    with deleted as (${keyRows(keys)}),
    reprints as (
      delete from reprint_requests where (account_id, mode, order_id) in (select * from deleted)
    ),
    simulated as (
      delete from simulated_carrier_events where order_id in (select order_id from deleted)
    ),
    creates as (
      delete from create_requests where (account_id, mode, order_id) in (select * from deleted)
    )
    delete from order_events where (account_id, mode, order_id) in (select * from deleted)`.execute(tx)
  await sql`delete from orders where (account_id, mode, order_id) in (${keyRows(keys)})`.execute(tx)
}

/** Keeps the identifiers of orders as used before the orders are deleted. The caller holds the locks of the orders. */
export async function recordUsedIdentifiers(tx: Tx, keys: OrderKey[]): Promise<void> {
  await sql`
    insert into used_identifiers (account_id, customer_order_id, mode)
    select account_id, customer_order_id, mode from orders
    where (account_id, mode, order_id) in (${keyRows(keys)})`.execute(tx)
}

/** Frees at most `max` identifiers of a sandbox whose orders are deleted; returns how many. */
export async function deleteUsedIdentifiers(
  tx: Tx,
  { accountId, max }: { accountId: string; max: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from used_identifiers
    where ctid = any(array(
      select ctid from used_identifiers where account_id = ${accountId} and mode = 'sandbox' limit ${max}
    ))`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
