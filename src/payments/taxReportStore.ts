// The rows of reports to a tax provider, about paid sales and their refunds. Only sales whose taxes came from a
// provider are reported.

import { sql } from 'kysely'
import type { Db, Tx } from '../db/db.ts'
import { rowsOf, text } from '../db/rows.ts'
import { leaseDue } from '../jobs/claimDue.ts'
import type { Claim, Leased } from '../jobs/outsideWork.ts'

/** Queues reports of the sales of orders that have just been paid. Returns the number of reports. */
export async function insertSaleReports(
  tx: Tx,
  orders: { accountId: string; orderId: string }[],
  now: Date,
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into tax_reports (account_id, order_id, report_id, provider, calculation_ref, status, next_attempt_at, created_at)
    select s.account_id, s.order_id, 'sale', s.tax_source, s.tax_ref, 'pending', ${now}, ${now}
    from ${rowsOf(orders, 'k', { accountId: text(o => o.accountId), orderId: text(o => o.orderId) }).from}
    join sales s using (account_id, order_id)
    where s.tax_ref is not null`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

/** Queues reports of refunds. Returns the number of reports. */
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
  const reported = refunds.filter(({ sale }) => sale.taxRef !== null)
  if (reported.length === 0) return 0
  const rows = rowsOf(reported, 'r', {
    accountId: text(r => r.accountId),
    orderId: text(r => r.orderId),
    reportId: text(r => r.refundId),
    refundId: text(r => r.refundId),
    provider: text(r => r.sale.taxSource),
    calculationRef: text(r => r.sale.taxRef),
  })
  await sql`
    insert into tax_reports (${rows.columns}, status, next_attempt_at, created_at)
    select *, 'pending', ${now}::timestamptz, ${now}::timestamptz
    from ${rows.from}`.execute(tx)
  return reported.length
}

/**
 * A report of a sale or a refund that is due. `saleRef` is the provider's id of the sale, once known, and `saleStatus`
 * the status of the sale's report.
 */
export type TaxReport = Leased & {
  accountId: string
  orderId: string
  reportId: string
  provider: string
  calculationRef: string
  /** When the sale was calculated. */
  calculatedAt: Date
  refundId: string | null
  /** The cells of a refund, as JSON, and the number of taxes of its sale. */
  cells: string | null
  taxCount: number
  saleRef: string | null
  saleStatus: 'pending' | 'reported' | 'refused'
}

export const claimDueTaxReports = (db: Db, claim: Claim): Promise<TaxReport[]> =>
  leaseDue(db, 'tax report', {
    ...claim,
    columns: sql`
      account_id as "accountId", order_id as "orderId", report_id as "reportId", provider,
      calculation_ref as "calculationRef", refund_id as "refundId", attempts, next_attempt_at as "leaseUntil",
      (select at from sales s where s.account_id = d.account_id and s.order_id = d.order_id) as "calculatedAt",
      (select cells from refunds r where r.account_id = d.account_id and r.refund_id = d.refund_id) as cells,
      (select json_array_length(taxes) from sales s where s.account_id = d.account_id and s.order_id = d.order_id) as "taxCount",
      (select provider_ref from tax_reports s
        where s.account_id = d.account_id and s.order_id = d.order_id and s.report_id = 'sale') as "saleRef",
      (select status from tax_reports s
        where s.account_id = d.account_id and s.order_id = d.order_id and s.report_id = 'sale') as "saleStatus"`,
  })

/** Records the result of a report that is still pending. */
export async function recordTaxReport(
  tx: Tx,
  { accountId, orderId, reportId }: TaxReport,
  result:
    | { status: 'reported'; ref: string; calculationRef: string; at: Date }
    | { status: 'refused'; problem: string; at: Date }
    | { status: 'pending'; problem: string; nextAttemptAt: Date },
): Promise<void> {
  await sql`
    update tax_reports
    set status = ${result.status},
      calculation_ref = ${result.status === 'reported' ? result.calculationRef : sql.ref('calculation_ref')},
      provider_ref = ${result.status === 'reported' ? result.ref : null},
      problem = ${result.status === 'reported' ? null : result.problem},
      next_attempt_at = ${result.status === 'pending' ? result.nextAttemptAt : null},
      settled_at = ${result.status === 'pending' ? null : result.at}
    where account_id = ${accountId} and order_id = ${orderId} and report_id = ${reportId} and status = 'pending'`.execute(
    tx,
  )
}
