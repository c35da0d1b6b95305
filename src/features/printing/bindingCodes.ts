// Draws the binding codes of a job before its printer gets it, so that the checksums in the job cover the files with
// their codes. Drawn codes are recorded file by file: a job whose step ends in between continues from there.

import type { AddBindingCode, CodedFile } from '../../artwork/bindingCodes.ts'
import { second } from '../../base/clock.ts'
import type { Log } from '../../base/log.ts'
import type { Db } from '../../db/db.ts'
import { findBindingCodes, insertBindingCode } from '../../printer/bindingCodeStore.ts'
import { type BindingCode, type BookPart, bindingCodeOf, bookParts } from '../../printer/bindingCodes.ts'
import type { BookSpecification, PrintJob } from '../../printer/printer.ts'

/** The lease of a step has two minutes, of which the printer's own answer may take most. */
const maxDrawingMs = 20 * second

export type DrawCodesDeps = { db: Db; addBindingCode: AddBindingCode; log: Log }

/** All codes of a job; null when some are still to be drawn. */
export type DrawBindingCodes = (job: PrintJob) => Promise<BindingCode[] | null>

export function bindingCodeDrawer({ db, addBindingCode, log }: DrawCodesDeps): DrawBindingCodes {
  async function draw(job: PrintJob): Promise<BindingCode[] | null> {
    const startMs = performance.now()
    const isInTime = () => performance.now() - startMs < maxDrawingMs
    const [codes] = await findBindingCodes(db, [job])
    const isDrawn = (item: number, part: BookPart) => codes!.some(code => code.item === item && code.part === part)
    for (const [item, { files, book }] of job.ticket.items.entries()) {
      for (const part of bookParts) {
        const file = files[part]
        if (file === null || isDrawn(item, part)) continue
        if (!isInTime()) return null
        const code = bindingCodeOf(job.jobId, item, part)
        const request = { code, sheet: sheetOf(book, part) }
        const result: CodedFile | null =
          file.sha256 === null
            ? { kind: 'not_stored' }
            : await addBindingCode(job.accountId, file.sha256, request, async () => isInTime())
        if (result === null) return null
        await insertBindingCode(db, job, recordOf({ item, part, code }, result), updateOf(result))
      }
    }
    const [all] = await findBindingCodes(db, [job])
    return isInTime() ? all! : null
  }

  return job =>
    draw(job).catch(error => {
      log.error({ err: error, accountId: job.accountId, jobId: job.jobId }, 'binding codes could not be drawn')
      return null
    })
}

function recordOf(
  { item, part, code }: { item: number; part: BookPart; code: string },
  result: CodedFile,
): BindingCode {
  if (result.kind !== 'coded') return { item, part, code: null, bytes: null, sha256: null, missing: result.kind }
  return { item, part, code, bytes: result.bytes, sha256: result.sha256, missing: null }
}

const updateOf = (result: CodedFile): Buffer | null => (result.kind === 'coded' ? result.update : null)

/** The code of page 1 lies far from the binding. */
function sheetOf(book: BookSpecification, part: BookPart) {
  const { coverSheet, finishedCover, wrapInches, page, trim, bleedInches, bindingBleedInches = bleedInches } = book
  const isBoundAtRight = book.bindingEdge === 'right'
  if (part === 'cover') {
    const { widthInches: width, heightInches: height } = coverSheet
    const cover = { x: wrapInches, y: wrapInches, width: finishedCover.widthInches, height: finishedCover.heightInches }
    return { width, height, trim: cover, corner: isBoundAtRight ? ('right' as const) : ('left' as const) }
  }
  const { widthInches: width, heightInches: height } = page
  const x = isBoundAtRight ? bleedInches : bindingBleedInches
  const trimmed = { x, y: bleedInches, width: trim.widthInches, height: trim.heightInches }
  return { width, height, trim: trimmed, corner: isBoundAtRight ? ('left' as const) : ('right' as const) }
}
