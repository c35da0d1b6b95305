// Tax exemption certificates that expire soon: their account is asked for new certificates.

import { sql } from 'kysely'
import { day, earlier, later } from '../../base/clock.ts'
import type { Tx } from '../../db/db.ts'
import { hasNotMoved } from '../../db/movedAccounts.ts'
import { firstUnlocked } from '../../db/unlockedRows.ts'

const noticePeriodMs = 30 * day
/** An expired certificate is listed for the staff for this time. */
const shownPeriodMs = 90 * day
const maxPerSweep = 500

export type ExpiringExemption = { accountId: string; exemptionId: string; jurisdiction: string; expiresAt: Date }

/** An approved certificate `e` that expires within 30 days, where the account has no later or waiting certificate. */
const expiresSoon = (now: Date) =>
  sql`${isReplaceable} and e.expires_at > ${now} and e.expires_at <= ${later(now, noticePeriodMs)}`

/** The same, or it expired within 90 days. */
export const needsReplacement = (now: Date) => sql`
  ${isReplaceable} and e.expires_at > ${earlier(now, shownPeriodMs)} and e.expires_at <= ${later(now, noticePeriodMs)}`

const isReplaceable = sql`
  e.status = 'approved' and ${hasNotMoved('e.account_id')} and not exists (
    select from exemptions n
    where n.account_id = e.account_id and n.jurisdiction = e.jurisdiction
      and (n.status = 'submitted' or n.status = 'approved' and n.expires_at > e.expires_at))`

/** The certificates whose account has had no email about their end, each once. */
export async function claimExpiringExemptions(tx: Tx, now: Date): Promise<ExpiringExemption[]> {
  const { rows } = await sql<ExpiringExemption>`
    update exemptions
    set expiry_notified_at = ${now}
    where (account_id, exemption_id) in (
      ${firstUnlocked(
        sql`e.account_id, e.exemption_id`,
        sql`exemptions e
        where e.expiry_notified_at is null and ${expiresSoon(now)}
        order by e.expires_at`,
        maxPerSweep,
        'e',
      )}
    )
    returning account_id as "accountId", exemption_id as "exemptionId", jurisdiction, expires_at as "expiresAt"`.execute(
    tx,
  )
  return rows
}
