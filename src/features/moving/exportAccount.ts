// Writes an account with everything that belongs to it into a folder: its rows into a file, and beside it each print
// file and archive file under its hash (docs/decisions/0066-an-account-moves-as-a-file-of-its-rows.md).

import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import type { Storage } from '../../artwork/storage.ts'
import { digestOfStream } from '../../base/files/streamDigest.ts'
import { Refusal } from '../../base/refusal.ts'
import { type ByteVault, createVault, openOrNull } from '../../base/secrets/vault.ts'
import type { Database, Db, Tx } from '../../db/db.ts'
import { readArchiveFile, readArchiveObject } from '../archive/archiveFile.ts'
import { listArchiveFiles } from '../archive/archiveStore.ts'
import { type MovedTable, movedTables } from './movedTables.ts'
import { postpone, type StopDeps, stopAccount } from './stopAccount.ts'
import { formatVersion, type Manifest, readTransfer, type TransferLine, writeTransfer } from './transferFile.ts'

export type ExportDeps = Omit<StopDeps, 'db'> & {
  database: Database
  storage: Storage
  vault: ByteVault
  /** The name of the payment provider. */
  provider: string
}

type Exported = { rows: number; objects: number; bytes: number; secretsLost: number; key: string }

/** Some rows have megabytes. */
const rowsAtOnce = 50

export const rowsFile = (folder: string): string => join(folder, 'account.sealed')
export const objectFile = (folder: string, sha256: string): string => join(folder, 'objects', sha256)

/** Stops all work of the account, and leaves it so. A repeated export copies no object again. */
export async function exportAccount(
  deps: ExportDeps,
  { accountId, folder, actor }: { accountId: string; folder: string; actor: string },
): Promise<Exported> {
  const { database, storage, vault, clock } = deps
  const { db } = database
  const accountName = await readName(db, accountId)
  await stopAccount({ ...deps, db }, { accountId, actor })
  await mkdir(join(folder, 'objects'), { recursive: true, mode: 0o700 })
  const key = randomBytes(32)
  const exported = createVault(key)
  const sealing = { vault, lost: 0 }
  const manifest = {
    ...{
      format: formatVersion,
      exportId: deps.newId('exp'),
      accountId,
      accountName,
      exportedAt: clock().toISOString(),
    },
    ...{ schema: await readSchema(db), provider: deps.provider },
  }
  const versions = await namedVersions(db, storage, accountId)
  const rows = await database.longRunningDb
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(tx => writeTransfer(rowsFile(folder), exported, linesOf(tx, manifest, { versions, sealing })))
  const copied = await copyObjects(storage, folder, exported)
  await db.transaction().execute(tx => postpone(tx, accountId))
  return { rows, ...copied, secretsLost: sealing.lost, key: key.toString('base64url') }
}

async function readName(db: Db, accountId: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`select name from accounts where account_id = ${accountId}`.execute(db)
  if (rows[0] === undefined) throw new Refusal('not_found', `There is no account ${accountId}.`)
  return rows[0].name
}

/** The same for two databases with the same migrations. */
export async function readSchema(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string; sha256: string }>`
    select name, sha256 from schema_migrations order by name`.execute(db)
  return createHash('sha256').update(JSON.stringify(rows)).digest('hex')
}

/** The versions of the operator's data that orders name, and the terms that people accepted. */
async function namedVersions(db: Db, storage: Storage, accountId: string): Promise<number[]> {
  const { rows } = await sql<{ version: number }>`
    select distinct operator_version as version from orders where account_id = ${accountId}
    union
    select terms_operator_version
    from users
    join memberships on user_id = id
    where account_id = ${accountId} and terms_operator_version is not null`.execute(db)
  const versions = new Set(rows.map(({ version }) => version))
  for (const file of await listArchiveFiles(db, accountId))
    for (const line of await readArchiveFile(storage, file))
      versions.add((JSON.parse(line) as { orders: { operator_version: number }[] }).orders[0]!.operator_version)
  return [...versions]
}

