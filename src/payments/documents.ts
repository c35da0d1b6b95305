// Invoices and credit notes are numbered 1, 2, 3 ... in one series of the operator, without gaps: the number is taken
// in the transaction that makes the document necessary, so that neither exists without the other. Its time is never
// before that of the number before it. The row of the series stays locked until the commit, so it is the last that a
// transaction locks.

import { sql } from 'kysely'
import { storableJson } from '../base/text/storableText.ts'
import type { Tx } from '../db/db.ts'
import type { BillTo } from './billingDetails.ts'
import type { Seller } from './documentSheet.ts'

type Document = {
  accountId: string
  kind: 'invoice' | 'credit_note'
  chargeId: string | null
  refundId: string | null
  statement: number | null
  /** Of a credit of the staff. */
  paymentId?: string | null
  amountCents: number
  /** A day; `issued`: the day in UTC on which it is issued. Null for a credit note. */
  dueOn: string | 'issued' | null
  billTo: BillTo
  seller: Seller
}

/** The charge, and the amount of it or of its refund. */
type Issued = { accountId: string; chargeId: string; amountCents: number; seller: Seller }

/** Issues the invoice of a charge that has just succeeded, due on the day on which it is issued. Returns its number. */
export const issueInvoice = (
  tx: Tx,
  { accountId, chargeId, amountCents, billTo, seller }: Issued & { billTo: BillTo },
  now: Date,
): Promise<number> =>
  issueDocument(
    tx,
    {
      ...{ accountId, kind: 'invoice', chargeId, refundId: null, statement: null },
      ...{ amountCents, dueOn: 'issued', billTo, seller },
    },
    now,
  )

/**
 * Issues the credit note of a refund that has just been made, once: if the bank returns the money, the note still says
 * what is owed. It bills whom the invoice of the charge bills. Returns its number.
 */
export const issueCreditNote = async (
  tx: Tx,
  { accountId, chargeId, refundId, amountCents, seller }: Issued & { refundId: string },
  now: Date,
): Promise<number> =>
  issueDocument(
    tx,
    {
      ...{ accountId, kind: 'credit_note', chargeId, refundId, statement: null },
      ...{ amountCents, dueOn: null, billTo: await readBilledBy(tx, { accountId, chargeId }), seller },
    },
    now,
  )

async function readBilledBy(tx: Tx, { accountId, chargeId }: { accountId: string; chargeId: string }): Promise<BillTo> {
  const { rows } = await sql<{ billTo: string }>`
    select bill_to as "billTo"
    from documents
    where account_id = ${accountId} and charge_id = ${chargeId} and kind = 'invoice'`.execute(tx)
  return JSON.parse(rows[0]!.billTo) as BillTo
}

type IssuedStatement = {
  accountId: string
  statement: number
  totalCents: number
  dueOn: string
  billTo: BillTo
  seller: Seller
}

/** Issues the invoice of a statement; a credit note where more was credited than ordered. Returns its number. */
export const issueStatement = (
  tx: Tx,
  { totalCents, dueOn, ...statement }: IssuedStatement,
  now: Date,
): Promise<number> =>
  issueDocument(
    tx,
    {
      ...{ ...statement, chargeId: null, refundId: null, amountCents: Math.abs(totalCents) },
      ...(totalCents < 0 ? { kind: 'credit_note', dueOn: null } : { kind: 'invoice', dueOn }),
    },
    now,
  )

type IssuedCredit = { accountId: string; paymentId: string; amountCents: number; billTo: BillTo; seller: Seller }

/** Issues the credit note of a credit of the staff, with the parties of the invoice of its statement. */
export const issueStaffCredit = (tx: Tx, credit: IssuedCredit, now: Date): Promise<number> =>
  issueDocument(
    tx,
    { ...credit, kind: 'credit_note', chargeId: null, refundId: null, statement: null, dueOn: null },
    now,
  )

async function issueDocument(
  tx: Tx,
  { accountId, kind, chargeId, refundId, statement, paymentId = null, amountCents, dueOn, billTo, seller }: Document,
  now: Date,
): Promise<number> {
  const dueDay = dueOn === 'issued' ? sql`(issued_at at time zone 'UTC')::date` : sql`${dueOn}::date`
  const { rows } = await sql<{ number: number }>`
    with taken as (
      insert into document_series as s (series, last_number, last_issued_at)
      values ('operator', 1, ${now}::timestamptz)
      on conflict (series) do update
      set last_number = s.last_number + 1, last_issued_at = greatest(s.last_issued_at, excluded.last_issued_at)
      returning last_number as number, last_issued_at as issued_at
    )
    insert into documents (
      account_id, kind, number, charge_id, refund_id, statement, payment_id, amount_cents, due_on, issued_at, bill_to,
      seller)
    select
      ${accountId}, ${kind}, number, ${chargeId}, ${refundId}, ${statement}::int, ${paymentId}, ${amountCents},
      ${dueDay}, issued_at,
      ${JSON.stringify(billTo)}::json, ${storableJson(seller)}::json
    from taken
    returning number`.execute(tx)
  return rows[0]!.number
}
