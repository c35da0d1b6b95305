// The contents of invoices and credit notes, read from rows that never change.

import { sql } from 'kysely'
import type { Db, Tx } from '../db/db.ts'
import type { BillTo } from './billingDetails.ts'
import { issuedNumber } from './documentNumber.ts'
import type { Seller } from './documentSheet.ts'
import type { DocumentContent, InvoicedOrder } from './invoice.ts'
import { orderDetails } from './orderDetails.ts'
import type { Cells, SaleTax } from './splitSale.ts'

/** A document with 2,000 orders has about 200 pages; the ledger export contains further orders. */
export const maxOrdersListed = 2000

export type DocumentKind = 'invoice' | 'credit_note'
export type DocumentRow = {
  kind: DocumentKind
  number: number
  chargeId: string | null
  refundId: string | null
  statement: number | null
  /** Of a credit of the staff. */
  paymentId: string | null
  /** The number of the invoice that the credit note of a refund or of a credit is about; null for others. */
  invoiceNumber: number | null
  /** A day; null for a credit note. */
  dueOn: string | null
  issuedAt: Date
  amountCents: number
}

export const documentColumns = sql`
  d.kind, d.number, d.charge_id as "chargeId", d.refund_id as "refundId", d.statement, d.payment_id as "paymentId",
  case when d.payment_id is null then (
    select ${issuedNumber('i.number')}
    from documents i
    where i.account_id = d.account_id and i.charge_id = d.charge_id and i.kind = 'invoice' and d.kind = 'credit_note'
  ) else (
    select ${issuedNumber('i.number')}
    from received_payments p
    join documents i using (account_id, statement)
    where p.account_id = d.account_id and p.payment_id = d.payment_id
  ) end as "invoiceNumber", d.due_on as "dueOn",
  d.issued_at as "issuedAt", d.amount_cents as "amountCents"`

type Heading = DocumentRow & {
  chargeId: string
  billTo: string
  seller: string
  chargeDate: string
  reason: string | null
  manualRef: string | null
}

/** The heading of a charge's invoice or a refund's credit note. Undefined when there is no such document. */
async function readHeading(
  db: Db,
  accountId: string,
  source: { chargeId: string } | { refundId: string },
): Promise<Heading | undefined> {
  const isTheDocument =
    'chargeId' in source
      ? sql`kind = 'invoice' and charge_id = ${source.chargeId}`
      : sql`refund_id = ${source.refundId}`
  const { rows } = await sql<Heading>`
    select
      ${documentColumns}, d.bill_to as "billTo", d.seller,
      c.charge_date::text as "chargeDate", r.reason,
      case when r.returned_at is null then r.manual_ref end as "manualRef"
    from (select * from documents where account_id = ${accountId} and ${isTheDocument}) d
    join charges c using (account_id, charge_id)
    left join refunds r using (account_id, refund_id)`.execute(db)
  return rows[0]
}

type InvoicedRow = {
  customerOrderId: string
  purchaseOrder: string | null
  priceList: string | null
  items: string
  itemsCents: string
  fulfillmentCents: number
  shippingCents: number
  taxes: string
  cells: string | null
}

const invoicedColumns = sql`
  o.customer_order_id as "customerOrderId", o.purchase_order as "purchaseOrder", o.price_list as "priceList", o.items, s.items_cents as "itemsCents",
  s.fulfillment_cents as "fulfillmentCents", s.shipping_cents as "shippingCents", s.taxes`

const invoicedOf = ({
  customerOrderId,
  purchaseOrder,
  priceList,
  items,
  itemsCents,
  taxes,
  cells,
  ...row
}: InvoicedRow): InvoicedOrder => ({
  customerOrderId,
  purchaseOrder,
  priceList,
  items: JSON.parse(items) as InvoicedOrder['items'],
  price: { itemsCents: JSON.parse(itemsCents) as number[], ...row, taxes: JSON.parse(taxes) as SaleTax[] },
  cells: cells === null ? null : (JSON.parse(cells) as Cells),
})

