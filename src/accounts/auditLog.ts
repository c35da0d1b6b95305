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

/** The details of the oldest such action of an account since then; undefined when there is none. */
export async function readOldestAction(
  tx: Tx,
  { accountId, action, since }: { accountId: string; action: string; since: Date },
): Promise<unknown> {
  const { rows } = await sql<{ details: string }>`
    select details
    from audit_log
    where account_id = ${accountId} and action = ${action} and at > ${since} and audit_id > ${sortableBound('aud', since)}
    order by audit_id
    limit 1`.execute(tx)
  return rows[0] && JSON.parse(rows[0].details)
}

/** Deletes at most one batch of actions that are older; returns how many. `now` is the machine's time. */
export function deleteOldActions(db: Db, { days, now }: { days: number; now: Date }): Promise<number> {
  const bound = sortableBound('aud', earlier(now, days * day))
  return deleteBatch(db, 'audit_log', sql`audit_id < ${bound} order by audit_id`)
}
