// A file of the archive: gzipped JSON lines, one for each order, with the rows of the order by table. It is written
// once, and never changed; a change writes another file.

import { createHash } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { Storage } from '../../artwork/storage.ts'
import { randomBase62 } from '../../base/secrets/ids.ts'

/** How an object is found in the storage, and known to be unchanged. */
export type ArchiveObject = { storageKey: string; bytes: number; sha256: string }

/** A file of the archive is missing from the storage, or is not what was written. */
export class ArchiveFault extends Error {}

export const archiveKeyFor = (accountId: string, archiveId: string): string =>
  `archive/${accountId}/${archiveId}.${randomBase62(10)}.jsonl.gz`

/** Stores the lines under a key. `scratch` is a folder for the file while it is copied into the storage. */
export async function storeArchiveFile(
  { storage, scratch }: { storage: Storage; scratch: string },
  storageKey: string,
  lines: string[],
): Promise<ArchiveObject> {
  const content = await promisify(gzip)(`${lines.join('\n')}\n`)
  const path = join(scratch, `archive-${randomBase62(16)}`)
  await mkdir(scratch, { recursive: true })
  try {
    await writeFile(path, content)
    await storage.put(storageKey, { path, bytes: content.length })
  } finally {
    await rm(path, { force: true })
  }
  return { storageKey, bytes: content.length, sha256: digestOf(content) }
}

/** The lines of a file, each the JSON of an order. Throws an ArchiveFault when it is not as it was written. */
export async function readArchiveFile(storage: Storage, object: ArchiveObject): Promise<string[]> {
  return linesInFile(await readArchiveObject(storage, object))
}

export async function linesInFile(content: Buffer): Promise<string[]> {
  const lines = (await promisify(gunzip)(content)).toString('utf8').split('\n')
  return lines.slice(0, -1)
}

/** Throws an ArchiveFault when the object is not as it was written. */
export async function readArchiveObject(
  storage: Storage,
  { storageKey, bytes, sha256 }: ArchiveObject,
): Promise<Buffer> {
  const parts: Buffer[] = []
  try {
    for await (const part of await storage.open({ storageKey, bytes })) parts.push(part)
  } catch (error) {
    const reason = (error as Error).message
    throw new ArchiveFault(`the archive file ${storageKey} cannot be read: ${reason}`, { cause: error })
  }
  const content = Buffer.concat(parts)
  if (digestOf(content) !== sha256) throw new ArchiveFault(`the archive file ${storageKey} has been changed`)
  return content
}

const digestOf = (content: Buffer): string => createHash('sha256').update(content).digest('hex')
