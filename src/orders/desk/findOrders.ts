// The staff's search for an order by what a customer can name on the phone: its identifier or the beginning of one, the
// name or e-mail address of who gets it or the beginning of one, a tracking number, or the id of a print job. Each is a
// walk along an index that ends at a bound, however much is stored.

import { sql } from 'kysely'
import { type Mode, modes } from '../../base/mode.ts'
import type { Db } from '../../db/db.ts'
import type { Status } from '../lifecycle.ts'
import { searchable } from '../recipient.ts'
import { type Glance, type GlanceRow, glanceColumns, glanceOf } from './glance.ts'

export type FoundOrder = Glance & {
  accountId: string
  accountName: string
  mode: Mode
  customerOrderId: string
  status: Status
  createdAt: Date
}

/** Identifiers belong to accounts, so each account is searched by its key: the newest ones. */
const mostAccounts = 10_000
/** Of an account, identifiers in the order of their letters. An account with as many is crowded. */
const mostIdentifiers = 20
/** Of crowded accounts, those that ordered last are walked from their newest order. */
const mostCrowded = 20
const mostWalked = 1000
/** Names, and e-mail addresses, that begin with the text without being it, in the order of their letters. */
const mostBeginnings = 200

/** Sorts after every text that has the same beginning. */
const last = '\u{10ffff}'

/**
 * The orders of any account, whose ids begin with their time: those with just that identifier first, then the newest.
 * `more`: others may have been left out, among them newer ones where very many begin with the text.
 */
export async function findOrdersOf(
  db: Db,
  text: string,
  limit: number,
): Promise<{ orders: FoundOrder[]; more: boolean }> {
  const written = searchable(text)
  const number = text.replaceAll(/[^\p{L}\p{N}]/gu, '').toUpperCase()
  const beginning = (column: 'recipient_name' | 'recipient_email') => sql`
    (
      select account_id, mode, order_id
      from order_events
      where ${sql.ref(column)} = ${written}
      order by order_id desc
      limit ${limit + 1}
    )
    union all
    (
      select account_id, mode, order_id
      from order_events
      where ${sql.ref(column)} > ${written} and ${sql.ref(column)} < ${written + last}
      order by ${sql.ref(column)}
      limit ${mostBeginnings}
    )`
  const { rows } = await sql<Omit<FoundOrder, keyof Glance> & GlanceRow & { isCut: boolean }>`
    with named as (
      select next.account_id, next.mode, next.order_id, next.customer_order_id = ${text} as is_it
      from (select account_id from accounts order by account_id desc limit ${mostAccounts}) a
      cross join lateral (
        select account_id, mode, order_id, customer_order_id
        from orders
        where account_id = a.account_id and customer_order_id >= ${text}
        order by customer_order_id
        limit ${mostIdentifiers}
      ) next
      -- Where the database sorts by a language, a few others may lie between them.
      where starts_with(next.customer_order_id, ${text})
    ), crowded as (
      select c.account_id
      from (select account_id from named group by account_id having count(*) = ${mostIdentifiers}) c
      cross join lateral (
        select last_received_at from order_limits where account_id = c.account_id and mode = 'production' limit 1
      ) l
      order by l.last_received_at desc nulls last
      limit ${mostCrowded}
    ), newest as (
      select walked.account_id, walked.mode, walked.order_id, walked.customer_order_id = ${text} as is_it
      from crowded c
      cross join unnest(${[...modes]}::text[]) as m (mode)
      cross join lateral (
        select account_id, mode, order_id, customer_order_id
        from orders
        where account_id = c.account_id and mode = m.mode
        order by order_id desc
        limit ${mostWalked}
      ) walked
      where starts_with(walked.customer_order_id, ${text})
    ), received_by as (${beginning('recipient_name')} union all ${beginning('recipient_email')}),
    others as (
      select account_id, mode, order_id
      from order_events
      where on_event = 'shipped' and tracking_numbers(state) @> array[${number}]
      union all
      select account_id, mode, order_id from print_jobs where job_id = ${text}
    ), hits as (
      select account_id, mode, order_id, bool_or(is_it) as is_it
      from (
        select * from named
        union all select * from newest
        union all select *, false from received_by
        union all select *, false from others
      ) hit
      group by account_id, mode, order_id
      order by is_it desc, order_id desc
      limit ${limit + 1}
    )
    select
      o.account_id as "accountId", a.name as "accountName", o.mode, o.customer_order_id as "customerOrderId", o.status,
      o.created_at as "createdAt", ${glanceColumns},
      exists (select from crowded) or (select count(*) from received_by) >= ${mostBeginnings} as "isCut"
    from hits
    -- One look by key for each, whatever the planner thinks of the tables.
    cross join lateral (
      select * from orders where account_id = hits.account_id and mode = hits.mode and order_id = hits.order_id limit 1
    ) o
    join accounts a on a.account_id = o.account_id
    order by hits.is_it desc, hits.order_id desc`.execute(db)
  const orders = rows.slice(0, limit).map(({ isCut: _, ...row }) => glanceOf(row))
  return { orders, more: rows.length > limit || rows.some(({ isCut }) => isCut) }
}
