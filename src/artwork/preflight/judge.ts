// The rules by which print files are judged: facts of the files against what the product needs. Pure, so that facts that were
// read once are judged again for another product at no cost. What can be mended without asking is mended, and said.

import { type Expected, isNear, type Size } from './expected.ts'
import type { PdfFacts } from './facts.ts'
import { type Finding, finding } from './finding.ts'
import type { Repair } from './repair.ts'
import { judgeCount } from './rules/count.ts'
import { judgeDrawing } from './rules/drawing.ts'
import { judgeOrientation, judgeSizes } from './rules/sizes.ts'
import { inchesText, pagesText, sizeText, startOf } from './words.ts'

/** `pageCount` is that of the book, after repairs; null when neither file nor declaration says it. */
export type Judgement = {
  findings: Finding[]
  pageCount: number | null
  repairs: { cover: Repair[]; guts: Repair[] }
}

/**
 * A file that is null is not judged. `expected` is asked for any whole number from 1, also for those that the product does
 * not come in: it answers the nearest that it does.
 */
export function judge(
  files: { cover: PdfFacts | null; guts: PdfFacts | null },
  expected: (pageCount: number) => Expected,
  declaredPageCount: number | null,
): Judgement {
  const { cover, guts } = files
  const count =
    guts === null
      ? { ...nothing, pageCount: declaredPageCount }
      : judgeCount(guts, expected(guts.pageCount).pages, declaredPageCount)
  const book = expected(count.pageCount ?? 1)
  const interior = guts === null ? nothing : judgeInterior(guts, book)
  // Without a page count that a book can have there is no spine to hold a cover to.
  const { min, max } = book.pages
  const spineOf = count.pageCount !== null && count.pageCount >= min && count.pageCount <= max ? count.pageCount : null
  const outside = cover === null ? nothing : judgeCover(cover, book, spineOf, expected)
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
    tell: ({ pages, got }) => `${startOf(pages)} ${got}; this product needs ${sizeText(guts)}, bleed included.`,
  })
  return { ...sizes, findings: [...sizes.findings, ...judgeOrientation(facts), ...judgeDrawing('guts', facts, guts)] }
}

function judgeCover(
  facts: PdfFacts,
  { cover, toleranceInches }: Expected,
  pageCount: number | null,
  expected: (pageCount: number) => Expected,
): Judged {
  const drawing = judgeDrawing('cover', facts, cover)
  if (facts.pageCount !== 1) {
    const notOne = finding('cover', 'cover_not_one_page', {
      got: pagesText(facts.pageCount),
      message: `The cover file has ${pagesText(facts.pageCount)}; a cover is one page with back, spine and front.`,
    })
    return { findings: [notOne, ...drawing], repairs: [] }
  }
  if (pageCount === null) return { findings: drawing, repairs: [] }
  const needed = `${sizeText(cover)}, with a spine of ${inchesText(cover.spine)} in`
  const sizes = judgeSizes('cover', facts, cover, toleranceInches, {
    code: 'cover_size_wrong',
    tell: ({ size, got, off }) => {
      const fits = pageCountFor(size, expected)
      const other = fits === null ? '' : ` It would fit a book of ${fits} pages.`
      return `The cover is ${got}; for ${pagesText(pageCount)} it has to be ${needed}. ${off}${other}`
    },
  })
  return { ...sizes, findings: [...sizes.findings, ...drawing] }
}

/** The page count whose cover comes nearest, where one is of that size: often the book has grown since the cover was made. */
function pageCountFor({ width, height }: Size, expected: (pageCount: number) => Expected): number | null {
  const { pages, toleranceInches } = expected(1)
  let nearest = { pageCount: null as number | null, offInches: toleranceInches }
  for (let pageCount = pages.min; pageCount <= pages.max; pageCount += pages.step) {
    const { cover } = expected(pageCount)
    const offInches = Math.abs(width - cover.width)
    if (offInches < nearest.offInches && isNear(height, cover.height, toleranceInches))
      nearest = { pageCount, offInches }
  }
  return nearest.pageCount
}
