// When late fees of statements are due. Writers hold the lock of the account in billing_terms.

import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/db.ts'
import { plusInterval } from '../../db/instants.ts'
import { type Statement, statementColumns } from './statementStore.ts'

/** Of one statement; then the staff decide. */
const maxLateFees = 12
/** On the day after the due day, and then each month. */
const lateFeeAt = plusInterval(sql`s.overdue_from`, sql`make_interval(months => s.late_fees)`)

const costsFees = (accountId: string): RawBuilder<unknown> => sql`
  s.account_id = ${accountId} and s.paid_cents < s.total_cents and s.late_fees < ${maxLateFees}
  and num_nonnulls(s.late_fee_basis_points, s.late_fee_cents) > 0`

/** The unpaid statement whose fee is due first. */
export async function findLateStatement(tx: Tx, accountId: string, now: Date): Promise<Statement | undefined> {
  const { rows } = await sql<Statement>`
    select ${statementColumns}
    from statements s
    where ${costsFees(accountId)} and ${lateFeeAt} <= ${now}
    order by ${lateFeeAt}, s.number
    limit 1`.execute(tx)
  return rows[0]
}

export async function countLateFee(tx: Tx, { accountId, number }: Pick<Statement, 'accountId' | 'number'>) {
  await sql`
    update statements set late_fees = late_fees + 1 where account_id = ${accountId} and number = ${number}`.execute(tx)
}

/** The next fee is due when the terms of the unpaid statements say, but not before `notBefore`. */
export async function scheduleLateFee(tx: Tx, accountId: string, notBefore: Date | null = null): Promise<void> {
  await sql`
    update billing_terms
    set late_fee_due_at = greatest((
      select min(${lateFeeAt}) from statements s where ${costsFees(accountId)}
    ), case when late_fee_due_at is not null then ${notBefore}::timestamptz end)
    where account_id = ${accountId}`.execute(tx)
}
