// Invoices and credit notes are numbered 1, 2, 3 ... within an account, without gaps: the number is taken in the
// transaction that makes the document necessary, so that neither exists without the other.

import { sql } from 'kysely'
import type { Tx } from '../db/db.ts'
import { type BillTo, readBillTo } from './billingDetails.ts'

/** The charge, and the amount of it or of its refund. */
type Issued = { accountId: string; chargeId: string; amountCents: number }

/** Issues the invoice of a charge that has just succeeded. Returns its number. */
export const issueInvoice = (
  tx: Tx,
  { accountId, chargeId, amountCents, billTo }: Issued & { billTo: BillTo },
  now: Date,
): Promise<number> =>
  issueDocument(
    tx,
    { accountId, chargeId, refundId: null, amountCents, billTo },
    { kind: 'invoice', counter: 'invoices' },
    now,
  )

/**
 * Issues the credit note of a refund that has just been made, once: if the bank returns the money, the note still says
 * what is owed.
 */
export async function issueCreditNote(
  tx: Tx,
  { accountId, chargeId, refundId, amountCents }: Issued & { refundId: string },
  now: Date,
): Promise<void> {
  const billTo = await readBillTo(tx, accountId)
  await issueDocument(
    tx,
    { accountId, chargeId, refundId, amountCents, billTo },
    { kind: 'credit_note', counter: 'credit_notes' },
    now,
  )
}

/** `counter` is the column of the last number. */
async function issueDocument(
  tx: Tx,
  { accountId, chargeId, refundId, amountCents, billTo }: Issued & { refundId: string | null; billTo: BillTo },
  { kind, counter }: { kind: 'invoice' | 'credit_note'; counter: 'invoices' | 'credit_notes' },
  now: Date,
): Promise<number> {
  const column = sql.ref(counter)
  const { rows } = await sql<{ number: number }>`
    with taken as (
      insert into document_numbers as n (account_id, ${column}) values (${accountId}, 1)
      on conflict (account_id) do update set ${column} = n.${column} + 1
      returning ${column} as number
    )
    insert into documents (account_id, kind, number, charge_id, refund_id, amount_cents, issued_at, bill_to)
    select
      ${accountId}, ${kind}, number, ${chargeId}, ${refundId}, ${amountCents}, ${now}::timestamptz,
      ${JSON.stringify(billTo)}::json
    from taken
    returning number`.execute(tx)
  return rows[0]!.number
}
