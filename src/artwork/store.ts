// The rows of print files. An account's file refers to a stored object, which accounts share when their files have the
// same bytes. An object that no account refers to any longer is moved to the trash in the same transaction, and deleted
// from the storage afterwards.

import { sql } from 'kysely'
import type { Db, Tx } from '../db/db.ts'
import { storedJson } from '../db/json.ts'
import type { Reading } from './preflight/preflight.ts'

type KeptReading = Exclude<Reading, { kind: 'unavailable' }>

/** A file of an account that is stored and has been read. */
export type KeptFile = {
  accountId: string
  sha256: string
  storageKey: string
  bytes: number
  reading: KeptReading
  factsVersion: number
  /** The file from which this one was repaired; null for a file as it was sent. */
  repairedFrom: string | null
}

type FileRow = Omit<KeptFile, 'reading'> & { reading: string }

const columns = sql`
  f.account_id as "accountId", f.sha256, s.storage_key as "storageKey", s.bytes::float8 as bytes, f.reading,
  f.facts_version as "factsVersion", f.repaired_from as "repairedFrom"`

const fileOf = (row: FileRow): KeptFile => ({ ...row, reading: JSON.parse(row.reading) })

export async function findFile(db: Db | Tx, accountId: string, sha256: string): Promise<KeptFile | null> {
  const { rows } = await sql<FileRow>`
    select ${columns}
    from files f
    join stored_files s using (sha256)
    where f.account_id = ${accountId} and f.sha256 = ${sha256}`.execute(db)
  return rows[0] ? fileOf(rows[0]) : null
}

export type KnownSource = { etag: string | null; lastModified: string | null; file: KeptFile }

/** What an address returned when it was last fetched for the account. */
export async function findSource(db: Db | Tx, accountId: string, urlSha256: string): Promise<KnownSource | null> {
  const { rows } = await sql<FileRow & { etag: string | null; lastModified: string | null }>`
    select ${columns}, o.etag, o.last_modified as "lastModified"
    from file_sources o
    join files f on f.account_id = o.account_id and f.sha256 = o.sha256
    join stored_files s on s.sha256 = f.sha256
    where o.account_id = ${accountId} and o.url_sha256 = ${urlSha256}`.execute(db)
  if (rows[0] === undefined) return null
  const { etag, lastModified, ...row } = rows[0]
  return { etag, lastModified, file: fileOf(row) }
}

/** The object that already holds these bytes, if any. */
export async function findStored(db: Db | Tx, sha256: string): Promise<string | null> {
  const { rows } = await sql<{ storageKey: string }>`
    select storage_key as "storageKey" from stored_files where sha256 = ${sha256}`.execute(db)
  return rows[0]?.storageKey ?? null
}

/** Schedules objects for deletion at `at`, unless they are recorded before then. */
export async function trash(db: Db | Tx, storageKeys: string[], at: Date): Promise<void> {
  await sql`
    insert into stored_trash (storage_key, due_at)
    select storage_key, ${at} from unnest(${storageKeys}::text[]) as t (storage_key)
    on conflict (storage_key) do update set due_at = excluded.due_at`.execute(db)
}

/**
 * Records a file of an account whose object is stored under `storageKey`. False when that is impossible, because these
 * bytes now have another object or theirs was given up in the meantime; the caller looks again.
 *
 * As in forgetFiles, the object's row is locked before the account's.
 */
export async function recordFile(tx: Tx, file: KeptFile & { pageCount: number | null }, now: Date): Promise<boolean> {
  if (!(await holdObject(tx, file, now))) return false
  await sql`
    insert into files (
      account_id, sha256, reading, facts_version, page_count, repaired_from, created_at, last_used_at)
    values (
      ${file.accountId}, ${file.sha256}, ${storedJson(file.reading)}, ${file.factsVersion}, ${file.pageCount},
      ${file.repairedFrom}, ${now}, ${now})
    on conflict (account_id, sha256) do update
      set reading = excluded.reading, facts_version = excluded.facts_version, page_count = excluded.page_count,
        last_used_at = excluded.last_used_at`.execute(tx)
  return true
}

/** A newly stored object is in the trash until it is recorded here; one that existed before must still exist. */
async function holdObject(
  tx: Tx,
  { sha256, storageKey, bytes }: { sha256: string; storageKey: string; bytes: number },
  now: Date,
): Promise<boolean> {
  if (!(await saveFromTrash(tx, storageKey))) {
    const { rows } = await sql`
      select sha256 from stored_files where sha256 = ${sha256} and storage_key = ${storageKey} for update`.execute(tx)
    return rows.length > 0
  }
  const { rows } = await sql`
    insert into stored_files (sha256, storage_key, bytes, stored_at)
    values (${sha256}, ${storageKey}, ${bytes}, ${now})
    on conflict (sha256) do nothing
    returning sha256`.execute(tx)
  if (rows.length === 0) await trash(tx, [storageKey], now)
  return rows.length > 0
}

/** False when the object is about to be deleted, or is not in the trash. */
async function saveFromTrash(tx: Tx, storageKey: string): Promise<boolean> {
  const { rows } = await sql`
    delete from stored_trash where storage_key = ${storageKey} and due_at > '-infinity'
    returning storage_key`.execute(tx)
  return rows.length > 0
}

