// The rows of uploads in parts. A row lives for a day. An expired upload is treated as absent.

import { sql } from 'kysely'
import type { Mode } from '../base/mode.ts'
import type { Db, Tx } from '../db/db.ts'
import { deleteBatch } from '../db/deleteBatch.ts'
import { moveToTrash } from './fileStore.ts'

export type UploadKey = { accountId: string; mode: Mode; uploadId: string }

/** `doneAt` is null until the file is assembled. */
export type Upload = UploadKey & { sha256: string; bytes: number; expiresAt: Date; doneAt: Date | null }

export type UploadPart = { number: number; storageKey: string; sha256: string; bytes: number }

const columns = sql`
  account_id as "accountId", mode, upload_id as "uploadId", sha256, bytes::float8 as bytes, expires_at as "expiresAt",
  done_at as "doneAt"`

/** The upload that the account has begun for these bytes in the mode. */
export async function findUploadOf(
  db: Db | Tx,
  { accountId, mode, sha256 }: Pick<Upload, 'accountId' | 'mode' | 'sha256'>,
  now: Date,
): Promise<Upload | null> {
  const { rows } = await sql<Upload>`
    select ${columns}
    from uploads
    where account_id = ${accountId} and mode = ${mode} and sha256 = ${sha256} and expires_at > ${now}`.execute(db)
  return rows[0] ?? null
}

export async function findUpload(
  db: Db | Tx,
  { accountId, mode, uploadId }: UploadKey,
  now: Date,
): Promise<Upload | null> {
  const { rows } = await sql<Upload>`
    select ${columns}
    from uploads
    where account_id = ${accountId} and mode = ${mode} and upload_id = ${uploadId} and expires_at > ${now}`.execute(db)
  return rows[0] ?? null
}

/** The uploads of an account in the last day, in both modes: their bytes, and how many are not done. */
export async function countUploads(
  tx: Tx,
  accountId: string,
  now: Date,
): Promise<{ bytes: number; unfinished: number }> {
  // The lock makes two simultaneous uploads count each other.
  await sql`select account_id from accounts where account_id = ${accountId} for no key update`.execute(tx)
  const { rows } = await sql<{ bytes: number; unfinished: number }>`
    select coalesce(sum(bytes), 0)::float8 as bytes, count(*) filter (where done_at is null)::int as unfinished
    from uploads
    where account_id = ${accountId} and expires_at > ${now}`.execute(tx)
  return rows[0]!
}

/** Replaces an expired upload of the same bytes. The account's row is locked, so that no other process does so. */
export async function replaceUpload(tx: Tx, upload: Upload, now: Date): Promise<void> {
  const { accountId, mode, uploadId, sha256, bytes, expiresAt, doneAt } = upload
  await sql`
    delete from uploads
    where account_id = ${accountId} and mode = ${mode} and sha256 = ${sha256}`.execute(tx)
  await sql`
    insert into uploads (account_id, mode, upload_id, sha256, bytes, created_at, expires_at, done_at)
    values (${accountId}, ${mode}, ${uploadId}, ${sha256}, ${bytes}, ${now}, ${expiresAt}, ${doneAt})`.execute(tx)
}

export async function partsOf(db: Db | Tx, { accountId, mode, uploadId }: UploadKey): Promise<UploadPart[]> {
  const { rows } = await sql<UploadPart>`
    select number, storage_key as "storageKey", sha256, bytes
    from upload_parts
    where account_id = ${accountId} and mode = ${mode} and upload_id = ${uploadId}
    order by number`.execute(db)
  return rows
}

/** Records a stored part; its object replaces an earlier object. False when the upload is done or expired. */
export async function recordPart(tx: Tx, upload: UploadKey, part: UploadPart, now: Date): Promise<boolean> {
  const { accountId, mode, uploadId } = upload
  const { rows } = await sql`
    select upload_id from uploads
    where account_id = ${accountId} and mode = ${mode} and upload_id = ${uploadId} and expires_at > ${now}
      and done_at is null
    for update`.execute(tx)
  if (rows.length === 0) return false
  const { number, storageKey, sha256, bytes } = part
  const earlier = (await partsOf(tx, upload)).find(one => one.number === number)
  await sql`
    insert into upload_parts (account_id, mode, upload_id, number, storage_key, sha256, bytes)
    values (${accountId}, ${mode}, ${uploadId}, ${number}, ${storageKey}, ${sha256}, ${bytes})
    on conflict (account_id, mode, upload_id, number) do update
      set storage_key = excluded.storage_key, sha256 = excluded.sha256, bytes = excluded.bytes`.execute(tx)
  if (earlier !== undefined) await moveToTrash(tx, [earlier.storageKey], now)
  return true
}

/** Removes the parts of a file that is assembled or damaged. */
export async function removeParts(tx: Tx, { accountId, mode, uploadId }: UploadKey, now: Date): Promise<void> {
  const { rows } = await sql<{ storageKey: string }>`
    delete from upload_parts where account_id = ${accountId} and mode = ${mode} and upload_id = ${uploadId}
    returning storage_key as "storageKey"`.execute(tx)
  const keys = rows.map(({ storageKey }) => storageKey)
  if (keys.length > 0) await moveToTrash(tx, keys, now)
}

export async function finishUpload(tx: Tx, upload: UploadKey, now: Date): Promise<void> {
  const { accountId, mode, uploadId } = upload
  await sql`
    update uploads set done_at = coalesce(done_at, ${now})
    where account_id = ${accountId} and mode = ${mode} and upload_id = ${uploadId}`.execute(tx)
  await removeParts(tx, upload, now)
}

/** Deletes a batch of expired uploads, whose parts are in the trash. Returns how many. */
export const deleteOldUploads = (db: Db, now: Date): Promise<number> =>
  deleteBatch(db, 'uploads', sql`expires_at <= ${now}`)
