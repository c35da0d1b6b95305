// Whether the storage belongs to this database. Two processes on one database, each with a folder of its own, would
// find each other's files missing and store them again forever. So the first start leaves a mark in the storage and
// records it in the database, and a process whose storage lacks the mark does not start.

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { randomBase62 } from '../base/secrets/ids.ts'
import type { Db, Tx } from '../db/db.ts'
import { claimSetting, readSetting, saveSetting } from '../db/settings.ts'
import type { Storage } from './storage.ts'

const setting = 'storage_mark'
const markKey = (name: string) => `octavo-storage-${name}`

/** Throws when the storage is not the one of this database. A database without a mark adopts the storage. */
export async function checkStorage(db: Db, storage: Storage): Promise<void> {
  const mark = (await readSetting(db, setting)) ?? (await markStorage(db, storage))
  if (await storage.has(markKey(mark))) return
  throw new Error(
    'the storage of print files is not the storage that this database has used (its mark is missing). All processes on a ' +
      'database share one folder or bucket: see STORAGE and DATA_DIR. A bucket of Set-up does not count where the ' +
      'environment names STORAGE or S3_…, or after its key was lost. If the files were moved without it or are lost, ' +
      '`npm start -- adopt-storage` makes this storage the storage of the database.',
  )
}

/** The mark is in the storage before the database names it, so that another process that starts finds it. */
async function markStorage(db: Db, storage: Storage): Promise<string> {
  const name = await leaveMark(storage)
  if (await claimSetting(db, setting, name)) return name
  await storage.remove(markKey(name))
  return (await readSetting(db, setting))!
}

/** Leaves a new mark in the storage, which counts once the database has it. */
export async function leaveMark(storage: Storage): Promise<string> {
  const name = randomBase62(22)
  await storage.mark(markKey(name))
  return name
}

/**
 * Makes the storage with this new mark the storage of the database, and the storage before it a strange one. False
 * while anything is stored. The lock lets no process begin or record a file meanwhile: each is in the trash first.
 */
export async function exchangeMark(tx: Tx, mark: string): Promise<boolean> {
  await sql`lock table stored_trash in exclusive mode`.execute(tx)
  if (await hasFiles(tx)) return false
  await saveSetting(tx, setting, mark)
  return true
}

export async function hasFiles(db: Db | Tx): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from stored_files) or exists (select from archive_files)
      or exists (select from stored_trash) as found`.execute(db)
  return rows[0]!.found
}

/** Stores nothing when the storage is not that of the database any more, as before a start with another one. */
export function guardStorage(db: Db, storage: Storage): Storage {
  return {
    ...storage,
    async put(key, file) {
      await probeStorage(db, storage)
      await storage.put(key, file)
    },
  }
}

/** Makes this storage the storage of the database. Files that are only in another storage are then missing. */
export async function adoptStorage(db: Db, storage: Storage): Promise<void> {
  const mark = (await readSetting(db, setting)) ?? (await markStorage(db, storage))
  await storage.mark(markKey(mark))
}

/** Rejects while the storage does not answer or has lost its mark, as an empty mount point has. */
export async function probeStorage(db: Db, storage: Storage): Promise<void> {
  const mark = await readSetting(db, setting)
  const found = await storage.has(markKey(mark ?? ''))
  if (mark !== null && !found) throw new Error('the mark of the storage is missing')
}

/** Stores, finds, reads and removes a small object. Rejects when any of it fails. */
export async function tryStorage(storage: Storage): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'octavo-try-'))
  const key = `octavo-try-${randomBase62(22)}`
  const text = 'Octavo tries the storage.\n'
  try {
    const path = join(folder, 'try')
    await writeFile(path, text)
    await storage.put(key, { path, bytes: text.length })
    if (!(await storage.has(key))) throw new Error('the storage does not find an object that it has just stored')
    const found = await storage.withLocalFile({ storageKey: key, bytes: text.length }, copy => readFile(copy, 'utf8'))
    if (found !== text) throw new Error('the storage answers other bytes than it was given')
    await storage.remove(key)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
