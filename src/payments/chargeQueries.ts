// Charges and refunds as accounts and staff read them.

import { type RawBuilder, sql } from 'kysely'
import { readWords, type Words } from '../../languages/texts.ts'
import type { Db } from '../db/db.ts'
import { type TimePage, timePage } from '../db/timePages.ts'
import { issuedNumber } from './documentNumber.ts'
import { orderName } from './orderDetails.ts'

export const chargeStatuses = ['claimed', 'unknown', 'requires_action', 'succeeded', 'declined'] as const
type ChargeStatus = (typeof chargeStatuses)[number]

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
  declineMessage: Words | null
  confirmUrl: string | null
  attempts: number
  nextAttemptAt: Date | null
  createdAt: Date
  settledAt: Date | null
  /** Null until the charge succeeds. */
  invoiceNumber: number | null
  orderCount: number
  /** The first orders of the charge, in the sequence of their placement. */
  orders: { customerOrderId: string; amountCents: number }[]
}

const maxOrdersShown = 100

const chargeColumns = sql`
  c.account_id as "accountId", c.charge_id as "chargeId", c.charge_date::text as "chargeDate", c.run,
  c.amount_cents as "amountCents", c.status, c.provider, c.decline_code as "declineCode",
  c.decline_message as "declineMessage", c.confirm_url as "confirmUrl", c.attempts,
  c.next_attempt_at as "nextAttemptAt", c.created_at as "createdAt", c.settled_at as "settledAt",
  k.brand, k.last4,
  (select ${issuedNumber('d.number')} from documents d
    where d.account_id = c.account_id and d.charge_id = c.charge_id and d.kind = 'invoice') as "invoiceNumber",
  (select count(*) from charge_orders p where p.account_id = c.account_id and p.charge_id = c.charge_id) as "orderCount",
  (select coalesce(sum(r.amount_cents), 0)::bigint from refunds r
    where r.account_id = c.account_id and r.charge_id = c.charge_id and r.status = 'succeeded') as "refundedCents",
  (select coalesce(json_agg(json_build_object('customerOrderId', s.customer_order_id, 'amountCents', s.amount_cents)
      order by s.order_id), '[]')::text
    from (
      select p.order_id, o.customer_order_id, p.amount_cents
      from charge_orders p
      cross join lateral ${orderName('p')}
      where p.account_id = c.account_id and p.charge_id = c.charge_id
      order by p.order_id
      limit ${sql.lit(maxOrdersShown)}
    ) s) as orders`

/** Charges `c` with the cards `k` that they were tried on. */
const withCards = (charges: RawBuilder<unknown>) => sql`
    ${charges} c
    left join cards k on k.account_id = c.account_id and k.provider = c.provider and k.provider_ref = c.card_ref`

const chargesWithCards = withCards(sql`charges`)

type ChargeRow = Omit<ChargeView, 'card' | 'orders' | 'declineMessage'> &
  Record<'brand' | 'last4' | 'declineMessage', string | null> & { orders: string }

const viewOf = <Row extends ChargeRow>({ brand, last4, orders, ...row }: Row) => ({
  ...row,
  declineMessage: readWords(row.declineMessage),
  card: brand === null || last4 === null ? null : { brand, last4 },
  orders: JSON.parse(orders),
})

/** An account's charges, newest first. */
export async function listCharges(
  db: Db,
  { accountId, before, limit }: { accountId: string; before: string | null; limit: number },
): Promise<ChargeView[]> {
  const { rows } = await sql<ChargeRow>`
    select ${chargeColumns}
    from ${chargesWithCards}
    where c.account_id = ${accountId} and (${before}::text is null or c.charge_id < ${before})
    order by c.charge_id desc
    limit ${limit}`.execute(db)
  return rows.map(viewOf)
}

export async function readCharge(db: Db, accountId: string, chargeId: string): Promise<ChargeView | undefined> {
  const { rows } = await sql<ChargeRow>`
    select ${chargeColumns}
    from ${chargesWithCards}
    where c.account_id = ${accountId} and c.charge_id = ${chargeId}`.execute(db)
  return rows[0] && viewOf(rows[0])
}

export type ChargeOfAccount = ChargeView & { accountName: string }

/** Null is any. */
export type ChargeFilter = {
  accountId: string | null
  status: ChargeStatus | null
  minCents: number | null
  maxCents: number | null
}

