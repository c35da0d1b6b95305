// The reminders of statements: one before the due day, and those of overdue statements, which are counted.

import { sql } from 'kysely'
import { day, later } from '../../base/clock.ts'
import type { Tx } from '../../db/db.ts'
import { firstReminderAt, maxReminders, reminderEveryMs, type Statement } from './statementStore.ts'

/** The reminder before the due day was sent: the next one is due when the statement is overdue. */
export async function awaitDueDay(
  tx: Tx,
  { accountId, number }: Pick<Statement, 'accountId' | 'number'>,
): Promise<void> {
  await sql`
    update statements s set reminder_due_at = ${firstReminderAt}
    where account_id = ${accountId} and number = ${number}`.execute(tx)
}

/** Money is on its way: no reminder is sent today. */
export async function awaitPayment(
  tx: Tx,
  { accountId, number }: Pick<Statement, 'accountId' | 'number'>,
  now: Date,
): Promise<void> {
  await sql`
    update statements set reminder_due_at = ${later(now, day)}
    where account_id = ${accountId} and number = ${number}`.execute(tx)
}

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
