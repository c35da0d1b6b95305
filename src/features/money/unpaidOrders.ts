// The orders that could be charged: for the daily charge, for paying at once, for the forecast of the next charge, and
// for the list of orders that are no longer charged automatically. This file defines which orders those are.

import { sql } from 'kysely'
import { readText } from '../../base/text/storableText.ts'
import type { Db, Tx } from '../../db/db.ts'
import type { Order, OrderKey } from '../../orders/order.ts'
import { lockOrders, nextVersion } from '../../orders/orderStore.ts'
import { transition, type UnitOfWork } from '../../orders/transition.ts'
import { destination } from '../../orders/view/orderSummary.ts'

/** Whether an order `o` has a final price and waits for payment. */
export const unpaid = sql`
  o.status = 'VALID_AWAITING_PAYMENT' and o.mode = 'production' and o.billing = 'charged' and o.charge_cents is not null`

/** The same for an order that was read, to check it again under its lock. */
export const isUnpaid = ({
  status,
  mode,
  billing,
  chargeCents,
}: Pick<Order, 'status' | 'mode' | 'billing' | 'chargeCents'>): boolean =>
  status === 'VALID_AWAITING_PAYMENT' && mode === 'production' && billing === 'charged' && chargeCents !== null

/** Whether an order `o` is in no charge that is not declined. */
const inNoCharge = sql`
  not exists (
    select from charge_orders p
    where p.account_id = o.account_id and p.order_id = o.order_id and not p.declined)`

/** Whether a locked order is in a charge whose outcome is not known yet. */
export async function isBeingCharged(tx: Tx, { accountId, orderId }: OrderKey): Promise<boolean> {
  const { rows } = await sql<{ open: boolean }>`
    select exists (
      select from charge_orders p
      join charges c using (account_id, charge_id)
      where p.account_id = ${accountId} and p.order_id = ${orderId} and not p.declined and c.next_attempt_at is not null
    ) as open`.execute(tx)
  return rows[0]!.open
}

const key = sql`o.account_id as "accountId", o.mode, o.order_id as "orderId"`

/** The number of due orders that are read to find the accounts that have waited longest. */
const waitingWindow = 1000

/**
 * The due orders, not locked, of the accounts that have waited longest: at most `max.accounts`, and no further account
 * once there are `max.orders`. All due orders of an account are included, because it is charged once.
 */
export async function findOrdersToCharge(
  tx: Tx,
  now: Date,
  max: { accounts: number; orders: number },
): Promise<OrderKey[]> {
  const due = sql`o.due_at <= ${now}`
  const { rows } = await sql<OrderKey>`
    with longest_waiting as (
      select o.account_id, o.due_at
      from (
        select * from orders o where o.status = 'VALID_AWAITING_PAYMENT' and ${due}
        order by o.due_at
        offset 0 -- so that the first of them are read in this sequence, and not all of them
      ) o
      where ${unpaid}
      order by o.due_at
      limit ${waitingWindow}
    ), next_accounts as (
      select account_id, min(due_at) as first_due_at
      from longest_waiting
      group by account_id
      order by first_due_at, account_id
      limit ${max.accounts}
    ), next_orders as (
      select o.account_id, o.mode, o.order_id,
        count(*) over (order by t.first_due_at, t.account_id)
          - count(*) over (partition by t.first_due_at, t.account_id) as of_accounts_before
      from next_accounts t
      cross join lateral (
        select * from orders o where o.account_id = t.account_id and ${unpaid}
        offset 0 -- so that no plan looks for an account's orders among the due orders of all accounts
      ) o
      where ${due}
    )
    select ${key} from next_orders o where of_accounts_before < ${max.orders}`.execute(tx)
  return rows
}

/** The unpaid orders of an account, whenever they are due, not locked. */
export async function findUnpaidOrders(db: Db | Tx, accountId: string): Promise<OrderKey[]> {
  const { rows } = await sql<OrderKey>`
    select ${key} from orders o where o.account_id = ${accountId} and ${unpaid}`.execute(db)
  return rows
}

/** When each order was first in a charge since the account's card last changed. */
export async function readFirstAttempts(tx: Tx, accountId: string, orderIds: string[]): Promise<Map<string, Date>> {
  const { rows } = await sql<{ orderId: string; at: Date }>`
    select p.order_id as "orderId", min(c.created_at) as at
    from charge_orders p
    join charges c using (account_id, charge_id)
    join orders o on o.account_id = p.account_id and o.mode = p.mode and o.order_id = p.order_id
    where p.account_id = ${accountId} and p.order_id = any (${orderIds}::text[])
      and c.created_at >= coalesce(o.tries_from, '-infinity')
    group by p.order_id`.execute(tx)
  return new Map(rows.map(row => [row.orderId, row.at]))
}

/** So that no statement grows with the account. */
const maxResumedAtOnce = 100

/**
 * After a change of the card, waiting orders are tried from `at` on for as long as at first, and orders that were given
 * up are tried again. Returns the number of orders.
 */
