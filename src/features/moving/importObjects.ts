// Stores the print files and archive files of a folder that `exportAccount` wrote, before the import records them.

import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { findStored, trashUnlessRecorded } from '../../artwork/fileStore.ts'
import type { Storage } from '../../artwork/storage.ts'
import type { Clock } from '../../base/clock.ts'
import { digestOfStream } from '../../base/files/streamDigest.ts'
import { type ByteVault, openOrNull } from '../../base/secrets/vault.ts'
import type { Database } from '../../db/db.ts'
import { archiveKeyFor, linesInFile, storeArchiveFile } from '../archive/archiveFile.ts'
import { objectFile } from './exportAccount.ts'
import type { Here } from './movedTables.ts'
import { faulty } from './transferFile.ts'

/** The folder, and the vault that opens its files. */
export type Source = { folder: string; path: string; exported: ByteVault }
export type StoredObject = { sha256: string; bytes: number; storageKey: string }
/** The objects that the rows name. */
export type FoundObjects = {
  objects: { sha256: string; bytes: number }[]
  archive: { archive_id: string; sha256: string; bytes: number }[]
}

type ObjectDeps = { database: Database; storage: Storage; scratch: string; clock: Clock }

/** An import that is repeated finds the objects that the one before has stored under the same keys. */
export async function storeObjects(
  { database: { db }, storage, clock }: ObjectDeps,
  { folder }: Source,
  { found, exportId }: { found: FoundObjects; exportId: string },
): Promise<StoredObject[]> {
  const stored: StoredObject[] = []
  for (const { sha256, bytes } of found.objects) {
    const path = objectFile(folder, sha256)
    await requireObject(path, { sha256, bytes }) // also where it is stored: a hash alone gives no account a file
    const known = await findStored(db, sha256)
    const storageKey = known ?? `${sha256.slice(0, 2)}/${sha256}.${exportId}.pdf`
    stored.push({ sha256, bytes, storageKey })
    if (known !== null) continue
    await trashUnlessRecorded(db, storageKey, clock())
    if (!(await isStored(storage, { storageKey, bytes }, sha256))) await storage.put(storageKey, { path, bytes })
  }
  return stored
}

async function requireObject(path: string, { sha256, bytes }: { sha256: string; bytes: number }): Promise<void> {
  const found = await digestOfStream(createReadStream(path)).catch(() => {
    throw faulty(path, 'is missing or cannot be read')
  })
  if (found.sha256 !== sha256 || found.bytes !== bytes) throw faulty(path, 'has been cut or changed')
}

async function isStored(
  storage: Storage,
  object: { storageKey: string; bytes: number },
  sha256: string,
): Promise<boolean> {
  if (!(await storage.has(object.storageKey))) return false
  const found = await digestOfStream(await storage.open(object)).catch(() => null)
  return found?.sha256 === sha256
}

/** The lines of an archive file name numbers of the source, so it is written anew with those of here. */
export async function storeArchive(
  deps: ObjectDeps,
  { folder, exported }: Source,
  { found, accountId, versions }: { found: FoundObjects; accountId: string; versions: Here['versions'] },
): Promise<Here['archive']> {
  const files: Here['archive'] = {}
  for (const { archive_id: archiveId, sha256 } of found.archive) {
    const path = objectFile(folder, sha256)
    const sealed = await readFile(path).catch(() => null)
    const content = openOrNull(() => exported.openBytes(sealed!, sha256))
    if (content === null) throw faulty(path, 'is missing, or has been cut or changed')
    const lines = (await linesInFile(content)).map(line => renumbered(path, line, { accountId, versions }))
    const key = archiveKeyFor(accountId, archiveId)
    await trashUnlessRecorded(deps.database.db, key, deps.clock())
    const { storageKey, ...object } = await storeArchiveFile(deps, key, lines)
    files[archiveId] = { storageKey, ...object }
  }
  return files
}

type ArchivedRows = Record<string, Record<string, number | string | null>[] | null>

/** A line of an archive file as it is stored here. */
export function renumbered(
  path: string,
  line: string,
  { accountId, versions }: Pick<Here, 'accountId' | 'versions'>,
): string {
  const rows = JSON.parse(line) as ArchivedRows
  for (const row of Object.values(rows).flatMap(found => found ?? []))
    if (row.account_id !== accountId) throw faulty(path, 'has rows of another account')
  for (const order of rows.orders ?? []) {
    const version = versions[Number(order.operator_version)]
    if (version === undefined) throw faulty(path, "names a version of the operator's data that did not come with it")
    order.operator_version = version
  }
  for (const step of rows.order_events ?? []) step.transaction_number = 0
  for (const label of rows.shipping_labels ?? []) label.manifest_id = null
  for (const posting of rows.ledger_postings ?? []) posting.number = -Math.abs(Number(posting.number))
  return JSON.stringify(rows)
}
