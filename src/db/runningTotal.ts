// Limits a set of rows by their total size, and not by their number alone.

import { type RawBuilder, sql } from 'kysely'

/**
 * The total size of the rows before a row, in that order. A query that selects the rows for which this is less than a
 * limit always gets the first row, at any size.
 */
export const runningTotal = (size: RawBuilder<unknown>, order: RawBuilder<unknown>): RawBuilder<string> =>
  sql`sum(${size}) over (order by ${order}) - (${size})`
