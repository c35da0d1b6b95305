// The files of products and orders as people see them: uploaded, judged, viewed.

import type { CheckBook } from '../../artwork/check.ts'
import { nothingSpent } from '../../artwork/check.ts'
import type { PublicFinding } from '../../artwork/checks.ts'
import type { Files } from '../../artwork/files.ts'
import type { Pictures } from '../../artwork/pictures.ts'
import type { PictureLine } from '../../artwork/preflight/picture.ts'
import {
  type ProductFile,
  type ProductFileKey,
  productFiles,
  putProductFile,
  removeProductFile,
  uploadedBytes,
} from '../../artwork/productFiles.ts'
import type { KeptFile, Part } from '../../artwork/store.ts'
import { type Problem, Refusal } from '../../base/refusal.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import type { Db } from '../../db/db.ts'
import type { PrintJob } from '../../printer/printer.ts'
import { productNotFound } from '../../products/products.ts'
import { type Product, readProduct } from '../../products/store.ts'
import type { Book, Order } from '../order.ts'
import { linesOn } from './expected.ts'
import { measuresOf, type Preview, previewsOf } from './presentCheck.ts'

const pictureWidthPx = 1000
const parts = ['cover', 'guts'] as const

export type FileDesk = {
  db: Db
  files: Files
  checkBook: CheckBook
  catalog: Catalog
  origin: string
  mostBytes: number
  /** The most that one account may store in uploaded files. */
  uploadQuotaBytes: number
  /** A WebP image of a page with its lines; null when there is none. Throws Refusal file_not_kept. */
  picture(ask: PageOfBook): Promise<Buffer | null>
  productPicture(ask: ProductFileKey & { page: number }): Promise<Buffer | null>
}

type PageOfBook = {
  accountId: string
  sha256: string
  part: Part
  page: number
  manufacturingSku: string
  pageCount: number | null
}

type Deps = Pick<FileDesk, 'db' | 'files' | 'checkBook' | 'catalog' | 'origin' | 'mostBytes' | 'uploadQuotaBytes'> & {
  pictures: Pictures
}

export function openFileDesk({ pictures, ...desk }: Deps): FileDesk {
  const picture: FileDesk['picture'] = async ({ accountId, sha256, part, page, manufacturingSku, pageCount }) => {
    const file = await desk.files.find(accountId, sha256)
    if (file === null) throw notKept()
    if (page > (pagesIn(file) ?? 0)) return null
    const lines = linesOn(desk.catalog, { manufacturingSku, pageCount, part, page })
    return pictures.of(file, { page, widthPx: pictureWidthPx, lines })
  }
  return {
    ...desk,
    picture,
    async productPicture({ accountId, sku, part, page }) {
      const product = await productOf(desk.db, accountId, sku)
      const own = (await productFiles(desk.db, accountId, sku)).find(one => one.part === part)
      if (own === undefined) return null
      const { manufacturingSku } = product
      const pageCount = await pageCountOf(desk, accountId, product)
      return picture({ accountId, sha256: own.sha256, part, page, manufacturingSku, pageCount })
    },
  }
}

const notKept = () =>
  new Refusal(
    'file_not_kept',
    'The file is no longer stored: files are deleted 60 days after the last order that used them.',
  )

type ShownFile = {
  part: Part
  source: 'upload' | 'address'
  sha256: string | null
  bytes: number | null
  pageCount: number | null
  uploadedAt: Date | null
  findings: PublicFinding[]
  previews: Preview[]
  /** What is drawn over the previews. */
  lines: PictureLine['kind'][]
}

type ProductFiles = { files: ShownFile[]; measures: ReturnType<typeof measuresOf> }

