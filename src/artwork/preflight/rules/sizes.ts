// Sizes and boxes of pages and covers. Those with the same text are reported as one finding, whatever else differs
// between their pages.

import type { Code } from '../codes.ts'
import { type ExpectedFile, hasBleed, isNear, type Size } from '../expected.ts'
import type { Box, PageShape, PdfFacts } from '../facts.ts'
import { type FileName, type Finding, finding } from '../finding.ts'
import { countOf, type PageRuns, union } from '../pages.ts'
import type { Repair } from '../repair.ts'
import { inchesText, pagesText, pagesWord, placeText, sizeText, startOf, toleranceText } from '../words.ts'

const pointsPerInch = 72
/** A file that is as large as the trimmed book, apart from rounding. */
const nearlyTrimmedInches = 0.02
/** When each page may have another size, the rest are reported together in one more finding. */
const mostAlike = 20
const mostAlikeOfBoxes = 5

/** `size` in inches; `off` is a sentence with both differences, empty when there are none. */
type WrongSize = { pages: PageRuns; size: Size; got: string; off: string }
/** `wanted` is there where more than one size would do. */
type Wrong = { code: Code; wanted?: string; tell(size: WrongSize): string }

export function judgeSizes(
  file: FileName,
  facts: PdfFacts,
  expected: ExpectedFile,
  toleranceInches: number,
  { code, wanted: sizes, tell }: Wrong,
): { findings: Finding[]; repairs: Repair[] } {
  const findings: Finding[] = []
  const wanted = { expected: sizes ?? sizeText(expected), tolerance: toleranceText(toleranceInches) }
  const fits = ({ width, height }: Size) =>
    isNear(width, expected.width, toleranceInches) && isNear(height, expected.height, toleranceInches)
  const wrong = createAlike<Size>(mostAlike)
  const faults = createAlike<null>(mostAlike)
  const lying = createAlike<null>(mostAlike)
  const turned = { 90: [] as PageRuns[], 270: [] as PageRuns[] }
  const boxes = createBoxes(file, expected, toleranceInches)

  for (const shape of facts.shapes) {
    const { pages, shown, fault } = shape
    if (shown === null) {
      faults.add(faultTexts[fault ?? 'missing'], pages, null)
      continue
    }
    const got: Size = { width: shown.width / pointsPerInch, height: shown.height / pointsPerInch }
    if (fits(got)) boxes.note(shape)
    else if (fits({ width: got.height, height: got.width })) {
      turned[shape.rotate === 90 ? 270 : 90].push(pages)
      lying.add(sizeText(got), pages, null)
    } else wrong.add(sizeText(got), pages, got)
    boxes.noteOddities(shape)
  }
  for (const { got, pages } of lying.folded()) {
    const message = `${startOf(pages)} lying on the side and ${countOf(pages) === 1 ? 'is' : 'are'} turned upright.`
    findings.push(finding(file, 'page_turned', { ...wanted, pages, got, message }))
  }
  for (const { got, pages } of faults.folded()) {
    const message = `${pagesWord(pages)} ${got}; expected is ${wanted.expected}.`
    findings.push(finding(file, 'page_size_missing', { ...wanted, pages, got, message }))
  }
  for (const { got, pages, of } of wrong.told()) {
    const message = tell({ pages, size: of, got, off: offText(of, expected) })
    findings.push(
      finding(file, code, { ...wanted, pages, got, message, fix: fixOfSize(of, expected, wanted.expected) }),
    )
  }
  const others = wrong.others(facts.unlistedShapes)
  if (others.length > 0) {
    const message = `${pagesWord(others)} further sizes.`
    findings.push(
      finding(file, code, {
        ...wanted,
        pages: others,
        got: `further sizes, on ${pagesText(countOf(others))}`,
        message,
      }),
    )
  }
  const repairs = ([90, 270] as const).flatMap((degrees): Repair[] =>
    turned[degrees].length === 0 ? [] : [{ kind: 'turn', pages: union(...turned[degrees]), degrees }],
  )
  return { findings: [...findings, ...boxes.findings()], repairs }
}

/** Collects what reads the same, with all pages that have it, and reports at most `most` of them. */
function createAlike<Of>(most: number) {
  const found = new Map<string, { got: string; lists: PageRuns[]; of: Of }>()
  const told = () => [...found.values()].slice(0, most).map(({ lists, ...one }) => ({ ...one, pages: union(...lists) }))
  /** The pages of those that are too many to be listed, and `more`. */
  const others = (more: PageRuns) => union(more, ...[...found.values()].slice(most).flatMap(({ lists }) => lists))
  return {
    add(got: string, pages: PageRuns, of: Of) {
      const same = found.get(got)
      if (same === undefined) found.set(got, { got, lists: [pages], of })
      else same.lists.push(pages)
    },
    told,
    others,
    /** All of them, with the rest as one. */
    folded(): { got: string; pages: PageRuns }[] {
      const rest = others([])
      return rest.length === 0 ? told() : [...told(), { got: 'further ones', pages: rest }]
    },
  }
}

