// What the audit reads at once. A table is divided where so many of its rows are counted, in the order of an index, so
// neither a large account nor a large table is read whole. A position is where a portion begins, as a JSON array.

import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/db.ts'

export type Sql = RawBuilder<unknown>

/** Whether the columns `key` of a row are in the portion. */
export type Within = (key: Sql) => Sql
export const everything: Within = () => sql`true`

/**
 * Rows of `table` are counted in the order of `key`, columns with which an index begins. A portion begins and ends with
 * a whole `unit`, whose rows lie together in that order: one with more rows than a portion is a portion by itself.
 */
export type Division = { table: string; where?: Sql; key: Sql; unit?: Sql }

export const divisions = {
  orders: { table: 'orders', key: sql`account_id, mode, order_id` },
  limits: { table: 'order_limits', key: sql`account_id, mode` },
  accounts: { table: 'accounts', key: sql`account_id` },
  charges: { table: 'charge_orders', key: sql`account_id, charge_id` },
  refunds: { table: 'refunds', key: sql`account_id, refund_id` },
  sales: { table: 'sales', key: sql`account_id, order_id` },
  documents: { table: 'documents', key: sql`account_id, kind, number` },
  documentNumbers: { table: 'document_numbers', key: sql`account_id` },
  statements: { table: 'statement_lines', where: sql`statement is not null`, key: sql`account_id, statement` },
  billing: { table: 'statements', key: sql`account_id` },
  archiveFiles: { table: 'archived_orders', key: sql`account_id, archive_id` },
  archivedOrders: { table: 'archived_orders', key: sql`account_id, mode, order_id` },
  postings: { table: 'ledger_postings', key: sql`account_id, posting_id` },
  ledgerDays: {
    table: 'ledger_postings',
    key: sql`account_id, at`,
    unit: sql`account_id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T00:00:00Z"')`,
  },
  sumMonths: {
    table: 'ledger_sums',
    where: sql`span = 'day'`,
    key: sql`account_id, starts_on`,
    unit: sql`account_id, to_char(starts_on, 'YYYY-MM-"01"')`,
  },
  sumDays: { table: 'ledger_sums', where: sql`span = 'day'`, key: sql`starts_on` },
  ledgerAccounts: { table: 'ledger_postings', key: sql`account_id` },
} satisfies Record<string, Division>

/** Where a portion begins; null is the beginning, and where the last portion ends. */
export type Position = string | null

/** The condition on rows from one position to another, which is not in it. */
export function between(from: Position, to: Position): Within {
  return key => {
    const isFrom = from === null ? sql`true` : sql`(${key}) >= (${valuesOf(from)})`
    return to === null ? isFrom : sql`${isFrom} and (${key}) < (${valuesOf(to)})`
  }
}

const valuesOf = (position: string) => sql.join(JSON.parse(position))

/**
 * The end of the portion that begins at `from` and has `minRows` rows, or more if the table could not be read in a week
 * otherwise: in so many portions, one an hour.
 */
export async function endOfPortion(
  db: Db,
  { table, where = sql`true`, key, unit = key }: Division,
  { from, minRows }: { from: Position; minRows: number },
): Promise<Position> {
  const { rows: estimates } = await sql<{ rows: number }>`
    select reltuples::float8 as rows from pg_class where oid = ${table}::regclass`.execute(db)
  const maxRows = Math.max(minRows, Math.ceil(estimates[0]!.rows / portionsAWeek))
  const position = sql`json_build_array(${unit})::text`
  const after = async (rows: number, condition: Sql): Promise<Position> => {
    const { rows: found } = await sql<{ position: string }>`
      select ${position} as position
      from ${sql.table(table)}
      where ${where} and ${between(from, null)(key)} and ${condition}
      order by ${key}
      offset ${rows}
      limit 1`.execute(db)
    return found[0]?.position ?? null
  }
  const begin = await after(0, sql`true`)
  const end = await after(maxRows, sql`true`)
  return begin !== null && begin === end ? after(0, sql`${position} <> ${begin}`) : end
}

/** Of the 168 hours of a week some may be missed. */
const portionsAWeek = 150
