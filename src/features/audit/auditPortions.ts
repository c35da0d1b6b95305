// The portions of the audit. A table is divided where so many of its rows are counted, in the order of an index, so
// neither a large account nor a large table is read whole. A position is where a portion begins, as a JSON array.

import { type RawBuilder, sql } from 'kysely'
import { operatorAccount } from '../../base/operator.ts'
import type { Db } from '../../db/db.ts'

export type Sql = RawBuilder<unknown>

/** Whether the `columns` of a row, in the order of positions, are in the portion. */
export type Within = (...columns: string[]) => Sql
export const everything: Within = () => sql`true`

/**
 * Rows of `table` are counted in the order of `key`, columns with which an index begins. A portion begins and ends with
 * a whole `unit`, whose rows lie together in that order: one with more rows than a portion is a portion by itself. A
 * portion ends earlier where it has more rows of `another` table. `maxUnits` is for units that stand for many rows of
 * other tables: no portion has more of them, unless they could not be read in a week otherwise.
 */
export type Division = {
  table: string
  where?: Sql
  key: string[]
  unit?: Sql
  another?: Division
  maxUnits?: number
}

/** A row of report_sums for each day on which orders were placed. */
export const aDayOfOrders = sql`account_id = ${operatorAccount} and mode = 'production' and span = 'day'
  and fact = 'placed' and printer = '' and detail = 'accepted'`

export const divisions = {
  orders: { table: 'orders', key: ['account_id', 'mode', 'order_id'] },
  limits: { table: 'order_limits', key: ['account_id', 'mode'] },
  accounts: { table: 'accounts', key: ['account_id'] },
  charges: { table: 'charge_orders', key: ['account_id', 'charge_id'] },
  refunds: { table: 'refunds', key: ['account_id', 'refund_id'] },
  sales: { table: 'sales', key: ['account_id', 'order_id'] },
  documents: { table: 'documents', where: sql`number > 0`, key: ['number'] },
  taxReturns: { table: 'tax_returns', key: ['return_id'], maxUnits: 50 },
  openTaxDays: {
    table: 'tax_entries',
    where: sql`return_id is null`,
    key: ['at'],
    unit: sql`to_char(at at time zone 'UTC', 'YYYY-MM-DD"T00:00:00Z"')`,
  },
  documentSeries: { table: 'document_series', key: ['series'] },
  statements: { table: 'statement_lines', where: sql`statement is not null`, key: ['account_id', 'statement'] },
  onlinePayments: { table: 'online_payments', key: ['account_id', 'payment_id'] },
  receivedPayments: { table: 'received_payments', key: ['account_id', 'payment_id'] },
  billing: { table: 'statements', key: ['account_id'] },
  archiveFiles: { table: 'archived_orders', key: ['account_id', 'archive_id'] },
  archivedOrders: { table: 'archived_orders', key: ['account_id', 'mode', 'order_id'] },
  subjects: {
    table: 'ledger_postings',
    key: ['account_id', 'posting_id'],
    unit: sql`account_id, coalesce(order_id, dispute_id, payment_id)`,
  },
  ledgerDays: {
    table: 'ledger_postings',
    key: ['account_id', 'at'],
    unit: sql`account_id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T00:00:00Z"')`,
    // The postings of archived days are not there to be counted.
    another: {
      table: 'ledger_sums',
      where: sql`span = 'day'`,
      key: ['account_id', 'starts_on'],
      unit: sql`account_id, to_char(starts_on, 'YYYY-MM-DD"T00:00:00Z"')`,
    },
  },
  sumMonths: {
    table: 'ledger_sums',
    where: sql`span = 'day'`,
    key: ['account_id', 'starts_on'],
    unit: sql`account_id, to_char(starts_on, 'YYYY-MM-"01"')`,
  },
  /** An export is in the portion of its last posting. */
  exports: {
    table: 'ledger_postings',
    key: ['number'],
    another: { table: 'accounting_exports', key: ['last_posting'] },
  },
  /** The sums of reports grow with the days, and not with the orders. */
  reportSums: { table: 'report_sums', key: ['account_id', 'mode'] },
  /** Few days at once, whose orders may be many: within a week those of a year, after which orders may be archived. */
  reportDays: { table: 'report_sums', where: aDayOfOrders, key: ['starts_on'], maxUnits: 3 },
  sumDays: { table: 'ledger_sums', where: sql`span = 'day'`, key: ['starts_on'] },
} satisfies Record<string, Division>

