// The telephone number of a customer that printers give to carriers where the recipient of a parcel has none.

import { sql } from 'kysely'
import type { Db } from '../../db/db.ts'
import type { AccountDeps } from '../accounts.ts'
import { appendAudit } from '../auditLog.ts'

export async function readContactPhone(db: Db, accountId: string): Promise<string | null> {
  const { rows } = await sql<{ phone: string | null }>`
    select contact_phone as phone from accounts where account_id = ${accountId}`.execute(db)
  return rows[0]?.phone ?? null
}

export async function changeContactPhone(
  { db, clock, newId }: Pick<AccountDeps, 'db' | 'clock' | 'newId'>,
  { accountId, phone, actor }: { accountId: string; phone: string | null; actor: string },
): Promise<void> {
  await db.transaction().execute(async tx => {
    await sql`update accounts set contact_phone = ${phone} where account_id = ${accountId}`.execute(tx)
    const action = { at: clock(), actor, action: 'contact_phone_changed', accountId, subject: accountId }
    await appendAudit(tx, newId, { ...action, details: { phone } })
  })
}
