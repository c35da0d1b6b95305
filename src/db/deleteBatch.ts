import { type RawBuilder, sql } from 'kysely'
import type { Db } from './db.ts'
import { unlockedRows } from './unlockedRows.ts'

/** Of one statement, so that a sweep with much to delete holds no locks for long. */
const maxRows = 500

/** Deletes at most one batch of rows; returns how many. `which` is a condition, and may end with an order. */
export async function deleteBatch(db: Db, table: string, which: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from ${sql.table(table)}
    where ctid = any(${unlockedRows(sql`${sql.table(table)} where ${which}`, maxRows)})`.execute(db)
  return Number(numAffectedRows)
}
