// A charge of which nobody learns what became: the staff has asked the provider, and knows that no money was taken. The
// provider has to give it up first, so that it cannot be made later on; then it is settled like a decline.

import { appendAudit } from '../../accounts/audit.ts'
import { day, earlier, later } from '../../base/clock.ts'
import { Refusal } from '../../base/refusal.ts'
import { callLeaseMs } from '../../payments/retry.ts'
import { type ChargeKey, lockOpenCharge, takeUnknownCharge } from '../../payments/store.ts'
import { inOneWork } from '../work.ts'
import { ask, type ChargeDeps, recordCharge } from './pay.ts'

/** Until then the provider may still be at it. */
const unknownForMs = day

const notTaken = { kind: 'declined', code: 'not_taken', message: 'The payment was not made.' } as const

/**
 * Settles a charge that has been unknown for a day as one that took nothing; its orders may then be charged anew. Where
 * the provider turns out to know of it, what it says counts. Refuses with `wrong_state`, and with
 * `provider_unavailable` when the provider does not say how it stands. A provider that is not in use any more cannot be
 * asked.
 */
export async function settleAsNotTaken(
  deps: ChargeDeps,
  { accountId, chargeId, reason, actor, now }: ChargeKey & { reason: string; actor: string; now: Date },
): Promise<void> {
  const { shell, payments } = deps
  const charge = await inOneWork(shell, { now, actor }, ({ tx }) =>
    takeUnknownCharge(
      tx,
      { accountId, chargeId },
      { madeBefore: earlier(now, unknownForMs), leaseUntil: later(now, callLeaseMs) },
    ),
  )
  if (charge === undefined)
    throw new Refusal('wrong_state', 'The charge has not been unknown for a day, or is being asked about just now.')
  const outcome = charge.provider === payments.name ? await ask(payments, charge, 'withdraw') : notTaken
  await inOneWork(shell, { now, actor }, async work => {
    if ((await lockOpenCharge(work.tx, charge)) === undefined)
      throw new Refusal('wrong_state', 'The provider has just said what became of the charge.')
    if (outcome.kind !== 'declined') return recordCharge(deps, work, charge, outcome)
    await recordCharge(deps, work, charge, notTaken)
    const details = { reason, chargeDate: charge.chargeDate, provider: charge.provider }
    const entry = { at: now, actor, action: 'charge_settled_as_not_taken', accountId, subject: chargeId, details }
    await appendAudit(work.tx, work.newId, entry)
  })
  if (outcome.kind === 'succeeded') throw new Refusal('wrong_state', 'The provider did take that money.')
  if (outcome.kind !== 'declined')
    throw new Refusal(
      'provider_unavailable',
      'The provider does not say how the charge stands. Please try again later.',
    )
}
