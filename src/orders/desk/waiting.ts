// Orders that stand where they should not stand for long, as the support staff see them: of all accounts, longest
// waiting first. What waits for people has an index of its own (orders_waiting); what waits for time is few or is moved
// soon.

import { sql } from 'kysely'
import type { Mode } from '../../base/mode.ts'
import type { Db } from '../../db/db.ts'
import type { Status } from '../lifecycle.ts'
import { type Glance, type GlanceRow, glanceColumns, glanceOf } from './glance.ts'

/** `note` is what the last step said, such as why it is in EXCEPTION, or why its tax is not known. */
export type WaitingOrder = Glance & {
  accountId: string
  accountName: string
  mode: Mode
  orderId: string
  customerOrderId: string
  status: Status
  since: Date
  dueAt: Date | null
  createdAt: Date
  note: string | null
}

/** Where a page ends. */
export type WaitingAfter = { since: Date; orderId: string }

type Asked = { statuses: Status[]; mode: Mode | null; before: Date; after: WaitingAfter | null; limit: number }

/** Those that came into their state by then. */
export async function listWaiting(db: Db, { statuses, mode, before, after, limit }: Asked): Promise<WaitingOrder[]> {
  const { rows } = await sql<Omit<WaitingOrder, keyof Glance> & GlanceRow>`
    select
      o.account_id as "accountId", a.name as "accountName", o.mode, o.order_id as "orderId",
      o.customer_order_id as "customerOrderId", o.status, o.updated_at as since, o.due_at as "dueAt",
      o.created_at as "createdAt", ${glanceColumns},
      coalesce(
        (
          select 'waits for its tax: ' || t.cause from tax_waits t
          where t.account_id = o.account_id and t.mode = o.mode and t.order_id = o.order_id
        ),
        (
          select e.note from order_events e
          where e.account_id = o.account_id and e.mode = o.mode and e.order_id = o.order_id
          order by e.sequence desc
          limit 1
        )
      ) as note
    from (
      select *
      from orders
      where status = any(${statuses}::text[]) and updated_at <= ${before}
        ${mode === null ? sql`` : sql`and mode = ${mode}`}
        ${after === null ? sql`` : sql`and (updated_at, order_id) > (${after.since}, ${after.orderId})`}
      order by updated_at, order_id
      limit ${limit}
    ) o
    join accounts a on a.account_id = o.account_id
    order by o.updated_at, o.order_id`.execute(db)
  return rows.map(glanceOf)
}
