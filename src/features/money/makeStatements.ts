// The monthly statements of enterprise accounts. A statement is made when the month is over at the operator, in one
// transaction with its lines and its email, so each month has one statement, even if a process is killed. It never
// changes: a correction is a line of the next statement.

import { sql } from 'kysely'
import { dayIn, earlier, monthEnd, startOfDay } from '../../base/clock.ts'
import type { Log } from '../../base/log.ts'
import type { Crash } from '../../base/running/crash.ts'
import { claimDue } from '../../jobs/claimDue.ts'
import { type Transactor, transact } from '../../orders/transact.ts'
import type { UnitOfWork } from '../../orders/transition.ts'
import {
  type BillingTerms,
  insertStatement,
  lockBilling,
  oldestOpenLine,
  readStatement,
  scheduleStatement,
  settleStatements,
} from '../../payments/statements/statementStore.ts'
import { notifyOfStatement } from '../notify/accountEmails.ts'
import type { OperatorVersions } from '../shop/operatorData.ts'
import { announceDocument } from './announceDocument.ts'
import { sellerOf } from './seller.ts'

const maxAccounts = 50

export type StatementDeps = {
  transactor: Transactor
  operatorVersions: OperatorVersions
  log: Log
  crash: Crash
  billingUrl: string
}

/** Task `bill_accounts`: makes the statements of the months that are over. */
export const makeStatements =
  (deps: StatementDeps) =>
  (now: Date): Promise<number> =>
    transact(deps.transactor, { now, actor: 'system' }, async work => {
      const made = await claimDue<{ accountId: string }>(work, 'statement', {
        ...{ columns: sql`account_id as "accountId"`, max: maxAccounts, log: deps.log },
        async act(accounts) {
          for (const { accountId } of accounts) await makeStatement(work, accountId, deps)
        },
        keyOf: ({ accountId }) => ({ accountId }),
      })
      if (made > 0) deps.crash('statement:made')
      return made
    })

/** Makes the oldest statement that is due. The account is due again for the next one. */
async function makeStatement(work: UnitOfWork, accountId: string, deps: StatementDeps): Promise<void> {
  const { tx, now } = work
  const operator = deps.operatorVersions.at(now)
  const { timeZone } = operator.shipping
  const endOfOldest = async () => {
    const oldest = await oldestOpenLine(tx, accountId)
    return oldest === null ? null : monthEnd(oldest, timeZone)
  }
  const endsAt = await endOfOldest()
  if (endsAt !== null && endsAt <= now) {
    const terms = (await lockBilling(tx, accountId))!
    const month = dayIn(earlier(endsAt, 1), timeZone).with({ day: 1 })
    const dueOn = dueDay(dayIn(now, timeZone), terms)
    const number = await insertStatement(
      tx,
      {
        accountId,
        month: month.toString(),
        endsAt,
        dueOn: dueOn.toString(),
        overdueAt: startOfDay(dueOn.add({ days: 1 }), timeZone),
        seller: sellerOf(operator),
      },
      now,
    )
    await settleStatements(tx, accountId, now)
    const statement = (await readStatement(tx, accountId, number))!
    await announceDocument(work, accountId, statement.documentNumber)
    await notifyOfStatement(work, 'statement', statement, deps.billingUrl)
  }
  await scheduleStatement(tx, accountId, endsAt !== null && endsAt > now ? endsAt : await endOfOldest())
}

/** The day on which a statement is due that is made on a day. */
export function dueDay(
  made: Temporal.PlainDate,
  { termsDays, termsFrom }: Pick<BillingTerms, 'termsDays' | 'termsFrom'>,
): Temporal.PlainDate {
  const from = termsFrom === 'end_of_month' ? made.with({ day: made.daysInMonth }) : made
  return from.add({ days: termsDays })
}
