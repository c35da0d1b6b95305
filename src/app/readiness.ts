// Whether this process should get requests, and which of its parts are degraded.

import { statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import { second } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import { type Database, ping } from '../db/db.ts'
import type { Degraded } from '../http/server/health.ts'
import type { ClockCheck } from './clockCheck.ts'

/** A probe may come every second from several load balancers, and each check of a bucket costs a request. */
const checkIntervalMs = 10 * second
/** A check must not wait for a bucket that accepts connections and never answers. */
const storageTimeoutMs = 2 * second
/** Enough for a few of the largest print files. */
const minFreeBytes = 2_000_000_000

/** A write is tried at most once in this interval, however many load balancers ask. */
const writeIntervalMs = second
/** Longer than a migration waits for a table, so that an upgrade makes no process unready. */
const lockTimeout = '2500ms'
/** More than fits in the memory that the statement may use, so the server has to find room for it on its disk. */
const spilledRows = 10_000

type ReadinessParts = { database: Database; isClockRight: ClockCheck; isStopping(): boolean }

export function readiness({ database, isClockRight, isStopping }: ReadinessParts): () => Promise<string | null> {
  const tryWrite = sharedFor(writeIntervalMs, () => tryToWrite(database))
  return async () => {
    if (isStopping()) return 'The process is stopping.'
    try {
      await ping(database.db)
      await tryWrite()
      return (await isClockRight()) ? null : 'The clock of the process differs from the clock of the database.'
    } catch {
      return 'The database does not answer, or takes no changes.'
    }
  }
}

/**
 * Takes the lock that a create takes, and has the server write to its disk, without changing a row. The embedded
 * database has no other users, and watches its disk itself.
 */
async function tryToWrite({ kind, db }: Database): Promise<void> {
  if (kind === 'pglite') return
  await db.transaction().execute(async tx => {
    await sql`select set_config('lock_timeout', ${lockTimeout}, true), set_config('work_mem', '64kB', true)`.execute(tx)
    await sql`lock table orders in row exclusive mode`.execute(tx)
    await sql`select count(*) from generate_series(1, ${spilledRows}::int)`.execute(tx)
  })
}

/** Callers share a run, and its result until `ms` after its end. */
function sharedFor(ms: number, run: () => Promise<void>): () => Promise<void> {
  let last: Promise<void> | null = null
  const forget = () =>
    setTimeout(() => {
      last = null
    }, ms).unref()
  return () => {
    if (last === null) {
      last = run()
      last.then(forget, forget)
    }
    return last
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
