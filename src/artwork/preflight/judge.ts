// The rules by which print files are judged: facts of the files against what the product needs. Pure, so that facts that were
// read once are judged again for another product at no cost.
//
// Every finding gives what was got, what is expected and how far it may be off, since covers are refused elsewhere by
// hundredths of an inch without a figure. What can be mended without asking is mended, and said.

import { type Code, codes, type Severity } from './codes.ts'
import type { Box, PageShape, PdfFacts, Refused } from './facts.ts'
import { countOf, type PageRuns, pagesOf, runsOf } from './pages.ts'
import type { PictureLine } from './picture.ts'
import type { Repair } from './repair.ts'

const pointsPerInch = 72
const leastPpi = 100
const goodPpi = 300
const mostPadded = 3
/** Of one list of pages in a sentence. */
const mostRunsTold = 20
/** Of one kind of finding, where each page could have its own. */
const mostAlike = 20
const mostNamesTold = 8

export type FileName = 'cover' | 'guts'

/** A sentence about one file for those who make books. `pages` reads `1-4, 9`; null when it is about the whole file. */
export type Finding = {
  code: Code
  severity: Severity
  file: FileName
  pages: string | null
  got: string | null
  expected: string | null
  tolerance: string | null
  message: string
  fix: string
}

/** One that holds whatever the file is for: add `file` to have a finding. */
export type FileFinding = Omit<Finding, 'file'>

/** In inches, from the lower left corner of the whole file. */
type Area = { x: number; y: number; width: number; height: number }

type ExpectedFile = { width: number; height: number; trim: Area }

/** What a product of a page count needs; lengths in inches. `coverInches` and `pageInches` of the catalogue fit as they are. */
export type Expected = {
  pages: { min: number; max: number; step: number }
  toleranceInches: number
  cover: ExpectedFile & {
    spine: number
    spineArea: Area | null
    safeBack: Area
    safeSpine: Area | null
    safeFront: Area
  }
  guts: ExpectedFile & { recto: { safe: Area }; verso: { safe: Area } }
}

/** `pageCount` is that of the book, after repairs; null when neither file nor declaration says it. */
export type Judgement = {
  findings: Finding[]
  pageCount: number | null
  repairs: { cover: Repair[]; guts: Repair[] }
}

/** About a file that cannot be used for anything. */
export function refusal({ code, got, expected }: Refused): FileFinding {
  const { file: _, ...rest } = finding('guts', code, { got, expected, message: codes[code].when })
  return rest
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
      ? nothingCounted(declaredPageCount)
      : judgeCount(guts, expected(guts.pageCount).pages, declaredPageCount)
  const book = expected(count.pageCount ?? 1)
  const interior = guts === null ? nothing : judgeInterior(guts, book)
  // Without a page count that a book can have there is no spine to hold a cover to.
  const { min, max } = book.pages
  const spineOf = count.pageCount !== null && count.pageCount >= min && count.pageCount <= max ? count.pageCount : null
  const outside = cover === null ? nothing : judgeCover(cover, book, spineOf)
  return {
    findings: [...count.findings, ...interior.findings, ...outside.findings],
    pageCount: count.pageCount,
    repairs: { cover: outside.repairs, guts: [...interior.repairs, ...count.repairs] },
  }
}

/** What is drawn over the picture of a page, counted from 1. */
export function linesOf(file: FileName, page: number, { cover, guts }: Expected): PictureLine[] {
  const { width, height, trim } = file === 'cover' ? cover : guts
  const safe =
    file === 'cover'
      ? [cover.safeBack, cover.safeSpine, cover.safeFront]
      : [page % 2 === 1 ? guts.recto.safe : guts.verso.safe]
  const all: [PictureLine['kind'], Area | null][] = [
    ['bleed', { x: 0, y: 0, width, height }],
    ['trim', trim],
    ['fold', file === 'cover' ? cover.spineArea : null],
    ...safe.map(area => ['safe', area] as [PictureLine['kind'], Area | null]),
  ]
  return all.flatMap(([kind, area]) => (area === null ? [] : [{ kind, area }]))
}

type Judged = { findings: Finding[]; repairs: Repair[] }