/** Where a portion begins; null is the beginning, and where the last portion ends. */
export type Position = string | null

/** The condition on rows from one position to another, which is not in it. */
export const between =
  (from: Position, to: Position): Within =>
  (...columns) =>
    range(columns, from === null ? null : JSON.parse(from), to === null ? null : JSON.parse(to))

type Values = unknown[] | null

/**
 * Whole keys are compared, so that an index finds the portion, and then column by column: of a comparison of keys,
 * PostgreSQL sees only the first column when it estimates the rows, and would read tables whole for a large account.
 */
function range(columns: string[], from: Values, to: Values): Sql {
  if (from === null && to === null) return sql`true`
  const [first, ...others] = columns
  const column = sql.ref(first!)
  if (from !== null && to !== null && from[0] === to[0])
    return others.length === 0 ? sql`false` : sql`${column} = ${from[0]} and ${range(others, rest(from), rest(to))}`
  const key = columnsOf(columns)
  const conditions = [
    ...(from === null ? [] : [sql`(${key}) >= (${sql.join(from)})`]),
    ...(to === null ? [] : [sql`(${key}) < (${sql.join(to)})`]),
  ]
  if (others.length > 0) {
    const inner = [
      ...(from === null ? [] : [sql`${column} > ${from[0]}`]),
      ...(to === null ? [] : [sql`${column} < ${to[0]}`]),
    ]
    const parts = [sql.join(inner, sql` and `)]
    if (from !== null) parts.push(sql`${column} = ${from[0]} and ${range(others, rest(from), null)}`)
    if (to !== null) parts.push(sql`${column} = ${to[0]} and ${range(others, null, rest(to))}`)
    conditions.push(sql`(${sql.join(parts, sql` or `)})`)
  }
  return sql.join(conditions, sql` and `)
}

const rest = (values: Values): Values => values?.slice(1) ?? null

/** The rows of a portion: at least `minRows`, and more if the table could not be read in a week otherwise. */
export async function rowsOfPortion(
  db: Db,
  { table, where = sql`true`, maxUnits, another }: Division,
  minRows: number,
): Promise<number> {
  const tables = another === undefined ? [table] : [table, another.table]
  const count =
    maxUnits === undefined
      ? sql`max(reltuples)::float8 as rows from pg_class where oid = any (${tables}::regclass[])`
      : sql`count(*)::float8 as rows from ${sql.table(table)} where ${where}`
  const { rows: counts } = await sql<{ rows: number }>`select ${count}`.execute(db)
  return Math.max(Math.min(maxUnits ?? minRows, minRows), Math.ceil(counts[0]!.rows / portionsAWeek))
}

/** One an hour; of the 168 hours of a week some may be missed. */
const portionsAWeek = 150

/** The end of the portion that begins at `from` and has so many rows, or less, or one unit: at the latest `to`. */
export async function endOfPortion(
  db: Db,
  { table, where = sql`true`, key, unit = columnsOf(key), another }: Division,
  { from, to = null, maxRows }: { from: Position; to?: Position; maxRows: number },
): Promise<Position> {
  const position = sql`json_build_array(${unit})::text`
  const keys = columnsOf(key)
  const isFrom = from === null ? sql`true` : sql`(${keys}) >= (${sql.join(JSON.parse(from))})`
  const isBefore = to === null ? sql`true` : sql`(${keys}) < (${sql.join(JSON.parse(to))})`
  const after = async (rows: number, condition: Sql): Promise<Position> => {
    const { rows: found } = await sql<{ position: string }>`
      select ${position} as position
      from ${sql.table(table)}
      where ${where} and ${isFrom} and ${isBefore} and ${condition}
      order by ${keys}
      offset ${rows}
      limit 1`.execute(db)
    return found[0]?.position ?? null
  }
  const begin = await after(0, sql`true`)
  const end = await after(maxRows, sql`true`)
  const ofTable = (begin !== null && begin === end ? await after(0, sql`${position} <> ${begin}`) : end) ?? to
  return another === undefined ? ofTable : endOfPortion(db, another, { from, to: ofTable, maxRows })
}

const columnsOf = (key: string[]): Sql => sql.join(key.map(column => sql.ref(column)))
