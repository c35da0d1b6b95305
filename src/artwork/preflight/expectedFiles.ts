// The files that a product of a given page count requires; lengths in inches. `coverInches` and `pageInches` of the
// catalog fit as they are.

import type { PageCounts } from '../../base/pageCounts.ts'
import type { Box, PageShape } from '../pdfReader/pdfReader.ts'
import type { Code, Severity } from './codes.ts'

/** Measured from the lower left corner of the whole file. */
export type Area = { x: number; y: number; width: number; height: number }

export type Size = { width: number; height: number }

/** `trim` belongs to a cover or a right-hand page, `verso` to a left-hand page. Only pages have a binding edge. */
export type ExpectedFile = Size & { trim: Area; verso?: { trim: Area }; bindingEdge?: 'left' | 'right' }

/** Null for a spine, a text on the spine or a flap that the book does not have. `punch` is 0 without holes. */
type ExpectedCover = ExpectedFile & {
  spine: number
  back: Area
  spineArea: Area | null
  front: Area
  safeBack: Area
  safeSpine: Area | null
  safeFront: Area
  barcode: Area
  flapBack: Area | null
  flapFront: Area | null
  safeFlapBack: Area | null
  safeFlapFront: Area | null
  punch: number
}

/** `recto` is a right-hand page, bound on its left; `verso` is a left-hand page. */
type ExpectedPages = ExpectedFile & {
  gutter: number
  /** The strip at the binding of a coil-bound book; 0 for others. */
  punch: number
  recto: { safe: Area }
  verso: { trim: Area; safe: Area }
}

/** The limits of the press, and how severe it is where a file asks for more. */
export type Press = {
  pageInks: 'black' | 'color'
  maxInkPercent: number
  minTintPercent: number
  minLinePoints: number
  minTextPoints: number
  minReversedTextPoints: number
  minRichTextPoints: number
  minPpi: number
  goodPpi: number
  maxPpi: number
  minBitonalPpi: number
  maxBlankPages: number
  /** A file must have one of these versions of PDF/X. If there are none, any PDF is allowed. */
  pdfx: string[]
  severities: Partial<Record<Code, Severity | 'off'>>
}

export type Expected = {
  pages: PageCounts
  toleranceInches: number
  cover: ExpectedCover
  guts: ExpectedPages
  press: Press
}

/** Points from the edges of the file: lines and small text that end within them are taken for printer's marks. */
export function reachOfBleed({ trim, width, height }: ExpectedFile): number {
  const bleeds = [trim.x, trim.y, width - trim.x - trim.width, height - trim.y - trim.height]
  return Math.max(...bleeds) * 72 + 0.5
}

/** More than the error of rounding to thousandths of a point. */
const roundingInches = 0.0001

export const isNear = (got: number, expected: number, toleranceInches: number): boolean =>
  Math.abs(got - expected) <= toleranceInches + roundingInches

/** A right-hand page, bound on its left. A book that is bound at its right begins with a left-hand page. */
export const isRecto = ({ bindingEdge = 'left' }: Pick<ExpectedFile, 'bindingEdge'>, page: number): boolean =>
  (page % 2 === 1) === (bindingEdge === 'left')

export const trimOf = (file: ExpectedFile, page: number): Area =>
  file.verso === undefined || isRecto(file, page) ? file.trim : file.verso.trim

/** Left-hand pages are trimmed elsewhere where the binding has another bleed than the other sides. */
export const isMirrored = ({ trim, verso }: ExpectedFile): boolean => verso !== undefined && verso.trim.x !== trim.x

/** Whether more than the trimmed book is printed, so that a file must define what is cut off. */
export const hasBleed = ({ width, height, trim }: ExpectedFile): boolean => trim.width < width || trim.height < height

export type MeasuredPage = Pick<PageShape, 'shown' | 'trim'>

/**
 * How far each side of a page ends beyond its bleed, in inches, from the TrimBox: left, bottom, right, top. Null
 * without a TrimBox of the size of the book.
 */
export function beyondBleed(
  { shown, trim: own }: MeasuredPage,
  file: ExpectedFile,
  page: number,
  toleranceInches: number,
) {
  if (shown === null || own === null) return null
  const [left, bottom, right, top] = own.map(side => side / 72) as Box
  const trim = trimOf(file, page)
  if (!isNear(right - left, trim.width, toleranceInches) || !isNear(top - bottom, trim.height, toleranceInches))
    return null
  const off: Box = [
    left - trim.x,
    bottom - trim.y,
    shown.width / 72 - right - (file.width - trim.x - trim.width),
    shown.height / 72 - top - (file.height - trim.y - trim.height),
  ]
  return off
}

/** As if a page on its side were upright; the bleeds of its ends are alike. */
export function lyingAsUpright({ shown, trim }: MeasuredPage): MeasuredPage {
  return {
    shown: shown && { width: shown.height, height: shown.width },
    trim: trim && [trim[1], trim[0], trim[3], trim[2]],
  }
}

/**
 * The trim and each side's bleed may be off by the tolerance each: of a whole page, their errors would add up. A page
 * without a TrimBox is measured as a whole.
 */
export function isOfSize(shape: MeasuredPage, file: ExpectedFile, page: number, toleranceInches: number): boolean {
  const { shown } = shape
  if (shown === null) return false
  const isWhole =
    isNear(shown.width / 72, file.width, toleranceInches) && isNear(shown.height / 72, file.height, toleranceInches)
  return (
    isWhole || (beyondBleed(shape, file, page, toleranceInches)?.every(off => isNear(off, 0, toleranceInches)) ?? false)
  )
}