const nothing: Judged = { findings: [], repairs: [] }
const nothingCounted = (pageCount: number | null) => ({ ...nothing, pageCount })

function judgeCount(
  { pageCount }: PdfFacts,
  { min, max, step }: Expected['pages'],
  declared: number | null,
): Judged & { pageCount: number } {
  const findings: Finding[] = []
  if (declared !== null && declared !== pageCount) {
    findings.push(
      finding('guts', 'page_count_not_declared', {
        got: pagesText(pageCount),
        expected: pagesText(declared),
        message: `The interior has ${pagesText(pageCount)}; ${declared} were declared.`,
      }),
    )
  }
  const range = `${min} to ${max} pages${step > 1 ? `, in steps of ${step}` : ''}`
  const missing = (step - ((((pageCount - min) % step) + step) % step)) % step
  if (pageCount < min || pageCount > max || pageCount + missing > max) {
    findings.push(
      finding('guts', 'page_count_out_of_range', {
        got: pagesText(pageCount),
        expected: range,
        message: `The interior has ${pagesText(pageCount)}; this product has ${range}.`,
      }),
    )
    return { findings, repairs: [], pageCount }
  }
  if (missing === 0) return { findings, repairs: [], pageCount }
  if (missing > mostPadded) {
    findings.push(
      finding('guts', 'page_count_not_in_step', {
        got: pagesText(pageCount),
        expected: range,
        message: `The interior has ${pagesText(pageCount)}; this product has ${range}. ${missing} pages are missing to ${pageCount + missing}.`,
      }),
    )
    return { findings, repairs: [], pageCount }
  }
  const padded = pageCount + missing
  findings.push(
    finding('guts', 'pages_padded', {
      pages: [[pageCount + 1, padded]],
      got: pagesText(pageCount),
      expected: range,
      message: `The interior has ${pagesText(pageCount)}, and the binding needs ${padded}: ${missing === 1 ? 'a blank page is' : `${missing} blank pages are`} added at the end.`,
    }),
  )
  return { findings, repairs: [{ kind: 'pad', pages: missing }], pageCount: padded }
}

function judgeInterior(facts: PdfFacts, { guts, toleranceInches }: Expected): Judged {
  const sizes = judgeSizes('guts', facts, guts, toleranceInches, size => ({
    code: 'page_size_wrong',
    message: `${startOf(size.pages)} ${size.got}; this product needs ${sizeText(guts)}, bleed included.`,
    fix: fixOfSize(size, guts),
  }))
  return { ...sizes, findings: [...sizes.findings, ...judgeOrientation(facts), ...judgeDrawing('guts', facts, guts)] }
}

function judgeCover(facts: PdfFacts, { cover, toleranceInches }: Expected, pageCount: number | null): Judged {
  const drawing = judgeDrawing('cover', facts, cover)
  if (facts.pageCount !== 1) {
    const notOne = finding('cover', 'cover_not_one_page', {
      got: pagesText(facts.pageCount),
      expected: '1 page',
      message: `The cover file has ${pagesText(facts.pageCount)}; a cover is one page with back, spine and front.`,
    })
    return { findings: [notOne, ...drawing], repairs: [] }
  }
  if (pageCount === null) return { findings: drawing, repairs: [] }
  const sizes = judgeSizes('cover', facts, cover, toleranceInches, size => ({
    code: 'cover_size_wrong',
    message: `The cover is ${size.got}; for ${pagesText(pageCount)} it has to be ${sizeText(cover)}, with a spine of ${inchesText(cover.spine)} in. ${offText(size, cover)}`,
    fix: fixOfSize(size, cover),
  }))
  return { ...sizes, findings: [...sizes.findings, ...drawing] }
}

type WrongSize = { pages: PageRuns; width: number; height: number; got: string }

