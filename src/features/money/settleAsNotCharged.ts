// A charge whose outcome stays unknown: the staff has asked the provider, and knows that no money was taken. The charge
// is withdrawn at the provider first, so that it cannot be made later; then it is settled like a decline.

import { say } from '../../../languages/texts.ts'
import { appendAudit } from '../../accounts/auditLog.ts'
import { day, earlier, later } from '../../base/clock.ts'
import { Refusal } from '../../base/refusal.ts'
import { transact } from '../../orders/transact.ts'
import { type ChargeKey, claimUnknownCharge, lockClaimedCharge, lockOpenCharges } from '../../payments/chargeStore.ts'
import { callLeaseMs } from '../../payments/providerRetries.ts'
import { type ChargeDeps, recordCharge, requestOutcome } from './dailyCharge.ts'

/** A younger charge may still be in progress at the provider. */
const minUnknownMs = day

const notTaken = { kind: 'declined', ref: null, code: 'not_taken', message: say('The payment was not made.') } as const

/**
 * Settles a charge that has been unknown for a day as not charged; its orders may then be charged again. Where the
 * provider knows the outcome after all, that outcome is recorded. Refuses with `wrong_state`, and with
 * `provider_unavailable` when the provider does not return the state of the charge. A provider that is no longer in use
 * cannot be asked.
 */
export async function settleAsNotCharged(
  deps: ChargeDeps,
  { accountId, chargeId, reason, actor, now }: ChargeKey & { reason: string; actor: string; now: Date },
): Promise<void> {
  const { transactor, payments } = deps
  const charge = await transact(transactor, { now, actor }, ({ tx }) =>
    claimUnknownCharge(
      tx,
      { accountId, chargeId },
      { createdBefore: earlier(now, minUnknownMs), leaseUntil: later(now, callLeaseMs) },
    ),
  )
  if (charge === undefined)
    throw new Refusal(
      'wrong_state',
      say('The charge has not been unknown for a day, or is being checked at the moment.'),
    )
  const outcome = charge.provider === payments.name ? await requestOutcome(payments, charge, 'withdraw') : notTaken
  await transact(transactor, { now, actor }, async work => {
    if ((await lockOpenCharges(work.tx, [charge])).size === 0)
      throw new Refusal('wrong_state', say('The outcome of the charge has just become known.'))
    if (!(await lockClaimedCharge(work.tx, charge)))
      throw new Refusal('wrong_state', say('The charge is being checked at the provider at the moment.'))
    if (outcome.kind !== 'declined') return recordCharge(deps, work, charge, outcome)
    await recordCharge(deps, work, charge, notTaken)
    const details = { reason, chargeDate: charge.chargeDate, provider: charge.provider }
    const entry = { at: now, actor, action: 'charge_settled_as_not_taken', accountId, subject: chargeId, details }
    await appendAudit(work.tx, work.newId, entry)
  })
  if (outcome.kind === 'succeeded') throw new Refusal('wrong_state', say('The provider has made the charge after all.'))
  if (outcome.kind !== 'declined')
    throw new Refusal(
      'provider_unavailable',
      say('The provider did not return the state of the charge. Please try again later.'),
    )
}
