// Keys that end soon: whoever uses one must be told before its programs are refused.

import { sql } from 'kysely'
import { day, later } from '../base/clock.ts'
import type { Tx } from '../db/db.ts'

const toldBeforeMs = 7 * day
const mostToldAtOnce = 500

/** Of production, and in use. */
export type EndingKey = { accountId: string; keyId: string; label: string; expiresAt: Date }

/** The keys that end within a week, each once. `looked` counts also those of which nobody needs to be told. */
export async function takeEndingKeys(tx: Tx, now: Date): Promise<{ looked: number; ending: EndingKey[] }> {
  const { rows } = await sql<EndingKey & { isMissed: boolean }>`
    update api_keys
    set end_told_at = ${now}
    where key_id in (
      select key_id
      from api_keys
      where expires_at <= ${later(now, toldBeforeMs)} and end_told_at is null and revoked_at is null
      order by expires_at
      limit ${mostToldAtOnce}
      for update skip locked
    )
    returning account_id as "accountId", key_id as "keyId", label, expires_at as "expiresAt",
      (mode = 'production' and last_used_at is not null and expires_at > ${now}) as "isMissed"`.execute(tx)
  return { looked: rows.length, ending: rows.filter(({ isMissed }) => isMissed) }
}
