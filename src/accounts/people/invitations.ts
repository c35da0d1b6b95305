// Invitations by email, to an account (team.ts), to the operator's staff and to printers (operators.ts). A person who
// opens the link chooses a password and can then sign in. The link works once, and only its hash is stored.

import { sql } from 'kysely'
import type { Language } from '../../../languages/languages.ts'
import { say } from '../../../languages/texts.ts'
import { day, later } from '../../base/clock.ts'
import { Refusal } from '../../base/refusal.ts'
import type { Db, Tx } from '../../db/db.ts'
import type { AcceptedTerms, Membership, NewPerson } from '../accountStore.ts'
import { type AccountDeps, addPerson, checkNoAddress, hashNewPassword } from '../accounts.ts'
import { appendAudit } from '../auditLog.ts'
import { requireLocalSignIn } from '../signIn/localSignIn.ts'
import { digestOfToken, newToken } from '../signIn/tokens.ts'
import type { Role } from './roles.ts'
import type { StaffRole } from './staffRoles.ts'

const invitationLifetimeMs = 7 * day

/** The kind and the role that the invited person will have. */
export type InvitedAs = Omit<Membership, 'userId'>
export type StoredInvitation = InvitedAs & { invitationId: string; email: string; createdAt: Date; expiresAt: Date }

/** The invitations that can still be accepted, to an account or, for null, of the operator's people. Oldest first. */
export async function listOpenInvitations(
  db: Db | Tx,
  accountId: string | null,
  now: Date,
): Promise<StoredInvitation[]> {
  const { rows } = await sql<StoredInvitation>`
    select
      invitation_id as "invitationId", email, kind, account_id as "accountId", role, printer,
      created_at as "createdAt", expires_at as "expiresAt"
    from invitations
    where ${inAccount(accountId)} and expires_at > ${now}
    order by created_at, invitation_id`.execute(db)
  return rows
}

const inAccount = (accountId: string | null) =>
  accountId === null ? sql`account_id is null` : sql`account_id = ${accountId}`

/** Without a choice, the email is in the language of the inviter, and the page in that of the browser. */
export type InvitationLanguages = { chosen?: Language | undefined; ofInviter: Language }

type Issue = { email: string; as: InvitedAs; actor: string; action: 'member_invited' | 'person_invited' }

/** Replaces an earlier invitation of that address, which must be in lower case. The caller has checked the limits. */
export async function issueInvitation(
  tx: Tx,
  { clock, newId }: Pick<AccountDeps, 'clock' | 'newId'>,
  { email, as, actor, action }: Issue,
): Promise<{ invitation: StoredInvitation; token: string }> {
  const { kind, accountId, role, printer } = as
  const now = clock()
  const { token, digest } = newToken()
  const invitation = {
    ...as,
    invitationId: newId('inv'),
    email,
    createdAt: now,
    expiresAt: later(now, invitationLifetimeMs),
  }
  const invitedBy = await readInviters(tx, actor)
  await sql`
    insert into invitations (
      account_id, invitation_id, email, kind, role, printer, token_sha256, invited_by, created_at, expires_at
    )
    values (
      ${accountId}, ${invitation.invitationId}, ${email}, ${kind}, ${role}, ${printer}, ${digest},
      ${invitedBy}::text[], ${now}, ${invitation.expiresAt}
    )`.execute(tx)
  const subject = invitation.invitationId
  await appendAudit(tx, newId, { at: now, actor, action, accountId, subject, details: detailsOf(email, as) })
  return { invitation, token }
}

/**
 * The person who invites, and by whom that person was invited. Kept with the invited person, because a person who
 * invited others may be removed.
 */
async function readInviters(tx: Tx, actor: string): Promise<string[]> {
  if (!actor.startsWith('user ')) return []
  const userId = actor.slice('user '.length)
  const { rows } = await sql<{ invitedBy: string[] }>`
    select invited_by as "invitedBy" from memberships where user_id = ${userId}`.execute(tx)
  return [userId, ...(rows[0]?.invitedBy ?? [])]
}

