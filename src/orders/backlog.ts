// How much work is waiting, for monitoring. Counted with the partial indexes that the sweeps use, so the cost depends
// on what waits, not on what is stored.

import { sql } from 'kysely'
import type { Db } from '../db/db.ts'
import { ofEachWait } from './waits.ts'

export type Waiting = { what: string; count: number; oldestSeconds: number }

/**
 * By kind of work: how many rows are due, and for how long the oldest has been. `queue` counts orders held by the
 * limit; `tax` counts orders without a tax quote, even if the next attempt is soon.
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
