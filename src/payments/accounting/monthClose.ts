// The work that is still open when a month is closed. A month is judged by its own days, so open work of an earlier
// month does not keep it open. Only an export needs the days before.

import { sql } from 'kysely'
import { operatorAccount } from '../../base/operator.ts'
import type { Db } from '../../db/db.ts'

/** The time is in UTC but for statements, whose month is over at the operator. Ends are exclusive. */
export type ClosingMonth = {
  from: Date
  to: Date
  statementsFrom: Date
  statementsTo: Date
  /** ISO dates of the month, and the first and the last of its days that could be compared by now. */
  firstDay: string
  lastDay: string
  comparedFrom: string
  comparedTo: string
}

/**
 * Days before the first that is in the ledger, or was compared, have nothing to compare. An unpaid statement is no
 * difference: it is a receivable of the books.
 */
type OpenAtClose = {
  postingsNotExported: number
  daysNotCompared: number
  daysWithDifferences: number
  chargesUnknown: number
  refundsNotMade: number
  disputesOpen: number
  statementsNotMade: number
  statementsUnpaid: number
  statementsDueCents: number
}

/** Without exports, the whole ledger would be counted. */
const maxPostingsCounted = 10_000

export async function readOpenAtClose(db: Db, month: ClosingMonth): Promise<OpenAtClose> {
  const { from, to } = month
  const { rows } = await sql<OpenAtClose>`
    select
      (
        select count(*)::int
        from (
          select from ledger_postings
          where number > (select coalesce(max(last_posting), 0) from accounting_exports) and at < ${to}
          limit ${maxPostingsCounted + 1}
        ) p
      ) as "postingsNotExported",
      (
        select count(*)::int
        from generate_series(${month.comparedFrom}::date, ${month.comparedTo}::date, interval '1 day') d
        where d >= least(
            (select min(starts_on) from ledger_sums where span = 'day' and account_id = ${operatorAccount}),
            (select min(day) from ledger_deltas),
            (select min(day) from reconciliations))
          and not exists (
            select from reconciliations
            where day = d::date and compared_at >= (day + 1)::timestamp at time zone 'utc'
          )
      ) as "daysNotCompared",
      (
        select count(distinct day)::int from reconciliations
        where day between ${month.firstDay}::date and ${month.lastDay}::date and json_array_length(differences) > 0
      ) as "daysWithDifferences",
      (
        select count(*)::int from charges
        where status in ('claimed', 'unknown', 'requires_action') and created_at >= ${from} and created_at < ${to}
      ) as "chargesUnknown",
      (
        select count(*)::int from refunds
        where status = 'pending' and next_attempt_at is not null
          and greatest(created_at, returned_at) >= ${from} and greatest(created_at, returned_at) < ${to}
      ) as "refundsNotMade",
      (
        select count(*)::int from disputes where closed_at is null and opened_at >= ${from} and opened_at < ${to}
      ) as "disputesOpen",
      (
        select count(*)::int from billing_terms t
        where t.statement_due_at is not null and exists (
          select from statement_lines l
          where l.account_id = t.account_id and l.statement is null
            and l.at >= ${month.statementsFrom} and l.at < ${month.statementsTo}
        )
      ) as "statementsNotMade",
      s.unpaid as "statementsUnpaid", s.due as "statementsDueCents"
    from (
      select count(*)::int as unpaid, coalesce(sum(total_cents - paid_cents), 0)::bigint as due
      from statements
      where month = ${month.firstDay}::date and paid_cents < total_cents
    ) s`.execute(db)
  return { ...rows[0]!, statementsDueCents: Number(rows[0]!.statementsDueCents) }
}
