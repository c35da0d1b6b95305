// The dependencies of charges, refunds, cards and disputes: the payment provider, and the mails about its outcomes.

import { type Clock, dayIn } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import type { Crash } from '../base/running/crash.ts'
import type { CardDeps } from '../features/money/cards.ts'
import type { ChargeDeps } from '../features/money/dailyCharge.ts'
import type { DisputeDeps } from '../features/money/disputes.ts'
import type { OnlinePaymentDeps } from '../features/money/onlinePayments.ts'
import type { RefundDeps } from '../features/money/refunds.ts'
import { sellerOf } from '../features/money/seller.ts'
import { moneyEmails } from '../features/notify/accountEmails.ts'
import type { OperatorVersions } from '../features/shop/operatorData.ts'
import type { Transactor } from '../orders/transact.ts'
import type { Payments } from '../payments/payments.ts'
import type { OutcomeCounts } from './metrics.ts'

export type MoneyDeps = {
  chargeDeps: ChargeDeps
  refundDeps: RefundDeps
  cardDeps: CardDeps
  disputeDeps: DisputeDeps
  onlinePaymentDeps: OnlinePaymentDeps
}

type Parts = {
  transactor: Transactor
  clock: Clock
  payments: Payments
  log: Log
  restoreOrder: NonNullable<RefundDeps['restoreOrder']>
  crash: Crash
  counts: OutcomeCounts
  publicUrl: URL
  operatorVersions: OperatorVersions
  /** For how long a declined card is charged again each day. */
  patienceMs: number
}

export function moneyDeps({
  transactor,
  clock,
  payments,
  log,
  restoreOrder,
  crash,
  counts,
  publicUrl,
  operatorVersions,
  patienceMs,
}: Parts): MoneyDeps {
  const emails = moneyEmails(new URL('/dashboard/billing', publicUrl).href)
  const shared = {
    transactor,
    clock,
    payments,
    log,
    crash,
    sellerAt: (now: Date, since: Date) => sellerOf(operatorVersions.at(now), { now, since }),
    ...emails,
  }
  return {
    chargeDeps: { ...shared, patienceMs, count: counts.charge },
    refundDeps: { ...shared, restoreOrder, count: counts.refund },
    cardDeps: { transactor, clock, payments, log },
    onlinePaymentDeps: {
      ...{ transactor, clock, payments, log, crash },
      dayOf: at => dayIn(at, operatorVersions.at(at).shipping.timeZone),
      billingUrl: new URL('/dashboard/billing?tab=statements', publicUrl).href,
    },
    disputeDeps: {
      transactor,
      clock,
      payments,
      log,
      disputesUrl: new URL('/staff/money?tab=disputes', publicUrl).href,
    },
  }
}
