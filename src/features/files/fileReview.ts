// The files of products and orders on screens: uploads, findings and previews.

import { say, type Words } from '../../../languages/texts.ts'
import type { StartCheck } from '../../artwork/artwork.ts'
import { type CheckBook, newCheckRun } from '../../artwork/checkBook.ts'
import type { PublicFinding } from '../../artwork/checkStore.ts'
import { findFrontPicture, type Part, recordFrontPicture, type StoredFile } from '../../artwork/fileStore.ts'
import type { Files } from '../../artwork/files.ts'
import { uploadIn } from '../../artwork/fileUrl.ts'
import { type Pictures, pictureTag } from '../../artwork/pictures.ts'
import type { PictureLine } from '../../artwork/preflight/picture.ts'
import {
  type ProductFileKey,
  productFiles,
  putProductFile,
  removeProductFile,
  uploadedBytes,
} from '../../artwork/productFiles.ts'
import { type Problem, Refusal } from '../../base/refusal.ts'
import type { BookIsbn } from '../../base/text/isbn.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import type { Db } from '../../db/db.ts'
import type { Book, Order } from '../../orders/order.ts'
import { measuresOf, type Preview, previewsOf } from '../../orders/view/presentCheck.ts'
import type { PrintJob } from '../../printer/printer.ts'
import { type Product, readProduct } from '../../products/productStore.ts'
import { productNotFound } from '../../products/products.ts'
import { frontOfCover } from './bookCovers.ts'
import { type BookView, bookView } from './bookView.ts'
import { linesOn, type PageOfBook, problemsOn, requirementsOf } from './requirements.ts'

/** Small in a row of pages, as wide as on a screen, and enlarged until the dots of a photograph show. */
const widthsPx = { thumbnail: 200, screen: 1000, zoom: 2600 }
type PictureSize = keyof typeof widthsPx
/** For 2.5 inches on a job ticket. */
const coverWidthPx = 720
/** Twice the widest cover in a list and on the page of a product, for fine screens. */
const frontWidthsPx = { list: 160, page: 480 }
type FrontSize = keyof typeof frontWidthsPx
const parts = ['cover', 'guts'] as const

export type FileReview = {
  db: Db
  files: Files
  checkBook: CheckBook
  catalog: Catalog
  origin: string
  maxBytes: number
  /** The bytes that an account may store in uploaded files. */
  uploadQuotaBytes: number
  /** Null when the file has no such page. Refuses with `file_not_kept`. */
  picture(page: StoredPage, look?: PictureLook): Promise<PagePicture | null>
  /** The cover as it will be printed, without lines. Refuses with `page_not_drawable`. */
  coverPicture(accountId: string, sha256: string): Promise<Buffer | null>
  /** A picture of the front of a book without lines; for lists, stored when it is first drawn. Refuses as `picture`. */
  frontPicture(cover: CoverOfBook): Promise<PagePicture | null>
  productPicture(page: ProductFileKey & { page: number }, look?: PictureLook): Promise<PagePicture | null>
}

type StoredPage = PageOfBook & { accountId: string; sha256: string }

/** By default as wide as on a screen, and with lines. */
export type PictureLook = { size?: PictureSize; lines?: boolean }

/** `tag` is equal for equal pictures. `draw` resolves to a WebP image; see Pictures. */
export type PagePicture = { tag: string; draw(isNeeded: StartCheck): Promise<Buffer | null> }

type CoverOfBook = { accountId: string; sha256: string; manufacturingSku: string; size?: FrontSize }

type Deps = Pick<FileReview, 'db' | 'files' | 'checkBook' | 'catalog' | 'origin' | 'maxBytes' | 'uploadQuotaBytes'> & {
  pictures: Pictures
}

