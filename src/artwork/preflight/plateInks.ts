// The total ink of pages, from their plates: each page is drawn once in cyan, magenta and yellow and once in black, so
// that images, gradients, blend modes and overprint count as they print.

import {
  type Box,
  createMeasured,
  Damaged,
  type ImageMeans,
  openPlates,
  type PageRuns,
  type PdfFacts,
  type PlaceOnPage,
  type Plate,
  type Source,
  TooComplex,
} from '../pdfReader/pdfReader.ts'
import { boxInPoints, createCanvas, type DrawnPage, withoutSmoothing } from './canvas.ts'
import { pagesIn, runsOf } from './pages.ts'
import { openWithPdfium, type Pdfium } from './pdfium.ts'
import { cpuMs, drawablePages } from './rendering.ts'

/** Square inches. As much ink on less of a page dries. */
const minArea = 0.1
const pointsPerInch = 72
/** Plates are made for so many pages at once. */
const pagesAtOnce = 16
const fullInk = 255
/** For all pages together: those behind are not measured. */
const maxCpuMs = 25_000
/** Less is no problem of any paper. */
const muchInkPercent = 200
/** The values of a color are rounded four times: in favor of the page. */
const rounding = 0.3
const inkKind = 'ink_coverage_high'
const maxPlaces = 200

type Page = ReturnType<typeof drawablePages>[number]
/** The ink of each pixel, in 255ths of one full ink. */
type PlateSums = { sums: Uint16Array; columns: number; rows: number }
type Area = { percent: number; box: Box }

/**
 * The facts with the ink that at least a tenth of a square inch of each page has. The ink of single colors
 * stays for pages that cannot be measured. No other file may be read meanwhile.
 */
export function measureInks(
  pdfium: Pdfium,
  { source, means }: { source: Source; means: ImageMeans },
  facts: PdfFacts,
  announce: (page: number) => void,
): PdfFacts & { unmeasuredInks: PageRuns } {
  const wanted = new Set(pagesIn(facts.inkPages))
  const pages = drawablePages(facts).filter(({ page }) => wanted.has(page))
  if (pages.length === 0) return { ...facts, unmeasuredInks: [] }
  const platesOf = openPlates(source, means)
  const canvas = createCanvas(pdfium, withoutSmoothing)
  const measured = new Map<number, Area>()

  /** Plates that cannot be made for all pages are made for each half of them. */
  function measure(some: Page[]): void {
    try {
      for (const [page, sums] of drawPlates(pdfium, canvas, platesOf(some.map(({ page }) => page)), some, announce))
        measured.set(page.page, inkOf(page, sums))
    } catch (error) {
      if (!(error instanceof TooComplex || error instanceof Damaged)) throw error
      const half = some.length >> 1
      for (const part of [some.slice(0, half), some.slice(half)]) if (half > 0) measure(part)
    }
  }

  const startMs = cpuMs()
  for (let i = 0; i < pages.length && cpuMs() - startMs < maxCpuMs; i += pagesAtOnce)
    measure(pages.slice(i, i + pagesAtOnce))
  canvas.close()
  return withMeasured(facts, pages, measured)
}

/** The pages that could be drawn on both plates. */
function drawPlates(
  pdfium: Pdfium,
  canvas: ReturnType<typeof createCanvas>,
  plates: Record<Plate, Source>,
  pages: Page[],
  announce: (page: number) => void,
): Map<Page, PlateSums> {
  const found = new Map<Page, PlateSums>(
    pages.map(page => {
      const { columns, rows } = canvas.sizeOf(page)
      return [page, { sums: new Uint16Array(columns * rows), columns, rows }]
    }),
  )
  for (const plate of ['cmy', 'black'] as const) {
    const document = openWithPdfium(pdfium, plates[plate])
    if (document === null) return new Map()
    for (const [page, { sums }] of found) {
      announce(page.page)
      const handle = document.openPage(page.page - 1)
      if (handle === 0) {
        found.delete(page)
        continue
      }
      addInks(sums, canvas.draw(handle, page.width, page.height), plate)
      pdfium._FPDF_ClosePage(handle)
    }
    document.close()
  }
  return found
}

function withMeasured(
  facts: PdfFacts,
  pages: Page[],
  measured: Map<number, Area>,
): PdfFacts & { unmeasuredInks: PageRuns } {
  const inks = createMeasured(1)
  const places: PlaceOnPage[] = []
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
  return { ...facts, inks: inks.facts(), places: [...others, ...worst], unmeasuredInks: runsOf(unmeasured) }
}

function addInks(sums: Uint16Array, { pixels, pixelsPerRow, columns, rows }: DrawnPage, plate: Plate): void {
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      const color = pixels[y * pixelsPerRow + x]!
      const last = fullInk - (color & 255)
      sums[y * columns + x]! +=
        plate === 'black' ? last : last + 2 * fullInk - ((color >> 16) & 255) - ((color >> 8) & 255)
    }
  }
}

/** The ink that the area has, in percent, and a box around all that has as much. */
function inkOf({ width, height }: Page, { sums, columns, rows }: PlateSums): Area {
  const minPixels = ((minArea * pointsPerInch ** 2) / (width * height)) * sums.length
  const counts = new Uint32Array(4 * fullInk + 1)
  for (const sum of sums) counts[sum]!++
  let level = 4 * fullInk
  for (let pixels = counts[level]!; pixels < minPixels && level > 0; pixels += counts[level]!) level--
  const box: Box = [columns, rows, 0, 0]
  for (const [i, sum] of sums.entries()) {
    if (sum < level) continue
    const [x, y] = [i % columns, Math.floor(i / columns)]
    box[0] = Math.min(box[0], x)
    box[1] = Math.min(box[1], y)
    box[2] = Math.max(box[2], x + 1)
    box[3] = Math.max(box[3], y + 1)
  }
  return { percent: (level / fullInk) * 100 - rounding, box: boxInPoints({ columns, rows }, { width, height }, box) }
}
