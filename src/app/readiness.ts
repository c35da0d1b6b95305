// Whether this process should get requests, and which of its parts are degraded.

import { statfs } from 'node:fs/promises'
import { second } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import { type Db, ping } from '../db/db.ts'
import type { Degraded } from '../http/health.ts'
import type { ClockCheck } from './clockCheck.ts'

/** A probe may come every second from several load balancers, and each check of a bucket costs a request. */
const checkIntervalMs = 10 * second
/** A check must not wait for a bucket that accepts connections and never answers. */
const storageTimeoutMs = 2 * second
/** Enough for a few of the largest print files. */
const minFreeBytes = 2_000_000_000

export const readiness =
  ({ db, isClockRight, isStopping }: { db: Db; isClockRight: ClockCheck; isStopping(): boolean }) =>
  async (): Promise<string | null> => {
    if (isStopping()) return 'The process is stopping.'
    try {
      await ping(db)
      return (await isClockRight()) ? null : 'The clock of the process differs from the clock of the database.'
    } catch {
      return 'The database does not answer, or takes no changes.'
    }
  }

export type StorageHealth = { storageAnswers: boolean; freeBytes: number }

/** Returns a function that checks the storage and the disk, at most every ten seconds. */
export function createStorageCheck(parts: {
  dataDir: string
  /** Rejects when the storage does not answer. */
  probeStorage(): Promise<unknown>
  log: Log
}): () => Promise<StorageHealth> {
  let last: { atMs: number; result: Promise<StorageHealth> } | null = null
  let didAnswer = true
  const check = async () => {
    const { bavail, bsize } = await statfs(parts.dataDir)
    const storageAnswers = await withTimeout(storageTimeoutMs, parts.probeStorage()).then(
      () => true,
      (error: Error) => {
        if (didAnswer) parts.log.error({ err: error }, 'the storage of print files does not answer')
        return false
      },
    )
    didAnswer = storageAnswers
    return { storageAnswers, freeBytes: bavail * bsize }
  }
  return () => {
    if (last === null || performance.now() - last.atMs >= checkIntervalMs)
      last = { atMs: performance.now(), result: check() }
    return last.result
  }
}

export async function withTimeout<Value>(ms: number, work: Promise<Value>): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}

export const degradedParts = ({ storageAnswers, freeBytes }: StorageHealth): Degraded[] => [
  ...(storageAnswers ? [] : ['storage' as const]),
  ...(freeBytes >= minFreeBytes ? [] : ['disk' as const]),
]
