// The rows of print files. An account's file refers to a stored object, which accounts share when their files have the
// same bytes. An object that no account refers to any longer is moved to the trash in the same transaction, and deleted
// from the storage afterwards.

import { sql } from 'kysely'
import { parseWithWords } from '../../languages/texts.ts'
import { day, later } from '../base/clock.ts'
import type { FileVersion } from '../base/network/download.ts'
import { storableJson } from '../base/text/storableText.ts'
import type { Db, Tx } from '../db/db.ts'
import { rowsOf, text } from '../db/rows.ts'
import { unlockedRows } from '../db/unlockedRows.ts'
import type { Reading } from './preflight/preflight.ts'

type StoredReading = Exclude<Reading, { kind: 'unavailable' }>

/** A file of an account that is stored and has been read. */
export type StoredFile = {
  accountId: string
  sha256: string
  storageKey: string
  bytes: number
  reading: StoredReading
  factsVersion: number
  /** The original of a repaired file; null for an original. */
  repairedFrom: string | null
}

type FileRow = Omit<StoredFile, 'reading'> & { reading: string }

const columns = sql`
  f.account_id as "accountId", f.sha256, s.storage_key as "storageKey", s.bytes::float8 as bytes, f.reading,
  f.facts_version as "factsVersion", f.repaired_from as "repairedFrom"`

const fileOf = (row: FileRow): StoredFile => ({ ...row, reading: parseWithWords(row.reading) })

export async function findFile(db: Db | Tx, accountId: string, sha256: string): Promise<StoredFile | null> {
  const { rows } = await sql<FileRow>`
    select ${columns}
    from files f
    join stored_files s using (sha256)
    where f.account_id = ${accountId} and f.sha256 = ${sha256}`.execute(db)
  return rows[0] ? fileOf(rows[0]) : null
}

