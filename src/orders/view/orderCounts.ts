// How many orders are open, by status, for monitoring. Each part counts along a partial index, so the cost depends on
// the open orders, and not on the stored orders.

import { sql } from 'kysely'
import type { Db } from '../../db/db.ts'
import { openStatuses, type Status } from '../lifecycle.ts'

/** Every status that is not final, also without orders. Sandbox orders that await a manual payment are not counted. */
export async function countOrders(db: Db): Promise<Map<Status, number>> {
  const { rows } = await sql<{ status: Status; count: number }>`
    select status, sum(count)::int as count
    from (
      select status, count(*) from orders where due_at is not null group by status
      union all
      select status, count(*)
      from orders
      where status in ('PRINTING', 'CANCELLATION_REQUESTED', 'EXCEPTION') and due_at is null
      group by status
      union all
      select 'VALID_AWAITING_PAYMENT', count(*)
      from orders
      where status = 'VALID_AWAITING_PAYMENT' and mode = 'production' and billing = 'charged' and due_at is null
      union all
      select 'QUEUED', coalesce(sum(queued), 0) from order_limits
    ) part
    group by status`.execute(db)
  const counts = new Map(rows.map(({ status, count }) => [status, count]))
  return new Map(openStatuses.map(status => [status, counts.get(status) ?? 0]))
}