export async function resumeUnpaidOrders(work: UnitOfWork, accountId: string, at: Date): Promise<number> {
  const { rows } = await sql<OrderKey & { givenUp: boolean }>`
    with resumed as (
      select o.account_id, o.mode, o.order_id
      from orders o
      where o.account_id = ${accountId} and ${unpaid}
      order by o.order_id -- the same sequence everywhere, so that two transactions never wait for each other
      for update
    )
    update orders o set tries_from = ${at}, version = ${nextVersion()}
    from resumed r
    where o.account_id = r.account_id and o.mode = r.mode and o.order_id = r.order_id
    returning ${key}, o.due_at is null as "givenUp"`.execute(work.tx)
  const givenUp = rows.filter(row => row.givenUp)
  for (let from = 0; from < givenUp.length; from += maxResumedAtOnce) {
    const orders = await lockOrders(work.tx, givenUp.slice(from, from + maxResumedAtOnce))
    await transition(
      work,
      orders.map(order => ({ order, on: 'retries_resumed', changes: { state: { retriesEnded: false }, dueAt: at } })),
    )
  }
  return rows.length
}

type DueOrder = { orderId: string; customerOrderId: string; recipient: string; createdAt: Date; amountCents: number }

/** The orders that an account could pay now: their totals, and a page of them in the sequence of their placement. */
type DueOrders = { orderCount: number; amountCents: number; orders: DueOrder[] }

/** At most `limit` orders are listed, from the one after `after` on (an order id; null: from the first). */
export async function readDue(
  db: Db,
  { accountId, after, limit }: { accountId: string; after: string | null; limit: number },
): Promise<DueOrders> {
  // One statement, so that totals and page are from the same moment. Only the page is joined with the large rows.
  const { rows } = await sql<
    { orderCount: number; totalCents: number } & { [Field in keyof DueOrder]: DueOrder[Field] | null }
  >`
    with due as materialized (
      select o.order_id, o.charge_cents
      from orders o
      where o.account_id = ${accountId} and ${unpaid} and ${inNoCharge}
    )
    select t."orderCount", t."totalCents", o.order_id as "orderId", o.customer_order_id as "customerOrderId",
      ${destination} ->> 'name' as recipient, o.created_at as "createdAt", o.charge_cents as "amountCents"
    from (select count(*)::int as "orderCount", coalesce(sum(charge_cents), 0)::bigint as "totalCents" from due) t
    left join (
      select order_id
      from due
      where ${after}::text is null or order_id > ${after}
      order by order_id
      limit ${limit}
    ) p on true
    left join orders o on o.account_id = ${accountId} and o.mode = 'production' and o.order_id = p.order_id
    left join order_contents c on c.account_id = o.account_id and c.mode = o.mode and c.order_id = o.order_id
    order by o.order_id`.execute(db)
  const { orderCount, totalCents } = rows[0]!
  const orders = rows.flatMap(({ orderId, customerOrderId, recipient, createdAt, amountCents }) =>
    orderId === null
      ? []
      : [
          {
            orderId,
            customerOrderId: customerOrderId!,
            recipient: readText(recipient!),
            createdAt: createdAt!,
            amountCents: amountCents!,
          },
        ],
  )
  return { orderCount, amountCents: totalCents, orders }
}

type NextCharge = {
  orders: number
  amountCents: number
  /** The number of orders whose last charge was declined, including orders that are no longer tried. */
  declined: number
}

/** The daily charge of an account at `at`, as of now, from at most `maxOrders` of its unpaid orders. */
export async function forecastCharge(
  db: Db,
  { accountId, at, maxOrders }: { accountId: string; at: Date; maxOrders: number },
): Promise<NextCharge> {
  const { rows } = await sql<NextCharge>`
    select
      (count(*) filter (where due_at <= ${at}))::int as orders,
      coalesce(sum(charge_cents) filter (where due_at <= ${at}), 0)::bigint as "amountCents",
      (count(*) filter (where payment = 'FAILED'))::int as declined
    from (
      select o.due_at, o.charge_cents, o.state ->> 'payment' as payment
      from orders o
      where o.account_id = ${accountId} and ${unpaid} and ${inNoCharge}
      limit ${maxOrders}
    ) o`.execute(db)
  return rows[0]!
}

export type OverdueOrder = {
  accountId: string
  accountName: string
  holderEmail: string
  customerOrderId: string
  orderId: string
  amountCents: number
  firstTriedAt: Date | null
  lastTriedAt: Date | null
  declineCode: string | null
}

/** Orders that are no longer charged automatically, by account. */
export async function listOverdueOrders(
  db: Db,
  { after, limit }: { after: { accountId: string; orderId: string }; limit: number },
): Promise<OverdueOrder[]> {
  const { rows } = await sql<OverdueOrder>`
    select o.account_id as "accountId", a.name as "accountName", a.holder_email as "holderEmail",
      o.customer_order_id as "customerOrderId", o.order_id as "orderId", o.charge_cents as "amountCents",
      t.first_at as "firstTriedAt", t.last_at as "lastTriedAt", t.decline_code as "declineCode"
    from orders o
    join accounts a using (account_id)
    cross join lateral (
      select min(c.created_at) as first_at, max(c.created_at) as last_at,
        (array_agg(c.decline_code order by c.charge_id desc))[1] as decline_code
      from charge_orders p
      join charges c using (account_id, charge_id)
      where p.account_id = o.account_id and p.order_id = o.order_id
    ) t
    where ${unpaid} and o.due_at is null and (o.account_id, o.order_id) > (${after.accountId}, ${after.orderId})
    order by o.account_id, o.order_id
    limit ${limit}`.execute(db)
  return rows
}
