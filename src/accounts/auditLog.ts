// The audit log records every action with its actor and subject, in the transaction of the action. The database refuses
// to change rows, and to delete rows of the last year.

import { sql } from 'kysely'
import { day, earlier } from '../base/clock.ts'
import { type NewId, sortableBound } from '../base/secrets/ids.ts'
import { storableJson } from '../base/text/storableText.ts'
import type { Db, Tx } from '../db/db.ts'
import { deleteBatch } from '../db/deleteBatch.ts'

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

/** Deletes at most one batch of actions that are older; returns how many. `now` is the machine's time. */
export function deleteOldActions(db: Db, { days, now }: { days: number; now: Date }): Promise<number> {
  const bound = sortableBound('aud', earlier(now, days * day))
  return deleteBatch(db, 'audit_log', sql`audit_id < ${bound} order by audit_id`)
}
