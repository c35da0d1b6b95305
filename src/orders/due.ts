// The hand-moved clock steps from one due instant to the next.

import { sql } from 'kysely'
import type { Db } from '../db/db.ts'
import { ofEachWait } from './waits.ts'

/** The earliest instant at which some row is due; null when nothing waits on time. */
export async function nextDueAt(db: Db): Promise<Date | null> {
  const earliest = ofEachWait((_, table, at) => sql`select min(${at}) as at from ${table} where ${at} is not null`)
  const { rows } = await sql<{ at: Date | null }>`select min(at) as at from (${earliest}) due`.execute(db)
  return rows[0]?.at ?? null
}
