// Instants that are computed by the database.

import { type RawBuilder, sql } from 'kysely'

/**
 * An instant later by an interval. A day has 24 hours, as in UTC: PostgreSQL's own sum depends on the time zone of the
 * session.
 */
export const plusInterval = (at: RawBuilder<unknown>, interval: RawBuilder<unknown>): RawBuilder<Date> =>
  sql`(${at} at time zone 'UTC' + ${interval}) at time zone 'UTC'`

/**
 * Fast-forward in a sandbox moves the instants of a column to an earlier time, but not before 1970: repeated
 * fast-forwards would reach years that the database cannot store. Null stays null.
 */
export function shiftEarlier(column: string, byMs: number): RawBuilder<Date> {
  const at = sql.ref(column)
  const by = sql`make_interval(secs => ${byMs / 1000}::double precision)`
  return plusInterval(at, sql`- least(${by}, ${at} - 'epoch'::timestamptz)`)
}