/** Sizes that read alike are told as one, whatever else differs between their pages. */
function judgeSizes(
  file: FileName,
  facts: PdfFacts,
  expected: ExpectedFile,
  toleranceInches: number,
  tell: (size: WrongSize) => { code: Code; message: string; fix: string },
): Judged {
  const findings: Finding[] = []
  const repairs: Repair[] = []
  const wrong = new Map<string, WrongSize>()
  const faults = new Map<string, PageRuns>()
  const fits = (width: number, height: number) =>
    isNear(width, expected.width, toleranceInches) && isNear(height, expected.height, toleranceInches)
  const boxes = createGathering()

  for (const shape of facts.shapes) {
    const { pages, shown, fault } = shape
    if (shown === null) {
      const got = faultTexts[fault ?? 'missing']
      faults.set(got, union(faults.get(got) ?? [], pages))
      continue
    }
    const [width, height] = [shown.width / pointsPerInch, shown.height / pointsPerInch]
    if (fits(width, height)) {
      noteBoxes(shape, expected, toleranceInches, boxes)
    } else if (fits(height, width)) {
      repairs.push({ kind: 'turn', pages, degrees: shape.rotate === 90 ? 270 : 90 })
      findings.push(
        finding(file, 'page_turned', {
          pages,
          got: sizeText({ width, height }),
          expected: sizeText(expected),
          message: `${startOf(pages)} lying on the side and ${countOf(pages) === 1 ? 'is' : 'are'} turned upright.`,
        }),
      )
    } else {
      const got = sizeText({ width, height })
      const same = wrong.get(got)
      wrong.set(got, { width, height, got, pages: union(same?.pages ?? [], pages) })
    }
    if (shape.cropped) boxes.add('crop_box_used', pages)
    if (shape.userUnit !== 1) boxes.add('user_unit_used', pages)
  }
  for (const [got, pages] of faults) {
    findings.push(
      finding(file, 'page_size_missing', {
        pages,
        got,
        expected: sizeText(expected),
        message: `${pagesWord(pages)} ${got}; expected is ${sizeText(expected)}.`,
      }),
    )
  }
  const sizes = [...wrong.values()]
  for (const size of sizes.slice(0, mostAlike)) {
    const { code, message, fix } = tell(size)
    findings.push(
      finding(file, code, {
        pages: size.pages,
        got: size.got,
        expected: sizeText(expected),
        tolerance: toleranceText(toleranceInches),
        message,
        fix,
      }),
    )
  }
  const others = sizes.slice(mostAlike).reduce((pages, size) => union(pages, size.pages), facts.unlistedShapes)
  if (others.length > 0) {
    findings.push(
      finding(file, file === 'cover' ? 'cover_size_wrong' : 'page_size_wrong', {
        pages: others,
        got: 'still other sizes',
        expected: sizeText(expected),
        tolerance: toleranceText(toleranceInches),
        message: `${pagesWord(others)} still other sizes.`,
      }),
    )
  }
  for (const [code, pages] of boxes.all()) findings.push(finding(file, code, { pages, message: codes[code].when }))
  return { findings, repairs }
}

function createGathering() {
  const found = new Map<Code, PageRuns>()
  return {
    add: (code: Code, pages: PageRuns) => found.set(code, union(found.get(code) ?? [], pages)),
    all: () => found,
  }
}

function noteBoxes(
  { pages, trim, bleed }: PageShape,
  expected: ExpectedFile,
  toleranceInches: number,
  boxes: ReturnType<typeof createGathering>,
): void {
  const { trim: area } = expected
  if (area.width >= expected.width && area.height >= expected.height) return
  if (trim === null) boxes.add('trim_box_missing', pages)
  else if (!isWhere(trim, area, toleranceInches)) boxes.add('trim_box_wrong', pages)
  if (bleed === null) boxes.add('bleed_box_missing', pages)
}

function isWhere(box: Box, { x, y, width, height }: Area, toleranceInches: number): boolean {
  const sides = [x, y, x + width, y + height]
  return box.every((side, i) => isNear(side / pointsPerInch, sides[i]!, toleranceInches))
}

function judgeOrientation({ shapes }: PdfFacts): Finding[] {
  const lying = shapes.filter(({ shown }) => shown !== null && shown.width > shown.height)
  const upright = shapes.filter(({ shown }) => shown !== null && shown.width < shown.height)
  if (lying.length === 0 || upright.length === 0) return []
  const all = (some: PageShape[]) => some.reduce<PageRuns>((pages, shape) => union(pages, shape.pages), [])
  const [lyingPages, uprightPages] = [all(lying), all(upright)]
  const rare = countOf(lyingPages) <= countOf(uprightPages) ? lyingPages : uprightPages
  return [
    finding('guts', 'orientation_mixed', {
      pages: rare,
      got: `${countOf(uprightPages)} upright, ${countOf(lyingPages)} lying`,
      expected: 'one orientation',
      message: `${countOf(uprightPages)} of the pages are upright and ${countOf(lyingPages)} lie on their side.`,
    }),
  ]
}

