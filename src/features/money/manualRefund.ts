// A refund that the provider does not make: the operator returns the money in another way and records it here. The
// provider is checked first, because it may have made the refund after all.

import { say } from '../../../languages/texts.ts'
import { appendAudit } from '../../accounts/auditLog.ts'
import { later } from '../../base/clock.ts'
import { dollars } from '../../base/money.ts'
import { Refusal } from '../../base/refusal.ts'
import type { Order } from '../../orders/order.ts'
import { transact } from '../../orders/transact.ts'
import {
  claimFailingRefund,
  lockRefund,
  type PendingRefund,
  type RefundKey,
  settleManually,
} from '../../payments/chargeStore.ts'
import { lockCoveringDispute } from '../../payments/disputes/disputeStore.ts'
import { manualRefundPosting } from '../../payments/ledger.ts'
import type { Payments, RefundOutcome } from '../../payments/payments.ts'
import { insertPostings } from '../../payments/postingStore.ts'
import { callLeaseMs } from '../../payments/providerRetries.ts'
import { concludeRefund, type RefundDeps, recordRefund } from './refunds.ts'

/** `reference` identifies the payment, for example at the bank; `reason` is for the audit log. */
type ManualRefund = RefundKey & { reference: string; reason: string; actor: string; now: Date }

/**
 * Settles a refund that the provider has not made as refunded by hand, and returns its order. Where the provider has
 * made the refund after all, that is recorded instead. Refuses with `wrong_state`, and with `provider_unavailable` when
 * the provider does not return the state of the refund. A provider that is no longer in use cannot be asked.
 */
export async function recordManualRefund(
  deps: RefundDeps,
  { accountId, refundId, reference, reason, actor, now }: ManualRefund,
): Promise<Order> {
  const { transactor, payments } = deps
  const refund = await transact(transactor, { now, actor }, ({ tx }) =>
    claimFailingRefund(tx, { accountId, refundId }, later(now, callLeaseMs)),
  )
  if (refund === undefined)
    throw new Refusal('wrong_state', say('The refund does not wait to be made, or is being requested at the moment.'))
  const found = refund.provider === payments.name ? await findAtProvider(payments, refund) : null
  const order = await transact(transactor, { now, actor }, async work => {
    const { tx } = work
    const attempts = await lockRefund(tx, refund)
    if (attempts === undefined) throw new Refusal('wrong_state', say('The refund has just been made by the provider.'))
    if (attempts !== refund.attempts)
      throw new Refusal('wrong_state', say('The refund is being requested from the provider at the moment.'))
    if (found !== null && found.kind !== 'refused') return recordRefund(work, refund, found, deps)
    if ((await lockCoveringDispute(tx, refund)) !== undefined)
      throw new Refusal(
        'wrong_state',
        say('A lost dispute has given the money back already: the refund is settled by it.'),
      )
    await settleManually(tx, refund, reference, now)
    await insertPostings(tx, [manualRefundPosting(refund, now)])
    const order = await concludeRefund(work, { ...refund, manualRef: reference }, deps)
    const { customerOrderId } = order
    const details = { reason, reference, customerOrderId, amount: dollars(refund.amountCents) }
    const entry = { at: now, actor, action: 'refund_given_back_by_hand', accountId, subject: refundId, details }
    await appendAudit(tx, work.newId, entry)
    return order
  })
  if (found?.kind === 'succeeded') throw new Refusal('wrong_state', say('The provider has made the refund after all.'))
  if (found?.kind === 'unknown')
    throw new Refusal(
      'provider_unavailable',
      say('The provider did not return the state of the refund. Please try again later.'),
    )
  return order!
}

async function findAtProvider(payments: Payments, refund: PendingRefund): Promise<RefundOutcome | null> {
  try {
    return await payments.findRefund({ ...refund, attempt: refund.attempts })
  } catch (error) {
    return { kind: 'unknown', cause: String(error) }
  }
}
