// The operator's people and keys: those of the support staff, of printers, and of Prometheus. Customers manage their
// own people and keys in the dashboard (team.ts, accounts.ts).

import { sql } from 'kysely'
import { Refusal } from '../base/refusal.ts'
import type { Db, Tx } from '../db/db.ts'
import type { AccountDeps } from './accounts.ts'
import { appendAudit } from './auditLog.ts'

type Kind = 'staff' | 'printer'

/** `printer` is null for all printers, and for the staff. The keys are live. */
export type Operators = {
  people: { email: string; kind: Kind; printer: string | null; createdAt: Date }[]
  keys: OperatorKey[]
}

/** `owner` is the email address of the person a staff key belongs to. */
export type OperatorKey = {
  keyId: string
  kind: Kind | 'metrics'
  printer: string | null
  owner: string | null
  label: string
  createdAt: Date
  lastUsedAt: Date | null
}

/** Oldest first. */
export async function listOperators(db: Db): Promise<Operators> {
  const people = await sql<Operators['people'][number]>`
    select u.email, m.kind, m.printer, m.created_at as "createdAt"
    from memberships m
    join users u on u.id = m.user_id
    where m.kind in ('staff', 'printer')
    order by m.created_at, u.email`.execute(db)
  return { people: people.rows, keys: await listOperatorKeys(db) }
}

/** The live keys, oldest first. */
export async function listOperatorKeys(db: Db): Promise<OperatorKey[]> {
  const { rows } = await sql<OperatorKey>`
    select
      k.key_id as "keyId", k.kind, k.printer, u.email as owner, k.label,
      k.created_at as "createdAt", k.last_used_at as "lastUsedAt"
    from api_keys k
    left join users u on u.id = k.owner_id
    where k.kind <> 'customer' and k.revoked_at is null
    order by k.created_at, k.key_id`.execute(db)
  return rows
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

/** The members of the staff except that person, by the time of joining. */
export async function listOtherStaff(tx: Tx, userId: string): Promise<StaffMember[]> {
  const { rows } = await sql<StaffMember>`
    ${staff}
      and u.id <> ${userId}
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

/** Deletes the sign-in of one of the operator's people, with its sessions and keys. Refuses with not_found. */
export async function removeOperator(
  { db, clock, newId }: Omit<AccountDeps, 'vault'>,
  email: string,
  actor: string,
): Promise<void> {
  const at = clock()
  const address = email.toLowerCase()
  await db.transaction().execute(async tx => {
    const found = await sql<{ userId: string; kind: Kind }>`
      select u.id as "userId", m.kind
      from users u
      join memberships m on m.user_id = u.id
      where m.kind in ('staff', 'printer') and u.email = ${address}
      for update of u`.execute(tx)
    const [person] = found.rows
    if (person === undefined)
      throw new Refusal('not_found', `No member of the staff or of a printer signs in as ${email}.`)
    const { userId, kind } = person
    const revoked = await sql<{ keyId: string }>`
      update api_keys
      set revoked_at = ${at}
      where owner_id = ${userId} and revoked_at is null
      returning key_id as "keyId"`.execute(tx)
    await sql`delete from users where id = ${userId}`.execute(tx)
    const keys = revoked.rows.map(({ keyId }) => keyId)
    const details = { email: address, kind, ...(keys.length === 0 ? {} : { revokedKeys: keys }) }
    await appendAudit(tx, newId, { at, actor, action: 'person_removed', accountId: null, subject: userId, details })
  })
}
