// The payment of an account's sandbox orders: `manual`, by simulating it, or `automatic`, as soon as their files have
// been checked.

import { sql } from 'kysely'
import type { Db, Tx } from '../db/db.ts'
import type { AccountDeps } from './accounts.ts'
import { appendAudit } from './auditLog.ts'

export const sandboxPayments = ['manual', 'automatic'] as const
export type SandboxPayments = (typeof sandboxPayments)[number]

export async function readSandboxPayments(db: Db, accountId: string): Promise<SandboxPayments> {
  const { rows } = await sql<{ payments: SandboxPayments }>`
    select sandbox_payments as payments from accounts where account_id = ${accountId}`.execute(db)
  return rows[0]?.payments ?? 'manual'
}

/** The ids of the accounts with automatic payments in their sandbox. */
export async function findAutomaticSandboxes(tx: Tx, accountIds: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ accountId: string }>`
    select account_id as "accountId"
    from accounts
    where account_id = any (${accountIds}::text[]) and sandbox_payments = 'automatic'`.execute(tx)
  return new Set(rows.map(({ accountId }) => accountId))
}

export async function changeSandboxPayments(
  { db, clock, newId }: Pick<AccountDeps, 'db' | 'clock' | 'newId'>,
  { accountId, payments, actor }: { accountId: string; payments: SandboxPayments; actor: string },
): Promise<void> {
  await db.transaction().execute(async tx => {
    await sql`update accounts set sandbox_payments = ${payments} where account_id = ${accountId}`.execute(tx)
    const action = { at: clock(), actor, action: 'sandbox_payments_changed', accountId, subject: accountId }
    await appendAudit(tx, newId, { ...action, details: { payments } })
  })
}
