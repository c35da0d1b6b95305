// New passwords. Setting one ends, in the same transaction, all password links that were mailed to the person: the
// holder of an older mail must not undo the change. better-auth makes the links but ends only the one that is used, so
// a link used while the password changes would still win.

import { verifyPassword } from 'better-auth/crypto'
import { sql } from 'kysely'
import { Refusal } from '../base/refusal.ts'
import type { Db, Tx } from '../db/db.ts'
import { hashNewPassword } from './accounts.ts'
import { readPasswordHash } from './sessions.ts'
import { digestOfToken } from './tokens.ts'

/** Refuses with malformed_request when the given current password is wrong, or has just been changed. */
export async function changePassword(
  db: Db,
  { userId, currentPassword, newPassword }: { userId: string; currentPassword: string; newPassword: string },
  now: Date,
): Promise<void> {
  const present = await readPasswordHash(db, userId)
  if (present === null || !(await verifyPassword({ hash: present, password: currentPassword }))) throw wrongPassword()
  const passwordHash = await hashNewPassword(newPassword)
  await db.transaction().execute(async tx => {
    if (!(await setPassword(tx, { userId, passwordHash, present, now }))) throw wrongPassword()
    await endResetLinks(tx, userId)
  })
}

/**
 * Sets a password with the token of a mail; ends all sessions. Refuses with malformed_request when the link is invalid
 * or has expired.
 */
export async function resetPassword(
  db: Db,
  { token, newPassword }: { token: string; newPassword: string },
  now: Date,
): Promise<void> {
  const link = linkOf(token)
  const passwordHash = await hashNewPassword(newPassword)
  await db.transaction().execute(async tx => {
    const { rows } = await sql<{ userId: string }>`
      select value as "userId" from verifications where identifier = ${link} and expires_at > ${now}`.execute(tx)
    const [found] = rows
    if (found === undefined) throw wrongToken()
    const { userId } = found
    // Locks the credential: of two links used at once, the second then finds that it has ended.
    await setPassword(tx, { userId, passwordHash, present: null, now })
    if (!(await endResetLinks(tx, userId)).includes(link)) throw wrongToken()
    await sql`delete from sessions where user_id = ${userId}`.execute(tx)
  })
}

/** How better-auth stores the link that has this token. */
const linkOf = (token: string): string => digestOfToken(`reset-password:${token}`).toString('base64url')

const wrongPassword = () => new Refusal('malformed_request', 'The password is wrong.')
const wrongToken = () =>
  new Refusal('malformed_request', 'The token is invalid, used or expired; request another mail.')

type NewHash = { userId: string; passwordHash: string; present: string | null; now: Date }

/** False when `present` is given and is no longer the hash of the password. */
async function setPassword(tx: Tx, { userId, passwordHash, present, now }: NewHash): Promise<boolean> {
  const { rows } = await sql`
    update credentials
    set password = ${passwordHash}, updated_at = ${now}
    where user_id = ${userId} and provider_id = 'credential'
      ${present === null ? sql`` : sql`and password = ${present}`}
    returning id`.execute(tx)
  return rows.length > 0
}

/** Returns which ended. Sign-ins that wait for the second factor end too: they began with the old password. */
async function endResetLinks(tx: Tx, userId: string): Promise<string[]> {
  const { rows } = await sql<{ identifier: string }>`
    delete from verifications where value = ${userId} returning identifier`.execute(tx)
  return rows.map(({ identifier }) => identifier)
}
