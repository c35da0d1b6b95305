// Where the bytes of print files are stored: a local folder, or a bucket of any S3-compatible service. A key is written
// once and never changed. Each object gets a new key (storageKeyFor), so that an object being deleted and one being
// stored are never the same. The database (store.ts) records what is stored under which key.

import { createReadStream, createWriteStream } from 'node:fs'
import { copyFile, mkdir, open, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Readable, Transform, pipeline as throughAll } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import { minute, second } from '../base/clock.ts'
import { randomBase62 } from '../base/ids.ts'

/** Where an object is, and how long it is. */
type Stored = { storageKey: string; bytes: number }

export type Storage = {
  /** Copies a file into the storage; memory does not grow with it. */
  put(key: string, file: { path: string; bytes: number }): Promise<void>
  has(key: string): Promise<boolean>
  /** Rejects when there is no such object; the stream fails when the object does not have its length. */
  open(object: Stored): Promise<Readable>
  /** Gives `use` a path at which it can read the object while it runs. Rejects when that does not have its length. */
  asFile<T>(object: Stored, use: (path: string) => Promise<T>): Promise<T>
  /** Deleting a missing object succeeds. */
  remove(key: string): Promise<void>
}

export type S3Settings = {
  bucket: string
  /** Null: Amazon's own endpoint. */
  endpoint: string | null
  region: string
  /** Null: whatever the AWS SDK finds, such as the machine's role. */
  credentials: { accessKeyId: string; secretAccessKey: string } | null
  pathStyle: boolean
}

const generationLength = 10

/** Without limits, a service that accepts and never answers would hold every file check for ever. */
type S3Patience = { connectMs: number; silentMs: number }
/** Silence is also that of a printer who is slow to take what the service sends. */
const usualPatience: S3Patience = { connectMs: 10 * second, silentMs: minute }

/** Spread over folders by the first two digits, because some file systems are slow with one very large folder. */
export const storageKeyFor = (sha256: string): string =>
  `${sha256.slice(0, 2)}/${sha256}.${randomBase62(generationLength)}.pdf`

export function localStorage(folder: string): Storage {
  const disk = new Disk(new FSDriver({ location: folder, visibility: 'private' }))
  return {
    ...onDisk(disk),
    // The operating system copies: with flydrive's streams, each piece would stay in memory until the next garbage
    // collection.
    async put(key, { path }) {
      const to = join(folder, key)
      await mkdir(dirname(to), { recursive: true })
      await copyFile(path, to)
      await onDiskNow(to)
    },
    async asFile({ storageKey, bytes }, use) {
      const path = join(folder, storageKey)
      const { size } = await stat(path)
      if (size !== bytes) throw ofWrongLength(size, bytes)
      return use(path)
    },
  }
}

/** The database is about to say that the file is stored: after a power cut, both must be there or neither. */
async function onDiskNow(path: string): Promise<void> {
  const file = await open(path)
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** `scratch` is a folder for copies of objects while they are being read. */
export async function s3Storage(settings: S3Settings, scratch: string, patience = usualPatience): Promise<Storage> {
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
      requestHandler: { connectionTimeout: patience.connectMs, socketTimeout: patience.silentMs },
    }),
  )
  const storage = onDisk(disk)
  return {
    ...storage,
    async asFile(object, use) {
      await mkdir(scratch, { recursive: true })
      const path = join(scratch, `copy-${randomBase62(16)}`)
      try {
        await pipeline(await storage.open(object), createWriteStream(path))
        return await use(path)
      } finally {
        await rm(path, { force: true })
      }
    },
  }
}

function onDisk(disk: Disk): Omit<Storage, 'asFile'> {
  return {
    put: (key, { path, bytes }) =>
      disk.putStream(key, createReadStream(path), { contentType: 'application/pdf', contentLength: bytes }),
    has: key => disk.exists(key),
    open: async ({ storageKey, bytes }) => ofLength(bytes, await disk.getStream(storageKey)),
    remove: key => disk.delete(key),
  }
}

/** An answer that names no length of its own seems to be whole wherever its connection ends. */
function ofLength(bytes: number, source: Readable): Readable {
  let got = 0
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      got += chunk.length
      if (got > bytes) done(ofWrongLength(got, bytes))
      else done(null, chunk)
    },
    flush(done) {
      done(got < bytes ? ofWrongLength(got, bytes) : null)
    },
  })
  return throughAll(source, counted, () => {}) // whoever reads hears of a failure
}

const ofWrongLength = (got: number, bytes: number) =>
  new Error(`the storage returned ${got} bytes of an object that has ${bytes}`)
