// A print file that a person has uploaded before it belongs to a product: the books whose pages it fits, and the
// products that have it already.

import { sql } from 'kysely'
import type { Words } from '../../../languages/texts.ts'
import { bookTitleIn } from '../../artwork/documentTitle.ts'
import type { Part, StoredFile } from '../../artwork/fileStore.ts'
import { fileUrlOf } from '../../artwork/fileUrl.ts'
import { isNear } from '../../artwork/preflight/expectedFiles.ts'
import type { Catalog, ManufacturingSku } from '../../catalog/catalog.ts'
import type { Db } from '../../db/db.ts'
import { bookInches } from './requirements.ts'

type UploadedFile = {
  fileUrl: string
  sha256: string
  bytes: number
  /** Null for a file that cannot be read as a PDF. */
  pageCount: number | null
  /** Of the first page, in inches. */
  pageSize: { width: number; height: number } | null
  /** The manufacturing SKUs of the books that are sold whose pages have its size and number. */
  books: string[]
  /** The products that can be ordered and have the file. */
  products: { sku: string; part: Part }[]
  /** The title in the file, where it may be that of a book. */
  title: string | null
  /** Why the file cannot be read as a PDF. */
  problem: Words | null
}

const pointsPerInch = 72

export async function describeUpload(
  { db, catalog }: { db: Db; catalog: Catalog },
  { accountId, sha256, bytes, reading }: StoredFile,
): Promise<UploadedFile> {
  const facts = reading.kind === 'read' ? reading.facts : null
  const shown = facts?.shapes[0]?.shown ?? null
  const pageSize = shown && { width: shown.width / pointsPerInch, height: shown.height / pointsPerInch }
  const { rows: products } = await sql<{ sku: string; part: Part }>`
    select f.sku, f.part
    from product_files f
    join products p using (account_id, sku)
    where f.account_id = ${accountId} and f.sha256 = ${sha256} and p.archived_at is null
    order by f.sku, f.part`.execute(db)
  return {
    fileUrl: fileUrlOf(sha256),
    sha256,
    bytes,
    pageCount: facts?.pageCount ?? null,
    pageSize,
    books: facts && pageSize ? booksWith(catalog, { ...pageSize, pageCount: facts.pageCount }) : [],
    products,
    title: bookTitleIn(facts?.title ?? null),
    problem: reading.kind === 'refused' ? (reading.findings[0]?.message ?? null) : null,
  }
}

type Pages = { width: number; height: number; pageCount: number }

/**
 * Pages without bleed fit a book with bleed only where no book has pages of their size. Blank pages may be added up to
 * the next count that a book allows.
 */
function booksWith(catalog: Catalog, { width, height, pageCount }: Pages): string[] {
  const sold = catalog
    .list()
    .filter(({ retired, pages: { min, max } }) => retired !== true && pageCount >= min && pageCount <= max)
  const fitting = (sizeOf: (sku: ManufacturingSku) => { width: number; height: number }) =>
    sold
      .filter(sku => {
        const size = sizeOf(sku)
        const tolerance = sku.geometry.sizeToleranceInches
        return isNear(width, size.width, tolerance) && isNear(height, size.height, tolerance)
      })
      .map(({ manufacturingSku }) => manufacturingSku)
  const inchesOf = ({ manufacturingSku }: ManufacturingSku) => bookInches(catalog, manufacturingSku, pageCount)!.pages
  const whole = fitting(inchesOf)
  return whole.length > 0 ? whole : fitting(sku => inchesOf(sku).trim)
}
