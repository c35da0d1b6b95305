// Suspending an account: its keys are refused, its people are signed out and cannot sign in, so no new order comes in.
// Nothing else stops: orders that were accepted are charged, printed and shipped, and their webhooks are sent.

import { sql } from 'kysely'
import { say } from '../../../languages/texts.ts'
import { Refusal } from '../../base/refusal.ts'
import type { Db, Tx } from '../../db/db.ts'
import type { AccountDeps } from '../accounts.ts'
import { appendAudit } from '../auditLog.ts'

type Deps = Pick<AccountDeps, 'db' | 'clock' | 'newId'>
type SuspensionAction = { accountId: string; reason: string; actor: string }

/** The reason of a suspension that a command ends (src/features/moving). */
export const movingReason = 'The account moves to another installation.'

/** Suspending a suspended account changes nothing. Refuses with not_found. */
export async function suspendAccount(
  { db, clock, newId }: Deps,
  { accountId, reason, actor }: SuspensionAction,
): Promise<void> {
  const at = clock()
  await db.transaction().execute(async tx => {
    if ((await lockSuspension(tx, accountId)).reason !== null) return
    await sql`
      update accounts
      set suspended_at = ${at}, suspension_reason = ${reason}
      where account_id = ${accountId}`.execute(tx)
    const details = { reason, endedSessions: await endSessions(tx, accountId) }
    await appendAudit(tx, newId, { at, actor, action: 'account_suspended', accountId, subject: accountId, details })
  })
}

/**
 * Lets the keys work and people sign in again. Resuming an account that is not suspended changes nothing. Refuses with
 * not_found, and with wrong_state while the account moves.
 */
export async function resumeAccount(
  { db, clock, newId }: Deps,
  { accountId, reason, actor }: SuspensionAction,
): Promise<void> {
  const at = clock()
  await db.transaction().execute(async tx => {
    const { reason: suspendedFor, isMoving } = await lockSuspension(tx, accountId)
    if (suspendedFor === null) return
    if (isMoving) throw new Refusal('wrong_state', say('The account moves to another installation, where it works on.'))
    await sql`
      update accounts
      set suspended_at = null, suspension_reason = null
      where account_id = ${accountId}`.execute(tx)
    const details = { reason }
    await appendAudit(tx, newId, { at, actor, action: 'account_resumed', accountId, subject: accountId, details })
  })
}

/**
 * Signs out all people of an account; they can sign in again. Returns how many sessions ended. Refuses with not_found.
 */
export async function endAccountSessions({ db, clock, newId }: Deps, act: SuspensionAction): Promise<number> {
  const { accountId, reason, actor } = act
  return db.transaction().execute(async tx => {
    await lockSuspension(tx, accountId)
    const endedSessions = await endSessions(tx, accountId)
    const details = { reason, endedSessions }
    await appendAudit(tx, newId, {
      at: clock(),
      actor,
      action: 'account_sessions_ended',
      accountId,
      subject: accountId,
      details,
    })
    return endedSessions
  })
}

export async function listLiveKeyIds(db: Db, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ keyId: string }>`
    select key_id as "keyId" from api_keys where account_id = ${accountId} and revoked_at is null`.execute(db)
  return rows.map(({ keyId }) => keyId)
}

/**
 * Locks the account, and returns why it is suspended (null: it is not) and whether it moves. The lock makes
 * simultaneous changes wait for each other.
 */
async function lockSuspension(tx: Tx, accountId: string): Promise<{ reason: string | null; isMoving: boolean }> {
  const { rows } = await sql<{ reason: string | null; isMoving: boolean }>`
    select suspension_reason as reason, moving_since is not null as "isMoving"
    from accounts
    where account_id = ${accountId}
    for no key update`.execute(tx)
  if (rows[0] === undefined) throw new Refusal('not_found', say('there is no account {accountId}', { accountId }))
  return rows[0]
}

async function endSessions(tx: Tx, accountId: string): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from sessions s
    using memberships m
    where m.user_id = s.user_id and m.account_id = ${accountId}`.execute(tx)
  return Number(numAffectedRows)
}
