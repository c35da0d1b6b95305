// The rows of tax returns. Postings add entries (postingStore.ts), which are open until a return has them. Open entries
// are summed by day, so the number of orders does not matter to an open return. A return keeps its figures; an entry
// that comes later, also of an earlier day, is in the next return of its registration.

import { type RawBuilder, sql } from 'kysely'
import { utcDay } from '../../base/clock.ts'
import { storableJson } from '../../base/text/storableText.ts'
import type { Db, Tx } from '../../db/db.ts'
import type { TimePage } from '../../db/timePages.ts'
import { unlockedRows } from '../../db/unlockedRows.ts'
import { orderName } from '../orderDetails.ts'
import type { TaxFigures } from './taxEntries.ts'

export type TaxLine = TaxFigures & { jurisdiction: string }

export type OpenReturn = { registration: string; firstDay: string; lines: TaxLine[] }

/** Days are ISO dates in UTC, and both are included. */
export type TaxReturn = {
  returnId: string
  registration: string
  firstDay: string
  lastDay: string
  lines: TaxLine[]
  reference: string | null
  filedAt: Date
  filedBy: string
}

const figures = sql`
  sum(gross_cents)::bigint as gross, sum(exempt_cents)::bigint as exempt, sum(taxable_cents)::bigint as taxable,
  sum(tax_cents)::bigint as tax, sum(credits_cents)::bigint as credits, sum(credited_tax_cents)::bigint as "creditedTax"`

type Row = TaxLine & { registration: string; firstDay: string }

const lineOf = ({ registration: _, firstDay: __, ...line }: Row): TaxLine => line

const cents = sql`gross_cents, exempt_cents, taxable_cents, tax_cents, credits_cents, credited_tax_cents`

/** For ledgerSums.ts: takes open entries into the sums of their days, in one sequence, as `summed_entries`. */
export const sumEntries = (max: number): RawBuilder<unknown> => sql`
    summed_entries as (
      update tax_entries set is_summed = true
      where ctid = any(${unlockedRows(sql`tax_entries where is_summed is null`, max)})
      returning *
    ), added_entries as (
      insert into tax_sums as s (day, registration, jurisdiction, ${cents})
      select (at at time zone 'UTC')::date, registration, jurisdiction, sum(gross_cents), sum(exempt_cents),
        sum(taxable_cents), sum(tax_cents), sum(credits_cents), sum(credited_tax_cents)
      from summed_entries
      group by 1, 2, 3
      order by 1, 2, 3
      on conflict (day, registration, jurisdiction) do update
      set gross_cents = s.gross_cents + excluded.gross_cents, exempt_cents = s.exempt_cents + excluded.exempt_cents,
        taxable_cents = s.taxable_cents + excluded.taxable_cents, tax_cents = s.tax_cents + excluded.tax_cents,
        credits_cents = s.credits_cents + excluded.credits_cents,
        credited_tax_cents = s.credited_tax_cents + excluded.credited_tax_cents
    )`

/** The figures of open entries up to `before`, the beginning of a UTC day, by registration. */
export async function readOpenReturns(db: Db, before: Date): Promise<OpenReturn[]> {
  const { rows } = await sql<Row>`
    select registration, jurisdiction, min(day)::text as "firstDay", ${figures}
    from (
      select day, registration, jurisdiction, ${cents} from tax_sums where day < ${utcDay(before).toString()}::date
      union all
      select (at at time zone 'UTC')::date, registration, jurisdiction, ${cents}
      from tax_entries
      where is_summed is null and at < ${before}
    ) open
    group by registration, jurisdiction
    order by registration, jurisdiction`.execute(db)
  return [...Map.groupBy(rows, row => row.registration)].map(([registration, lines]) => ({
    registration,
    firstDay: firstOf(lines)!,
    lines: lines.map(lineOf),
  }))
}

const firstOf = (rows: Row[]): string | undefined => rows.map(({ firstDay }) => firstDay).toSorted()[0]

/** Of two returns at once, the second waits, and sees the first. No entries are added to the sums meanwhile. */
export async function readLastReturn(tx: Tx, registration: string): Promise<{ lastDay: string } | undefined> {
  await sql`lock table tax_returns, tax_sums in exclusive mode`.execute(tx)
  const { rows } = await sql<{ lastDay: string | null }>`
    select max(last_day)::text as "lastDay" from tax_returns where registration = ${registration}`.execute(tx)
  const { lastDay } = rows[0]!
  return lastDay === null ? undefined : { lastDay }
}

