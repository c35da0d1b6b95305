// Brings in an account from the folder that `exportAccount` wrote. The versions of the operator's data and the objects
// come first, and harm nothing when the process dies. Then one transaction writes all rows, or none.

import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { appendAudit } from '../../accounts/auditLog.ts'
import { lockObject, restoreFromTrash } from '../../artwork/fileStore.ts'
import type { Storage } from '../../artwork/storage.ts'
import { type Clock, instant } from '../../base/clock.ts'
import { Refusal } from '../../base/refusal.ts'
import type { NewId } from '../../base/secrets/ids.ts'
import { type ByteVault, createVault } from '../../base/secrets/vault.ts'
import type { Database, Db, Tx } from '../../db/db.ts'
import { openJobStatuses } from '../../printer/printer.ts'
import { countMovedSteps } from '../reports/sumReports.ts'
import type { OperatorContent } from '../shop/content.ts'
import { minNoticeMs } from '../shop/operatorVersions.ts'
import { unpackContent } from '../shop/packedContent.ts'
import { readNewestListCodes } from '../shop/versionStore.ts'
import { changeSecret, readSchema, rowsFile } from './exportAccount.ts'
import { type FoundObjects, type Source, type StoredObject, storeArchive, storeObjects } from './importObjects.ts'
import { insertRows } from './insertRows.ts'
import { type Here, movedTables } from './movedTables.ts'
import { checkTransfer, faulty, type Manifest, readTransfer, requireId, wrongKey } from './transferFile.ts'

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
  /** Throws for operator's data that this release cannot use. */
  prepareVersion(content: OperatorContent, at: Date): Promise<unknown>
}

type Import = { folder: string; key: string; hasProvider: boolean; actor: string }
type Imported = { accountId: string; rows: number; objects: number; peopleNotMoved: string[] }

type Version = { version: number; content: string; price_lists: string[]; created_at: string; effective_at: string }
type Found = FoundObjects & { versions: Version[]; people: { id: string; email: string }[] }

/** As much as a process keeps in memory. */
const maxVersionBytes = 64 * 1024 * 1024
/** Without their new rows, the count would have the plan of a database without the account. */
const countedTables = ['orders', 'order_contents', 'order_events', 'order_margins', 'print_jobs', 'sales']
const portion = { maxRows: 500, maxChars: 4 * 1024 * 1024 }

