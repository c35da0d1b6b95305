// The rows of sales and of their refunds. Writing here requires the lock of the order.

import { sql } from 'kysely'
import type { RequestKey } from '../base/secrets/requestKey.ts'
import { redacted } from '../base/text/redacted.ts'
import { storableJson } from '../base/text/storableText.ts'
import type { Db, Tx } from '../db/db.ts'
import { bigint, json, rowsOf, text } from '../db/rows.ts'
import type { ChargePart } from './ledger.ts'
import type { Cells, Price, SaleTax } from './splitSale.ts'

/** Pages, and the SHA-256 of cover and pages, of a book that was sold. */
export type SoldBook = [pageCount: number, cover: string | null, guts: string | null]

/** The books of an order, their final price, the source of its taxes, and the certificate that exempted it, if any. */
export type Sale = {
  accountId: string
  orderId: string
  books: SoldBook[]
  price: Price
  totalCents: number
  /** Of the destination: US-NY, CA-ON, PR. */
  place: string
  taxSource: string
  taxRef: string | null
  exemptionId: string | null
}

export async function insertSales(tx: Tx, sales: Sale[], at: Date): Promise<void> {
  if (sales.length === 0) return
  const rows = rowsOf(sales, 's', {
    accountId: text(s => s.accountId),
    orderId: text(s => s.orderId),
    books: json(s => s.books),
    itemsCents: json(s => s.price.itemsCents),
    fulfillmentCents: bigint(s => s.price.fulfillmentCents),
    shippingCents: bigint(s => s.price.shippingCents),
    taxes: json(s => s.price.taxes),
    totalCents: bigint(s => s.totalCents),
    place: text(s => s.place),
    taxSource: text(s => s.taxSource),
    taxRef: text(s => s.taxRef),
    exemptionId: text(s => s.exemptionId),
  })
  await sql`insert into sales (${rows.columns}, at) select *, ${at}::timestamptz from ${rows.from}`.execute(tx)
}

/** The price of a sale, with what its tax returns need. */
type SaleBefore = Pick<Sale, 'price' | 'place' | 'exemptionId'>

/**
 * Marks a sale as canceled unpaid, and returns it; undefined when there is no sale, or it was already canceled.
 */
export async function cancelSale(
  tx: Tx,
  { accountId, orderId }: { accountId: string; orderId: string },
  now: Date,
): Promise<SaleBefore | undefined> {
  const { rows } = await sql<SaleRow>`
    update sales s set cancelled_at = ${now}
    where account_id = ${accountId} and order_id = ${orderId} and cancelled_at is null
    returning ${priceColumns}, s.place, s.exemption_id as "exemptionId"`.execute(tx)
  return rows[0] && saleBefore(rows[0])
}

/** Replaces the price of a sale that is not paid yet, and returns the sale before. */
export async function replaceSale(tx: Tx, sale: Omit<Sale, 'books'>, at: Date): Promise<SaleBefore> {
  const { accountId, orderId, price, totalCents, place, taxSource, taxRef, exemptionId } = sale
  const { rows } = await sql<SaleRow>`
    with before as (
      select * from sales where account_id = ${accountId} and order_id = ${orderId}
    )
    update sales s
    set items_cents = ${storableJson(price.itemsCents)}::json, fulfillment_cents = ${price.fulfillmentCents},
      shipping_cents = ${price.shippingCents}, taxes = ${storableJson(price.taxes)}::json, total_cents = ${totalCents},
      place = ${place}, tax_source = ${taxSource}, tax_ref = ${taxRef}, exemption_id = ${exemptionId}, at = ${at}
    from before b
    where s.account_id = b.account_id and s.order_id = b.order_id
    returning b.items_cents as "itemsCents", b.fulfillment_cents as "fulfillmentCents",
      b.shipping_cents as "shippingCents", b.taxes,
      b.place, b.exemption_id as "exemptionId"`.execute(tx)
  if (rows[0] === undefined) throw new Error(`order ${orderId} has no sale`)
  return saleBefore(rows[0])
}

type PriceRow = { itemsCents: string; fulfillmentCents: number; shippingCents: number; taxes: string }
type SaleRow = PriceRow & Omit<SaleBefore, 'price'>
const saleBefore = (row: SaleRow): SaleBefore => ({
  price: priceOf(row),
  place: row.place,
  exemptionId: row.exemptionId,
})
const priceColumns = sql`
  s.items_cents as "itemsCents", s.fulfillment_cents as "fulfillmentCents", s.shipping_cents as "shippingCents", s.taxes`