type NewReturn = Omit<TaxReturn, 'firstDay' | 'lines'> & { before: Date }

/** Takes the open entries of the registration up to `before`, and keeps their sums. */
export async function insertReturn(tx: Tx, { before, ...filed }: NewReturn): Promise<TaxReturn> {
  const { returnId, registration, lastDay, reference, filedAt, filedBy } = filed
  const { rows } = await sql<Row>`
    with taken as (
      update tax_entries set return_id = ${returnId}, is_summed = true
      where return_id is null and is_summed is not false and registration = ${registration} and at < ${before}
      returning *
    ), closed as (
      delete from tax_sums where registration = ${registration} and day < ${utcDay(before).toString()}::date
    )
    select registration, jurisdiction, (min(at) at time zone 'UTC')::date::text as "firstDay", ${figures}
    from taken
    group by registration, jurisdiction
    order by jurisdiction`.execute(tx)
  const lines = rows.map(lineOf)
  const firstDay = firstOf(rows) ?? lastDay
  await sql`
    insert into tax_returns (return_id, registration, first_day, last_day, lines, reference, filed_at, filed_by)
    values (${returnId}, ${registration}, ${firstDay}, ${lastDay}, ${storableJson(lines)}::json, ${reference},
      ${filedAt}, ${filedBy})`.execute(tx)
  return { ...filed, firstDay, lines }
}

/** Newest first; of one registration, or of all for null. */
export async function listReturns(
  db: Db,
  { registration, before, limit }: { registration: string | null; before: string | null; limit: number },
): Promise<TaxReturn[]> {
  const { rows } = await sql<Omit<TaxReturn, 'lines'> & { lines: string }>`
    select return_id as "returnId", registration, first_day::text as "firstDay", last_day::text as "lastDay",
      lines::text as lines, reference, filed_at as "filedAt", filed_by as "filedBy"
    from tax_returns
    where true
      ${registration === null ? sql`` : sql`and registration = ${registration}`}
      ${before === null ? sql`` : sql`and return_id < ${before}`}
    order by return_id desc
    limit ${limit}`.execute(db)
  return rows.map(row => ({ ...row, lines: JSON.parse(row.lines) as TaxLine[] }))
}

/** An entry, with the name of its order. The order may be in the archive. */
export type TaxEntryOfOrder = TaxLine & {
  entryId: string
  at: Date
  accountId: string
  orderId: string
  customerOrderId: string | null
  registration: string
  returnId: string | null
}

/** `returnId` null: what is in no return yet. */
export type EntryFilter = { registration: string; returnId: string | null; jurisdiction: string | null }

export async function listTaxEntries(
  db: Db,
  { registration, returnId, jurisdiction }: EntryFilter,
  { isNewestFirst, from, to, after, limit }: TimePage,
): Promise<TaxEntryOfOrder[]> {
  const [direction, beyond] = isNewestFirst ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`]
  const { rows } = await sql<TaxEntryOfOrder>`
    select e.entry_id::text as "entryId", e.at, e.account_id as "accountId", e.order_id as "orderId",
      o.customer_order_id as "customerOrderId", e.registration, e.return_id as "returnId", e.jurisdiction,
      e.gross_cents as gross, e.exempt_cents as exempt, e.taxable_cents as taxable, e.tax_cents as tax,
      e.credits_cents as credits, e.credited_tax_cents as "creditedTax"
    from tax_entries e
    left join lateral ${orderName('e')} on true
    where e.registration = ${registration}
      and ${returnId === null ? sql`e.return_id is null and e.is_summed is not false` : sql`e.return_id = ${returnId}`}
      ${jurisdiction === null ? sql`` : sql`and e.jurisdiction = ${jurisdiction}`}
      ${from === null ? sql`` : sql`and e.at >= ${from}`}
      ${to === null ? sql`` : sql`and e.at < ${to}`}
      ${after === null ? sql`` : sql`and e.entry_id ${beyond} ${after}`}
    order by e.entry_id ${direction}
    limit ${limit}`.execute(db)
  return rows
}
