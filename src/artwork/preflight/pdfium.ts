// PDFium, compiled to WebAssembly. It reads the file piece by piece, so that a file of 2 GB does not have to fit into
// memory.

import { PDFiumLibrary } from '@hyzyla/pdfium'
import type { Source } from '../pdfReader/pdfReader.ts'

/** The functions of PDFium that its package does not export. */
export type Pdfium = {
  _malloc(bytes: number): number
  _free(address: number): void
  HEAPU8: Uint8Array
  wasmExports: { __indirect_function_table: { set(slot: number, value: unknown): void } }
  _FPDF_LoadCustomDocument(access: number, password: number): number
  _FPDF_CloseDocument(document: number): void
  _FPDF_GetLastError(): number
  _FPDF_GetPageCount(document: number): number
  _FPDF_LoadPage(document: number, index: number): number
  _FPDF_ClosePage(page: number): void
  _FPDF_GetPageWidthF(page: number): number
  _FPDF_GetPageHeightF(page: number): number
  _FPDFBitmap_CreateEx(width: number, height: number, format: number, memory: number, stride: number): number
  _FPDFBitmap_FillRect(bitmap: number, left: number, top: number, width: number, height: number, color: number): number
  _FPDFBitmap_GetBuffer(bitmap: number): number
  _FPDFBitmap_GetStride(bitmap: number): number
  _FPDFBitmap_Destroy(bitmap: number): void
  _FPDF_PageToDevice(
    page: number,
    left: number,
    top: number,
    width: number,
    height: number,
    rotate: number,
    x: number,
    y: number,
    deviceX: number,
    deviceY: number,
  ): number
  _FPDFText_LoadPage(page: number): number
  _FPDFText_ClosePage(text: number): void
  _FPDFText_CountChars(text: number): number
  _FPDFText_GetUnicode(text: number, index: number): number
  /** Writes four doubles. */
  _FPDFText_GetCharBox(text: number, index: number, left: number, right: number, bottom: number, top: number): number
  _FPDF_RenderPageBitmap(
    bitmap: number,
    page: number,
    left: number,
    top: number,
    width: number,
    height: number,
    rotate: number,
    flags: number,
  ): void
}

/** TypeScript has types for WebAssembly only in its browser library. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object
  Instance: new (
    module: object,
    imports: Record<string, Record<string, unknown>>,
  ) => { exports: Record<string, unknown> }
}

/** A module that only passes on one of our functions, as (i32, i32, i32, i32) -> i32: tables accept nothing else. */
const adapter = Uint8Array.from([
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
  ...[0x01, 0x09, 0x01, 0x60, 0x04, 0x7f, 0x7f, 0x7f, 0x7f, 0x01, 0x7f],
  ...[0x02, 0x07, 0x01, 0x01, 0x65, 0x01, 0x66, 0x00, 0x00],
  ...[0x07, 0x05, 0x01, 0x01, 0x66, 0x00, 0x00],
])
/** The slot of the null pointer, which C never calls, is the only free one in a table that cannot grow. */
const freeSlot = 0

/** Loads only the library: a failure here is not the fault of a file. */
export async function loadPdfium(): Promise<Pdfium> {
  const library = await PDFiumLibrary.init()
  return (library as unknown as { module: Pdfium }).module
}

/** A file that PDFium has opened. It can be read until the next file is opened. */
export type PdfiumDocument = {
  pageCount: number
  /** Opens the page with this index, after the page before it was closed; 0 when PDFium cannot open it. */
  openPage(index: number): number
  close(): void
}

/**
 * PDFium keeps everything that it has read of a file until it closes the file. After this much, the file is opened
 * again: 60 photographs of 10 MB each are more than the memory of a check.
 */
const maxKeptBytes = 64 * 1024 * 1024

/** Null when PDFium cannot open the file. */
export function openWithPdfium(pdfium: Pdfium, source: Source): PdfiumDocument | null {
  let keptBytes = 0
  const read = (_: number, position: number, target: number, size: number): number => {
    const destination = pdfium.HEAPU8.subarray(target, target + (size >>> 0))
    keptBytes += destination.length
    return source.readInto(destination, position >>> 0) === destination.length ? 1 : 0
  }
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(adapter), { e: { f: read } })
  pdfium.wasmExports.__indirect_function_table.set(freeSlot, exports.f)
  const access = pdfium._malloc(12)
  const view = new DataView(pdfium.HEAPU8.buffer)
  view.setUint32(access, source.size, true)
  view.setUint32(access + 4, freeSlot, true)
  view.setUint32(access + 8, 0, true)
  let document = pdfium._FPDF_LoadCustomDocument(access, 0)
  if (document === 0) return null
  // A file whose index is rebuilt is read as a whole to open it, and not again for each page.
  const openingBytes = keptBytes
  return {
    pageCount: pdfium._FPDF_GetPageCount(document),
    openPage(index) {
      if (keptBytes > 2 * openingBytes + maxKeptBytes) {
        pdfium._FPDF_CloseDocument(document)
        keptBytes = 0
        document = pdfium._FPDF_LoadCustomDocument(access, 0)
      }
      return document === 0 ? 0 : pdfium._FPDF_LoadPage(document, index)
    },
    close() {
      pdfium._FPDF_CloseDocument(document)
      pdfium._free(access)
    },
  }
}
