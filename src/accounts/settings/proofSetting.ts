// Whether all orders of an account need an approved proof before they are printed.

import { sql } from 'kysely'
import type { Db } from '../../db/db.ts'
import type { AccountDeps } from '../accounts.ts'
import { appendAudit } from '../auditLog.ts'

export async function readProofRequired(db: Db, accountId: string): Promise<boolean> {
  const { rows } = await sql<{ required: boolean }>`
    select proof_required as required from accounts where account_id = ${accountId}`.execute(db)
  return rows[0]?.required ?? false
}

export async function changeProofRequired(
  { db, clock, newId }: Pick<AccountDeps, 'db' | 'clock' | 'newId'>,
  { accountId, required, actor }: { accountId: string; required: boolean; actor: string },
): Promise<void> {
  await db.transaction().execute(async tx => {
    await sql`update accounts set proof_required = ${required} where account_id = ${accountId}`.execute(tx)
    const action = { at: clock(), actor, action: 'proof_required_changed', accountId, subject: accountId }
    await appendAudit(tx, newId, { ...action, details: { required } })
  })
}
