// Where the bytes of print files and of the archive are stored: a local folder, or a bucket of any S3-compatible
// service. A key is written once and never changed. Each object gets a new key (storageKeyFor), so that an object that
// is being deleted is never the object that is being stored. The database (fileStore.ts) records what is stored under
// which key.

import { createReadStream, createWriteStream } from 'node:fs'
import { copyFile, mkdir, open, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { pipeline as pipeStreams, type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import { minute, second } from '../base/clock.ts'
import { randomBase62 } from '../base/secrets/ids.ts'

/** The key of an object, and its length. */
type StoredObject = { storageKey: string; bytes: number }

export type Storage = {
  /** Copies a file into the storage; memory does not grow with it. */
  put(key: string, file: { path: string; bytes: number }): Promise<void>
  has(key: string): Promise<boolean>
  /** Stores a few bytes that `has` finds. */
  mark(key: string): Promise<void>
  /** Rejects when there is no such object; the stream fails when the object does not have its length. */
  open(object: StoredObject): Promise<Readable>
  /** Calls `use` with a path at which it can read the object. Rejects when the object does not have its length. */
  withLocalFile<T>(object: StoredObject, use: (path: string) => Promise<T>): Promise<T>
  /** Deleting a missing object succeeds. */
  remove(key: string): Promise<void>
}

export type S3Settings = {
  bucket: string
  /** Null: Amazon's own endpoint. */
  endpoint: string | null
  region: string
  /** Null: the credentials that the AWS SDK finds, such as the machine's role. */
  credentials: { accessKeyId: string; secretAccessKey: string } | null
  pathStyle: boolean
}

const generationLength = 10

/** Without time-outs, a service that accepts connections but never answers would stop all file checks. */
type S3Timeouts = { connectMs: number; idleMs: number }
/** A printer that receives a file slowly also makes the connection to the storage idle. */
const usualTimeouts: S3Timeouts = { connectMs: 10 * second, idleMs: minute }

/** Spread over folders by the first two digits, because some file systems are slow with one very large folder. */
export const storageKeyFor = (sha256: string): string =>
  `${sha256.slice(0, 2)}/${sha256}.${randomBase62(generationLength)}.pdf`

export function localStorage(folder: string): Storage {
  const disk = new Disk(new FSDriver({ location: folder, visibility: 'private' }))
  return {
    ...diskStorage(disk),
    // The operating system copies: with flydrive's streams, each piece would stay in memory until the next garbage
    // collection.
    async put(key, { path }) {
      const to = pathIn(folder, key)
      await mkdir(dirname(to), { recursive: true })
      await copyFile(path, to)
      await syncToDisk(to)
    },
    async withLocalFile({ storageKey, bytes }, use) {
      const path = pathIn(folder, storageKey)
      const { size } = await stat(path)
      if (size !== bytes) throw wrongLengthError(size, bytes)
      return use(path)
    },
  }
}

/** As flydrive, which checks the keys of its own methods. */
function pathIn(folder: string, key: string): string {
  const path = resolve(folder, key)
  if (!path.startsWith(`${resolve(folder)}${sep}`)) throw new Error(`the key ${key} leaves the folder of the storage`)
  return path
}

/** The database then records that the file is stored, and a power cut must not lose a recorded file. */
async function syncToDisk(path: string): Promise<void> {
  const file = await open(path)
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

const ignore = () => {}
/** The SDK prints what it also throws. */
const silentSdk = { trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore }

/** `scratch` is a folder for copies of objects while they are being read. */
export async function s3Storage(settings: S3Settings, scratch: string, timeouts = usualTimeouts): Promise<Storage> {
  // Loaded only here: the SDK costs half a second and 40 MB, and most installations never need it.
  const { S3Driver } = await import('flydrive/drivers/s3')
  const disk = new Disk(
    new S3Driver({
      bucket: settings.bucket,
      region: settings.region,
      ...(settings.endpoint === null ? {} : { endpoint: settings.endpoint }),
      ...(settings.credentials === null ? {} : { credentials: settings.credentials }),
      forcePathStyle: settings.pathStyle,
      visibility: 'private',
      supportsACL: false, // new buckets have none by default, and many compatible services never had them
      // The SDK sends its own checksums as trailers, which many compatible services do not understand.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      logger: silentSdk,
      requestHandler: { connectionTimeout: timeouts.connectMs, socketTimeout: timeouts.idleMs },
    }),
  )
  const storage = diskStorage(disk)
  /** One copy for everybody who reads an object at the same time, such as many pages of one book. */
  const copies = new Map<string, { path: string; isThere: Promise<unknown>; users: number }>()
  async function fetchCopy(object: StoredObject, path: string): Promise<void> {
    await mkdir(scratch, { recursive: true })
    await pipeline(await storage.open(object), createWriteStream(path))
  }
  return {
    ...storage,
    async withLocalFile(object, use) {
      const { storageKey } = object
      let copy = copies.get(storageKey)
      if (copy === undefined) {
        const path = join(scratch, `copy-${randomBase62(16)}`)
        copy = { path, isThere: fetchCopy(object, path), users: 0 }
        copies.set(storageKey, copy)
      }
      copy.users++
      try {
        await copy.isThere
        return await use(copy.path)
      } finally {
        copy.users--
        if (copy.users === 0) {
          copies.delete(storageKey)
          await rm(copy.path, { force: true })
        }
      }
    },
  }
}

function diskStorage(disk: Disk): Omit<Storage, 'withLocalFile'> {
  return {
    put: (key, { path, bytes }) =>
      disk.putStream(key, createReadStream(path), {
        contentType: key.endsWith('.gz') ? 'application/gzip' : 'application/pdf',
        contentLength: bytes,
      }),
    has: key => disk.exists(key),
    mark: key => disk.put(key, 'octavo\n'),
    open: async ({ storageKey, bytes }) => checkLength(bytes, await disk.getStream(storageKey)),
    remove: key => disk.delete(key),
  }
}

/** An answer without a length seems to be complete wherever its connection ends. */
function checkLength(bytes: number, source: Readable): Readable {
  let received = 0
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      received += chunk.length
      if (received > bytes) done(wrongLengthError(received, bytes))
      else done(null, chunk)
    },
    flush(done) {
      done(received < bytes ? wrongLengthError(received, bytes) : null)
    },
  })
  return pipeStreams(source, counter, () => {}) // the reader of the stream gets the error
}

const wrongLengthError = (received: number, bytes: number) =>
  new Error(`the storage returned ${received} bytes of an object that has ${bytes}`)