function matchingCharges({ accountId, status, minCents, maxCents }: ChargeFilter, page: TimePage) {
  const { within, direction } = timePage({ prefix: 'chg', id: sql`charge_id`, at: sql`created_at` }, page)
  return sql`
      from charges
      where true
        ${accountId === null ? sql`` : sql`and account_id = ${accountId}`}
        ${status === null ? sql`` : sql`and status = ${sql.lit(status)}`}
        ${minCents === null ? sql`` : sql`and amount_cents >= ${minCents}`}
        ${maxCents === null ? sql`` : sql`and amount_cents <= ${maxCents}`}
        ${within}
      order by charge_id ${direction}
      limit ${page.limit}`
}

/** The charges of all accounts. Only the rows of the page look up their orders. */
export async function listAllCharges(db: Db, filter: ChargeFilter, page: TimePage): Promise<ChargeOfAccount[]> {
  const { rows } = await sql<ChargeRow & { accountName: string }>`
    select ${chargeColumns}, a.name as "accountName"
    from ${withCards(sql`(select * ${matchingCharges(filter, page)})`)}
    join accounts a on a.account_id = c.account_id
    order by c.charge_id ${page.isNewestFirst ? sql`desc` : sql`asc`}`.execute(db)
  return rows.map(viewOf)
}

/** How many charges match, and the sum of their amounts; both only of the first of the page's limit. */
export async function sumCharges(db: Db, filter: ChargeFilter, page: TimePage): Promise<ListSums> {
  const { rows } = await sql<ListSums>`
    select count(*)::int as count, coalesce(sum(amount_cents), 0)::bigint as "totalCents"
    from (select amount_cents ${matchingCharges(filter, page)}) c`.execute(db)
  return rows[0]!
}

export type ListSums = { count: number; totalCents: number }

/** The status of the open charge of an order; null for an order without an open charge. */
export async function readOpenChargeStatus(
  db: Db,
  { accountId, orderId }: { accountId: string; orderId: string },
): Promise<'unknown' | 'requires_action' | null> {
  const { rows } = await sql<{ status: 'unknown' | 'requires_action' }>`
    select c.status
    from charge_orders p
    join charges c using (account_id, charge_id)
    where p.account_id = ${accountId} and p.order_id = ${orderId} and c.status in ('unknown', 'requires_action')`.execute(
    db,
  )
  return rows[0]?.status ?? null
}

/** The provider's own id of the charge; null before it is known. */
export async function readProviderRef(db: Db, accountId: string, chargeId: string): Promise<string | null> {
  const { rows } = await sql<{ ref: string | null }>`
    select provider_ref as ref from charges where account_id = ${accountId} and charge_id = ${chargeId}`.execute(db)
  return rows[0]?.ref ?? null
}

export type FailingRefund = {
  accountId: string
  accountName: string
  refundId: string
  chargeId: string
  customerOrderId: string
  amountCents: number
  provider: string
  /** The provider's last answer. */
  problem: Words
  attempts: number
  nextAttemptAt: Date
  createdAt: Date
  /** When the bank returned the refund. */
  returnedAt: Date | null
}

/** Refunds that a provider has refused or not confirmed, or that the bank has returned, oldest first. */
export async function listFailingRefunds(
  db: Db,
  { after, limit }: { after: string; limit: number },
): Promise<FailingRefund[]> {
  const { rows } = await sql<Omit<FailingRefund, 'problem'> & { problem: string }>`
    select r.account_id as "accountId", a.name as "accountName", r.refund_id as "refundId", r.charge_id as "chargeId",
      o.customer_order_id as "customerOrderId", r.amount_cents as "amountCents", c.provider, r.problem, r.attempts,
      r.next_attempt_at as "nextAttemptAt", r.created_at as "createdAt",
      r.returned_at as "returnedAt"
    from refunds r
    join charges c using (account_id, charge_id)
    join accounts a using (account_id)
    join orders o on o.account_id = r.account_id and o.mode = 'production' and o.order_id = r.order_id
    where r.status = 'pending' and r.problem is not null and r.refund_id > ${after}
    order by r.refund_id
    limit ${limit}`.execute(db)
  return rows.map(row => ({ ...row, problem: readWords(row.problem)! }))
}

export async function hasRefund(db: Db, accountId: string, refundId: string): Promise<boolean> {
  const { rows } = await sql`select from refunds where account_id = ${accountId} and refund_id = ${refundId}`.execute(
    db,
  )
  return rows.length > 0
}
