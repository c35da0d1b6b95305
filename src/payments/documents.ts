// Invoices and credit notes are numbered 1, 2, 3 ... within an account, without gaps: the number is taken in the
// transaction that makes the document necessary, so that neither exists without the other.

import { sql } from 'kysely'
import type { Tx } from '../db/db.ts'

type ChargeKey = { accountId: string; chargeId: string }

/** Issues the invoice of a charge that has just succeeded. */
export async function issueInvoice(tx: Tx, { accountId, chargeId }: ChargeKey, now: Date): Promise<void> {
  await sql`
    with numbered as (
      insert into document_numbers as n (account_id, invoices) values (${accountId}, 1)
      on conflict (account_id) do update set invoices = n.invoices + 1
      returning invoices as number
    )
    insert into documents (account_id, kind, number, charge_id, issued_at, bill_to)
    select a.account_id, 'invoice', numbered.number, ${chargeId}, ${now},
      json_build_object('name', a.name, 'email', a.holder_email)
    from numbered
    join accounts a on a.account_id = ${accountId}`.execute(tx)
}

/**
 * Issues the credit note of a refund that has just been made, once: if the money comes back, the note still says what
 * is owed.
 */
export async function issueCreditNote(
  tx: Tx,
  { accountId, chargeId, refundId }: ChargeKey & { refundId: string },
  now: Date,
): Promise<void> {
  await sql`
    with numbered as (
      insert into document_numbers as n (account_id, credit_notes) values (${accountId}, 1)
      on conflict (account_id) do update set credit_notes = n.credit_notes + 1
      returning credit_notes as number
    )
    insert into documents (account_id, kind, number, charge_id, refund_id, issued_at, bill_to)
    select a.account_id, 'credit_note', numbered.number, ${chargeId}, ${refundId}, ${now},
      json_build_object('name', a.name, 'email', a.holder_email)
    from numbered
    join accounts a on a.account_id = ${accountId}`.execute(tx)
}
