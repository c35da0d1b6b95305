// Inserts rows of an account that moved, with the numbers and due times of this installation.

import { sql } from 'kysely'
import type { Tx } from '../../db/db.ts'
import { stoppedFrom } from '../../db/movedAccounts.ts'
import { type Here, type MovedTable, stoppedFor, waitsOf } from './movedTables.ts'

/**
 * Answers how many rows were inserted, and whether all were of the account: the account and the kind of a person or key
 * go together in the schema, so none of them can become the operator's.
 */
export async function insertRows(
  tx: Tx,
  { table, columns, which, isOfPeople }: MovedTable,
  { rows, here }: { rows: string[]; here: Here },
): Promise<{ inserted: number; areOwn: boolean }> {
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
  const isOwn = isOfPeople ? sql`true` : sql`r.account_id is not distinct from ${here.accountId}`
  const { rows: done } = await sql<{ inserted: number; areOwn: boolean }>`
    with r as materialized (
      select * from json_populate_recordset(null::${sql.table(table)}, ${`[${rows.join()}]`}::json)
    ), inserted as (
      insert into ${sql.table(table)} (${sql.join(names.map(name => sql.ref(name)))})
      select ${sql.join(names.map(writtenAs))}
      from r
      where ${isOwn} ${which === undefined ? sql`` : sql`and ${which(here)}`}
      returning 1
    )
    select (select count(*)::int from inserted) as inserted, (select bool_and(${isOwn}) from r) as "areOwn"`.execute(tx)
  return done[0]!
}

async function columnsOf(tx: Tx, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select attname as name
    from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
    order by attnum`.execute(tx)
  return rows.map(({ name }) => name)
}
