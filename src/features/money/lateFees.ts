// Late fees, where the terms of a statement have one: three days after its due day, and then each month until it is
// paid, at most twelve. A fee is posted together with its line for the next statement. No fee is due while the rest of
// the statement is on its way, while a dispute of its payment is open, and while the account owes nothing.

import { sql } from 'kysely'
import { claimDue } from '../../jobs/claimDue.ts'
import { transact } from '../../orders/transact.ts'
import type { UnitOfWork } from '../../orders/transition.ts'
import { lateFeeCents, owedForFees } from '../../payments/statements/applyPayments.ts'
import {
  countLateFee,
  findLateStatement,
  postponeLateFee,
  scheduleAccount,
} from '../../payments/statements/lateFeeStore.ts'
import type { Statement } from '../../payments/statements/statementStore.ts'
import { addFreeLines } from './adjustBills.ts'
import type { StatementDeps } from './makeStatements.ts'

const maxAccounts = 100

/** Task `bill_accounts`: charges the late fees that are due. */
export const chargeLateFees =
  ({ transactor, log, crash }: Pick<StatementDeps, 'transactor' | 'log' | 'crash'>) =>
  (now: Date): Promise<number> =>
    transact(transactor, { now, actor: 'system' }, work =>
      claimDue<{ accountId: string }>(work, 'late fee', {
        ...{ columns: sql`account_id as "accountId"`, max: maxAccounts, log },
        async act(accounts) {
          for (const { accountId } of accounts) await chargeLateFee(work, accountId)
        },
        keyOf: ({ accountId }) => ({ accountId }),
      }),
    ).then(charged => {
      if (charged > 0) crash('statement:late_fee')
      return charged
    })

/** Charges the oldest fee of a locked account that is due; it is due again for the next one. */
async function chargeLateFee(work: UnitOfWork, accountId: string): Promise<void> {
  const { tx, now } = work
  const statement = await findLateStatement(tx, accountId, now)
  if (statement !== undefined) {
    const owedCents = owedForFees(statement)
    // Money that is on its way arrives or fails, credits reach a statement, and disputes end.
    if (owedCents <= 0 || statement.isDisputed) await postponeLateFee(tx, statement, now)
    else await charge(work, statement, lateFeeCents(statement, owedCents))
  }
  await scheduleAccount(tx, accountId)
}

async function charge(work: UnitOfWork, statement: Statement, amountCents: number): Promise<void> {
  const { tx, now } = work
  const { accountId } = statement
  const late = { statement: statement.number, period: statement.lateFees + 1 }
  const lineId = work.newId('lin')
  await addFreeLines(work, [{ accountId, lineId, kind: 'late_fee', amountCents, reason: null, late }])
  await countLateFee(tx, statement, now)
}
