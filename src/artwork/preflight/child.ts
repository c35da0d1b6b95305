// The process that opens one PDF and does nothing else. The file is its standard input, the request its argument, and
// the answer goes to its standard output. It needs no environment, no network and no other file.

import { writeSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { openSource, repairUpdate } from '../pdfReader/pdfReader.ts'
import type { BindingRequest } from './bindingUpdate.ts'
import { type BookRepair, pdfRepairs } from './bookRepair.ts'
import type { ReadScope } from './fileReport.ts'
import { loadPdfium } from './pdfium.ts'
import type { PictureRequest } from './picture.ts'
import { loadPdfjs, readWithThreeReaders } from './threeReaders.ts'

export type ChildRequest =
  /** Loads the libraries, so that they are compiled once for all later children. */
  | { do: 'warm' }
  | { do: 'read'; maxPages: number; scope: ReadScope }
  | ({ do: 'picture' } & PictureRequest)
  /** Answers the bytes that repair the file when they are appended to it. */
  | { do: 'repair'; repairs: BookRepair[] }
  /** Answers the bytes that add a binding code when they are appended to the file; none where there is no room. */
  | ({ do: 'bind' } & BindingRequest)

const noPage = 0

const request: ChildRequest = JSON.parse(process.argv[2]!)
writeAnswer(await answer(request))
process.exit(0)

async function answer(request: ChildRequest): Promise<Uint8Array> {
  switch (request.do) {
    case 'warm':
      await Promise.all([loadPdfium(), loadPdfjs()])
      flushCompileCache()
      return Buffer.alloc(0)
    case 'read': {
      reportStart()
      const report = await readWithThreeReaders(openSource(0), request, announce)
      announce(noPage)
      return Buffer.from(JSON.stringify(report))
    }
    case 'picture': {
      const { drawPicture } = await import('./picture.ts')
      reportStart()
      return drawPicture(openSource(0), request)
    }
    case 'repair': {
      const repairs = await pdfRepairs(request.repairs)
      reportStart()
      return repairUpdate(openSource(0), repairs)
    }
    case 'bind': {
      const { bindingUpdate } = await import('./bindingUpdate.ts')
      const pdfium = await loadPdfium()
      reportStart()
      return bindingUpdate(pdfium, openSource(0), request)
    }
    default:
      return request satisfies never
  }
}

/** From here on, failures are the fault of the file. */
function reportStart(): void {
  writeSync(2, 'begun\n')
}

/** So that a limit that is reached later is reported with its page; 0 when all are drawn. */
function announce(page: number): void {
  writeSync(2, `page ${page}\n`)
}

function writeAnswer(bytes: Uint8Array): void {
  for (let sent = 0; sent < bytes.length; ) sent += writeSync(1, bytes, sent)
}