/** What holds for cover and interior alike, and needs no measures but the bleed for marks. */
function judgeDrawing(file: FileName, facts: PdfFacts, expected: ExpectedFile): Finding[] {
  const found: Finding[] = []
  const add = (code: Code, details: Details) => found.push(finding(file, code, details))
  const simple = (code: Code, pages: PageRuns, message: string, got: string | null = null) => {
    if (pages.length > 0) add(code, { pages, got, message })
  }
  if (facts.rebuilt) add('index_rebuilt', { message: codes.index_rebuilt.when })
  simple(
    'drawing_damaged',
    facts.damaged,
    `${startOf(facts.damaged)} damaged: what is drawn cannot be read to its end.`,
  )
  for (const { name, pages } of facts.missingFonts) {
    add('font_not_embedded', {
      pages,
      got: name,
      expected: 'a font that is in the file',
      message: `The font ${name} is not in the file. It would be replaced by another one.`,
    })
  }
  found.push(...judgeImages(file, facts))
  simple('colour_rgb', facts.rgb, 'Colours are given as RGB and are converted for the press.', 'RGB')
  simple(
    'colour_spot',
    facts.spots.pages,
    `Named inks are printed as process colours: ${namesText(facts.spots.names)}.`,
    namesText(facts.spots.names),
  )
  simple(
    'transparency',
    facts.transparency.pages,
    `Transparent objects are flattened for the press: ${namesText(facts.transparency.names)}.`,
    namesText(facts.transparency.names),
  )
  simple(
    'annotations',
    facts.annotations.pages,
    `Annotations are not printed: ${namesText(facts.annotations.names)}.`,
    namesText(facts.annotations.names),
  )
  if (facts.formFields > 0) add('form_fields', { got: `${facts.formFields} fields`, message: codes.form_fields.when })
  if (facts.xfa) add('form_xfa', { message: codes.form_xfa.when })
  if (facts.scripts.length > 0) add('scripts', { got: `in ${namesText(facts.scripts)}`, message: codes.scripts.when })
  if (facts.launches.length > 0) add('actions', { got: namesText(facts.launches), message: codes.actions.when })
  if (facts.attachments > 0) add('attachments', { got: `${facts.attachments}`, message: codes.attachments.when })
  const marked = union(facts.registration, runsOf(marksWithin(facts, expected)))
  simple(
    'marks_in_bleed',
    marked,
    `${pagesWord(marked)} printer's marks in the area of the file; they would be printed.`,
  )
  const { claim, condition } = facts.pdfx
  if (claim !== null || condition !== null) {
    const got = [claim ?? 'no version', ...(condition === null ? [] : [`for ${condition}`])].join(', ')
    add('pdfx_claimed', { got, message: `The file says of itself: ${got}.` })
  }
  if (facts.lookedUntilPage < facts.pageCount) {
    add('check_limited', {
      pages: [[facts.lookedUntilPage + 1, facts.pageCount]],
      got: `pages 1-${facts.lookedUntilPage} looked at`,
      expected: pagesText(facts.pageCount),
      message: codes.check_limited.when,
    })
  }
  return found
}

/** Pages whose marks lie wholly between the trim and the edge of the file. */
function marksWithin({ marks }: PdfFacts, { trim, width, height }: ExpectedFile): number[] {
  const bleeds = [trim.x, trim.y, width - trim.x - trim.width, height - trim.y - trim.height]
  const bleedPoints = Math.max(...bleeds) * pointsPerInch
  return marks.filter(({ reach }) => reach <= bleedPoints + 0.5).map(({ page }) => page)
}

