// What an order's items are made from: whose files, how many pages, and how much they weigh together.

import {
  type Catalog,
  leastPageCount,
  type ManufacturingSku,
  pageCountProblem,
  weightGrams,
} from '../catalog/catalog.ts'
import type { Parcel } from '../shipping/shipping.ts'
import type { Book, OrderItem } from './order.ts'

/** What the order flow needs to know of a customer's product. */
export type ProductFacts = {
  sku: string
  manufacturingSku: string
  pageCount: number | null
  coverUrl: string | null
  gutsUrl: string | null
  /** Files that were uploaded for the product. They come before its addresses. */
  coverSha256: string | null
  gutsSha256: string | null
  gutsPageCount: number | null
}

/**
 * The service counts copies and pages from what it knows; an item of an unknown product weighs nothing, and neither
 * does a book that the catalogue no longer has.
 */
export function parcelOf(catalog: Catalog, items: OrderItem[], books: (Book | null)[]): Parcel {
  let grams = 0
  let copies = 0
  books.forEach((book, i) => {
    const { quantity } = items[i]!
    copies += quantity
    const made = book === null ? undefined : catalog.get(book.manufacturingSku)
    if (made !== undefined) grams += weightGrams(made, book!.pageCount, quantity)
  })
  return { weightGrams: grams, copies }
}

type Files = Pick<ProductFacts, 'coverUrl' | 'gutsUrl' | 'coverSha256' | 'gutsSha256'>

/** Those that are named by themselves, else those uploaded for the product, else those at the product's addresses. */
export function filesOf(
  own: { coverUrl?: string | null; gutsUrl?: string | null } | undefined,
  product: Files | null,
): Files {
  const cover = fileOf(own?.coverUrl, product?.coverSha256, product?.coverUrl)
  const guts = fileOf(own?.gutsUrl, product?.gutsSha256, product?.gutsUrl)
  return { coverUrl: cover.url, gutsUrl: guts.url, coverSha256: cover.sha256, gutsSha256: guts.sha256 }
}

type Named = string | null | undefined

function fileOf(own: Named, uploaded: Named, address: Named): { url: string | null; sha256: string | null } {
  if (own != null) return { url: own, sha256: null }
  return uploaded != null ? { url: null, sha256: uploaded } : { url: address ?? null, sha256: null }
}

/** `pagesRead` answers how many pages the account's file at an address had when it was read last. */
type Reading = { sku: ManufacturingSku; pagesRead(url: string): number | undefined }

/** The item's own word, an earlier reading of the same file, or the product's; null when nobody has told. */
export function toldPageCount(item: OrderItem, product: ProductFacts, { sku, pagesRead }: Reading): number | null {
  const { gutsUrl, gutsSha256 } = filesOf(item.product, product)
  const read = gutsUrl !== null ? pagesRead(gutsUrl) : gutsSha256 === null ? null : product.gutsPageCount
  // What was read may be a count that the product cannot have; the check tells of it, the price does not need it.
  const usable = typeof read === 'number' && pageCountProblem(sku, read) === null ? read : null
  return item.pageCount ?? usable ?? product.pageCount
}

/** What an item is made from. Where nobody has told the page count, it is the least that the product allows. */
export const bookOf = (item: OrderItem, product: ProductFacts, reading: Reading): Book => ({
  manufacturingSku: product.manufacturingSku,
  pageCount: toldPageCount(item, product, reading) ?? leastPageCount(reading.sku),
  ...filesOf(item.product, product),
})