/** The bytes of stored files together; a file that occurs twice counts twice. */
export async function sumFileBytes(db: Db, files: FileKey[]): Promise<number> {
  const keys = rowsOf(files, 'k', {
    accountId: text<FileKey>(({ accountId }) => accountId),
    sha256: text<FileKey>(({ sha256 }) => sha256),
  })
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(s.bytes), 0)::float8 as bytes
    from ${keys.from}
    join files f using (account_id, sha256)
    join stored_files s using (sha256)`.execute(db)
  return rows[0]!.bytes
}

/** The small picture of the front of a cover with this tag; null if it was not drawn yet. */
export async function findFrontPicture(db: Db, { accountId, sha256 }: FileKey, tag: string): Promise<Buffer | null> {
  const { rows } = await sql<{ picture: Buffer }>`
    select front_picture as picture
    from files
    where account_id = ${accountId} and sha256 = ${sha256} and front_tag = ${tag}`.execute(db)
  return rows[0]?.picture ?? null
}

export async function recordFrontPicture(
  db: Db,
  { accountId, sha256 }: FileKey,
  { tag, picture }: { tag: string; picture: Buffer },
): Promise<void> {
  await sql`
    update files set front_picture = ${picture}, front_tag = ${tag}
    where account_id = ${accountId} and sha256 = ${sha256}`.execute(db)
}

type FetchedSource = FileVersion & { file: StoredFile }

/** The file, and its version by the server, of the last fetch from an address for the account. */
export async function findSource(db: Db | Tx, accountId: string, urlSha256: string): Promise<FetchedSource | null> {
  const { rows } = await sql<FileRow & FileVersion>`
    select ${columns}, o.etag, o.last_modified as "lastModified"
    from file_sources o
    join files f on f.account_id = o.account_id and f.sha256 = o.sha256
    join stored_files s on s.sha256 = f.sha256
    where o.account_id = ${accountId} and o.url_sha256 = ${urlSha256}`.execute(db)
  if (rows[0] === undefined) return null
  const { etag, lastModified, ...row } = rows[0]
  return { etag, lastModified, file: fileOf(row) }
}

/** A file by the hash of its bytes, or of the address from which it was fetched before. */
export type KnownAs = { accountId: string; sha256: string | null; urlSha256: string | null }

/** For each file, whether this version of the reader has read it. */
export async function findRead(tx: Tx, files: KnownAs[], factsVersion: number): Promise<boolean[]> {
  const named = rowsOf(files, 'k', {
    accountId: text(file => file.accountId),
    sha256: text(file => file.sha256),
    urlSha256: text(file => file.urlSha256),
  })
  const { rows } = await sql<{ isRead: boolean }>`
    select exists (
        select from files f
        where f.account_id = k.account_id and f.facts_version = ${factsVersion} and f.sha256 = coalesce(k.sha256, (
          select o.sha256 from file_sources o where o.account_id = k.account_id and o.url_sha256 = k.url_sha256))
      ) as "isRead"
    from ${named.numbered}
    order by k.place`.execute(tx)
  return rows.map(({ isRead }) => isRead)
}

/** The object that already holds these bytes, if any. */
export async function findStored(db: Db | Tx, sha256: string): Promise<string | null> {
  const { rows } = await sql<{ storageKey: string }>`
    select storage_key as "storageKey" from stored_files where sha256 = ${sha256}`.execute(db)
  return rows[0]?.storageKey ?? null
}

/** Before an object is stored: it is deleted in a day, unless it is recorded by then, because its process died. */
export const trashUnlessRecorded = (db: Db, storageKey: string, now: Date): Promise<void> =>
  moveToTrash(db, [storageKey], later(now, day))

/** Schedules objects for deletion at `at`, unless they are recorded before then. */
export async function moveToTrash(db: Db | Tx, storageKeys: string[], at: Date): Promise<void> {
  await sql`
    insert into stored_trash (storage_key, due_at)
    select storage_key, ${at} from unnest(${storageKeys}::text[]) as t (storage_key)
    on conflict (storage_key) do update set due_at = excluded.due_at`.execute(db)
}

/**
 * Records a file of an account whose object is stored under `storageKey`. False when these bytes now have
 * another object, or when their object was deleted in the meantime; the caller tries again.
 *
 * As in deleteFiles, the object's row is locked before the account's.
 */
export async function recordFile(tx: Tx, file: StoredFile & { pageCount: number | null }, now: Date): Promise<boolean> {
  if (!(await lockObject(tx, file, now))) return false
  await sql`
    insert into files (
      account_id, sha256, reading, facts_version, page_count, repaired_from, created_at, last_used_at)
    values (
      ${file.accountId}, ${file.sha256}, ${storableJson(file.reading)}, ${file.factsVersion}, ${file.pageCount},
      ${file.repairedFrom}, ${now}, ${now})
    on conflict (account_id, sha256) do update
      set reading = excluded.reading, facts_version = excluded.facts_version, page_count = excluded.page_count,
        last_used_at = excluded.last_used_at`.execute(tx)
  return true
}

/** A newly stored object is in the trash until it is recorded here. An older object must still exist. */
export async function lockObject(
  tx: Tx,
  { sha256, storageKey, bytes }: { sha256: string; storageKey: string; bytes: number },
  now: Date,
): Promise<boolean> {
  if (!(await restoreFromTrash(tx, storageKey))) {
    const { rows } = await sql`
      select sha256 from stored_files where sha256 = ${sha256} and storage_key = ${storageKey} for update`.execute(tx)
    return rows.length > 0
  }
  const { rows } = await sql`
    insert into stored_files (sha256, storage_key, bytes, stored_at)
    values (${sha256}, ${storageKey}, ${bytes}, ${now})
    on conflict (sha256) do nothing
    returning sha256`.execute(tx)
  if (rows.length === 0) await moveToTrash(tx, [storageKey], now)
  return rows.length > 0
}

/** False when the object is about to be deleted, or is not in the trash. */
export async function restoreFromTrash(tx: Tx, storageKey: string): Promise<boolean> {
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
  if (!(await restoreFromTrash(tx, to))) return false
  const { rows } = await sql`
    update stored_files set storage_key = ${to}, stored_at = ${now}
    where sha256 = ${sha256} and storage_key = ${from}
    returning sha256`.execute(tx)
  if (rows.length === 0) await moveToTrash(tx, [to], now)
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

const keyColumns = { accountId: text((key: FileKey) => key.accountId), sha256: text((key: FileKey) => key.sha256) }

/** As touchFile, for many files. Rows are locked in order, so that two calls never wait for each other. */
export async function touchFiles(tx: Tx, files: FileKey[], now: Date): Promise<void> {
  if (files.length === 0) return
  await sql`
    with used as (
      select f.account_id, f.sha256
      from files f
      join ${rowsOf(files, 'u', keyColumns).from} using (account_id, sha256)
      order by f.account_id, f.sha256
      for update of f
    )
    update files f set last_used_at = greatest(f.last_used_at, ${now})
    from used u
    where f.account_id = u.account_id and f.sha256 = u.sha256`.execute(tx)
}

type Source = FileVersion & { accountId: string; urlSha256: string; sha256: string }

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
 * Files that were not used since `before`, and that belong to no product. Open orders older than `before` may still
 * need them.
 */
export async function unusedFiles(db: Db | Tx, before: Date, maxFiles: number): Promise<FileKey[]> {
  const { rows } = await sql<FileKey>`
    select f.account_id as "accountId", f.sha256
    from files f
    where f.last_used_at < ${before}
      and not exists (select from product_files p where p.account_id = f.account_id and p.sha256 = f.sha256)
    order by f.last_used_at
    limit ${maxFiles}`.execute(db)
  return rows
}

/** Deletes the rows of files that are still unused, and moves objects without a row to the trash. */
export async function deleteFiles(tx: Tx, files: FileKey[], before: Date, now: Date): Promise<void> {
  // Locked first and in order, as in recordFile: an account that is recording the same bytes waits here, and then does
  // not find the row. Only locked rows are considered, because an object with the same bytes may be stored at this
  // moment.
  const { rows: locked } = await sql<{ sha256: string }>`
    select sha256 from stored_files
    where sha256 = any (${files.map(file => file.sha256)}::text[])
    order by sha256
    for update`.execute(tx)
  const { rows } = await sql<{ sha256: string }>`
    with unused as (
      select f.account_id, f.sha256
      from files f
      join ${rowsOf(files, 'u', keyColumns).from} using (account_id, sha256)
      where f.last_used_at < ${before} and f.sha256 = any (${locked.map(({ sha256 }) => sha256)}::text[])
        and not exists (select from product_files p where p.account_id = f.account_id and p.sha256 = f.sha256)
      order by f.account_id, f.sha256
      for update of f
    )
    delete from files f
    using unused u
    where f.account_id = u.account_id and f.sha256 = u.sha256
    returning f.sha256`.execute(tx)
  const deletedHashes = [...new Set(rows.map(({ sha256 }) => sha256))]
  await sql`
    with unreferenced as (
      delete from stored_files s
      where s.sha256 = any (${deletedHashes}::text[]) and not exists (select from files f where f.sha256 = s.sha256)
      returning storage_key
    )
    insert into stored_trash (storage_key, due_at)
    select storage_key, ${now} from unreferenced
    on conflict do nothing`.execute(tx)
}

/**
 * Marks due objects so that no file can use them any more, and returns them. Objects that were marked before but could
 * not be deleted come last, so that they do not delay other objects.
 */
export async function claimTrash(db: Db, now: Date, maxObjects: number): Promise<string[]> {
  const { rows } = await sql<{ storageKey: string }>`
    update stored_trash
    set due_at = '-infinity'
    where ctid = any(${unlockedRows(sql`stored_trash where due_at <= ${now} order by due_at desc`, maxObjects)})
    returning storage_key as "storageKey"`.execute(db)
  return rows.map(({ storageKey }) => storageKey)
}

export async function emptyTrash(db: Db | Tx, storageKeys: string[]): Promise<void> {
  await sql`delete from stored_trash where storage_key = any (${storageKeys}::text[])`.execute(db)
}

export type Part = 'cover' | 'guts'
