// Reminders of overdue statements: on the morning after the due day, and then once a week, four in all.

import { claimDue } from '../../jobs/claimDue.ts'
import { transact } from '../../orders/transact.ts'
import { countReminder } from '../../payments/statements/reminders.ts'
import { type Statement, statementColumns } from '../../payments/statements/statementStore.ts'
import { notifyOfStatement } from '../notify/accountEmails.ts'
import type { StatementDeps } from './makeStatements.ts'

const maxReminded = 200

/** Task `bill_accounts`: emails reminders of overdue statements. */
export const remindOfStatements =
  ({ transactor, billingUrl, log }: Pick<StatementDeps, 'transactor' | 'billingUrl' | 'log'>) =>
  (now: Date): Promise<number> =>
    transact(transactor, { now, actor: 'system' }, work =>
      claimDue<Statement>(work, 'reminder', {
        ...{ columns: statementColumns, as: 's', max: maxReminded, log },
        async act(statements) {
          for (const statement of statements) {
            await notifyOfStatement(work, 'statement_overdue', statement, billingUrl)
            await countReminder(work.tx, statement, now)
          }
        },
        keyOf: ({ accountId, number }) => ({ accountId, statement: number }),
      }),
    )
