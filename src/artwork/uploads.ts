// Uploads in parts, for orders and products: a file of 650 MB is not sent again because a connection broke. Each part
// is an object of its own in every kind of storage, so that any process can take the next part.
// When all parts are there, they are assembled, and the file is received like any other file.

import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { say } from '../../languages/texts.ts'
import { type Clock, day, later } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import type { Mode } from '../base/mode.ts'
import { malformedField, Refusal } from '../base/refusal.ts'
import type { NewId } from '../base/secrets/ids.ts'
import type { Db } from '../db/db.ts'
import { createFairQueue, shareRuns } from './fairQueue.ts'
import { discard, receiveFile } from './fetch.ts'
import { moveToTrash, recordSource, touchFile } from './fileStore.ts'
import type { Files } from './files.ts'
import { fileUrlOf, sourceHash } from './fileUrl.ts'
import { type Storage, storageKeyFor } from './storage.ts'
import {
  countUploads,
  findUpload,
  findUploadOf,
  finishUpload,
  partsOf,
  recordPart,
  removeParts,
  replaceUpload,
  type Upload,
  type UploadKey,
  type UploadPart,
} from './uploadStore.ts'

/** Small enough to be sent again after an interruption, and large enough that 650 MB are 78 parts. */
export const partBytes = 8 * 1024 * 1024
const keptMs = day
const maxUnfinished = 100
/** Whole files that are received at a time from an account; others wait for their turn. */
const maxWholePerAccount = 4

/** `receivedParts` are their numbers, from 1. */
type UploadState = Pick<Upload, 'uploadId' | 'bytes' | 'sha256' | 'expiresAt'> & {
  status: 'OPEN' | 'DONE'
  partBytes: number
  partCount: number
  receivedParts: number[]
  /** Stands for an address in orders, checks and products; null until the upload is DONE. */
  fileUrl: string | null
}

type NewUpload = { accountId: string; mode: Mode; bytes: number; sha256: string }

export type Uploads = {
  /** Begins an upload, or finds the one that was begun for the same bytes. It is DONE when they are stored already. */
  begin(upload: NewUpload): Promise<UploadState>
  /** Refuses with `not_found`. */
  read(key: UploadKey): Promise<UploadState>
  /** May be repeated: the last content counts. */
  receivePart(key: UploadKey, number: number, body: AsyncIterable<Buffer>): Promise<UploadState>
  /** Assembles the file. May be repeated. Refuses with `upload_incomplete` or `upload_damaged`. */
  complete(key: UploadKey): Promise<UploadState>
  /** A whole file in one request, for people; an upload that was interrupted is sent again. */
  receive(owner: Pick<NewUpload, 'accountId' | 'mode'>, body: AsyncIterable<Buffer>): Promise<UploadState>
}

type Deps = {
  db: Db
  clock: Clock
  newId: NewId
  files: Files
  storage: Storage
  scratch: string
  /** Of one file. */
  maxBytes: number
  /** Of all uploads of an account in a day. */
  maxBytesInDay: number
  log: Log
}

