// Orders that have waited in their status for long, of all accounts, the longest wait first. Orders that wait for
// people have an index (orders_waiting); orders that wait for time are few or are moved soon.

import { type RawBuilder, sql } from 'kysely'
import { readWords, say, type Words } from '../../../languages/texts.ts'
import type { Mode } from '../../base/mode.ts'
import type { Db } from '../../db/db.ts'
import { shownDue } from '../../db/movedAccounts.ts'
import type { Status } from '../../orders/lifecycle.ts'
import { contents } from '../../orders/orderStore.ts'
import {
  type AccountOrder,
  type OrderSummary,
  type OrderSummaryRow,
  orderSummaryColumns,
  orderSummaryOf,
} from '../../orders/view/orderSummary.ts'

/** `note` is from the last step, such as the cause of an EXCEPTION, or says why the tax is not available. */
export type WaitingOrder = AccountOrder & {
  since: Date
  dueAt: Date | null
  createdAt: Date
  note: Words | null
}

type WaitingRow = Omit<WaitingOrder, keyof OrderSummary | 'note'> & OrderSummaryRow & NoteRow

/** The end of a page. */
export type WaitingCursor = { since: Date; orderId: string }

type Filter = { statuses: Status[]; mode: Mode | null; before: Date; after: WaitingCursor | null; limit: number }

/** Orders that are in their status since `before` or longer. */
export async function listWaiting(db: Db, { statuses, mode, before, after, limit }: Filter): Promise<WaitingOrder[]> {
  const { rows } = await sql<WaitingRow>`
    select
      o.account_id as "accountId", a.name as "accountName", o.mode, o.order_id as "orderId",
      o.customer_order_id as "customerOrderId", order_number as "orderNumber", o.status, o.updated_at as since, ${shownDue('o.due_at')} as "dueAt",
      o.created_at as "createdAt", ${orderSummaryColumns},
      ${noteColumns(sql`true`)}
    from (
      select *
      from orders
      where status = any(${statuses}::text[]) and updated_at <= ${before}
        ${mode === null ? sql`` : sql`and mode = ${mode}`}
        ${after === null ? sql`` : sql`and (updated_at, order_id) > (${after.since}, ${after.orderId})`}
      order by updated_at, order_id
      limit ${limit}
    ) o
    ${contents}
    join accounts a on a.account_id = o.account_id
    order by o.updated_at, o.order_id`.execute(db)
  return rows.map(row => withNote(orderSummaryOf(row)))
}

export type NoteRow = { taxCause: string | null; note: string | null }

/** For queries with `orders o`: why the orders of the condition wait. */
export const noteColumns = (condition: RawBuilder<unknown>) => sql`
      (
        select t.cause from tax_waits t
        where ${condition} and t.account_id = o.account_id and t.mode = o.mode and t.order_id = o.order_id
      ) as "taxCause",
      (
        select e.note from order_events e
        where ${condition} and e.account_id = o.account_id and e.mode = o.mode and e.order_id = o.order_id
        order by e.sequence desc
        limit 1
      ) as note`

export const withNote = <Row extends NoteRow>({ taxCause, note, ...row }: Row) => ({
  ...row,
  note: taxCause === null ? readWords(note) : say('waits for its tax: {cause}', { cause: taxCause }),
})
