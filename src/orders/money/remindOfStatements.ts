// Reminders of overdue statements: on the morning after the due day, and then once a week, four in all.

import { claimReminders } from '../../payments/statements/reminders.ts'
import { transact } from '../core/transact.ts'
import { notifyOfOverdueStatement } from '../notify/accountEmails.ts'
import type { StatementDeps } from './makeStatements.ts'

/** Task `bill_accounts`: emails reminders of overdue statements. */
export const remindOfStatements =
  ({ transactor, billingUrl }: Pick<StatementDeps, 'transactor' | 'billingUrl'>) =>
  (now: Date): Promise<number> =>
    transact(transactor, { now, actor: 'system' }, async work => {
      const overdue = await claimReminders(work.tx, now)
      for (const statement of overdue) await notifyOfOverdueStatement(work, statement, billingUrl)
      return overdue.length
    })
