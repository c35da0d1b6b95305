// What is reported to a tax provider: paid sales, and their refunds. Only sales whose taxes came from a provider are
// reported; the rows say what is still to be reported.

import { sql } from 'kysely'
import type { Tx } from '../db/db.ts'

/**
 * The sales of a charge that has just succeeded, to be reported from `now` on, except those cancelled in the meantime.
 * Returns their number.
 */
export async function insertSaleReports(
  tx: Tx,
  { accountId, chargeId }: { accountId: string; chargeId: string },
  now: Date,
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into tax_reports (account_id, order_id, report_id, provider, calculation_ref, status, next_attempt_at, created_at)
    select s.account_id, s.order_id, 'sale', s.tax_source, s.tax_ref, 'pending', ${now}, ${now}
    from charge_orders p
    join sales s on s.account_id = p.account_id and s.order_id = p.order_id
    where p.account_id = ${accountId} and p.charge_id = ${chargeId} and s.tax_ref is not null and s.cancelled_at is null`.execute(
    tx,
  )
  return Number(numAffectedRows ?? 0n)
}

/** Refunds of sales, to be reported from `now` on. Returns their number. */
export async function insertTaxReports(
  tx: Tx,
  refunds: {
    accountId: string
    orderId: string
    refundId: string
    sale: { taxSource: string; taxRef: string | null }
  }[],
  now: Date,
): Promise<number> {
  const told = refunds.filter(({ sale }) => sale.taxRef !== null)
  if (told.length === 0) return 0
  await sql`
    insert into tax_reports (
      account_id, order_id, report_id, provider, calculation_ref, refund_id, status, next_attempt_at, created_at)
    select account_id, order_id, refund_id, provider, calculation_ref, refund_id, 'pending', ${now}, ${now}
    from unnest(
      ${told.map(r => r.accountId)}::text[], ${told.map(r => r.orderId)}::text[], ${told.map(r => r.refundId)}::text[],
      ${told.map(r => r.sale.taxSource)}::text[], ${told.map(r => r.sale.taxRef)}::text[]
    ) as n (account_id, order_id, refund_id, provider, calculation_ref)`.execute(tx)
  return told.length
}

/**
 * A report about to be made: of a sale, or of a refund of one. `saleRef` is the provider's id of the sale, once known,
 * and `saleStatus` what became of its report.
 */
export type TaxReport = {
  accountId: string
  orderId: string
  reportId: string
  provider: string
  calculationRef: string
  refundId: string | null
  amountCents: number | null
  saleRef: string | null
  saleStatus: 'pending' | 'reported' | 'refused'
  attempts: number
}

/** Takes up to `most` reports for a call; skips those that another worker holds. */
export async function takeDueTaxReports(tx: Tx, now: Date, leaseUntil: Date, most: number): Promise<TaxReport[]> {
  const { rows } = await sql<TaxReport>`
    update tax_reports t
    set attempts = attempts + 1, next_attempt_at = ${leaseUntil}
    where (account_id, order_id, report_id) in (
      select account_id, order_id, report_id
      from tax_reports
      where next_attempt_at <= ${now}
      order by next_attempt_at, created_at
      limit ${most}
      for update skip locked)
    returning
      account_id as "accountId", order_id as "orderId", report_id as "reportId", provider,
      calculation_ref as "calculationRef", refund_id as "refundId", attempts,
      (select amount_cents from refunds r where r.account_id = t.account_id and r.refund_id = t.refund_id) as "amountCents",
      (select provider_ref from tax_reports s
        where s.account_id = t.account_id and s.order_id = t.order_id and s.report_id = 'sale') as "saleRef",
      (select status from tax_reports s
        where s.account_id = t.account_id and s.order_id = t.order_id and s.report_id = 'sale') as "saleStatus"`.execute(
    tx,
  )
  return rows
}

/** Records the result of a report that is still pending. */
export async function recordTaxReport(
  tx: Tx,
  { accountId, orderId, reportId }: TaxReport,
  to:
    | { status: 'reported'; ref: string; at: Date }
    | { status: 'refused'; problem: string; at: Date }
    | { status: 'pending'; problem: string; nextAttemptAt: Date },
): Promise<void> {
  await sql`
    update tax_reports
    set status = ${to.status}, provider_ref = ${to.status === 'reported' ? to.ref : null},
      problem = ${to.status === 'reported' ? null : to.problem},
      next_attempt_at = ${to.status === 'pending' ? to.nextAttemptAt : null},
      settled_at = ${to.status === 'pending' ? null : to.at}
    where account_id = ${accountId} and order_id = ${orderId} and report_id = ${reportId} and status = 'pending'`.execute(
    tx,
  )
}
