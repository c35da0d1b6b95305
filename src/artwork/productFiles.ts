// The rows of files that were uploaded for products, and the size of an account's uploaded data.

import { sql } from 'kysely'
import type { Db, Tx } from '../db/db.ts'
import type { Part } from './fileStore.ts'

export type ProductFileKey = { accountId: string; sku: string; part: Part }

/** Bytes of all stored files that the account has uploaded, whether or not a product still uses them. */
export async function uploadedBytes(db: Db | Tx, accountId: string): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(s.bytes), 0)::float8 as bytes
    from files f
    join stored_files s using (sha256)
    where f.account_id = ${accountId} and f.uploaded_at is not null`.execute(db)
  return rows[0]!.bytes
}

/**
 * Assigns a received file to the product. `over_quota` when the account would then store more than `maxBytes`;
 * `gone` when the file was deleted in the meantime.
 */
export async function putProductFile(
  tx: Tx,
  { accountId, sku, part }: ProductFileKey,
  { sha256, maxBytes }: { sha256: string; maxBytes: number },
  now: Date,
): Promise<'stored' | 'over_quota' | 'gone'> {
  // The lock makes two simultaneous uploads count each other.
  await sql`select account_id from accounts where account_id = ${accountId} for no key update`.execute(tx)
  const { rows } = await sql`
    update files set uploaded_at = ${now}
    where account_id = ${accountId} and sha256 = ${sha256}
    returning sha256`.execute(tx)
  if (rows.length === 0) return 'gone'
  if ((await uploadedBytes(tx, accountId)) > maxBytes) return 'over_quota'
  await sql`
    insert into product_files (account_id, sku, part, sha256, uploaded_at)
    values (${accountId}, ${sku}, ${part}, ${sha256}, ${now})
    on conflict (account_id, sku, part) do update set sha256 = excluded.sha256, uploaded_at = excluded.uploaded_at`.execute(
    tx,
  )
  return 'stored'
}

/** False when the product had no such file. */
export async function removeProductFile(tx: Db | Tx, { accountId, sku, part }: ProductFileKey): Promise<boolean> {
  const { rows } = await sql`
    delete from product_files where account_id = ${accountId} and sku = ${sku} and part = ${part}
    returning sha256`.execute(tx)
  return rows.length > 0
}

export type ProductFile = { part: Part; sha256: string; uploadedAt: Date }

export async function productFiles(db: Db | Tx, accountId: string, sku: string): Promise<ProductFile[]> {
  const { rows } = await sql<ProductFile>`
    select part, sha256, uploaded_at as "uploadedAt"
    from product_files
    where account_id = ${accountId} and sku = ${sku}
    order by part`.execute(db)
  return rows
}