/** The worst page is told with its figures, the others with it. */
function judgeImages(file: FileName, { images }: PdfFacts): Finding[] {
  const kinds: { code: Code; from: number; below: number }[] = [
    { code: 'image_resolution_too_low', from: 0, below: leastPpi },
    { code: 'image_resolution_low', from: leastPpi, below: goodPpi },
  ]
  return kinds.flatMap(({ code, from, below }) => {
    const low = images.filter(({ ppi }) => ppi >= from && ppi < below)
    if (low.length === 0) return []
    const worst = low.reduce((a, b) => (b.ppi < a.ppi ? b : a))
    const got = `${Math.floor(worst.ppi)} pixels an inch`
    const across = `${worst.width} × ${worst.height} pixels`
    return [
      finding(file, code, {
        pages: runsOf(low.map(({ page }) => page)),
        got,
        expected: `at least ${below} pixels an inch`,
        message: `The coarsest image, on page ${worst.page}, has ${across} and is placed so large that it has ${got}; ${below} are needed.`,
      }),
    ]
  })
}

const faultTexts = {
  missing: 'no size (MediaBox)',
  malformed: 'a size that is not four numbers (MediaBox)',
  empty: 'a size without an area (MediaBox)',
  huge: 'a size beyond the 14,400 units that PDF allows (MediaBox)',
}

type Details = {
  pages?: PageRuns
  got?: string | null
  expected?: string | null
  tolerance?: string
  message: string
  fix?: string
}

function finding(file: FileName, code: Code, details: Details): Finding {
  const { pages, got = null, expected = null, tolerance = null, message, fix = codes[code].fix } = details
  return {
    code,
    severity: codes[code].severity,
    file,
    pages: pages === undefined ? null : runsText(pages),
    got,
    expected,
    tolerance,
    message,
    fix,
  }
}

/** A file of the trimmed size is the most frequent mistake of all, so it is told as such. */
function fixOfSize({ width, height }: { width: number; height: number }, expected: ExpectedFile): string {
  const { trim } = expected
  const isTrimmed = trim.width < expected.width && isNear(width, trim.width, 0.02) && isNear(height, trim.height, 0.02)
  if (!isTrimmed) return `Set the size to ${sizeText(expected)}: the template has it.`
  return `The file has the size of the trimmed book. Let pictures and colours run on over the edge, and export it with its bleed: ${sizeText(expected)}.`
}

function offText({ width, height }: { width: number; height: number }, expected: ExpectedFile): string {
  const off = [
    [width - expected.width, 'wide', 'narrow'] as const,
    [height - expected.height, 'high', 'low'] as const,
  ].flatMap(([inches, more, less]) =>
    Math.abs(inches) < 0.0005 ? [] : [`${inchesText(Math.abs(inches))} in too ${inches > 0 ? more : less}`],
  )
  return off.length === 0 ? '' : `It is ${off.join(' and ')}.`
}

/** Above what a file's rounding to thousandths of a point can do. */
const roundingInches = 0.0001
const isNear = (got: number, expected: number, tolerance: number) =>
  Math.abs(got - expected) <= tolerance + roundingInches

const inchesText = (inches: number): string => String(Number(inches.toFixed(3)))
const sizeText = ({ width, height }: { width: number; height: number }): string =>
  `${inchesText(width)} × ${inchesText(height)} in`
const toleranceText = (inches: number): string => `± ${inchesText(inches)} in`
const pagesText = (count: number): string => (count === 1 ? '1 page' : `${count} pages`)

function namesText(names: string[]): string {
  const told = names.slice(0, mostNamesTold)
  return names.length > told.length ? `${told.join(', ')} and ${names.length - told.length} more` : told.join(', ')
}

function runsText(runs: PageRuns): string {
  const told = runs.slice(0, mostRunsTold).map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`))
  const left = countOf(runs.slice(mostRunsTold))
  return left > 0 ? `${told.join(', ')} and ${left} more` : told.join(', ')
}

const startOf = (pages: PageRuns): string =>
  countOf(pages) === 1 ? `Page ${runsText(pages)} is` : `Pages ${runsText(pages)} are`
const pagesWord = (pages: PageRuns): string =>
  countOf(pages) === 1 ? `Page ${runsText(pages)} has` : `Pages ${runsText(pages)} have`

const union = (a: PageRuns, b: PageRuns): PageRuns =>
  a.length === 0 ? b : runsOf([...pagesOf(a), ...pagesOf(b)].toSorted((x, y) => x - y))
