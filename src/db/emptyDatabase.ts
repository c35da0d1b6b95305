// The files from which each new embedded database starts: a database with all tables and without orders. To make and
// migrate it would take a process more memory than its later work, and most of the time of a first start.

import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

/** By their paths from the root of the database; null for a folder, which comes before its files. */
export type DatabaseImage = Map<string, Uint8Array | null>

/** Of a tar file: a header, and each multiple of this size for its data. */
const recordBytes = 512
const folderType = '5'

/** `npm run build` makes the file. Migrations that were changed since then have another one. */
export function emptyDatabaseFile(): string {
  const hash = createHash('sha256')
  for (const file of globSync(join(import.meta.dirname, 'migrations', '*.sql')).sort()) hash.update(readFileSync(file))
  const name = `emptyDatabase-${hash.digest('hex').slice(0, 16)}.tar.gz`
  return join(import.meta.dirname, '..', '..', 'dist', name)
}

/** Answers false, and does nothing, where the file was not built. */
export function unpackEmptyDatabase(folder: string): boolean {
  const file = emptyDatabaseFile()
  if (!existsSync(file)) return false
  mkdirSync(folder)
  for (const [path, bytes] of imageOf(gunzipSync(readFileSync(file))))
    if (bytes === null) mkdirSync(join(folder, path), { recursive: true })
    else writeFileSync(join(folder, path), bytes)
  return true
}

/** Reads what `dumpDataDir` of a PGlite has written. */
export function imageOf(archive: Buffer): DatabaseImage {
  const image: DatabaseImage = new Map()
  const textAt = (at: number, length: number) => archive.toString('latin1', at, at + length).split('\0', 1)[0]!
  for (let at = 0; archive[at] !== 0; ) {
    const path = textAt(at, 100)
    const size = Number.parseInt(textAt(at + 124, 12), 8)
    const isFolder = textAt(at + 156, 1) === folderType
    at += recordBytes
    image.set(path, isFolder ? null : new Uint8Array(archive.buffer, archive.byteOffset + at, size))
    if (!isFolder) at += Math.ceil(size / recordBytes) * recordBytes
  }
  return image
}
