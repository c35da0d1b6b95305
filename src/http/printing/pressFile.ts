// A print file as the press gets it: the bytes that were checked, and after them the bytes that add its binding code,
// if its printer has them.

import { Readable } from 'node:stream'
import type { Db } from '../../db/db.ts'
import { findCodedFile } from '../../printer/bindingCodeStore.ts'
import { fileOf, type JobFile } from '../../printer/links.ts'
import type { PrintJob } from '../../printer/printer.ts'

/** The bytes of a stored file; null if it is not stored. */
export type OpenPrintFile = (accountId: string, sha256: string) => Promise<{ bytes: number; stream: Readable } | null>

export type PressFile = { stream: Readable; bytes: number; sha256: string }

/** Null if the job has no such file, or it is not stored. */
export async function openPressFile(
  { db, openPrintFile }: { db: Db; openPrintFile: OpenPrintFile },
  job: PrintJob,
  name: JobFile,
): Promise<PressFile | null> {
  const file = fileOf(job, name)
  const coded = file === null ? null : await findCodedFile(db, job, name)
  const kept = file === null ? null : await openPrintFile(job.accountId, file.sha256)
  if (kept === null) return null
  if (coded === null) return { ...kept, sha256: file!.sha256 }
  return { stream: followedBy(kept.stream, coded.update), bytes: coded.bytes, sha256: coded.sha256 }
}

/** Ends with an error if the file does. */
const followedBy = (file: Readable, bytes: Buffer): Readable =>
  Readable.from(
    (async function* () {
      yield* file
      yield bytes
    })(),
    { objectMode: false },
  )
