// Brings in an account from the folder that `exportAccount` wrote. The versions of the operator's data and the objects
// come first, and harm nothing when the process dies. Then one transaction writes all rows, or none.

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { appendAudit } from '../../accounts/auditLog.ts'
import { findStored, lockObject, moveToTrash, restoreFromTrash } from '../../artwork/fileStore.ts'
import type { Storage } from '../../artwork/storage.ts'
import { type Clock, day, later } from '../../base/clock.ts'
import { Refusal } from '../../base/refusal.ts'
import type { NewId } from '../../base/secrets/ids.ts'
import { type ByteVault, createVault } from '../../base/secrets/vault.ts'
import type { Database, Db, Tx } from '../../db/db.ts'
import { openJobStatuses } from '../../printer/printer.ts'
import { archiveKeyFor, linesInFile, storeArchiveFile } from '../archive/archiveFile.ts'
import { countMovedSteps } from '../reports/sumReports.ts'
import { minNoticeMs } from '../shop/operatorVersions.ts'
import { readNewestListCodes } from '../shop/versionStore.ts'
import { objectFile, readSchema, rowsFile, sealAgain } from './exportAccount.ts'
import { insertRows } from './insertRows.ts'
import { type Here, movedTables } from './movedTables.ts'
import { checkTransfer, faulty, type Manifest, readTransfer } from './transferFile.ts'

export type ImportDeps = {
  database: Database
  storage: Storage
  scratch: string
  vault: ByteVault
  clock: Clock
  newId: NewId
  provider: string
  /** The names of the operator's printers. */
  printers: readonly string[]
  /** Reads new versions of the operator's data in this process. */
  readVersions(): Promise<void>
}

type Import = { folder: string; key: string; hasProvider: boolean; actor: string }
type Imported = { accountId: string; rows: number; objects: number; peopleNotMoved: string[] }

type Version = { version: number; content: string; price_lists: string[]; created_at: string; effective_at: string }
type Object = { sha256: string; bytes: number; storageKey: string }
type Found = {
  versions: Version[]
  people: { id: string; email: string }[]
  objects: { sha256: string; bytes: number }[]
  archive: { archive_id: string; sha256: string; bytes: number }[]
}

/** An object that is not recorded within this time is deleted: its import did not end. */
const recordWithinMs = day
const portion = { maxRows: 500, maxChars: 4 * 1024 * 1024 }

export async function importAccount(deps: ImportDeps, { folder, key, hasProvider, actor }: Import): Promise<Imported> {
  const { db } = deps.database
  const path = rowsFile(folder)
  const manifest = await checkTransfer(path)
  await refuseUnfit(deps, path, { manifest, hasProvider })
  const found = await look(path)
  const sealing = { from: vaultOf(key), to: deps.vault, lost: 0 }
  const { people, peopleNotMoved } = await matchPeople(db, found.people)
  const versions = await copyVersions(deps, found.versions, sealing.from)
  const objects = await storeObjects(deps, folder, { found, exportId: manifest.exportId })
  const archive = await storeArchive(deps, folder, { found, accountId: manifest.accountId, versions })
  const here: Here = { people, versions, archive, hasProvider }
  const rows = await db
    .transaction()
    .execute(async tx => {
      const now = deps.clock()
      await sql`set local statement_timeout = 0`.execute(tx) // a large account has steps of years
      for (const object of objects)
        if (!(await lockObject(tx, object, now))) throw new Refusal('overloaded', 'A print file changed. Import again.')
      for (const { storageKey } of Object.values(archive)) await restoreFromTrash(tx, storageKey)
      const inserted = await insertAll(tx, path, { here, sealing })
      await refuseMissing(tx, manifest.accountId, deps.printers)
      await countMovedSteps(tx, manifest.accountId, now)
      const details = { exportId: manifest.exportId, peopleNotMoved }
      const act = { at: now, actor, action: 'account_imported', accountId: manifest.accountId }
      await appendAudit(tx, deps.newId, { ...act, subject: manifest.accountId, details })
      return inserted
    })
    .catch(explainConflict)
  return { accountId: manifest.accountId, rows, objects: objects.length + found.archive.length, peopleNotMoved }
}

