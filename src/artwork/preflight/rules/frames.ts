// Pages of another size whose boxes can be set right without a change to what is printed: with blank bleed, without the
// marks around the bleed, or without a CropBox that hides the bleed.

import type { Box, PageRuns, PageShape, Repair } from '../../pdfReader/pdfReader.ts'
import type { Code } from '../codes.ts'
import { beyondBleed, type ExpectedFile, hasBleed, isMirrored, isNear, isRecto, trimOf } from '../expectedFiles.ts'
import type { PrintFacts } from '../fileReport.ts'
import type { FileName } from '../finding.ts'
import { pagesIn, runsOf } from '../pages.ts'

const pointsPerInch = 72
/** Trimming is off by up to a sixteenth of an inch. */
const minToTrimPoints = 4.5

export type Frame = { code: Code; pages: PageRuns; repair: Repair }

/**
 * The frames for pages of one shape, all of one side where left-hand pages are trimmed elsewhere. Pages without a frame
 * have a wrong size.
 */
export function framesOf(
  file: FileName,
  shape: PageShape,
  expected: ExpectedFile,
  toleranceInches: number,
  { rendering }: PrintFacts,
): Frame[] {
  const { shown, pages, media, bleed } = shape
  if (shown === null || !hasBleed(expected)) return []
  const isAs = (got: number, expectedPoints: number) =>
    isNear(got / pointsPerInch, expectedPoints / pointsPerInch, toleranceInches)
  const hasSize = ([left, bottom, right, top]: Box, width: number, height: number) =>
    isAs(right - left, width) && isAs(top - bottom, height)
  const points = inPoints({ ...expected, trim: trimOf(expected, pages[0]![0]) })
  const { trim } = points
  const whole: Box = [0, 0, shown.width, shown.height]
  const trimIn = ([left, bottom]: Box): Box => [
    left + trim.x,
    bottom + trim.y,
    left + trim.x + trim.width,
    bottom + trim.y + trim.height,
  ]
  const inside = (box: Box, code: Code): Frame[] => [
    { code, pages, repair: { kind: 'frame', pages, file: box, trim: trimIn(box) } },
  ]

  if (media !== null && hasSize(media, points.width, points.height)) {
    const hidesOnlyBleed = trimIn(media).every((side, i) => isAs(side, whole[i]!))
    if (hidesOnlyBleed) return inside(media, 'crop_box_reset')
  }
  const isWithin = (side: number, i: number) => (i < 2 ? side >= -0.01 : side <= whole[i]! + 0.01)
  if (bleed?.every(isWithin) && hasSize(bleed, points.width, points.height)) return inside(bleed, 'page_cropped')
  const off = beyondBleed(shape, expected, pages[0]![0], toleranceInches)
  if (off?.every(inches => inches >= -toleranceInches - 0.0001)) {
    const own = shape.trim!
    const around: Box = [
      Math.max(own[0] - trim.x, 0),
      Math.max(own[1] - trim.y, 0),
      Math.min(own[2] + points.width - trim.x - trim.width, shown.width),
      Math.min(own[3] + points.height - trim.y - trim.height, shown.height),
    ]
    return [{ code: 'page_cropped', pages, repair: { kind: 'frame', pages, file: around, trim: own } }]
  }
  if (file === 'cover') return []

  const extended = (from: PageRuns, box: Box, trimmed: Box): Frame[] =>
    from.length === 0
      ? []
      : [{ code: 'bleed_added', pages: from, repair: { kind: 'extend', pages: from, file: box, trim: trimmed } }]
  const aroundTrim: Box = [-trim.x, -trim.y, points.width - trim.x, points.height - trim.y]
  const trimmed: Box = [0, 0, trim.width, trim.height]
  if (hasSize(whole, trim.width, trim.height))
    return extended(pagesClearOfEdges(pages, shown, rendering), aroundTrim, trimmed)

  // Right-hand pages are bound on their left.
  if (isMirrored(expected) || !hasSize(whole, points.width - trim.x, points.height)) return []
  const numbers = pagesIn(pages)
  const recto = runsOf(numbers.filter(page => isRecto(expected, page)))
  const verso = runsOf(numbers.filter(page => !isRecto(expected, page)))
  const atLeft: Box = [-trim.x, 0, points.width - trim.x, points.height]
  const atRight: Box = [0, 0, points.width, points.height]
  return [...extended(recto, atLeft, trimIn(atLeft)), ...extended(verso, atRight, trimIn(atRight))]
}

function pagesClearOfEdges(
  pages: PageRuns,
  { width, height }: NonNullable<PageShape['shown']>,
  { inks }: PrintFacts['rendering'],
): PageRuns {
  const isClear = (box: Box | null) =>
    box === null || Math.min(box[0], box[1], width - box[2], height - box[3]) >= minToTrimPoints
  const clear = new Set(inks.filter(({ box }) => isClear(box)).flatMap(ink => pagesIn(ink.pages)))
  return runsOf(pagesIn(pages).filter(page => clear.has(page)))
}

function inPoints({ width, height, trim }: ExpectedFile): ExpectedFile {
  const points = (inches: number) => inches * pointsPerInch
  return {
    width: points(width),
    height: points(height),
    trim: { x: points(trim.x), y: points(trim.y), width: points(trim.width), height: points(trim.height) },
  }
}
