// The requirements of a SKU for the files of a book, from the operator's geometry.

import type { BookRequirements } from '../../artwork/artwork.ts'
import type { PublicFinding } from '../../artwork/checkStore.ts'
import { type Expected, isRecto } from '../../artwork/preflight/expectedFiles.ts'
import type { PrintFacts } from '../../artwork/preflight/fileReport.ts'
import type { PictureLine } from '../../artwork/preflight/picture.ts'
import { isbnProblems } from '../../artwork/preflight/rules/isbn.ts'
import { layoutProblems } from '../../artwork/preflight/rules/layout.ts'
import { isLocated, type PlacedFinding, placesOf } from '../../artwork/preflight/rules/places.ts'
import { allowedPageCount } from '../../base/pageCounts.ts'
import type { BookIsbn } from '../../base/text/isbn.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import { coverInches, pageInches } from '../../catalog/measures.ts'
import { coverLines, type PageLine, sideLines } from '../../catalog/pageLines.ts'
import { pressOf } from '../../catalog/press.ts'

/** Null for a SKU that is not in the catalog. */
export function requirementsOf(catalog: Catalog, manufacturingSku: string): BookRequirements | null {
  const sku = catalog.get(manufacturingSku)
  if (sku === undefined) return null
  return (pageCount): Expected => {
    // Another page count is reported separately.
    const allowed = allowedPageCount(sku.pages, pageCount)
    return {
      pages: sku.pages,
      toleranceInches: sku.geometry.sizeToleranceInches,
      cover: coverInches(sku, allowed),
      guts: pageInches(sku, allowed),
      press: pressOf(sku),
    }
  }
}

/** The lines that a viewer draws over the pages, in inches; for the next page count that the SKU allows. */
export function bookInches(catalog: Catalog, manufacturingSku: string, pageCount: number) {
  const sku = catalog.get(manufacturingSku)
  if (sku === undefined) return null
  const allowed = allowedPageCount(sku.pages, pageCount)
  return { cover: coverInches(sku, allowed), pages: pageInches(sku, allowed) }
}

/** The lines over the cover, and over right-hand and left-hand pages, in inches. */
export function bookLines(catalog: Catalog, manufacturingSku: string, pageCount: number) {
  const inches = bookInches(catalog, manufacturingSku, pageCount)
  if (inches === null) return null
  const { cover, pages } = inches
  return { cover: coverLines(cover), recto: sideLines(pages, 'recto'), verso: sideLines(pages, 'verso') }
}

export type PageOfBook = {
  manufacturingSku: string
  pageCount: number | null
  isbn?: BookIsbn | null
  part: 'cover' | 'guts'
  page: number
}

/**
 * The places of the layout and of ISBNs, and of these other findings, on all pages. The layout needs the page count
 * of the book.
 */
export function problemsIn(
  catalog: Catalog,
  facts: PrintFacts,
  book: Omit<PageOfBook, 'page'>,
  findings: Pick<PublicFinding, 'code' | 'pages'>[],
): PlacedFinding[] {
  const { manufacturingSku, pageCount, part, isbn = null } = book
  const expected = requirementsOf(catalog, manufacturingSku)
  if (expected === null) return isbnProblems(facts, isbn, null)
  const layout = pageCount === null ? [] : layoutProblems(part, facts, expected(pageCount), pageCount)
  const { press, cover, [part]: file } = expected(pageCount ?? 1)
  const ofIsbn = isbnProblems(facts, isbn, part === 'cover' && pageCount !== null ? cover : null)
  const drawn = [...Map.groupBy(findings, ({ code }) => code)].flatMap(([code, ofCode]) =>
    isLocated(code) ? placesOf(code, ofCode, facts, { press, file }) : [],
  )
  return [...layout, ...ofIsbn, ...drawn]
}

/** Colors, fonts and the like are not marked in pictures: the marks would often hide the whole page. */
export const problemsOn = (catalog: Catalog, facts: PrintFacts, { page, ...book }: PageOfBook): PictureLine[] =>
  problemsIn(catalog, facts, book, [])
    .filter(problem => problem.page === page)
    .map(({ place }) => ({ kind: 'problem', area: place }))

/** Pictures show where the book is cut and folded, but no areas at the binding or for the barcode. */
const isInPictures = (line: PageLine): line is PageLine & PictureLine =>
  line.kind !== 'gutter' && line.kind !== 'punch' && line.kind !== 'barcode'

/** The lines that are drawn over a picture of a page; none while the page count of the book is unknown. */
export function linesOn(catalog: Catalog, { manufacturingSku, pageCount, part, page }: PageOfBook): PictureLine[] {
  const inches = pageCount === null ? null : bookInches(catalog, manufacturingSku, pageCount)
  if (inches === null) return []
  const { cover, pages } = inches
  const side = isRecto(pages, page) ? 'recto' : 'verso'
  return (part === 'cover' ? coverLines(cover) : sideLines(pages, side)).filter(isInPictures)
}
