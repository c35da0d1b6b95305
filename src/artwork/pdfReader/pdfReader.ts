// The interface of the PDF reader: code outside this folder imports this file only. README.md describes the reader.

import { say, type Words } from '../../../languages/texts.ts'
import { Damaged, Incomplete, TooComplex } from './file/lexer.ts'
import { readPages, TooManyPages } from './file/pageTree.ts'
import { PdfFile } from './file/pdfFile.ts'
import { repairUpdate } from './file/repair.ts'
import { bufferSource, type Source } from './file/source.ts'
import { gatherFacts } from './gatherFacts.ts'
import { boxesOf } from './pages/boxes.ts'
import type { PageShape, ReadResult, Refusal } from './pdfFacts.ts'

export type { FaultKind } from './file/faults.ts'
export { Damaged, Incomplete, TooComplex } from './file/lexer.ts'
export { type Repair, repairUpdate } from './file/repair.ts'
export { bufferSource, joinedSource, openSource, type Source } from './file/source.ts'
export { createMeasured } from './pages/pageRuns.ts'
export type {
  Box,
  BoxFault,
  DrawingNeeds,
  Measured,
  PageRuns,
  PageShape,
  PdfFacts,
  PlacedBoxes,
  PlaceOnPage,
} from './pdfFacts.ts'
export { openPlates, type Plate, type PlateKind } from './plates/plates.ts'
export { withSmallPictures } from './plates/smallPictures.ts'

const headBytes = 1024
/** Some programs write a few lines after the end marker; more data than this means that something else follows. */
const tailBytes = 64 * 1024
const maxBookPages = 5_000

/** Reads one PDF. A file with more than `maxPages` is refused before any work per page. Throws only if it has a bug. */
export function readFacts(source: Source, maxPages: number): ReadResult {
  const refusal = refusalByBytes(source)
  if (refusal !== null) return { kind: 'refused', reason: refusal }
  try {
    const file = new PdfFile(source)
    if (file.encrypted)
      return refused('file_encrypted', say('a file with a password or with restrictions'), say('a file without'))
    const { pages, claimed } = readPages(file, maxPages)
    if (pages.length === 0) return refused('file_without_pages', say('0 pages'), say('at least 1 page'))
    if (claimed === pages.length) return { kind: 'read', ...gatherFacts(file, pages, source.size) }
    const count = pages.length
    const got =
      claimed === null
        ? say('{count} pages, while the file says nothing', { count })
        : say('{count} pages, while the file says {claimed}', { count, claimed })
    return refused('file_page_counts_differ', got, say('one count'))
  } catch (error) {
    if (error instanceof TooManyPages) {
      const hasClaim = error.claimed !== null && error.claimed > maxPages
      const got = hasClaim
        ? say('{claimed} pages', { claimed: error.claimed! })
        : say('more than {maxPages} pages', { maxPages })
      return refused('file_too_many_pages', got, say('at most {maxPages} pages', { maxPages }))
    }
    if (error instanceof TooComplex) return refused('file_too_complex', error.message, null)
    if (error instanceof Damaged) return refused('file_damaged', error.message, null)
    if (error instanceof Incomplete) return refused('file_damaged', say('an object without an end'), null)
    throw error
  }
}

/** The size of a page as shown, in points; null when there is no such page, or no size. Throws for a damaged file. */
export const pageSize = (source: Source, page: number): { width: number; height: number } | null =>
  pageShape(source, page)?.shown ?? null

/** The boxes of a page; null when there is no such page. Throws for a damaged file. */
export function pageShape(source: Source, page: number): Omit<PageShape, 'pages'> | null {
  const file = new PdfFile(source)
  const dict = readPages(file, maxBookPages).pages[page - 1]
  return dict === undefined ? null : boxesOf(file, dict).shape
}

/** The file without an encryption that is only for its attachments: other readers would ask for a password. */
export function unlocked(source: Source): Source {
  if (!new PdfFile(source).hasLockedAttachments) return source
  return bufferSource(Buffer.concat([source.read(0, source.size), repairUpdate(source, [{ kind: 'unlock' }])]))
}

const refused = (code: Refusal['code'], got: Words | null, expected: Words | null): ReadResult => ({
  kind: 'refused',
  reason: { code, got, expected },
})

function refusalByBytes(source: Source): Refusal | null {
  if (source.size === 0) return { code: 'file_empty', got: say('0 bytes'), expected: say('a PDF') }
  const head = source.read(0, headBytes)
  if (!head.includes('%PDF-')) return { code: 'file_not_pdf', got: kindOf(head), expected: say('a PDF') }
  const tail = source.read(source.size - tailBytes, tailBytes)
  if (!tail.includes('%%EOF'))
    return { code: 'file_incomplete', got: say('no end mark'), expected: say('a PDF with its end') }
  return null
}

const kinds: [RegExp, Words][] = [
  [/^\s*(<!doctype html|<html)/i, say('a web page (HTML)')],
  [/^\s*<\?xml|^\s*<svg/i, say('an XML file')],
  [/^PK[^ -~]{2}/, say('a ZIP archive, or a document of a word processor')],
  [/^\xff\xd8\xff/, say('a JPEG image')],
  [/^\x89PNG/, say('a PNG image')],
  [/^(II\*\0|MM\0\*)/, say('a TIFF image')],
  [/^%!PS/, say('a PostScript file')],
  [/^\s*[{[]/, say('a JSON text')],
]

const kindOf = (head: Buffer): Words =>
  kinds.find(([pattern]) => pattern.test(head.toString('latin1')))?.[1] ?? say('something else')
