// Binding codes: printed outside the trim of the cover and of page 1, so that a press can compare both at binding. A
// printer has them if its rule says so.

import { createHash } from 'node:crypto'
import { barcodeOf, type PrintJob } from './printer.ts'

export type BookPart = 'cover' | 'guts'
export const bookParts: readonly BookPart[] = ['cover', 'guts']

/**
 * `no_room`: outside of the trim. `not_drawable`: the file cannot carry a code. `not_stored`: it is not
 * stored here.
 */
export type MissingCode = 'no_room' | 'not_drawable' | 'not_stored'

/** The code of a file of a job, with the size and the checksum of the file with its code; or why it has none. */
export type BindingCode = { item: number; part: BookPart } & (
  | { code: string; bytes: number; sha256: string; missing: null }
  | { code: null; bytes: null; sha256: null; missing: MissingCode }
)

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const nameLength = 11
const lastLetters: Record<BookPart, string> = { cover: 'C', guts: 'P' }

/** 13 capitals and digits are as much as the symbol holds. */
const codePattern = /^B[0-9A-HJKMNP-TV-Z]{11}[CP]$/

/** The code of a part: the same for both parts up to the last letter, C for the cover and P for the pages. */
export function bindingCodeOf(jobId: string, item: number, part: BookPart): string {
  const digest = createHash('sha256')
    .update(`octavo binding v1 ${barcodeOf(jobId, item)}`)
    .digest()
  const name = Array.from(digest.subarray(0, nameLength), byte => crockford[byte % crockford.length]).join('')
  return `B${name}${lastLetters[part]}`
}

/** Whether a scanned text has the form of a code. */
export const isBindingCode = (text: string): boolean => codePattern.test(text)

/** The job with the checksums of the files that its printer gets. */
export function withCodedFiles(job: PrintJob, codes: readonly BindingCode[]): PrintJob {
  if (codes.length === 0) return job
  const items = job.ticket.items.map((item, i) => {
    const files = { ...item.files }
    for (const { item: place, part, sha256 } of codes) {
      const file = files[part]
      if (place === i && file !== null && sha256 !== null) files[part] = { ...file, sha256 }
    }
    return { ...item, files }
  })
  return { ...job, ticket: { ...job.ticket, items } }
}
