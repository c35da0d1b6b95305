// An account's print files: fetched from the customer's address or received as an upload, read once, and stored by the
// hash of their bytes. Slow work happens outside of transactions, and each step can be repeated: a process that dies
// leaves at most a copy in the scratch folder, or an object that is listed in the trash.

import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { say } from '../../languages/texts.ts'
import { type Clock, hour } from '../base/clock.ts'
import { type Log, loggableUrl } from '../base/log.ts'
import type { Outbound } from '../base/network/outbound.ts'
import { Refusal } from '../base/refusal.ts'
import type { Crash } from '../base/running/crash.ts'
import type { Db, Tx } from '../db/db.ts'
import { isDatabaseOutage } from '../db/unreachable.ts'
import type { FileSource, StartCheck } from './artwork.ts'
import { createFairQueue, type Limits, shareQueuedRuns, shareRuns } from './fairQueue.ts'
import { discard, fetchFile, type LocalFile, receiveFile, writeFile } from './fetch.ts'
import { compressed, type FetchFailure } from './fetchFindings.ts'
import {
  findFile,
  findRead,
  findSource,
  findStored,
  moveObject,
  recordFile,
  recordSource,
  type StoredFile,
  touchFile,
  trashUnlessRecorded,
} from './fileStore.ts'
import { sourceHash } from './fileUrl.ts'
import type { ReadScope } from './preflight/fileReport.ts'
import type { Reading } from './preflight/preflight.ts'
import { type Storage, storageKeyFor } from './storage.ts'

/** No catalog has longer books; the pages of a file that claims millions are not all counted. */
export const maxPages = 2000
/** Two processes that store the same bytes at the same time both try again. */
const maxStoreAttempts = 4
const scratchRetentionMs = hour

export const usualLimits: Limits = { total: 16, perAccount: 6, perHost: 3 }

export type StoreResult =
  | { kind: 'stored'; file: StoredFile }
  | Exclude<FetchFailure, { kind: 'too_large_together' }>
  /** Our own fault. */
  | { kind: 'unavailable'; cause: string }

/**
 * The check that needs a file. Of the files that wait for a host, the files of checks with lower numbers come first.
 */
type FetchingCheck = { number: number; start: StartCheck; scope: ReadScope }

export type Files = {
  /**
   * Fetches the file at an address of the account, unless the stored file is still current. Null when the check is no
   * longer needed; its `start` is called when the file has its turn.
   */
  fetch(accountId: string, url: string, check: FetchingCheck): Promise<StoreResult | null>
  /** Receives the file in a request, of at most `maxBytes`. */
  receive(accountId: string, body: AsyncIterable<Buffer>, maxBytes: number): Promise<StoreResult>
  /** Stores a file that `write` creates at a path, unless `write` resolves to false. */
  create(
    accountId: string,
    { repairedFrom, scope }: { repairedFrom: string; scope: ReadScope },
    write: (path: string) => Promise<boolean>,
  ): Promise<StoreResult | { kind: 'not_created' }>
  /**
   * A stored file of the account. Reads it again if an earlier version of the reader has read it, or in a smaller
   * scope.
   */
  readStored(accountId: string, sha256: string, scope: ReadScope): Promise<StoreResult>
  /** For each file, whether it has been read; by its address, what was fetched from there before. */
  areRead(tx: Tx, files: { accountId: string; source: FileSource }[]): Promise<boolean[]>
  /** A stored file of the account with its last reading; null when it is not stored. */
  find(accountId: string, sha256: string): Promise<StoredFile | null>
  /**
   * The bytes of a stored file of the account; null when it is not stored. Refuses with `overloaded` when the storage
   * does not answer.
   */
  open(accountId: string, sha256: string): Promise<{ bytes: number; stream: Readable } | null>
}

export type FilesDeps = {
  db: Db
  clock: Clock
  outbound: Pick<Outbound, 'get' | 'urlProblem'>
  storage: Storage
  read(accountId: string, path: string, options: { maxPages: number; scope: ReadScope }): Promise<Reading>
  factsVersion: number
  scratch: string
  maxBytes: number
  log: Log
  limits?: Partial<Limits>
  crash?: Crash
}

