// The audit log records every action with its actor and subject, in the transaction of the action. The database refuses
// to change or delete rows.

import { sql } from 'kysely'
import type { NewId } from '../base/ids.ts'
import { storableJson } from '../base/storableText.ts'
import type { Tx } from '../db/db.ts'

/** `subject` is the id or name of the changed object; `details` is any JSON without secrets. */
export type AuditedAction = {
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
  { at, actor, action, accountId, subject, details = {} }: AuditedAction,
): Promise<void> {
  await sql`
    insert into audit_log (audit_id, at, actor, action, account_id, subject, details)
    values (${newId('aud')}, ${at}, ${actor}, ${action}, ${accountId}, ${subject}, ${storableJson(details)}::json)`.execute(
    tx,
  )
}
