// Pages of rows whose ids begin with the time when they were made, newest or oldest first. Ids bound a period, so that
// an index finds its rows. The time of a row is written by the same act, at most an hour from its id.

import { type RawBuilder, sql } from 'kysely'
import { earlier, hour, later } from '../base/clock.ts'
import { sortableBound } from '../base/secrets/ids.ts'

export type TimePage = {
  isNewestFirst: boolean
  /** From this time, and before that one. Null is any. */
  from: Date | null
  to: Date | null
  /** The id of the last row of the page before; null for the first page. */
  after: string | null
  limit: number
}
type Columns = { prefix: string; id: RawBuilder<unknown>; at: RawBuilder<unknown> }

export function timePage({ prefix, id, at }: Columns, { isNewestFirst, from, to, after }: TimePage) {
  const direction = isNewestFirst ? sql`desc` : sql`asc`
  return {
    /** Conditions, each after an `and`. */
    within: sql`
      ${from === null ? sql`` : sql`and ${at} >= ${from} and ${id} >= ${sortableBound(prefix, earlier(from, hour))}`}
      ${to === null ? sql`` : sql`and ${at} < ${to} and ${id} < ${sortableBound(prefix, later(to, hour))}`}
      ${after === null ? sql`` : isNewestFirst ? sql`and ${id} < ${after}` : sql`and ${id} > ${after}`}`,
    direction,
  }
}
