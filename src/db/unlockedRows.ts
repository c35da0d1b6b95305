// Workers take different rows, and never wait for each other: each locks the first rows that no other has locked. Every
// claim of rows is built here.

import { type RawBuilder, sql } from 'kysely'

/** Reads and locks the first `max` rows of `from`, a table with its conditions and order; `locked` is its alias. */
export const firstUnlocked = (
  columns: RawBuilder<unknown>,
  from: RawBuilder<unknown>,
  max: number | RawBuilder<unknown>,
  locked?: string,
): RawBuilder<unknown> => sql`
  select ${columns} from ${from} limit ${max} for update ${locked === undefined ? sql`` : sql`of ${sql.ref(locked)}`} skip locked`

/** The same rows for `where ctid = any(...)`. */
export const unlockedRows = (from: RawBuilder<unknown>, max: number): RawBuilder<unknown> =>
  sql`array(${firstUnlocked(sql`ctid`, from, max)})`
