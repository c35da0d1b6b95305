// What people read of money: an account its charges and what it owes, staff what needs them.

import { sql } from 'kysely'
import type { Db } from '../db/db.ts'

type ChargeStatus = 'claimed' | 'unknown' | 'requires_action' | 'succeeded' | 'declined'

export type ChargeView = {
  accountId: string
  chargeId: string
  chargeDate: string
  run: number
  amountCents: number
  refundedCents: number
  status: ChargeStatus
  provider: string
  card: { brand: string; last4: string } | null
  declineCode: string | null
  declineMessage: string | null
  confirmUrl: string | null
  attempts: number
  nextAttemptAt: Date | null
  createdAt: Date
  settledAt: Date | null
  /** Null while it has none. */
  invoiceNumber: number | null
  orderCount: number
  /** The first of them, in the order in which they were placed. */
  orders: { customerOrderId: string; amountCents: number }[]
}

/** A charge of thousands of orders is shown with so many. */
const ordersShown = 100

const view = sql`
  c.account_id as "accountId", c.charge_id as "chargeId", c.charge_date::text as "chargeDate", c.run,
  c.amount_cents as "amountCents", c.status, c.provider, c.decline_code as "declineCode",
  c.decline_message as "declineMessage", c.confirm_url as "confirmUrl", c.attempts,
  c.next_attempt_at as "nextAttemptAt", c.created_at as "createdAt", c.settled_at as "settledAt",
  k.brand, k.last4,
  (select d.number from documents d
    where d.account_id = c.account_id and d.charge_id = c.charge_id and d.kind = 'invoice') as "invoiceNumber",
  (select count(*) from charge_orders p where p.account_id = c.account_id and p.charge_id = c.charge_id) as "orderCount",
  (select coalesce(sum(r.amount_cents), 0)::bigint from refunds r
    where r.account_id = c.account_id and r.charge_id = c.charge_id and r.status = 'succeeded') as "refundedCents",
  (select coalesce(json_agg(json_build_object('customerOrderId', s.customer_order_id, 'amountCents', s.amount_cents)
      order by s.order_id), '[]')::text
    from (
      select p.order_id, o.customer_order_id, p.amount_cents
      from charge_orders p
      join orders o using (account_id, mode, order_id)
      where p.account_id = c.account_id and p.charge_id = c.charge_id
      order by p.order_id
      limit ${sql.lit(ordersShown)}
    ) s) as orders`

type ChargeRow = Omit<ChargeView, 'card' | 'orders'> & { brand: string | null; last4: string | null; orders: string }

const viewOf = ({ brand, last4, orders, ...row }: ChargeRow): ChargeView => ({
  ...row,
  card: brand === null || last4 === null ? null : { brand, last4 },
  orders: JSON.parse(orders),
})

/** An account's charges, newest first. */
export async function listCharges(
  db: Db,
  { accountId, before, limit }: { accountId: string; before: string | null; limit: number },
): Promise<ChargeView[]> {
  const { rows } = await sql<ChargeRow>`
    select ${view}
    from charges c
    left join cards k on k.account_id = c.account_id and k.provider = c.provider and k.provider_ref = c.card_ref
    where c.account_id = ${accountId} and (${before}::text is null or c.charge_id < ${before})
    order by c.charge_id desc
    limit ${limit}`.execute(db)
  return rows.map(viewOf)
}

export async function readCharge(db: Db, accountId: string, chargeId: string): Promise<ChargeView | undefined> {
  const { rows } = await sql<ChargeRow>`
    select ${view}
    from charges c
    left join cards k on k.account_id = c.account_id and k.provider = c.provider and k.provider_ref = c.card_ref
    where c.account_id = ${accountId} and c.charge_id = ${chargeId}`.execute(db)
  return rows[0] && viewOf(rows[0])
}

/** The charges of all accounts that are open in that way, oldest first. */
export async function listOpenCharges(
  db: Db,
  { status, after, limit }: { status: 'unknown' | 'requires_action'; after: string; limit: number },
): Promise<ChargeView[]> {
  const { rows } = await sql<ChargeRow>`
    select ${view}
    from charges c
    left join cards k on k.account_id = c.account_id and k.provider = c.provider and k.provider_ref = c.card_ref
    where c.status = ${status} and c.charge_id > ${after}
    order by c.charge_id
    limit ${limit}`.execute(db)
  return rows.map(viewOf)
}

/** Where the provider knows the charge by. */
export async function readProviderRef(db: Db, accountId: string, chargeId: string): Promise<string | null> {
  const { rows } = await sql<{ ref: string | null }>`
    select provider_ref as ref from charges where account_id = ${accountId} and charge_id = ${chargeId}`.execute(db)
  return rows[0]?.ref ?? null
}

export type DueOrderView = { customerOrderId: string; amountCents: number }

/** What an account could pay now, in the order in which it was placed: what is in an open charge is left out. */
export async function listDueOrders(db: Db, accountId: string): Promise<DueOrderView[]> {
  const { rows } = await sql<DueOrderView>`
    select o.customer_order_id as "customerOrderId", o.charge_cents as "amountCents"
    from orders o
    where o.account_id = ${accountId} and o.mode = 'production' and o.status = 'VALID_AWAITING_PAYMENT'
      and o.billing = 'charged' and o.charge_cents is not null and not exists (
        select from charge_orders p
        where p.account_id = o.account_id and p.order_id = o.order_id and not p.declined)
    order by o.order_id`.execute(db)
  return rows
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
    where o.status = 'VALID_AWAITING_PAYMENT' and o.mode = 'production' and o.billing = 'charged' and o.due_at is null
      and o.charge_cents is not null and (o.account_id, o.order_id) > (${after.accountId}, ${after.orderId})
    order by o.account_id, o.order_id
    limit ${limit}`.execute(db)
  return rows
}
