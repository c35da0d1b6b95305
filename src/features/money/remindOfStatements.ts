// Reminders of statements: on the morning three days before the due day, on the morning after it, and then once a week,
// four in all after the due day. No reminder is sent while the money is on its way.

import { claimDue } from '../../jobs/claimDue.ts'
import { transact } from '../../orders/transact.ts'
import { stateOf } from '../../payments/statements/applyPayments.ts'
import { awaitDueDay, awaitPayment, countReminder } from '../../payments/statements/reminders.ts'
import { type Statement, statementColumns } from '../../payments/statements/statementStore.ts'
import { notifyOfStatement } from '../notify/accountEmails.ts'
import type { StatementDeps } from './makeStatements.ts'

const maxReminded = 200

/** Task `bill_accounts`: emails reminders of unpaid statements. */
export const remindOfStatements =
  ({ transactor, log, ...links }: Pick<StatementDeps, 'transactor' | 'billingUrl' | 'payUrlOf' | 'log'>) =>
  (now: Date): Promise<number> =>
    transact(transactor, { now, actor: 'system' }, work =>
      claimDue<Statement>(work, 'reminder', {
        ...{ columns: statementColumns, as: 's', max: maxReminded, log },
        async act(statements) {
          for (const statement of statements) {
            if (stateOf(statement, now) === 'processing') {
              await awaitPayment(work.tx, statement, now)
              continue
            }
            if (statement.overdueAt > now) {
              await notifyOfStatement(work, 'statement_due_soon', statement, links)
              await awaitDueDay(work.tx, statement)
              continue
            }
            await notifyOfStatement(work, 'statement_overdue', statement, links)
            await countReminder(work.tx, statement, now)
          }
        },
        keyOf: ({ accountId, number }) => ({ accountId, statement: number }),
      }),
    )
