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

/** Null when PDFium cannot open the file. */
export function openWithPdfium(pdfium: Pdfium, source: Source): number | null {
  const read = (_: number, position: number, target: number, size: number): number => {
    const destination = pdfium.HEAPU8.subarray(target, target + (size >>> 0))
    return source.readInto(destination, position >>> 0) === destination.length ? 1 : 0
  }
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(adapter), { e: { f: read } })
  pdfium.wasmExports.__indirect_function_table.set(freeSlot, exports.f)
  const access = pdfium._malloc(12)
  const view = new DataView(pdfium.HEAPU8.buffer)
  view.setUint32(access, source.size, true)
  view.setUint32(access + 4, freeSlot, true)
  view.setUint32(access + 8, 0, true)
  const document = pdfium._FPDF_LoadCustomDocument(access, 0)
  return document === 0 ? null : document
}