export function createUploads(deps: Deps): Uploads {
  const { db, clock, newId, files, storage, scratch, maxBytes, maxBytesInDay, log } = deps
  const shareCompletion = shareRuns<UploadState>()
  const wholeFiles = createFairQueue({
    total: Number.POSITIVE_INFINITY,
    perAccount: maxWholePerAccount,
    perHost: maxWholePerAccount,
  })

  async function find(key: UploadKey): Promise<Upload> {
    const upload = await findUpload(db, key, clock())
    if (upload !== null) return upload
    throw new Refusal(
      'not_found',
      say('There is no upload {uploadId}. Uploads are kept for a day.', { uploadId: key.uploadId }),
    )
  }

  async function isStored({ accountId, sha256, bytes }: NewUpload): Promise<boolean> {
    const result = await files.readStored(accountId, sha256, 'usual')
    return result.kind === 'stored' && result.file.bytes === bytes
  }

  async function begin(given: NewUpload): Promise<UploadState> {
    if (given.bytes > maxBytes) throw tooLarge()
    const hasFile = await isStored(given)
    const now = clock()
    const upload = await db.transaction().execute(async tx => {
      const used = await countUploads(tx, given.accountId, now)
      const begun = await findUploadOf(tx, given, now)
      if (begun !== null) {
        if (begun.bytes !== given.bytes) throw otherLength(begun, given)
        // The storage may have lost the file since, and then it is uploaded again.
        if (hasFile || begun.doneAt === null) return begun
      }
      if (!hasFile) {
        refuseUnfinished(used)
        refuseExcess(used, given)
      }
      const created: Upload = {
        ...given,
        uploadId: newId('upl'),
        expiresAt: later(now, keptMs),
        doneAt: hasFile ? now : null,
      }
      await replaceUpload(tx, created, now)
      return created
    })
    return hasFile ? finish(upload) : present(upload)
  }

  const tooLarge = () =>
    new Refusal('body_too_large', say('A print file can have at most {limit}.', { limit: megabytes(maxBytes) }))

  function refuseExcess({ bytes }: { bytes: number }, given: Pick<NewUpload, 'bytes'>): void {
    if (bytes + given.bytes <= maxBytesInDay) return
    const got = say('{uploaded} and a file of {size}', { uploaded: megabytes(bytes), size: megabytes(given.bytes) })
    const expected = say('at most {limit}', { limit: megabytes(maxBytesInDay) })
    const detail = say('The uploads of an account can have {expected} in 24 hours; got {got}.', { expected, got })
    throw new Refusal('upload_quota_exceeded', detail, [
      { pointer: '/bytes', code: 'upload_quota_exceeded', detail, got, expected },
    ])
  }

  async function receivePart(key: UploadKey, number: number, body: AsyncIterable<Buffer>): Promise<UploadState> {
    const upload = await find(key)
    const expected = lengthOfPart(upload, number)
    if (upload.doneAt !== null) throw alreadyDone(upload)
    const received = await receiveFile(body, { scratch, maxBytes: expected })
    if (received === null) throw wrongLength(number, expected, 'more')
    try {
      if (received.bytes !== expected) throw wrongLength(number, expected, `${received.bytes}`)
      const { sha256, bytes } = received
      const earlier = (await partsOf(db, key)).find(part => part.number === number)
      // The answer was lost, and the client sends the part again.
      if (earlier?.sha256 === sha256) return present(upload)
      const storageKey = storageKeyFor(sha256)
      await moveToTrash(db, [storageKey], upload.expiresAt)
      await storage.put(storageKey, received)
      const part = { number, storageKey, sha256, bytes }
      if (await db.transaction().execute(tx => recordPart(tx, key, part, clock()))) return present(upload)
      throw alreadyDone(await find(key))
    } finally {
      await discard(received)
    }
  }

  async function complete(key: UploadKey): Promise<UploadState> {
    const upload = await find(key)
    if (upload.doneAt !== null) return present(upload)
    const parts = await partsOf(db, key)
    const missing = numbersOf(upload).filter(number => parts.every(part => part.number !== number))
    if (missing.length > 0) {
      const detail = `The upload has ${partCount(upload)} parts. Missing: ${shortList(missing)}.`
      throw new Refusal('upload_incomplete', detail)
    }
    return shareCompletion(`${key.accountId} ${key.mode} ${key.uploadId}`, async () => {
      const now = clock()
      try {
        const result = await files.receive(key.accountId, joined(upload, parts), upload.bytes)
        if (result.kind === 'stored') return await finish(upload)
      } catch (error) {
        if (error instanceof Damaged) {
          await db.transaction().execute(tx => removeParts(tx, key, now))
          const detail = `The uploaded parts have the SHA-256 ${error.sha256}, not ${upload.sha256}. Send all parts again.`
          throw new Refusal('upload_damaged', detail)
        }
        // Another process may have completed the upload and removed its parts.
        const current = await find(key)
        if (current.doneAt !== null) return present(current)
        log.error({ err: error, uploadId: key.uploadId }, 'an upload could not be put together')
      }
      throw notStored()
    })
  }

  async function receive(
    { accountId, mode }: Pick<NewUpload, 'accountId' | 'mode'>,
    body: AsyncIterable<Buffer>,
  ): Promise<UploadState> {
    const used = await db.transaction().execute(tx => countUploads(tx, accountId, clock()))
    refuseExcess(used, { bytes: 1 })
    const limit = Math.min(maxBytes, maxBytesInDay - used.bytes)
    const result = await files.receive(accountId, body, limit)
    if (result.kind === 'stored') {
      const { sha256, bytes } = result.file
      return begin({ accountId, mode, sha256, bytes })
    }
    if (result.kind !== 'too_large') throw notStored()
    refuseExcess(used, { bytes: limit + 1 })
    throw tooLarge()
  }

  async function* joined(upload: Upload, parts: UploadPart[]): AsyncGenerator<Buffer> {
    const hash = createHash('sha256')
    for (const { storageKey, bytes } of parts) {
      const stream: Readable = await storage.open({ storageKey, bytes })
      for await (const chunk of stream) {
        hash.update(chunk)
        yield chunk
      }
    }
    const sha256 = hash.digest('hex')
    if (sha256 !== upload.sha256) throw new Damaged(sha256)
  }

  /** An order then finds the page count of the file, as of a file that was fetched from an address. */
  async function finish(upload: Upload): Promise<UploadState> {
    const { accountId, sha256 } = upload
    const now = clock()
    await db.transaction().execute(async tx => {
      if (!(await touchFile(tx, accountId, sha256, now))) throw notStored()
      const urlSha256 = sourceHash(fileUrlOf(sha256))
      await recordSource(tx, { accountId, urlSha256, sha256, etag: null, lastModified: null }, now)
      await finishUpload(tx, upload, now)
    })
    return present({ ...upload, doneAt: now })
  }

  async function present(upload: Upload): Promise<UploadState> {
    const { uploadId, bytes, sha256, expiresAt, doneAt } = upload
    const isDone = doneAt !== null
    const received = isDone ? [] : (await partsOf(db, upload)).map(({ number }) => number)
    return {
      uploadId,
      status: isDone ? 'DONE' : 'OPEN',
      bytes,
      sha256,
      partBytes,
      partCount: partCount(upload),
      receivedParts: isDone ? numbersOf(upload) : received,
      fileUrl: isDone ? fileUrlOf(sha256) : null,
      expiresAt,
    }
  }

  return {
    begin,
    read: async key => present(await find(key)),
    receivePart,
    complete,
    receive: (owner, body) =>
      wholeFiles.run({ account: owner.accountId, host: '', check: 0 }, () => receive(owner, body)),
  }
}

