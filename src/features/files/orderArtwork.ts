// The files of an order's books, as their checks and fetches need them.

import type { Artwork, FileSource } from '../../artwork/artwork.ts'
import { uploadIn } from '../../artwork/fileUrl.ts'
import type { Order } from '../../orders/order.ts'
import type { OperatorVersions } from '../shop/operatorData.ts'
import { requirementsOf } from './requirements.ts'

/** Where the files of an item are in the request. */
export const pointersOf = (item: number) => ({
  cover: `/orderItems/${item}/product/coverUrl`,
  guts: `/orderItems/${item}/product/gutsUrl`,
})

export const artworkOf = (versions: OperatorVersions, { request, books, operatorVersion }: Order): Artwork[] =>
  books.map((book, i) => ({
    pointers: pointersOf(i),
    requirements: requirementsOf(versions.byNumber(operatorVersion).catalog, book.manufacturingSku),
    declaredPageCount: request.orderItems[i]!.pageCount ?? null,
    mayRepair: request.orderItems[i]!.repairs ?? true,
    isbn: book.isbn ?? null,
    cover: sourceOf(book.coverUrl, book.coverSha256),
    guts: sourceOf(book.gutsUrl, book.gutsSha256),
  }))

/** Of an order that this process cannot read, no books: its check names the reason. */
export function readableArtwork(versions: OperatorVersions, order: Order): Artwork[] {
  try {
    return artworkOf(versions, order)
  } catch {
    return []
  }
}

/** The hosts from which an order fetches, each with its account. */
export function hostsOf({ accountId }: Order, books: Artwork[]): string[] {
  const urls = books.flatMap(({ cover, guts }) =>
    [cover, guts].flatMap(source => (source !== null && 'url' in source ? [source.url] : [])),
  )
  return [...new Set(urls.map(url => `${accountId} ${URL.parse(url)?.host}`))]
}

/** The bytes of an earlier check or upload, if they are known: the address may have another file by now. */
export function sourceOf(url: string | null, sha256: string | null | undefined): FileSource | null {
  if (sha256) return { sha256 }
  if (url === null) return null
  const upload = uploadIn(url)
  return upload === null ? { url } : { sha256: upload }
}

/** Whether a file must still be fetched from its address. */
export function isUnfetched(url: string | null, sha256: string | null | undefined): boolean {
  const source = sourceOf(url, sha256)
  return source !== null && 'url' in source
}

/** The name of an order among the orders that a worker has in progress. */
export const keyOf = ({ accountId, mode, orderId }: Order): string => `${accountId} ${mode} ${orderId}`
