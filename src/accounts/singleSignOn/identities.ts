// The people whom an identity provider signs in (singleSignOn.ts): the staff, or the members of an account. A person is
// known by the provider's subject, never by an email address, which may pass to another person. Each sign-in gives the
// role of the groups. A provider reaches only those whom it serves: that of an account never a person of another
// account, and never a member of the staff, despite its claims.

import { sql } from 'kysely'
import { languageFor } from '../../../languages/languages.ts'
import { say } from '../../../languages/texts.ts'
import { Refusal } from '../../base/refusal.ts'
import type { Db, Tx } from '../../db/db.ts'
import type { AcceptedTerms } from '../accountStore.ts'
import { type AccountDeps, addPerson, checkEmail, checkName, maxNameLength } from '../accounts.ts'
import { appendAudit } from '../auditLog.ts'
import { deleteEarlierInvitations } from '../people/invitations.ts'
import { changeStaffRole } from '../people/operators.ts'
import { recordSignInLanguage } from '../people/personLanguage.ts'
import type { Role } from '../people/roles.ts'
import type { StaffRole } from '../people/staffRoles.ts'
import { changeRole as changeMemberRole, requireRoomInTeam } from '../people/team.ts'
import { endSingleSignOnSessions } from '../signIn/sessions.ts'
import { domainOf, type GroupRole, type Identity, roleOfGroups } from './singleSignOn.ts'

/** Whom a provider serves. `defaultRole` is for people in none of the groups; null: they are refused. */
export type Served =
  | { kind: 'staff'; roles: readonly GroupRole<StaffRole>[] }
  | {
      kind: 'customer'
      accountId: string
      roles: readonly GroupRole<Role>[]
      defaultRole: Role | null
      /** The confirmed ones of the account. */
      domains: readonly string[]
    }

type Member = { userId: string; role: Role | StaffRole | null }
type Admission = {
  identity: Identity
  served: Served
  role: Role | StaffRole
  /** Called for a new member of an account; refuses with terms_not_accepted. Null: there are no terms. */
  acceptTerms: () => AcceptedTerms | null
}

const actor = 'single sign-on'

/** Accounts may have the same provider, so each has its own names for it. */
export const providerIdOf = (issuer: string, accountId: string | null): string =>
  accountId === null ? issuer : `${accountId} ${new URL(issuer).href}`

/**
 * The person with that identity, with the role of the groups. A person who is new is created; one who has signed in
 * without the provider only is found by the email address. Refuses with not_allowed, already_exists and
 * terms_not_accepted.
 */
export async function admitIdentity(
  deps: AccountDeps,
  { identity, served, acceptTerms }: Omit<Admission, 'role'>,
): Promise<{ userId: string }> {
  const role = roleOf(served, identity.groups)
  const known = await findByIdentity(deps.db, identity, served)
  if (role === null) {
    if (known !== null) await endSingleSignOnSessions(deps.db, known.userId)
    throw new Refusal('not_allowed', say('You are in no group that may sign in here.'))
  }
  if (served.kind === 'customer') checkDomain(identity, served.domains)
  const { userId, role: before } = known ?? (await join(deps, { identity, served, role, acceptTerms }))
  if (before !== role) await changeRole(deps, { served, role, userId })
  return { userId }
}

function roleOf(served: Served, groups: readonly string[]): Role | StaffRole | null {
  if (served.kind === 'staff') return roleOfGroups(served.roles, groups)
  return roleOfGroups(served.roles, groups) ?? served.defaultRole
}

/** Without a proof of the domain, the provider of one account could take the addresses of other companies. */
function checkDomain({ email }: Identity, domains: readonly string[]): void {
  if (email === null) throw noEmail()
  if (!domains.includes(domainOf(email)))
    throw new Refusal('not_allowed', say('Your email address is not of a confirmed domain of this account.'))
}

const noEmail = () => new Refusal('not_allowed', say('The identity provider did not send your email address.'))
const otherSignIn = () =>
  new Refusal('already_exists', say('Your email address already has a sign-in of another kind.'))

type NewRole = { served: Served; role: Role | StaffRole; userId: string }

/** The last owner stays an owner: without one, no person could invite people or change roles. */
async function changeRole(deps: AccountDeps, { served, role, userId }: NewRole): Promise<void> {
  try {
    if (served.kind === 'staff') await changeStaffRole(deps, { userId, role: role as StaffRole, actor })
    else await changeMemberRole(deps, { accountId: served.accountId, userId, role: role as Role, actor })
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'wrong_state')) throw error
  }
}

