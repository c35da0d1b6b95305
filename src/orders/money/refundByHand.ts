// A refund that the provider will not make: somebody of the operator's gives the money back in another way and says so.
// The provider is looked at once more, for it may have made the refund after all.

import { appendAudit } from '../../accounts/audit.ts'
import { later } from '../../base/clock.ts'
import { dollars } from '../../base/money.ts'
import { Refusal } from '../../base/refusal.ts'
import { refundedByHand } from '../../payments/ledger.ts'
import type { Payments, RefundOutcome } from '../../payments/payments.ts'
import { callLeaseMs } from '../../payments/retry.ts'
import {
  insertEntries,
  lockRefund,
  type PendingRefund,
  type RefundKey,
  settleByHand,
  takeUnmadeRefund,
} from '../../payments/store.ts'
import type { Order } from '../order.ts'
import { inOneWork } from '../work.ts'
import { concludeRefund, type RefundDeps, recordRefund } from './refund.ts'

/** `reference` names the movement of the money, so that it is found again; `reason` is for the audit log. */
type GivenBack = RefundKey & { reference: string; reason: string; actor: string; now: Date }

/**
 * Ends a refund that the provider has not made, as one that was refunded by hand. Answers its order. Where the provider
 * turns out to have made it, that is recorded instead. Refuses with `wrong_state`, and with `provider_unavailable` when
 * the provider does not say how it stands. A provider that is not in use any more cannot be asked.
 */
export async function settleGivenBack(deps: RefundDeps, given: GivenBack): Promise<Order> {
  const { shell, payments } = deps
  const { accountId, refundId, reference, reason, actor, now } = given
  const refund = await inOneWork(shell, { now, actor }, ({ tx }) =>
    takeUnmadeRefund(tx, { accountId, refundId }, later(now, callLeaseMs)),
  )
  if (refund === undefined)
    throw new Refusal('wrong_state', 'The refund does not wait to be made, or is being asked for just now.')
  const found = refund.provider === payments.name ? await look(payments, refund) : null
  const order = await inOneWork(shell, { now, actor }, async work => {
    const { tx } = work
    if (!(await lockRefund(tx, refund)))
      throw new Refusal('wrong_state', 'The refund has just been made by the provider.')
    if (found !== null && found.kind !== 'refused') return recordRefund(work, refund, found, deps)
    await settleByHand(tx, refund, reference, now)
    await insertEntries(tx, refundedByHand(refund, now))
    const order = await concludeRefund(work, { ...refund, handRef: reference }, deps)
    const { customerOrderId } = order
    const details = { reason, reference, customerOrderId, amount: dollars(refund.amountCents) }
    const entry = { at: now, actor, action: 'refund_given_back_by_hand', accountId, subject: refundId, details }
    await appendAudit(tx, work.newId, entry)
    return order
  })
  if (found?.kind === 'succeeded') throw new Refusal('wrong_state', 'The provider did give that money back.')
  if (found?.kind === 'unknown')
    throw new Refusal(
      'provider_unavailable',
      'The provider does not say how the refund stands. Please try again later.',
    )
  return order!
}

async function look(payments: Payments, refund: PendingRefund): Promise<RefundOutcome | null> {
  try {
    return await payments.findRefund({ ...refund, attempt: refund.attempts })
  } catch (error) {
    return { kind: 'unknown', cause: String(error) }
  }
}
