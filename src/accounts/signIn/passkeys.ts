// Passkeys are rows of better-auth's; their owners list and remove them here.

import { sql } from 'kysely'
import type { Db } from '../../db/db.ts'

export type Passkey = { passkeyId: string; name: string | null; backedUp: boolean; createdAt: Date | null }

export async function listPasskeys(db: Db, userId: string): Promise<Passkey[]> {
  const { rows } = await sql<Passkey>`
    select id as "passkeyId", name, backed_up as "backedUp", created_at as "createdAt"
    from passkeys
    where user_id = ${userId}
    order by created_at, id`.execute(db)
  return rows
}

/** False when the person has no such passkey. */
export async function deletePasskey(db: Db, userId: string, passkeyId: string): Promise<boolean> {
  const { rows } = await sql`
    delete from passkeys where user_id = ${userId} and id = ${passkeyId} returning id`.execute(db)
  return rows.length > 0
}
