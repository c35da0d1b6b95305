// Sizes and boxes of pages and covers. Pages whose findings have the same text are reported as one finding.

import { say, type Translatable, type Words } from '../../../../languages/texts.ts'
import type { Box, PageRuns, PageShape, Repair } from '../../pdfReader/pdfReader.ts'
import { type Code, codes } from '../codes.ts'
import {
  type Area,
  beyondBleed,
  type ExpectedFile,
  hasBleed,
  isMirrored,
  isNear,
  isOfSize,
  lyingAsUpright,
  type Size,
  trimOf,
} from '../expectedFiles.ts'
import type { PrintFacts } from '../fileReport.ts'
import { type FileName, type Finding, finding } from '../finding.ts'
import { areaText, inchesOf, listOf, pagesAre, pagesHave, pagesText, sizeText, toleranceText } from '../findingText.ts'
import { countOf, pagesIn, runsOf, union } from '../pages.ts'
import { framesOf } from './frames.ts'

const pointsPerInch = 72
/** A file that is as large as the trimmed book, apart from rounding. */
const nearlyTrimmedInches = 0.02
/** Pages of further sizes are reported together in one more finding. */
const maxListedSizes = 20
const maxListedBoxes = 5

/** `off` is a sentence with both differences, or none. */
type WrongSize = { pages: PageRuns; shape: PageShape; got: Words; off: Words[] }
/** `expectedSizes` is given when more than one size is right. */
type SizeReport = { code: Code; expectedSizes?: Words; describe(size: WrongSize): Words }

export function checkSizes(
  file: FileName,
  facts: PrintFacts,
  expected: ExpectedFile,
  toleranceInches: number,
  { code, expectedSizes, describe }: SizeReport,
): { findings: Finding[]; repairs: Repair[] } {
  const findings: Finding[] = []
  const requirement = { expected: expectedSizes ?? sizeText(expected), tolerance: toleranceText(toleranceInches) }
  const wrong = createGroups<{ shape: PageShape; size: Size }>(maxListedSizes)
  const faults = createGroups<null>(maxListedSizes)
  const lying = createGroups<null>(maxListedSizes)
  const turned = { 90: [] as PageRuns[], 270: [] as PageRuns[] }
  const boxes = createBoxes(file, expected, toleranceInches)
  const framed = new Map<Code, ReturnType<typeof createGroups<null>>>()
  const frameRepairs: Repair[] = []

  for (const shape of facts.shapes.flatMap(shape => sidesOf(shape, expected))) {
    const { pages, shown, fault } = shape
    if (shown === null) {
      faults.add(faultTexts[fault ?? 'missing'], pages, null)
      continue
    }
    const got: Size = { width: shown.width / pointsPerInch, height: shown.height / pointsPerInch }
    if (isOfSize(shape, expected, firstOf(pages), toleranceInches)) {
      boxes.add(shape)
      if (shape.trim === null && hasBleed(expected))
        frameRepairs.push({ kind: 'trim', pages, trim: trimIn(shown, expected, pages) })
    } else if (isOfSize(lyingAsUpright(shape), expected, firstOf(pages), toleranceInches)) {
      turned[shape.rotate === 90 ? 270 : 90].push(pages)
      lying.add(sizeText(got), pages, null)
    } else {
      const frames = framesOf(file, shape, expected, toleranceInches, facts)
      for (const { code, pages, repair } of frames) {
        if (!framed.has(code)) framed.set(code, createGroups(maxListedBoxes))
        framed.get(code)!.add(sizeText(got), pages, null)
        frameRepairs.push(repair)
      }
      const isFramed = new Set(frames.flatMap(frame => pagesIn(frame.pages)))
      const rest = pagesIn(pages).filter(page => !isFramed.has(page))
      if (rest.length === 0) continue
      wrong.add(sizeText(got), runsOf(rest), { shape, size: got })
    }
    boxes.addOddities(shape)
  }
  for (const { got, pages } of lying.folded()) {
    const message = say('{pages} lying on the side and {count, plural, one {is} other {are}} turned upright.', {
      pages: pagesAre(pages),
      count: countOf(pages),
    })
    findings.push(finding(file, 'page_turned', { ...requirement, pages, got, message }))
  }
  for (const [repaired, groups] of framed) {
    for (const { got, pages } of groups.folded()) {
      const message = say('{pages} {got}. {when}', { pages: pagesAre(pages), got, when: codes[repaired].when })
      findings.push(finding(file, repaired, { ...requirement, pages, got, message }))
    }
  }
  for (const { got, pages } of faults.folded()) {
    const message = say('{pages} {got}; expected is {expected}.', {
      pages: pagesHave(pages),
      got,
      expected: requirement.expected,
    })
    findings.push(finding(file, 'page_size_missing', { ...requirement, pages, got, message }))
  }
  for (const { got, pages, of } of wrong.listed()) {
    const { shape, size } = of
    if (file === 'guts' && isSpread(size, expected)) {
      const message = say(
        '{pages} {got}: two pages of the book side by side. Each needs a page of its own, of {size}.',
        { pages: pagesAre(pages), got, size: sizeText(expected) },
      )
      findings.push(finding(file, 'pages_are_spreads', { ...requirement, pages, got, message }))
      continue
    }
    const message = describe({ pages, shape, got, off: offText(size, expected) })
    findings.push(
      finding(file, code, {
        ...requirement,
        pages,
        got,
        message,
        fix: fixOfSize(size, expected, requirement.expected),
      }),
    )
  }
  const unlisted = wrong.unlisted(facts.unlistedShapes)
  if (unlisted.length > 0) {
    const message = say('{pages} further sizes.', { pages: pagesHave(unlisted) })
    findings.push(
      finding(file, code, {
        ...requirement,
        pages: unlisted,
        got: say('further sizes, on {count}', { count: pagesText(countOf(unlisted)) }),
        message,
      }),
    )
  }
  const repairs = ([90, 270] as const).flatMap((degrees): Repair[] =>
    turned[degrees].length === 0 ? [] : [{ kind: 'turn', pages: union(...turned[degrees]), degrees }],
  )
  return { findings: [...findings, ...boxes.findings()], repairs: [...repairs, ...frameRepairs] }
}

