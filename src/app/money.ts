// What the parts of money share: the provider, and whom its outcomes are told to.

import type { Clock } from '../base/clock.ts'
import type { Crash } from '../base/crash.ts'
import type { Log } from '../base/log.ts'
import { lettersOfMoney } from '../orders/letters.ts'
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
  publicUrl: URL
  /** For how long a declined card is charged again each day. */
  patienceMs: number
}

export function moneyDeps({ shell, clock, payments, log, crash, counts, publicUrl, patienceMs }: Parts): MoneyDeps {
  const letters = lettersOfMoney(new URL('/dashboard/billing', publicUrl).href)
  const shared = { shell, clock, payments, log, crash, ...letters }
  return {
    chargeDeps: { ...shared, patienceMs, count: counts.charge },
    refundDeps: { ...shared, count: counts.refund },
    cardDeps: { shell, clock, payments, log },
  }
}
