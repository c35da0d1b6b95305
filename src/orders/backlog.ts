// How much waits to be done, for whoever watches the service. Counted by the partial indexes that the sweeps use, so it costs what
// waits and not what is stored.

import { sql } from 'kysely'
import type { Db } from '../db/db.ts'
import { ofEachWait } from './waits.ts'

export type Waiting = { what: string; count: number; oldestSeconds: number }

/**
 * By kind of work: how many rows are due, and for how long the first of them has been. `queue` is of orders that the limit
 * holds; `tax` of those that wait for somebody to say their tax, however soon that is asked again.
 */
export async function readBacklog(db: Db, now: Date): Promise<Waiting[]> {
  const { rows } = await sql<{ what: string; count: number; oldest: Date | null }>`
    select what, count(*)::int as count, min(at) as oldest
    from (
      ${ofEachWait((what, table, at) => sql`select ${what} as what, ${at} as at from ${table} where ${at} <= ${now}`)}
      union all
      select 'tax', since from tax_waits
    ) due
    group by what
    union all
    select 'queue', coalesce(sum(queued), 0)::int, null from order_limits`.execute(db)
  return rows.map(({ what, count, oldest }) => ({
    what,
    count,
    oldestSeconds: oldest === null ? 0 : (now.getTime() - oldest.getTime()) / 1000,
  }))
}
