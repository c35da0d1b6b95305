// Adds up the results of webhooks, for reports: outside of the transactions of orders, and at most a day at once. The
// results of a period are read from the stored attempts (webhooks/results.ts), so the sums stay when attempts and
// orders are deleted. One statement counts a portion and moves the time until which all is counted; so each result is
// counted once, even if several processes count at the same time or a process dies.

import { sql } from 'kysely'
import { day, earlier, hour, later, minute } from '../../base/clock.ts'
import { operatorAccount } from '../../base/operator.ts'
import type { Db } from '../../db/db.ts'
import { resultChanges } from '../../webhooks/results.ts'
import { addSums, spansOf } from './sums.ts'

const countEveryMs = hour
/** More than an hour is left only after the background work stood still, and when an installation begins to count. */
const maxPortionMs = day
/** The result of an attempt is stored within a minute of its beginning, or not at all; clocks of machines differ. */
const lateMs = 5 * minute
/** Older attempts are deleted. */
const historyMs = 30 * day

export const beginOfWebhooks = (now: Date): Date => earlier(now, historyMs)

/** Counts a portion, from the time until which all is counted. Returns 0 when less than an hour is left to count. */
export async function sumWebhooks(db: Db, from: Date, now: Date): Promise<number> {
  const end = earlier(now, lateMs)
  if (later(from, countEveryMs) > end) return 0
  const leftMs = end.getTime() - from.getTime()
  await countPortion(db, { from, until: later(from, Math.min(leftMs, maxPortionMs)) })
  return 1
}

/** Does nothing if another process has counted the portion. */
const countPortion = (db: Db, { from, until }: { from: Date; until: Date }) =>
  sql`
    with counted as materialized (
      select owner.account_id, mode, span, 'webhook' as fact, starts_on, '' as printer, result as detail,
        sum(deliveries) as orders, 0 as copies, 0 as cents, 0 as tax_cents, 0 as ms, 0 as cost_cents
      from (${resultChanges({ from, until })}) f
      cross join lateral (values (f.account_id), (${operatorAccount})) as owner (account_id)
      ${spansOf('f.day')}
      group by owner.account_id, mode, span, starts_on, result
    ), moved as (
      update report_progress
      set counted_at = ${until}
      where name = 'webhooks' and counted_at = ${from} and (select count(*) from counted) >= 0
      returning 1
    )
    ${addSums}`.execute(db)
