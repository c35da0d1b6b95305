// What placing, estimating and paying need to know about customers, read for many at once.

import { sql } from 'kysely'
import type { Db, Tx } from '../db/db.ts'
import type { ProductFacts } from './books.ts'
import type { OrderItem } from './order.ts'
import type { Customer } from './placing/examine.ts'
import type { Exemptions } from './placing/price.ts'

export type CustomerFacts = Customer & { accountId: string; name: string; holderEmail: string; exemptions: Exemptions }

type Holder = { accountId: string; name: string; holderEmail: string; enterprise: boolean }
type Row = Holder &
  Nullable<ProductFacts> & { exemptions: string | null; pagesUrl: string | null; pagesRead: number | null }
type Asking = { accountId: string; request: { orderItems: Pick<OrderItem, 'sku' | 'product'>[] } }

/**
 * The accounts behind requests, with those of their products that the requests name, and what is known of the pages in
 * their files. Archived products are left out. One query: under load a round trip costs more than its rows. Exemptions
 * are those in force at `now`.
 */
export async function readCustomers(db: Db, requests: Asking[], now: Date): Promise<Map<string, CustomerFacts>> {
  const wanted = wantedProducts(requests)
  const { rows } = await sql<Row>`
    select
      a.account_id as "accountId", a.name, a.holder_email as "holderEmail", a.enterprise, p.sku,
      p.manufacturing_sku as "manufacturingSku", p.page_count as "pageCount", p.cover_url as "coverUrl", p.guts_url as "gutsUrl",
      cover.sha256 as "coverSha256", guts.sha256 as "gutsSha256", guts.page_count as "gutsPageCount",
      coalesce(w.guts_url, p.guts_url) as "pagesUrl", source.page_count as "pagesRead",
      (
        select json_object_agg(e.place, e.exemption_id)
        from exemptions e
        where e.account_id = a.account_id and e.status = 'approved' and e.expires_at > ${now}
      ) as exemptions
    from unnest(
      ${wanted.map(one => one.accountId)}::text[], ${wanted.map(one => one.sku)}::text[],
      ${wanted.map(one => one.gutsUrl)}::text[]
    ) as w (account_id, sku, guts_url)
    -- One look by key for each: without the limits the planner may read both tables whole to join them.
    cross join lateral (select * from accounts where account_id = w.account_id limit 1) a
    left join lateral (
      select * from products where account_id = w.account_id and sku = w.sku and archived_at is null limit 1
    ) p on true
    left join lateral (
      select sha256 from product_files where account_id = w.account_id and sku = w.sku and part = 'cover' limit 1
    ) cover on true
    left join lateral (
      select f.sha256, f.page_count
      from product_files u join files f using (account_id, sha256)
      where u.account_id = w.account_id and u.sku = w.sku and u.part = 'guts'
      limit 1
    ) guts on true
    left join lateral (
      select f.page_count
      from file_sources s join files f using (account_id, sha256)
      where s.account_id = w.account_id
        and s.url_sha256 = encode(sha256(convert_to(coalesce(w.guts_url, p.guts_url), 'UTF8')), 'hex')
      limit 1
    ) source on true`.execute(db)
  const products = new Map<string, ProductFacts>()
  const pages = new Map<string, number>()
  for (const row of rows) {
    const { accountId, sku, manufacturingSku, pagesUrl, pagesRead } = row
    if (pagesUrl !== null && pagesRead !== null) pages.set(productKey(accountId, pagesUrl), pagesRead)
    if (sku === null) continue
    const { pageCount, coverUrl, gutsUrl, coverSha256, gutsSha256, gutsPageCount } = row
    products.set(productKey(accountId, sku), {
      sku,
      manufacturingSku: manufacturingSku!,
      pageCount,
      coverUrl,
      gutsUrl,
      coverSha256,
      gutsSha256,
      gutsPageCount,
    })
  }
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
        pagesRead: url => pages.get(productKey(accountId, url)),
      },
    ]),
  )
}

const none: Exemptions = new Map()

/** The papers that exempt accounts at `now`; accounts without any are missing. */
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

/** Accounts with the people to write to. */
export async function readHolders(db: Db | Tx, accountIds: string[]): Promise<Holder[]> {
  const { rows } = await sql<Holder>`
    select account_id as "accountId", name, holder_email as "holderEmail", enterprise
    from accounts
    where account_id = any (${accountIds}::text[])`.execute(db)
  return rows
}

/** Whether the service charges the account; otherwise the printer sets its prices. */
export async function isBilledHere(db: Db, accountId: string): Promise<boolean> {
  const [holder] = await readHolders(db, [accountId])
  return holder !== undefined && !holder.enterprise
}

type Wanted = { accountId: string; sku: string; gutsUrl: string | null }

/** Each account, SKU and address of pages once. */
function wantedProducts(requests: Asking[]): Wanted[] {
  const wanted = new Map<string, Wanted>()
  for (const { accountId, request } of requests)
    for (const item of request.orderItems) {
      // A SKU with NUL cannot exist, and PostgreSQL would not accept it as text; its account is still read.
      const sku = item.sku.includes('\0') ? '' : item.sku
      const gutsUrl = item.product?.gutsUrl ?? null
      wanted.set(JSON.stringify([accountId, sku, gutsUrl]), { accountId, sku, gutsUrl })
    }
  return [...wanted.values()]
}