/** Groups pages by the text of the finding, and lists at most `maxListed` groups. */
function createGroups<Of>(maxListed: number) {
  const found = new Map<string, { got: Words; lists: PageRuns[]; of: Of }>()
  const listed = () =>
    [...found.values()].slice(0, maxListed).map(({ lists, ...group }) => ({ ...group, pages: union(...lists) }))
  /** The pages of all further groups, and `more`. */
  const unlisted = (more: PageRuns) =>
    union(more, ...[...found.values()].slice(maxListed).flatMap(({ lists }) => lists))
  return {
    add(got: Words, pages: PageRuns, of: Of) {
      const same = found.get(String(got))
      if (same === undefined) found.set(String(got), { got, lists: [pages], of })
      else same.lists.push(pages)
    },
    listed,
    unlisted,
    /** The listed groups, and all further groups as one. */
    folded(): { got: Words; pages: PageRuns }[] {
      const rest = unlisted([])
      return rest.length === 0 ? listed() : [...listed(), { got: say('further values'), pages: rest }]
    },
  }
}

function createBoxes(file: FileName, expected: ExpectedFile, toleranceInches: number) {
  const whole = { x: 0, y: 0, width: expected.width, height: expected.height }
  const found = new Map<Code, ReturnType<typeof createGroups<null>>>()
  const addBox = (code: Code, got: Words, pages: PageRuns) => {
    if (!found.has(code)) found.set(code, createGroups(maxListedBoxes))
    found.get(code)!.add(got, pages, null)
  }
  const trimText = isMirrored(expected)
    ? say('{area} on right-hand pages, and {other} on left-hand pages', {
        area: areaText(expected.trim),
        other: areaText(expected.verso!.trim),
      })
    : areaText(expected.trim)
  const expectedTexts: Partial<Record<Code, Words>> = {
    trim_box_set: trimText,
    trim_box_wrong: trimText,
    bleed_box_missing: areaText(whole),
    bleed_box_wrong: areaText(whole),
  }
  const tolerance = toleranceText(toleranceInches)
  return {
    /** For a page of the right size. */
    add(shape: PageShape) {
      const { pages, shown, trim, bleed } = shape
      if (!hasBleed(expected)) return
      const off = beyondBleed(shape, expected, firstOf(pages), toleranceInches)
      if (trim === null) addBox('trim_box_set', say('no TrimBox'), pages)
      else if (
        !off?.every(inches => isNear(inches, 0, toleranceInches)) &&
        !isAt(trim, trimOf(expected, firstOf(pages)), toleranceInches)
      )
        addBox('trim_box_wrong', boxText(trim), pages)
      // The repair that sets a TrimBox sets both.
      if (bleed === null && trim === null) return
      if (bleed === null) addBox('bleed_box_missing', say('no BleedBox'), pages)
      else if (!isAt(bleed, whole, toleranceInches) && !isAt(bleed, inInches(shown!), toleranceInches))
        addBox('bleed_box_wrong', boxText(bleed), pages)
    },
    addOddities({ pages, media, userUnit, shown }: PageShape) {
      if (media !== null && shown !== null) {
        const seen = { width: shown.width / pointsPerInch, height: shown.height / pointsPerInch }
        addBox('crop_box_used', say('a CropBox of {size}', { size: sizeText(seen) }), pages)
      }
      if (userUnit !== 1) addBox('user_unit_used', `UserUnit ${Number(userUnit.toPrecision(6))}`, pages)
    },
    findings: (): Finding[] =>
      [...found].flatMap(([code, groups]) => {
        const expectedText = expectedTexts[code]
        const more = expectedText === undefined ? {} : { expected: expectedText, tolerance }
        return groups.folded().map(({ got, pages }) => finding(file, code, { ...more, pages, got }))
      }),
  }
}