async function refuseUnfit(
  { database: { db }, provider }: ImportDeps,
  path: string,
  { manifest, hasProvider }: { manifest: Manifest; hasProvider: boolean },
): Promise<void> {
  if (manifest.schema !== (await readSchema(db)))
    throw faulty(path, 'was written by another version of Octavo: bring both installations to the same version')
  if (hasProvider && manifest.provider !== provider)
    throw faulty(path, `has charges of ${manifest.provider}, and the payment provider here is ${provider}`)
  const { accountId } = manifest
  const { rows } = await sql`select from accounts where account_id = ${accountId}`.execute(db)
  if (rows.length > 0) throw new Refusal('already_exists', `The account ${accountId} exists here already.`)
}

function vaultOf(key: string): ByteVault {
  const bytes = Buffer.from(key, 'base64url')
  if (bytes.length !== 32) throw wrongKey()
  return createVault(bytes)
}

const wrongKey = () =>
  new Refusal('malformed_request', 'This is not the key that export-account printed with this folder.')

async function look(path: string): Promise<Found> {
  const found: Found = { versions: [], people: [], objects: [], archive: [] }
  const lists: Record<string, unknown[]> = {
    ...{ operator_versions: found.versions, users: found.people, stored_files: found.objects },
    archive_files: found.archive,
  }
  for await (const { table, row } of readTransfer(path)) lists[table]?.push(JSON.parse(row))
  return found
}

/** A person whose email address has a sign-in here already stays behind: a person has one membership. */
async function matchPeople(
  db: Db,
  people: Found['people'],
): Promise<{ people: Here['people']; peopleNotMoved: string[] }> {
  const { rows } = await sql<{ id: string; email: string; isMember: boolean }>`
    select id, email, exists (select from memberships where user_id = id) as "isMember"
    from users
    where email = any (${people.map(({ email }) => email)}::text[])`.execute(db)
  const byEmail = new Map(rows.map(row => [row.email, row]))
  const moved = people.filter(({ email }) => byEmail.get(email)?.isMember !== true)
  return {
    people: Object.fromEntries(moved.map(({ id, email }) => [id, byEmail.get(email)?.id ?? id])),
    peopleNotMoved: people.filter(person => !moved.includes(person)).map(({ email }) => email),
  }
}

/** Answers their numbers here. Orders of a version are written once every process has read it. */
async function copyVersions(
  { database: { db }, readVersions, clock }: ImportDeps,
  versions: Version[],
  vault: ByteVault,
): Promise<Here['versions']> {
  let isNew = false
  const numbers = await db.transaction().execute(async tx => {
    await sql`lock table operator_versions in share row exclusive mode`.execute(tx)
    const known: Here['versions'] = {}
    for (const { version, content, price_lists: lists, ...times } of versions) {
      const opened = openContent(vault, content)
      const { rows } = await sql<{ version: number }>`
        select version from operator_versions where version < 0 and content = ${opened}`.execute(tx)
      const number = rows[0]?.version ?? (await nextMovedVersion(tx))
      known[version] = number
      if (rows.length > 0) continue
      isNew = true
      await sql`
        insert into operator_versions (version, content, price_lists, author, created_at, effective_at)
        values (${number}, ${opened}, ${lists}::text[], 'moved', ${clock()}, ${times.effective_at})`.execute(tx)
    }
    return known
  })
  await readVersions()
  if (isNew) await wait(minNoticeMs)
  return numbers
}

function openContent(vault: ByteVault, content: string): Buffer {
  try {
    return vault.openBytes(Buffer.from(content.slice('\\x'.length), 'hex'), '')
  } catch {
    throw wrongKey()
  }
}