export function createFiles(deps: FilesDeps): Files {
  const { db, clock, outbound, storage, scratch, maxBytes, log, factsVersion, crash = () => {} } = deps
  const queue = createFairQueue({ ...usualLimits, ...deps.limits })
  const shareRead = shareRuns<StoreResult>()
  const shareFetch = shareQueuedRuns<StoreResult>()

  async function fetch(
    accountId: string,
    url: string,
    { number: check, start, scope }: FetchingCheck,
  ): Promise<StoreResult | null> {
    const host = URL.parse(url)?.host
    if (host === undefined || outbound.urlProblem(url) !== null) return { kind: 'blocked' }
    const urlSha256 = sourceHash(url)
    // Two hundred orders for the same book fetch it once.
    return shareFetch(`${accountId} ${urlSha256} ${scope}`, start, isNeeded =>
      queue.run({ account: accountId, host, check }, async () =>
        (await isNeeded())
          ? catchErrors(accountId, loggableUrl(url), () => fetchNow(accountId, url, { urlSha256, scope }))
          : null,
      ),
    )
  }

  type Fetch = { urlSha256: string; scope: ReadScope }

  async function fetchNow(accountId: string, url: string, { urlSha256, scope }: Fetch): Promise<StoreResult> {
    const source = await findSource(db, accountId, urlSha256)
    const current = source !== null && (await isCurrent(source.file, scope)) ? source : null
    const outcome = await fetchFile(outbound, url, {
      scratch,
      maxBytes,
      ...(current ? { version: { etag: current.etag, lastModified: current.lastModified } } : {}),
    })
    switch (outcome.kind) {
      case 'unchanged': {
        const isStored = await touchFile(db, accountId, current!.file.sha256, clock())
        return isStored
          ? { kind: 'stored', file: current!.file }
          : { kind: 'unavailable', cause: 'the file was deleted in the meantime' }
      }
      case 'too_large':
        return outcome
      case 'compressed':
        return { kind: 'unreachable', cause: compressed }
      case 'answered':
        return { kind: 'unreachable', cause: `HTTP status ${outcome.status}` }
      case 'failed':
        if (outcome.failure === 'url_blocked') return { kind: 'blocked' }
        return { kind: 'unreachable', cause: outcome.failure }
      case 'fetched':
        crash('files:fetched')
        return withFile(outcome.file, async file => {
          const result = await readAndStore(accountId, file, { repairedFrom: null, scope })
          if (result.kind === 'stored') {
            const { etag, lastModified } = outcome
            const { sha256 } = result.file
            await recordSource(db, { accountId, urlSha256, sha256, etag, lastModified }, clock())
          }
          return result
        })
      default:
        return outcome satisfies never
    }
  }

  /** Reads a file unless the account already has these bytes, stores it, and records both. */
  async function readAndStore(
    accountId: string,
    file: LocalFile,
    { repairedFrom, scope }: { repairedFrom: string | null; scope: ReadScope },
  ): Promise<StoreResult> {
    const { sha256, bytes } = file
    const earlier = await findFile(db, accountId, sha256)
    let reading = earlier !== null && isRead(earlier, scope) ? earlier.reading : null
    if (reading === null) {
      const newReading = await deps.read(accountId, file.path, { maxPages, scope })
      if (newReading.kind === 'unavailable') return newReading
      reading = newReading
    }
    for (let attempt = 0; attempt < maxStoreAttempts; attempt++) {
      const storageKey = await store(file)
      if (storageKey === null) continue
      const stored: StoredFile = { accountId, sha256, storageKey, bytes, reading, factsVersion, repairedFrom }
      if (await db.transaction().execute(tx => recordFile(tx, withPageCount(stored), clock()))) {
        return { kind: 'stored', file: stored }
      }
    }
    return { kind: 'unavailable', cause: 'the same bytes are being stored and deleted at the same time' }
  }

  async function readAgain(file: StoredFile, scope: ReadScope): Promise<StoreResult> {
    const reading = await storage.withLocalFile(file, path => deps.read(file.accountId, path, { maxPages, scope }))
    if (reading.kind === 'unavailable') return reading
    const updated: StoredFile = { ...file, reading, factsVersion }
    const isRecorded = await db.transaction().execute(tx => recordFile(tx, withPageCount(updated), clock()))
    return isRecorded
      ? { kind: 'stored', file: updated }
      : { kind: 'unavailable', cause: 'the file was deleted in the meantime' }
  }

  /** Returns the key under which the bytes are stored; null when another process is storing them at this moment. */
  async function store({ sha256, path, bytes }: LocalFile): Promise<string | null> {
    const recordedKey = await findStored(db, sha256)
    if (recordedKey !== null && (await storage.has(recordedKey))) return recordedKey
    const key = storageKeyFor(sha256)
    await trashUnlessRecorded(db, key, clock())
    await storage.put(key, { path, bytes })
    crash('files:stored')
    if (recordedKey === null) return key
    log.error({ sha256 }, 'a print file was missing from the storage; it was stored again')
    return (await db.transaction().execute(tx => moveObject(tx, { sha256, from: recordedKey, to: key }, clock())))
      ? key
      : null
  }

  /** Read by this version of the reader. A reading in a larger scope serves as well. */
  const isRead = ({ reading, factsVersion: version }: StoredFile, scope: ReadScope) =>
    version === factsVersion && (scope === 'usual' || reading.kind !== 'read' || reading.facts.isbns !== null)

  /** Read, and still in the storage. */
  const isCurrent = async (file: StoredFile, scope: ReadScope) =>
    isRead(file, scope) && (await storage.has(file.storageKey))

  /** A missing file can be restored only by another upload. */
  async function isInStorage({ accountId, sha256, storageKey }: StoredFile): Promise<boolean> {
    if (await storage.has(storageKey)) return true
    log.error({ accountId, sha256 }, 'a print file is missing from the storage')
    return false
  }

  async function catchErrors<Result = StoreResult>(
    accountId: string,
    file: string,
    act: () => Promise<StoreResult | Result>,
  ): Promise<StoreResult | Result> {
    try {
      return await act()
    } catch (error) {
      if (isDatabaseOutage(error)) throw error
      log.error({ err: error, accountId, file }, 'a print file could not be stored')
      return { kind: 'unavailable', cause: 'the file could not be stored' }
    }
  }

  return {
    fetch,
    async receive(accountId, body, maxBytes) {
      const file = await receiveFile(body, { scratch, maxBytes })
      if (file === null) return { kind: 'too_large', announcedBytes: null }
      const read = () => readAndStore(accountId, file, { repairedFrom: null, scope: 'usual' })
      return withFile(file, () => catchErrors(accountId, 'upload', read))
    },
    async create(accountId, origin, write) {
      return catchErrors<{ kind: 'not_created' }>(accountId, 'repair', async () => {
        const file = await writeFile(scratch, write)
        return file === null ? { kind: 'not_created' } : withFile(file, () => readAndStore(accountId, file, origin))
      })
    },
    async readStored(accountId, sha256, scope) {
      const file = await findFile(db, accountId, sha256)
      if (file === null) return { kind: 'not_stored' }
      return shareRead(`${accountId} ${sha256} ${scope}`, () =>
        catchErrors(accountId, 'stored file', async () => {
          if (!(await isInStorage(file))) return { kind: 'unavailable', cause: 'it is missing from the storage' }
          return isRead(file, scope) ? { kind: 'stored', file } : readAgain(file, scope)
        }),
      )
    },
    async areRead(tx, sources) {
      if (sources.length === 0) return []
      const knownAs = sources.map(({ accountId, source }) =>
        'url' in source
          ? { accountId, sha256: null, urlSha256: sourceHash(source.url) }
          : { accountId, sha256: source.sha256, urlSha256: null },
      )
      return findRead(tx, knownAs, factsVersion)
    },
    find: (accountId, sha256) => findFile(db, accountId, sha256),
    async open(accountId, sha256) {
      const file = await findFile(db, accountId, sha256)
      if (file === null) return null
      const logError = (error: unknown) =>
        log.error({ err: error, accountId, sha256 }, 'a print file could not be read from the storage')
      try {
        if (!(await isInStorage(file))) return null
        const stream = await storage.open(file)
        return { bytes: file.bytes, stream: stream.once('error', logError) }
      } catch (error) {
        logError(error)
        throw new Refusal('overloaded', say('The storage of print files does not answer right now. Please try again.'))
      }
    },
  }
}

/** Deletes files that dead processes left in the scratch folder. */
export async function clearScratch(scratch: string, now: Date): Promise<void> {
  const names = await readdir(scratch).catch(() => [])
  for (const name of names) {
    const path = join(scratch, name)
    const stats = await stat(path).catch(() => null)
    if (stats !== null && now.getTime() - stats.mtimeMs > scratchRetentionMs) await discard({ path })
  }
}

const withPageCount = (file: StoredFile) => ({
  ...file,
  pageCount: file.reading.kind === 'read' ? file.reading.facts.pageCount : null,
})

async function withFile<T>(file: LocalFile, act: (file: LocalFile) => Promise<T>): Promise<T> {
  try {
    return await act(file)
  } finally {
    await discard(file)
  }
}
