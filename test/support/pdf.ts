// Reads a PDF with two independent readers: PDFium (boxes, pages, pixels) and pdf.js (fonts, layers, text).

import { type PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium'
import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** Left, bottom, right, top in points. */
export type Box = [number, number, number, number]

export type PdfPage = {
  /** Null: the page has no such box. */
  media: Box | null
  bleed: Box | null
  trim: Box | null
  text: string
  /** How many times it draws the glyph of a letter that the font does not have. */
  missingGlyphs: number
  fonts: { name: string; embedded: boolean }[]
}

export type PdfContent = {
  pageCount: number
  layers: { name: string; viewed: boolean; printed: boolean }[]
  /** Pages are numbered from 1. */
  page(number: number): Promise<PdfPage>
  /** How many pixels of a page are not white, at one pixel for each point. */
  marks(number: number): Promise<number>
  close(): Promise<void>
}

const pdfium = await PDFiumLibrary.init()

export async function readPdf(bytes: Uint8Array): Promise<PdfContent> {
  const document = await pdfium.loadDocument(bytes)
  const pdfJs = await getDocument({ data: new Uint8Array(bytes), disableFontFace: true, verbosity: 0 }).promise
  if (pdfJs.numPages !== document.getPageCount()) throw new Error('the readers disagree on the number of pages')
  return {
    pageCount: pdfJs.numPages,
    layers: await layersOf(pdfJs),
    async page(number) {
      const page = await pdfJs.getPage(number)
      const { items } = await page.getTextContent()
      const { fnArray, argsArray } = await page.getOperatorList()
      const names = new Set(fnArray.flatMap((fn: number, i: number) => (fn === OPS.setFont ? [argsArray[i][0]] : [])))
      const fonts = [...names].map(name => page.commonObjs.get(name) as { name: string; missingFile?: boolean })
      return {
        ...boxesOf(document, number),
        text: items.map((item: object) => ('str' in item ? item.str : '')).join('\n'),
        missingGlyphs: fnArray
          .flatMap((fn: number, i: number) => (fn === OPS.showText ? argsArray[i][0] : []))
          .filter((glyph: { originalCharCode?: number }) => glyph.originalCharCode === 0).length,
        fonts: fonts.map(({ name, missingFile = false }) => ({ name, embedded: !missingFile })),
      }
    },
    async marks(number) {
      const { data } = await document.getPage(number - 1).render({ scale: 1, render: 'bitmap' })
      let marks = 0
      for (let i = 0; i < data.length; i += 4) if (data[i]! + data[i + 1]! + data[i + 2]! < 3 * 255) marks++
      return marks
    },
    async close() {
      document.destroy()
      await pdfJs.loadingTask.destroy()
    },
  }
}

type PdfJsDocument = Awaited<ReturnType<typeof getDocument>['promise']>

async function layersOf(document: PdfJsDocument): Promise<PdfContent['layers']> {
  const viewing = await document.getOptionalContentConfig({ intent: 'display' })
  const printing = await document.getOptionalContentConfig({ intent: 'print' })
  return [...viewing].map(([id, layer]) => ({
    name: String(layer.name),
    viewed: layer.visible,
    printed: printing.getGroup(id).visible,
  }))
}

/** Functions of PDFium that its package does not declare. PDFium writes each side of a box to an address. */
type PdfiumModule = Record<
  `_FPDFPage_Get${'Media' | 'Bleed' | 'Trim'}Box`,
  (page: number, ...sides: number[]) => number
> & {
  _malloc(bytes: number): number
  _free(address: number): void
  HEAPU8: Uint8Array
}

function boxesOf(document: PDFiumDocument, number: number): Pick<PdfPage, 'media' | 'bleed' | 'trim'> {
  const { module, pageIdx } = document.getPage(number - 1) as unknown as { module: PdfiumModule; pageIdx: number }
  const read = (name: 'Media' | 'Bleed' | 'Trim'): Box | null => {
    const at = module._malloc(16)
    try {
      const sides = [at, at + 4, at + 8, at + 12]
      if (module[`_FPDFPage_Get${name}Box`](pageIdx, ...sides) === 0) return null
      const view = new DataView(module.HEAPU8.buffer)
      return sides.map(side => view.getFloat32(side, true)) as Box
    } finally {
      module._free(at)
    }
  }
  return { media: read('Media'), bleed: read('Bleed'), trim: read('Trim') }
}
