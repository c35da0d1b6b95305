// Reminders of overdue statements: on the morning after the due day, and then once a week, four in all.

import { actOnDue } from '../../orders/isolateFailures.ts'
import { transact } from '../../orders/transact.ts'
import { claimReminders, repeatReminder } from '../../payments/statements/reminders.ts'
import { notifyOfStatement } from '../notify/accountEmails.ts'
import type { StatementDeps } from './makeStatements.ts'

/** Task `bill_accounts`: emails reminders of overdue statements. */
export const remindOfStatements =
  ({ transactor, billingUrl, log }: Pick<StatementDeps, 'transactor' | 'billingUrl' | 'log'>) =>
  (now: Date): Promise<number> =>
    transact(transactor, { now, actor: 'system' }, async work => {
      const overdue = await claimReminders(work.tx, now)
      return actOnDue(work, overdue, {
        async act(statements) {
          for (const statement of statements) await notifyOfStatement(work, 'statement_overdue', statement, billingUrl)
        },
        postpone: (statement, at) => repeatReminder(work.tx, statement, at),
        keyOf: ({ accountId, number }) => ({ accountId, statement: number }),
        log,
        failure: 'a reminder of a statement could not be written',
      })
    })
