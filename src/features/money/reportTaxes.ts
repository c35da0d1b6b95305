// Reports paid sales and refunds to a tax provider: claim, report outside of any transaction, record. Each report has
// its own key, and the provider accepts each key once. The provider deletes old calculations. The tax of a sale that is
// paid later is calculated again, and the sale is reported only if the tax is still the paid tax.

import { sql } from 'kysely'
import { type Clock, later } from '../../base/clock.ts'
import type { Log } from '../../base/log.ts'
import { dollars } from '../../base/money.ts'
import { storableTexts } from '../../base/text/storableTexts.ts'
import type { Db } from '../../db/db.ts'
import { outsideWork } from '../../jobs/outsideWork.ts'
import type { OrderRequest } from '../../orders/order.ts'
import { type Transactor, transact } from '../../orders/transact.ts'
import { callLeaseMs, nextAttemptAt } from '../../payments/providerRetries.ts'
import { readPaidSales } from '../../payments/refundStore.ts'
import { takenByPart } from '../../payments/splitSale.ts'
import { claimDueTaxReports, recordTaxReport, type TaxReport } from '../../payments/taxReportStore.ts'
import type { ReportOutcome, TaxReporter } from '../../tax/stripeTax.ts'
import { taxRequestOfSale } from '../placing/price.ts'
import type { OperatorVersions } from '../shop/operatorData.ts'

type Deps = {
  transactor: Transactor
  clock: Clock
  operatorVersions: OperatorVersions
  reporter: TaxReporter | null
  log: Log
}

/** The sweep of `report_taxes`. Without a tax provider, due reports wait. */
export function reportTaxes(deps: Deps): (now: Date) => Promise<number> {
  const { transactor, clock, log } = deps
  return outsideWork({
    clock,
    log,
    keyOf: ({ orderId, reportId }: TaxReport) => ({ orderId, reportId }),
    leaseMs: callLeaseMs,
    maxClaimed: 100,
    concurrency: 8,
    claim: claim => claimDueTaxReports(transactor.db, claim),
    call: async report => storableTexts(await sendReport(deps, report)),
    async record(report, outcome, now) {
      await transact(transactor, { now, actor: 'system' }, async ({ tx, wake }) => {
        const result = resultOf(report, outcome, now)
        await recordTaxReport(tx, report, result)
        if (result.status === 'pending') wake('report_taxes', result.nextAttemptAt)
      })
      const { orderId, reportId, attempts } = report
      if (outcome.kind === 'refused') log.error({ orderId, reportId, outcome }, 'a tax report was refused')
      else log.info({ orderId, reportId, attempts, outcome }, 'tax report')
    },
  })
}

/** The outcome of a report, and the calculation that it was made with. */
type SentReport = ReportOutcome & { calculationRef: string }

async function sendReport(deps: Deps, report: TaxReport): Promise<SentReport> {
  const { reporter, clock } = deps
  const { calculationRef, calculatedAt, refundId } = report
  const hasExpired = reporter !== null && later(calculatedAt, reporter.calculationLifetimeMs) <= clock()
  if (reporter === null || refundId !== null || !hasExpired)
    return { ...(await callReporter(reporter, report)), calculationRef }
  const newRef = await calculateAgain(deps, report)
  if (typeof newRef !== 'string') return { ...newRef, calculationRef }
  return { ...(await callReporter(reporter, { ...report, calculationRef: newRef })), calculationRef: newRef }
}

async function callReporter(reporter: TaxReporter | null, report: TaxReport): Promise<ReportOutcome> {
  if (reporter === null) return { kind: 'unknown', cause: `${report.provider} is not in use` }
  const { calculationRef, orderId, refundId, cells, taxCount, saleRef, saleStatus } = report
  if (refundId === null) return reporter.reportSale({ calculationRef, orderId })
  if (saleStatus === 'refused') return { kind: 'refused', message: 'its sale was refused' }
  if (saleRef === null) return { kind: 'unknown', cause: 'its sale has not been reported yet' }
  const parts = takenByPart(JSON.parse(cells!), taxCount)
  return reporter.reportRefund({ transactionRef: saleRef, refundId, parts })
}

/** The provider's id of a new calculation, if its tax is the tax that was paid. */
async function calculateAgain({ transactor, operatorVersions }: Deps, key: TaxReport): Promise<string | ReportOutcome> {
  const [sale] = await readPaidSales(transactor.db, [key])
  const order = await readTerms(transactor.db, key)
  if (sale === undefined || order === undefined)
    return { kind: 'refused', message: 'its calculation has expired, and its address is no longer stored' }
  const operator = operatorVersions.byNumber(order.operatorVersion)
  const [quote] = await operator.finalTaxes.quote([taxRequestOfSale(operator, order, sale)])
  if (quote === undefined || 'unavailable' in quote)
    return { kind: 'unknown', cause: quote?.unavailable ?? 'no answer' }
  const paid = taxesText(sale.price.taxes)
  const current = taxesText(quote.byJurisdiction)
  if (quote.ref === null || paid !== current)
    return {
      kind: 'refused',
      message: `its calculation has expired; the tax would now be ${current}, and ${paid} was paid`,
    }
  return quote.ref
}

async function readTerms(
  db: Db,
  { accountId, orderId }: TaxReport,
): Promise<{ request: OrderRequest; createdAt: Date; operatorVersion: number } | undefined> {
  const { rows } = await sql<{ request: string; edited: string | null; createdAt: Date; operatorVersion: number }>`
    select request, orders.state -> 'edited' as edited, orders.created_at as "createdAt", operator_version as "operatorVersion"
    from orders
    join order_contents using (account_id, mode, order_id)
    where account_id = ${accountId} and mode = 'production' and order_id = ${orderId}
      and recipient_erased_at is null`.execute(db)
  return rows[0] && { ...rows[0], request: { ...JSON.parse(rows[0].request), ...JSON.parse(rows[0].edited ?? '{}') } }
}

const taxesText = (taxes: { jurisdiction: string; kind: string; taxCents: number }[]): string =>
  taxes
    .map(({ jurisdiction, kind, taxCents }) => `${jurisdiction} ${kind} ${dollars(taxCents)}`)
    .toSorted()
    .join(', ')

function resultOf({ attempts }: TaxReport, outcome: SentReport, now: Date) {
  switch (outcome.kind) {
    case 'reported':
      return { status: 'reported' as const, ref: outcome.ref, calculationRef: outcome.calculationRef, at: now }
    case 'refused':
      return { status: 'refused' as const, problem: outcome.message, at: now }
    case 'unknown':
      return { status: 'pending' as const, problem: outcome.cause, nextAttemptAt: nextAttemptAt(attempts, now) }
  }
}