/** The picture of a page of a book of an order; null when the book has no such file. */
export async function pictureOfOrder(
  { picture }: Pick<FileReview, 'picture'>,
  { accountId, books }: Pick<Order, 'accountId' | 'books'>,
  { item, part, page, ...look }: { item: number; part: Part; page: number } & PictureLook,
): Promise<PagePicture | null> {
  const book = books[item]
  const sha256 = part === 'cover' ? book?.coverSha256 : book?.gutsSha256
  return book && sha256 ? picture({ accountId, sha256, part, page, ...book }, look) : null
}

export function openFileReview({ pictures, ...review }: Deps): FileReview {
  const picture: FileReview['picture'] = async (
    { accountId, sha256, part, page, manufacturingSku, pageCount, isbn = null },
    { size = 'screen', lines: hasLines = true } = {},
  ) => {
    const file = await review.files.find(accountId, sha256)
    if (file === null) throw notStored()
    if (page > (pagesIn(file) ?? 0)) return null
    const lines = hasLines ? linesOfFile(review.catalog, file, { manufacturingSku, pageCount, isbn, part, page }) : []
    const request = { page, widthPx: widthsPx[size], lines }
    return { tag: pictureTag(sha256, request), draw: isNeeded => pictures.draw(file, request, isNeeded) }
  }
  return {
    ...review,
    picture,
    async coverPicture(accountId, sha256) {
      const file = await review.files.find(accountId, sha256)
      return file === null ? null : pictures.draw(file, { page: 1, widthPx: coverWidthPx, lines: [] })
    },
    async frontPicture({ accountId, sha256, manufacturingSku, size = 'list' }) {
      const file = await review.files.find(accountId, sha256)
      if (file === null) throw notStored()
      const front = frontOfCover(review.catalog, manufacturingSku)
      if (front === null || pagesIn(file) === null) return null
      const request = { page: 1, widthPx: frontWidthsPx[size], lines: [], front }
      const tag = pictureTag(sha256, request)
      if (size === 'page') return { tag, draw: isNeeded => pictures.draw(file, request, isNeeded) }
      return {
        tag,
        async draw(isNeeded) {
          const stored = await findFrontPicture(review.db, file, tag)
          if (stored !== null) return stored
          const picture = await pictures.draw(file, request, isNeeded)
          if (picture !== null) await recordFrontPicture(review.db, file, { tag, picture })
          return picture
        },
      }
    },
    async productPicture({ accountId, sku, part, page }, look) {
      const product = await productOf(review.db, accountId, sku)
      const uploaded = (await productFiles(review.db, accountId, sku)).find(file => file.part === part)
      if (uploaded === undefined) return null
      const { manufacturingSku } = product
      const pageCount = await pageCountOf(review, accountId, product)
      const isbn = isbnOf(product)
      return picture({ accountId, sha256: uploaded.sha256, part, page, manufacturingSku, pageCount, isbn }, look)
    },
  }
}

const linesOfFile = (catalog: Catalog, { reading }: StoredFile, page: PageOfBook): PictureLine[] => [
  ...linesOn(catalog, page),
  ...(reading.kind === 'read' ? problemsOn(catalog, reading.facts, page) : []),
]

const notStored = () =>
  new Refusal(
    'file_not_kept',
    say('The file is no longer stored: files are deleted 60 days after the last order that used them.'),
  )

type ReviewedFile = {
  part: Part
  source: 'upload' | 'address'
  sha256: string | null
  bytes: number | null
  pageCount: number | null
  uploadedAt: Date | null
  findings: PublicFinding[]
  previews: Preview[]
  /** The kinds of lines over the previews. */
  lines: PictureLine['kind'][]
}

type ProductFiles = { files: ReviewedFile[]; measures: ReturnType<typeof measuresOf> }

