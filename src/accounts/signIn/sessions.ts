// Sessions are rows of better-auth. Here are the membership of a session's owner, and the time at which the owner last
// proved the identity: entered the password, or signed in at the identity provider. Times are the machine's.

import { sql } from 'kysely'
import type { NewId } from '../../base/secrets/ids.ts'
import type { Db, Tx } from '../../db/db.ts'
import { deleteBatch } from '../../db/deleteBatch.ts'
import type { Membership, Person } from '../accountStore.ts'
import { appendAudit } from '../auditLog.ts'
import { mustUseProvider } from './localSignIn.ts'
import { mustHaveSecondFactorBy } from './secondFactorRoles.ts'

/**
 * `confirmedAt` is when the password was last entered, at the sign-in or since. In a session of single sign-on it is
 * when the person last signed in at the provider; null if the provider does not tell.
 */
export type SessionOwner = Person &
  Membership & {
    secondFactor: boolean
    /** Whether the role of a member of the staff must have one. */
    mustByRole: boolean
    isSingleSignOn: boolean
    hasPassword: boolean
    confirmedAt: Date | null
    /** The account that a person of the staff sees as its customers do. */
    viewedAccountId: string | null
    viewedAccountName: string | null
    viewedIsSuspended: boolean
  }

/**
 * Null when the owner has no membership, or an account that is suspended, or one whose members must use the provider
 * while this session is of a password.
 */
export async function readSessionOwner(db: Db, sessionId: string, now: Date): Promise<SessionOwner | null> {
  const { rows } = await sql<SessionOwner>`
    select
      u.id as "userId", u.name, u.email, u.two_factor_enabled as "secondFactor",
      m.kind, m.account_id as "accountId", m.role, m.printer,
      m.kind = 'staff' and ${mustHaveSecondFactorBy(sql`m.role`)} as "mustByRole",
      s.single_sign_on as "isSingleSignOn",
      coalesce(o.local_sign_in, true) and exists (
        select from credentials c where c.user_id = u.id and c.provider_id = 'credential'
      ) as "hasPassword",
      case when s.single_sign_on then s.confirmed_at else greatest(s.created_at, s.confirmed_at) end as "confirmedAt",
      v.account_id as "viewedAccountId", v.name as "viewedAccountName",
      v.suspended_at is not null as "viewedIsSuspended"
    from sessions s
    join users u on u.id = s.user_id
    join memberships m on m.user_id = u.id
    left join accounts a on a.account_id = m.account_id
    left join accounts v on v.account_id = s.viewed_account and s.viewed_until > ${now} and m.kind = 'staff'
    left join account_sign_ons o on o.account_id = m.account_id
    where
      s.id = ${sessionId} and a.suspended_at is null
      and (s.single_sign_on or coalesce(o.local_sign_in, true))`.execute(db)
  return rows[0] ?? null
}

export type Session = {
  sessionId: string
  createdAt: Date
  expiresAt: Date
  ipAddress: string | null
  userAgent: string | null
}

export async function listSessions(db: Db, userId: string, now: Date): Promise<Session[]> {
  const { rows } = await sql<Session>`
    select
      id as "sessionId", created_at as "createdAt", expires_at as "expiresAt",
      ip_address as "ipAddress", user_agent as "userAgent"
    from sessions
    where user_id = ${userId} and expires_at > ${now}
    order by created_at desc, id`.execute(db)
  return rows
}

/** False when the person has no such session. */
export async function endSession(db: Db, userId: string, sessionId: string): Promise<boolean> {
  const { rows } = await sql`
    delete from sessions where user_id = ${userId} and id = ${sessionId} returning id`.execute(db)
  return rows.length > 0
}

/** Ends a session by its secret token. */
export async function endSessionByToken(db: Db, token: string): Promise<void> {
  await sql`delete from sessions where token = ${token}`.execute(db)
}

type SignIn = { userId: string; accountId: string | null; at: Date; details: Record<string, string> }

