// How many pages two independent readers find in a file. A file that programs read differently may not print as its
// author saw it.

import { TooComplex } from './lexer.ts'
import { loadPdfium, openWithPdfium } from './pdfium.ts'
import type { Source } from './source.ts'

const chunkBytes = 256 * 1024
/** Smaller files are passed as a whole, which is faster. */
const mostWholeBytes = 32 * 1024 * 1024

/** Null for a reader that cannot open the file. */
export async function countByOthers(
  source: Source,
): Promise<{ pdfium: number | null; pdfjs: number | null } | { unavailable: string }> {
  const loaded = await Promise.all([loadPdfium(), loadPdfjs()]).catch((error: Error) => error)
  if (loaded instanceof Error) return { unavailable: loaded.message.slice(0, 200) }
  const [pdfium, pdfjs] = loaded
  const document = openWithPdfium(pdfium, source)
  return {
    pdfium: document === null ? null : pdfium._FPDF_GetPageCount(document),
    pdfjs: await countByPdfjs(pdfjs, source),
  }
}

type Pdfjs = typeof import('pdfjs-dist')

const pdfjsFile = 'pdfjs-dist/legacy/build/pdf.min.mjs'
const workerFile = 'pdfjs-dist/legacy/build/pdf.worker.min.mjs'

/**
 * Its worker runs in this thread, because this process is the worker. It looks for a canvas, which takes as long to
 * load as all of pdf.js and is not needed, so it is prevented from finding one.
 */
export async function loadPdfjs(): Promise<Pdfjs> {
  const { getBuiltinModule } = process
  process.getBuiltinModule = () => undefined
  try {
    const [pdfjs, pdfjsWorker] = await Promise.all([import(pdfjsFile), import(workerFile)])
    Object.assign(globalThis, { pdfjsWorker })
    return pdfjs
  } finally {
    process.getBuiltinModule = getBuiltinModule
  }
}

async function countByPdfjs(pdfjs: Pdfjs, source: Source): Promise<number | null> {
  const settings = { disableFontFace: true, isEvalSupported: false, useWasm: false, verbosity: 0, stopAtErrors: false }
  const bytes =
    source.size <= mostWholeBytes
      ? { data: new Uint8Array(source.read(0, source.size)) }
      : { range: rangesOf(pdfjs, source), rangeChunkSize: chunkBytes, disableAutoFetch: true, disableStream: true }
  try {
    return (await pdfjs.getDocument({ ...bytes, ...settings }).promise).numPages
  } catch (error) {
    if (error instanceof Error && /allocation|out of memory/i.test(error.message)) throw new TooComplex(error.message)
    return null
  }
}

function rangesOf(pdfjs: Pdfjs, source: Source) {
  const transport = new pdfjs.PDFDataRangeTransport(source.size, null)
  transport.requestDataRange = (begin, end) => {
    const bytes = Uint8Array.from(source.read(begin, end - begin))
    queueMicrotask(() => transport.onDataRange(begin, bytes))
  }
  return transport
}
