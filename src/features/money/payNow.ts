// Paying at once: people of an account request the charge that the daily charge would make at 02:00 UTC. They confirm
// the amount, so that they pay the amount they saw. The charge has a run of its own besides the daily run of that date
// (docs/decisions/0012-several-charges-on-one-date.md).

import { say } from '../../../languages/texts.ts'
import { later, nextUtcHour, utcDay } from '../../base/clock.ts'
import { dollarsText } from '../../base/money.ts'
import { Refusal } from '../../base/refusal.ts'
import { requestKeyOf, requireSameRequest } from '../../base/secrets/requestKey.ts'
import { type ChargeableOrder, leaseOrders, lockToCharge } from '../../orders/orderStore.ts'
import { chargeHourUtc } from '../../orders/schedule.ts'
import { transact } from '../../orders/transact.ts'
import type { UnitOfWork } from '../../orders/transition.ts'
import { readDefaultCards } from '../../payments/cards/cardStore.ts'
import {
  type ChargeKey,
  claimWaitingCharge,
  findRequestedCharge,
  lockAccount,
  nextRun,
  ordersInCharges,
  saveRequestKey,
} from '../../payments/chargeStore.ts'
import { callLeaseMs } from '../../payments/providerRetries.ts'
import { type ChargeDeps, openCharges, settle } from './dailyCharge.ts'
import { findUnpaidOrders, isUnpaid } from './unpaidOrders.ts'

type Payment = { accountId: string; amountCents: number; requestKey: string | null; actor: string; now: Date }

/**
 * Charges the account's default card for everything that is due, and returns the id of the charge; of the first charge
 * where the sum is above the provider's maximum. A repeated `requestKey` returns the same id with any outcome.
 * Refuses with `amount_changed` when the due amount is not `amountCents`, with `no_card` when there is no card to
 * charge, and with `request_key_reused`.
 */
export async function payNow(
  deps: ChargeDeps,
  { accountId, amountCents, requestKey, actor, now }: Payment,
): Promise<string> {
  const provider = deps.payments.name
  const request = requestKeyOf(requestKey, { amountCents })
  const { chargeId, charges } = await transact(deps.transactor, { now, actor }, async work => {
    const { tx } = work
    await lockAccount(tx, accountId)
    const before = request === null ? undefined : await findRequestedCharge(tx, accountId, request)
    if (before !== undefined) {
      requireSameRequest(before, request!)
      return { chargeId: before.chargeId, charges: [] }
    }
    const due = await lockPayable(work, accountId)
    const dueCents = due.reduce((sum, order) => sum + (order.chargeCents ?? 0), 0)
    if (due.length === 0) throw new Refusal('amount_changed', say('Nothing is due now.'))
    if (dueCents !== amountCents) {
      throw new Refusal(
        'amount_changed',
        say('{amount} is due now, not {other}.', { amount: dollarsText(dueCents), other: dollarsText(amountCents) }),
      )
    }
    const [card] = await readDefaultCards(tx, [accountId], provider)
    if (dueCents > 0 && card === undefined) throw new Refusal('no_card', say('There is no card on file to be charged.'))
    await leaseOrders(tx, due, nextUtcHour(now, chargeHourUtc))
    const chargeDate = utcDay(now).toString()
    const run = await nextRun(tx, accountId, chargeDate)
    const charges = await openCharges(work, due, { chargeDate, run, payments: deps.payments })
    const [first] = charges
    if (request !== null) await saveRequestKey(tx, first!, request)
    return { chargeId: first!.chargeId, charges }
  })
  if (charges.length > 0) await settle(deps, charges)
  return chargeId
}

async function lockPayable({ tx }: UnitOfWork, accountId: string): Promise<ChargeableOrder[]> {
  const locked = await lockToCharge(tx, await findUnpaidOrders(tx, accountId))
  const waiting = locked.filter(isUnpaid)
  const chargedOrders = await ordersInCharges(tx, waiting)
  return waiting.filter(order => !chargedOrders.has(order.orderId))
}

/**
 * Checks a charge that waits for confirmation at once, or withdraws it, so that its orders can be paid in another way.
 * Refuses with `wrong_state` when the charge does not wait.
 */
export async function endConfirmation(
  deps: ChargeDeps,
  { accountId, chargeId, act, actor, now }: ChargeKey & { act: 'charge' | 'withdraw'; actor: string; now: Date },
): Promise<void> {
  const charge = await transact(deps.transactor, { now, actor }, ({ tx }) =>
    claimWaitingCharge(tx, { accountId, chargeId }, later(now, callLeaseMs)),
  )
  if (charge === undefined) throw new Refusal('wrong_state', say('That charge does not wait for a confirmation.'))
  await settle(deps, [charge], act)
}
