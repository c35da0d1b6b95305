// When late fees of statements are due. Writers hold the lock of the account in billing_terms.

import { type RawBuilder, sql } from 'kysely'
import { day, later } from '../../base/clock.ts'
import type { Db, Tx } from '../../db/db.ts'
import { plusInterval } from '../../db/instants.ts'
import { type Statement, statementColumns } from './statementStore.ts'

/** Of one statement; then the staff decide. */
const maxLateFees = 12
/** Money that arrived on the due day is recorded by then. */
const firstLateFeeAt = plusInterval(sql`s.overdue_from`, sql`interval '3 days'`)
const aMonthAfter = (at: Date): RawBuilder<unknown> => plusInterval(sql`${at}::timestamptz`, sql`interval '1 month'`)

/** The unpaid statement whose fee is due first. `isDisputed`: a payment that may have paid it has an open dispute. */
export async function findLateStatement(
  tx: Tx,
  accountId: string,
  now: Date,
): Promise<(Statement & { balanceCents: number; isDisputed: boolean }) | undefined> {
  const { rows } = await sql<Statement & { balanceCents: number; isDisputed: boolean }>`
    select ${statementColumns}, t.balance_cents as "balanceCents", exists (
      select from disputes d
      join received_payments p using (account_id, payment_id)
      where d.account_id = s.account_id and d.closed_at is null and coalesce(p.statement, s.number) = s.number
    ) as "isDisputed"
    from statements s
    join billing_terms t using (account_id)
    where s.account_id = ${accountId} and s.late_fee_at <= ${now}
    order by s.late_fee_at, s.number
    limit 1`.execute(tx)
  return rows[0]
}

export type ChargedFee = {
  statement: number
  /** The number of the fee. */
  period: number
  /** The part that is not taken back, and the amount that was charged first. */
  amountCents: number
  chargedCents: number
  baseCents: number
  lateFeeBasisPoints: number | null
  lateFeeCents: number | null
  /** The fee is not owed if the statement was paid until this day: its due day, or the day before a later fee. */
  unlessPaidOn: string
}

/** The late fees of an account that the staff did not take back. */
export async function readChargedFees(tx: Db | Tx, accountId: string): Promise<ChargedFee[]> {
  const { rows } = await sql<ChargedFee>`
    select l.late_statement as statement, l.late_period as period, sum(l.amount_cents)::bigint as "amountCents",
      max(l.amount_cents) as "chargedCents", s.base_cents as "baseCents",
      s.late_fee_basis_points as "lateFeeBasisPoints", s.late_fee_cents as "lateFeeCents",
      case l.late_period when 1 then s.due_on
        else s.due_on + floor(extract(epoch from min(l.at) - s.overdue_from) / 86400)::integer
      end as "unlessPaidOn"
    from statement_lines l
    join statements s on s.account_id = l.account_id and s.number = l.late_statement
    where l.account_id = ${accountId} and l.late_statement is not null
    group by l.late_statement, l.late_period, s.account_id, s.number
    having not bool_or(l.kind = 'waived_fee' and l.reason is not null)
    order by l.late_statement, l.late_period`.execute(tx)
  return rows
}

type Key = Pick<Statement, 'accountId' | 'number'>

/** Counts a late fee. The next one is due a month from now: fees that were missed are skipped. */
export async function countLateFee(tx: Tx, { accountId, number }: Key, now: Date): Promise<void> {
  await sql`
    update statements
    set late_fees = late_fees + 1,
      late_fee_at = case when late_fees + 1 < ${maxLateFees} then ${aMonthAfter(now)} end
    where account_id = ${accountId} and number = ${number}`.execute(tx)
}

/** No fee is due today. */
export async function postponeLateFee(tx: Tx, { accountId, number }: Key, now: Date): Promise<void> {
  await sql`
    update statements set late_fee_at = ${later(now, day)}
    where account_id = ${accountId} and number = ${number}`.execute(tx)
}

/** A statement that is unpaid again after its due day costs its next fee a month from now. */
export async function scheduleLateFees(tx: Tx, accountId: string, now: Date): Promise<void> {
  await sql`
    update statements s
    set late_fee_at = case
      when paid_cents >= total_cents then null
      when overdue_from > ${now} or ${firstLateFeeAt} > ${now} and late_fees = 0 then ${firstLateFeeAt}
      else ${aMonthAfter(now)}
    end
    where account_id = ${accountId} and num_nonnulls(late_fee_basis_points, late_fee_cents) > 0
      and late_fees < ${maxLateFees} and (paid_cents >= total_cents) = (late_fee_at is not null)`.execute(tx)
  await scheduleAccount(tx, accountId)
}

/** The account is due for the first fee of its statements. */
export async function scheduleAccount(tx: Tx, accountId: string): Promise<void> {
  await sql`
    update billing_terms
    set late_fee_due_at = (select min(late_fee_at) from statements where account_id = ${accountId})
    where account_id = ${accountId}`.execute(tx)
}
