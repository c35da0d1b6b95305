// The one way to claim work that is due, by the column in which it waits (waits.ts). Work in the database is claimed by
// `claimDue`: the rows are locked, and a row that fails delays no other. Work that calls something outside leases its
// rows (`leaseDue`, outsideWork.ts).

import { type RawBuilder, sql } from 'kysely'
import type { Log } from '../base/log.ts'
import type { Db, Tx } from '../db/db.ts'
import { firstUnlocked, unlockedRows } from '../db/unlockedRows.ts'
import { failureRetryAt, isolateFailures } from './isolateFailures.ts'
import type { Claim } from './outsideWork.ts'
import { type WaitKind, waits } from './waits.ts'

/** `as` is the name of the table in `columns`. */
type Due = { columns: RawBuilder<unknown>; as?: string; now: Date; max: number }

/** Locks the rows that are due longest. */
export async function lockDue<Row>(tx: Tx, what: WaitKind, { columns, as = 'd', now, max }: Due): Promise<Row[]> {
  const { table, column } = waits[what]
  const due = sql`${sql.table(table)} as ${sql.ref(as)} where ${sql.ref(column)} <= ${now} order by ${sql.ref(column)}`
  const { rows } = await sql<Row>`${firstUnlocked(columns, due, max)}`.execute(tx)
  return rows
}

type DueWork<Row> = Omit<Due, 'now'> & {
  /** Acts on all rows at once, and where that fails, on each alone. */
  act(rows: Row[]): Promise<unknown>
  /** The fields that name a row in the log. */
  keyOf(row: Row): object
  log: Log
}

/** Acts on the rows that are due. One that fails is as it was, and is due again in an hour. Returns their number. */
export async function claimDue<Row>(
  { tx, now }: { tx: Tx; now: Date },
  what: WaitKind,
  { columns, as = 'd', max, act, keyOf, log }: DueWork<Row>,
): Promise<number> {
  const { table, column } = waits[what]
  const withId = sql`${columns}, ${sql.ref(as)}.ctid::text as "rowId"`
  const rows = await lockDue<Row & { rowId: string }>(tx, what, { columns: withId, as, now, max })
  const { failed } = await isolateFailures({ tx }, rows, async some => {
    await act(some)
    return some
  })
  for (const { item, error } of failed) {
    log.error({ work: what, ...keyOf(item), err: error }, 'work that is due could not be done')
    await sql`
      update ${sql.table(table)} set ${sql.ref(column)} = ${failureRetryAt(now)}
      where ctid = ${item.rowId}::tid`.execute(tx)
  }
  return rows.length
}

/** The rows that are due longest, for an `update ... where ctid = any(...)`. */
export function dueRows(what: WaitKind, { now, max }: Pick<Due, 'now' | 'max'>, which = sql``): RawBuilder<unknown> {
  const { table, column } = waits[what]
  const due = sql`${sql.table(table)} where ${sql.ref(column)} <= ${now} ${which} order by ${sql.ref(column)}`
  return unlockedRows(due, max)
}

type Lease = Claim & {
  columns: RawBuilder<unknown>
  /** The column that counts attempts. */
  attempts?: string
  /** A further condition, which begins with "and". */
  which?: RawBuilder<unknown>
}

/** Counts an attempt of the rows that are due longest, and makes them due again when the lease is over. */
export async function leaseDue<Row>(
  db: Db,
  what: WaitKind,
  { now, leaseUntil, max, columns, attempts = 'attempts', which }: Lease,
): Promise<Row[]> {
  const { table, column } = waits[what]
  const { rows } = await sql<Row>`
    update ${sql.table(table)} as d
    set ${sql.ref(column)} = ${leaseUntil}, ${sql.ref(attempts)} = d.${sql.ref(attempts)} + 1
    where d.ctid = any(${dueRows(what, { now, max }, which)})
    returning ${columns}`.execute(db)
  return rows
}
