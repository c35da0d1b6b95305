// A bitmap on which PDFium draws pages, small.

import type { Box } from '../pdfReader/pdfReader.ts'
import type { Pdfium } from './pdfium.ts'

/** `pixels` is in the memory of PDFium, and valid until the next page is drawn. */
export type DrawnPage = { pixels: Uint32Array; pixelsPerRow: number; columns: number; rows: number }

export type Scale = { pixelsPerPoint: number; maxSide: number }
/** Enough to see where a page has ink. */
const coarse: Scale = { pixelsPerPoint: 0.5, maxSide: 2_000 }
/** FPDFBitmap_BGRx; FPDF_PRINTING. */
const bitmapFormat = 3
const bytesPerPixel = 4
const renderFlags = 0x800
/** Each pixel of text and paths has the color of its center, so that pixels count areas. */
export const withoutSmoothing = 0x5000
const white = 0xffffffff

/** From left, top, right and bottom in pixels. */
export function boxInPoints(
  { columns, rows }: { columns: number; rows: number },
  { width, height }: { width: number; height: number },
  [left, top, right, bottom]: Box,
): Box {
  const [across, up] = [width / columns, height / rows]
  const box: Box = [left * across, (rows - bottom) * up, right * across, (rows - top) * up]
  return box.map(side => Math.round(side)) as Box
}

function sizeOf(
  { width, height }: { width: number; height: number },
  { pixelsPerPoint, maxSide }: Scale,
): { columns: number; rows: number } {
  const scale = Math.min(pixelsPerPoint, maxSide / width, maxSide / height)
  const [columns, rows] = [width, height].map(length => Math.max(1, Math.round(length * scale))) as [number, number]
  return { columns, rows }
}

/** The bitmap is created again only for a page of another size. */
export function createCanvas(pdfium: Pdfium, { flags = 0, scale = coarse }: { flags?: number; scale?: Scale } = {}) {
  let bitmap = 0
  let [columns, rows] = [0, 0]
  const close = () => {
    if (bitmap !== 0) pdfium._FPDFBitmap_Destroy(bitmap)
    bitmap = columns = rows = 0
  }
  function resize(width: number, height: number) {
    close()
    ;[columns, rows] = [width, height]
    bitmap = pdfium._FPDFBitmap_CreateEx(width, height, bitmapFormat, 0, 0)
    if (bitmap === 0) throw new Error('not enough memory for the bitmap of a page')
  }
  return {
    close,
    sizeOf: (page: { width: number; height: number }) => sizeOf(page, scale),
    draw(page: number, width: number, height: number): DrawnPage {
      const size = sizeOf({ width, height }, scale)
      if (size.columns !== columns || size.rows !== rows) resize(size.columns, size.rows)
      pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, columns, rows, white)
      pdfium._FPDF_RenderPageBitmap(bitmap, page, 0, 0, columns, rows, 0, renderFlags | flags)
      const start = pdfium._FPDFBitmap_GetBuffer(bitmap)
      const pixelsPerRow = pdfium._FPDFBitmap_GetStride(bitmap) / bytesPerPixel
      return { pixels: new Uint32Array(pdfium.HEAPU8.buffer, start, pixelsPerRow * rows), pixelsPerRow, columns, rows }
    },
  }
}
