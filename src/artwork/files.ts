// An account's print files: fetched from the customer's address or received as an upload, read once, and stored by the
// hash of their bytes. Everything slow happens outside of transactions, and each step can be repeated: a process that
// dies leaves at most a copy in the scratch folder, or an object that is listed in the trash.

import { createHash } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { type Clock, day, hour, later } from '../base/clock.ts'
import type { Crash } from '../base/crash.ts'
import { type Log, loggableUrl } from '../base/log.ts'
import type { Outbound } from '../base/outbound.ts'
import { Refusal } from '../base/refusal.ts'
import type { Db } from '../db/db.ts'
import { discard, fetchFile, type LocalFile, madeFile, receiveFile } from './fetch.ts'
import type { WhyMissing } from './missing.ts'
import type { Reading } from './preflight/preflight.ts'
import { type Storage, storageKeyFor } from './storage.ts'
import {
  findFile,
  findSource,
  findStored,
  type KeptFile,
  type KnownSource,
  moveObject,
  recordFile,
  recordSource,
  touchFile,
  trash,
} from './store.ts'
import { createTurns, type Limits, shared } from './turns.ts'

/** No catalogue has longer books; the pages of a file that claims millions are not all counted. */
export const mostPages = 2000
/** An object that was stored but not recorded within this time belongs to a process that died. */
const recordWithinMs = day
/** Two processes that store the same bytes at the same time both try again. */
const mostTries = 4
const scratchKeptMs = hour

const usualLimits: Limits = { atOnce: 16, perAccount: 6, perHost: 3 }

export type Had =
  | { kind: 'had'; file: KeptFile }
  | Exclude<WhyMissing, { kind: 'too_large_together' }>
  /** Our own fault. */
  | { kind: 'unavailable'; cause: string }

export type Files = {
  /** Fetches the file at an address of the account's, or learns that the stored one is still current. */
  fetch(accountId: string, url: string): Promise<Had>
  /** Receives a file that comes with a request, of at most `mostBytes`. */
  receive(accountId: string, body: AsyncIterable<Buffer>, mostBytes: number): Promise<Had>
  /** Stores a file that `write` creates at a path, unless it returns that it cannot. */
  make(
    accountId: string,
    repairedFrom: string,
    write: (path: string) => Promise<boolean>,
  ): Promise<Had | { kind: 'not_made' }>
  /** A stored file of the account, read by this version of the reader; read again if an earlier version read it. */
  kept(accountId: string, sha256: string): Promise<Had>
  /** A stored file of the account, as it was read then; null when it is not stored, or no longer. */
  find(accountId: string, sha256: string): Promise<KeptFile | null>
  /**
   * The bytes of a stored file of the account; null when it is not stored, or no longer. Refuses with `overloaded` when
   * the storage does not answer.
   */
  open(accountId: string, sha256: string): Promise<{ bytes: number; stream: Readable } | null>
}

export type FilesDeps = {
  db: Db
  clock: Clock
  outbound: Pick<Outbound, 'get' | 'urlProblem'>
  storage: Storage
  read(path: string, options: { mostPages: number }): Promise<Reading>
  factsVersion: number
  scratch: string
  mostBytes: number
  log: Log
  limits?: Partial<Limits>
  crash?: Crash
}

