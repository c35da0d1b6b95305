// The total ink of pages, from their plates: each page is drawn once in cyan, magenta and yellow and once in black, so
// that images, gradients, blend modes and overprint count as they print. Where plates without overprint lack an ink,
// overprint changes a color.

import {
  type Box,
  createMeasured,
  Damaged,
  type DrawingNeeds,
  Incomplete,
  openPlates,
  type PageRuns,
  type PdfFacts,
  type PlaceOnPage,
  type Plate,
  type PlateKind,
  type Source,
  TooComplex,
} from '../pdfReader/pdfReader.ts'
import { boxInPoints, createCanvas, type DrawnPage, type Scale, withoutSmoothing } from './canvas.ts'
import { pagesIn, runsOf } from './pages.ts'
import { openWithPdfium, type Pdfium } from './pdfium.ts'
import { cpuMs, drawablePages } from './rendering.ts'

/** Square inches. As much ink on less of a page dries. */
const minArea = 0.1
const pointsPerInch = 72
/** Plates are made for so many pages at once. */
const pagesAtOnce = 16
const fullInk = 255
/** For all pages together, and for the whole check until then: the pages behind are not measured. */
const maxCpuMs = 25_000
const maxCheckCpuMs = 95_000
/** Thin lines are at least a pixel wide, so that coarse pixels count lines of black in four inks several times. */
const fine: Scale = { pixelsPerPoint: 200 / pointsPerInch, maxSide: 6_000 }
/** A page that loses less ink without everything thinner than three pixels needs no finer plates. */
const maxThinPercent = 10
/** Less is no problem of any paper. */
const muchInkPercent = 200
/** The values of a color are rounded four times: in favor of the page. */
const rounding = 0.3
const inkKind = 'ink_coverage_high'
const overprintKind = 'colour_overprint'
/** In 255ths of one ink: less of a change cannot be seen. Fewer pixels are a point in print. */
const minChange = 26
/** In 255ths: what rounding makes of paper. */
const maxNoInk = 2
const minChangedPixels = 4
const maxPlaces = 200

type Page = ReturnType<typeof drawablePages>[number]
type Size = { columns: number; rows: number }
/** Black, cyan, magenta and yellow of each pixel, in 255ths of one full ink. */
type PlateInks = Size & { inks: Uint8Array }
type Sums = Size & { sums: Uint16Array }
/** `kept` is how much of the sum stays under what overprints. */
type PlateSums = Sums & { kept: Uint16Array }
type Area = { percent: number; box: Box }
/** By page; `changed` is where overprint changes a color. */
type Found = Map<number, Area & { changed: Box | null }>

/** The work is limited by the processor time since `startMs`, when the check of the file began. */
export type Measuring = { source: Source; needs: DrawingNeeds; startMs: number; announce(page: number): void }

/** Pages where overprint changes a color, and pages that could not be measured. */
export type PlateFacts = { colorOverprints: PageRuns; unmeasuredInks: PageRuns }

class TimeIsUp extends Error {}

/**
 * The facts with the ink that at least a tenth of a square inch of each page has. The ink of single colors
 * stays for pages that cannot be measured. No other file may be read meanwhile.
 */
