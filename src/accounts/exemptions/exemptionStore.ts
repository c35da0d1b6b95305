// The rows of exemption certificates. The files are sealed in their rows and not in a folder: they are few, they are
// stored and deleted with the row in one transaction, and a backup of the database includes them.

import { sql } from 'kysely'
import type { Db, Tx } from '../../db/db.ts'
import type { CertificateType } from './certificateFile.ts'
import { needsReplacement } from './expiringExemptions.ts'

type ExemptionStatus = 'submitted' | 'approved' | 'refused'

export type ExemptionKey = { accountId: string; exemptionId: string }

export type Exemption = ExemptionKey & {
  /** Such as `US-NY` or `PR`. */
  jurisdiction: string
  status: ExemptionStatus
  mediaType: CertificateType
  sizeBytes: number
  uploadedBy: string
  createdAt: Date
  decidedBy: string | null
  decidedAt: Date | null
  reason: string | null
  expiresAt: Date | null
  /** Whether the file is still stored. */
  hasFile: boolean
}

export type ExemptionOfAccount = Exemption & { accountName: string }
const accountName = sql`(select name from accounts a where a.account_id = exemptions.account_id) as "accountName"`

const columns = sql`
  account_id as "accountId", exemption_id as "exemptionId", jurisdiction, status, media_type as "mediaType",
  size_bytes as "sizeBytes", uploaded_by as "uploadedBy", created_at as "createdAt", decided_by as "decidedBy",
  decided_at as "decidedAt", reason, expires_at as "expiresAt", sealed_file is not null as "hasFile"`

/**
 * When the account uploaded certificates since `since`, oldest first. Locks the account, so that simultaneous uploads
 * cannot exceed the maximum.
 */
export async function listUploadTimes(tx: Tx, accountId: string, since: Date): Promise<Date[]> {
  await sql`select from accounts where account_id = ${accountId} for update`.execute(tx)
  const { rows } = await sql<{ createdAt: Date }>`
    select created_at as "createdAt" from exemptions
    where account_id = ${accountId} and created_at > ${since}
    order by created_at`.execute(tx)
  return rows.map(row => row.createdAt)
}

export async function insertExemption(
  tx: Tx,
  certificate: Pick<
    Exemption,
    'accountId' | 'exemptionId' | 'jurisdiction' | 'mediaType' | 'sizeBytes' | 'uploadedBy' | 'createdAt'
  >,
  sealedFile: Buffer,
): Promise<Exemption> {
  const { rows } = await sql<Exemption>`
    insert into exemptions (
      account_id, exemption_id, jurisdiction, status, media_type, size_bytes, sealed_file, uploaded_by, created_at)
    values (
      ${certificate.accountId}, ${certificate.exemptionId}, ${certificate.jurisdiction}, 'submitted', ${certificate.mediaType}, ${certificate.sizeBytes},
      ${sealedFile}, ${certificate.uploadedBy}, ${certificate.createdAt})
    returning ${columns}`.execute(tx)
  return rows[0]!
}

/** An account's certificates, newest first; with `before`, those that are older than that certificate. */
export async function listExemptions(
  db: Db,
  accountId: string,
  { before, limit }: { before: string | null; limit: number },
): Promise<ExemptionOfAccount[]> {
  const { rows } = await sql<ExemptionOfAccount>`
    select ${columns}, ${accountName} from exemptions
    where account_id = ${accountId} and (${before}::text is null or exemption_id < ${before})
    order by exemption_id desc
    limit ${limit}`.execute(db)
  return rows
}

/** The certificates of all accounts that wait for a decision, oldest first. */
export async function listSubmittedExemptions(
  db: Db,
  page: { after: string; limit: number },
): Promise<ExemptionOfAccount[]> {
  const { rows } = await sql<ExemptionOfAccount>`
    select ${columns}, ${accountName} from exemptions
    where status = 'submitted' and exemption_id > ${page.after}
    order by exemption_id
    limit ${page.limit}`.execute(db)
  return rows
}

/** The certificates of all accounts that expire soon or have expired, and have no successor: those that end first. */
export async function listExpiringExemptions(
  db: Db,
  page: { now: Date; after: { expiresAt: Date; exemptionId: string } | null; limit: number },
): Promise<ExemptionOfAccount[]> {
  const { now, after } = page
  const { rows } = await sql<ExemptionOfAccount>`
    select ${columns}, ${accountName} from exemptions
    where (account_id, exemption_id) in (
      select e.account_id, e.exemption_id from exemptions e where ${needsReplacement(now)}
    ) ${after === null ? sql`` : sql`and (expires_at, exemption_id) > (${after.expiresAt}, ${after.exemptionId})`}
    order by expires_at, exemption_id
    limit ${page.limit}`.execute(db)
  return rows
}

/** A certificate with its sealed file, which is null once deleted. */
export async function readSealedCertificate(
  tx: Tx,
  { accountId, exemptionId }: ExemptionKey,
): Promise<(Exemption & { sealedFile: Buffer | null }) | undefined> {
  const { rows } = await sql<Exemption & { sealedFile: Buffer | null }>`
    select ${columns}, sealed_file as "sealedFile" from exemptions
    where account_id = ${accountId} and exemption_id = ${exemptionId}`.execute(tx)
  return rows[0]
}

/** Stores a decision in place of an earlier decision. Undefined when there is no such certificate. */
export async function decideExemption(
  tx: Tx,
  { accountId, exemptionId }: ExemptionKey,
  decision: {
    status: 'approved' | 'refused'
    decidedBy: string
    decidedAt: Date
    reason: string | null
    expiresAt: Date | null
    fileDueAt: Date
  },
): Promise<Exemption | undefined> {
  const { rows } = await sql<Exemption>`
    update exemptions
    set status = ${decision.status}, decided_by = ${decision.decidedBy}, decided_at = ${decision.decidedAt},
      reason = ${decision.reason}, expires_at = ${decision.expiresAt}, file_due_at = ${decision.fileDueAt},
      expiry_notified_at = null
    where account_id = ${accountId} and exemption_id = ${exemptionId}
    returning ${columns}`.execute(tx)
  return rows[0]
}

const maxFilesPerSweep = 500

/** Deletes files that are no longer needed; the decisions stay. Returns the number of files. */
export async function deleteOldCertificates(db: Db, now: Date): Promise<number> {
  const { rows } = await sql`
    update exemptions set sealed_file = null, file_due_at = null
    where (account_id, exemption_id) in (
      select account_id, exemption_id from exemptions where file_due_at <= ${now} limit ${maxFilesPerSweep})
    returning 1`.execute(db)
  return rows.length
}
