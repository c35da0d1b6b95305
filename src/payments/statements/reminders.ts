// Statements whose next reminder is due.

import { sql } from 'kysely'
import { later } from '../../base/clock.ts'
import type { Tx } from '../../db/db.ts'
import { maxReminders, reminderEveryMs, type Statement, statementColumns } from './statementStore.ts'

const maxPerSweep = 200

/** Counts the reminders that are due as sent, and returns their statements. */
export async function claimReminders(tx: Tx, now: Date): Promise<Statement[]> {
  const { rows } = await sql<Statement>`
    update statements s
    set reminders = s.reminders + 1,
      reminder_due_at = case when s.reminders + 1 < ${maxReminders} then ${later(now, reminderEveryMs)}::timestamptz end
    where (account_id, number) in (
      select account_id, number
      from statements
      where reminder_due_at <= ${now}
      order by reminder_due_at
      limit ${maxPerSweep}
      for update skip locked)
    returning ${statementColumns}`.execute(tx)
  return rows
}

/** A claimed reminder was not sent: it is due again at `at`. */
export async function repeatReminder(
  tx: Tx,
  { accountId, number }: Pick<Statement, 'accountId' | 'number'>,
  at: Date,
): Promise<void> {
  await sql`
    update statements set reminders = reminders - 1, reminder_due_at = ${at}
    where account_id = ${accountId} and number = ${number}`.execute(tx)
}
