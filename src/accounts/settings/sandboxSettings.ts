// How the sandbox orders of an account continue. `payments`: `manual`, by simulating each, or `automatic`, as soon as
// their files have been checked. `pace`: how long the hold lasts, and then the print, as an ISO 8601 duration; null for
// the times of production.

import { sql } from 'kysely'
import type { Db, Tx } from '../../db/db.ts'
import type { AccountDeps } from '../accounts.ts'
import { appendAudit } from '../auditLog.ts'

export const sandboxPayments = ['manual', 'automatic'] as const
type SandboxSettings = { payments: (typeof sandboxPayments)[number]; pace: string | null }

const usual: SandboxSettings = { payments: 'manual', pace: null }

export async function readSandboxSettings(db: Db, accountId: string): Promise<SandboxSettings> {
  return (await findSandboxSettings(db, [accountId])).get(accountId) ?? usual
}

/** The settings of accounts, by their ids. */
export async function findSandboxSettings(db: Db | Tx, accountIds: string[]): Promise<Map<string, SandboxSettings>> {
  const { rows } = await sql<{ accountId: string } & SandboxSettings>`
    select account_id as "accountId", sandbox_payments as payments, sandbox_pace as pace
    from accounts
    where account_id = any (${accountIds}::text[])`.execute(db)
  return new Map(rows.map(({ accountId, ...settings }) => [accountId, settings]))
}

/** Settings that are not given stay as they are. */
export async function changeSandboxSettings(
  { db, clock, newId }: Pick<AccountDeps, 'db' | 'clock' | 'newId'>,
  { accountId, changes, actor }: { accountId: string; changes: Partial<SandboxSettings>; actor: string },
): Promise<void> {
  const { payments, pace } = changes
  await db.transaction().execute(async tx => {
    const by = { at: clock(), actor, accountId, subject: accountId }
    if (payments !== undefined) {
      await sql`update accounts set sandbox_payments = ${payments} where account_id = ${accountId}`.execute(tx)
      await appendAudit(tx, newId, { ...by, action: 'sandbox_payments_changed', details: { payments } })
    }
    if (pace !== undefined) {
      await sql`update accounts set sandbox_pace = ${pace} where account_id = ${accountId}`.execute(tx)
      await appendAudit(tx, newId, { ...by, action: 'sandbox_pace_changed', details: { pace } })
    }
  })
}
