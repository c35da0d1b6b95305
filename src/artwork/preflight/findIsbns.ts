// Finds what says which book a file belongs to: barcodes on a cover, and ISBNs in the text of a cover and of the first
// pages, where the copyright page is. Only for books with an ISBN.

import type { Box, PdfFacts } from '../pdfReader/pdfReader.ts'
import { loadBarcodeReader } from './barcodeReader.ts'
import type { Pdfium, PdfiumDocument } from './pdfium.ts'

/**
 * `box` is in points of the page as shown. `contrast` is the difference between white and bars, as a share of the light
 * that falls on them. `digits` of a text may have a wrong check digit.
 */
export type FoundIsbns = {
  barcodes: { digits: string; addOn: string | null; box: Box; contrast: number }[]
  written: { digits: string; page: number; box: Box }[]
}

const pointsPerInch = 72
/** A module of the smallest barcode, at 80 percent, is then two pixels wide. */
const pixelsPerInch = 200
/** A cover is at most 30 inches wide. */
const maxSidePx = 6_000
const maxFound = 20
/** The copyright page follows the half title, the title and some pages of praise. */
const maxTextPages = 12
/** No copyright page is longer. */
const maxCharacters = 20_000
/** White paper reflects as much of the light. */
const paperReflectance = 0.85
/** The brightest and darkest pixels of a barcode may belong to a picture behind its edge. */
const strayShare = 0.05
/** FPDFBitmap_BGRA; FPDF_PRINTING and FPDF_REVERSE_BYTE_ORDER, which makes it RGBA. */
const bitmapFormat = 4
const renderFlags = 0x800 | 0x10
const white = 0xffffffff
/** PageToDevice answers whole pixels. */
const pixelsPerPoint = 100

export async function findIsbns(
  pdfium: Pdfium,
  document: PdfiumDocument,
  facts: PdfFacts,
  announce: (page: number) => void,
): Promise<FoundIsbns> {
  const found: FoundIsbns = { barcodes: [], written: [] }
  const pageCount = Math.min(maxTextPages, facts.pageCount, facts.lookedUntilPage)
  for (let page = 1; page <= pageCount; page++) {
    const size = facts.shapes.find(({ pages }) => pages.some(([from, to]) => from <= page && page <= to))?.shown
    if (!size) continue
    announce(page)
    const handle = document.openPage(page - 1)
    if (handle === 0) continue
    for (const one of writtenOn(pdfium, handle, size).map(written => ({ ...written, page }))) found.written.push(one)
    if (facts.pageCount === 1)
      for (const barcode of await barcodesOn(pdfium, handle, size)) found.barcodes.push(barcode)
    pdfium._FPDF_ClosePage(handle)
  }
  return { barcodes: found.barcodes.slice(0, maxFound), written: found.written.slice(0, maxFound) }
}

type Size = { width: number; height: number }

async function barcodesOn(pdfium: Pdfium, page: number, size: Size): Promise<FoundIsbns['barcodes']> {
  const scale = Math.min(pixelsPerInch / pointsPerInch, maxSidePx / size.width, maxSidePx / size.height)
  const width = Math.max(1, Math.round(size.width * scale))
  const height = Math.max(1, Math.round(size.height * scale))
  const bitmap = pdfium._FPDFBitmap_CreateEx(width, height, bitmapFormat, 0, 0)
  if (bitmap === 0) return []
  pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, white)
  pdfium._FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, renderFlags)
  const start = pdfium._FPDFBitmap_GetBuffer(bitmap)
  const data = new Uint8ClampedArray(pdfium.HEAPU8.buffer, start, width * height * 4)
  asInRedLight(data)
  const readBarcodes = await loadBarcodeReader()
  const results = await readBarcodes(
    { data, width, height, colorSpace: 'srgb' },
    {
      formats: ['EAN13'],
      eanAddOnSymbol: 'Read',
      tryHarder: true,
      tryRotate: true,
      tryInvert: false,
      tryDownscale: false,
      maxNumberOfSymbols: maxFound,
    },
  )
  const found = results.flatMap(({ text, position }) => {
    const [, digits, addOn] = /^(\d{13})\D*(\d{5})?/.exec(text) ?? []
    if (digits === undefined) return []
    const corners = [position.topLeft, position.topRight, position.bottomRight, position.bottomLeft]
    const [xs, ys] = [corners.map(({ x }) => x / scale), corners.map(({ y }) => size.height - y / scale)]
    const area = boxAround(
      corners.map(({ x }) => x),
      corners.map(({ y }) => y),
    )
    return [{ digits, addOn: addOn ?? null, box: boxAround(xs, ys), contrast: contrastIn({ data, width }, area) }]
  })
  pdfium._FPDFBitmap_Destroy(bitmap)
  return [...Map.groupBy(found, ({ digits }) => digits).values()].map(bestOf)
}

