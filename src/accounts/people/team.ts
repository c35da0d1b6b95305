// The members of an account, their roles and invitations. A person belongs to one account. An account always has an
// owner: changes of members lock all of its membership rows, so that two owners cannot remove each other at the same
// time.

import { sql } from 'kysely'
import { say } from '../../../languages/texts.ts'
import { day, earlier, hour, second } from '../../base/clock.ts'
import { Refusal, TooMany } from '../../base/refusal.ts'
import { sortableBound } from '../../base/secrets/ids.ts'
import type { Db, Tx } from '../../db/db.ts'
import { isEmailInUse, type NewPerson } from '../accountStore.ts'
import { type AccountDeps, checkEmail, checkName, checkNoAddress, openAccount } from '../accounts.ts'
import { appendAudit } from '../auditLog.ts'
import { requireLocalSignIn } from '../signIn/localSignIn.ts'
import { deleteEarlierInvitations, issueInvitation, listOpenInvitations } from './invitations.ts'
import type { Role } from './roles.ts'

/** Of members and open invitations together. */
const maxPeople = 200
/** Otherwise an account could send its name to strangers. */
const maxInvitationsPerDay = 20

export type Member = {
  userId: string
  name: string
  email: string
  role: Role
  secondFactor: boolean
  since: Date
  /** Null for who joined without terms. */
  terms: NewPerson['terms']
}
export type Invitation = { invitationId: string; email: string; role: Role; createdAt: Date; expiresAt: Date }

export async function listMembers(db: Db | Tx, accountId: string): Promise<Member[]> {
  type Row = Omit<Member, 'terms'> & { version: string | null; operatorVersion: number; acceptedAt: Date }
  const { rows } = await sql<Row>`
    select
      u.id as "userId", u.name, u.email, m.role, u.two_factor_enabled as "secondFactor", m.created_at as since,
      u.terms_version as version, u.terms_operator_version as "operatorVersion", u.terms_accepted_at as "acceptedAt"
    from memberships m
    join users u on u.id = m.user_id
    where m.account_id = ${accountId}
    order by m.created_at, u.id`.execute(db)
  return rows.map(({ version, operatorVersion, acceptedAt, ...member }) => ({
    ...member,
    terms: version === null ? null : { version, operatorVersion, acceptedAt },
  }))
}

/** The invitations that can still be accepted. */
export async function listInvitations(db: Db | Tx, accountId: string, now: Date): Promise<Invitation[]> {
  const found = await listOpenInvitations(db, accountId, now)
  return found.map(({ invitationId, email, role, createdAt, expiresAt }) => ({
    invitationId,
    email,
    role: role as Role,
    createdAt,
    expiresAt,
  }))
}

export type InvitationRequest = { accountId: string; email: string; role: Role; actor: string }

/** `token` is for the email. It is null when the address has a sign-in elsewhere, which the inviter does not learn. */
export type IssuedInvitation = { invitation: Invitation; token: string | null; accountName: string }

/**
 * Opens an account, and invites its first owner. Refuses with malformed_request, and with already_exists when the
 * address has a sign-in, or is invited to another account: a person belongs to one account.
 */
export async function openAccountByInvitation(
  deps: AccountDeps,
  { name, email, actor }: { name: string; email: string; actor: string },
): Promise<IssuedInvitation & { accountId: string }> {
  checkName(name)
  checkNoAddress(name, '/name')
  await checkEmail(deps, email)
  const holderEmail = email.toLowerCase()
  return deps.db.transaction().execute(async tx => {
    const { rows } = await sql`
      select from invitations where email = ${holderEmail} and expires_at > ${deps.clock()} limit 1`.execute(tx)
    if (rows.length > 0)
      throw new Refusal('already_exists', say('{email} is already invited to an account.', { email }))
    const { accountId } = await openAccount(tx, deps, { name, holderEmail, enterprise: false }, actor)
    return { accountId, ...(await invite(tx, deps, { accountId, email, role: 'owner', actor })) }
  })
}

