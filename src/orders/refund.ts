// What was taken for an order that will not be made is given back, whole, to the charge that it came from. Who ends such an
// order says so here, in the same transaction; a sweep does the rest: claim, ask the provider outside of any transaction,
// record. A refund is asked for with its one key until it is known to have been made.

import { later } from '../base/clock.ts'
import type { Crash } from '../base/crash.ts'
import type { Log } from '../base/log.ts'
import { refunded } from '../payments/ledger.ts'
import { eachOf } from '../payments/parallel.ts'
import type { Payments, RefundOutcome } from '../payments/payments.ts'
import { callLeaseMs, needsAPerson, nextAttemptAt } from '../payments/retry.ts'
import {
  capturedParts,
  insertEntries,
  insertRefunds,
  lockPendingRefund,
  type PendingRefund,
  postponeRefund,
  settleRefund,
  takeDueRefunds,
} from '../payments/store.ts'
import type { OrderKey } from './order.ts'
import { lockOrders } from './store.ts'
import { type Move, transition, type Work } from './transition.ts'
import { inOneWork, type Shell } from './work.ts'

const refundsInASweep = 100
const callsAtATime = 8

/** For one order; see `refundsOwed`. */
export const refundOwed = (work: Work, order: OrderKey): Promise<void> => refundsOwed(work, [order])

/**
 * Owes the refund of orders that have just become CANCELLED or FAILED, to be called after that step and within its work.
 * Nothing happens for those that were never paid, or that have their refund. A sandbox order, for which nothing was
 * taken, is shown as refunded at once.
 */
export async function refundsOwed(work: Work, orders: OrderKey[]): Promise<void> {
  const charged = orders.filter(order => order.mode === 'production')
  const parts = charged.length === 0 ? [] : await capturedParts(work.tx, charged)
  if (parts.length > 0) {
    const refunds = parts.map(part => {
      const refundId = work.newId('ref')
      return { ...part, refundId, idempotencyKey: `octavo-${refundId}` }
    })
    await insertRefunds(work.tx, refunds, work.now)
    work.wake('refund_payments', work.now)
  }
  const played = await lockOrders(
    work.tx,
    orders.filter(order => order.mode === 'sandbox'),
  )
  await transition(work, played.filter(order => order.state.payment === 'SUCCEEDED').map(asRefunded))
}

type Deps = { shell: Shell; payments: Payments; log: Log; crash?: Crash }

/** The sweep of `refund_payments`: asks for the refunds that are due, one batch of them. */
export function refundDue({ shell, payments, log, crash = () => {} }: Deps): (now: Date) => Promise<number> {
  return async now => {
    const refunds = await inOneWork(shell, { now, actor: 'system' }, work => claimRefunds(work))
    if (refunds.length === 0) return 0
    crash('refund:claimed')
    await eachOf(refunds, callsAtATime, async refund => {
      const outcome = await askForRefund(payments, refund)
      crash('refund:called')
      await inOneWork(shell, { now, actor: 'system' }, work => recordRefund(work, refund, outcome))
      logOutcome(log, refund, outcome)
    })
    return refunds.length
  }
}

const claimRefunds = ({ tx, now }: Work): Promise<PendingRefund[]> =>
  takeDueRefunds(tx, now, later(now, callLeaseMs), refundsInASweep)

async function askForRefund(payments: Payments, refund: PendingRefund): Promise<RefundOutcome> {
  const { idempotencyKey, chargeRef, amountCents, provider } = refund
  if (provider !== payments.name)
    return { kind: 'unknown', cause: `it was charged through ${provider}, which is not in use` }
  try {
    return await payments.refund({ idempotencyKey, chargeRef, amountCents })
  } catch (error) {
    return { kind: 'unknown', cause: String(error) }
  }
}

/** Writes what became of a refund. Does nothing when another worker already has. */
async function recordRefund(work: Work, refund: PendingRefund, outcome: RefundOutcome): Promise<void> {
  const { tx, now } = work
  if (!(await lockPendingRefund(tx, refund))) return
  if (outcome.kind !== 'succeeded') {
    const at = nextAttemptAt(refund.attempts, now)
    await postponeRefund(tx, refund, at)
    return work.wake('refund_payments', at)
  }
  await settleRefund(tx, refund, outcome.ref, now)
  await insertEntries(tx, refunded(refund, now))
  const orders = await lockOrders(tx, [{ accountId: refund.accountId, mode: 'production', orderId: refund.orderId }])
  await transition(work, orders.map(asRefunded))
}

const asRefunded = (order: Move['order']): Move => ({
  order,
  on: 'refunded',
  changes: { state: { payment: 'REFUNDED' } },
})

function logOutcome(
  log: Log,
  { accountId, refundId, orderId, amountCents, attempts }: PendingRefund,
  outcome: RefundOutcome,
) {
  const line = { accountId, refundId, orderId, amountCents, attempts, outcome }
  if (outcome.kind === 'refused' || (outcome.kind === 'unknown' && needsAPerson(attempts)))
    log.error(line, 'a refund could not be made')
  else log.info(line, 'refund')
}
