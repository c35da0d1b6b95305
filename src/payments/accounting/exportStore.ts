// The exports of the ledger to the operator's accounting, and the accounts that stand for ours. An export has the
// postings after the last of the export before, by the numbers that postings get when they are inserted. The first has
// the sums of the postings that are archived, too.

import { sql } from 'kysely'
import { storableJson } from '../../base/text/storableText.ts'
import type { Db, Tx } from '../../db/db.ts'
import { rowsOf, text } from '../../db/rows.ts'
import type { Journal, JournalEntry, JournalLine, MappedAccount } from './journal.ts'

export type AccountingExport = {
  number: number
  firstPosting: number
  lastPosting: number
  postings: number
  debitCents: number
  creditCents: number
  madeAt: Date
  madeBy: string
}

/** New postings wait as long as the lock does, which waits for the transactions that insert now. */
const maxLockMs = 2000

/**
 * The highest number of a posting, below which no further posting appears. Call it in a transaction of its own, so that
 * no posting waits for the rest of an export. Throws an error of the database when the lock is not to be had in time.
 */
export async function readLastPosting(tx: Tx): Promise<number> {
  await sql`select set_config('lock_timeout', ${String(maxLockMs)}, true)`.execute(tx)
  await sql`lock table ledger_postings in share mode`.execute(tx)
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(number), 0)::bigint as last from ledger_postings`.execute(tx)
  return Number(rows[0]!.last)
}

type NewExport = { lastPosting: number; maxPostings: number; madeAt: Date; madeBy: string }

/**
 * The postings up to `lastPosting`, or the first `maxPostings` of them. Of two exports at once, the second begins after
 * the first. Null: there is no posting up to `lastPosting`.
 */
export async function insertExport(
  tx: Tx,
  { lastPosting, maxPostings, madeAt, madeBy }: NewExport,
): Promise<AccountingExport | null> {
  await sql`lock table accounting_exports in exclusive mode`.execute(tx)
  const { rows: before } = await sql<{ number: number; last: number }>`
    select number, last_posting as last from accounting_exports order by number desc limit 1`.execute(tx)
  const { number = 0, last = 0 } = before[0] ?? {}
  const end = await readEnd(tx, { after: Number(last), until: lastPosting, maxPostings })
  if (end === null) return null
  const { entries, postings } = await readJournal(tx, { after: Number(last), until: end })
  const lines = entries.flatMap(entry => entry.lines)
  const row = {
    number: number + 1,
    debitCents: lines.reduce((sum, { debitCents }) => sum + debitCents, 0),
    creditCents: lines.reduce((sum, { creditCents }) => sum + creditCents, 0),
  }
  await sql`
    insert into accounting_exports (
      number, after_posting, last_posting, postings, debit_cents, credit_cents, journal, accounts, made_at, made_by)
    values (
      ${row.number}, ${last}, ${end}, ${postings}, ${row.debitCents}, ${row.creditCents},
      ${storableJson(entries)}::json, ${storableJson(await readMapping(tx))}::json, ${madeAt}, ${madeBy})`.execute(tx)
  return (await listExports(tx, { before: row.number + 1, limit: 1 }))[0]!
}

async function readEnd(
  tx: Tx,
  { after, until, maxPostings }: { after: number; until: number; maxPostings: number },
): Promise<number | null> {
  const { rows } = await sql<{ end: number | null }>`
    select max(number)::bigint as end
    from (
      select number
      from ledger_postings
      where number > ${after} and number <= ${until}
      order by number
      limit ${maxPostings}
    ) p`.execute(tx)
  const { end } = rows[0]!
  return end === null ? null : Number(end)
}

type DaySum = JournalLine & { day: string }

async function readJournal(
  tx: Tx,
  { after, until }: { after: number; until: number },
): Promise<{ entries: JournalEntry[]; postings: number }> {
  const range = sql`number > ${after} and number <= ${until}`
  const { rows: counted } = await sql<{ postings: number }>`
    select count(*)::int as postings from ledger_postings where ${range}`.execute(tx)
  // Both in one statement, since orders are archived meanwhile.
  const { rows } = await sql<DaySum>`
    select day::text, "ledgerAccount", detail, sum(debit)::bigint as "debitCents", sum(credit)::bigint as "creditCents"
    from (
      select (p.at at time zone 'UTC')::date as day, l.account as "ledgerAccount",
        coalesce(l.part, l.jurisdiction, '') as detail, greatest(l.cents, 0) as debit, greatest(-l.cents, 0) as credit
      from ledger_postings p
      cross join lateral json_to_recordset(p.lines) as l (account text, part text, jurisdiction text, cents bigint)
      where p.number > ${after} and p.number <= ${until}
      union all
      select day, ledger_account, part || jurisdiction, debit_cents, credit_cents
      from archived_sums
      where ${after}::bigint = 0
    ) lines
    group by 1, 2, 3
    order by 1, 2, 3`.execute(tx)
  const byDay = Map.groupBy(rows, ({ day }) => day)
  return {
    entries: Array.from(byDay, ([day, sums]) => ({ day, lines: sums.map(({ day: _day, ...line }) => line) })),
    postings: counted[0]!.postings,
  }
}

/** Null: no export was made. */
export async function readLastExported(db: Db): Promise<number | null> {
  const { rows } = await sql<{ last: number | null }>`
    select max(last_posting)::bigint as last from accounting_exports`.execute(db)
  const { last } = rows[0]!
  return last === null ? null : Number(last)
}

/** Newest first. */
export async function listExports(db: Db | Tx, page: { before: number; limit: number }): Promise<AccountingExport[]> {
  const { rows } = await sql<AccountingExport>`
    select number, after_posting + 1 as "firstPosting", last_posting as "lastPosting", postings,
      debit_cents as "debitCents", credit_cents as "creditCents", made_at as "madeAt", made_by as "madeBy"
    from accounting_exports
    where number < ${page.before}
    order by number desc
    limit ${page.limit}`.execute(db)
  return rows.map(row => ({
    ...row,
    firstPosting: Number(row.firstPosting),
    lastPosting: Number(row.lastPosting),
  }))
}

export async function readExportedJournal(db: Db, number: number): Promise<Journal | undefined> {
  const { rows } = await sql<{ journal: string; accounts: string }>`
    select journal::text as journal, accounts::text as accounts from accounting_exports where number = ${number}`.execute(
    db,
  )
  const [row] = rows
  return row && { number, entries: JSON.parse(row.journal), accounts: JSON.parse(row.accounts) }
}

export async function readMapping(db: Db | Tx): Promise<MappedAccount[]> {
  const { rows } = await sql<MappedAccount>`
    select ledger_account as "ledgerAccount", detail, code, name
    from accounting_mapping
    order by ledger_account, detail`.execute(db)
  return rows
}

/** In place of all accounts before, which it returns. */
export async function replaceMapping(tx: Tx, accounts: MappedAccount[]): Promise<MappedAccount[]> {
  await sql`lock table accounting_mapping in exclusive mode`.execute(tx)
  const before = await readMapping(tx)
  await sql`delete from accounting_mapping`.execute(tx)
  if (accounts.length === 0) return before
  const rows = rowsOf(accounts, 'a', {
    ledgerAccount: text(account => account.ledgerAccount),
    detail: text(account => account.detail),
    code: text(account => account.code),
    name: text(account => account.name),
  })
  await sql`insert into accounting_mapping (${rows.columns}) select * from ${rows.from}`.execute(tx)
  return before
}

/** The subjects of lines of the ledger that need an account. */
export async function readLedgerNames(db: Db): Promise<{ ledgerAccount: string; detail: string }[]> {
  const { rows } = await sql<{ ledgerAccount: string; detail: string }>`
    select ledger_account as "ledgerAccount", part || jurisdiction as detail
    from ledger_sums
    where account_id = 'operator' and span = 'month'
    union
    select ledger_account, part || jurisdiction from ledger_deltas
    order by 1, 2`.execute(db)
  return rows
}
