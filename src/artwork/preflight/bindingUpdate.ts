// Adds a binding code to the first page of a file, and proves it on the result: the page within the trim is the same,
// pixel by pixel, and the code can be read. Content that leaves its graphics state changed could move a drawing, so
// only the proof shows where it is.

import { type BindingPlace, type BindingSheet, bindingOperators, bindingPlace } from '../barcode/bindingCode.ts'
import { type Box, joinedSource, pageShape, repairUpdate, type Source } from '../pdfReader/pdfReader.ts'
import { loadBarcodeReader } from './barcodeReader.ts'
import { openWithPdfium, type Pdfium, type PdfiumDocument } from './pdfium.ts'
import { drawPixels, type PixelSize } from './pixels.ts'

export type BindingRequest = { code: string; sheet: BindingSheet }

const pointsPerInch = 72
const comparedPerInch = 150
/** A cover sheet of 30 by 20 inches at 100 pixels per inch is within it. */
const maxPixels = 12_000_000
/** The smallest module is then five pixels wide. */
const readPerInch = 600

/** The bytes to append to the file; none where there is no room. Throws if the result is not as it must be. */
export async function bindingUpdate(
  pdfium: Pdfium,
  source: Source,
  { code, sheet }: BindingRequest,
): Promise<Uint8Array> {
  const shape = pageShape(source, 1)
  const place = shape === null ? null : bindingPlace(shape, sheet)
  if (place === null) return Buffer.alloc(0)
  const { width, height } = shape!.shown!
  const update = repairUpdate(source, [{ kind: 'draw', page: 1, content: await bindingOperators(code, place) }])
  const before = trimmedPixels(pdfium, openWithPdfium(pdfium, source), { width, height }, place.trim)
  const result = openWithPdfium(pdfium, joinedSource(source, update))
  if (!Buffer.from(before).equals(trimmedPixels(pdfium, result, { width, height }, place.trim)))
    throw new Error('the page within the trim is not the same')
  if (!(await isRead(pdfium, result, { width, height }, place, code))) throw new Error('the code cannot be read')
  return update
}

/** Every pixel of which a part is within the trim. */
function trimmedPixels(
  pdfium: Pdfium,
  document: PdfiumDocument | null,
  page: PixelSize,
  [left, bottom, right, top]: Box,
): Uint8Array {
  const perPoint = Math.min(comparedPerInch / pointsPerInch, Math.sqrt(maxPixels / (page.width * page.height)))
  const start = { x: Math.ceil(left * perPoint), y: Math.ceil((page.height - top) * perPoint) }
  const size = {
    width: Math.floor(right * perPoint) - start.x,
    height: Math.floor((page.height - bottom) * perPoint) - start.y,
  }
  const whole = { width: Math.round(page.width * perPoint), height: Math.round(page.height * perPoint) }
  return drawPixels(pdfium, document, 0, { size, whole, start: { x: -start.x, y: -start.y } })
}

async function isRead(
  pdfium: Pdfium,
  document: PdfiumDocument | null,
  page: PixelSize,
  { panel }: BindingPlace,
  code: string,
): Promise<boolean> {
  const perPoint = readPerInch / pointsPerInch
  const size = { width: Math.round(panel.width * perPoint), height: Math.round(panel.height * perPoint) }
  const whole = { width: Math.round(page.width * perPoint), height: Math.round(page.height * perPoint) }
  const start = {
    x: -Math.round(panel.x * perPoint),
    y: -Math.round((page.height - panel.y - panel.height) * perPoint),
  }
  const data = new Uint8ClampedArray(drawPixels(pdfium, document, 0, { size, whole, start }))
  const readBarcodes = await loadBarcodeReader()
  const found = await readBarcodes({ data, ...size, colorSpace: 'srgb' }, { formats: ['DataMatrix'], tryHarder: true })
  return found.some(({ text }) => text === code)
}
