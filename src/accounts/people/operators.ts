// The operator's people and keys: those of the support staff, of printers, and of Prometheus. Customers manage their
// own people and keys in the dashboard (team.ts, accounts.ts). The staff always has an owner: changes of the operator's
// people lock all of their membership rows, so that two owners cannot remove each other at the same time.

import { sql } from 'kysely'
import { say } from '../../../languages/texts.ts'
import { Refusal } from '../../base/refusal.ts'
import type { Db, Tx } from '../../db/db.ts'
import { type AccountDeps, checkEmail } from '../accounts.ts'
import { appendAudit } from '../auditLog.ts'
import {
  deleteEarlierInvitations,
  detailsOf,
  issueInvitation,
  listOpenInvitations,
  type StoredInvitation,
} from './invitations.ts'
import { type StaffPermission, type StaffRole, staffRolesWith } from './staffRoles.ts'

type Kind = 'staff' | 'printer'

/** Of people and open invitations together. */
const maxOperators = 500

/** The keys are not revoked. */
export type Operators = { people: Operator[]; keys: OperatorKey[] }

/**
 * `role` is null for people of printers. `printer` is null for all printers, and for the staff. `lastSignInAt` is null
 * for a person who never signed in.
 */
export type Operator = {
  userId: string
  name: string
  email: string
  kind: Kind
  role: StaffRole | null
  printer: string | null
  secondFactor: boolean
  /** Whether the identity provider has signed the person in, which gives the role at each sign-in. */
  singleSignOn: boolean
  lastSignInAt: Date | null
  since: Date
}

/** `owner` is the email address of the person a staff key belongs to. Only staff keys have a role. */
export type OperatorKey = {
  keyId: string
  kind: Kind | 'metrics'
  printer: string | null
  role: StaffRole | null
  owner: string | null
  label: string
  createdAt: Date
  lastUsedAt: Date | null
  expiresAt: Date | null
}

export const listOperators = async (db: Db): Promise<Operators> => ({
  people: await listOperatorPeople(db),
  keys: await listOperatorKeys(db),
})

/** Oldest first. */
export async function listOperatorPeople(db: Db | Tx): Promise<Operator[]> {
  const { rows } = await sql<Operator>`
    select
      u.id as "userId", u.name, u.email, m.kind, m.role, m.printer, u.two_factor_enabled as "secondFactor",
      exists (
        select from credentials c where c.user_id = u.id and c.provider_id <> 'credential'
      ) as "singleSignOn",
      m.signed_in_at as "lastSignInAt", m.created_at as since
    from memberships m
    join users u on u.id = m.user_id
    where m.kind in ('staff', 'printer')
    order by m.created_at, u.email`.execute(db)
  return rows
}

/** The keys that are not revoked, with those that have expired, oldest first. */
export async function listOperatorKeys(db: Db): Promise<OperatorKey[]> {
  const { rows } = await sql<OperatorKey>`
    select
      k.key_id as "keyId", k.kind, k.printer, k.role, u.email as owner, k.label,
      k.created_at as "createdAt", k.last_used_at as "lastUsedAt", k.expires_at as "expiresAt"
    from api_keys k
    left join users u on u.id = k.owner_id
    where k.kind <> 'customer' and k.revoked_at is null
    order by k.created_at, k.key_id`.execute(db)
  return rows
}

/** The people, invitations and valid keys that belong to one printer, by email address or label. */
export async function readPrinterUsers(tx: Tx, printer: string, now: Date): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select u.email as name from memberships m join users u on u.id = m.user_id where m.printer = ${printer}
    union
    select email from invitations where printer = ${printer} and expires_at > ${now}
    union
    select label from api_keys where printer = ${printer} and ends_at > ${now}
    order by name`.execute(tx)
  return rows.map(({ name }) => name)
}

/** Whether the person owns the key. */
export async function isKeyOf(db: Db, keyId: string, userId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from api_keys where key_id = ${keyId} and owner_id = ${userId}`.execute(db)
  return rows.length > 0
}

