// The rows of sales and of the refunds owed out of them. Writing here requires the lock of the order.

import { sql } from 'kysely'
import { forgotten } from '../base/forgotten.ts'
import type { RequestKey } from '../base/requestKey.ts'
import type { Db, Tx } from '../db/db.ts'
import { storedJson } from '../db/json.ts'
import type { Part } from './ledger.ts'
import type { Cells, Price, SaleTax } from './sale.ts'

/** What an order was sold for, who determined its taxes, and the papers that exempted it. */
export type Sale = {
  accountId: string
  orderId: string
  price: Price
  totalCents: number
  taxSource: string
  taxRef: string | null
  exemptionId: string | null
}

export async function insertSales(tx: Tx, sales: Sale[], at: Date): Promise<void> {
  if (sales.length === 0) return
  await sql`
    insert into sales (
      account_id, order_id, at, items_cents, fulfillment_cents, shipping_cents, taxes, total_cents, tax_source, tax_ref,
      exemption_id)
    select
      account_id, order_id, ${at}, items_cents::json, fulfillment_cents, shipping_cents, taxes::json, total_cents, tax_source,
      tax_ref, exemption_id
    from unnest(
      ${sales.map(s => s.accountId)}::text[], ${sales.map(s => s.orderId)}::text[],
      ${sales.map(s => storedJson(s.price.itemsCents))}::text[],
      ${sales.map(s => s.price.fulfillmentCents)}::bigint[], ${sales.map(s => s.price.shippingCents)}::bigint[],
      ${sales.map(s => storedJson(s.price.taxes))}::text[], ${sales.map(s => s.totalCents)}::bigint[],
      ${sales.map(s => s.taxSource)}::text[], ${sales.map(s => s.taxRef)}::text[],
      ${sales.map(s => s.exemptionId)}::text[]
    ) as n (
      account_id, order_id, items_cents, fulfillment_cents, shipping_cents, taxes, total_cents, tax_source, tax_ref,
      exemption_id)`.execute(tx)
}

/**
 * Marks a sale as cancelled unpaid, and returns its price; undefined when there is none, or it was already cancelled.
 */
export async function cancelSale(
  tx: Tx,
  { accountId, orderId }: { accountId: string; orderId: string },
  now: Date,
): Promise<Price | undefined> {
  const { rows } = await sql<PriceRow>`
    update sales s set cancelled_at = ${now}
    where account_id = ${accountId} and order_id = ${orderId} and cancelled_at is null
    returning ${priceColumns}`.execute(tx)
  return rows[0] && priceOf(rows[0])
}

type PriceRow = { itemsCents: string; fulfillmentCents: number; shippingCents: number; taxes: string }
const priceColumns = sql`
  s.items_cents as "itemsCents", s.fulfillment_cents as "fulfillmentCents", s.shipping_cents as "shippingCents", s.taxes`
const priceOf = ({ itemsCents, fulfillmentCents, shippingCents, taxes }: PriceRow): Price => ({
  itemsCents: JSON.parse(itemsCents) as number[],
  fulfillmentCents,
  shippingCents,
  taxes: JSON.parse(taxes) as SaleTax[],
})

/** A paid sale: the charge that took the money, and how much of it has been promised back. */
export type PaidSale = Pick<Sale, 'accountId' | 'orderId' | 'price' | 'taxSource' | 'taxRef'> & {
  chargeId: string
  amountCents: number
  /** The sum of all its refunds, made or not. */
  refundedCents: number
  /** It was cancelled while its charge was under way. */
  cancelledBefore: boolean
  refunds: { cells: Cells | null; quantities: Record<string, number> | null }[]
}

/** Those of the orders for which money was taken. */
export async function paidSales(db: Db | Tx, orders: { accountId: string; orderId: string }[]): Promise<PaidSale[]> {
  if (orders.length === 0) return []
  const { rows } = await sql<PriceRow & Omit<PaidSale, 'price' | 'refunds'> & { refunds: string }>`
    select
      s.account_id as "accountId", s.order_id as "orderId", ${priceColumns}, s.tax_source as "taxSource", s.tax_ref as "taxRef",
      s.cancelled_at is not null as "cancelledBefore", p.charge_id as "chargeId", p.amount_cents as "amountCents",
      p.refunded_cents as "refundedCents",
      coalesce((
        select json_agg(json_build_object('cells', r.cells, 'quantities', r.quantities) order by r.refund_id)
        from refunds r where r.account_id = s.account_id and r.order_id = s.order_id
      ), '[]'::json) as refunds
    from unnest(${orders.map(o => o.accountId)}::text[], ${orders.map(o => o.orderId)}::text[]) as k (account_id, order_id)
    join sales s using (account_id, order_id)
    join charge_orders p on p.account_id = s.account_id and p.order_id = s.order_id and not p.declined
    join charges c on c.account_id = p.account_id and c.charge_id = p.charge_id and c.status = 'succeeded'
    order by s.account_id, s.order_id`.execute(db)
  return rows.map(({ itemsCents: _, fulfillmentCents: __, shippingCents: ___, taxes: ____, ...row }, i) => ({
    ...row,
    price: priceOf(rows[i]!),
    refunds: JSON.parse(row.refunds) as PaidSale['refunds'],
  }))
}

