// The records in the DNS that prove the domains of accounts, looked for again each day. A domain may pass to another
// company, whose people would still be led to the provider of this account. Without the record, single sign-on works
// for 30 more days, so that a mistake in the DNS locks no person out. Domains that the staff confirmed need no record.

import { sql } from 'kysely'
import { day, earlier, hour, later } from '../../base/clock.ts'
import type { NewId } from '../../base/secrets/ids.ts'
import type { Db, Tx } from '../../db/db.ts'
import { appendAudit } from '../auditLog.ts'
import { proofOf } from './accountSignOn.ts'

/** A little less than the day between two runs. */
const checkAgainMs = 20 * hour
const remindMs = 7 * day
const endAfterMs = 30 * day
const maxPerSweep = 20

export type DueProof = { accountId: string; domain: string; record: { name: string; value: string } }

/** The confirmed domains whose record is due to be looked for, the longest waiting first. */
export async function findDueProofs(db: Db, now: Date): Promise<DueProof[]> {
  const { rows } = await sql<{ accountId: string; domain: string; token: string }>`
    select account_id as "accountId", domain, token
    from account_domains
    where confirmed_by = 'dns' and proof_checked_at <= ${earlier(now, checkAgainMs)}
    order by proof_checked_at, account_id, domain
    limit ${maxPerSweep}`.execute(db)
  return rows.map(({ accountId, domain, token }) => ({ accountId, domain, record: proofOf(domain, token) }))
}

/** The news for the owners: when the confirmation ends or has ended. */
export type LostProof = DueProof & { endsAt: Date; hasEnded: boolean }

/**
 * Records a look for the record; `isFound` is null if the DNS did not answer, which changes nothing. Null: there is
 * nothing to notify the owners of.
 */
export async function recordProof(
  { tx, now, newId }: { tx: Tx; now: Date; newId: NewId },
  { accountId, domain, record }: DueProof,
  isFound: boolean | null,
): Promise<LostProof | null> {
  const { rows } = await sql<{ missingSince: Date | null; notifiedAt: Date | null }>`
    update account_domains
    set
      proof_checked_at = ${now},
      proof_missing_since = case
        when ${isFound}::boolean then null
        when not ${isFound}::boolean then coalesce(proof_missing_since, ${now})
        else proof_missing_since
      end,
      proof_notified_at = case when ${isFound}::boolean then null else proof_notified_at end
    where account_id = ${accountId} and domain = ${domain} and confirmed_by = 'dns'
    returning proof_missing_since as "missingSince", proof_notified_at as "notifiedAt"`.execute(tx)
  const [row] = rows
  if (row === undefined || row.missingSince === null || isFound !== false) return null
  const endsAt = later(row.missingSince, endAfterMs)
  const hasEnded = endsAt <= now
  if (!hasEnded && row.notifiedAt !== null && row.notifiedAt > earlier(now, remindMs)) return null
  await sql`
    update account_domains
    set
      proof_notified_at = ${now},
      confirmed_at = case when ${hasEnded}::boolean then null else confirmed_at end,
      confirmed_by = case when ${hasEnded}::boolean then null else confirmed_by end,
      proof_missing_since = case when ${hasEnded}::boolean then null else proof_missing_since end
    where account_id = ${accountId} and domain = ${domain}`.execute(tx)
  if (hasEnded || row.notifiedAt === null) {
    const action = hasEnded ? 'domain_confirmation_ended' : 'domain_proof_missing'
    const details = { missingSince: row.missingSince.toISOString(), endsAt: endsAt.toISOString() }
    await appendAudit(tx, newId, { at: now, actor: 'system', action, accountId, subject: domain, details })
  }
  return { accountId, domain, record, endsAt, hasEnded }
}