export async function importAccount(deps: ImportDeps, { folder, key, hasProvider, actor }: Import): Promise<Imported> {
  const { db, longRunningDb } = deps.database
  const source = { folder, path: rowsFile(folder), exported: vaultOf(key) }
  const manifest = await checkTransfer(source.path, source.exported)
  const { accountId, exportId } = manifest
  await refuseUnfit(deps, source.path, { manifest, hasProvider })
  const found = await look(source)
  const { people, peopleNotMoved } = await matchPeople(db, found.people)
  const versions = await copyVersions(deps, source.path, found.versions)
  const objects = await storeObjects(deps, source, { found, exportId })
  const archive = await storeArchive(deps, source, { found, accountId, versions })
  const here: Here = { accountId, people, versions, archive, hasProvider }
  const rows = await longRunningDb
    .transaction()
    .execute(async tx => {
      await sql`set local statement_timeout = 0`.execute(tx) // a large account has steps of years
      const now = deps.clock()
      for (const object of objects)
        if (!(await lockObject(tx, object, now))) throw new Refusal('overloaded', 'A print file changed. Import again.')
      for (const { storageKey } of Object.values(archive)) await restoreFromTrash(tx, storageKey)
      const inserted = await insertAll(tx, source, { here, vault: deps.vault })
      await refuseForeign(tx, source.path, { here, objects })
      await refuseMissing(tx, accountId, deps.printers)
      await sql`analyze ${sql.join(countedTables.map(table => sql.table(table)))}`.execute(tx)
      await countMovedSteps(tx, accountId, now)
      const details = { exportId, peopleNotMoved }
      const act = { at: now, actor, action: 'account_imported', accountId }
      await appendAudit(tx, deps.newId, { ...act, subject: accountId, details })
      return inserted
    })
    .catch(explainConflict)
  return { accountId, rows, objects: objects.length + found.archive.length, peopleNotMoved }
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

async function look({ path, exported }: Source): Promise<Found> {
  const found: Found = { versions: [], people: [], objects: [], archive: [] }
  const lists: Record<string, unknown[]> = {
    ...{ operator_versions: found.versions, users: found.people, stored_files: found.objects },
    archive_files: found.archive,
  }
  for await (const { table, row } of readTransfer(path, exported)) lists[table]?.push(JSON.parse(row))
  for (const { archive_id: archiveId } of found.archive) requireId(path, archiveId)
  for (const { sha256 } of [...found.objects, ...found.archive])
    if (!/^[0-9a-f]{64}$/.test(sha256)) throw faulty(path, `has ${JSON.stringify(sha256)} in the place of a hash`)
  return found
}

/** A person whose email address has a sign-in here already stays behind: the file proves nothing about the address. */
async function matchPeople(
  db: Db,
  people: Found['people'],
): Promise<{ people: Here['people']; peopleNotMoved: string[] }> {
  const { rows } = await sql<{ email: string }>`
    select email from users where email = any (${people.map(({ email }) => email)}::text[])`.execute(db)
  const known = new Set(rows.map(({ email }) => email))
  return {
    people: people.filter(({ email }) => !known.has(email)).map(({ id }) => id),
    peopleNotMoved: people.map(({ email }) => email).filter(email => known.has(email)),
  }
}

/** Answers their numbers here. Orders of a version are written once every process has read it. */
async function copyVersions(
  { database: { db }, readVersions, prepareVersion, clock }: ImportDeps,
  path: string,
  versions: Version[],
): Promise<Here['versions']> {
  const contents = new Map(versions.map(({ version, content }) => [version, bytesOf(content)]))
  for (const { version, effective_at: at } of versions)
    await checkVersion(contents.get(version)!, instant(Date.parse(at)), prepareVersion).catch(error => {
      throw faulty(path, `has a version ${version} of the operator's data that cannot be used here: ${String(error)}`)
    })
  let isNew = false
  const numbers = await db.transaction().execute(async tx => {
    await sql`lock table operator_versions in share row exclusive mode`.execute(tx)
    const known: Here['versions'] = {}
    for (const { version, price_lists: lists, ...times } of versions) {
      const content = contents.get(version)!
      const { rows } = await sql<{ version: number }>`
        select version from operator_versions where version < 0 and content = ${content}`.execute(tx)
      const number = rows[0]?.version ?? (await nextMovedVersion(tx))
      known[version] = number
      if (rows.length > 0) continue
      isNew = true
      await sql`
        insert into operator_versions (version, content, price_lists, author, created_at, effective_at)
        values (${number}, ${content}, ${lists}::text[], 'moved', ${clock()}, ${times.effective_at})`.execute(tx)
    }
    return known
  })
  await readVersions()
  if (isNew) await wait(minNoticeMs)
  return numbers
}

const bytesOf = (stored: string) => Buffer.from(stored.slice('\\x'.length), 'hex')

async function checkVersion(packed: Buffer, at: Date, prepare: ImportDeps['prepareVersion']): Promise<void> {
  const json = await unpackContent(packed, { maxOutputLength: maxVersionBytes })
  await prepare(JSON.parse(json.toString()) as OperatorContent, at)
}

async function nextMovedVersion(tx: Tx): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    select least(min(version), 0) - 1 as number from operator_versions`.execute(tx)
  return rows[0]!.number
}

async function insertAll(
  tx: Tx,
  { path, exported }: Source,
  { here, vault }: { here: Here; vault: ByteVault },
): Promise<number> {
  const byName = new Map(movedTables.map(moved => [moved.table, moved]))
  let inserted = 0
  let table = ''
  let rows: string[] = []
  let chars = 0
  const flush = async () => {
    if (rows.length > 0) {
      const done = await insertRows(tx, byName.get(table)!, { rows, here })
      if (!done.areOwn) throw faulty(path, `has rows of another account in ${table}`)
      inserted += done.inserted
    }
    rows = []
    chars = 0
  }
  for await (const line of readTransfer(path, exported)) {
    const moved = byName.get(line.table)
    if (moved === undefined) throw faulty(path, `has rows of ${line.table}, which does not move`)
    if (moved.isSpecial) continue
    if (line.table !== table || rows.length === portion.maxRows || chars > portion.maxChars) await flush()
    table = line.table
    const row = moved.sealed === undefined ? line.row : changeSecret(line.row, moved.sealed, vault.sealBytes)
    rows.push(row)
    chars += row.length
  }
  await flush()
  return inserted
}

/** Only print files whose content came with them, and only people of its team. */
async function refuseForeign(
  tx: Tx,
  path: string,
  { here: { accountId, people }, objects }: { here: Here; objects: StoredObject[] },
): Promise<void> {
  const { rows } = await sql<{ what: string }>`
    select 'a print file without its content' as what
    from files
    where account_id = ${accountId}
      and sha256 not in (select unnest(${objects.map(({ sha256 }) => sha256)}::text[]))
    union
    select 'a person who is not in its team'
    from users
    where id = any (${people}::text[]) and id not in (select user_id from memberships where account_id = ${accountId})`.execute(
    tx,
  )
  if (rows[0] !== undefined) throw faulty(path, `has ${rows[0].what}`)
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
