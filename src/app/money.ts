// What the parts of money share: the provider, and whom its outcomes are told to.

import type { Clock } from '../base/clock.ts'
import type { Crash } from '../base/crash.ts'
import type { Log } from '../base/log.ts'
import { tellOfConfirmation, tellOfDecline, tellOfRefund, tellOfReturn } from '../orders/letters.ts'
import type { CardDeps } from '../orders/money/cards.ts'
import type { ChargeDeps } from '../orders/money/pay.ts'
import type { RefundDeps } from '../orders/money/refund.ts'
import type { Shell } from '../orders/work.ts'
import type { Payments } from '../payments/payments.ts'
import type { OutcomeCounts } from './metrics.ts'

export type MoneyDeps = { chargeDeps: ChargeDeps; refundDeps: RefundDeps; cardDeps: CardDeps }

type Parts = {
  shell: Shell
  clock: Clock
  payments: Payments
  log: Log
  crash: Crash
  counts: OutcomeCounts
  /** For how long a declined card is charged again each day. */
  patienceMs: number
}

export function moneyDeps({ shell, clock, payments, log, crash, counts, patienceMs }: Parts): MoneyDeps {
  const shared = { shell, clock, payments, log, crash }
  return {
    chargeDeps: { ...shared, patienceMs, tellOfDecline, tellOfConfirmation, count: counts.charge },
    refundDeps: { ...shared, tellOfRefund, tellOfReturn, count: counts.refund },
    cardDeps: { shell, clock, payments, log },
  }
}
