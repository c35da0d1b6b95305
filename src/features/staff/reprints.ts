// The rows of reprints that were requested with a key. The caller holds the lock of the order.

import { sql } from 'kysely'
import type { RequestKey } from '../../base/secrets/requestKey.ts'
import type { Tx } from '../../db/db.ts'
import type { OrderKey } from '../../orders/order.ts'

export async function findReprint(
  tx: Tx,
  { accountId, mode, orderId }: OrderKey,
  { key }: RequestKey,
): Promise<{ reprintId: string; digest: string } | undefined> {
  const { rows } = await sql<{ reprintId: string; digest: string }>`
    select reprint_id as "reprintId", request_digest as digest
    from reprint_requests
    where account_id = ${accountId} and mode = ${mode} and order_id = ${orderId} and request_key = ${key}`.execute(tx)
  return rows[0]
}

export async function saveReprint(
  tx: Tx,
  { accountId, mode, orderId }: OrderKey,
  { key, digest }: RequestKey,
  reprintId: string,
): Promise<void> {
  await sql`
    insert into reprint_requests (account_id, mode, order_id, request_key, request_digest, reprint_id)
    values (${accountId}, ${mode}, ${orderId}, ${key}, ${digest}, ${reprintId})`.execute(tx)
}
