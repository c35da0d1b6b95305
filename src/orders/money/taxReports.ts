// Reports paid sales and refunds to a tax provider: claim, report outside of any transaction, record. Each report has
// its own key at the provider, which accepts it once however often it is sent.

import { type Clock, later } from '../../base/clock.ts'
import { keepableIn } from '../../base/keepable.ts'
import type { Log } from '../../base/log.ts'
import { eachOf } from '../../base/parallel.ts'
import { callLeaseMs, nextAttemptAt } from '../../payments/retry.ts'
import { recordTaxReport, type TaxReport, takeDueTaxReports } from '../../payments/taxReports.ts'
import type { ReportOutcome, TaxReporter } from '../../tax/stripe.ts'
import { inOneWork, type Shell } from '../work.ts'

const reportsInASweep = 100
const callsAtATime = 8

type Deps = { shell: Shell; clock: Clock; reporter: TaxReporter | null; log: Log }

/** The sweep of `report_taxes`; without a provider in use what is due waits for one. */
export function reportTaxes({ shell, clock, reporter, log }: Deps): (now: Date) => Promise<number> {
  return async now => {
    const due = await inOneWork(shell, { now, actor: 'system' }, ({ tx }) =>
      takeDueTaxReports(tx, now, later(now, callLeaseMs), reportsInASweep),
    )
    await eachOf(due, callsAtATime, async report => {
      const outcome = keepableIn(await tell(reporter, report))
      await inOneWork(shell, { now: clock(), actor: 'system' }, async ({ tx, now, wake }) => {
        const stands = next(report, outcome, now)
        await recordTaxReport(tx, report, stands)
        if (stands.status === 'pending') wake('report_taxes', stands.nextAttemptAt)
      })
      const { orderId, reportId, attempts } = report
      if (outcome.kind === 'refused') log.error({ orderId, reportId, outcome }, 'a tax report was refused')
      else log.info({ orderId, reportId, attempts, outcome }, 'tax report')
    })
    return due.length
  }
}

async function tell(reporter: TaxReporter | null, report: TaxReport): Promise<ReportOutcome> {
  if (reporter === null) return { kind: 'unknown', cause: `${report.provider} is not in use` }
  const { calculationRef, orderId, refundId, amountCents, saleRef, saleStatus } = report
  if (refundId === null) return reporter.sale({ calculationRef, orderId })
  if (saleStatus === 'refused') return { kind: 'refused', message: 'its sale was refused' }
  if (saleRef === null) return { kind: 'unknown', cause: 'its sale has not been reported yet' }
  return reporter.refund({ transactionRef: saleRef, refundId, amountCents: amountCents! })
}

function next({ attempts }: TaxReport, outcome: ReportOutcome, now: Date) {
  switch (outcome.kind) {
    case 'reported':
      return { status: 'reported' as const, ref: outcome.ref, at: now }
    case 'refused':
      return { status: 'refused' as const, problem: outcome.message, at: now }
    case 'unknown':
      return { status: 'pending' as const, problem: outcome.cause, nextAttemptAt: nextAttemptAt(attempts, now) }
  }
}