/** Scanners have a red light, in which red bars are as white as paper. */
function asInRedLight(pixels: Uint8ClampedArray): void {
  for (let i = 0; i < pixels.length; i += 4) pixels[i + 1] = pixels[i + 2] = pixels[i]!
}

function contrastIn({ data, width }: { data: Uint8ClampedArray; width: number }, box: Box): number {
  const [left, top, right, bottom] = box.map(Math.round) as Box
  const values: number[] = []
  for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) values.push(data[4 * (y * width + x)] ?? 0)
  values.sort((a, b) => a - b)
  const [dark, bright] = [strayShare, 1 - strayShare].map(share => values[Math.floor(share * values.length)] ?? 0)
  return Math.round(100 * paperReflectance * (lightOf(bright!) - lightOf(dark!))) / 100
}

/** The share of light of an sRGB value, without its curve near black. */
const lightOf = (value: number) => (value / 255) ** 2.2

/** The part of a barcode above its add-on may be found as a second barcode. */
const bestOf = (same: FoundIsbns['barcodes']) => same.find(({ addOn }) => addOn !== null) ?? same[0]!

const boxAround = (xs: number[], ys: number[]): Box =>
  [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)].map(side => Math.round(side * 10) / 10) as Box

/** Hyphens of all kinds, PDFium's mark for a hyphen at the end of a line, and spaces. */
const separator = '[-\\s\\u0002\\u00ad\\u2010-\\u2015\\u2212]?'
const thirteen = `97[89]${separator}(?:\\d${separator}){9}\\d`
const ten = `(?:\\d${separator}){9}[\\dXx]`
/** 13 digits are an ISBN by themselves, 10 digits only after the word ISBN. */
const isbnPattern = new RegExp(
  `(?<![\\d-])(${thirteen})(?!\\d)|ISBN(?:[-\\s]?1[03](?!\\d))?[^\\d\\n\\r]{0,30}(${ten})(?![\\d-])`,
  'gi',
)

function writtenOn(pdfium: Pdfium, page: number, size: Size): Omit<FoundIsbns['written'][number], 'page'>[] {
  const text = pdfium._FPDFText_LoadPage(page)
  if (text === 0) return []
  const count = Math.min(maxCharacters, pdfium._FPDFText_CountChars(text))
  const characters = Array.from({ length: count }, (_, i) => {
    const code = pdfium._FPDFText_GetUnicode(text, i)
    // One unit for each character, so that PDFium has the same positions in the text.
    return String.fromCharCode(code > 0xffff ? 0xfffd : code)
  }).join('')
  const found = [...characters.matchAll(isbnPattern)].slice(0, maxFound).map(match => {
    const spelled = (match[1] ?? match[2])!
    const start = match.index + match[0].length - spelled.length
    const digits = spelled.replace(/[^\dXx]/g, '').toUpperCase()
    return { digits, box: boxOfText(pdfium, { page, text, from: start, to: start + spelled.length, size }) }
  })
  pdfium._FPDFText_ClosePage(text)
  return found
}

type TextRange = { page: number; text: number; from: number; to: number; size: Size }

function boxOfText(pdfium: Pdfium, { page, text, from, to, size }: TextRange): Box {
  const [doubles, integers] = [pdfium._malloc(4 * 8), pdfium._malloc(2 * 4)]
  const view = () => new DataView(pdfium.HEAPU8.buffer)
  const sides = [0, 1, 2, 3].map(i => doubles + i * 8) as [number, number, number, number]
  const [width, height] = [size.width, size.height].map(side => Math.round(side * pixelsPerPoint)) as [number, number]
  const [xs, ys]: [number[], number[]] = [[], []]
  for (let i = from; i < to; i++) {
    if (pdfium._FPDFText_GetCharBox(text, i, ...sides) === 0) continue
    const [left, right, bottom, top] = sides.map(side => view().getFloat64(side, true)) as [
      number,
      number,
      number,
      number,
    ]
    for (const [x, y] of [
      [left, bottom],
      [right, top],
    ] as const) {
      pdfium._FPDF_PageToDevice(page, 0, 0, width, height, 0, x, y, integers, integers + 4)
      xs.push(view().getInt32(integers, true) / pixelsPerPoint)
      ys.push(size.height - view().getInt32(integers + 4, true) / pixelsPerPoint)
    }
  }
  pdfium._free(doubles)
  pdfium._free(integers)
  return xs.length === 0 ? [0, 0, size.width, size.height] : boxAround(xs, ys)
}
