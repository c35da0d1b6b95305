// Whether a person may sign in here, with a password or passkey: an account can turn this off for its members
// (accountSignOn.ts). For the staff it is a setting of the service.

import { sql } from 'kysely'
import { say } from '../../../languages/texts.ts'
import { Refusal } from '../../base/refusal.ts'
import type { Db, Tx } from '../../db/db.ts'

/** False for people of no account, too, whom no account can keep from it. */
export async function mustUseProvider(db: Db | Tx, userId: string): Promise<boolean> {
  const { rows } = await sql<{ off: boolean }>`
    select not o.local_sign_in as off
    from memberships m
    join account_sign_ons o using (account_id)
    where m.user_id = ${userId}`.execute(db)
  return rows[0]?.off ?? false
}

/** Refuses with wrong_state when a person with an invitation could not sign in. */
export async function requireLocalSignIn(db: Db | Tx, accountId: string): Promise<void> {
  const { rows } = await sql`
    select from account_sign_ons where account_id = ${accountId} and not local_sign_in`.execute(db)
  if (rows.length === 0) return
  throw new Refusal(
    'wrong_state',
    say(
      'The members of this account sign in through their company: add the person to a group at the identity provider.',
    ),
  )
}