/** Stores a file that comes with a request as the product's own, and returns the findings about it. */
export async function upload(
  desk: FileDesk,
  key: ProductFileKey,
  body: AsyncIterable<Buffer>,
  now: Date,
): Promise<ProductFiles> {
  const { accountId, sku } = key
  await productOf(desk.db, accountId, sku) // before the body is read
  const keptBytes = await uploadedBytes(desk.db, accountId)
  const roomBytes = desk.uploadQuotaBytes - keptBytes
  if (roomBytes <= 0) throw overQuota(desk, keptBytes, 'another file')
  const had = await desk.files.receive(accountId, body, Math.min(desk.mostBytes, roomBytes))
  if (had.kind === 'too_large') {
    if (roomBytes < desk.mostBytes) throw overQuota(desk, keptBytes, `a file of more than ${megabytes(roomBytes)}`)
    throw new Refusal('body_too_large', `A print file can have at most ${megabytes(desk.mostBytes)}.`)
  }
  if (had.kind !== 'had') throw new Refusal('overloaded', 'The file could not be stored just now. Send it again.')
  const { sha256, bytes } = had.file
  await desk.db.transaction().execute(async tx => {
    switch (await putProductFile(tx, key, { sha256, mostBytes: desk.uploadQuotaBytes }, now)) {
      case 'over_quota':
        throw overQuota(desk, keptBytes, `a file of ${megabytes(bytes)}`)
      case 'gone':
        throw new Refusal('overloaded', 'The file could not be stored just now. Send it again.')
    }
  })
  return productFilesOf(desk, accountId, sku)
}

function overQuota({ uploadQuotaBytes }: FileDesk, keptBytes: number, more: string): Refusal {
  const got = `${megabytes(keptBytes)} and ${more}`
  const expected = `at most ${megabytes(uploadQuotaBytes)}`
  const detail = `The uploaded files of an account can have ${expected} in total; got ${got}. Files that no product uses any longer are deleted 60 days after their last use.`
  return new Refusal('upload_quota_exceeded', detail, [
    { pointer: '', code: 'upload_quota_exceeded', detail, got, expected },
  ])
}

const megabytes = (bytes: number): string => `${Math.round(bytes / 100_000) / 10} MB`

/** Throws Refusal not_found. */
export async function removeUpload(desk: FileDesk, key: ProductFileKey): Promise<void> {
  if (!(await removeProductFile(desk.db, key))) {
    throw new Refusal('not_found', `The product ${key.sku} has no uploaded file for ${key.part}.`)
  }
}

/** The two files of a product are judged together, because the width of a cover depends on the pages. */
export async function productFilesOf(desk: FileDesk, accountId: string, sku: string): Promise<ProductFiles> {
  const product = await productOf(desk.db, accountId, sku)
  const uploaded = await productFiles(desk.db, accountId, sku)
  const fileOf = (part: Part) => uploaded.find(one => one.part === part)
  const sourceOf = (part: Part) => (fileOf(part) === undefined ? null : { sha256: fileOf(part)!.sha256 })
  const checked = await desk.checkBook(
    accountId,
    {
      pointers: { cover: '/cover', guts: '/guts' },
      manufacturingSku: product.manufacturingSku,
      declaredPageCount: fileOf('guts') === undefined ? product.pageCount : null,
      cover: sourceOf('cover'),
      guts: sourceOf('guts'),
    },
    nothingSpent(),
  )
  const found = checked.kind === 'checked' ? checked.found : { findings: [], pageCount: null }
  const at = `${desk.origin}/dashboard/api/products/${encodeURIComponent(sku)}/files`
  const book = { manufacturingSku: product.manufacturingSku, pageCount: await pageCountOf(desk, accountId, product) }
  return {
    measures: measuresOf(desk.catalog, product.manufacturingSku, found.pageCount),
    files: await Promise.all(
      uploaded.map(async ({ part, sha256, uploadedAt }) => ({
        ...shown(desk, { part, file: await desk.files.find(accountId, sha256), book, at }),
        source: 'upload' as const,
        uploadedAt,
        findings: found.findings.filter(({ file }) => file === part),
      })),
    ),
  }
}

type ShownItems = { items: { sku: string; files: ShownFile[] }[] }
type Named = Record<Part, { url: string | null; sha256: string | null }> & PicturedBook

/** The files of an order, item by item, with its findings. */
export const orderFiles = (desk: FileDesk, order: Order, at: string): Promise<ShownItems> =>
  filesOf(desk, order, order.books.map(namedIn), at)

/**
 * The files from which a job is printed. The findings are those of the order as it is now, so they are shown only for
 * bytes that are still the order's.
 */
