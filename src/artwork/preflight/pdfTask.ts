// The work of a child with one PDF, which is its standard input.

import { Translatable, type Words } from '../../../languages/texts.ts'
import type { TaskInput } from '../../base/guarded/guard.ts'
import { lazy } from '../../base/running/lazy.ts'
import { openSource, repairUpdate } from '../pdfReader/pdfReader.ts'
import type { BindingRequest } from './bindingUpdate.ts'
import { type BookRepair, pdfRepairs } from './bookRepair.ts'
import type { ReadScope, Report } from './fileReport.ts'
import { loadPdfium } from './pdfium.ts'
import type { PictureRequest } from './picture.ts'
import { loadPdfjs, readWithThreeReaders } from './threeReaders.ts'

export type PdfRequest =
  | { do: 'read'; maxPages: number; scope: ReadScope }
  | ({ do: 'picture' } & PictureRequest)
  /** Answers the bytes that repair the file when they are appended to it. */
  | { do: 'repair'; repairs: BookRepair[] }
  /** Answers the bytes that add a binding code when they are appended to the file; none where there is no room. */
  | ({ do: 'bind' } & BindingRequest)

const pdfium = lazy(loadPdfium)

/** So that a limit that is reached after all pages are drawn names no page. */
const noPage = 0

/** With messages as they are stored: JSON has them in English. */
const refusedAsStored = ({ kind, reason }: Extract<Report, { kind: 'refused' }>) => ({
  kind,
  reason: { ...reason, got: asStored(reason.got), expected: asStored(reason.expected) },
})

const asStored = (words: Words | null) => (words instanceof Translatable ? words.stored() : words)

/** Reading loads its libraries itself, after its own reader has accepted the file. */
export async function prepare(request: PdfRequest | null): Promise<void> {
  if (request === null) await Promise.all([loadPdfium(), loadPdfjs()])
  else if (request.do === 'picture') await import('./picture.ts')
  else if (request.do === 'bind') await Promise.all([import('./bindingUpdate.ts'), pdfium()])
}

export async function run(request: PdfRequest, { announce }: Pick<TaskInput, 'announce'>): Promise<Uint8Array> {
  switch (request.do) {
    case 'read': {
      const report = await readWithThreeReaders(openSource(0), request, announce)
      announce(noPage)
      return Buffer.from(JSON.stringify(report.kind === 'refused' ? refusedAsStored(report) : report))
    }
    case 'picture': {
      const { drawPicture } = await import('./picture.ts')
      return drawPicture(openSource(0), request)
    }
    case 'repair':
      return repairUpdate(openSource(0), await pdfRepairs(request.repairs))
    case 'bind': {
      const { bindingUpdate } = await import('./bindingUpdate.ts')
      return bindingUpdate(await pdfium(), openSource(0), request)
    }
    default:
      return request satisfies never
  }
}