export function measureInks(
  pdfium: Pdfium,
  { source, needs, startMs, announce }: Measuring,
  facts: PdfFacts,
): PdfFacts & PlateFacts {
  const pages = drawablePages(facts).filter(({ page }) => needs.pages.has(page))
  if (pages.length === 0) return { ...facts, colorOverprints: [], unmeasuredInks: [] }
  const bleeds = new Map(facts.shapes.flatMap(({ pages: some, bleed }) => pagesIn(some).map(page => [page, bleed])))
  const isInRgb = new Set(pagesIn(facts.rgb))
  const untilMs = Math.min(cpuMs() + maxCpuMs, startMs + maxCheckCpuMs)
  const begin = (page: number) => {
    if (cpuMs() > untilMs) throw new TimeIsUp()
    announce(page)
  }
  const canvas = createCanvas(pdfium, { flags: withoutSmoothing })
  const fineCanvas = createCanvas(pdfium, { flags: withoutSmoothing, scale: fine })
  const measured: Found = new Map()

  function sumsOf(platesOf: PlatesOf, on: Canvas, some: Page[], rgb: PlateKind['rgb'] = 'paper'): Map<Page, PlateSums> {
    const draw = (pages: Page[], overprint: PlateKind['overprint']) => {
      if (pages.length === 0) return new Map<Page, PlateInks>()
      const plates = platesOf(
        pages.map(({ page }) => page),
        { overprint, rgb },
      )
      return drawPlates({ pdfium, canvas: on, plates, begin }, pages)
    }
    const drawn = draw(some, 'all')
    const knockedOut = draw(
      some.filter(page => needs.overprints.has(page.page) && drawn.has(page)),
      'usual',
    )
    return new Map(
      [...drawn].map(([page, inks]) => {
        const sums = sumOf(inks, knockedOut.get(page))
        clearBeyond(bleeds.get(page.page), page, sums)
        return [page, sums]
      }),
    )
  }
  function measure(platesOf: PlatesOf, some: Page[]): void {
    for (const [page, sums] of sumsOf(platesOf, canvas, some)) {
      const area = inkOf(page, sums)
      const hasThin = area.percent > muchInkPercent && needs.pages.get(page.page) === 'shapes' && isThin(page, sums)
      const again = hasThin ? sumsOf(platesOf, fineCanvas, [page]).get(page) : sums
      if (again === undefined) continue
      measured.set(page.page, { ...(again === sums ? area : inkOf(page, again)), changed: boxOfChange(page, sums) })
    }
  }
  /** The ink of the pages is measured already, and stays where these plates cannot be made. */
  function measureOverRgb(platesOf: PlatesOf, some: Page[]): void {
    for (const [page, sums] of sumsOf(platesOf, canvas, some, 'inks'))
      measured.set(page.page, { ...measured.get(page.page)!, changed: boxOfChange(page, sums) })
  }
  /** Plates that cannot be made for all pages are made for each half of them. */
  function wholeOrHalves(some: Page[], act: (some: Page[]) => void): void {
    try {
      act(some)
    } catch (error) {
      if (!isOfTheFile(error)) throw error
      const half = some.length >> 1
      for (const part of [some.slice(0, half), some.slice(half)]) if (half > 0) wholeOrHalves(part, act)
    }
  }

  try {
    const platesOf = openPlates(source, needs.means, begin)
    for (let i = 0; i < pages.length; i += pagesAtOnce) {
      const some = pages.slice(i, i + pagesAtOnce)
      wholeOrHalves(some, part => measure(platesOf, part))
      const overRgb = some.filter(({ page }) => needs.overprints.has(page) && isInRgb.has(page) && measured.has(page))
      wholeOrHalves(overRgb, part => measureOverRgb(platesOf, part))
    }
    canvas.close()
    fineCanvas.close()
  } catch (error) {
    // PDFium throws a RuntimeError when its memory is full, and cannot be used after it.
    const isEnd = error instanceof TimeIsUp || (error instanceof Error && error.name === 'RuntimeError')
    if (!isEnd && !isOfTheFile(error)) throw error
  }
  return withMeasured(facts, pages, measured)
}

/** RangeErrors come from sizes that no array can have. */
const isOfTheFile = (error: unknown): boolean =>
  [TooComplex, Damaged, Incomplete, RangeError].some(kind => error instanceof kind)

type PlatesOf = ReturnType<typeof openPlates>
type Canvas = ReturnType<typeof createCanvas>
type Drawing = { pdfium: Pdfium; canvas: Canvas; plates: Record<Plate, Source>; begin(page: number): void }

/** The pages that could be drawn on both plates. */
function drawPlates({ pdfium, canvas, plates, begin }: Drawing, pages: Page[]): Map<Page, PlateInks> {
  const found = new Map<Page, PlateInks>(
    pages.map(page => {
      const size = canvas.sizeOf(page)
      return [page, { ...size, inks: new Uint8Array(4 * size.columns * size.rows) }]
    }),
  )
  for (const plate of ['cmy', 'black'] as const) {
    const document = openWithPdfium(pdfium, plates[plate])
    if (document === null) return new Map()
    for (const [page, { inks }] of found) {
      begin(page.page)
      const handle = document.openPage(page.page - 1)
      if (handle === 0) {
        found.delete(page)
        continue
      }
      setInks(inks, canvas.draw(handle, page.width, page.height), plate)
      pdfium._FPDF_ClosePage(handle)
    }
    document.close()
  }
  return found
}

/** Where a plate lacks an ink without overprint, overprint keeps what is below; elsewhere it replaces it. */
function sumOf({ inks, columns, rows }: PlateInks, knockedOut: PlateInks | undefined): PlateSums {
  const [sums, kept] = [new Uint16Array(columns * rows), new Uint16Array(columns * rows)]
  for (let i = 0; i < inks.length; i++) {
    const replacing = knockedOut === undefined ? inks[i]! : knockedOut.inks[i]!
    sums[i >> 2]! += replacing > maxNoInk ? replacing : inks[i]!
    if (replacing <= maxNoInk) kept[i >> 2]! += inks[i]!
  }
  return { sums, kept, columns, rows }
}

/** The trim removes what is beyond the bleed, such as the control strips of a press. */
function clearBeyond(
  bleed: Box | null | undefined,
  { width, height }: Page,
  { sums, kept, columns, rows }: PlateSums,
): void {
  if (bleed == null) return
  const [left, bottom, right, top] = bleed
  const [across, up] = [columns / width, rows / height]
  const isIn = (pixel: number, from: number, to: number) => pixel + 1 > from && pixel < to
  for (const i of sums.keys()) {
    const [x, y] = [i % columns, rows - 1 - Math.floor(i / columns)]
    if (!isIn(x, left * across, right * across) || !isIn(y, bottom * up, top * up)) sums[i] = kept[i] = 0
  }
}

