// New passwords. Setting a password ends, in the same transaction, all password links that were emailed to the person:
// an older email must not undo the change. better-auth makes the links but ends only the link that is used, so a link
// that is used while the password changes would still take effect.

import { verifyPassword } from 'better-auth/crypto'
import { sql } from 'kysely'
import { say } from '../../../languages/texts.ts'
import { malformedField } from '../../base/refusal.ts'
import type { NewId } from '../../base/secrets/ids.ts'
import type { Db, Tx } from '../../db/db.ts'
import { readPerson } from '../accountStore.ts'
import { hashNewPassword } from '../accounts.ts'
import { readPasswordHash } from './sessions.ts'
import { digestOfToken } from './tokens.ts'

/** Refuses with malformed_request when `currentPassword` is wrong, or has just been changed. */
export async function changePassword(
  db: Db,
  { userId, currentPassword, newPassword }: { userId: string; currentPassword: string; newPassword: string },
  now: Date,
): Promise<void> {
  const currentHash = await readPasswordHash(db, userId)
  if (currentHash === null || !(await verifyPassword({ hash: currentHash, password: currentPassword })))
    throw wrongPassword()
  const passwordHash = await hashNewPassword(newPassword, (await readPerson(db, userId))!.email, '/newPassword')
  await db.transaction().execute(async tx => {
    if (!(await setPassword(tx, { userId, passwordHash, currentHash, now }))) throw wrongPassword()
    await endResetLinks(tx, userId)
  })
}

/**
 * Sets a password, perhaps the first, with the token of an email, and ends all sessions. Refuses with
 * malformed_request when the link is invalid or has expired.
 */
export async function resetPassword(
  { db, newId }: { db: Db; newId: NewId },
  { token, newPassword }: { token: string; newPassword: string },
  now: Date,
): Promise<{ userId: string }> {
  const link = linkOf(token)
  const { rows } = await sql<{ userId: string; email: string }>`
    select u.id as "userId", u.email
    from verifications v
    join users u on u.id = v.value
    where v.identifier = ${link} and v.expires_at > ${now}`.execute(db)
  if (rows[0] === undefined) throw wrongToken()
  const { userId, email } = rows[0]
  const passwordHash = await hashNewPassword(newPassword, email, '/newPassword')
  return db.transaction().execute(async tx => {
    // Locks the person: of two links used at once, the second then finds that it has ended.
    await sql`select from users where id = ${userId} for update`.execute(tx)
    if (!(await setPassword(tx, { userId, passwordHash, currentHash: null, now })))
      await addPassword(tx, newId, { userId, passwordHash, now })
    if (!(await endResetLinks(tx, userId)).includes(link)) throw wrongToken()
    await sql`delete from sessions where user_id = ${userId}`.execute(tx)
    return { userId }
  })
}

/** How better-auth stores the link that has this token. */
const linkOf = (token: string): string => digestOfToken(`reset-password:${token}`).toString('base64url')

const wrongPassword = () => malformedField('/currentPassword', 'wrong_password', say('The password is wrong.'))
const wrongToken = () =>
  malformedField('/token', 'not_valid', say('The link is invalid, used or expired: request another email.'))

type NewHash = { userId: string; passwordHash: string; currentHash: string | null; now: Date }

/** False when `currentHash` is given and is no longer the hash of the password. */
async function setPassword(tx: Tx, { userId, passwordHash, currentHash, now }: NewHash): Promise<boolean> {
  const { rows } = await sql`
    update credentials
    set password = ${passwordHash}, updated_at = ${now}
    where user_id = ${userId} and provider_id = 'credential'
      ${currentHash === null ? sql`` : sql`and password = ${currentHash}`}
    returning id`.execute(tx)
  return rows.length > 0
}

/** For a member whom only the identity provider has signed in. */
async function addPassword(tx: Tx, newId: NewId, { userId, passwordHash, now }: Omit<NewHash, 'currentHash'>) {
  await sql`
    insert into credentials (id, user_id, account_id, provider_id, password, created_at, updated_at)
    values (${newId('crd')}, ${userId}, ${userId}, 'credential', ${passwordHash}, ${now}, ${now})`.execute(tx)
}

/** Returns the ended links. Sign-ins that wait for the second factor end too: they began with the old password. */
async function endResetLinks(tx: Tx, userId: string): Promise<string[]> {
  const { rows } = await sql<{ identifier: string }>`
    delete from verifications where value = ${userId} returning identifier`.execute(tx)
  return rows.map(({ identifier }) => identifier)
}