class Damaged extends Error {
  readonly sha256: string
  constructor(sha256: string) {
    super('the parts have another SHA-256')
    this.sha256 = sha256
  }
}

const partCount = ({ bytes }: Pick<Upload, 'bytes'>): number => Math.ceil(bytes / partBytes)

const numbersOf = (upload: Upload): number[] => Array.from({ length: partCount(upload) }, (_, i) => i + 1)

function lengthOfPart(upload: Upload, number: number): number {
  const count = partCount(upload)
  if (number > count)
    throw new Refusal('not_found', say('The upload has {count} parts, and no part {number}.', { count, number }))
  return number < count ? partBytes : upload.bytes - (count - 1) * partBytes
}

function wrongLength(number: number, expected: number, got: string): Refusal {
  const detail = `Part ${number} of the upload has ${expected} bytes; got ${got}.`
  return malformedField('', 'wrong_length', detail)
}

function otherLength(begun: Upload, { bytes }: NewUpload): Refusal {
  const detail = `The upload with this SHA-256 began with ${begun.bytes} bytes, not ${bytes}.`
  return malformedField('/bytes', 'wrong_length', detail)
}

function refuseUnfinished({ unfinished }: { unfinished: number }): void {
  if (unfinished < maxUnfinished) return
  const detail = say(
    'The account has {count} unfinished uploads. Complete them, or wait a day until they are removed.',
    { count: unfinished },
  )
  throw new Refusal('upload_quota_exceeded', detail)
}

const notStored = () => new Refusal('overloaded', say('The file could not be stored right now. Try again.'))

const alreadyDone = ({ uploadId }: Upload) =>
  new Refusal('wrong_state', say('The upload {uploadId} is complete and takes no more parts.', { uploadId }))

const shownParts = 20
const shortList = (numbers: number[]): string =>
  numbers.length > shownParts ? `${numbers.slice(0, shownParts).join(', ')}, …` : numbers.join(', ')

const megabytes = (bytes: number): string => `${Math.round(bytes / 100_000) / 10} MB`