function withMeasured(facts: PdfFacts, pages: Page[], measured: Found): PdfFacts & PlateFacts {
  const inks = createMeasured(1)
  const places: PlaceOnPage[] = []
  const changes = [...measured].flatMap(([page, { changed: box }]) =>
    box === null ? [] : [{ kind: overprintKind, value: 0, page, box }],
  )
  const known = new Map(facts.inks.flatMap(({ value, pages: some }) => pagesIn(some).map(page => [page, value])))
  const unmeasured = pages.map(({ page }) => page).filter(page => !measured.has(page))
  for (const { page } of pages) {
    const { percent, box } = measured.get(page) ?? { percent: known.get(page) ?? 0, box: null }
    if (percent <= muchInkPercent) continue
    inks.add(percent, page)
    if (box !== null) places.push({ kind: inkKind, value: -Math.round(percent), page, box })
  }
  const kept = facts.places.filter(({ kind, page }) => kind === inkKind && !measured.has(page))
  const worst = [...places, ...kept].sort((a, b) => a.value - b.value).slice(0, maxPlaces)
  const others = facts.places.filter(({ kind }) => kind !== inkKind)
  return {
    ...facts,
    inks: inks.facts(),
    places: [...others, ...worst, ...changes.slice(0, maxPlaces)],
    colorOverprints: runsOf(changes.map(({ page }) => page)),
    unmeasuredInks: runsOf(unmeasured),
  }
}

function setInks(inks: Uint8Array, { pixels, pixelsPerRow, columns, rows }: DrawnPage, plate: Plate): void {
  const shifts = plate === 'black' ? [0] : [16, 8, 0]
  const first = plate === 'black' ? 0 : 1
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      const color = pixels[y * pixelsPerRow + x]!
      for (const [i, shift] of shifts.entries())
        inks[4 * (y * columns + x) + first + i] = fullInk - ((color >> shift) & 255)
    }
  }
}

/** Whether less ink is left without what is thinner than three pixels (the opening of the picture by 3 by 3 pixels). */
function isThin(page: Page, { sums, columns, rows }: Sums): boolean {
  const least = spread(spread(sums, 1, columns, Math.min), columns, sums.length, Math.min)
  const left = spread(spread(least, 1, columns, Math.max), columns, sums.length, Math.max)
  return (
    inkOf(page, { sums, columns, rows }).percent - inkOf(page, { sums: left, columns, rows }).percent > maxThinPercent
  )
}

/** Each value with those `step` before and behind it, within parts of `length`. */
function spread(values: Uint16Array, step: number, length: number, best: typeof Math.min): Uint16Array {
  const found = new Uint16Array(values.length)
  for (let i = 0; i < values.length; i++) {
    const at = i % length
    const before = at >= step ? values[i - step]! : values[i]!
    const behind = at + step < length ? values[i + step]! : values[i]!
    found[i] = best(before, values[i]!, behind)
  }
  return found
}

/** The ink that the area has, in percent, and a box around all that has as much. */
function inkOf({ width, height }: Page, { sums, columns, rows }: Sums): Area {
  const minPixels = ((minArea * pointsPerInch ** 2) / (width * height)) * sums.length
  const counts = new Uint32Array(4 * fullInk + 1)
  for (const sum of sums) counts[sum]!++
  let level = 4 * fullInk
  for (let pixels = counts[level]!; pixels < minPixels && level > 0; pixels += counts[level]!) level--
  const { box } = around({ width, height }, { sums, columns, rows }, sum => sum >= level)
  return { percent: (level / fullInk) * 100 - rounding, box }
}

/** A box around the pixels that hold, and their number. */
function around(
  page: Pick<Page, 'width' | 'height'>,
  { sums, columns, rows }: Sums,
  holds: (sum: number, pixel: number) => boolean,
): { box: Box; count: number } {
  const box: Box = [columns, rows, 0, 0]
  let count = 0
  for (const [i, sum] of sums.entries()) {
    if (!holds(sum, i)) continue
    const [x, y] = [i % columns, Math.floor(i / columns)]
    count++
    box[0] = Math.min(box[0], x)
    box[1] = Math.min(box[1], y)
    box[2] = Math.max(box[2], x + 1)
    box[3] = Math.max(box[3], y + 1)
  }
  return { box: boxInPoints({ columns, rows }, page, box), count }
}

/** Where ink stays under what overprints; null where none does. */
function boxOfChange(page: Page, { kept, ...size }: PlateSums): Box | null {
  const { box, count } = around(page, { ...size, sums: kept }, sum => sum >= minChange)
  return count < minChangedPixels ? null : box
}