async function nextMovedVersion(tx: Tx): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    select least(min(version), 0) - 1 as number from operator_versions`.execute(tx)
  return rows[0]!.number
}

/** An import that is repeated finds the objects that the one before has stored under the same keys. */
async function storeObjects(
  { database: { db }, storage, clock }: ImportDeps,
  folder: string,
  { found, exportId }: { found: Found; exportId: string },
): Promise<Object[]> {
  const stored: Object[] = []
  for (const { sha256, bytes } of found.objects) {
    const path = objectFile(folder, sha256)
    const known = await findStored(db, sha256)
    const storageKey = known ?? `${sha256.slice(0, 2)}/${sha256}.${exportId}.pdf`
    stored.push({ sha256, bytes, storageKey })
    if (known !== null) continue
    await requireObject(path, sha256)
    await moveToTrash(db, [storageKey], later(clock(), recordWithinMs))
    if (!(await isStored(storage, { storageKey, bytes }, sha256))) await storage.put(storageKey, { path, bytes })
  }
  return stored
}

async function requireObject(path: string, sha256: string): Promise<void> {
  const hash = createHash('sha256')
  try {
    for await (const chunk of createReadStream(path)) hash.update(chunk)
  } catch {
    throw faulty(path, 'is missing or cannot be read')
  }
  if (hash.digest('hex') !== sha256) throw faulty(path, 'has been cut or changed')
}

async function isStored(
  storage: Storage,
  object: { storageKey: string; bytes: number },
  sha256: string,
): Promise<boolean> {
  if (!(await storage.has(object.storageKey))) return false
  const hash = createHash('sha256')
  try {
    for await (const chunk of await storage.open(object)) hash.update(chunk)
  } catch {
    return false
  }
  return hash.digest('hex') === sha256
}

/** The lines of an archive file name numbers of the source, so it is written anew with those of here. */
async function storeArchive(
  deps: ImportDeps,
  folder: string,
  { found, accountId, versions }: { found: Found; accountId: string; versions: Here['versions'] },
): Promise<Here['archive']> {
  const files: Here['archive'] = {}
  for (const { archive_id: archiveId, sha256 } of found.archive) {
    const path = objectFile(folder, sha256)
    await requireObject(path, sha256)
    const lines = (await linesInFile(await readFile(path))).map(line => renumbered(line, versions))
    const key = archiveKeyFor(accountId, archiveId)
    await moveToTrash(deps.database.db, [key], later(deps.clock(), recordWithinMs))
    const { storageKey, ...object } = await storeArchiveFile(deps, key, lines)
    files[archiveId] = { storageKey, ...object }
  }
  return files
}

type ArchivedRows = Record<string, Record<string, number | null>[] | null>

function renumbered(line: string, versions: Here['versions']): string {
  const rows = JSON.parse(line) as ArchivedRows
  for (const order of rows.orders ?? []) order.operator_version = versions[order.operator_version!]!
  for (const step of rows.order_events ?? []) step.transaction_number = 0
  for (const label of rows.shipping_labels ?? []) label.manifest_id = null
  for (const posting of rows.ledger_postings ?? []) posting.number = -Math.abs(posting.number!)
  return JSON.stringify(rows)
}

async function insertAll(
  tx: Tx,
  path: string,
  { here, sealing }: { here: Here; sealing: Parameters<typeof sealAgain>[2] },
): Promise<number> {
  const byName = new Map(movedTables.map(moved => [moved.table, moved]))
  let inserted = 0
  let table = ''
  let rows: string[] = []
  let chars = 0
  const flush = async () => {
    if (rows.length > 0) inserted += await insertRows(tx, byName.get(table)!, { rows, here })
    rows = []
    chars = 0
  }
  for await (const line of readTransfer(path)) {
    const moved = byName.get(line.table)
    if (moved === undefined) throw faulty(path, `has rows of ${line.table}, which does not move`)
    if (moved.isSpecial) continue
    if (line.table !== table || rows.length === portion.maxRows || chars > portion.maxChars) await flush()
    table = line.table
    const row = moved.sealed === undefined ? line.row : sealAgain(line.row, moved.sealed, sealing)
    if (row === null) throw wrongKey()
    rows.push(row)
    chars += row.length
  }
  await flush()
  return inserted
}

/** Printers and price lists that its orders and prices name must be here under the same names. */
async function refuseMissing(tx: Tx, accountId: string, printers: readonly string[]): Promise<void> {
  const { rows } = await sql<{ printer: string }>`
    select distinct printer from print_jobs
    where account_id = ${accountId} and status = any (${openJobStatuses}::text[])
      and printer <> all (${[...printers, 'simulator']}::text[])
    order by 1`.execute(tx)
  const missing = rows.map(({ printer }) => printer)
  if (missing.length > 0)
    throw new Refusal('wrong_state', `Open jobs are at printers that are not here: ${missing.join(', ')}. Add them.`)
  const { rows: accounts } = await sql<{ list: string | null }>`
    select price_list as list from accounts where account_id = ${accountId}`.execute(tx)
  const list = accounts[0]!.list
  if (list !== null && !(await readNewestListCodes(tx)).includes(list))
    throw new Refusal('wrong_state', `The account is on the price list ${list}, which is not here. Publish it first.`)
}

/** Names that are used once in an installation, such as a reference of a payment or a domain. */
function explainConflict(error: unknown): never {
  const { code, detail, table } = error as { code?: string; detail?: string; table?: string }
  if (code !== '23505') throw error
  throw new Refusal('already_exists', `A row of ${table} is here already: ${detail}`)
}
