// The rows of checks that were requested before an order.

import { sql } from 'kysely'
import { parseWithWords } from '../../languages/texts.ts'
import { day, earlier } from '../base/clock.ts'
import type { Mode } from '../base/mode.ts'
import type { BookIsbn } from '../base/text/isbn.ts'
import { storableJson } from '../base/text/storableText.ts'
import type { Db, Tx } from '../db/db.ts'
import { integer, rowsOf, text } from '../db/rows.ts'
import { leaseDue } from '../jobs/claimDue.ts'
import type { Claim } from '../jobs/outsideWork.ts'
import type { CheckedFiles } from './artwork.ts'
import type { Finding } from './preflight/finding.ts'

/** Then a check is deleted. */
export const checkRetentionMs = 30 * day
const deleteBatchSize = 2000

export type FileCheckKey = { accountId: string; checkId: string }
export type FileCheckRequest = {
  manufacturingSku: string
  sku: string | null
  pageCount: number | null
  /** Absent in older rows, which allow them. */
  repairs?: boolean
  /** Of the product; absent in older rows. */
  isbn?: BookIsbn | null
  coverUrl: string | null
  gutsUrl: string | null
  /** Files that were uploaded for the product. */
  coverSha256: string | null
  gutsSha256: string | null
}

/** A finding of the reader, or a finding about fetching the file, which has its own codes. */
export type PublicFinding = Omit<Finding, 'code'> & { code: string }

/** `missing` are problems with fetching the files. */
export type FileCheckResult = {
  findings: Finding[]
  missing: PublicFinding[]
  pageCount: number | null
  files: CheckedFiles
}

export type FileCheck = FileCheckKey & {
  mode: Mode
  status: 'CHECKING' | 'DONE'
  request: FileCheckRequest
  result: FileCheckResult | null
  webhookUrl: string | null
  attempts: number
  createdAt: Date
  doneAt: Date | null
}

type Row = Omit<FileCheck, 'request' | 'result'> & { request: string; result: string | null }

const columns = sql`
  account_id as "accountId", check_id as "checkId", mode, status, request, result, webhook_url as "webhookUrl", attempts,
  created_at as "createdAt", done_at as "doneAt"`

const checkOf = (row: Row): FileCheck => ({
  ...row,
  request: JSON.parse(row.request),
  result: row.result === null ? null : parseWithWords(row.result),
})

export async function insertCheck(tx: Db | Tx, check: FileCheck): Promise<void> {
  await sql`
    insert into file_checks (account_id, check_id, mode, status, request, webhook_url, due_at, created_at)
    values (
      ${check.accountId}, ${check.checkId}, ${check.mode}, 'CHECKING', ${storableJson(check.request)}, ${check.webhookUrl},
      ${check.createdAt}, ${check.createdAt})`.execute(tx)
}

/** Finds a check in the mode of the caller's key, or, with null, in either mode. */
export async function findCheck(
  db: Db,
  { accountId, checkId }: FileCheckKey,
  mode: Mode | null,
): Promise<FileCheck | null> {
  const { rows } = await sql<Row>`
    select ${columns}
    from file_checks
    where account_id = ${accountId} and check_id = ${checkId} and (${mode}::text is null or mode = ${mode})`.execute(db)
  return rows[0] ? checkOf(rows[0]) : null
}

/**
 * The number of an account's checks that are running. Locks the account's row, so that two simultaneous requests count
 * each other.
 */
export async function countOpenChecks(tx: Tx, accountId: string): Promise<number> {
  await sql`select account_id from accounts where account_id = ${accountId} for no key update`.execute(tx)
  const { rows } = await sql<{ open: number }>`
    select count(*)::int as open from file_checks where account_id = ${accountId} and due_at is not null`.execute(tx)
  return rows[0]!.open
}

export const claimChecks = async (db: Db, claim: Claim): Promise<FileCheck[]> =>
  (await leaseDue<Row>(db, 'file check', { ...claim, columns })).map(checkOf)

/** Moves due_at of checks in progress, unless another worker has claimed them since. */
export async function postponeChecks(db: Db, checks: FileCheck[], until: Date): Promise<void> {
  const { from } = rowsOf(checks, 'claimed', {
    accountId: text(check => check.accountId),
    checkId: text(check => check.checkId),
    attempts: integer(check => check.attempts),
  })
  await sql`
    update file_checks c set due_at = ${until}
    from ${from}
    where c.account_id = claimed.account_id and c.check_id = claimed.check_id and c.attempts = claimed.attempts
      and c.due_at is not null`.execute(db)
}

/** False when another worker has recorded the result. */
export async function recordCheck(tx: Tx, check: FileCheck, result: FileCheckResult, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update file_checks
    set status = 'DONE', result = ${storableJson(result)}, due_at = null, done_at = ${now}
    where account_id = ${check.accountId} and check_id = ${check.checkId} and status = 'CHECKING'
    returning check_id`.execute(tx)
  return rows.length > 0
}

/** Deletes at most one batch of old checks; returns their number. */
export async function deleteOldChecks(db: Db, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from file_checks
    where ctid = any(array(
      select ctid from file_checks where created_at < ${earlier(now, checkRetentionMs)} order by created_at limit ${deleteBatchSize}
    ))`.execute(db)
  return Number(numAffectedRows ?? 0)
}