/** Deletes the earlier invitation of that address, and invitations that were not accepted in time. */
export async function deleteEarlierInvitations(
  tx: Tx,
  { accountId, email, now }: { accountId: string | null; email: string; now: Date },
): Promise<void> {
  await sql`
    delete from invitations
    where ${inAccount(accountId)} and (email = ${email} or expires_at <= ${now})`.execute(tx)
}

/** Refuses with not_found an invitation that is not of that account or, for null, not of the operator's people. */
export async function withdrawInvitation(
  { db, clock, newId }: AccountDeps,
  { accountId, invitationId, actor }: { accountId: string | null; invitationId: string; actor: string },
): Promise<void> {
  await db.transaction().execute(async tx => {
    const { rows } = await sql<InvitedAs & { email: string }>`
      delete from invitations
      where ${inAccount(accountId)} and invitation_id = ${invitationId}
      returning email, kind, account_id as "accountId", role, printer`.execute(tx)
    const [deleted] = rows
    if (deleted === undefined) throw new Refusal('not_found', say('The invitation does not exist.'))
    const details = detailsOf(deleted.email, deleted)
    const action = 'invitation_withdrawn'
    await appendAudit(tx, newId, { at: clock(), actor, action, accountId, subject: invitationId, details })
  })
}

/** A person in the audit log. The account is a column of the log. */
export const detailsOf = (email: string, { kind, role, printer }: Pick<InvitedAs, 'kind' | 'role' | 'printer'>) =>
  kind === 'customer'
    ? { email, role }
    : { email, kind, ...(kind === 'staff' ? { role } : { printer: printer ?? 'all' }) }

/** `accountName` is null for the operator's people. */
export type Invitee = InvitedAs & { email: string; accountName: string | null }

/** The invitation that a token belongs to. Refuses with not_found. */
export async function readInvitation({ db, clock }: AccountDeps, token: string): Promise<Invitee> {
  const { rows } = await sql<Invitee>`
    select i.kind, i.account_id as "accountId", a.name as "accountName", i.email, i.role, i.printer
    from invitations i
    left join accounts a using (account_id)
    where i.token_sha256 = ${digestOfToken(token)} and i.expires_at > ${clock()}`.execute(db)
  if (rows[0] === undefined)
    throw new Refusal('not_found', say('The invitation is invalid, used, withdrawn or expired.'))
  return rows[0]
}

/** Creates the person, who may then sign in. Refuses with not_found, already_exists, wrong_state. */
export async function acceptInvitation(
  deps: AccountDeps,
  { token, name, password, terms }: { token: string; name: string; password: string; terms: AcceptedTerms | null },
): Promise<{ email: string }> {
  checkNoAddress(name, '/name')
  const acceptedAt = deps.clock()
  const { email } = await readInvitation(deps, token)
  const passwordHash = await hashNewPassword(password, email)
  return deps.db.transaction().execute(async tx => {
    const { rows } = await sql<InvitedAs & { invitedBy: string[] }>`
      delete from invitations
      where token_sha256 = ${digestOfToken(token)}
      returning kind, account_id as "accountId", role, printer, invited_by as "invitedBy"`.execute(tx)
    const [as] = rows
    if (as === undefined) throw new Refusal('not_found', say('The invitation has just been used or withdrawn.'))
    if (as.accountId !== null) await requireLocalSignIn(tx, as.accountId)
    await addPerson(
      tx,
      deps,
      { ...personOf(as, terms && { ...terms, acceptedAt }), name, email, passwordHash, invitedBy: as.invitedBy },
      'invitation',
    )
    return { email }
  })
}

function personOf({ kind, accountId, role, printer }: InvitedAs, terms: NewPerson['terms']) {
  if (kind === 'customer') return { kind, accountId: accountId!, role: role as Role, terms }
  return kind === 'printer' ? { kind, printer } : { kind, role: role as StaffRole }
}
