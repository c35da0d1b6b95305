import { bufferSource } from '../../src/artwork/pdfReader/pdfReader.ts'
import { loadBarcodeReader } from '../../src/artwork/preflight/barcodeReader.ts'
import { loadPdfium, openWithPdfium } from '../../src/artwork/preflight/pdfium.ts'
import { drawPixels } from '../../src/artwork/preflight/pixels.ts'

const pixelsPerPoint = 4

/** The texts of the Data Matrix codes that a page of a PDF shows, where the page is drawn at 288 pixels an inch. */
export async function readDataMatrix(file: Buffer, pageIndex = 0): Promise<string[]> {
  const pdfium = await loadPdfium()
  const document = openWithPdfium(pdfium, bufferSource(file))
  const page = document!.openPage(pageIndex)
  const pixel = {
    width: Math.round(pdfium._FPDF_GetPageWidthF(page) * pixelsPerPoint),
    height: Math.round(pdfium._FPDF_GetPageHeightF(page) * pixelsPerPoint),
  }
  pdfium._FPDF_ClosePage(page)
  const pixels = drawPixels(pdfium, document, pageIndex, { size: pixel, whole: pixel, start: { x: 0, y: 0 } })
  const readBarcodes = await loadBarcodeReader()
  const picture = { data: new Uint8ClampedArray(pixels), ...pixel, colorSpace: 'srgb' } as const
  return (await readBarcodes(picture, { formats: ['DataMatrix'], tryHarder: true })).map(({ text }) => text)
}
