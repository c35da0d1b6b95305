// The rules by which print files are judged: the facts of the files against what the product requires. Pure, so that
// facts that were read once can be judged again for another product at no cost. What can be repaired without asking is
// repaired, and reported.

import { type Expected, isNear, type Size } from './expected.ts'
import type { PdfFacts } from './facts.ts'
import { type Finding, finding } from './finding.ts'
import type { Repair } from './repair.ts'
import { judgeCount, judgeDeclared } from './rules/count.ts'
import { judgeDrawing } from './rules/drawing.ts'
import { judgeOrientation, judgeSizes } from './rules/sizes.ts'
import { inchesText, pagesText, sizeText, startOf } from './words.ts'

const pointsPerInch = 72

/** `pageCount` is that of the book, after repairs; null when neither file nor declaration says it. */
export type Judgement = {
  findings: Finding[]
  pageCount: number | null
  repairs: { cover: Repair[]; guts: Repair[] }
}

/**
 * A file that is null is not judged. `expected` is called with any whole number from 1, including page counts that the
 * product does not allow; it then answers for the nearest allowed one.
 */
export function judge(
  files: { cover: PdfFacts | null; guts: PdfFacts | null },
  expected: (pageCount: number) => Expected,
  declaredPageCount: number | null,
): Judgement {
  const { cover, guts } = files
  const { pages } = expected(1)
  const count = guts === null ? judgeDeclared(declaredPageCount, pages) : judgeCount(guts, pages, declaredPageCount)
  const interior = guts === null ? nothing : judgeInterior(guts, expected(count.pageCount ?? 1))
  const outside = cover === null ? nothing : judgeCover(cover, expected, count.pageCount)
  return {
    findings: [...count.findings, ...interior.findings, ...outside.findings],
    pageCount: count.pageCount,
    repairs: { cover: outside.repairs, guts: [...interior.repairs, ...count.repairs] },
  }
}

type Judged = { findings: Finding[]; repairs: Repair[] }

const nothing: Judged = { findings: [], repairs: [] }

function judgeInterior(facts: PdfFacts, { guts, toleranceInches }: Expected): Judged {
  const sizes = judgeSizes('guts', facts, guts, toleranceInches, {
    code: 'page_size_wrong',
    tell: ({ pages, got }) => `${startOf(pages)} ${got}; this product needs ${sizeText(guts)}, including bleed.`,
  })
  return { ...sizes, findings: [...sizes.findings, ...judgeOrientation(facts), ...judgeDrawing('guts', facts, guts)] }
}

function judgeCover(facts: PdfFacts, expected: (pageCount: number) => Expected, pageCount: number | null): Judged {
  const { pages, cover } = expected(pageCount ?? 1)
  const drawing = judgeDrawing('cover', facts, cover)
  if (facts.pageCount !== 1) {
    const notOne = finding('cover', 'cover_not_one_page', {
      got: pagesText(facts.pageCount),
      message: `The cover file has ${pagesText(facts.pageCount)}; a cover is one page with back, spine and front.`,
    })
    return { findings: [notOne, ...drawing], repairs: [] }
  }
  const isKnown = pageCount !== null && pageCount >= pages.min && pageCount <= pages.max
  const sizes = isKnown ? judgeCoverOf(pageCount, facts, expected) : judgeCoverOfAny(facts, expected)
  return { ...sizes, findings: [...sizes.findings, ...drawing] }
}

function judgeCoverOf(pageCount: number, facts: PdfFacts, expected: (pageCount: number) => Expected): Judged {
  const { cover, toleranceInches } = expected(pageCount)
  const needed = `${sizeText(cover)}, with a spine of ${inchesText(cover.spine)} in`
  return judgeSizes('cover', facts, cover, toleranceInches, {
    code: 'cover_size_wrong',
    tell: ({ size, got, off }) => {
      const fits = pageCountFor(size, expected)
      const other = fits === null ? '' : ` It would fit a book of ${fits} pages.`
      return `The cover is ${got}; for ${pagesText(pageCount)} it must be ${needed}. ${off}${other}`
    },
  })
}

/** Without a page count that a book can have there is no spine to hold a cover to; but it has to fit some book. */
function judgeCoverOfAny(facts: PdfFacts, expected: (pageCount: number) => Expected): Judged {
  const { pages, toleranceInches } = expected(1)
  const [thinnest, thickest] = [expected(pages.min).cover, expected(pages.max).cover]
  const isOne = thinnest.width === thickest.width
  const wanted = isOne ? sizeText(thinnest) : `${sizeText(thinnest)} to ${sizeText(thickest)}`
  const size = coverSizeOf(facts)
  const fits = size && (pageCountFor(size, expected) ?? pageCountFor(turned(size), expected))
  const sizes = judgeSizes('cover', facts, expected(fits ?? pages.min).cover, toleranceInches, {
    code: 'cover_size_wrong',
    wanted,
    tell: ({ got }) =>
      `The cover is ${got}; covers of this product are ${wanted}${isOne ? '' : ', by their page count'}.`,
  })
  if (isOne || fits === null) return sizes
  const unchecked = finding('cover', 'cover_width_unchecked', {
    got: `a cover for ${pagesText(fits)}`,
    message: `The cover is as wide as that of a book of ${pagesText(fits)}. Whether this book has as many is not known.`,
  })
  return { ...sizes, findings: [unchecked, ...sizes.findings] }
}

function coverSizeOf({ shapes }: PdfFacts): Size | null {
  const shown = shapes[0]?.shown ?? null
  return shown && { width: shown.width / pointsPerInch, height: shown.height / pointsPerInch }
}

const turned = ({ width, height }: Size): Size => ({ width: height, height: width })

/**
 * The page count whose cover comes nearest, where one is of that size: often the book has grown since the cover was
 * made.
 */
function pageCountFor({ width, height }: Size, expected: (pageCount: number) => Expected): number | null {
  const { pages, toleranceInches } = expected(1)
  let nearest = { pageCount: null as number | null, offInches: Infinity }
  for (let pageCount = pages.min; pageCount <= pages.max; pageCount += pages.step) {
    const { cover } = expected(pageCount)
    if (!isNear(width, cover.width, toleranceInches) || !isNear(height, cover.height, toleranceInches)) continue
    const offInches = Math.abs(width - cover.width)
    if (offInches < nearest.offInches) nearest = { pageCount, offInches }
  }
  return nearest.pageCount
}
