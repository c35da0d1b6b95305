// The reminders of overdue statements, which are counted when they are sent.

import { sql } from 'kysely'
import { later } from '../../base/clock.ts'
import type { Tx } from '../../db/db.ts'
import { maxReminders, reminderEveryMs, type Statement } from './statementStore.ts'

/** Counts a reminder as sent. */
export async function countReminder(
  tx: Tx,
  { accountId, number }: Pick<Statement, 'accountId' | 'number'>,
  now: Date,
): Promise<void> {
  await sql`
    update statements
    set reminders = reminders + 1,
      reminder_due_at = case when reminders + 1 < ${maxReminders} then ${later(now, reminderEveryMs)}::timestamptz end
    where account_id = ${accountId} and number = ${number}`.execute(tx)
}
