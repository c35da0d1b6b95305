// Fetches one file into the scratch folder and hashes it on the way. Memory does not grow with the file.

import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { randomBase62 } from '../base/ids.ts'
import type { Outbound } from '../base/outbound.ts'

/** A file that we made in the scratch folder. */
export type LocalFile = { path: string; bytes: number; sha256: string }

type Ask = {
  scratch: string
  mostBytes: number
  known?: { etag: string | null; lastModified: string | null }
}

type Answered = Exclude<Awaited<ReturnType<Outbound['get']>>, { kind: 'fetched' }>
type Fetched = { kind: 'fetched'; file: LocalFile; etag: string | null; lastModified: string | null }

/** The caller removes the file. Rejects on a full disk, which is our own fault. */
export async function fetchFile(outbound: Pick<Outbound, 'get'>, url: string, ask: Ask): Promise<Fetched | Answered> {
  const drain = await openDrain(ask.scratch)
  try {
    const outcome = await outbound.get(url, {
      accept: 'application/pdf',
      mostBytes: ask.mostBytes,
      ...(ask.known === undefined ? {} : { known: ask.known }),
      take: drain.take,
      restart: drain.restart,
    })
    const file = await drain.end()
    if (outcome.kind === 'fetched') return { ...outcome, kind: 'fetched', file }
    await discard(file)
    return outcome
  } catch (error) {
    await drain.abandon()
    throw error
  }
}

/** The same for a request body; null when it is longer than `mostBytes`. */
export async function receiveFile(
  body: AsyncIterable<Buffer>,
  { scratch, mostBytes }: Pick<Ask, 'scratch' | 'mostBytes'>,
): Promise<LocalFile | null> {
  const drain = await openDrain(scratch)
  try {
    let bytes = 0
    for await (const chunk of body) {
      bytes += chunk.length
      if (bytes > mostBytes) {
        await drain.abandon()
        return null
      }
      await drain.take(chunk)
    }
    return await drain.end()
  } catch (error) {
    await drain.abandon()
    throw error
  }
}

/** A file that `write` creates at the given path; null when it returns that it has created none. */
export async function madeFile(scratch: string, write: (path: string) => Promise<boolean>): Promise<LocalFile | null> {
  await mkdir(scratch, { recursive: true })
  const path = join(scratch, `file-${randomBase62(16)}`)
  try {
    if (!(await write(path))) return null
    const hash = createHash('sha256')
    let bytes = 0
    for await (const chunk of createReadStream(path)) {
      hash.update(chunk)
      bytes += chunk.length
    }
    return { path, bytes, sha256: hash.digest('hex') }
  } catch (error) {
    await discard({ path })
    throw error
  }
}

export const discard = ({ path }: Pick<LocalFile, 'path'>): Promise<void> => rm(path, { force: true })

async function openDrain(scratch: string) {
  await mkdir(scratch, { recursive: true })
  const path = join(scratch, `file-${randomBase62(16)}`)
  const handle: FileHandle = await open(path, 'wx')
  let hash: Hash = createHash('sha256')
  let bytes = 0
  let fault: unknown = null
  return {
    async take(chunk: Buffer) {
      hash.update(chunk)
      bytes += chunk.length
      try {
        await writeWhole(handle, chunk, bytes - chunk.length)
      } catch (error) {
        fault = error
        throw error
      }
    },
    async restart() {
      hash = createHash('sha256')
      bytes = 0
      await handle.truncate(0)
    },
    async end(): Promise<LocalFile> {
      if (fault !== null) throw fault
      await handle.close()
      return { path, bytes, sha256: hash.digest('hex') }
    },
    async abandon() {
      await handle.close().catch(() => {})
      await rm(path, { force: true })
    },
  }
}

/** `write` may write fewer bytes than it was given. */
async function writeWhole(handle: FileHandle, chunk: Buffer, position: number): Promise<void> {
  for (let done = 0; done < chunk.length; ) {
    const { bytesWritten } = await handle.write(chunk, done, chunk.length - done, position + done)
    done += bytesWritten
  }
}
