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
import { issueStatement } from '../../payments/documents.ts'
import {
  type BillingTerms,
  insertStatement,
  lockBilling,
  oldestOpenLine,
  oldestOrderOfOpenLines,
  readStatement,
  type Statement,
  scheduleStatement,
} from '../../payments/statements/statementStore.ts'
import { notifyOfStatement } from '../notify/accountEmails.ts'
import type { OperatorVersions } from '../shop/operatorData.ts'
import { announceDocument } from './announceDocument.ts'
import { reviewCredit } from './billingTerms.ts'
import { sellerOf } from './seller.ts'
import { settleBills } from './settleBills.ts'

/** While the statements of a batch get their numbers, no charge does. */
const maxAccounts = 10

export type StatementDeps = {
  transactor: Transactor
  operatorVersions: Pick<OperatorVersions, 'at'>
  log: Log
  crash: Crash
  billingUrl: string
  /** The address at which a statement is paid without a sign-in. */
  payUrlOf(statement: Pick<Statement, 'accountId' | 'number'>): string
}

/** Task `bill_accounts`: makes the statements of the months that are over. */
export const makeStatements =
  (deps: StatementDeps) =>
  (now: Date): Promise<number> =>
    transact(deps.transactor, { now, actor: 'system' }, async work => {
      const made = await claimDue<{ accountId: string }>(work, 'statement', {
        ...{ columns: sql`account_id as "accountId"`, max: maxAccounts, log: deps.log },
        async act(accounts) {
          const made: (MadeStatement | null)[] = []
          for (const { accountId } of accounts) made.push(await makeStatement(work, accountId, deps))
          // Their numbers are taken last: until the commit, no other invoice is issued.
          for (const statement of made) if (statement !== null) await issue(work, statement, deps)
        },
        keyOf: ({ accountId }) => ({ accountId }),
      })
      if (made > 0) deps.crash('statement:made')
      return made
    })

/** A statement without its number in the series of invoices and credit notes. */
type MadeStatement = Parameters<typeof issueStatement>[1]

/** Makes the oldest statement that is due; null when there is none. The account is due again for the next one. */
async function makeStatement(work: UnitOfWork, accountId: string, deps: StatementDeps): Promise<MadeStatement | null> {
  const { tx, now } = work
  const operator = deps.operatorVersions.at(now)
  const { timeZone } = operator.shipping
  const endOfOldest = async () => {
    const oldest = await oldestOpenLine(tx, accountId)
    return oldest === null ? null : monthEnd(oldest, timeZone)
  }
  const endsAt = await endOfOldest()
  let made: MadeStatement | null = null
  if (endsAt !== null && endsAt <= now) {
    const terms = (await lockBilling(tx, accountId))!
    const month = dayIn(earlier(endsAt, 1), timeZone).with({ day: 1 })
    const dates = { month, made: dayIn(now, timeZone) }
    const dueOn = dueDay(dates, terms)
    const discountOn = discountDay(dates, terms)
    const endOf = (day: Temporal.PlainDate) => startOfDay(day.add({ days: 1 }), timeZone)
    const firstOrder = await oldestOrderOfOpenLines(tx, accountId)
    const seller = sellerOf(operator, { now, since: firstOrder ?? startOfDay(month, timeZone) })
    const inserted = await insertStatement(
      tx,
      {
        accountId,
        month: month.toString(),
        endsAt,
        issuedOn: dates.made.toString(),
        dueOn: dueOn.toString(),
        overdueAt: endOf(dueOn),
        discountOn: discountOn?.toString() ?? null,
        discountEndsAt: discountOn === null ? null : endOf(discountOn),
        seller,
      },
      now,
    )
    await settleBills(work, accountId)
    await reviewCredit(work, accountId)
    made = { accountId, dueOn: dueOn.toString(), seller, ...inserted }
  }
  await scheduleStatement(tx, accountId, endsAt !== null && endsAt > now ? endsAt : await endOfOldest())
  return made
}

async function issue(work: UnitOfWork, made: MadeStatement, deps: StatementDeps): Promise<void> {
  const { accountId, statement } = made
  await announceDocument(work, accountId, await issueStatement(work.tx, made, work.now))
  await notifyOfStatement(work, 'statement', (await readStatement(work.tx, accountId, statement))!, deps)
}

/** The day on which the statement of a month is due that is made on a day: never before that day. */
export function dueDay(
  { month, made }: Dates,
  { termsDays, termsFrom }: Pick<BillingTerms, 'termsDays' | 'termsFrom'>,
): Temporal.PlainDate {
  const from = termsFrom === 'end_of_month' ? month.with({ day: month.daysInMonth }) : made
  const due = from.add({ days: termsDays })
  return Temporal.PlainDate.compare(due, made) < 0 ? made : due
}

type Dates = { month: Temporal.PlainDate; made: Temporal.PlainDate }

/** The last day for the discount for early payment, counted like the due day; null without a discount. */
const discountDay = (
  dates: Dates,
  { discountDays, termsFrom }: Pick<BillingTerms, 'discountDays' | 'termsFrom'>,
): Temporal.PlainDate | null => (discountDays === null ? null : dueDay(dates, { termsDays: discountDays, termsFrom }))
