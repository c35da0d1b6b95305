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

/** The service counts copies and pages from what it knows; an item of an unknown product weighs nothing. */
export function parcelOf(catalog: Catalog, items: OrderItem[], books: (Book | null)[]): Parcel {
  let grams = 0
  let copies = 0
  books.forEach((book, i) => {
    const { quantity } = items[i]!
    copies += quantity
    if (book !== null) grams += weightGrams(catalog.get(book.manufacturingSku)!, book.pageCount, quantity)
  })
  return { weightGrams: grams, copies }
}

/** The item's own files, else those uploaded for the product, else those at the product's addresses. */
function filesOf(
  { product: own }: OrderItem,
  product: ProductFacts,
): Pick<Book, 'coverUrl' | 'gutsUrl' | 'coverSha256' | 'gutsSha256'> {
  const coverSha256 = own?.coverUrl === undefined ? product.coverSha256 : null
  const gutsSha256 = own?.gutsUrl === undefined ? product.gutsSha256 : null
  return {
    coverUrl: own?.coverUrl ?? (coverSha256 === null ? product.coverUrl : null),
    gutsUrl: own?.gutsUrl ?? (gutsSha256 === null ? product.gutsUrl : null),
    coverSha256,
    gutsSha256,
  }
}

/** `pagesRead` answers how many pages the account's file at an address had when it was read last. */
type Reading = { sku: ManufacturingSku; pagesRead(url: string): number | undefined }

/** The item's own word, an earlier reading of the same file, or the product's; null when nobody has told. */
export function toldPageCount(item: OrderItem, product: ProductFacts, { sku, pagesRead }: Reading): number | null {
  const { gutsUrl, gutsSha256 } = filesOf(item, product)
  const read = gutsUrl !== null ? pagesRead(gutsUrl) : gutsSha256 === null ? null : product.gutsPageCount
  // What was read may be a count that the product cannot have; the check tells of it, the price does not need it.
  const usable = typeof read === 'number' && pageCountProblem(sku, read) === null ? read : null
  return item.pageCount ?? usable ?? product.pageCount
}

/** What an item is made from. Where nobody has told the page count, it is the least that the product allows. */
export const bookOf = (item: OrderItem, product: ProductFacts, reading: Reading): Book => ({
  manufacturingSku: product.manufacturingSku,
  pageCount: toldPageCount(item, product, reading) ?? leastPageCount(reading.sku),
  ...filesOf(item, product),
})