export const jobFiles = (desk: FileDesk, { ticket }: PrintJob, order: Order, at: string): Promise<ShownItems> =>
  filesOf(
    desk,
    order,
    ticket.items.map(({ files: { cover, guts }, manufacturingSku, pageCount }) => ({
      cover: cover ?? noFile,
      guts: guts ?? noFile,
      manufacturingSku,
      pageCount,
    })),
    at,
  )

async function filesOf(
  desk: FileDesk,
  { accountId, books, request, state }: Order,
  named: Named[],
  at: string,
): Promise<ShownItems> {
  const problems = [...state.errors, ...state.warnings]
  const items = await Promise.all(
    named.map(async (item, i) => {
      const files = await Promise.all(
        parts.map(async (part): Promise<ShownFile | null> => {
          const { url, sha256 } = item[part]
          if (url === null && sha256 === null) return null
          const file = sha256 === null ? null : await desk.files.find(accountId, sha256)
          const pointer = `/orderItems/${i}/product/${part}Url`
          const isOfOrder = sha256 === namedIn(books[i]!)[part].sha256
          return {
            ...shown(desk, { part, file, book: item, at: `${at}/${i}` }),
            sha256,
            source: url === null || url.startsWith('urn:sha256:') ? 'upload' : 'address',
            uploadedAt: null,
            findings: isOfOrder ? problems.filter(one => one.pointer === pointer).map(one => findingOf(one, part)) : [],
          }
        }),
      )
      return { sku: request.orderItems[i]!.sku, files: files.filter(one => one !== null) }
    }),
  )
  return { items }
}

const noFile = { url: null, sha256: null }
const namedIn = (book: Book): Named => ({
  cover: { url: book.coverUrl, sha256: book.coverSha256 ?? null },
  guts: { url: book.gutsUrl, sha256: book.gutsSha256 ?? null },
  manufacturingSku: book.manufacturingSku,
  pageCount: book.pageCount,
})

type PicturedBook = { manufacturingSku: string; pageCount: number | null }
type Shown = { part: Part; file: KeptFile | null; book: PicturedBook; at: string }

function shown({ catalog }: Pick<FileDesk, 'catalog'>, { part, file, book, at }: Shown) {
  const pageCount = file === null ? null : pagesIn(file)
  const sha256 = file?.sha256 ?? null
  const readable = pageCount === null ? null : sha256
  const seen = part === 'cover' ? { cover: readable, guts: null } : { cover: null, guts: readable }
  const previews = previewsOf({ files: seen, pageCount }, () => '')
  const lines = previews.flatMap(({ page }) => linesOn(catalog, { ...book, part, page }))
  return {
    part,
    sha256,
    bytes: file?.bytes ?? null,
    pageCount,
    previews: previews.map(one => ({ ...one, url: `${at}/${part}/preview/${one.page}` })),
    lines: [...new Set(lines.map(({ kind }) => kind))],
  }
}

const findingOf = ({ code, detail, ...facts }: Problem, part: Part): PublicFinding => ({
  code,
  severity: facts.severity ?? 'error',
  file: facts.file ?? part,
  pages: facts.pages ?? null,
  got: facts.got ?? null,
  expected: facts.expected ?? null,
  tolerance: facts.tolerance ?? null,
  message: facts.message ?? detail,
  fix: facts.fix ?? '',
})

const pagesIn = ({ reading }: KeptFile): number | null => (reading.kind === 'read' ? reading.facts.pageCount : null)

async function productOf(db: Db, accountId: string, sku: string): Promise<Product> {
  const product = await readProduct(db, accountId, sku)
  if (product === null) throw productNotFound(sku)
  return product
}

async function pageCountOf(
  { db, files }: Pick<FileDesk, 'db' | 'files'>,
  accountId: string,
  { sku, pageCount }: Product,
): Promise<number | null> {
  const guts = (await productFiles(db, accountId, sku)).find((one: ProductFile) => one.part === 'guts')
  const file = guts === undefined ? null : await files.find(accountId, guts.sha256)
  return (file === null ? null : pagesIn(file)) ?? pageCount
}