/** Replaces an earlier invitation of that address. Refuses with already_exists, wrong_state. */
export async function invite(
  tx: Tx,
  deps: Pick<AccountDeps, 'clock' | 'newId'>,
  request: InvitationRequest,
): Promise<IssuedInvitation> {
  const { accountId, role, actor } = request
  const email = request.email.toLowerCase()
  const now = deps.clock()
  await requireLocalSignIn(tx, accountId)
  const members = await lockMembers(tx, accountId)
  if (members.some(member => member.email === email)) {
    throw new Refusal('already_exists', say('{email} is already a member of this account.', { email }))
  }
  await requireFewInvitations(tx, accountId, now)
  await deleteEarlierInvitations(tx, { accountId, email, now })
  await requireRoomInTeam(tx, accountId, now)
  const as = { kind: 'customer' as const, accountId, role, printer: null }
  const issued = await issueInvitation(tx, deps, { email, as, actor, action: 'member_invited' })
  const { invitationId, createdAt, expiresAt } = issued.invitation
  const isTaken = await isEmailInUse(tx, email)
  return {
    invitation: { invitationId, email, role, createdAt, expiresAt },
    token: isTaken ? null : issued.token,
    accountName: await readAccountName(tx, accountId),
  }
}

/** Withdrawn and accepted invitations count: each was an email to an address that the inviter chose. */
async function requireFewInvitations(tx: Tx, accountId: string, now: Date): Promise<void> {
  const { rows } = await sql<{ sent: number }>`
    select count(*)::int as sent
    from audit_log
    where
      account_id = ${accountId} and audit_id > ${sortableBound('aud', earlier(now, day))}
      and action = 'member_invited'`.execute(tx)
  if (rows[0]!.sent < maxInvitationsPerDay) return
  const detail = `An account can send at most ${maxInvitationsPerDay} invitations within 24 hours.`
  throw new TooMany(detail, { limit: maxInvitationsPerDay, retryAfterSeconds: hour / second })
}

/** Locks the members. Refuses with wrong_state when there are as many as there can be. */
export async function requireRoomInTeam(tx: Tx, accountId: string, now: Date): Promise<void> {
  const members = await lockMembers(tx, accountId)
  const open = await listInvitations(tx, accountId, now)
  if (members.length + open.length < maxPeople) return
  throw new Refusal(
    'wrong_state',
    say('An account can have at most {maxPeople} members and invitations.', { maxPeople }),
  )
}

type Change = { accountId: string; userId: string; actor: string }

/** Refuses with not_found, and with wrong_state if no owner would be left. */
export async function changeRole({ db, clock, newId }: AccountDeps, change: Change & { role: Role }): Promise<Member> {
  const { accountId, userId, actor, role } = change
  return db.transaction().execute(async tx => {
    const member = await lockMember(tx, change, role)
    await sql`update memberships set role = ${role} where user_id = ${userId}`.execute(tx)
    const details = { email: member.email, from: member.role, to: role }
    await appendAudit(tx, newId, { at: clock(), actor, action: 'role_changed', accountId, subject: userId, details })
    return { ...member, role }
  })
}

/** Deletes a person's sign-in, since it exists only for this account. Refuses like `changeRole`. */
export async function removeMember({ db, clock, newId }: AccountDeps, change: Change): Promise<void> {
  const { accountId, userId, actor } = change
  await db.transaction().execute(async tx => {
    const { name, email, role } = await lockMember(tx, change, null)
    await sql`delete from users where id = ${userId}`.execute(tx)
    const details = { name, email, role }
    await appendAudit(tx, newId, { at: clock(), actor, action: 'member_removed', accountId, subject: userId, details })
  })
}

/** `newRole` is null for a member who leaves. */
async function lockMember(tx: Tx, { accountId, userId }: Change, newRole: Role | null): Promise<Member> {
  const members = await lockMembers(tx, accountId)
  const member = members.find(({ userId: id }) => id === userId)
  if (member === undefined) throw new Refusal('not_found', say('The member does not exist.'))
  const owners = members.filter(({ role }) => role === 'owner')
  if (member.role === 'owner' && newRole !== 'owner' && owners.length === 1) {
    throw new Refusal(
      'wrong_state',
      say('An account must have at least one owner: make another member an owner first.'),
    )
  }
  return member
}

/** The owners with a sign-in. */
export async function readOwners(tx: Tx, accountId: string): Promise<{ accountName: string; email: string }[]> {
  const { rows } = await sql<{ accountName: string; email: string }>`
    select a.name as "accountName", u.email
    from memberships m
    join users u on u.id = m.user_id
    join accounts a on a.account_id = m.account_id
    where m.account_id = ${accountId} and m.role = 'owner'
    order by u.email`.execute(tx)
  return rows
}

async function lockMembers(tx: Tx, accountId: string): Promise<Member[]> {
  await sql`select from memberships where account_id = ${accountId} order by user_id for update`.execute(tx)
  return listMembers(tx, accountId)
}

export async function readAccountName(tx: Db | Tx, accountId: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`select name from accounts where account_id = ${accountId}`.execute(tx)
  return rows[0]!.name
}
