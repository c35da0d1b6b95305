// The sizes, in inches, that the files of a book must have, from the SKU's data and the page count.
//
//   cover, opened flat:   wrap | back panel | hinge | spine | hinge | front panel | wrap
//   dust jacket:          wrap | flap | fold | back panel | hinge | spine | hinge | front panel | fold | flap | wrap
//
// The cover of a book that is bound at its right has the same parts from right to left.
//
// A panel is the trimmed page, for hard covers a little larger.

import type { ManufacturingSku } from './schema.ts'

export type Size = { widthInches: number; heightInches: number }

/** Rounds sums of binary fractions far below what a press can show, so that equal sizes are equal numbers. */
export const tidy = (inches: number): number => Math.round(inches * 1e6) / 1e6

/** One page with its bleed. */
export function pageSize(sku: ManufacturingSku): Size {
  const { trim, pages } = sku.geometry
  return {
    widthInches: tidy(trim.widthInches + pages.bleedInches + bindingBleedInches(sku)),
    heightInches: tidy(trim.heightInches + 2 * pages.bleedInches),
  }
}

export const bindingBleedInches = ({ geometry: { pages } }: ManufacturingSku): number =>
  pages.bindingBleedInches ?? pages.bleedInches

/** Books in Hebrew and in Arabic, and manga, are bound at their right. */
export const bindingEdgeOf = ({ geometry }: ManufacturingSku): 'left' | 'right' => geometry.bindingEdge ?? 'left'

/** The front or the back of the cover; of a hard cover, each board. */
export function panelSize({ geometry: { trim, cover } }: ManufacturingSku): Size {
  return {
    widthInches: tidy(trim.widthInches + cover.panelGrowth.widthInches),
    heightInches: tidy(trim.heightInches + cover.panelGrowth.heightInches),
  }
}

/** By how a book is bound: its pages, its cover and its boards follow from it. */
export function bindingOf({ geometry: { spine, cover, punchInches } }: ManufacturingSku) {
  if (punchInches !== undefined) return 'coil'
  if (spine.kind === 'none') return 'stapled'
  return cover.edge === 'folded' || cover.flapInches !== undefined ? 'hard' : 'soft'
}

/** The part of a dust jacket beyond each panel, on the side away from the spine. */
export const flapWithFoldInches = ({ flapInches = 0, flapFoldInches = 0 }: ManufacturingSku['geometry']['cover']) =>
  flapInches + flapFoldInches

/** The cover opened flat as it is on the book: without bleed or wrap. */
export function finishedCoverSize(sku: ManufacturingSku, pageCount: number): Size {
  const panel = panelSize(sku)
  const { cover } = sku.geometry
  const side = panel.widthInches + cover.hingeInches + flapWithFoldInches(cover)
  return {
    widthInches: tidy(2 * side + spineInches(sku, pageCount)),
    heightInches: panel.heightInches,
  }
}

/** The whole cover as one page of a file. */
export function coverSize(sku: ManufacturingSku, pageCount: number): Size {
  const { widthInches, heightInches } = finishedCoverSize(sku, pageCount)
  const { wrapInches } = sku.geometry.cover
  return { widthInches: tidy(widthInches + 2 * wrapInches), heightInches: tidy(heightInches + 2 * wrapInches) }
}

/** The thickness of the book at its spine; 0 for a stapled or coil-bound book. */
export function spineInches({ geometry: { spine } }: ManufacturingSku, pageCount: number): number {
  switch (spine.kind) {
    case 'none':
      return 0
    case 'banded':
      return bandOf(spine.bands, pageCount)
    case 'formula': {
      const exact = tidy(pageCount / spine.pagesPerInch + spine.baseInches)
      const step = spine.roundUpToInches
      return step === undefined ? exact : tidy(Math.ceil(tidy(exact / step)) * step)
    }
    default:
      return spine satisfies never
  }
}

/** The text-free margin on the binding side of a page, in addition to the safe distance. */
export const gutterInches = (sku: ManufacturingSku, pageCount: number): number =>
  bandOf(sku.geometry.pages.gutter, pageCount)

export function hasSpineText({ geometry: { cover } }: ManufacturingSku, pageCount: number): boolean {
  return cover.spineTextFromPages !== null && pageCount >= cover.spineTextFromPages
}

function bandOf(bands: { fromPages: number; inches: number }[], pageCount: number): number {
  const band = bands.findLast(({ fromPages }) => fromPages <= pageCount)
  if (band === undefined) throw new RangeError(`no band for ${pageCount} pages`)
  return band.inches
}
