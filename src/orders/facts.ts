// What placing, estimating and paying need to know of customers, read for many at once.

import { sql } from 'kysely'
import type { Db, Tx } from '../db/db.ts'
import type { Customer, ProductFacts } from './decide.ts'
import type { OrderItem } from './order.ts'

export type CustomerFacts = Customer & { accountId: string; name: string; holderEmail: string }

type Asking = { accountId: string; request: { orderItems: Pick<OrderItem, 'sku'>[] } }

/** The accounts behind requests, with those of their products that the requests name. Archived products are none. */
export async function readCustomers(db: Db, requests: Asking[]): Promise<Map<string, CustomerFacts>> {
  const [accounts, products] = await Promise.all([
    readHolders(db, [...new Set(requests.map(({ accountId }) => accountId))]),
    readProducts(db, requests),
  ])
  return new Map(
    accounts.map(({ enterprise, ...account }) => [
      account.accountId,
      {
        ...account,
        billing: enterprise ? 'enterprise' : 'charged',
        product: sku => products.get(productKey(account.accountId, sku)),
      },
    ]),
  )
}

const productKey = (accountId: string, sku: string) => JSON.stringify([accountId, sku])

/** Accounts with whom to write to. */
export async function readHolders(db: Db | Tx, accountIds: string[]) {
  const { rows } = await sql<{ accountId: string; name: string; holderEmail: string; enterprise: boolean }>`
    select account_id as "accountId", name, holder_email as "holderEmail", enterprise
    from accounts
    where account_id = any (${accountIds}::text[])`.execute(db)
  return rows
}

async function readProducts(db: Db, requests: Asking[]): Promise<Map<string, ProductFacts>> {
  const wanted = new Map<string, { accountId: string; sku: string }>()
  for (const { accountId, request } of requests) {
    // A SKU with NUL in it is nobody's, and PostgreSQL would not take it as text.
    for (const { sku } of request.orderItems)
      if (!sku.includes('\0')) wanted.set(productKey(accountId, sku), { accountId, sku })
  }
  const pairs = [...wanted.values()]
  const { rows } = await sql<ProductFacts & { accountId: string }>`
    select
      account_id as "accountId", sku, manufacturing_sku as "manufacturingSku", page_count as "pageCount",
      cover_url as "coverUrl", guts_url as "gutsUrl"
    from products
    where (account_id, sku) in (
        select * from unnest(${pairs.map(pair => pair.accountId)}::text[], ${pairs.map(pair => pair.sku)}::text[]))
      and archived_at is null`.execute(db)
  return new Map(rows.map(row => [productKey(row.accountId, row.sku), row]))
}
