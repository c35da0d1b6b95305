// The balances of the ledger's accounts, from its sums by day and month: a few rows per past month, a few per day of
// the months in which a period begins or ends, and the deltas that have not been folded into the sums yet. The number
// of ledger lines does not matter. The sums of all customers together are stored as the operator's.

import { sql } from 'kysely'
import { utcDay } from '../base/clock.ts'
import { operatorAccount } from '../base/operator.ts'
import type { Db } from '../db/db.ts'
import { unlockedRows } from '../db/unlockedRows.ts'
import type { Period } from './ledgerRead.ts'
import { sumEntries } from './taxes/taxReturnStore.ts'

const maxDeltas = 5000

/**
 * The sweep of `sum_ledger`: folds all deltas into the sums, and the entries of tax returns into theirs. Returns 0,
 * because no other sweep has to follow.
 */
export function sumLedger(db: Db): () => Promise<number> {
  return async () => {
    for (let folded = maxDeltas; folded === maxDeltas; ) folded = await foldDeltas(db)
    return 0
  }
}

/**
 * In one statement, so that a delta is always counted in exactly one of the tables; in one sequence, so that two runs
 * do not wait for each other.
 */
async function foldDeltas(db: Db): Promise<number> {
  const { rows } = await sql<{ folded: number }>`
    with taken as (
      delete from ledger_deltas
      where ctid = any(${unlockedRows(sql`ledger_deltas`, maxDeltas)})
      returning *
    ), folded as (
      insert into ledger_sums as s (
        account_id, span, starts_on, ledger_account, part, jurisdiction, debit_cents, credit_cents)
      select
        whose.account_id, spans.span, spans.starts_on, t.ledger_account, t.part, t.jurisdiction, sum(t.debit_cents),
        sum(t.credit_cents)
      from taken t
      cross join lateral (values (t.account_id), (${operatorAccount})) whose (account_id)
      cross join lateral (values ('day', t.day), ('month', date_trunc('month', t.day)::date)) spans (span, starts_on)
      group by 1, 2, 3, 4, 5, 6
      order by 1, 2, 3, 4, 5, 6
      on conflict (account_id, span, starts_on, ledger_account, part, jurisdiction) do update
      set debit_cents = s.debit_cents + excluded.debit_cents, credit_cents = s.credit_cents + excluded.credit_cents
    ), ${sumEntries(maxDeltas)}
    select greatest((select count(*) from taken), (select count(*) from summed_entries))::int as folded`.execute(db)
  return rows[0]!.folded
}

/** Cents; debits are positive. `closing` is `opening` plus the debits and less the credits of the period. */
export type Balance = {
  ledgerAccount: string
  part: string | null
  jurisdiction: string | null
  openingCents: number
  debitCents: number
  creditCents: number
  closingCents: number
}

/**
 * The balances of the ledger's accounts before and after a period of whole UTC days, with its debits and credits; those
 * of all customers where `accountId` is null.
 */
export async function readBalances(db: Db, accountId: string | null, { from, before }: Period): Promise<Balance[]> {
  const account = accountId ?? operatorAccount
  const { rows } = await sql<Balance>`
    with instants as (
      select false as period_ends, ${utcDay(from).toString()}::date as day
      union all
      select true, ${utcDay(before).toString()}::date
    ), moved as (
      select i.period_ends, s.ledger_account, s.part, s.jurisdiction, s.debit_cents, s.credit_cents
      from instants i
      join ledger_sums s on s.account_id = ${account} and s.span = 'month' and s.starts_on < date_trunc('month', i.day)::date
      union all
      select i.period_ends, s.ledger_account, s.part, s.jurisdiction, s.debit_cents, s.credit_cents
      from instants i
      join ledger_sums s on s.account_id = ${account} and s.span = 'day'
        and s.starts_on >= date_trunc('month', i.day)::date and s.starts_on < i.day
      union all
      select i.period_ends, d.ledger_account, d.part, d.jurisdiction, d.debit_cents, d.credit_cents
      from instants i
      join ledger_deltas d on d.day < i.day ${accountId === null ? sql`` : sql`and d.account_id = ${accountId}`}
    ), stood as (
      select
        ledger_account, part, jurisdiction,
        coalesce(sum(debit_cents) filter (where period_ends), 0) as debit_after,
        coalesce(sum(credit_cents) filter (where period_ends), 0) as credit_after,
        coalesce(sum(debit_cents) filter (where not period_ends), 0) as debit_before,
        coalesce(sum(credit_cents) filter (where not period_ends), 0) as credit_before
      from moved
      group by ledger_account, part, jurisdiction
    )
    select
      ledger_account as "ledgerAccount", nullif(part, '') as part, nullif(jurisdiction, '') as jurisdiction,
      (debit_before - credit_before)::bigint as "openingCents", (debit_after - debit_before)::bigint as "debitCents",
      (credit_after - credit_before)::bigint as "creditCents", (debit_after - credit_after)::bigint as "closingCents"
    from stood
    order by ledger_account, stood.part, stood.jurisdiction`.execute(db)
  return rows
}