/** Stores the body of a request as a file of the product, and returns the findings about it. */
export async function upload(
  review: FileReview,
  key: ProductFileKey,
  body: AsyncIterable<Buffer>,
  now: Date,
): Promise<ProductFiles> {
  const { accountId, sku } = key
  await productOf(review.db, accountId, sku) // before the body is read
  const storedBytes = await uploadedBytes(review.db, accountId)
  const freeBytes = review.uploadQuotaBytes - storedBytes
  if (freeBytes <= 0) throw overQuota(review, storedBytes, say('another file'))
  const received = await review.files.receive(accountId, body, Math.min(review.maxBytes, freeBytes))
  if (received.kind === 'too_large') {
    if (freeBytes < review.maxBytes)
      throw overQuota(review, storedBytes, say('a file of more than {size}', { size: megabytes(freeBytes) }))
    throw new Refusal(
      'body_too_large',
      say('A print file can have at most {limit}.', { limit: megabytes(review.maxBytes) }),
    )
  }
  if (received.kind !== 'stored')
    throw new Refusal('overloaded', say('The file could not be stored right now. Send it again.'))
  await assign(review, key, received.file, now)
  return productFilesOf(review, accountId, sku)
}

/** Makes a file that the account has uploaded the file of the product, and returns the findings about it. */
export async function useUpload(
  review: FileReview,
  key: ProductFileKey,
  fileUrl: string,
  now: Date,
): Promise<ProductFiles> {
  const { accountId, sku } = key
  await productOf(review.db, accountId, sku)
  const sha256 = uploadIn(fileUrl)
  const file = sha256 === null ? null : await review.files.find(accountId, sha256)
  if (file === null)
    throw new Refusal('file_not_kept', say('There is no file {fileUrl}: upload it again.', { fileUrl }))
  await assign(review, key, file, now)
  return productFilesOf(review, accountId, sku)
}

async function assign(
  review: FileReview,
  key: ProductFileKey,
  { sha256, bytes }: StoredFile,
  now: Date,
): Promise<void> {
  await review.db.transaction().execute(async tx => {
    const stored = await uploadedBytes(tx, key.accountId)
    switch (await putProductFile(tx, key, { sha256, maxBytes: review.uploadQuotaBytes }, now)) {
      case 'over_quota':
        throw overQuota(review, stored, say('a file of {size}', { size: megabytes(bytes) }))
      case 'gone':
        throw new Refusal('overloaded', say('The file could not be stored right now. Send it again.'))
    }
  })
}

function overQuota({ uploadQuotaBytes }: FileReview, storedBytes: number, more: Words): Refusal {
  const got = say('{first} and {next}', { first: megabytes(storedBytes), next: more })
  const expected = say('at most {limit}', { limit: megabytes(uploadQuotaBytes) })
  const detail = say(
    'The uploaded files of an account can have {expected} in total; got {got}. Files that no product uses any longer are deleted 60 days after their last use.',
    { expected, got },
  )
  return new Refusal('upload_quota_exceeded', detail, [
    { pointer: '', code: 'upload_quota_exceeded', detail, got, expected },
  ])
}

const megabytes = (bytes: number): string => `${Math.round(bytes / 100_000) / 10} MB`

/** Refuses with `not_found`. */
export async function removeUpload(review: FileReview, key: ProductFileKey): Promise<void> {
  if (!(await removeProductFile(review.db, key))) {
    throw new Refusal('not_found', say('The product {sku} has no such uploaded file.', { sku: key.sku }))
  }
}

/** The two files of a product are checked together, because the width of a cover depends on the pages. */
export async function productFilesOf(review: FileReview, accountId: string, sku: string): Promise<ProductFiles> {
  const product = await productOf(review.db, accountId, sku)
  const uploaded = await productFiles(review.db, accountId, sku)
  const fileOf = (part: Part) => uploaded.find(file => file.part === part)
  const sourceOf = (part: Part) => (fileOf(part) === undefined ? null : { sha256: fileOf(part)!.sha256 })
  const checked = await review.checkBook(
    accountId,
    {
      pointers: { cover: '/cover', guts: '/guts' },
      requirements: requirementsOf(review.catalog, product.manufacturingSku),
      declaredPageCount: fileOf('guts') === undefined ? product.pageCount : null,
      mayRepair: true,
      isbn: isbnOf(product),
      cover: sourceOf('cover'),
      guts: sourceOf('guts'),
    },
    newCheckRun(),
  )
  const { findings, pageCount } = checked.kind === 'checked' ? checked.book : { findings: [], pageCount: null }
  const url = `${review.origin}/products/${encodeURIComponent(sku)}/files`
  const pageCountOfBook = await pageCountOf(review, accountId, product)
  const { manufacturingSku } = product
  const book = { manufacturingSku, pageCount: pageCountOfBook, isbn: isbnOf(product) }
  return {
    measures: measuresOf(review.catalog, product.manufacturingSku, pageCount),
    files: await Promise.all(
      uploaded.map(async ({ part, sha256, uploadedAt }) => ({
        ...presentFile(review, {
          part,
          file: await review.files.find(accountId, sha256),
          book,
          url,
          findings: findings.filter(({ file }) => file === part),
        }),
        source: 'upload' as const,
        uploadedAt,
      })),
    ),
  }
}

