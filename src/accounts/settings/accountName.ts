// The name of an account, which the staff change: a customer may have got another name since the account was opened.

import { sql } from 'kysely'
import { accountNotFound } from '../accountQueries.ts'
import { type AccountDeps, checkName } from '../accounts.ts'
import { appendAudit } from '../auditLog.ts'

type Renaming = { accountId: string; name: string; actor: string }

/** The same name changes nothing. Documents that were made keep the name that they have. Refuses with not_found. */
export async function renameAccount(
  { db, clock, newId }: Pick<AccountDeps, 'db' | 'clock' | 'newId'>,
  { accountId, name, actor }: Renaming,
): Promise<void> {
  checkName(name)
  await db.transaction().execute(async tx => {
    // The lock keeps the name before in the audit log that of the last change.
    const { rows } = await sql<{ name: string }>`
      select name from accounts where account_id = ${accountId} for no key update`.execute(tx)
    const [account] = rows
    if (account === undefined) throw accountNotFound(accountId)
    if (account.name === name) return
    await sql`update accounts set name = ${name} where account_id = ${accountId}`.execute(tx)
    const details = { before: account.name, after: name }
    await appendAudit(tx, newId, {
      at: clock(),
      actor,
      action: 'account_renamed',
      accountId,
      subject: accountId,
      details,
    })
  })
}