export function createFiles(deps: FilesDeps): Files {
  const { db, clock, outbound, storage, scratch, mostBytes, log, factsVersion, crash = () => {} } = deps
  const turns = createTurns({ ...usualLimits, ...deps.limits })
  const share = shared<Had>()

  async function fetch(accountId: string, url: string): Promise<Had> {
    const host = URL.parse(url)?.host
    if (host === undefined || outbound.urlProblem(url) !== null) return { kind: 'blocked' }
    const urlSha256 = createHash('sha256').update(url).digest('hex')
    // Two hundred orders for the same book fetch it once.
    return share(`${accountId} ${urlSha256}`, () =>
      turns.take({ account: accountId, host }, () =>
        guarded(accountId, loggableUrl(url), () => fetchNow(accountId, url, urlSha256)),
      ),
    )
  }

  async function fetchNow(accountId: string, url: string, urlSha256: string): Promise<Had> {
    const source = await findSource(db, accountId, urlSha256)
    const usable = source !== null && (await isWhole(source.file)) ? source : null
    const outcome = await fetchFile(outbound, url, {
      scratch,
      mostBytes,
      ...(usable ? { known: versionOf(usable) } : {}),
    })
    switch (outcome.kind) {
      case 'unchanged': {
        const kept = await touchFile(db, accountId, usable!.file.sha256, clock())
        return kept ? { kind: 'had', file: usable!.file } : { kind: 'unavailable', cause: 'given up in the meantime' }
      }
      case 'too_large':
        return outcome
      case 'answered':
        return { kind: 'unreachable', cause: `HTTP status ${outcome.status}` }
      case 'failed':
        if (outcome.failure === 'url_blocked') return { kind: 'blocked' }
        return { kind: 'unreachable', cause: outcome.failure }
      case 'fetched':
        crash('files:fetched')
        return using(outcome.file, async file => {
          const had = await keep(accountId, file, null)
          if (had.kind === 'had') {
            const { etag, lastModified } = outcome
            const { sha256 } = had.file
            await recordSource(db, { accountId, urlSha256, sha256, etag, lastModified }, clock())
          }
          return had
        })
      default:
        return outcome satisfies never
    }
  }

  /** Reads a file unless the account already has these bytes, stores it, and records both. */
  async function keep(accountId: string, file: LocalFile, repairedFrom: string | null): Promise<Had> {
    const { sha256, bytes } = file
    const known = await findFile(db, accountId, sha256)
    let reading = known !== null && known.factsVersion === factsVersion ? known.reading : null
    if (reading === null) {
      const read = await deps.read(file.path, { mostPages })
      if (read.kind === 'unavailable') return read
      reading = read
    }
    for (let tries = 0; tries < mostTries; tries++) {
      const storageKey = await store(file)
      if (storageKey === null) continue
      const kept: KeptFile = { accountId, sha256, storageKey, bytes, reading, factsVersion, repairedFrom }
      if (await db.transaction().execute(tx => recordFile(tx, withPageCount(kept), clock()))) {
        return { kind: 'had', file: kept }
      }
    }
    return { kind: 'unavailable', cause: 'the same bytes are being stored and given up at the same time' }
  }

  async function readAnew(file: KeptFile): Promise<Had> {
    const reading = await storage.asFile(file, path => deps.read(path, { mostPages }))
    if (reading.kind === 'unavailable') return reading
    const now: KeptFile = { ...file, reading, factsVersion }
    const isRecorded = await db.transaction().execute(tx => recordFile(tx, withPageCount(now), clock()))
    return isRecorded ? { kind: 'had', file: now } : { kind: 'unavailable', cause: 'given up in the meantime' }
  }

  /** Returns the key under which the bytes are stored; null when another process is storing them at this moment. */
  async function store({ sha256, path, bytes }: LocalFile): Promise<string | null> {
    const present = await findStored(db, sha256)
    if (present !== null && (await storage.has(present))) return present
    const key = storageKeyFor(sha256)
    await trash(db, [key], later(clock(), recordWithinMs))
    await storage.put(key, { path, bytes })
    crash('files:stored')
    if (present === null) return key
    log.error({ sha256 }, 'a print file was missing from the storage; it was stored again')
    return (await db.transaction().execute(tx => moveObject(tx, { sha256, from: present, to: key }, clock())))
      ? key
      : null
  }

  /** Read by this version of the reader, and still in the storage. */
  const isWhole = async (file: KeptFile) => file.factsVersion === factsVersion && (await storage.has(file.storageKey))

  /** Whoever uploaded it has to send it again; nothing else brings it back. */
  async function isThere({ accountId, sha256, storageKey }: KeptFile): Promise<boolean> {
    if (await storage.has(storageKey)) return true
    log.error({ accountId, sha256 }, 'a print file is missing from the storage')
    return false
  }

  async function guarded<Other = never>(
    accountId: string,
    what: string,
    act: () => Promise<Had | Other>,
  ): Promise<Had | Other> {
    try {
      return await act()
    } catch (error) {
      log.error({ err: error, accountId, file: what }, 'a print file could not be stored')
      return { kind: 'unavailable', cause: 'the file could not be stored' }
    }
  }

  return {
    fetch,
    async receive(accountId, body, mostBytes) {
      const file = await receiveFile(body, { scratch, mostBytes })
      if (file === null) return { kind: 'too_large', announcedBytes: null }
      return using(file, () => guarded(accountId, 'upload', () => keep(accountId, file, null)))
    },
    async make(accountId, repairedFrom, write) {
      return guarded<{ kind: 'not_made' }>(accountId, 'repair', async () => {
        const file = await madeFile(scratch, write)
        return file === null ? { kind: 'not_made' } : using(file, () => keep(accountId, file, repairedFrom))
      })
    },
    async kept(accountId, sha256) {
      const file = await findFile(db, accountId, sha256)
      if (file === null) return { kind: 'unreachable', cause: 'it is no longer stored' }
      return share(`${accountId} ${sha256} kept`, () =>
        guarded(accountId, 'kept', async () => {
          if (!(await isThere(file))) return { kind: 'unavailable', cause: 'it is missing from the storage' }
          return file.factsVersion === factsVersion ? { kind: 'had', file } : readAnew(file)
        }),
      )
    },
    find: (accountId, sha256) => findFile(db, accountId, sha256),
    async open(accountId, sha256) {
      const file = await findFile(db, accountId, sha256)
      if (file === null) return null
      const tell = (error: unknown) =>
        log.error({ err: error, accountId, sha256 }, 'a print file could not be read from the storage')
      try {
        if (!(await isThere(file))) return null
        const stream = await storage.open(file)
        return { bytes: file.bytes, stream: stream.once('error', tell) }
      } catch (error) {
        tell(error)
        throw new Refusal('overloaded', 'The storage of print files does not answer just now. Please try again.')
      }
    },
  }
}

/** Deletes what dead processes left in the scratch folder. */
export async function clearScratch(scratch: string, now: Date): Promise<void> {
  const names = await readdir(scratch).catch(() => [])
  for (const name of names) {
    const path = join(scratch, name)
    const left = await stat(path).catch(() => null)
    if (left !== null && now.getTime() - left.mtimeMs > scratchKeptMs) await discard({ path })
  }
}

const withPageCount = (file: KeptFile) => ({
  ...file,
  pageCount: file.reading.kind === 'read' ? file.reading.facts.pageCount : null,
})

const versionOf = ({ etag, lastModified }: KnownSource) => ({ etag, lastModified })

async function using<T>(file: LocalFile, act: (file: LocalFile) => Promise<T>): Promise<T> {
  try {
    return await act(file)
  } finally {
    await discard(file)
  }
}
