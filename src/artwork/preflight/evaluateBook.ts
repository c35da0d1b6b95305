// Evaluates print files: compares the facts of the files with the requirements of the product. A pure function, so that
// facts that were read once can be evaluated again for another product at no cost. A fault that can be repaired without
// a question to the customer becomes a repair and a finding.

import { say } from '../../../languages/texts.ts'
import type { BookIsbn } from '../../base/text/isbn.ts'
import type { Repair } from '../pdfReader/pdfReader.ts'
import type { BookRepair } from './bookRepair.ts'
import { type Expected, isOfSize, lyingAsUpright, type MeasuredPage } from './expectedFiles.ts'
import type { PrintFacts } from './fileReport.ts'
import { type FileName, type Finding, finding } from './finding.ts'
import { inchesOf, listOf, pagesAre, pagesText, sizeText } from './findingText.ts'
import { checkDeclaredCount, checkPageCount } from './rules/count.ts'
import { checkDrawing } from './rules/drawing.ts'
import { checkIsbn } from './rules/isbn.ts'
import { checkLayout } from './rules/layout.ts'
import { withPlaces } from './rules/places.ts'
import { withSeverities } from './rules/press.ts'
import { checkOrientation, checkSizes } from './rules/sizes.ts'

const pointsPerInch = 72

/** `pageCount` is the count after repairs; null without a pages file and a declared count. */
export type BookEvaluation = {
  findings: Finding[]
  pageCount: number | null
  repairs: { cover: BookRepair[]; guts: Repair[] }
}

/**
 * A file that is null is not evaluated. `expected` is called with any whole number from 1. For a page count that the
 * product does not allow, it answers for the nearest allowed page count.
 */
export function evaluateBook(
  files: { cover: PrintFacts | null; guts: PrintFacts | null },
  expected: (pageCount: number) => Expected,
  declaredPageCount: number | null,
  isbn: BookIsbn | null = null,
): BookEvaluation {
  const { cover, guts } = files
  const { pages, press } = expected(1)
  const count =
    guts === null ? checkDeclaredCount(declaredPageCount, pages) : checkPageCount(guts, pages, declaredPageCount)
  const interior = guts === null ? noFindings : checkInterior(guts, expected(count.pageCount ?? 1), count.pageCount)
  const exterior = cover === null ? noFindings : checkCover(cover, expected, count.pageCount)
  const { pageCount } = count
  const isKnown = pageCount !== null && pageCount >= pages.min && pageCount <= pages.max
  const known = isKnown ? expected(pageCount).cover : null
  const isbnOf = (file: FileName, facts: PrintFacts | null) =>
    facts === null ? { findings: [], repairs: [] } : checkIsbn(file, facts, isbn, known)
  const isbns = { cover: isbnOf('cover', cover), guts: isbnOf('guts', guts) }
  const needed = expected(pageCount ?? 1)
  const placed = (file: 'cover' | 'guts', facts: PrintFacts | null, findings: Finding[]) =>
    facts === null ? findings : withPlaces(file, facts, findings, { press, file: needed[file] })
  return {
    findings: withSeverities(
      [
        ...placed('guts', guts, [...count.findings, ...interior.findings, ...isbns.guts.findings]),
        ...placed('cover', cover, [...exterior.findings, ...isbns.cover.findings]),
      ],
      press,
    ),
    pageCount,
    repairs: {
      cover: [...exterior.repairs, ...commonRepairs(cover), ...isbns.cover.repairs],
      guts: [...interior.repairs, ...count.repairs, ...commonRepairs(guts)],
    },
  }
}

function commonRepairs(facts: PrintFacts | null): Repair[] {
  if (facts === null) return []
  const { rgbBlackText, hasLockedAttachments } = facts
  return [
    ...(rgbBlackText.length > 0 ? [{ kind: 'blacken' as const, pages: rgbBlackText }] : []),
    ...(hasLockedAttachments ? [{ kind: 'unlock' as const }] : []),
  ]
}

type FileEvaluation = { findings: Finding[]; repairs: Repair[] }

const noFindings: FileEvaluation = { findings: [], repairs: [] }

function checkInterior(facts: PrintFacts, expected: Expected, pageCount: number | null): FileEvaluation {
  const { guts, toleranceInches, press } = expected
  const sizes = checkSizes('guts', facts, guts, toleranceInches, {
    code: 'page_size_wrong',
    describe: ({ pages, got }) =>
      say('{pages} {got}; this product needs {size}, including bleed.', {
        pages: pagesAre(pages),
        got,
        size: sizeText(guts),
      }),
  })
  return {
    ...sizes,
    findings: [
      ...sizes.findings,
      ...(sizes.repairs.some(({ kind }) => kind === 'turn') ? [] : checkOrientation(facts)),
      ...(pageCount === null ? [] : checkLayout('guts', facts, expected, pageCount)),
      ...checkDrawing('guts', facts, guts, press),
    ],
  }
}