export async function readInvoice(
  db: Db,
  accountId: string,
  chargeId: string,
  maxOrders: number,
): Promise<DocumentContent | undefined> {
  const heading = await readHeading(db, accountId, { chargeId })
  if (heading === undefined) return undefined
  const { rows } = await sql<InvoicedRow>`
    select ${invoicedColumns}, null::text as cells
    from (
      select account_id, order_id from charge_orders
      where account_id = ${accountId} and charge_id = ${chargeId}
      order by order_id
      limit ${maxOrders}
    ) p
    cross join lateral ${orderDetails('p')}
    join sales s on s.account_id = p.account_id and s.order_id = p.order_id
    order by p.order_id`.execute(db)
  const { rows: totals } = await sql<{ orderCount: number; taxes: string }>`
    select
      (select count(*)::int from charge_orders where account_id = ${accountId} and charge_id = ${chargeId}) as "orderCount",
      coalesce((
        select json_agg(json_build_object('jurisdiction', jurisdiction, 'kind', kind, 'rate', rate, 'taxableCents', base,
          'taxCents', cents) order by jurisdiction, kind, rate)
        from (
          select t ->> 'jurisdiction' as jurisdiction, t ->> 'kind' as kind, (t ->> 'rate')::numeric as rate,
            sum((t ->> 'taxableCents')::bigint) as base, sum((t ->> 'taxCents')::bigint) as cents
          from charge_orders p
          join sales s using (account_id, order_id)
          cross join lateral json_array_elements(s.taxes) t
          where p.account_id = ${accountId} and p.charge_id = ${chargeId}
          group by 1, 2, 3
        ) by_tax
      ), '[]'::json) as taxes`.execute(db)
  const { orderCount, taxes } = totals[0]!
  return { ...parseHeading(heading), orderCount, orders: rows.map(invoicedOf), taxes: JSON.parse(taxes) }
}

export async function readCreditNote(
  db: Db,
  accountId: string,
  refundId: string,
): Promise<DocumentContent | undefined> {
  const heading = await readHeading(db, accountId, { refundId })
  if (heading === undefined) return undefined
  const { rows } = await sql<InvoicedRow>`
    select ${invoicedColumns}, r.cells
    from refunds r
    cross join lateral ${orderDetails('r')}
    join sales s on s.account_id = r.account_id and s.order_id = r.order_id
    where r.account_id = ${accountId} and r.refund_id = ${refundId}`.execute(db)
  return { ...parseHeading(heading), orderCount: 1, orders: rows.map(invoicedOf), taxes: null }
}

export type StaffCredit = Pick<DocumentRow, 'number' | 'issuedAt' | 'amountCents' | 'invoiceNumber'> & {
  statement: number
  reason: string
  reference: string
  billTo: BillTo
  seller: Seller
}

/** The credit note of a credit of the staff. Undefined when there is none. */
export async function readStaffCredit(db: Db, accountId: string, paymentId: string): Promise<StaffCredit | undefined> {
  const { rows } = await sql<Omit<StaffCredit, 'billTo' | 'seller'> & { billTo: string; seller: string }>`
    select ${documentColumns}, d.bill_to as "billTo", d.seller, p.statement, p.note as reason, p.reference
    from documents d
    join received_payments p using (account_id, payment_id)
    where d.account_id = ${accountId} and d.payment_id = ${paymentId}`.execute(db)
  const [found] = rows
  return found && { ...found, billTo: JSON.parse(found.billTo), seller: JSON.parse(found.seller) }
}

const parseHeading = ({ refundId: _, statement: __, paymentId: ___, billTo, seller, ...heading }: Heading) => ({
  ...heading,
  billTo: JSON.parse(billTo) as BillTo,
  seller: JSON.parse(seller) as Seller,
})

/** Undefined when the account has no such document. */
export async function readDocumentRow(
  db: Db | Tx,
  accountId: string,
  number: number,
): Promise<DocumentRow | undefined> {
  const { rows } = await sql<DocumentRow>`
    select ${documentColumns} from documents d where d.account_id = ${accountId} and d.number = ${number}`.execute(db)
  return rows[0]
}

export type NumberedDocument = { number: number; accountId: string; kind: DocumentKind; statement: number | null }

/** The documents of any account with these numbers. */
export async function findDocuments(db: Db, numbers: number[]): Promise<Map<number, NumberedDocument>> {
  const { rows } = await sql<NumberedDocument>`
    select number, account_id as "accountId", kind, statement
    from documents
    where number > 0 and number = any(${numbers}::int[])`.execute(db)
  return new Map(rows.map(row => [row.number, row]))
}

/** An account's invoices and credit notes, newest first. */
export async function listDocuments(
  db: Db,
  accountId: string,
  kind: DocumentKind,
  { below, limit }: { below: number; limit: number },
): Promise<DocumentRow[]> {
  const { rows } = await sql<DocumentRow>`
    select ${documentColumns}
    from documents d
    where d.account_id = ${accountId} and d.kind = ${kind} and d.number < ${below}
    order by d.number desc
    limit ${limit}`.execute(db)
  return rows
}
