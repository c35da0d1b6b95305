// Cards that expire soon: their account is notified before a charge fails.

import { sql } from 'kysely'
import { day, later, utcDay } from '../../base/clock.ts'
import type { Tx } from '../../db/db.ts'
import { firstUnlocked } from '../../db/unlockedRows.ts'

const noticePeriodMs = 30 * day
const maxCardsPerSweep = 500

/** A card that is charged; `expiresOn` is the last day on which it works. */
export type ExpiringCard = { accountId: string; brand: string; last4: string; expiresOn: string }

/** The default cards that expire within 30 days, each once. Enterprise accounts are not charged. */
export async function claimExpiringCards(tx: Tx, now: Date): Promise<ExpiringCard[]> {
  const { rows } = await sql<ExpiringCard>`
    update cards
    set expiry_notified_at = ${now}
    where (account_id, card_id) in (
      ${firstUnlocked(
        sql`c.account_id, c.card_id`,
        sql`cards c
        join accounts a on a.account_id = c.account_id and not a.enterprise
        where c.is_default and c.expiry_notified_at is null and a.moved_at is null
          and c.expires_on between ${utcDay(now).toString()}::date and ${utcDay(later(now, noticePeriodMs)).toString()}::date
        order by c.expires_on`,
        maxCardsPerSweep,
        'c',
      )}
    )
    returning account_id as "accountId", brand, last4, expires_on as "expiresOn"`.execute(tx)
  return rows
}