/** The person behind an actor: the signed-in person, or the owner of the key. Null for a key without an owner. */
export async function findResponsiblePerson(db: Db | Tx, actor: string): Promise<string | null> {
  if (actor.startsWith('user ')) return actor.slice('user '.length)
  const { rows } = await sql<{ ownerId: string | null }>`
    select owner_id as "ownerId" from api_keys where 'key ' || key_id = ${actor}`.execute(db)
  return rows[0]?.ownerId ?? null
}

type StaffMember = { name: string; email: string }

const maxRecipients = 100

/** When a person joined, and the ids of the person who sent the invitation, of that person's inviter, and so on. */
export async function readJoining(
  tx: Tx,
  userId: string,
): Promise<{ joinedAt: Date; invitedBy: string[] } | undefined> {
  const { rows } = await sql<{ joinedAt: Date; invitedBy: string[] }>`
    select created_at as "joinedAt", invited_by as "invitedBy" from memberships where user_id = ${userId}`.execute(tx)
  return rows[0]
}

/** The members of the staff except that person, by the time of joining; only those with the permission, if any. */
export async function listOtherStaff(
  tx: Tx,
  userId: string,
  permission: StaffPermission | null = null,
): Promise<StaffMember[]> {
  const { rows } = await sql<StaffMember>`
    ${staff}
      and u.id <> ${userId}
      ${permission === null ? sql`` : sql`and m.role = any (${staffRolesWith(permission)}::text[])`}
    order by m.created_at, u.id
    limit ${maxRecipients}`.execute(tx)
  return rows
}

/** The members of the staff who may approve what that person requests. */
export async function listApprovers(tx: Tx, requesterId: string): Promise<StaffMember[]> {
  const { rows } = await sql<StaffMember>`
    ${staff}
      and m.role = any (${staffRolesWith('approvals')}::text[])
      and u.id <> ${requesterId}
      and not ${requesterId} = any (m.invited_by)
    order by m.created_at, u.id
    limit ${maxRecipients}`.execute(tx)
  return rows
}

/** Undefined for a person who is not a member of the staff. */
export async function readStaffMember(tx: Tx, userId: string): Promise<StaffMember | undefined> {
  const { rows } = await sql<StaffMember>`
    ${staff}
      and u.id = ${userId}`.execute(tx)
  return rows[0]
}

const staff = sql`
    select u.name, u.email
    from memberships m
    join users u on u.id = m.user_id
    where m.kind = 'staff'`

export type OperatorInvitation = Omit<StoredInvitation, 'kind' | 'accountId' | 'role'> & {
  kind: Kind
  role: StaffRole | null
}

/** The invitations that can still be accepted, oldest first. */
export async function listOperatorInvitations(db: Db | Tx, now: Date): Promise<OperatorInvitation[]> {
  return (await listOpenInvitations(db, null, now)).map(operatorInvitation)
}

const operatorInvitation = ({ accountId: _, kind, role, ...rest }: StoredInvitation): OperatorInvitation => ({
  ...rest,
  kind: kind as Kind,
  role: role as StaffRole | null,
})

/** `role` is for the staff, and `printer` for people of printers; otherwise null. */
export type OperatorInvitationRequest = Pick<OperatorInvitation, 'email' | 'kind' | 'role' | 'printer'> & {
  actor: string
}

/**
 * Replaces an earlier invitation of that address. `token` is for the email. Refuses with malformed_request,
 * already_exists, wrong_state.
 */
