// The orders that could be charged: what the daily charge takes, what an account owes and may pay at once, what the
// next charge will be, and what nobody tries to charge any more. Which orders those are is said here once.

import { sql } from 'kysely'
import { ahead } from '../../db/ahead.ts'
import type { Db, Tx } from '../../db/db.ts'
import { readText } from '../../db/json.ts'
import type { Order, OrderKey } from '../order.ts'

/** Of `orders o`: its price is final, and it waits for its money. */
export const unpaid = sql`
  o.status = 'VALID_AWAITING_PAYMENT' and o.mode = 'production' and o.billing = 'charged' and o.charge_cents is not null`

/** The same of an order that was read, such as one that is judged again under its lock. */
export const isUnpaid = ({
  status,
  mode,
  billing,
  chargeCents,
}: Pick<Order, 'status' | 'mode' | 'billing' | 'chargeCents'>): boolean =>
  status === 'VALID_AWAITING_PAYMENT' && mode === 'production' && billing === 'charged' && chargeCents !== null

/** Of `orders o`: in no charge that is under way. */
const inNoCharge = sql`
  not exists (
    select from charge_orders p
    where p.account_id = o.account_id and p.order_id = o.order_id and not p.declined)`

const key = sql`o.account_id as "accountId", o.mode, o.order_id as "orderId"`

/** How many due orders are looked at to find whose turn it is. */
const turnsWindow = 1000

/**
 * The due orders of the accounts whose turn it is, not locked: those that waited longest, at most `accounts` of them,
 * and no further account once there are `orders`. An account comes whole, for it is charged once.
 */
export async function findOrdersToCharge(
  tx: Tx,
  now: Date,
  most: { accounts: number; orders: number },
): Promise<OrderKey[]> {
  const due = sql`${unpaid} and o.due_at <= ${now}`
  const { rows } = await sql<OrderKey>`
    with longest_waiting as (
      select o.account_id, o.due_at
      from orders o
      where ${due}
      order by o.due_at
      limit ${turnsWindow}
    ), turns as (
      select account_id, min(due_at) as first_due_at
      from longest_waiting
      group by account_id
      order by first_due_at, account_id
      limit ${most.accounts}
    ), sized as (
      select t.account_id, ${ahead(sql`n.orders`, sql`t.first_due_at, t.account_id`)} as ahead
      from turns t
      cross join lateral (select count(*) as orders from orders o where o.account_id = t.account_id and ${due}) n
    )
    select ${key}
    from sized s
    join orders o on o.account_id = s.account_id
    where s.ahead < ${most.orders} and ${due}`.execute(tx)
  return rows
}

/** The unpaid orders of an account, whenever they are due, not locked. */
export async function findUnpaidOrders(db: Db | Tx, accountId: string): Promise<OrderKey[]> {
  const { rows } = await sql<OrderKey>`
    select ${key} from orders o where o.account_id = ${accountId} and ${unpaid}`.execute(db)
  return rows
}

/** When each of the orders was first in a charge with the cards of now, of those that were. */
export async function firstTried(tx: Tx, accountId: string, orderIds: string[]): Promise<Map<string, Date>> {
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

/**
 * Another card is charged now: what waits has all of the patience again from `at` on, and what was given up is tried
 * again. Answers how many orders that concerns.
 */
export async function resumeUnpaidOrders(tx: Tx, accountId: string, at: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    with resumed as (
      select o.account_id, o.mode, o.order_id
      from orders o
      where o.account_id = ${accountId} and ${unpaid}
      order by o.order_id -- as everybody locks them, so that two transactions never wait for each other
      for update
    )
    update orders o set due_at = coalesce(o.due_at, ${at}), tries_from = ${at}
    from resumed r
    where o.account_id = r.account_id and o.mode = r.mode and o.order_id = r.order_id`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

type DueOrder = { customerOrderId: string; recipient: string; createdAt: Date; amountCents: number }

/** What an account could pay now, in the order in which it was placed. */
export async function listDueOrders(db: Db, accountId: string): Promise<DueOrder[]> {
  const { rows } = await sql<DueOrder>`
    select o.customer_order_id as "customerOrderId", o.request -> 'destination' ->> 'name' as recipient,
      o.created_at as "createdAt", o.charge_cents as "amountCents"
    from orders o
    where o.account_id = ${accountId} and ${unpaid} and ${inNoCharge}
    order by o.order_id`.execute(db)
  return rows.map(row => ({ ...row, recipient: readText(row.recipient) }))
}

type NextCharge = {
  orders: number
  amountCents: number
  /** Those whose last charge was declined, also where none is tried again. */
  declined: number
}

/**
 * What the daily charge of an account will take at `at`, as things stand. At most `most` of its unpaid orders are
 * looked at.
 */
export async function foreseeCharge(
  db: Db,
  { accountId, at, most }: { accountId: string; at: Date; most: number },
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
      limit ${most}
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

/** Orders that nobody tries to charge any more, by account. */
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
