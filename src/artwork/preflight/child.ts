// The process that opens one PDF and does nothing else. The file is its standard input, the request its argument, and
// the answer goes to its standard output. It needs no environment, no network and no other file.

import { writeSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import type { PictureAsk } from './picture.ts'
import { loadPdfjs } from './reader/others.ts'
import { loadPdfium } from './reader/pdfium.ts'
import { readFacts } from './reader/read.ts'
import { openSource } from './reader/source.ts'
import type { Repair } from './repair.ts'

export type Ask =
  /** Loads what reading needs, so that it is compiled once for all later children. */
  | { do: 'warm' }
  | { do: 'read'; mostPages: number }
  | ({ do: 'picture' } & PictureAsk)
  /** Answers what is appended to the file to mend it. */
  | { do: 'repair'; repairs: Repair[] }

const ask: Ask = JSON.parse(process.argv[2]!)
answer(await dealWith(ask))
process.exit(0)

async function dealWith(ask: Ask): Promise<Uint8Array> {
  switch (ask.do) {
    case 'warm':
      await Promise.all([loadPdfium(), loadPdfjs()])
      flushCompileCache()
      return Buffer.alloc(0)
    case 'read':
      begin()
      return Buffer.from(JSON.stringify(await readFacts(openSource(0), ask.mostPages)))
    case 'picture': {
      const { drawPicture } = await import('./picture.ts')
      begin()
      return drawPicture(openSource(0), ask)
    }
    case 'repair': {
      const { updateFor } = await import('./repair.ts')
      begin()
      return updateFor(openSource(0), ask.repairs)
    }
    default:
      return ask satisfies never
  }
}

/** From here on, failures are the fault of the file. */
function begin(): void {
  writeSync(2, 'begun\n')
}

function answer(bytes: Uint8Array): void {
  for (let sent = 0; sent < bytes.length; ) sent += writeSync(1, bytes, sent)
}