async function join(deps: AccountDeps, admission: Admission): Promise<Member> {
  const { identity, served, role } = admission
  const { email, isEmailVerified } = identity
  if (email === null) throw noEmail()
  if (isEmailVerified === false) throw otherSignIn()
  if ((await findByEmail(deps.db, email, served)) === null) await checkEmail(deps, email)
  return deps.db.transaction().execute(async tx => {
    const existing = await findByEmail(tx, email, served)
    if (existing !== null && !mayLink(existing, identity, served)) throw otherSignIn()
    const { userId } = existing ?? (await add(tx, deps, admission))
    if (existing === null && identity.locale !== null)
      await recordSignInLanguage(tx, userId, languageFor([identity.locale.replaceAll('_', '-')]))
    await link(tx, deps, { userId, identity, served })
    return { userId, role: existing === null ? role : existing.role }
  })
}

/**
 * The provider of the staff must say that the email address is verified. That of an account may keep silent, as
 * Microsoft's does: the domain is proven to be the account's, and only its own members can be reached.
 */
const mayLink = ({ isLinked }: { isLinked: boolean }, { isEmailVerified }: Identity, { kind }: Served): boolean =>
  !isLinked && (isEmailVerified ?? kind === 'customer')

async function add(
  tx: Tx,
  deps: AccountDeps,
  { identity, served, role, acceptTerms }: Admission,
): Promise<{ userId: string }> {
  const email = identity.email!
  const person = { name: nameOf(identity, email), email, passwordHash: null }
  if (served.kind === 'staff') return addPerson(tx, deps, { ...person, kind: 'staff', role: role as StaffRole }, actor)
  const { kind, accountId } = served
  const now = deps.clock()
  await deleteEarlierInvitations(tx, { accountId, email: email.toLowerCase(), now })
  await requireRoomInTeam(tx, accountId, now)
  const accepted = acceptTerms()
  const terms = accepted && { ...accepted, acceptedAt: now }
  return addPerson(tx, deps, { ...person, kind, accountId, role: role as Role, terms }, actor)
}

async function link(
  tx: Tx,
  { clock, newId }: AccountDeps,
  { userId, identity: { issuer, subject }, served }: { userId: string; identity: Identity; served: Served },
): Promise<void> {
  const at = clock()
  const accountId = accountOf(served)
  await sql`
    insert into credentials (id, user_id, account_id, provider_id, created_at, updated_at)
    values (${newId('crd')}, ${userId}, ${subject}, ${providerIdOf(issuer, accountId)}, ${at}, ${at})`.execute(tx)
  const action = 'single_sign_on_added'
  await appendAudit(tx, newId, { at, actor, action, accountId, subject: userId, details: { issuer } })
}

const accountOf = (served: Served): string | null => (served.kind === 'staff' ? null : served.accountId)

/** Of a membership: whether a provider can reach it. Never null, so that it can be negated. */
const reachedBy = (served: Served) =>
  served.kind === 'staff' ? sql`(m.kind = 'staff')` : sql`(m.account_id is not distinct from ${served.accountId})`

async function findByIdentity(db: Db, { issuer, subject }: Identity, served: Served): Promise<Member | null> {
  const { rows } = await sql<Member>`
    select m.user_id as "userId", m.role
    from credentials c
    join memberships m on m.user_id = c.user_id
    where
      c.provider_id = ${providerIdOf(issuer, accountOf(served))} and c.account_id = ${subject}
      and c.provider_id <> 'credential' and ${reachedBy(served)}`.execute(db)
  return rows[0] ?? null
}

/**
 * The person with that email address, whomever the provider serves, so that the address is refused for others.
 * `isLinked`: a provider has signed the person in, or the person is none whom this provider serves. Locks the
 * membership.
 */
async function findByEmail(
  db: Db | Tx,
  email: string,
  served: Served,
): Promise<(Member & { isLinked: boolean }) | null> {
  const { rows } = await sql<Member & { isLinked: boolean }>`
    select
      m.user_id as "userId", m.role,
      not ${reachedBy(served)} or exists (
        select from credentials c where c.user_id = u.id and c.provider_id <> 'credential'
      ) as "isLinked"
    from users u
    join memberships m on m.user_id = u.id
    where u.email = ${email.toLowerCase()}
    for update of m`.execute(db)
  return rows[0] ?? null
}

/** The name of the provider, if it is a name here; otherwise the email address. */
function nameOf({ name }: Identity, email: string): string {
  try {
    const short = (name ?? '').slice(0, maxNameLength)
    checkName(short)
    return short
  } catch {
    return email
  }
}
