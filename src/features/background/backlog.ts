// How much work is waiting, for monitoring. It is counted with the partial indexes of the sweeps, and up to a bound, so
// the cost depends neither on the stored data nor on the length of the backlog.

import { sql } from 'kysely'
import type { Db } from '../../db/db.ts'
import { firstDue, waitColumns } from './waitColumns.ts'

export type WaitingWork = { what: string; count: number; oldestSeconds: number }

/** Rows of a kind of work; beyond this, monitoring needs no exact number. */
export const maxCounted = 10_000

/** Every kind of work that is counted. */
export const kindsOfWork: readonly string[] = [
  ...new Set(waitColumns.map(({ what }) => what)),
  'tax',
  'refused email',
  'queue',
]

/**
 * By kind of work: how many rows are due, at most `maxCounted`, and for how long the oldest row is due. `queue`
 * counts queued orders; `tax` counts orders without a tax quote, even if the next attempt is soon, and `refused email`
 * the emails that no attempt has sent yet.
 */
export async function readBacklog(db: Db, now: Date): Promise<WaitingWork[]> {
  const { rows } = await sql<{ what: string; count: number; oldest: Date | null }>`
    select what, count(*)::int as count, min(due) as oldest
    from (
      ${firstDue(now, maxCounted)}
      union all
      (select account_id, 'tax', since from tax_waits order by since limit ${maxCounted})
      union all
      select account_id, 'refused email', null
      from (
        select account_id, attempts from emails
        where next_attempt_at is not null order by next_attempt_at desc limit ${maxCounted}
      ) unsent
      where attempts > 0
    ) waiting
    group by what
    union all
    select 'queue', coalesce(sum(queued), 0)::int, null from order_limits where queued > 0`.execute(db)
  return rows.map(({ what, count, oldest }) => ({
    what,
    count,
    oldestSeconds: oldest === null ? 0 : (now.getTime() - oldest.getTime()) / 1000,
  }))
}
