// The requirements of a SKU for the files of a book, from the operator's geometry.

import type { BookRequirements } from '../../artwork/artwork.ts'
import { type Expected, type ExpectedFile, hasBleed } from '../../artwork/preflight/expectedFiles.ts'
import type { PrintFacts } from '../../artwork/preflight/facts.ts'
import type { PictureLine } from '../../artwork/preflight/picture.ts'
import { type LayoutProblem, layoutProblems } from '../../artwork/preflight/rules/layout.ts'
import type { Catalog, ManufacturingSku } from '../../catalog/catalog.ts'
import { coverInches, pageInches } from '../../catalog/measures.ts'
import { pressOf } from '../../catalog/press.ts'

/** Null for a SKU that is not in the catalog. */
export function requirementsOf(catalog: Catalog, manufacturingSku: string): BookRequirements | null {
  const sku = catalog.get(manufacturingSku)
  if (sku === undefined) return null
  return (pageCount): Expected => {
    const allowed = nearestPageCount(sku, pageCount)
    return {
      pages: sku.pages,
      toleranceInches: sku.geometry.sizeToleranceInches,
      cover: coverInches(sku, allowed),
      guts: pageInches(sku, allowed),
      press: pressOf(sku),
    }
  }
}

/**
 * A page count that the SKU does not allow is reported separately; the files are compared with the next allowed count.
 */
function nearestPageCount({ pages: { min, max, step } }: ManufacturingSku, pageCount: number): number {
  const steps = Math.ceil((Math.min(Math.max(pageCount, min), max) - min) / step)
  return Math.min(min + steps * step, max - ((max - min) % step))
}

/** What a viewer draws over the pages, in inches; for the next page count that the SKU allows. */
export function bookInches(catalog: Catalog, manufacturingSku: string, pageCount: number) {
  const sku = catalog.get(manufacturingSku)
  if (sku === undefined) return null
  const allowed = nearestPageCount(sku, pageCount)
  return { cover: coverInches(sku, allowed), pages: pageInches(sku, allowed) }
}

export type PageOfBook = { manufacturingSku: string; pageCount: number | null; part: 'cover' | 'guts'; page: number }

/** The places of findings on all pages; none while the page count of the book is unknown. */
export function problemsIn(catalog: Catalog, facts: PrintFacts, book: Omit<PageOfBook, 'page'>): LayoutProblem[] {
  const { manufacturingSku, pageCount, part } = book
  const expected = requirementsOf(catalog, manufacturingSku)
  return expected === null || pageCount === null ? [] : layoutProblems(part, facts, expected(pageCount), pageCount)
}

export const problemsOn = (catalog: Catalog, facts: PrintFacts, { page, ...book }: PageOfBook): PictureLine[] =>
  problemsIn(catalog, facts, book)
    .filter(problem => problem.page === page)
    .map(({ place }) => ({ kind: 'problem', area: place }))

/** The lines that are drawn over a picture of a page; none while the page count of the book is unknown. */
export function linesOn(catalog: Catalog, { manufacturingSku, pageCount, part, page }: PageOfBook): PictureLine[] {
  const sku = catalog.get(manufacturingSku)
  if (sku === undefined || pageCount === null) return []
  const allowed = nearestPageCount(sku, pageCount)
  if (part === 'guts') {
    const { width, height, recto, verso } = pageInches(sku, allowed)
    const { trim, safe } = page % 2 === 1 ? recto : verso
    return [...bleedOf({ width, height, trim }), { kind: 'trim', area: trim }, { kind: 'safe', area: safe }]
  }
  const { width, height, trim, spineArea, hingeBack, hingeFront, ...areas } = coverInches(sku, allowed)
  return [
    ...bleedOf({ width, height, trim }),
    { kind: 'trim', area: trim },
    ...lines('fold', [spineArea, hingeBack, hingeFront]),
    ...lines('safe', [areas.safeBack, areas.safeSpine, areas.safeFront]),
  ]
}

/** The bleed, or the wrap of a hard cover, reaches to the edges of the file. */
const bleedOf = (file: ExpectedFile): PictureLine[] =>
  hasBleed(file) ? [{ kind: 'bleed', area: { x: 0, y: 0, width: file.width, height: file.height } }] : []

const lines = (kind: PictureLine['kind'], areas: (PictureLine['area'] | null)[]): PictureLine[] =>
  areas.filter(area => area !== null).map(area => ({ kind, area }))
