// The operator's own people and keys: those of the support staff and of printers. Customers look after theirs in the
// dashboard (team.ts, accounts.ts).

import { sql } from 'kysely'
import { Refusal } from '../base/refusal.ts'
import type { Db, Tx } from '../db/db.ts'
import type { AccountDeps } from './accounts.ts'
import { appendAudit } from './audit.ts'

type Kind = 'staff' | 'printer'

/** `printer` is null for all printers, and for the staff. Keys are the live ones. */
export type Operators = {
  people: { email: string; kind: Kind; printer: string | null; createdAt: Date }[]
  keys: { keyId: string; kind: Kind; printer: string | null; label: string; createdAt: Date; lastUsedAt: Date | null }[]
}

/** Oldest first. */
export async function listOperators(db: Db): Promise<Operators> {
  const people = await sql<Operators['people'][number]>`
    select u.email, m.kind, m.printer, m.created_at as "createdAt"
    from memberships m
    join users u on u.id = m.user_id
    where m.kind in ('staff', 'printer')
    order by m.created_at, u.email`.execute(db)
  const keys = await sql<Operators['keys'][number]>`
    select key_id as "keyId", kind, printer, label, created_at as "createdAt", last_used_at as "lastUsedAt"
    from api_keys
    where kind in ('staff', 'printer') and revoked_at is null
    order by created_at, key_id`.execute(db)
  return { people: people.rows, keys: keys.rows }
}

type StaffMember = { name: string; email: string }

const mostWrittenTo = 100

/** The people of the staff but the actor, longest there first. */
export async function staffBut(tx: Tx, actor: string): Promise<StaffMember[]> {
  const { rows } = await sql<StaffMember>`
    ${staff}
      and 'user ' || u.id <> ${actor}
    order by m.created_at, u.id
    limit ${mostWrittenTo}`.execute(tx)
  return rows
}

/** Undefined for an actor who is nobody of the staff, or no longer. */
export async function staffMember(tx: Tx, actor: string): Promise<StaffMember | undefined> {
  const { rows } = await sql<StaffMember>`
    ${staff}
      and 'user ' || u.id = ${actor}`.execute(tx)
  return rows[0]
}

const staff = sql`
    select u.name, u.email
    from memberships m
    join users u on u.id = m.user_id
    where m.kind = 'staff'`

/** Deletes the sign-in of one of the operator's people, with its sessions. Refuses with not_found. */
export async function removeOperator(
  { db, clock, newId }: Omit<AccountDeps, 'vault'>,
  email: string,
  actor: string,
): Promise<void> {
  await db.transaction().execute(async tx => {
    const { rows } = await sql<{ userId: string; kind: Kind }>`
      delete from users u
      using memberships m
      where m.user_id = u.id and m.kind in ('staff', 'printer') and u.email = ${email.toLowerCase()}
      returning u.id as "userId", m.kind`.execute(tx)
    const [gone] = rows
    if (gone === undefined) throw new Refusal('not_found', `Nobody of the staff or of a printer signs in as ${email}.`)
    const details = { email: email.toLowerCase(), kind: gone.kind }
    const act = { at: clock(), actor, action: 'person_removed', accountId: null, subject: gone.userId, details }
    await appendAudit(tx, newId, act)
  })
}