/** Records that the bytes of a lost object are now stored under another key; false when another process has done so. */
export async function moveObject(
  tx: Tx,
  { sha256, from, to }: { sha256: string; from: string; to: string },
  now: Date,
): Promise<boolean> {
  if (!(await saveFromTrash(tx, to))) return false
  const { rows } = await sql`
    update stored_files set storage_key = ${to}, stored_at = ${now}
    where sha256 = ${sha256} and storage_key = ${from}
    returning sha256`.execute(tx)
  if (rows.length === 0) await trash(tx, [to], now)
  return rows.length > 0
}

/** False when the file is no longer stored. */
export async function touchFile(db: Db | Tx, accountId: string, sha256: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update files set last_used_at = greatest(last_used_at, ${now})
    where account_id = ${accountId} and sha256 = ${sha256}
    returning sha256`.execute(db)
  return rows.length > 0
}

export type FileKey = { accountId: string; sha256: string }

/** The same for many. Locked in order, so that two of these never wait for each other. */
export async function touchFiles(tx: Tx, files: FileKey[], now: Date): Promise<void> {
  if (files.length === 0) return
  await sql`
    with used as (
      select f.account_id, f.sha256
      from files f
      join unnest(${files.map(one => one.accountId)}::text[], ${files.map(one => one.sha256)}::text[]) as u (account_id, sha256)
        using (account_id, sha256)
      order by f.account_id, f.sha256
      for update of f
    )
    update files f set last_used_at = greatest(f.last_used_at, ${now})
    from used u
    where f.account_id = u.account_id and f.sha256 = u.sha256`.execute(tx)
}

export type Source = {
  accountId: string
  urlSha256: string
  sha256: string
  etag: string | null
  lastModified: string | null
}

export async function recordSource(db: Db | Tx, source: Source, now: Date): Promise<void> {
  await sql`
    insert into file_sources (account_id, url_sha256, sha256, etag, last_modified, fetched_at)
    values (
      ${source.accountId}, ${source.urlSha256}, ${source.sha256}, ${source.etag}, ${source.lastModified}, ${now})
    on conflict (account_id, url_sha256) do update
      set sha256 = excluded.sha256, etag = excluded.etag, last_modified = excluded.last_modified,
        fetched_at = excluded.fetched_at`.execute(db)
}

/**
 * Files that nobody has used since `before`, that belong to no product, and that no open order needs for printing. Only
 * orders older than `before` can need them, since the check of an order uses its files.
 */
export async function unusedFiles(db: Db | Tx, before: Date, most: number): Promise<FileKey[]> {
  const { rows } = await sql<FileKey>`
    select f.account_id as "accountId", f.sha256
    from files f
    where f.last_used_at < ${before}
      and not exists (select from product_files p where p.account_id = f.account_id and p.sha256 = f.sha256)
    order by f.last_used_at
    limit ${most}`.execute(db)
  return rows
}

/** Forgets files that are still unused; objects that nothing refers to any longer go to the trash. */
export async function forgetFiles(tx: Tx, files: FileKey[], before: Date, now: Date): Promise<void> {
  // Locked first and in order, as in recordFile: an account that is recording the same bytes waits here, and then finds
  // the row gone. Only locked rows are considered, because an object with the same bytes may be stored anew at this
  // moment.
  const { rows: held } = await sql<{ sha256: string }>`
    select sha256 from stored_files
    where sha256 = any (${files.map(one => one.sha256)}::text[])
    order by sha256
    for update`.execute(tx)
  const { rows } = await sql<{ sha256: string }>`
    with unused as (
      select f.account_id, f.sha256
      from files f
      join unnest(${files.map(one => one.accountId)}::text[], ${files.map(one => one.sha256)}::text[]) as u (account_id, sha256)
        using (account_id, sha256)
      where f.last_used_at < ${before} and f.sha256 = any (${held.map(one => one.sha256)}::text[])
        and not exists (select from product_files p where p.account_id = f.account_id and p.sha256 = f.sha256)
      order by f.account_id, f.sha256
      for update of f
    )
    delete from files f
    using unused u
    where f.account_id = u.account_id and f.sha256 = u.sha256
    returning f.sha256`.execute(tx)
  const gone = [...new Set(rows.map(({ sha256 }) => sha256))]
  await sql`
    with given_up as (
      delete from stored_files s
      where s.sha256 = any (${gone}::text[]) and not exists (select from files f where f.sha256 = s.sha256)
      returning storage_key
    )
    insert into stored_trash (storage_key, due_at)
    select storage_key, ${now} from given_up
    on conflict do nothing`.execute(tx)
}

/**
 * Marks due objects so that nobody can save them any longer, and returns them. Those marked before, which could not be
 * deleted then, come last: they must not keep others from it.
 */
export async function claimTrash(db: Db, now: Date, most: number): Promise<string[]> {
  const { rows } = await sql<{ storageKey: string }>`
    update stored_trash
    set due_at = '-infinity'
    where ctid = any(array(
      select ctid from stored_trash where due_at <= ${now} order by due_at desc limit ${most} for update skip locked
    ))
    returning storage_key as "storageKey"`.execute(db)
  return rows.map(({ storageKey }) => storageKey)
}

export async function emptyTrash(db: Db | Tx, storageKeys: string[]): Promise<void> {
  await sql`delete from stored_trash where storage_key = any (${storageKeys}::text[])`.execute(db)
}

export type Part = 'cover' | 'guts'
