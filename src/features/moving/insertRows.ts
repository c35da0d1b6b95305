// Inserts rows of an account that moved, with the numbers and due times of this installation.

import { sql } from 'kysely'
import type { Tx } from '../../db/db.ts'
import { type Here, type MovedTable, stoppedFor, stoppedFrom, waitsOf } from './movedTables.ts'

/** Answers how many rows were inserted. */
export async function insertRows(
  tx: Tx,
  { table, columns, which }: MovedTable,
  { rows, here }: { rows: string[]; here: Here },
): Promise<number> {
  const waits = waitsOf(table)
  const replaced = columns?.(here) ?? {}
  const writtenAs = (column: string) => {
    const stored = sql`r.${sql.ref(column)}`
    if (Object.hasOwn(replaced, column)) return replaced[column]!
    return waits.includes(column)
      ? sql`case when ${stored} >= ${stoppedFrom} then ${stored} - ${stoppedFor} else ${stored} end`
      : stored
  }
  const names = await columnsOf(tx, table)
  const { numAffectedRows = 0n } = await sql`
    insert into ${sql.table(table)} (${sql.join(names.map(name => sql.ref(name)))})
    select ${sql.join(names.map(writtenAs))}
    from json_populate_recordset(null::${sql.table(table)}, ${`[${rows.join()}]`}::json) r
    ${which === undefined ? sql`` : sql`where ${which(here)}`}`.execute(tx)
  return Number(numAffectedRows)
}

async function columnsOf(tx: Tx, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select attname as name
    from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
    order by attnum`.execute(tx)
  return rows.map(({ name }) => name)
}
