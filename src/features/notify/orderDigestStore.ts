// The events that people get emails about, and the orders that wait for an email.

import { type RawBuilder, sql } from 'kysely'
import { parseWithWords } from '../../../languages/texts.ts'
import type { Frequency } from '../../accounts/people/emailChoices.ts'
import type { Db, Tx } from '../../db/db.ts'
import { integer, json, rowsOf, text, timestamp } from '../../db/rows.ts'
import type { EmailedOrder } from '../../mail/templates/orderEmails.ts'
import type { OrderState } from '../../orders/order.ts'

/** The position after an event. */
export type Position = { transaction: number; eventId: string }

const positionSetting = 'order_emails_after'

export async function readPosition(db: Db): Promise<Position> {
  const { rows } = await sql<{ value: string }>`
    select value from settings where name = ${positionSetting}`.execute(db)
  const [transaction, eventId] = (rows[0]?.value ?? '0 ').split(' ') as [string, string]
  return { transaction: Number(transaction), eventId }
}

const positionText = ({ transaction, eventId }: Position): string => `${transaction} ${eventId}`

/** False when another process was faster. */
export async function movePosition(tx: Db | Tx, from: Position, to: Position): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update settings
    set value = ${positionText(to)}
    where name = ${positionSetting} and value = ${positionText(from)}`.execute(tx)
  return numAffectedRows > 0n
}

export type EmailedEvent = Position & {
  accountId: string
  kind: 'OrderValidationFailed' | 'OrderException' | 'OrderFilesUnreachable' | 'OrderShipped'
  orderId: string
  customerOrderId: string
  orderNumber: string
  /** Of the first book, where it is known. */
  bookTitle: string | null
  state: Partial<OrderState>
}

/**
 * The next events in production, below the transaction `end`. The index of events that are emailed by default has only
 * those. Shipped orders are looked for in the feeds of the accounts with a person who chose emails about them, so that
 * the orders of other accounts cost nothing.
 */
export async function readEmailedEvents(
  db: Db,
  { transaction, eventId }: Position,
  { end, max }: { end: number; max: number },
): Promise<EmailedEvent[]> {
  const after = sql`
    e.transaction_number >= ${transaction}::bigint
    and (e.transaction_number, e.event_id) > (${transaction}::bigint, ${eventId})
    and e.transaction_number < ${end}::bigint
    order by e.transaction_number, e.event_id
    limit ${max}`
  const columns = sql`e.account_id, e.order_id, e.kind, e.transaction_number, e.event_id, e.state`
  const { rows } = await sql<Omit<EmailedEvent, 'state'> & { state: string }>`
    select o.account_id as "accountId", o.order_id as "orderId", o.customer_order_id as "customerOrderId",
      c.order_number as "orderNumber", c.books -> 0 ->> 'title' as "bookTitle", p.kind,
      p.transaction_number as transaction, p.event_id as "eventId", p.state
    from (
      (
        select ${columns}
        from order_events e
        where
          e.kind in ('OrderValidationFailed', 'OrderException', 'OrderFilesUnreachable') and e.mode = 'production' and ${after}
      )
      union all
      (
        select ${columns}
        from (${accountsWithShippedEmails}) s
        join order_events e on e.account_id = s.account_id
        where e.mode = 'production' and e.kind is not null and e.kind = 'OrderShipped' and e.at >= s.since
          and ${after}
      )
      order by transaction_number, event_id
      limit ${max}
    ) p
    join orders o on o.account_id = p.account_id and o.mode = 'production' and o.order_id = p.order_id
    join order_contents c on c.account_id = o.account_id and c.mode = o.mode and c.order_id = o.order_id
    order by p.transaction_number, p.event_id`.execute(db)
  return rows.map(row => ({ ...row, state: parseWithWords(row.state) as Partial<OrderState> }))
}

const accountsWithShippedEmails: RawBuilder<unknown> = sql`
  select m.account_id, min(c.chosen_at) as since
  from email_choices c
  join memberships m on m.user_id = c.user_id
  where c.kind = 'order_shipped' and c.frequency <> 'never'
  group by m.account_id`

export type DigestKind = 'order_failed' | 'order_files_missing' | 'order_on_hold' | 'order_shipped' | 'proof_reminder'
export type DigestKey = { accountId: string; kind: DigestKind; frequency: Exclude<Frequency, 'never'> }
export type WaitingOrder = Omit<EmailedOrder, 'url'> & { orderId: string }

export type Digest = DigestKey & {
  /** The first of the waiting orders. */
  orders: WaitingOrder[]
  orderCount: number
  /** Null: no order waits. */
  dueAt: Date | null
  /** Since when `emailCount` counts. */
  countedFrom: Date | null
  emailCount: number
}

export const digestColumns = sql`
  d.account_id as "accountId", d.kind, d.frequency, d.orders, d.order_count as "orderCount", d.due_at as "dueAt",
  d.counted_from as "countedFrom", d.email_count as "emailCount"`

export type DigestRow = Omit<Digest, 'orders'> & { orders: string }

export const digestOf = ({ orders, ...row }: DigestRow): Digest => ({
  ...row,
  orders: parseWithWords(orders) as WaitingOrder[],
})

/** Locks the rows that exist: an email may be about to be written. */
export async function lockDigests(tx: Tx, keys: DigestKey[]): Promise<Digest[]> {
  const wanted = rowsOf(keys, 'k', {
    accountId: text(key => key.accountId),
    kind: text(key => key.kind),
    frequency: text(key => key.frequency),
  })
  const { rows } = await sql<DigestRow>`
    select ${digestColumns}
    from order_digests d
    join ${wanted.from} using (account_id, kind, frequency)
    order by account_id, kind, frequency
    for update of d`.execute(tx)
  return rows.map(digestOf)
}

export async function saveDigests(tx: Tx, digests: Digest[]): Promise<void> {
  const rows = rowsOf(digests, 'd', {
    accountId: text(digest => digest.accountId),
    kind: text(digest => digest.kind),
    frequency: text(digest => digest.frequency),
    orders: json(digest => digest.orders),
    orderCount: integer(digest => digest.orderCount),
    dueAt: timestamp(digest => digest.dueAt),
    countedFrom: timestamp(digest => digest.countedFrom),
    emailCount: integer(digest => digest.emailCount),
  })
  await sql`
    insert into order_digests (${rows.columns})
    select * from ${rows.from}
    on conflict (account_id, kind, frequency) do update
    set orders = excluded.orders, order_count = excluded.order_count, due_at = excluded.due_at,
      counted_from = excluded.counted_from, email_count = excluded.email_count`.execute(tx)
}
