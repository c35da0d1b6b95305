// PGlite does not survive a full disk: a statement then loops forever, and blocks the whole process. So PGlite takes no
// changes while the disk is nearly full. Reads still work, and changes fail as on a standby.

import { statfsSync } from 'node:fs'
import { type Kysely, sql } from 'kysely'
import type { Log } from '../base/log.ts'

const megabyte = 1024 * 1024
/** Four segments of the write-ahead log; far more than is written between two checks. */
const minFreeBytes = 64 * megabyte

export function readFreeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** Throws with a sentence for the operator. */
export function requireDiskSpace(folder: string, freeBytes = readFreeBytes(folder)): void {
  if (freeBytes >= minFreeBytes) return
  throw new Error(
    `the disk of ${folder} has ${inMegabytes(freeBytes)} MB left, and the embedded database needs ${inMegabytes(minFreeBytes)} MB.`,
  )
}

/** Returns a function that checks the disk, and stops or allows changes. */
export function diskSpaceGuard(db: Kysely<unknown>, freeBytes: () => number, log: Log): () => Promise<void> {
  let isFull = false
  return async () => {
    const free = freeBytes()
    if (free < minFreeBytes === isFull) return
    isFull = !isFull
    await sql`set default_transaction_read_only = ${sql.raw(isFull ? 'on' : 'off')}`.execute(db)
    const fields = { freeMegabytes: inMegabytes(free), neededMegabytes: inMegabytes(minFreeBytes) }
    if (isFull) log.error(fields, 'the disk is nearly full: the database takes no changes')
    else log.info(fields, 'the disk has space again: the database takes changes')
  }
}

const inMegabytes = (bytes: number) => Math.floor(bytes / megabyte)
