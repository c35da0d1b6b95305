// What a SKU requires of the files of a book, from the operator's geometry, in the terms of the check.

import type { Demands } from '../../artwork/check.ts'
import { type Expected, type ExpectedFile, hasBleed } from '../../artwork/preflight/expected.ts'
import type { PictureLine } from '../../artwork/preflight/picture.ts'
import type { Catalog, ManufacturingSku } from '../../catalog/catalog.ts'
import { coverInches, pageInches } from '../../catalog/measures.ts'

export const demandsOf =
  (catalog: Catalog): Demands =>
  manufacturingSku => {
    const sku = catalog.get(manufacturingSku)
    if (sku === undefined) return null
    return (pageCount): Expected => {
      const made = nearestPageCount(sku, pageCount)
      return {
        pages: sku.pages,
        toleranceInches: sku.geometry.sizeToleranceInches,
        cover: coverInches(sku, made),
        guts: pageInches(sku, made),
      }
    }
  }

/**
 * A page count that the SKU does not allow is reported separately; the files are compared with the next allowed one.
 */
function nearestPageCount({ pages: { min, max, step } }: ManufacturingSku, pageCount: number): number {
  const steps = Math.ceil((Math.min(Math.max(pageCount, min), max) - min) / step)
  return Math.min(min + steps * step, max - ((max - min) % step))
}

type PageOfBook = { manufacturingSku: string; pageCount: number | null; part: 'cover' | 'guts'; page: number }

/** The lines that are drawn over a picture of a page; none while the page count of the book is unknown. */
export function linesOn(catalog: Catalog, { manufacturingSku, pageCount, part, page }: PageOfBook): PictureLine[] {
  const sku = catalog.get(manufacturingSku)
  if (sku === undefined || pageCount === null) return []
  const made = nearestPageCount(sku, pageCount)
  if (part === 'guts') {
    const { width, height, trim, recto, verso } = pageInches(sku, made)
    return [
      ...bleedOf({ width, height, trim }),
      { kind: 'trim', area: trim },
      { kind: 'safe', area: (page % 2 === 1 ? recto : verso).safe },
    ]
  }
  const { width, height, trim, spineArea, hingeBack, hingeFront, ...safe } = coverInches(sku, made)
  return [
    ...bleedOf({ width, height, trim }),
    { kind: 'trim', area: trim },
    ...lines('fold', [spineArea, hingeBack, hingeFront]),
    ...lines('safe', [safe.safeBack, safe.safeSpine, safe.safeFront]),
  ]
}

/** The bleed, or the wrap of a hard cover, reaches to the edges of the file. */
const bleedOf = (file: ExpectedFile): PictureLine[] =>
  hasBleed(file) ? [{ kind: 'bleed', area: { x: 0, y: 0, width: file.width, height: file.height } }] : []

const lines = (kind: PictureLine['kind'], areas: (PictureLine['area'] | null)[]): PictureLine[] =>
  areas.filter(area => area !== null).map(area => ({ kind, area }))
