// Fast-forward in a sandbox moves the instants of a column to an earlier time, but not before 1970: repeated
// fast-forwards would reach years that the database cannot store.

import { type RawBuilder, sql } from 'kysely'

/** For a column of instants; null stays null. */
export function shiftEarlier(column: string, byMs: number): RawBuilder<Date> {
  const at = sql.ref(column)
  const by = sql`make_interval(secs => ${byMs / 1000}::double precision)`
  return sql`${at} - least(${by}, ${at} - 'epoch'::timestamptz)`
}
