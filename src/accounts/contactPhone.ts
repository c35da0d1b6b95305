// The telephone number of a customer that printers give to carriers where the recipient of a parcel has none.

import { sql } from 'kysely'
import type { Db, Tx } from '../db/db.ts'
import type { AccountDeps } from './accounts.ts'
import { appendAudit } from './auditLog.ts'

export async function readContactPhone(db: Db, accountId: string): Promise<string | null> {
  return (await readContactPhones(db, [accountId])).get(accountId) ?? null
}

/** The telephone numbers of the accounts that have one. */
export async function readContactPhones(db: Db | Tx, accountIds: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ accountId: string; phone: string }>`
    select account_id as "accountId", contact_phone as phone
    from accounts
    where account_id = any (${accountIds}::text[]) and contact_phone is not null`.execute(db)
  return new Map(rows.map(({ accountId, phone }) => [accountId, phone]))
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