type ReviewedItem = { sku: string; files: ReviewedFile[] }
type ReviewedItems = { items: ReviewedItem[] }
type BookFiles = Record<Part, { url: string | null; sha256: string | null }> & BookSize

/** The files of an order, item by item, with its findings. */
export const orderFiles = (review: FileReview, order: Order, url: string): Promise<ReviewedItems> =>
  reviewBooks(review, order, order.books.map(filesOfBook), url)

/**
 * The files of a print job. Findings come from the current order, so they are shown only for files that it still has.
 */
export const jobFiles = (review: FileReview, { ticket }: PrintJob, order: Order, url: string): Promise<ReviewedItems> =>
  reviewBooks(
    review,
    order,
    ticket.items.map((book, i) => filesOfTicket(book, order.books[i]?.isbn)),
    url,
  )

/** One book of an order, for a viewer; null when the order has no such item. */
export async function orderBook(review: FileReview, order: Order, item: number, url: string): Promise<BookView | null> {
  const book = order.books[item]
  return book === undefined ? null : viewOf(review, order, { book: filesOfBook(book), item, url })
}

export async function jobBook(
  review: FileReview,
  { ticket }: PrintJob,
  order: Order,
  item: number,
  url: string,
): Promise<BookView | null> {
  const book = ticket.items[item]
  return book === undefined
    ? null
    : viewOf(review, order, { book: filesOfTicket(book, order.books[item]?.isbn), item, url })
}

async function viewOf(review: FileReview, order: Order, place: ItemOfBook): Promise<BookView> {
  const { sku, files } = await reviewBook(review, order, place)
  const title = order.books[place.item]?.title ?? null
  const book = { ...place.book, accountId: order.accountId, sku, title }
  return bookView(review, book, files, `${place.url}/${place.item}`)
}

/** Refuses with `not_found`. */
export async function productBook(review: FileReview, accountId: string, sku: string): Promise<BookView> {
  const product = await productOf(review.db, accountId, sku)
  const { files } = await productFilesOf(review, accountId, sku)
  const { name: title, manufacturingSku } = product
  const pageCount = await pageCountOf(review, accountId, product)
  const url = `${review.origin}/products/${encodeURIComponent(sku)}/files`
  return bookView(review, { accountId, sku, title, manufacturingSku, pageCount, isbn: isbnOf(product) }, files, url)
}

async function reviewBooks(
  review: FileReview,
  order: Order,
  bookFiles: BookFiles[],
  url: string,
): Promise<ReviewedItems> {
  return { items: await Promise.all(bookFiles.map((book, i) => reviewBook(review, order, { book, item: i, url }))) }
}

/** `url` is the address of the files of all items. */
type ItemOfBook = { book: BookFiles; item: number; url: string }

