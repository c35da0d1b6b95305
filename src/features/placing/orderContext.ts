// The accounts and products behind orders, read for many orders at once, for placing, estimating and paying.

import { sql } from 'kysely'
import type { SlipSettings } from '../../accounts/settings/packingSlip.ts'
import { folded } from '../../base/text/foldText.ts'
import type { BookIsbn } from '../../base/text/isbn.ts'
import type { Db, Tx } from '../../db/db.ts'
import { rowsOf, text } from '../../db/rows.ts'
import type { OrderItem } from '../../orders/order.ts'
import type { ProductDetails } from './books.ts'
import type { Customer } from './examine.ts'
import type { Exemptions } from './price.ts'

export type CustomerContext = Customer & {
  accountId: string
  name: string
  holderEmail: string
  exemptions: Exemptions
  /** Of the list on which the staff have put the account, whether or not it is in effect. */
  priceListCode: string | null
  /** Of an enterprise account. */
  agreedPrices: boolean
  /** The account wants a number with each order, and has none for orders without their own. */
  needsPurchaseOrder: boolean
}

type Holder = { accountId: string; name: string; holderEmail: string; enterprise: boolean }
type Row = Holder &
  Nullable<Omit<ProductDetails, 'isbn'>> & {
    isbn: string | null
    priceAddOn: string | null
    barcode: BookIsbn['barcode'] | null
    accountProofs: boolean
    priceListCode: string | null
    agreedPrices: boolean
    needsPurchaseOrder: boolean
    packingSlip: string | null
    exemptions: string | null
    pagesUrl: string | null
    sourcePageCount: number | null
  }
type ItemsRequest = { accountId: string; request: { orderItems: Pick<OrderItem, 'sku' | 'product'>[] } }

/**
 * The accounts behind requests, with the products that the requests name, the page counts of their files, and the
 * exemptions in force at `now`. Archived products are left out. One query: under load a round trip costs more than its
 * rows.
 */
export async function readCustomers(
  db: Db | Tx,
  requests: ItemsRequest[],
  now: Date,
): Promise<Map<string, CustomerContext>> {
  const wanted = rowsOf(productLookups(requests), 'w', {
    accountId: text(lookup => lookup.accountId),
    sku: text(lookup => lookup.sku),
    gutsUrl: text(lookup => lookup.gutsUrl),
  })
  const { rows } = await sql<Row>`
    select
      a.account_id as "accountId", a.name, a.holder_email as "holderEmail", a.enterprise,
      a.price_list as "priceListCode", a.agreed_prices as "agreedPrices", a.packing_slip as "packingSlip", a.proof_required as "accountProofs",
      p.proof_required as "proofRequired", p.sku, p.name as title, p.isbn, p.price_add_on as "priceAddOn", p.barcode,
      p.manufacturing_sku as "manufacturingSku", p.page_count as "pageCount", p.cover_url as "coverUrl", p.guts_url as "gutsUrl",
      cover.sha256 as "coverSha256", guts.sha256 as "gutsSha256", guts.page_count as "gutsPageCount",
      coalesce(w.guts_url, p.guts_url) as "pagesUrl", source.page_count as "sourcePageCount",
      a.enterprise and exists (
        select from billing_terms t
        left join billing_details d using (account_id)
        where t.account_id = a.account_id and t.purchase_order_required and d.purchase_order is null
      ) as "needsPurchaseOrder",
      (
        select json_object_agg(e.jurisdiction, e.exemption_id)
        from exemptions e
        where e.account_id = a.account_id and e.status = 'approved' and e.expires_at > ${now}
      ) as exemptions
    from ${wanted.from}
    -- One index lookup for each row: without the limits the planner may read both tables whole to join them.
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
  const products = new Map<string, ProductDetails>()
  const pageCounts = new Map<string, number>()
  for (const row of rows) {
    const { accountId, sku, manufacturingSku, pagesUrl, sourcePageCount, isbn } = row
    if (pagesUrl !== null && sourcePageCount !== null) pageCounts.set(keyOf(accountId, pagesUrl), sourcePageCount)
    if (sku !== null)
      products.set(keyOf(accountId, sku), {
        ...row,
        sku,
        title: row.title!,
        manufacturingSku: manufacturingSku!,
        proofRequired: row.proofRequired!,
        isbn: isbn === null ? null : { isbn, addOn: row.priceAddOn, barcode: row.barcode! },
      })
  }
  return new Map(
    rows.map(({ accountId, name, holderEmail, enterprise, accountProofs, packingSlip, exemptions, ...prices }) => [
      accountId,
      {
        accountId,
        name,
        holderEmail,
        billing: enterprise ? 'enterprise' : 'charged',
        proofRequired: accountProofs,
        returnAddress: packingSlip === null ? null : (JSON.parse(packingSlip) as SlipSettings).returnAddress,
        priceListCode: prices.priceListCode,
        agreedPrices: enterprise && prices.agreedPrices,
        needsPurchaseOrder: prices.needsPurchaseOrder,
        exemptions: new Map(Object.entries(JSON.parse(exemptions ?? '{}') as Record<string, string>)),
        product: sku => products.get(keyOf(accountId, sku)) ?? products.get(keyOf(accountId, folded(sku))),
        pageCountAt: url => pageCounts.get(keyOf(accountId, url)),
      },
    ]),
  )
}

/** The exemptions of accounts at `now`; accounts without an exemption are missing. */
export async function readExemptions(db: Db, accountIds: string[], now: Date): Promise<Map<string, Exemptions>> {
  const { rows } = await sql<{ accountId: string; exemptions: string }>`
    select account_id as "accountId", json_object_agg(jurisdiction, exemption_id) as exemptions
    from exemptions
    where account_id = any (${[...new Set(accountIds)]}::text[]) and status = 'approved' and expires_at > ${now}
    group by account_id`.execute(db)
  return new Map(rows.map(row => [row.accountId, new Map(Object.entries(JSON.parse(row.exemptions)))]))
}

type Nullable<Row> = { [Name in keyof Row]: Row[Name] | null }

const keyOf = (...parts: (string | null)[]) => JSON.stringify(parts)

/** Accounts with the names and email addresses of their holders. */
export async function readHolders(db: Db | Tx, accountIds: string[]): Promise<Holder[]> {
  const { rows } = await sql<Holder>`
    select account_id as "accountId", name, holder_email as "holderEmail", enterprise
    from accounts
    where account_id = any (${accountIds}::text[])`.execute(db)
  return rows
}

/** Whether the service charges the account; otherwise the printer sets its prices. */
export async function isChargedAccount(db: Db, accountId: string): Promise<boolean> {
  const [holder] = await readHolders(db, [accountId])
  return holder !== undefined && !holder.enterprise
}

type ProductLookup = { accountId: string; sku: string; gutsUrl: string | null }

/** Each account, SKU and address of guts once. */
function productLookups(requests: ItemsRequest[]): ProductLookup[] {
  const lookups = new Map<string, ProductLookup>()
  for (const { accountId, request } of requests)
    for (const item of request.orderItems) {
      // A SKU with NUL cannot exist, and PostgreSQL would not accept it as text; its account is still read.
      const sku = item.sku.includes('\0') ? '' : item.sku
      const gutsUrl = item.product?.gutsUrl ?? null
      for (const name of [sku, folded(sku)])
        lookups.set(keyOf(accountId, name, gutsUrl), { accountId, sku: name, gutsUrl })
    }
  return [...lookups.values()]
}