export type NewRefund = Part & {
  refundId: string
  idempotencyKey: string
  cells: Cells
  /** Refunded copies, by index of the item; null when the refund is not about copies. */
  quantities: Record<string, number> | null
  reason: string | null
  actor: string
  /** Null: the request had no idempotency key. */
  request: RequestKey | null
}

/** Writes refunds that are owed from `now` on. The database refuses to owe more than was taken. */
export async function insertRefunds(tx: Tx, refunds: NewRefund[], now: Date): Promise<void> {
  if (refunds.length === 0) return
  await sql`
    insert into refunds (
      account_id, refund_id, charge_id, order_id, amount_cents, tax_cents, status, idempotency_key, next_attempt_at,
      created_at, cells, quantities, reason, actor, request_key, request_digest)
    select
      account_id, refund_id, charge_id, order_id, amount_cents, tax_cents, 'pending', idempotency_key, ${now}, ${now},
      cells::json, quantities::json, reason, actor, request_key, request_digest
    from unnest(
      ${refunds.map(r => r.accountId)}::text[], ${refunds.map(r => r.refundId)}::text[],
      ${refunds.map(r => r.chargeId)}::text[], ${refunds.map(r => r.orderId)}::text[],
      ${refunds.map(r => r.amountCents)}::bigint[], ${refunds.map(r => r.taxCents)}::bigint[],
      ${refunds.map(r => r.idempotencyKey)}::text[], ${refunds.map(r => storedJson(r.cells))}::text[],
      ${refunds.map(r => (r.quantities === null ? null : storedJson(r.quantities)))}::text[],
      ${refunds.map(r => r.reason)}::text[], ${refunds.map(r => r.actor)}::text[],
      ${refunds.map(r => r.request?.key ?? null)}::text[], ${refunds.map(r => r.request?.digest ?? null)}::text[]
    ) as n (
      account_id, refund_id, charge_id, order_id, amount_cents, tax_cents, idempotency_key, cells, quantities, reason, actor,
      request_key, request_digest)`.execute(tx)
}

/** The refund requested with that key, of an order that is locked; undefined when there is none. */
export async function findRequestedRefund(
  tx: Tx,
  { accountId, orderId }: { accountId: string; orderId: string },
  { key }: RequestKey,
): Promise<{ digest: string } | undefined> {
  const { rows } = await sql<{ digest: string }>`
    select request_digest as digest
    from refunds
    where account_id = ${accountId} and order_id = ${orderId} and request_key = ${key}`.execute(tx)
  return rows[0]
}

/** Takes from the reasons of the refunds of orders what matches the pattern of each. */
export async function forgetInReasons(
  tx: Tx,
  orders: { accountId: string; orderId: string; pattern: string }[],
): Promise<void> {
  await sql`
    update refunds r
    set reason = regexp_replace(r.reason, n.pattern, ${forgotten}, 'gi')
    from unnest(
      ${orders.map(one => one.accountId)}::text[], ${orders.map(one => one.orderId)}::text[],
      ${orders.map(one => one.pattern)}::text[]
    ) as n (account_id, order_id, pattern)
    where r.account_id = n.account_id and r.order_id = n.order_id and r.reason ~* n.pattern`.execute(tx)
}

/** How much of an order's money was taken, and how much of it is known to have been refunded. */
export async function refundsMade(
  tx: Tx,
  { accountId, orderId }: { accountId: string; orderId: string },
): Promise<{ takenCents: number; givenBackCents: number }> {
  const { rows } = await sql<{ takenCents: number; givenBackCents: number }>`
    select
      p.amount_cents as "takenCents",
      coalesce((
        select sum(r.amount_cents) from refunds r
        where r.account_id = p.account_id and r.order_id = p.order_id and r.status = 'succeeded'
      ), 0)::bigint as "givenBackCents"
    from charge_orders p
    where p.account_id = ${accountId} and p.order_id = ${orderId} and not p.declined`.execute(tx)
  return rows[0] ?? { takenCents: 0, givenBackCents: 0 }
}
