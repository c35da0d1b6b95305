// Writes one file into the scratch folder and hashes it meanwhile. Memory does not grow with the file.

import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { digestOfStream } from '../base/files/streamDigest.ts'
import type { DownloadOutcome, FileVersion } from '../base/network/download.ts'
import type { Outbound } from '../base/network/outbound.ts'
import { randomBase62 } from '../base/secrets/ids.ts'

/** Programs write a byte order mark or empty lines before a PDF. */
const maxBeginningBytes = 64

/** A file that we wrote into the scratch folder. */
export type LocalFile = { path: string; bytes: number; sha256: string }

type FetchOptions = {
  scratch: string
  maxBytes: number
  version?: FileVersion
}

type Fetched = Extract<DownloadOutcome, { kind: 'fetched' }>
type FailedFetch = Exclude<DownloadOutcome, Fetched> | { kind: 'compressed' }
type FetchedFile = Omit<Fetched, 'bytes'> & { file: LocalFile }

/** The caller removes the file. Rejects on a full disk, which is our own fault. */
export async function fetchFile(
  outbound: Pick<Outbound, 'get'>,
  url: string,
  options: FetchOptions,
): Promise<FetchedFile | FailedFetch> {
  const target = await openScratchFile(options.scratch)
  try {
    const outcome = await outbound.get(url, {
      accept: 'application/pdf',
      maxBytes: options.maxBytes,
      ...(options.version === undefined ? {} : { version: options.version }),
      take: target.take,
      restart: target.restart,
    })
    const file = await target.end()
    if (outcome.kind === 'fetched' && (!outcome.isCalledCompressed || (await beginsLikePdf(file))))
      return { ...outcome, file }
    await discard(file)
    return outcome.kind === 'fetched' ? { kind: 'compressed' } : outcome
  } catch (error) {
    await target.abandon()
    throw error
  }
}

/** Writes a request body; null when the body is longer than `maxBytes`. */
export async function receiveFile(
  body: AsyncIterable<Buffer>,
  { scratch, maxBytes }: Pick<FetchOptions, 'scratch' | 'maxBytes'>,
): Promise<LocalFile | null> {
  const target = await openScratchFile(scratch)
  try {
    let bytes = 0
    for await (const chunk of body) {
      bytes += chunk.length
      if (bytes > maxBytes) {
        await target.abandon()
        return null
      }
      await target.take(chunk)
    }
    return await target.end()
  } catch (error) {
    await target.abandon()
    throw error
  }
}

/** A file that `write` creates at the given path; null when `write` resolves to false. */
export async function writeFile(scratch: string, write: (path: string) => Promise<boolean>): Promise<LocalFile | null> {
  await mkdir(scratch, { recursive: true })
  const path = join(scratch, `file-${randomBase62(16)}`)
  try {
    if (!(await write(path))) return null
    return { path, ...(await digestOfStream(createReadStream(path))) }
  } catch (error) {
    await discard({ path })
    throw error
  }
}

export const discard = ({ path }: Pick<LocalFile, 'path'>): Promise<void> => rm(path, { force: true })

async function beginsLikePdf({ path }: LocalFile): Promise<boolean> {
  const handle = await open(path)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(maxBeginningBytes), 0, maxBeginningBytes, 0)
    return /^(\xef\xbb\xbf)?\s*%PDF-/.test(buffer.toString('latin1', 0, bytesRead))
  } finally {
    await handle.close()
  }
}

async function openScratchFile(scratch: string) {
  await mkdir(scratch, { recursive: true })
  const path = join(scratch, `file-${randomBase62(16)}`)
  const handle: FileHandle = await open(path, 'wx')
  let hash: Hash = createHash('sha256')
  let bytes = 0
  let writeError: unknown = null
  return {
    async take(chunk: Buffer) {
      hash.update(chunk)
      bytes += chunk.length
      try {
        await writeWhole(handle, chunk, bytes - chunk.length)
      } catch (error) {
        writeError = error
        throw error
      }
    },
    async restart() {
      hash = createHash('sha256')
      bytes = 0
      await handle.truncate(0)
    },
    async end(): Promise<LocalFile> {
      if (writeError !== null) throw writeError
      await handle.close()
      return { path, bytes, sha256: hash.digest('hex') }
    },
    async abandon() {
      await handle.close().catch(() => {})
      await rm(path, { force: true })
    },
  }
}

/** `handle.write` may write fewer bytes than requested. */
async function writeWhole(handle: FileHandle, chunk: Buffer, position: number): Promise<void> {
  for (let done = 0; done < chunk.length; ) {
    const { bytesWritten } = await handle.write(chunk, done, chunk.length - done, position + done)
    done += bytesWritten
  }
}
