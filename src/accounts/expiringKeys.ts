// Keys that expire soon: their account is notified before the programs that use them are refused.

import { sql } from 'kysely'
import { day, later } from '../base/clock.ts'
import type { Tx } from '../db/db.ts'

const noticePeriodMs = 7 * day
const maxKeysPerSweep = 500

/** A production key that is in use. */
export type ExpiringKey = { accountId: string; keyId: string; label: string; expiresAt: Date }

/** The keys that expire within a week, each once. `checked` also counts keys whose expiry needs no notice. */
export async function claimExpiringKeys(tx: Tx, now: Date): Promise<{ checked: number; expiring: ExpiringKey[] }> {
  const { rows } = await sql<ExpiringKey & { needsNotice: boolean }>`
    update api_keys
    set expiry_notified_at = ${now}
    where key_id in (
      select key_id
      from api_keys
      where expires_at <= ${later(now, noticePeriodMs)} and expiry_notified_at is null and revoked_at is null
      order by expires_at
      limit ${maxKeysPerSweep}
      for update skip locked
    )
    returning account_id as "accountId", key_id as "keyId", label, expires_at as "expiresAt",
      (mode = 'production' and last_used_at is not null and expires_at > ${now}) as "needsNotice"`.execute(tx)
  return { checked: rows.length, expiring: rows.filter(({ needsNotice }) => needsNotice) }
}
