// The members of the staff whom the identity provider signs in (singleSignOn.ts). A person is known by the provider's
// subject, never by an email address, which may pass to another person. Each sign-in gives the role of the groups.

import { sql } from 'kysely'
import { Refusal } from '../base/refusal.ts'
import type { Db, Tx } from '../db/db.ts'
import { type AccountDeps, addPerson, checkEmail, checkName, maxNameLength } from './accounts.ts'
import { appendAudit } from './auditLog.ts'
import { changeStaffRole } from './operators.ts'
import { endSingleSignOnSessions } from './sessions.ts'
import { type Identity, roleOfGroups, type SingleSignOn } from './singleSignOn.ts'
import type { StaffRole } from './staffRoles.ts'

type Deps = Omit<AccountDeps, 'vault'>
type Member = { userId: string; role: StaffRole | null }

const actor = 'single sign-on'

/**
 * The member of the staff with that identity, with the role of the groups. A person who is new is created; one who has
 * signed in with a password only is found by the email address, if the provider has verified it. Refuses with
 * not_allowed and already_exists.
 */
export async function admitIdentity(
  deps: Deps,
  identity: Identity,
  roles: SingleSignOn['roles'],
): Promise<{ userId: string }> {
  const role = roleOfGroups(roles, identity.groups)
  const known = await findByIdentity(deps.db, identity)
  if (role === null) {
    if (known !== null) await endSingleSignOnSessions(deps.db, known.userId)
    throw new Refusal('not_allowed', 'You are in no group that may use the staff console.')
  }
  const { userId, role: before } = known ?? (await join(deps, { identity, role }))
  if (before !== role) await changeRole(deps, { userId, role })
  return { userId }
}

const otherSignIn = () => new Refusal('already_exists', 'Your email address already has a sign-in of another kind.')

/** The last owner stays an owner: without one, nobody could invite people or change roles. */
async function changeRole(deps: Deps, { userId, role }: { userId: string; role: StaffRole }): Promise<void> {
  try {
    await changeStaffRole(deps, { userId, role, actor })
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'wrong_state')) throw error
  }
}

async function join(
  deps: Deps,
  { identity, role }: { identity: Identity; role: StaffRole },
): Promise<Pick<Member, 'userId' | 'role'>> {
  const { email, isEmailVerified } = identity
  if (email === null) throw new Refusal('not_allowed', 'The identity provider did not send your email address.')
  if (isEmailVerified === false) throw otherSignIn()
  if ((await findByEmail(deps.db, email)) === null) await checkEmail(deps, email)
  return deps.db.transaction().execute(async tx => {
    const existing = await findByEmail(tx, email)
    if (existing !== null && !(isEmailVerified && existing.hasOnlyPassword)) throw otherSignIn()
    const person = { kind: 'staff', role, name: nameOf(identity, email), email, passwordHash: null } as const
    const { userId } = existing ?? (await addPerson(tx, deps, person, actor))
    await link(tx, deps, { userId, identity })
    return { userId, role: existing === null ? role : existing.role }
  })
}

async function link(
  tx: Tx,
  { clock, newId }: Deps,
  { userId, identity: { issuer, subject } }: { userId: string; identity: Identity },
): Promise<void> {
  const at = clock()
  await sql`
    insert into credentials (id, user_id, account_id, provider_id, created_at, updated_at)
    values (${newId('crd')}, ${userId}, ${subject}, ${issuer}, ${at}, ${at})`.execute(tx)
  const action = 'single_sign_on_added'
  await appendAudit(tx, newId, { at, actor, action, accountId: null, subject: userId, details: { issuer } })
}

async function findByIdentity(db: Db, { issuer, subject }: Identity): Promise<Member | null> {
  const { rows } = await sql<Member>`
    select m.user_id as "userId", m.role
    from credentials c
    join memberships m on m.user_id = c.user_id
    where c.provider_id = ${issuer} and c.account_id = ${subject} and c.provider_id <> 'credential'`.execute(db)
  return rows[0] ?? null
}

/** `hasOnlyPassword`: a member of the staff whom no provider has signed in yet. Locks the membership. */
async function findByEmail(db: Db | Tx, email: string): Promise<(Member & { hasOnlyPassword: boolean }) | null> {
  const { rows } = await sql<Member & { hasOnlyPassword: boolean }>`
    select
      m.user_id as "userId", m.role,
      m.kind = 'staff' and (
        select count(*) = 1 and bool_and(c.provider_id = 'credential') from credentials c where c.user_id = u.id
      ) as "hasOnlyPassword"
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