function checkCover(
  facts: PrintFacts,
  expected: (pageCount: number) => Expected,
  pageCount: number | null,
): FileEvaluation {
  const { pages, cover, press } = expected(pageCount ?? 1)
  const drawing = checkDrawing('cover', facts, cover, press)
  if (facts.pageCount !== 1) {
    const wrongPageCount = finding('cover', 'cover_not_one_page', {
      got: pagesText(facts.pageCount),
      message: say('The cover file has {got}; a cover is one page with back, spine and front.', {
        got: pagesText(facts.pageCount),
      }),
    })
    return { findings: [wrongPageCount, ...drawing], repairs: [] }
  }
  const isKnown = pageCount !== null && pageCount >= pages.min && pageCount <= pages.max
  const sizes = isKnown
    ? checkCoverForPageCount(pageCount, facts, expected)
    : checkCoverForAnyPageCount(facts, expected)
  const layout = isKnown ? checkLayout('cover', facts, expected(pageCount), pageCount) : []
  return { ...sizes, findings: [...sizes.findings, ...layout, ...drawing] }
}

function checkCoverForPageCount(
  pageCount: number,
  facts: PrintFacts,
  expected: (pageCount: number) => Expected,
): FileEvaluation {
  const { cover, toleranceInches } = expected(pageCount)
  const needed = say('{size}, with a spine of {spine} in', { size: sizeText(cover), spine: inchesOf(cover.spine) })
  return checkSizes('cover', facts, cover, toleranceInches, {
    code: 'cover_size_wrong',
    describe: ({ shape, got, off }) => {
      const fits = pageCountFor(shape, expected)
      const sentences = [
        say('The cover is {got}; for {count} it must be {needed}.', { got, count: pagesText(pageCount), needed }),
        ...off,
        ...(fits === null ? [] : [say('It would fit a book of {fits} pages.', { fits })]),
      ]
      return listOf(sentences, ' ')
    },
  })
}

/** Without a valid page count the width of the spine is unknown, but the cover must fit a book of the product. */
function checkCoverForAnyPageCount(facts: PrintFacts, expected: (pageCount: number) => Expected): FileEvaluation {
  const { pages, toleranceInches } = expected(1)
  const [thinnest, thickest] = [expected(pages.min).cover, expected(pages.max).cover]
  const hasOneSize = thinnest.width === thickest.width
  const expectedSizes = hasOneSize
    ? sizeText(thinnest)
    : say('{width} × {height} in to {thickest}', {
        width: inchesOf(thinnest.width),
        height: inchesOf(thinnest.height),
        thickest: sizeText(thickest),
      })
  const [shape] = facts.shapes
  const fits = shape ? (pageCountFor(shape, expected) ?? pageCountFor(lyingAsUpright(shape), expected)) : null
  const sizes = checkSizes('cover', facts, expected(fits ?? pages.min).cover, toleranceInches, {
    code: 'cover_size_wrong',
    expectedSizes,
    describe: ({ got }) =>
      say('The cover is {got}; covers of this product are {sizes}.', {
        got,
        sizes: hasOneSize ? expectedSizes : say('{sizes}, by their page count', { sizes: expectedSizes }),
      }),
  })
  if (hasOneSize || fits === null) return sizes
  const unchecked = finding('cover', 'cover_width_unchecked', {
    got: say('a cover for {count}', { count: pagesText(fits) }),
    message: say('The cover is as wide as that of a book of {count}. The page count of this book is unknown.', {
      count: pagesText(fits),
    }),
  })
  return { ...sizes, findings: [unchecked, ...sizes.findings] }
}

/**
 * The page count with the nearest cover among those within the tolerance: often the book has grown since the cover was
 * made.
 */
function pageCountFor(page: MeasuredPage, expected: (pageCount: number) => Expected): number | null {
  const { pages, toleranceInches } = expected(1)
  let nearest = { pageCount: null as number | null, offInches: Infinity }
  for (let pageCount = pages.min; pageCount <= pages.max; pageCount += pages.step) {
    const { cover } = expected(pageCount)
    if (!isOfSize(page, cover, 1, toleranceInches)) continue
    const offInches = Math.abs(page.shown!.width / pointsPerInch - cover.width)
    if (offInches < nearest.offInches) nearest = { pageCount, offInches }
  }
  return nearest.pageCount
}