function createBoxes(file: FileName, expected: ExpectedFile, toleranceInches: number) {
  const { trim: area } = expected
  const whole = { x: 0, y: 0, width: expected.width, height: expected.height }
  const found = new Map<Code, ReturnType<typeof createAlike<null>>>()
  const add = (code: Code, got: string, pages: PageRuns) => {
    if (!found.has(code)) found.set(code, createAlike(mostAlikeOfBoxes))
    found.get(code)!.add(got, pages, null)
  }
  const wanted: Partial<Record<Code, string>> = {
    trim_box_missing: placeText(area),
    trim_box_wrong: placeText(area),
    bleed_box_missing: placeText(whole),
    bleed_box_wrong: placeText(whole),
  }
  const tolerance = toleranceText(toleranceInches)
  return {
    /** For a page of the right size. */
    note({ pages, trim, bleed }: PageShape) {
      if (!hasBleed(expected)) return
      if (trim === null) add('trim_box_missing', 'no TrimBox', pages)
      else if (!isWhere(trim, area, toleranceInches)) add('trim_box_wrong', boxText(trim), pages)
      if (bleed === null) add('bleed_box_missing', 'no BleedBox', pages)
      else if (!isWhere(bleed, whole, toleranceInches)) add('bleed_box_wrong', boxText(bleed), pages)
    },
    noteOddities({ pages, cropped, userUnit, shown }: PageShape) {
      if (cropped && shown !== null) {
        const seen = { width: shown.width / pointsPerInch, height: shown.height / pointsPerInch }
        add('crop_box_used', `a CropBox of ${sizeText(seen)}`, pages)
      }
      if (userUnit !== 1) add('user_unit_used', `UserUnit ${Number(userUnit.toPrecision(6))}`, pages)
    },
    findings: (): Finding[] =>
      [...found].flatMap(([code, alike]) => {
        const expected = wanted[code]
        const more = { ...(expected === undefined ? {} : { expected, tolerance }) }
        return alike.folded().map(({ got, pages }) => finding(file, code, { ...more, pages, got }))
      }),
  }
}

function isWhere(box: Box, { x, y, width, height }: ExpectedFile['trim'], toleranceInches: number): boolean {
  const sides = [x, y, x + width, y + height]
  return box.every((side, i) => isNear(side / pointsPerInch, sides[i]!, toleranceInches))
}

function boxText(box: Box): string {
  const [left, bottom, right, top] = box.map(side => side / pointsPerInch) as Box
  return placeText({ x: left, y: bottom, width: right - left, height: top - bottom })
}

export function judgeOrientation({ shapes }: PdfFacts): Finding[] {
  const pagesOf = (isSo: (size: Size) => boolean) =>
    union(...shapes.flatMap(({ shown, pages }) => (shown !== null && isSo(shown) ? [pages] : [])))
  const lying = pagesOf(({ width, height }) => width > height)
  const upright = pagesOf(({ width, height }) => width < height)
  if (lying.length === 0 || upright.length === 0) return []
  const rare = countOf(lying) <= countOf(upright) ? lying : upright
  return [
    finding('guts', 'orientation_mixed', {
      pages: rare,
      got: `${countOf(upright)} upright, ${countOf(lying)} lying`,
      message: `Upright pages: ${countOf(upright)}; pages on their side: ${countOf(lying)}.`,
    }),
  ]
}

const faultTexts = {
  missing: 'no size (MediaBox)',
  malformed: 'a size that is not four numbers (MediaBox)',
  empty: 'a size without an area (MediaBox)',
  huge: 'a size beyond the 14,400 units that PDF allows (MediaBox)',
}

/** A file of the trimmed size is the most frequent mistake of all, so it is told as such. */
function fixOfSize({ width, height }: Size, expected: ExpectedFile, wanted: string): string {
  const { trim } = expected
  const isTrimmed =
    hasBleed(expected) &&
    isNear(width, trim.width, nearlyTrimmedInches) &&
    isNear(height, trim.height, nearlyTrimmedInches)
  if (!isTrimmed) return `Set the size to ${wanted}: the template has it.`
  return `The file has the size of the trimmed book. Extend pictures and colours beyond the edge, and export it with bleed: ${wanted}.`
}

function offText({ width, height }: Size, expected: ExpectedFile): string {
  const off = [
    [width - expected.width, 'wide', 'narrow'] as const,
    [height - expected.height, 'tall', 'short'] as const,
  ].flatMap(([inches, more, less]) =>
    Math.abs(inches) < 0.0005 ? [] : [`${inchesText(Math.abs(inches))} in too ${inches > 0 ? more : less}`],
  )
  return off.length === 0 ? '' : `It is ${off.join(' and ')}.`
}
