// (n): balances of one account and of all accounts over a year that begins in the middle of a month, with few
// and with many lines in the ledger. The floor adds up the lines.

import { performance } from 'node:perf_hooks'
import { sql } from 'kysely'
import { instant } from '../src/base/clock.ts'
import { type Db, openDatabase } from '../src/db/db.ts'
import type { Line } from '../src/payments/ledger.ts'
import { readBalances, sumLedger } from '../src/payments/ledgerSums.ts'
import type { Bench } from './measurement.ts'
import type { Finding } from './report.ts'
import { median } from './rounds.ts'

const period = { from: instant('2025-01-15T00:00:00Z'), before: instant('2026-01-15T00:00:00Z') }
const reads = 15

export async function balanceLedger(bench: Bench): Promise<Finding[]> {
  const few = 10_000
  const many = bench.quick ? 100_000 : 1_000_000
  const fewCost = await measureLines(bench, 'balances_few', few)
  const manyCost = await measureLines(bench, 'balances_many', many)
  return [
    finding(few, fewCost),
    finding(many, manyCost),
    {
      id: 'n',
      title: 'balances of an account, many lines against few',
      measured: against(manyCost.oneAccount, fewCost.oneAccount),
      ratio: manyCost.oneAccount / fewCost.oneAccount,
    },
    {
      id: 'n',
      title: 'balances of all accounts, many lines against few',
      measured: against(manyCost.allAccounts, fewCost.allAccounts),
      ratio: manyCost.allAccounts / fewCost.allAccounts,
    },
  ]
}

const against = (many: number, few: number) => `${many.toFixed(1)} ms against ${few.toFixed(1)} ms`

type Cost = { oneAccount: number; allAccounts: number; oneAccountByLines: number; allAccountsByLines: number }

/** Half of the lines are of one account. Answers milliseconds. */
async function measureLines(bench: Bench, name: string, lines: number): Promise<Cost> {
  const { db, close } = await openDatabase({ databaseUrl: await bench.database(name), dataDir: null })
  try {
    const [account] = bench.customers
    const accountId = account!.accountId
    // Each posting sums to zero.
    const postingLines = JSON.stringify([
      { account: 'receivable', cents: 1000 },
      { account: 'revenue', part: 'items', cents: -600 },
      { account: 'revenue', part: 'shipping', cents: -200 },
      { account: 'tax', jurisdiction: 'US-NY', cents: -120 },
      { account: 'tax', jurisdiction: 'US-NY New York City', cents: -80 },
    ] satisfies Line[])
    await sql`
      insert into ledger_postings (account_id, posting_id, at, order_id, lines)
      select
        a.account_id, 'ord_' || i || '/sold', timestamptz '2023-02-01' + i * (interval '1000 days' / ${lines / 5}::int),
        'ord_' || i, ${postingLines}::json
      from generate_series(1, ${lines / 5}::int) i
      join (select account_id, row_number() over (order by account_id) as place from accounts limit 100) a
        on (i % 2 = 0 and a.account_id = ${accountId}) or (i % 2 = 1 and a.place = i % 97 + 2)`.execute(db)
    await sql`
      insert into ledger_deltas (
        account_id, day, ledger_account, part, jurisdiction, posting_id, debit_cents, credit_cents)
      select account_id, (at at time zone 'UTC')::date, ledger_account, coalesce(part, ''), coalesce(jurisdiction, ''),
        min(posting_id), sum(greatest(amount_cents, 0)), sum(greatest(-amount_cents, 0))
      from ledger_entries
      group by 1, 2, 3, 4, 5`.execute(db)
    await sumLedger(db)()
    await sql`vacuum analyze ledger_postings, ledger_sums, ledger_deltas`.execute(db)
    return {
      oneAccount: await time(() => readBalances(db, accountId, period)),
      allAccounts: await time(() => readBalances(db, null, period)),
      oneAccountByLines: await time(() => addUp(db, accountId)),
      allAccountsByLines: await time(() => addUp(db, null)),
    }
  } finally {
    await close()
  }
}

const addUp = (db: Db, accountId: string | null) =>
  sql`
    select ledger_account, part, jurisdiction, sum(amount_cents) filter (where at < ${period.from}), sum(amount_cents)
    from ledger_entries
    where at < ${period.before} ${accountId === null ? sql`` : sql`and account_id = ${accountId}`}
    group by 1, 2, 3`.execute(db)

async function time(read: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < reads; i++) {
    const startMs = performance.now()
    await read()
    times.push(performance.now() - startMs)
  }
  return median(times)
}

const finding = (lines: number, { oneAccount, allAccounts, oneAccountByLines, allAccountsByLines }: Cost): Finding => ({
  id: 'n',
  title: `balances over a year with ${lines.toLocaleString('en')} lines, half of them of one account`,
  measured:
    `${oneAccount.toFixed(1)} ms of that account (${oneAccountByLines.toFixed(1)} by its lines), ` +
    `${allAccounts.toFixed(1)} ms of all (${allAccountsByLines.toFixed(1)} by lines)`,
})