/** A shape, or one for its right-hand pages and one for its left-hand pages where these are trimmed elsewhere. */
function sidesOf(shape: PageShape, expected: ExpectedFile): PageShape[] {
  if (!isMirrored(expected)) return [shape]
  const numbers = pagesIn(shape.pages)
  return [1, 0]
    .map(odd => ({ ...shape, pages: runsOf(numbers.filter(page => page % 2 === odd)) }))
    .filter(({ pages }) => pages.length > 0)
}

const firstOf = (pages: PageRuns): number => pages[0]![0]

/** The trim on a page of nearly the right size, in points: what is missing or too much is so on both sides. */
function trimIn(page: Size, expected: ExpectedFile, pages: PageRuns): Box {
  const { x, y, width, height }: Area = trimOf(expected, firstOf(pages))
  const [across, up] = [width * pointsPerInch, height * pointsPerInch]
  const left = x * pointsPerInch + (page.width - expected.width * pointsPerInch) / 2
  const bottom = y * pointsPerInch + (page.height - expected.height * pointsPerInch) / 2
  return [left, bottom, left + across, bottom + up]
}

const inInches = ({ width, height }: Size): Area => ({
  x: 0,
  y: 0,
  width: width / pointsPerInch,
  height: height / pointsPerInch,
})

function isAt(box: Box, { x, y, width, height }: ExpectedFile['trim'], toleranceInches: number): boolean {
  const sides = [x, y, x + width, y + height]
  return box.every((side, i) => isNear(side / pointsPerInch, sides[i]!, toleranceInches))
}

function boxText(box: Box): Translatable {
  const [left, bottom, right, top] = box.map(side => side / pointsPerInch) as Box
  return areaText({ x: left, y: bottom, width: right - left, height: top - bottom })
}

export function checkOrientation({ shapes }: PrintFacts): Finding[] {
  const pagesOf = (hasOrientation: (size: Size) => boolean) =>
    union(...shapes.flatMap(({ shown, pages }) => (shown !== null && hasOrientation(shown) ? [pages] : [])))
  const lying = pagesOf(({ width, height }) => width > height)
  const upright = pagesOf(({ width, height }) => width < height)
  if (lying.length === 0 || upright.length === 0) return []
  const rare = countOf(lying) <= countOf(upright) ? lying : upright
  return [
    finding('guts', 'orientation_mixed', {
      pages: rare,
      got: say('{upright} upright, {lying} lying', { upright: countOf(upright), lying: countOf(lying) }),
      message: say('Upright pages: {upright}; pages on their side: {lying}.', {
        upright: countOf(upright),
        lying: countOf(lying),
      }),
    }),
  ]
}

const faultTexts = {
  missing: say('no size (MediaBox)'),
  malformed: say('a size that is not four numbers (MediaBox)'),
  empty: say('a size without an area (MediaBox)'),
  huge: say('a size beyond the 14,400 units that PDF allows (MediaBox)'),
}

/** Two pages side by side: trimmed, with bleed around both, or each with its own bleed. */
function isSpread({ width, height }: Size, expected: ExpectedFile): boolean {
  const { trim } = expected
  const bleed = expected.width - trim.width
  const isNearly = (got: number, wanted: number) => isNear(got, wanted, nearlyTrimmedInches)
  return (
    (isNearly(height, trim.height) || isNearly(height, expected.height)) &&
    [2 * trim.width, 2 * trim.width + bleed, 2 * expected.width].some(wide => isNearly(width, wide))
  )
}

/** The trimmed size is the most frequent mistake, so it has a text of its own. */
function fixOfSize({ width, height }: Size, expected: ExpectedFile, requiredSize: Words): Words {
  const { trim } = expected
  const isTrimmed =
    hasBleed(expected) &&
    isNear(width, trim.width, nearlyTrimmedInches) &&
    isNear(height, trim.height, nearlyTrimmedInches)
  if (!isTrimmed) return say('Set the size to {requiredSize}, as in the template.', { requiredSize })
  return say(
    'The page has the size of the trimmed book, and something on it reaches the edge. Extend pictures and colors beyond the edge, and export with bleed: {requiredSize}.',
    { requiredSize },
  )
}

function offText({ width, height }: Size, expected: ExpectedFile): Words[] {
  const off = [
    [width - expected.width, say('wide'), say('narrow')] as const,
    [height - expected.height, say('tall'), say('short')] as const,
  ].flatMap(([inches, more, less]) =>
    Math.abs(inches) < 0.0005
      ? []
      : [say('{inches} in too {how}', { inches: inchesOf(Math.abs(inches)), how: inches > 0 ? more : less })],
  )
  return off.length === 0 ? [] : [say('It is {off}.', { off: listOf(off, ' and ') })]
}