async function reviewBook(
  review: FileReview,
  { accountId, books, request, state }: Order,
  { book, item, url }: ItemOfBook,
): Promise<ReviewedItem> {
  const problems = [...state.errors, ...state.warnings]
  const files = await Promise.all(
    parts.map(async (part): Promise<ReviewedFile | null> => {
      const { url: address, sha256 } = book[part]
      if (address === null && sha256 === null) return null
      const file = sha256 === null ? null : await review.files.find(accountId, sha256)
      const pointer = `/orderItems/${item}/product/${part}Url`
      const isOfOrder = sha256 === filesOfBook(books[item]!)[part].sha256
      const findings = isOfOrder
        ? problems.filter(problem => problem.pointer === pointer).map(problem => findingOf(problem, part))
        : []
      return {
        ...presentFile(review, { part, file, book, url: `${url}/${item}`, findings }),
        sha256,
        source: address === null || uploadIn(address) !== null ? 'upload' : 'address',
        uploadedAt: null,
      }
    }),
  )
  return { sku: request.orderItems[item]!.sku, files: files.filter(file => file !== null) }
}

const noFile = { url: null, sha256: null }
const filesOfTicket = (
  { files: { cover, guts }, manufacturingSku, pageCount }: PrintJob['ticket']['items'][number],
  isbn: BookIsbn | null = null,
): BookFiles => ({
  cover: cover ?? noFile,
  guts: guts ?? noFile,
  manufacturingSku,
  pageCount,
  isbn,
})
const filesOfBook = (book: Book): BookFiles => ({
  cover: { url: book.coverUrl, sha256: book.coverSha256 ?? null },
  guts: { url: book.gutsUrl, sha256: book.gutsSha256 ?? null },
  manufacturingSku: book.manufacturingSku,
  pageCount: book.pageCount,
  isbn: book.isbn ?? null,
})

type BookSize = { manufacturingSku: string; pageCount: number | null; isbn: BookIsbn | null }
type PartOfBook = { part: Part; file: StoredFile | null; book: BookSize; url: string; findings: PublicFinding[] }

function presentFile({ catalog }: FileReview, { part, file, book, url, findings }: PartOfBook) {
  const pageCount = file === null ? null : pagesIn(file)
  const sha256 = file?.sha256 ?? null
  const readableSha256 = pageCount === null ? null : sha256
  const previewFiles = part === 'cover' ? { cover: readableSha256, guts: null } : { cover: null, guts: readableSha256 }
  const previews = previewsOf({ files: previewFiles, pageCount, findings }, () => '')
  const lines = previews.flatMap(({ page }) =>
    file === null ? [] : linesOfFile(catalog, file, { ...book, part, page }),
  )
  return {
    part,
    sha256,
    bytes: file?.bytes ?? null,
    pageCount,
    findings,
    previews: previews.map(preview => ({ ...preview, url: `${url}/${part}/preview/${preview.page}` })),
    lines: [...new Set(lines.map(({ kind }) => kind))],
  }
}

const findingOf = ({ code, detail, ...rest }: Problem, part: Part): PublicFinding => ({
  code,
  severity: rest.severity ?? 'error',
  file: rest.file ?? part,
  pages: rest.pages ?? null,
  got: rest.got ?? null,
  expected: rest.expected ?? null,
  tolerance: rest.tolerance ?? null,
  message: rest.message ?? detail,
  fix: rest.fix ?? '',
  ...(rest.place === undefined ? {} : { place: rest.place }),
})

const pagesIn = ({ reading }: StoredFile): number | null => (reading.kind === 'read' ? reading.facts.pageCount : null)

const isbnOf = ({ isbn, priceAddOn, barcode }: Product): BookIsbn | null =>
  isbn === null ? null : { isbn, addOn: priceAddOn, barcode }

async function productOf(db: Db, accountId: string, sku: string): Promise<Product> {
  const product = await readProduct(db, accountId, sku)
  if (product === null) throw productNotFound(sku)
  return product
}

async function pageCountOf(
  { db, files }: Pick<FileReview, 'db' | 'files'>,
  accountId: string,
  { sku, pageCount }: Product,
): Promise<number | null> {
  const guts = (await productFiles(db, accountId, sku)).find(file => file.part === 'guts')
  const file = guts && (await files.find(accountId, guts.sha256))
  return (file ? pagesIn(file) : null) ?? pageCount
}
