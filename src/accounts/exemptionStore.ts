// The rows of exemption papers. The file is sealed in its row and not in a folder: there are few of them, they are
// created and deleted with the row in one transaction, and a backup of the database includes them.

import { sql } from 'kysely'
import type { Db, Tx } from '../db/db.ts'
import type { PaperType } from './papers.ts'

type ExemptionStatus = 'submitted' | 'approved' | 'refused'

export type ExemptionKey = { accountId: string; exemptionId: string }

export type Exemption = ExemptionKey & {
  /** Such as `US-NY` or `PR`. */
  place: string
  status: ExemptionStatus
  mediaType: PaperType
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

const columns = sql`
  account_id as "accountId", exemption_id as "exemptionId", place, status, media_type as "mediaType",
  size_bytes as "sizeBytes", uploaded_by as "uploadedBy", created_at as "createdAt", decided_by as "decidedBy",
  decided_at as "decidedAt", reason, expires_at as "expiresAt", sealed_file is not null as "hasFile"`

/**
 * When the account's papers since `since` arrived, oldest first. Locks the account, so that two uploads cannot both
 * count too few.
 */
export async function papersSince(tx: Tx, accountId: string, since: Date): Promise<Date[]> {
  await sql`select from accounts where account_id = ${accountId} for update`.execute(tx)
  const { rows } = await sql<{ createdAt: Date }>`
    select created_at as "createdAt" from exemptions
    where account_id = ${accountId} and created_at > ${since}
    order by created_at`.execute(tx)
  return rows.map(row => row.createdAt)
}

export async function insertExemption(
  tx: Tx,
  paper: Pick<
    Exemption,
    'accountId' | 'exemptionId' | 'place' | 'mediaType' | 'sizeBytes' | 'uploadedBy' | 'createdAt'
  >,
  sealedFile: Buffer,
): Promise<Exemption> {
  const { rows } = await sql<Exemption>`
    insert into exemptions (
      account_id, exemption_id, place, status, media_type, size_bytes, sealed_file, uploaded_by, created_at)
    values (
      ${paper.accountId}, ${paper.exemptionId}, ${paper.place}, 'submitted', ${paper.mediaType}, ${paper.sizeBytes},
      ${sealedFile}, ${paper.uploadedBy}, ${paper.createdAt})
    returning ${columns}`.execute(tx)
  return rows[0]!
}

/** An account's papers, newest first; with `before`, those that are older than that one. */
export async function exemptionsOf(
  db: Db,
  accountId: string,
  { before, limit }: { before: string | null; limit: number },
): Promise<Exemption[]> {
  const { rows } = await sql<Exemption>`
    select ${columns} from exemptions
    where account_id = ${accountId} and (${before}::text is null or exemption_id < ${before})
    order by exemption_id desc
    limit ${limit}`.execute(db)
  return rows
}

/** Papers that wait for a decision, of all accounts, oldest first. */
export async function submittedExemptions(db: Db, page: { after: string; limit: number }): Promise<Exemption[]> {
  const { rows } = await sql<Exemption>`
    select ${columns} from exemptions
    where status = 'submitted' and exemption_id > ${page.after}
    order by exemption_id
    limit ${page.limit}`.execute(db)
  return rows
}

/** One paper with its sealed file, which is null once deleted. */
export async function readSealed(
  tx: Tx,
  { accountId, exemptionId }: ExemptionKey,
): Promise<(Exemption & { sealedFile: Buffer | null }) | undefined> {
  const { rows } = await sql<Exemption & { sealedFile: Buffer | null }>`
    select ${columns}, sealed_file as "sealedFile" from exemptions
    where account_id = ${accountId} and exemption_id = ${exemptionId}`.execute(tx)
  return rows[0]
}

/** Stores a decision, replacing an earlier one. Undefined when there is no such paper. */
export async function decide(
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
      reason = ${decision.reason}, expires_at = ${decision.expiresAt}, file_due_at = ${decision.fileDueAt}
    where account_id = ${accountId} and exemption_id = ${exemptionId}
    returning ${columns}`.execute(tx)
  return rows[0]
}

const filesInASweep = 500

/** Deletes files that are no longer needed; the decisions stay. Returns how many. */
export async function sweepOldPapers(db: Db, now: Date): Promise<number> {
  const { rows } = await sql`
    update exemptions set sealed_file = null, file_due_at = null
    where (account_id, exemption_id) in (
      select account_id, exemption_id from exemptions where file_due_at <= ${now} limit ${filesInASweep})
    returning 1`.execute(db)
  return rows.length
}