export async function inviteOperator(
  deps: AccountDeps,
  { email, kind, role, printer, actor }: OperatorInvitationRequest,
): Promise<{ invitation: OperatorInvitation; token: string }> {
  await checkEmail(deps, email)
  const address = email.toLowerCase()
  const now = deps.clock()
  return deps.db.transaction().execute(async tx => {
    const people = await lockOperators(tx)
    await deleteEarlierInvitations(tx, { accountId: null, email: address, now })
    const open = await listOperatorInvitations(tx, now)
    if (people.length + open.length >= maxOperators) {
      throw new Refusal(
        'wrong_state',
        say('There can be at most {maxOperators} people and invitations of the operator.', { maxOperators }),
      )
    }
    const as = { kind, accountId: null, role, printer }
    const { invitation, token } = await issueInvitation(tx, deps, {
      email: address,
      as,
      actor,
      action: 'person_invited',
    })
    return { invitation: operatorInvitation(invitation), token }
  })
}

/**
 * Deletes the sign-in of one of the operator's people, with its sessions, and revokes the person's own keys. Refuses
 * with not_found, and with wrong_state the last owner, and people who would remove themselves.
 */
export async function removeOperator(
  { db, clock, newId }: Omit<AccountDeps, 'vault'>,
  who: { userId: string } | { email: string },
  actor: string,
): Promise<{ revokedKeys: string[] }> {
  const at = clock()
  return db.transaction().execute(async tx => {
    const people = await lockOperators(tx)
    const person = people.find(one =>
      'userId' in who ? one.userId === who.userId : one.email === who.email.toLowerCase(),
    )
    if (person === undefined) {
      const name = 'userId' in who ? `is ${who.userId}` : `signs in as ${who.email}`
      throw new Refusal('not_found', say('No member of the staff or of a printer {name}.', { name }))
    }
    const { userId, name, email, kind, role, printer } = person
    if (actor === `user ${userId}`) {
      throw new Refusal('wrong_state', say('You cannot remove yourself: ask another member of the staff.'))
    }
    requireOtherOwner(people, person)
    const revoked = await sql<{ keyId: string }>`
      update api_keys
      set revoked_at = ${at}
      where owner_id = ${userId} and revoked_at is null
      returning key_id as "keyId"`.execute(tx)
    await sql`delete from users where id = ${userId}`.execute(tx)
    const revokedKeys = revoked.rows.map(({ keyId }) => keyId)
    const details = {
      name,
      ...detailsOf(email, { kind, role, printer }),
      ...(revokedKeys.length > 0 && { revokedKeys }),
    }
    await appendAudit(tx, newId, { at, actor, action: 'person_removed', accountId: null, subject: userId, details })
    return { revokedKeys }
  })
}

/** Refuses with not_found for people who are not on the staff, and with wrong_state if no owner would be left. */
export async function changeStaffRole(
  { db, clock, newId }: Omit<AccountDeps, 'vault'>,
  { userId, role, actor }: { userId: string; role: StaffRole; actor: string },
): Promise<Operator> {
  return db.transaction().execute(async tx => {
    const people = await lockOperators(tx)
    const person = people.find(one => one.userId === userId && one.kind === 'staff')
    if (person === undefined) throw new Refusal('not_found', say('No member of the staff is {userId}.', { userId }))
    if (role !== 'owner') requireOtherOwner(people, person)
    await sql`update memberships set role = ${role} where user_id = ${userId}`.execute(tx)
    const details = { email: person.email, from: person.role, to: role }
    const action = 'role_changed'
    await appendAudit(tx, newId, { at: clock(), actor, action, accountId: null, subject: userId, details })
    return { ...person, role }
  })
}

function requireOtherOwner(people: Operator[], { userId, kind, role }: Operator): void {
  if (kind !== 'staff' || role !== 'owner') return
  if (people.some(one => one.kind === 'staff' && one.role === 'owner' && one.userId !== userId)) return
  throw new Refusal('wrong_state', say('The staff must have at least one owner: make another member an owner first.'))
}

async function lockOperators(tx: Tx): Promise<Operator[]> {
  await sql`select from memberships where kind in ('staff', 'printer') order by user_id for update`.execute(tx)
  return listOperatorPeople(tx)
}
