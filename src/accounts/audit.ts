// The audit log: who did what, and to what. Rows are added in the transaction of the act itself; the database refuses
// to change or delete them.

import { sql } from 'kysely'
import type { NewId } from '../base/ids.ts'
import type { Tx } from '../db/db.ts'
import { storedJson } from '../db/json.ts'

/** `subject` names what was acted on; `details` is any JSON without secrets. */
export type Act = {
  at: Date
  actor: string
  action: string
  accountId: string | null
  subject: string | null
  details?: Record<string, unknown>
}

export async function appendAudit(
  tx: Tx,
  newId: NewId,
  { at, actor, action, accountId, subject, details = {} }: Act,
): Promise<void> {
  await sql`
    insert into audit_log (audit_id, at, actor, action, account_id, subject, details)
    values (${newId('aud')}, ${at}, ${actor}, ${action}, ${accountId}, ${subject}, ${storedJson(details)}::json)`.execute(
    tx,
  )
}