const priceOf = ({ itemsCents, fulfillmentCents, shippingCents, taxes }: PriceRow): Price => ({
  itemsCents: JSON.parse(itemsCents) as number[],
  fulfillmentCents,
  shippingCents,
  taxes: JSON.parse(taxes) as SaleTax[],
})

/** A paid sale, with the charge that took the money and its refunds. */
export type PaidSale = Pick<
  Sale,
  'accountId' | 'orderId' | 'price' | 'place' | 'taxSource' | 'taxRef' | 'exemptionId'
> & {
  chargeId: string
  amountCents: number
  /** The sum of all refunds, made or not. */
  refundedCents: number
  /** The order was canceled while its charge was under way. */
  isCancelled: boolean
  refunds: { cells: Cells; quantities: Record<string, number> | null }[]
}

/** The sales of the orders for which money was taken. */
export async function readPaidSales(
  db: Db | Tx,
  orders: { accountId: string; orderId: string }[],
): Promise<PaidSale[]> {
  if (orders.length === 0) return []
  const { rows } = await sql<PriceRow & Omit<PaidSale, 'price' | 'refunds'> & { refunds: string }>`
    select
      s.account_id as "accountId", s.order_id as "orderId", ${priceColumns}, s.place, s.tax_source as "taxSource", s.tax_ref as "taxRef",
      s.exemption_id as "exemptionId", s.cancelled_at is not null as "isCancelled", p.charge_id as "chargeId", p.amount_cents as "amountCents",
      p.refunded_cents as "refundedCents",
      coalesce((
        select json_agg(json_build_object('cells', r.cells, 'quantities', r.quantities) order by r.refund_id)
        from refunds r where r.account_id = s.account_id and r.order_id = s.order_id
      ), '[]'::json) as refunds
    from ${rowsOf(orders, 'k', { accountId: text(o => o.accountId), orderId: text(o => o.orderId) }).from}
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

export type NewRefund = ChargePart & {
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

/** Writes refunds that are owed from `now` on. The database refuses refunds of more than was taken. */
export async function insertRefunds(tx: Tx, refunds: NewRefund[], now: Date): Promise<void> {
  if (refunds.length === 0) return
  const rows = rowsOf(refunds, 'r', {
    accountId: text(r => r.accountId),
    refundId: text(r => r.refundId),
    chargeId: text(r => r.chargeId),
    orderId: text(r => r.orderId),
    amountCents: bigint(r => r.amountCents),
    taxCents: bigint(r => r.taxCents),
    idempotencyKey: text(r => r.idempotencyKey),
    cells: json(r => r.cells),
    quantities: { type: 'json', of: r => r.quantities && storableJson(r.quantities) },
    reason: text(r => r.reason),
    actor: text(r => r.actor),
    requestKey: text(r => r.request?.key ?? null),
    requestDigest: text(r => r.request?.digest ?? null),
  })
  await sql`
    insert into refunds (${rows.columns}, status, next_attempt_at, created_at)
    select *, 'pending', ${now}::timestamptz, ${now}::timestamptz
    from ${rows.from}`.execute(tx)
}

/** The refund requested with that key; undefined when there is none. The order is locked. */
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

/** Redacts what matches the pattern of an order in the reasons of its refunds. */
export async function redactReasons(
  tx: Tx,
  orders: { accountId: string; orderId: string; pattern: string }[],
): Promise<void> {
  const redactions = rowsOf(orders, 'n', {
    accountId: text(order => order.accountId),
    orderId: text(order => order.orderId),
    pattern: text(order => order.pattern),
  })
  await sql`
    update refunds r
    set reason = regexp_replace(r.reason, n.pattern, ${redacted}, 'gi')
    from ${redactions.from}
    where r.account_id = n.account_id and r.order_id = n.order_id and r.reason ~* n.pattern`.execute(tx)
}

/** The money that was taken for an order, and the part of it that was refunded. */
export async function readRefundTotals(
  tx: Tx,
  { accountId, orderId }: { accountId: string; orderId: string },
): Promise<{ capturedCents: number; refundedCents: number }> {
  const { rows } = await sql<{ capturedCents: number; refundedCents: number }>`
    select
      p.amount_cents as "capturedCents",
      coalesce((
        select sum(r.amount_cents) from refunds r
        where r.account_id = p.account_id and r.order_id = p.order_id and r.status = 'succeeded'
      ), 0)::bigint as "refundedCents"
    from charge_orders p
    where p.account_id = ${accountId} and p.order_id = ${orderId} and not p.declined`.execute(tx)
  return rows[0] ?? { capturedCents: 0, refundedCents: 0 }
}
