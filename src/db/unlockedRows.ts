import { type RawBuilder, sql } from 'kysely'

/**
 * Locks the first `max` rows of `from`, which is a table with its conditions and order, and skips rows that another
 * transaction has locked. Use it as `where ctid = any(...)`: workers then take different rows, and never wait for each
 * other.
 */
export const unlockedRows = (from: RawBuilder<unknown>, max: number): RawBuilder<unknown> =>
  sql`array(select ctid from ${from} limit ${max} for update skip locked)`
