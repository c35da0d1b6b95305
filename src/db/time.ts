// The time of the database server, for the comparison with the clock of this process. Nothing else may read it: rows
// are dated by the clock of the process.

import { sql } from 'kysely'
import type { Db } from './db.ts'

export async function readDatabaseTime(db: Db): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db)
  return rows[0]!.at
}