/** Records a sign-in in the audit log. `isFirst`: it is the person's first sign-in. */
export async function recordSignIn(
  { db, newId }: { db: Db; newId: NewId },
  { userId, accountId, at, details }: SignIn,
): Promise<{ isFirst: boolean }> {
  return db.transaction().execute(async tx => {
    const { rows } = await sql<{ before: Date | null }>`
      select signed_in_at as before from memberships where user_id = ${userId} for update`.execute(tx)
    await sql`update memberships set signed_in_at = ${at} where user_id = ${userId}`.execute(tx)
    const actor = `user ${userId}`
    await appendAudit(tx, newId, { at, actor, action: 'signed_in', accountId, subject: userId, details })
    return { isFirst: rows[0]?.before === null }
  })
}

export async function endOtherSessions(db: Db | Tx, userId: string, sessionId: string): Promise<void> {
  await sql`delete from sessions where user_id = ${userId} and id <> ${sessionId}`.execute(db)
}

/** Marks a session that was opened for a person who had proved the identity to the provider at that time. */
export async function markSingleSignOn(db: Db, token: string, authenticatedAt: Date | null): Promise<void> {
  await sql`
    update sessions set single_sign_on = true, confirmed_at = ${authenticatedAt} where token = ${token}`.execute(db)
}

/** Ends all sessions that the identity provider has opened for a person. */
export async function endSingleSignOnSessions(db: Db | Tx, userId: string): Promise<void> {
  await sql`delete from sessions where user_id = ${userId} and single_sign_on`.execute(db)
}

export async function confirmSession(db: Db, sessionId: string, now: Date): Promise<void> {
  await sql`update sessions set confirmed_at = ${now} where id = ${sessionId}`.execute(db)
}

type View = { sessionId: string; accountId: string; until: Date; at: Date; actor: string }

/** From now on the session of a person of the staff also sees what the members of the account see. */
export async function viewAccount(
  { db, newId }: { db: Db; newId: NewId },
  { sessionId, accountId, until, at, actor }: View,
): Promise<void> {
  await db.transaction().execute(async tx => {
    await sql`
      update sessions set viewed_account = ${accountId}, viewed_until = ${until} where id = ${sessionId}`.execute(tx)
    await appendAudit(tx, newId, { at, actor, action: 'account_viewed', accountId, subject: accountId })
  })
}

/** A view that has ended by itself, or was ended before, ends without an entry. */
export async function endView(
  { db, newId }: { db: Db; newId: NewId },
  { sessionId, now, at, actor }: { sessionId: string; now: Date; at: Date; actor: string },
): Promise<void> {
  await db.transaction().execute(async tx => {
    const { rows } = await sql<{ accountId: string }>`
      select viewed_account as "accountId" from sessions
      where id = ${sessionId} and viewed_until > ${now}
      for update`.execute(tx)
    await sql`update sessions set viewed_account = null, viewed_until = null where id = ${sessionId}`.execute(tx)
    for (const { accountId } of rows)
      await appendAudit(tx, newId, { at, actor, action: 'account_view_ended', accountId, subject: accountId })
  })
}

/** Null for a person who has no password, or may not use it. */
export async function readPasswordHash(db: Db, userId: string): Promise<string | null> {
  if (await mustUseProvider(db, userId)) return null
  const { rows } = await sql<{ password: string | null }>`
    select password from credentials where user_id = ${userId} and provider_id = 'credential'`.execute(db)
  return rows[0]?.password ?? null
}

export async function hasSecondFactor(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql<{ on: boolean }>`
    select two_factor_enabled as on from users where id = ${userId}`.execute(db)
  return rows[0]?.on ?? false
}

/** Deletes every authenticator app; their secrets are sealed with the key that signs sessions. Returns the number. */
export async function clearSecondFactors(tx: Tx): Promise<number> {
  const { numAffectedRows } = await sql`delete from two_factors`.execute(tx)
  await sql`update users set two_factor_enabled = false where two_factor_enabled`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Deletes at most one batch of sessions, and of better-auth's temporary rows, that have expired; returns how many. */
export async function deleteExpiredSessions(db: Db, before: Date): Promise<number> {
  const sessions = await deleteBatch(db, 'sessions', sql`expires_at < ${before}`)
  const others = await deleteBatch(db, 'verifications', sql`expires_at < ${before}`)
  return sessions + others
}
