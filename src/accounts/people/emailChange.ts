// Changes the email address of a sign-in. Both addresses receive an email, and the change takes effect when both are
// confirmed, so access to only one of the mailboxes is not enough. better-auth's own flow signs in anybody who opens
// the link and cannot be withdrawn, so this is done here, like sign-ups and invitations. The person does not learn
// whether the new address already has a sign-in.

import { sql } from 'kysely'
import { say } from '../../../languages/texts.ts'
import { day, later } from '../../base/clock.ts'
import { malformedField, Refusal } from '../../base/refusal.ts'
import type { Db, Tx } from '../../db/db.ts'
import { changeHolderEmail, isEmailInUse, readPerson } from '../accountStore.ts'
import type { AccountDeps } from '../accounts.ts'
import { appendAudit } from '../auditLog.ts'
import { digestOfToken, newToken } from '../signIn/tokens.ts'

const linkLifetimeMs = day

type Deps = Pick<AccountDeps, 'db' | 'clock' | 'newId'>

export type EmailChange = { newEmail: string; oldConfirmed: boolean; newConfirmed: boolean; expiresAt: Date }

/** The contents of the two emails; `newToken` is null when the new address already has a sign-in. */
export type StartedEmailChange = {
  name: string
  oldEmail: string
  newEmail: string
  oldToken: string
  newToken: string | null
  expiresAt: Date
}

/** Replaces an earlier request. Refuses the person's current address with malformed_request. */
export async function startEmailChange(
  { db, clock, newId }: Deps,
  { userId, email, actor }: { userId: string; email: string; actor: string },
): Promise<StartedEmailChange> {
  const newEmail = email.toLowerCase()
  const now = clock()
  const expiresAt = later(now, linkLifetimeMs)
  const [forOld, forNew] = [newToken(), newToken()]
  return db.transaction().execute(async tx => {
    const person = (await readPerson(tx, userId))!
    if (person.email === newEmail)
      throw malformedField('/email', 'not_changed', say('This is already your email address.'))
    await sql`
      insert into email_changes (user_id, new_email, old_token_sha256, new_token_sha256, created_at, expires_at)
      values (${userId}, ${newEmail}, ${forOld.digest}, ${forNew.digest}, ${now}, ${expiresAt})
      on conflict (user_id) do update
      set new_email = excluded.new_email, old_token_sha256 = excluded.old_token_sha256,
        new_token_sha256 = excluded.new_token_sha256, old_confirmed_at = null, new_confirmed_at = null,
        created_at = excluded.created_at, expires_at = excluded.expires_at`.execute(tx)
    const { name, email: oldEmail, accountId } = person
    const details = { from: oldEmail, to: newEmail }
    await appendAudit(tx, newId, { at: now, actor, action: 'email_change_asked', accountId, subject: userId, details })
    const isTaken = await isEmailInUse(tx, newEmail)
    return { name, oldEmail, newEmail, oldToken: forOld.token, newToken: isTaken ? null : forNew.token, expiresAt }
  })
}

/** The request that can still be confirmed; null when there is none. */
export async function readEmailChange(db: Db, userId: string, now: Date): Promise<EmailChange | null> {
  const { rows } = await sql<EmailChange>`
    select
      new_email as "newEmail", old_confirmed_at is not null as "oldConfirmed",
      new_confirmed_at is not null as "newConfirmed", expires_at as "expiresAt"
    from email_changes
    where user_id = ${userId} and expires_at > ${now}`.execute(db)
  return rows[0] ?? null
}

/** Both links stop working. */
export async function withdrawEmailChange(db: Db, userId: string): Promise<void> {
  await sql`delete from email_changes where user_id = ${userId}`.execute(db)
}

/** `waitsFor` is the address that has not confirmed yet; null when the address has changed. */
export type ConfirmedEmailChange = { newEmail: string; waitsFor: 'old' | 'new' | null }

/**
 * Confirms an address with the token of its email. When both are confirmed, the address changes, and all sessions and
 * password links end, because they belong to the old address. Refuses with not_found, already_exists.
 */
export async function confirmEmailChange({ db, clock, newId }: Deps, token: string): Promise<ConfirmedEmailChange> {
  const digest = digestOfToken(token)
  const now = clock()
  return db.transaction().execute(async tx => {
    const { rows } = await sql<{ userId: string; newEmail: string; isOld: boolean; isNew: boolean }>`
      update email_changes
      set old_confirmed_at = case when old_token_sha256 = ${digest} then ${now}::timestamptz else old_confirmed_at end,
        new_confirmed_at = case when new_token_sha256 = ${digest} then ${now}::timestamptz else new_confirmed_at end
      where (old_token_sha256 = ${digest} or new_token_sha256 = ${digest}) and expires_at > ${now}
      returning user_id as "userId", new_email as "newEmail", old_confirmed_at is not null as "isOld",
        new_confirmed_at is not null as "isNew"`.execute(tx)
    const [change] = rows
    if (change === undefined) throw new Refusal('not_found', say('The link is invalid, used, withdrawn or expired.'))
    const { userId, newEmail, isOld, isNew } = change
    if (!isOld || !isNew) return { newEmail, waitsFor: isOld ? 'new' : 'old' }
    await changeEmail(tx, { userId, newEmail, now, newId })
    return { newEmail, waitsFor: null }
  })
}

type ConfirmedChange = { userId: string; newEmail: string; now: Date; newId: Deps['newId'] }

async function changeEmail(tx: Tx, { userId, newEmail, now, newId }: ConfirmedChange): Promise<void> {
  const { email: oldEmail, accountId, role } = (await readPerson(tx, userId))!
  const { rows } = await sql`
    update users
    set email = ${newEmail}, email_verified = true, updated_at = ${now}
    where id = ${userId} and not exists (select from users where email = ${newEmail})
    returning id`.execute(tx)
  if (rows.length === 0)
    throw new Refusal('already_exists', say('Another sign-in has taken this email address in the meantime.'))
  await sql`delete from email_changes where user_id = ${userId}`.execute(tx)
  await sql`delete from sessions where user_id = ${userId}`.execute(tx)
  await sql`delete from verifications where value = ${userId}`.execute(tx)
  if (role === 'owner') {
    // The emails of the account go to an owner's address. Where that was the old address, it is now the new address.
    await changeHolderEmail(tx, { accountId, from: oldEmail, to: newEmail })
  }
  const details = { from: oldEmail, to: newEmail }
  const actor = `user ${userId}`
  await appendAudit(tx, newId, { at: now, actor, action: 'email_changed', accountId, subject: userId, details })
}

export async function deleteExpiredEmailChanges(db: Db, now: Date): Promise<number> {
  const { numAffectedRows = 0n } = await sql`delete from email_changes where expires_at < ${now}`.execute(db)
  return Number(numAffectedRows)
}
