// What placing, estimating and paying need to know of customers, read for many at once.

import { sql } from 'kysely'
import type { Db, Tx } from '../db/db.ts'
import type { Customer, Exemptions, ProductFacts } from './decide.ts'
import type { OrderItem } from './order.ts'

export type CustomerFacts = Customer & { accountId: string; name: string; holderEmail: string; exemptions: Exemptions }

type Holder = { accountId: string; name: string; holderEmail: string; enterprise: boolean }
type Asking = { accountId: string; request: { orderItems: Pick<OrderItem, 'sku'>[] } }

/**
 * The accounts behind requests, with those of their products that the requests name. Archived products are none. One
 * query: under load a round trip costs more than its rows. Exemptions are those in force at `now`.
 */
export async function readCustomers(db: Db, requests: Asking[], now: Date): Promise<Map<string, CustomerFacts>> {
  const wanted = wantedProducts(requests)
  const { rows } = await sql<Holder & { exemptions: string | null } & Nullable<ProductFacts>>`
    select
      a.account_id as "accountId", a.name, a.holder_email as "holderEmail", a.enterprise, p.sku,
      p.manufacturing_sku as "manufacturingSku", p.page_count as "pageCount", p.cover_url as "coverUrl", p.guts_url as "gutsUrl",
      (
        select json_object_agg(e.place, e.exemption_id)
        from exemptions e
        where e.account_id = a.account_id and e.status = 'approved' and e.expires_at > ${now}
      ) as exemptions
    from unnest(${wanted.map(one => one.accountId)}::text[], ${wanted.map(one => one.sku)}::text[]) as w (account_id, sku)
    -- One look by key for each: without the limits the planner may read both tables whole to join them.
    cross join lateral (select * from accounts where account_id = w.account_id limit 1) a
    left join lateral (
      select * from products where account_id = w.account_id and sku = w.sku and archived_at is null limit 1
    ) p on true`.execute(db)
  const products = new Map<string, ProductFacts>()
  for (const { accountId, sku, manufacturingSku, pageCount, coverUrl, gutsUrl } of rows)
    if (sku !== null)
      products.set(productKey(accountId, sku), {
        sku,
        manufacturingSku: manufacturingSku!,
        pageCount,
        coverUrl,
        gutsUrl,
      })
  return new Map(
    rows.map(({ accountId, name, holderEmail, enterprise, exemptions }) => [
      accountId,
      {
        accountId,
        name,
        holderEmail,
        billing: enterprise ? 'enterprise' : 'charged',
        exemptions:
          exemptions === null ? none : new Map(Object.entries(JSON.parse(exemptions) as Record<string, string>)),
        product: sku => products.get(productKey(accountId, sku)),
      },
    ]),
  )
}

const none: Exemptions = new Map()

/** The papers by which accounts are exempt at `now`; an account without any is not there. */
export async function readExemptions(db: Db, accountIds: string[], now: Date): Promise<Map<string, Exemptions>> {
  const { rows } = await sql<{ accountId: string; exemptions: string }>`
    select account_id as "accountId", json_object_agg(place, exemption_id) as exemptions
    from exemptions
    where account_id = any (${[...new Set(accountIds)]}::text[]) and status = 'approved' and expires_at > ${now}
    group by account_id`.execute(db)
  return new Map(rows.map(row => [row.accountId, new Map(Object.entries(JSON.parse(row.exemptions)))]))
}

type Nullable<Facts> = { [Name in keyof Facts]: Facts[Name] | null }

const productKey = (accountId: string, sku: string) => JSON.stringify([accountId, sku])

/** Accounts with whom to write to. */
export async function readHolders(db: Db | Tx, accountIds: string[]): Promise<Holder[]> {
  const { rows } = await sql<Holder>`
    select account_id as "accountId", name, holder_email as "holderEmail", enterprise
    from accounts
    where account_id = any (${accountIds}::text[])`.execute(db)
  return rows
}

/** Whether the service charges the account; else the printer sets its prices. */
export async function isBilledHere(db: Db, accountId: string): Promise<boolean> {
  const [holder] = await readHolders(db, [accountId])
  return holder !== undefined && !holder.enterprise
}

/** Each pair of account and SKU once. */
function wantedProducts(requests: Asking[]): { accountId: string; sku: string }[] {
  const wanted = new Map<string, { accountId: string; sku: string }>()
  for (const { accountId, request } of requests)
    for (const item of request.orderItems) {
      // A SKU with NUL in it is nobody's, and PostgreSQL would not take it as text; its account is still asked for.
      const sku = item.sku.includes('\0') ? '' : item.sku
      wanted.set(productKey(accountId, sku), { accountId, sku })
    }
  return [...wanted.values()]
}
