// The books of an order's items: their files, their page counts, and their weight together.

import type { BookIsbn } from '../../base/text/isbn.ts'
import {
  type Catalog,
  type ManufacturingSku,
  minPageCount,
  pageCountProblem,
  weightGrams,
} from '../../catalog/catalog.ts'
import type { Book, Order, OrderItem } from '../../orders/order.ts'
import { regionOf } from '../../shipping/destination.ts'
import { optionFor, type Parcel, type ShippingOption } from '../../shipping/shipping.ts'
import type { OperatorData } from '../shop/operatorData.ts'

/** A customer's product, as far as orders need it. */
export type ProductDetails = {
  sku: string
  title: string
  manufacturingSku: string
  pageCount: number | null
  coverUrl: string | null
  gutsUrl: string | null
  /** Files that were uploaded for the product. They come before its addresses. */
  coverSha256: string | null
  gutsSha256: string | null
  gutsPageCount: number | null
  proofRequired: boolean
  isbn: BookIsbn | null
}

/** The parcel of an order or estimate. Items of unknown products weigh nothing. */
export function parcelOf(catalog: Catalog, items: OrderItem[], books: (Book | null)[]): Parcel {
  let grams = 0
  let copies = 0
  books.forEach((book, i) => {
    const { quantity } = items[i]!
    copies += quantity
    const sku = book === null ? undefined : catalog.get(book.manufacturingSku)
    if (sku !== undefined) grams += weightGrams(sku, book!.pageCount, quantity)
  })
  return { weightGrams: grams, copies }
}

/**
 * The shipping of an accepted order: its version of the operator's data has its class. An order from a quote is made in
 * the days that were quoted.
 */
export function shippingOf(
  { catalog, shipping }: Pick<OperatorData, 'catalog' | 'shipping'>,
  { request, books }: Pick<Order, 'request' | 'books'>,
): ShippingOption {
  const parcel = parcelOf(catalog, request.orderItems, books)
  const option = optionFor(shipping, regionOf(request.destination), request.shippingClassification, parcel)
  if (option === null) throw new Error('the order has a shipping class that its version does not have')
  return request.quote === undefined ? option : { ...option, manufacturingDays: request.quote.manufacturingDays }
}

type Files = Pick<ProductDetails, 'coverUrl' | 'gutsUrl' | 'coverSha256' | 'gutsSha256'>

/**
 * The files that the item names, else the files uploaded for the product, else the files at the product's addresses.
 */
export function filesOf(
  own: { coverUrl?: string | null; gutsUrl?: string | null } | undefined,
  product: Files | null,
): Files {
  const cover = fileOf(own?.coverUrl, product?.coverSha256, product?.coverUrl)
  const guts = fileOf(own?.gutsUrl, product?.gutsSha256, product?.gutsUrl)
  return { coverUrl: cover.url, gutsUrl: guts.url, coverSha256: cover.sha256, gutsSha256: guts.sha256 }
}

type Optional = string | null | undefined

function fileOf(own: Optional, uploaded: Optional, address: Optional): { url: string | null; sha256: string | null } {
  if (own != null) return { url: own, sha256: null }
  return uploaded != null ? { url: null, sha256: uploaded } : { url: address ?? null, sha256: null }
}

/** `pageCountAt` is the page count that the account's file at an address had when it was last read. */
type PageCountSource = { sku: ManufacturingSku; pageCountAt(url: string): number | undefined }

/** The page count of the item, of an earlier reading of the same file, or of the product; null when none is known. */
export function knownPageCount(item: OrderItem, product: ProductDetails, source: PageCountSource): number | null {
  const { gutsUrl, gutsSha256 } = filesOf(item.product, product)
  const read = gutsUrl !== null ? source.pageCountAt(gutsUrl) : gutsSha256 === null ? null : product.gutsPageCount
  // The product may not allow the count of its file. The file check reports that; the price does not use the count.
  const usable = typeof read === 'number' && pageCountProblem(source.sku, read) === null ? read : null
  return item.pageCount ?? usable ?? product.pageCount
}

/** The book of an item. Where no page count is known, it has the product's minimum. */
export const bookOf = (item: OrderItem, product: ProductDetails, source: PageCountSource): Book => ({
  manufacturingSku: product.manufacturingSku,
  title: product.title,
  pageCount: knownPageCount(item, product, source) ?? minPageCount(source.sku),
  ...filesOf(item.product, product),
  ...(product.isbn === null ? {} : { isbn: product.isbn }),
})
