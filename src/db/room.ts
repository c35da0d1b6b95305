// PGlite does not survive a full disk: it then turns in circles within a statement, and the whole process with it. So
// it takes no changes while the disk is nearly full. Reads go on, and changes fail as on a standby.

import { statfsSync } from 'node:fs'
import { type Kysely, sql } from 'kysely'
import type { Log } from '../base/log.ts'

const megabyte = 1024 * 1024
/** Four segments of its log; far more than is written between two looks. */
const leastFreeBytes = 64 * megabyte

export function freeBytesOf(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** Throws with a sentence for the operator. */
export function requireRoom(folder: string, freeBytes = freeBytesOf(folder)): void {
  if (freeBytes >= leastFreeBytes) return
  throw new Error(
    `the disk of ${folder} has ${inMegabytes(freeBytes)} MB left, and the embedded database needs ${inMegabytes(leastFreeBytes)} MB.`,
  )
}

/** Returns a look at the disk, which stops changes or lets them in again. */
export function roomKeeper(db: Kysely<unknown>, freeBytes: () => number, log: Log): () => Promise<void> {
  let isFull = false
  return async () => {
    const free = freeBytes()
    if (free < leastFreeBytes === isFull) return
    isFull = !isFull
    await sql`set default_transaction_read_only = ${sql.raw(isFull ? 'on' : 'off')}`.execute(db)
    const line = { freeMegabytes: inMegabytes(free), neededMegabytes: inMegabytes(leastFreeBytes) }
    if (isFull) log.error(line, 'the disk is nearly full, so nothing is changed')
    else log.info(line, 'the disk has room again')
  }
}

const inMegabytes = (bytes: number) => Math.floor(bytes / megabyte)
