// The library that finds barcodes in a picture of a page.

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Without its own file, the library would fetch the program from the network. */
export async function loadBarcodeReader() {
  const { prepareZXingModule, readBarcodes } = await import('zxing-wasm/reader')
  const wasm = readFileSync(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')))
  await prepareZXingModule({ overrides: { wasmBinary: Uint8Array.from(wasm).buffer }, fireImmediately: true })
  return readBarcodes
}
