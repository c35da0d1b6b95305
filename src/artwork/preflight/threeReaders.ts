// Reads a file with our own reader, and has two independent readers count its pages: a file that programs read
// differently may not print as its author saw it. Our own reader comes first, so that no library sees a file that is
// damaged or too complex. Then pages are drawn.

import { say, type Words } from '../../../languages/texts.ts'
import { readFacts, type Source, unlocked, withSmallPictures } from '../pdfReader/pdfReader.ts'
import type { ReadScope, Refused, Report } from './fileReport.ts'
import { findIsbns } from './findIsbns.ts'
import { loadPdfium, openWithPdfium, type Pdfium, type PdfiumDocument } from './pdfium.ts'
import { measureInks } from './plateInks.ts'
import { cpuMs, renderPages } from './rendering.ts'

const chunkBytes = 64 * 1024
/** Smaller files are passed as a whole, which is faster. */
const maxWholeBytes = 32 * 1024 * 1024
const maxUnlockedBytes = 64 * 1024 * 1024

/** `announce` is called before each page that is drawn. */
export async function readWithThreeReaders(
  original: Source,
  { maxPages, scope }: { maxPages: number; scope: ReadScope },
  announce: (page: number) => void,
): Promise<Report> {
  const startMs = cpuMs()
  const report = readFacts(original, maxPages)
  if (report.kind !== 'read') return report
  if (report.facts.hasLockedAttachments && original.size > maxUnlockedBytes)
    return refused('file_encrypted', say('attachments with a password in a large file'), null)
  const source = report.facts.hasLockedAttachments ? unlocked(original) : original
  const libraries = await Promise.all([loadPdfium(), loadPdfjs()]).catch((error: Error) => error)
  if (libraries instanceof Error) return { kind: 'unavailable', cause: libraries.message.slice(0, 200) }
  const [pdfium, pdfjs] = libraries
  let page: number | null = null
  const announceNext = (next: number) => {
    page = next
    announce(next)
  }
  try {
    const document = openWithPdfium(pdfium, source)
    const counts = [document?.pageCount ?? null, await countWithPdfjs(pdfjs, source)]
    const { pageCount } = report.facts
    if (document === null || counts.includes(null))
      return refused('file_damaged', say('a file that does not open'), null)
    if (counts.some(count => count !== pageCount)) {
      const got = say('{counts} pages, by three readers', { counts: [pageCount, ...counts].join(', ') })
      return refused('file_page_counts_differ', got, say('one count'))
    }
    const isbns = scope === 'usual' ? null : await findIsbns(pdfium, document, report.facts, announce)
    const small = withSmallPictures(source, report.needs)
    const drawing = small === source ? document : reopened(pdfium, document, small)
    const rendering = renderPages(pdfium, drawing, report, announceNext)
    drawing.close()
    const measuring = { source, needs: report.needs, startMs, announce: announceNext }
    const facts = measureInks(pdfium, measuring, report.facts)
    return { kind: 'read', facts: { ...facts, rendering, isbns } }
  } catch (error) {
    // A RuntimeError comes from PDFium when its memory cannot grow any further.
    if (error instanceof OutOfMemory || (error instanceof Error && error.name === 'RuntimeError'))
      return page === null ? refused('file_too_complex', null, null) : { kind: 'refused', reason: tooComplexPage(page) }
    throw error
  }
}

/** One file at a time is open. */
function reopened(pdfium: Pdfium, document: PdfiumDocument, source: Source): PdfiumDocument {
  document.close()
  const drawing = openWithPdfium(pdfium, source)
  if (drawing === null) throw new Error('a file with small pictures that does not open')
  return drawing
}

const refused = (code: Refused['code'], got: Words | null, expected: Words | null): Report => ({
  kind: 'refused',
  reason: { code, got, expected },
})

const tooComplexPage = (page: number): Refused => ({
  code: 'page_too_complex',
  got: say('a page that takes more memory than the check has'),
  expected: null,
  page,
})

class OutOfMemory extends Error {}

type Pdfjs = typeof import('pdfjs-dist')

const pdfjsFile = 'pdfjs-dist/build/pdf.min.mjs'
const workerFile = 'pdfjs-dist/build/pdf.worker.min.mjs'

/**
 * The worker of pdf.js runs in this thread, because this process is the worker. The build for Node of the present day,
 * without replacements for what older ones lack, loads three times as fast. It advises against itself when it loads.
 */
export async function loadPdfjs(): Promise<Pdfjs> {
  const { warn } = console
  Object.assign(console, { warn: () => undefined })
  try {
    const [pdfjs, pdfjsWorker] = await Promise.all([import(pdfjsFile), import(workerFile)])
    Object.assign(globalThis, { pdfjsWorker })
    return pdfjs
  } finally {
    Object.assign(console, { warn })
  }
}

async function countWithPdfjs(pdfjs: Pdfjs, source: Source): Promise<number | null> {
  const settings = { disableFontFace: true, isEvalSupported: false, useWasm: false, verbosity: 0, stopAtErrors: false }
  const bytes =
    source.size <= maxWholeBytes
      ? { data: new Uint8Array(source.read(0, source.size)) }
      : { range: rangesOf(pdfjs, source), rangeChunkSize: chunkBytes, disableAutoFetch: true, disableStream: true }
  try {
    return (await pdfjs.getDocument({ ...bytes, ...settings }).promise).numPages
  } catch (error) {
    if (error instanceof Error && /allocation|out of memory/i.test(error.message)) throw new OutOfMemory(error.message)
    return null
  }
}

function rangesOf(pdfjs: Pdfjs, source: Source) {
  const transport = new pdfjs.PDFDataRangeTransport(source.size, null)
  transport.requestDataRange = (begin, end) => {
    const bytes = new Uint8Array(source.read(begin, end - begin))
    queueMicrotask(() => transport.onDataRange(begin, bytes))
  }
  return transport
}
