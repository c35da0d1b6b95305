// Bounding a set of rows by what they weigh together, and not by their number alone.

import { type RawBuilder, sql } from 'kysely'

/**
 * What the rows before a row weigh, in that order. Of the rows for which this is less than a bound, the first is one,
 * whatever its own weight.
 */
export const ahead = (weight: RawBuilder<unknown>, order: RawBuilder<unknown>): RawBuilder<string> =>
  sql`sum(${weight}) over (order by ${order}) - (${weight})`
