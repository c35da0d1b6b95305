// The rows of products. An archived product keeps its SKU, so that old orders and new products are never confused.

import { sql } from 'kysely'
import type { Db, Tx } from '../db/db.ts'

export type Product = {
  accountId: string
  sku: string
  name: string
  description: string | null
  manufacturingSku: string
  pageCount: number | null
  coverUrl: string | null
  gutsUrl: string | null
  proofRequired: boolean
  createdAt: Date
  updatedAt: Date
  archivedAt: Date | null
}

const columns = sql`
  account_id as "accountId", sku, name, description, manufacturing_sku as "manufacturingSku", page_count as "pageCount",
  cover_url as "coverUrl", guts_url as "gutsUrl", proof_required as "proofRequired", created_at as "createdAt", updated_at as "updatedAt",
  archived_at as "archivedAt"`

/** False when the account already has a product with that SKU, archived or not. */
export async function insertProduct(tx: Tx, product: Product): Promise<boolean> {
  const {
    accountId,
    sku,
    name,
    description,
    manufacturingSku,
    pageCount,
    coverUrl,
    gutsUrl,
    proofRequired,
    createdAt,
  } = product
  const { rows } = await sql`
    insert into products (
      account_id, sku, name, description, manufacturing_sku, page_count, cover_url, guts_url, proof_required,
      created_at, updated_at)
    values (
      ${accountId}, ${sku}, ${name}, ${description}, ${manufacturingSku}, ${pageCount}, ${coverUrl}, ${gutsUrl},
      ${proofRequired}, ${createdAt}, ${createdAt})
    on conflict do nothing
    returning sku`.execute(tx)
  return rows.length === 1
}

/** Reads and locks a product, so that two simultaneous edits do not undo each other. */
export async function lockProduct(tx: Tx, accountId: string, sku: string): Promise<Product | null> {
  const { rows } = await sql<Product>`
    select ${columns}
    from products
    where account_id = ${accountId} and sku = ${sku}
    for update`.execute(tx)
  return rows[0] ?? null
}

export async function updateProduct(tx: Tx, product: Product): Promise<void> {
  await sql`
    update products
    set
      name = ${product.name}, description = ${product.description}, manufacturing_sku = ${product.manufacturingSku},
      page_count = ${product.pageCount}, cover_url = ${product.coverUrl}, guts_url = ${product.gutsUrl},
      proof_required = ${product.proofRequired},
      updated_at = ${product.updatedAt}, archived_at = ${product.archivedAt}
    where account_id = ${product.accountId} and sku = ${product.sku}`.execute(tx)
}

export async function readProduct(db: Db | Tx, accountId: string, sku: string): Promise<Product | null> {
  const { rows } = await sql<Product>`
    select ${columns}
    from products
    where account_id = ${accountId} and sku = ${sku}`.execute(db)
  return rows[0] ?? null
}

/** `search` is a text in the SKU and name as screens show them; the empty text is in all. */
export type ProductPage = { accountId: string; archived: boolean; search: string; after: string; limit: number }

/** Up to `limit` products whose SKU sorts after `after`, sorted by SKU. */
export async function listProducts(
  db: Db | Tx,
  { accountId, archived, search, after, limit }: ProductPage,
): Promise<Product[]> {
  const { rows } = await sql<Product>`
    select ${columns}
    from products
    where account_id = ${accountId} and sku > ${after} and archived_at ${archived ? sql`is not null` : sql`is null`}
      and ${search === '' ? sql`true` : sql`position(lower(${search}) in lower(sku || ' · ' || name)) > 0`}
    order by sku
    limit ${limit}`.execute(db)
  return rows
}