type Sealing = { vault: ByteVault; lost: number }

async function* linesOf(
  tx: Tx,
  manifest: Manifest,
  { versions, sealing }: { versions: number[]; sealing: Sealing },
): AsyncGenerator<TransferLine> {
  yield { table: 'manifest', row: JSON.stringify(manifest) }
  for (const moved of movedTables) {
    const { table, sealed } = moved
    for await (const row of rowsIn(tx, moved, { accountId: manifest.accountId, versions })) {
      const line = sealed === undefined ? row : openSecret(row, sealed, sealing)
      if (line !== null) yield { table, row: line }
    }
  }
}

async function* rowsIn(
  tx: Tx,
  { table, rows }: MovedTable,
  { accountId, versions }: { accountId: string; versions: number[] },
): AsyncGenerator<string> {
  const of = sql.table(table)
  const source =
    table === 'operator_versions'
      ? sql`select * from ${of} where version = any (${versions}::integer[])`
      : (rows?.(accountId) ?? sql`select * from ${of} where account_id = ${accountId}`)
  await sql`declare moved_rows no scroll cursor for select row_to_json(r)::text as row from (${source}) r`.execute(tx)
  for (;;) {
    const { rows: found } = await sql<{ row: string }>`fetch ${sql.lit(rowsAtOnce)} from moved_rows`.execute(tx)
    for (const { row } of found) yield row
    if (found.length < rowsAtOnce) break
  }
  await sql`close moved_rows`.execute(tx)
}

/** The file is sealed as a whole. Null for a secret that SECRET_KEY does not open. */
function openSecret(row: string, sealed: NonNullable<MovedTable['sealed']>, sealing: Sealing): string | null {
  const opened = openOrNull(() => changeSecret(row, sealed, sealing.vault.openBytes))
  if (opened === null) sealing.lost++
  return opened
}

export function changeSecret(
  row: string,
  { column, context }: NonNullable<MovedTable['sealed']>,
  change: (bytes: Buffer, context: string) => Buffer,
): string {
  const fields = JSON.parse(row) as Record<string, string | null>
  const stored = fields[column]
  if (stored == null) return row
  const changed = change(Buffer.from(stored.slice('\\x'.length), 'hex'), context === undefined ? '' : fields[context]!)
  return JSON.stringify({ ...fields, [column]: `\\x${changed.toString('hex')}` })
}

/** Print files that an earlier attempt has copied stay. Archive files have the costs of orders, so they are sealed. */
async function copyObjects(
  storage: Storage,
  folder: string,
  exported: ByteVault,
): Promise<{ objects: number; bytes: number }> {
  const copied = { objects: 0, bytes: 0 }
  for await (const { table, row } of readTransfer(rowsFile(folder), exported)) {
    if (table !== 'stored_files' && table !== 'archive_files') continue
    const object = JSON.parse(row) as { sha256: string; storage_key: string; bytes: number }
    const path = objectFile(folder, object.sha256)
    if (table === 'stored_files') await copyObject(storage, object, path)
    else {
      const content = await readArchiveObject(storage, { ...object, storageKey: object.storage_key })
      await writeFile(path, exported.sealBytes(content, object.sha256), { mode: 0o600, flush: true })
    }
    copied.objects++
    copied.bytes += object.bytes
  }
  return copied
}

async function copyObject(
  storage: Storage,
  { sha256, storage_key: storageKey, bytes }: { sha256: string; storage_key: string; bytes: number },
  path: string,
): Promise<void> {
  const { size } = (await stat(path).catch(() => null)) ?? { size: -1 }
  if (size === bytes) return
  const draft = `${path}.part`
  await pipeline(await storage.open({ storageKey, bytes }), createWriteStream(draft, { mode: 0o600, flush: true }))
  if ((await digestOfStream(createReadStream(draft))).sha256 !== sha256)
    throw new Refusal('wrong_state', `The object ${storageKey} of the storage is not what was stored. Restore it.`)
  await rename(draft, path)
}
