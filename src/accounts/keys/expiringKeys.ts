// Keys that expire soon: their account, or the staff, is notified before the programs that use them are refused.

import { sql } from 'kysely'
import { day, later } from '../../base/clock.ts'
import type { Tx } from '../../db/db.ts'
import { hasNotMoved } from '../../db/movedAccounts.ts'
import { firstUnlocked } from '../../db/unlockedRows.ts'

const noticePeriodMs = 7 * day
const maxKeysPerSweep = 500

type Key = { keyId: string; label: string; expiresAt: Date }
/** A production key of an account that is in use. */
export type ExpiringKey = Key & { accountId: string }
/** A key of the operator that is in use; `owner` is the person to whom a staff key belongs. */
export type ExpiringOperatorKey = Key & { owner: { name: string; email: string } | null }

type ExpiringKeys = { checked: number; ofAccounts: ExpiringKey[]; ofOperator: ExpiringOperatorKey[] }

/** The keys that expire within a week, each once. `checked` also counts keys whose expiry needs no notice. */
export async function claimExpiringKeys(tx: Tx, now: Date): Promise<ExpiringKeys> {
  type Row = Key & { accountId: string | null; needsNotice: boolean; name: string | null; email: string | null }
  const { rows } = await sql<Row>`
    with claimed as (
      update api_keys
      set expiry_notified_at = ${now}
      where key_id in (
        ${firstUnlocked(
          sql`key_id`,
          sql`api_keys
          where expires_at <= ${later(now, noticePeriodMs)} and expiry_notified_at is null and revoked_at is null
            and ${hasNotMoved('api_keys.account_id')}
          order by expires_at`,
          maxKeysPerSweep,
        )}
      )
      returning *
    )
    select k.account_id as "accountId", k.key_id as "keyId", k.label, k.expires_at as "expiresAt", u.name, u.email,
      (k.mode is distinct from 'sandbox' and k.last_used_at is not null and k.expires_at > ${now}) as "needsNotice"
    from claimed k
    left join users u on u.id = k.owner_id
    order by k.expires_at, k.key_id`.execute(tx)
  const expiring = rows.filter(({ needsNotice }) => needsNotice)
  const keyOf = ({ keyId, label, expiresAt }: Row) => ({ keyId, label, expiresAt })
  return {
    checked: rows.length,
    ofAccounts: expiring.flatMap(row => (row.accountId === null ? [] : { ...keyOf(row), accountId: row.accountId })),
    ofOperator: expiring
      .filter(({ accountId }) => accountId === null)
      .map(row => ({
        ...keyOf(row),
        owner: row.name === null || row.email === null ? null : { name: row.name, email: row.email },
      })),
  }
}
