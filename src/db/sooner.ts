// Fast-forward in a sandbox: what lies in a column comes earlier. Not before 1970: whoever goes on and on would reach
// years that the database cannot name.

import { type RawBuilder, sql } from 'kysely'

/** For a column of instants; null stays null. */
export function sooner(column: string, byMs: number): RawBuilder<Date> {
  const at = sql.ref(column)
  const by = sql`make_interval(secs => ${byMs / 1000}::double precision)`
  return sql`${at} - least(${by}, ${at} - 'epoch'::timestamptz)`
}
