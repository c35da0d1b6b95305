// The pixels of a page, or of a part of it, as PDFium prints it.

import type { Pdfium, PdfiumDocument } from './pdfium.ts'

/** FPDFBitmap_BGRA; FPDF_PRINTING and FPDF_REVERSE_BYTE_ORDER, which makes it RGBA. */
const bitmapFormat = 4
const renderFlags = 0x800 | 0x10
const white = 0xffffffff

export type PixelSize = { width: number; height: number }

/** The bitmap has `size`; the page is drawn as `whole`, from `start` on. */
export type Cut = { size: PixelSize; whole: PixelSize; start: { x: number; y: number } }

/** RGBA. Throws when the page cannot be opened. */
export function drawPixels(
  pdfium: Pdfium,
  document: PdfiumDocument | null,
  index: number,
  { size: { width, height }, whole, start: at }: Cut,
): Uint8Array {
  const page = document?.openPage(index) ?? 0
  const bitmap = page === 0 ? 0 : pdfium._FPDFBitmap_CreateEx(width, height, bitmapFormat, 0, 0)
  if (bitmap === 0) throw new Error('the page cannot be opened')
  pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, white)
  pdfium._FPDF_RenderPageBitmap(bitmap, page, at.x, at.y, whole.width, whole.height, 0, renderFlags)
  const start = pdfium._FPDFBitmap_GetBuffer(bitmap)
  const pixels = pdfium.HEAPU8.slice(start, start + width * height * 4)
  pdfium._FPDFBitmap_Destroy(bitmap)
  pdfium._FPDF_ClosePage(page)
  return pixels
}
