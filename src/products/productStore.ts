// The rows of products. An archived product keeps its SKU, so that old orders and new products are never confused.

import { sql } from 'kysely'
import { isbnDigits } from '../base/text/isbn.ts'
import { searchable } from '../base/text/searchable.ts'
import { containing } from '../db/containing.ts'
import type { Db, Tx } from '../db/db.ts'
import type { SortPosition } from '../db/sortPosition.ts'

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
  /** 13 digits. */
  isbn: string | null
  /** The EAN-5 of the price in the barcode. */
  priceAddOn: string | null
  /** Whether the barcode is drawn on a cover that has none. */
  barcode: 'none' | 'draw'
  createdAt: Date
  updatedAt: Date
  archivedAt: Date | null
  /** The files that are stored for the product; they come before its addresses. */
  uploadedFiles: ('cover' | 'guts')[]
}

/** For queries with `products p`. */
const columns = sql`
  account_id as "accountId", sku, name, description, manufacturing_sku as "manufacturingSku", page_count as "pageCount",
  cover_url as "coverUrl", guts_url as "gutsUrl", proof_required as "proofRequired", isbn,
  price_add_on as "priceAddOn", barcode, created_at as "createdAt", updated_at as "updatedAt",
  archived_at as "archivedAt",
  array(
    select part from product_files f where f.account_id = p.account_id and f.sku = p.sku order by part
  ) as "uploadedFiles"`

/** The text that the search for products looks at: the name as screens show it. */
const productWords = ({ sku, name }: Pick<Product, 'sku' | 'name'>): string => searchable(`${sku} · ${name}`)

/** False when the account already has a product with that SKU, archived or not. */
export async function insertProduct(tx: Tx, product: Omit<Product, 'uploadedFiles'>): Promise<boolean> {
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
    isbn,
    priceAddOn,
    barcode,
    createdAt,
  } = product
  const { rows } = await sql`
    insert into products (
      account_id, sku, name, search_words, description, manufacturing_sku, page_count, cover_url, guts_url,
      proof_required, isbn, price_add_on, barcode, created_at, updated_at)
    values (
      ${accountId}, ${sku}, ${name}, ${productWords(product)}, ${description}, ${manufacturingSku}, ${pageCount}, ${coverUrl}, ${gutsUrl},
      ${proofRequired}, ${isbn}, ${priceAddOn}, ${barcode}, ${createdAt}, ${createdAt})
    on conflict do nothing
    returning sku`.execute(tx)
  return rows.length === 1
}

/** Reads and locks a product, so that two simultaneous edits do not undo each other. */
export async function lockProduct(tx: Tx, accountId: string, sku: string): Promise<Product | null> {
  const { rows } = await sql<Product>`
    select ${columns}
    from products p
    where account_id = ${accountId} and sku = ${sku}
    for update of p`.execute(tx)
  return rows[0] ?? null
}

export async function updateProduct(tx: Tx, product: Product): Promise<void> {
  await sql`
    update products
    set
      name = ${product.name}, search_words = ${productWords(product)}, description = ${product.description},
      manufacturing_sku = ${product.manufacturingSku}, page_count = ${product.pageCount}, cover_url = ${product.coverUrl}, guts_url = ${product.gutsUrl},
      proof_required = ${product.proofRequired}, isbn = ${product.isbn}, price_add_on = ${product.priceAddOn},
      barcode = ${product.barcode},
      updated_at = ${product.updatedAt}, archived_at = ${product.archivedAt}
    where account_id = ${product.accountId} and sku = ${product.sku}`.execute(tx)
}

export async function readProduct(db: Db | Tx, accountId: string, sku: string): Promise<Product | null> {
  const { rows } = await sql<Product>`
    select ${columns}
    from products p
    where account_id = ${accountId} and sku = ${sku}`.execute(db)
  return rows[0] ?? null
}

/** The names of the products that exist, by SKU. */
export async function readProductNames(
  db: Db,
  accountId: string,
  skus: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ sku: string; name: string }>`
    select sku, name
    from products
    where account_id = ${accountId} and sku = any(${[...skus]}::text[])`.execute(db)
  return new Map(rows.map(({ sku, name }) => [sku, name]))
}

export const productSorts = ['sku', '-sku', 'name', '-name', 'created', '-created'] as const
/** `-` is in descending order. */
export type ProductSort = (typeof productSorts)[number]

/**
 * `search` is part of the SKU and name as screens show them, or part of an ISBN in any spelling. An empty text matches
 * all products.
 */
export type ProductPage = {
  accountId: string
  archived: boolean
  search: string
  sort: ProductSort
  /** The position of the last product of the page before; null for the first page. */
  after: SortPosition | null
  limit: number
}

/** A product with the cover that orders without a cover of their own use; null unless its file is stored. */
export type ListedProduct = Product & { coverSha256: string | null }

/**
 * The key of a row, and that of the value in a position. Rows with equal keys are sorted by SKU. Each sort has an index
 * for archived products and one for the others.
 */
const sortKeys = {
  sku: null,
  name: { key: sql`lower(name)`, keyOf: (value: string | null) => sql`lower(${value})` },
  created: { key: sql`created_at`, keyOf: (value: string | null) => sql`${value}::timestamptz` },
}

/** The name or the time, if the sort is by it, and the SKU. */
export function productPosition({ sku, name, createdAt }: Product, sort: ProductSort): SortPosition {
  return { id: sku, value: sort.endsWith('name') ? name : sort.endsWith('created') ? createdAt.toISOString() : null }
}

/** Up to `limit` products that come after the position `after`. */
export async function listProducts(
  db: Db | Tx,
  { accountId, archived, search, sort, after, limit }: ProductPage,
): Promise<ListedProduct[]> {
  const descending = sort.startsWith('-')
  const by = sortKeys[(descending ? sort.slice(1) : sort) as keyof typeof sortKeys]
  const direction = descending ? sql`desc` : sql`asc`
  const beyond = descending ? sql`<` : sql`>`
  const beyondLast = ({ id, value }: SortPosition) =>
    by === null ? sql`sku ${beyond} ${id}` : sql`(${by.key}, sku) ${beyond} (${by.keyOf(value)}, ${id})`
  const sequence = by === null ? sql`sku ${direction}` : sql`${by.key} ${direction}, sku ${direction}`
  const { rows } = await sql<ListedProduct>`
    select ${columns}, coalesce(
      (select sha256 from product_files f where f.account_id = p.account_id and f.sku = p.sku and f.part = 'cover'),
      (
        select sha256
        from file_sources s
        where s.account_id = p.account_id and s.url_sha256 = encode(sha256(convert_to(p.cover_url, 'UTF8')), 'hex')
      )
    ) as "coverSha256"
    from (
      select *
      from products
      where account_id = ${accountId} and archived_at ${archived ? sql`is not null` : sql`is null`}
        ${after === null ? sql`` : sql`and ${beyondLast(after)}`}
        and ${search === '' ? sql`true` : matching(search)}
      order by ${sequence}
      limit ${limit}
    ) p
    order by ${sequence}`.execute(db)
  return rows
}

function matching(search: string) {
  const digits = isbnDigits(search)
  const inName = sql`search_words like ${containing(searchable(search))}`
  return digits === null ? inName : sql`(${inName} or position(${digits} in isbn) > 0)`
}
