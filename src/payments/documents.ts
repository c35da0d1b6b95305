// Invoices and credit notes are numbered 1, 2, 3 ... in one series of the operator, without gaps: the number is taken
// in the transaction that makes the document necessary, so that neither exists without the other. The row of the
// series stays locked until the commit, so it is the last that a transaction locks.

import { sql } from 'kysely'
import type { Tx } from '../db/db.ts'
import { type BillTo, readBillTo } from './billingDetails.ts'

type Document = {
  accountId: string
  kind: 'invoice' | 'credit_note'
  chargeId: string | null
  refundId: string | null
  statement: number | null
  amountCents: number
  /** A day; null for a credit note. */
  dueOn: string | null
  billTo: BillTo
}

/** The charge, and the amount of it or of its refund. */
type Issued = { accountId: string; chargeId: string; amountCents: number }

/** Issues the invoice of a charge that has just succeeded, due on its day. Returns its number. */
export const issueInvoice = (
  tx: Tx,
  { accountId, chargeId, chargeDate, amountCents, billTo }: Issued & { chargeDate: string; billTo: BillTo },
  now: Date,
): Promise<number> =>
  issueDocument(
    tx,
    {
      ...{ accountId, kind: 'invoice', chargeId, refundId: null, statement: null },
      ...{ amountCents, dueOn: chargeDate, billTo },
    },
    now,
  )

/**
 * Issues the credit note of a refund that has just been made, once: if the bank returns the money, the note still says
 * what is owed. Returns its number.
 */
export const issueCreditNote = async (
  tx: Tx,
  { accountId, chargeId, refundId, amountCents }: Issued & { refundId: string },
  now: Date,
): Promise<number> =>
  issueDocument(
    tx,
    {
      ...{ accountId, kind: 'credit_note', chargeId, refundId, statement: null },
      ...{ amountCents, dueOn: null, billTo: await readBillTo(tx, accountId) },
    },
    now,
  )

type IssuedStatement = { accountId: string; statement: number; totalCents: number; dueOn: string; billTo: BillTo }

/** Issues the invoice of a statement; a credit note where more was credited than ordered. Returns its number. */
export const issueStatement = (
  tx: Tx,
  { accountId, statement, totalCents, dueOn, billTo }: IssuedStatement,
  now: Date,
): Promise<number> =>
  issueDocument(
    tx,
    {
      ...{ accountId, chargeId: null, refundId: null, statement, billTo, amountCents: Math.abs(totalCents) },
      ...(totalCents < 0 ? { kind: 'credit_note', dueOn: null } : { kind: 'invoice', dueOn }),
    },
    now,
  )

async function issueDocument(
  tx: Tx,
  { accountId, kind, chargeId, refundId, statement, amountCents, dueOn, billTo }: Document,
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    with taken as (
      insert into document_series as s (series, last_number) values ('operator', 1)
      on conflict (series) do update set last_number = s.last_number + 1
      returning last_number as number
    )
    insert into documents (
      account_id, kind, number, charge_id, refund_id, statement, amount_cents, due_on, issued_at, bill_to)
    select
      ${accountId}, ${kind}, number, ${chargeId}, ${refundId}, ${statement}::int, ${amountCents}, ${dueOn}::date,
      ${now}::timestamptz, ${JSON.stringify(billTo)}::json
    from taken
    returning number`.execute(tx)
  return rows[0]!.number
}
