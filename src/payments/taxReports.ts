// What a tax provider is told of: the sales that were paid, and what was given back of them. Only sales whose taxes came from
// a provider are told; the rows say what is still to be told.

import { sql } from 'kysely'
import type { Tx } from '../db/db.ts'

/** Refunds of sales, to be told from `now` on. */
export async function insertTaxReports(
  tx: Tx,
  refunds: {
    accountId: string
    orderId: string
    refundId: string
    sale: { taxSource: string; taxRef: string | null }
  }[],
  now: Date,
): Promise<void> {
  const told = refunds.filter(({ sale }) => sale.taxRef !== null)
  if (told.length === 0) return
  await sql`
    insert into tax_reports (
      account_id, order_id, report_id, provider, calculation_ref, refund_id, status, next_attempt_at, created_at)
    select account_id, order_id, refund_id, provider, calculation_ref, refund_id, 'pending', ${now}, ${now}
    from unnest(
      ${told.map(r => r.accountId)}::text[], ${told.map(r => r.orderId)}::text[], ${told.map(r => r.refundId)}::text[],
      ${told.map(r => r.sale.taxSource)}::text[], ${told.map(r => r.sale.taxRef)}::text[]
    ) as n (account_id, order_id, refund_id, provider, calculation_ref)`.execute(tx)
}
