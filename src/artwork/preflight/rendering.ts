// Draws pages with PDFium, small, to find those that cannot be drawn, the area of each page with ink, and pages in
// color. Previews use the same renderer, so both agree.

import type { Box, DrawingNeeds, PageRuns, PdfFacts, PlaceOnPage } from '../pdfReader/pdfReader.ts'
import { boxInPoints, createCanvas, type DrawnPage } from './canvas.ts'
import { pagesIn, runsOf } from './pages.ts'
import type { Pdfium, PdfiumDocument } from './pdfium.ts'

/**
 * `inks` are the boxes around all ink, in points of the page as shown; null for a blank page. Of pages that are not
 * drawn, they may be larger by the size of a letter.
 */
export type Rendering = {
  inks: { pages: PageRuns; box: Box | null }[]
  /** Pages with any color other than gray, as drawn: a photograph in RGB may be gray. */
  colored: PageRuns
  /** Where the first of these pages have color. */
  places: PlaceOnPage[]
  /** Pages that the renderer cannot open. */
  undrawn: PageRuns
  /** Pages that were not drawn, since drawing the pages before them took all the time allowed for a file. */
  skipped: PageRuns
}

/** Paper is white; a lighter tint than this does not print. */
const minPaper = 250
/** Profiles draw gray and rich black with a slight cast. */
const maxCast = 24
/** For all pages together. A page of text takes 3 ms, and a page that is a photograph 100 ms. */
const maxCpuMs = 60_000
const maxPlaces = 200

/**
 * Calls `announce` before each page. Pages whose ink is known, without a size, or with content that was not examined,
 * are not drawn.
 */
export function renderPages(
  pdfium: Pdfium,
  document: PdfiumDocument,
  { facts, needs: { knownInks } }: { facts: PdfFacts; needs: DrawingNeeds },
  announce: (page: number) => void,
): Rendering {
  const inks = new Map<string, { box: Box | null; pages: number[] }>()
  const colored: number[] = []
  const places: PlaceOnPage[] = []
  const undrawn: number[] = []
  const skipped: number[] = []
  const addInk = (page: number, box: Box | null) => {
    const key = String(box)
    const sameInk = inks.get(key)
    if (sameInk === undefined) inks.set(key, { box, pages: [page] })
    else sameInk.pages.push(page)
  }
  const canvas = createCanvas(pdfium)
  const startMs = cpuMs()
  for (const { page, width, height } of drawablePages(facts)) {
    const known = knownInks.get(page)
    if (known !== undefined) {
      addInk(page, known)
      continue
    }
    if (cpuMs() - startMs > maxCpuMs) {
      skipped.push(page)
      continue
    }
    announce(page)
    const handle = document.openPage(page - 1)
    if (handle === 0) {
      undrawn.push(page)
      continue
    }
    const drawn = canvas.draw(handle, width, height)
    const { ink, color } = lookAt(drawn)
    const inPoints = (pixelBox: Box | null) => pixelBox && boxInPoints(drawn, { width, height }, pixelBox)
    const [box, colorBox] = [inPoints(ink), inPoints(color)]
    pdfium._FPDF_ClosePage(handle)
    if (colorBox !== null) {
      colored.push(page)
      if (places.length < maxPlaces) places.push({ kind: 'colour_not_printed', value: 0, page, box: colorBox })
    }
    addInk(page, box)
  }
  canvas.close()
  return {
    inks: [...inks.values()].map(({ box, pages }) => ({ box, pages: runsOf(pages) })),
    colored: runsOf(colored),
    places,
    undrawn: runsOf(undrawn),
    skipped: runsOf(skipped),
  }
}

export function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Pages with a size whose content was examined, in their order. */
export function drawablePages({
  shapes,
  faults,
  lookedUntilPage,
}: PdfFacts): { page: number; width: number; height: number }[] {
  const tooComplex = new Set(faults.filter(({ kind }) => kind === 'too_complex').flatMap(({ pages }) => pagesIn(pages)))
  return shapes
    .flatMap(shape => (shape.shown === null ? [] : pagesIn(shape.pages).map(page => ({ page, ...shape.shown! }))))
    .filter(({ page }) => page <= lookedUntilPage && !tooComplex.has(page))
    .sort((a, b) => a.page - b.page)
}

/** Left, top, right and bottom of the pixels with ink, and of the pixels with color; null without any. */
function lookAt({ pixels, pixelsPerRow, columns, rows }: DrawnPage): { ink: Box | null; color: Box | null } {
  let [left, top, right, bottom] = [columns, rows, 0, 0]
  const colorBox: Box = [columns, rows, 0, 0]
  for (let y = 0; y < rows; y++) {
    const start = y * pixelsPerRow
    for (let x = 0; x < columns; x++) {
      // The fourth byte has no meaning.
      const color = pixels[start + x]! & 0xffffff
      if (color === 0xffffff) continue
      const red = color >> 16
      const green = (color >> 8) & 255
      const blue = color & 255
      if (red >= minPaper && green >= minPaper && blue >= minPaper) continue
      if (x < left) left = x
      if (x >= right) right = x + 1
      if (y < top) top = y
      bottom = y + 1
      const cast = Math.max(Math.abs(red - green), Math.abs(green - blue), Math.abs(red - blue))
      if (cast <= maxCast) continue
      if (x < colorBox[0]) colorBox[0] = x
      if (x >= colorBox[2]) colorBox[2] = x + 1
      if (y < colorBox[1]) colorBox[1] = y
      colorBox[3] = y + 1
    }
  }
  return { ink: bottom === 0 ? null : [left, top, right, bottom], color: colorBox[3] === 0 ? null : colorBox }
}
