// Paying at once: the people of one account request what the daily charge does for all accounts at 02:00 UTC. They
// confirm the amount, so that they pay what they saw. It is a run of its own besides the daily one of that date
// (docs/decisions/0012-charges-of-one-date.md).

import { later, nextUtcHour, utcDay } from '../../base/clock.ts'
import { dollarsText } from '../../base/money.ts'
import { Refusal } from '../../base/refusal.ts'
import { requestKeyOf, requireSameRequest } from '../../base/requestKey.ts'
import { defaultCards } from '../../payments/cards/store.ts'
import { callLeaseMs } from '../../payments/retry.ts'
import {
  type ChargeKey,
  findRequestedCharge,
  lockAccount,
  nameCharge,
  nextRun,
  ordersInCharges,
  takeWaitingCharge,
} from '../../payments/store.ts'
import { chargeHourUtc } from '../schedule.ts'
import { type ChargeableOrder, leaseOrders, lockToCharge } from '../store.ts'
import type { Work } from '../transition.ts'
import { inOneWork } from '../work.ts'
import { type ChargeDeps, openCharges, settle } from './pay.ts'
import { findUnpaidOrders, isUnpaid } from './unpaidOrders.ts'

type Payment = { accountId: string; amountCents: number; requestKey: string | null; actor: string; now: Date }

/**
 * Charges the account's default card for everything that is due, and returns the charge's id; the same `requestKey`
 * again returns the charge that was made for it, whatever its outcome. Refuses with `amount_changed` when the due
 * amount is not `amountCents`, with `no_card` when there is no card to charge, and with `request_key_reused`.
 */
export async function payNow(
  deps: ChargeDeps,
  { accountId, amountCents, requestKey, actor, now }: Payment,
): Promise<string> {
  const provider = deps.payments.name
  const request = requestKeyOf(requestKey, { amountCents })
  const { chargeId, charge } = await inOneWork(deps.shell, { now, actor }, async work => {
    const { tx } = work
    await lockAccount(tx, accountId)
    const before = request === null ? undefined : await findRequestedCharge(tx, accountId, request)
    if (before !== undefined) {
      requireSameRequest(before, request!)
      return { chargeId: before.chargeId, charge: null }
    }
    const due = await lockPayable(work, accountId)
    const dueCents = due.reduce((sum, order) => sum + (order.chargeCents ?? 0), 0)
    if (due.length === 0) throw new Refusal('amount_changed', 'Nothing is due now.')
    if (dueCents !== amountCents) {
      throw new Refusal('amount_changed', `${dollarsText(dueCents)} is due now, not ${dollarsText(amountCents)}.`)
    }
    const [card] = await defaultCards(tx, [accountId], provider)
    if (dueCents > 0 && card === undefined) throw new Refusal('no_card', 'There is no card on file to be charged.')
    await leaseOrders(tx, due, nextUtcHour(now, chargeHourUtc))
    const chargeDate = utcDay(now).toString()
    const run = await nextRun(tx, accountId, chargeDate)
    const [charge] = await openCharges(work, due, { chargeDate, runOf: () => run, provider })
    if (request !== null) await nameCharge(tx, charge!, request)
    return { chargeId: charge!.chargeId, charge: charge! }
  })
  if (charge !== null) await settle(deps, [charge])
  return chargeId
}

async function lockPayable({ tx }: Work, accountId: string): Promise<ChargeableOrder[]> {
  const locked = await lockToCharge(tx, await findUnpaidOrders(tx, accountId))
  const waiting = locked.filter(isUnpaid)
  const inOthers = await ordersInCharges(tx, waiting)
  return waiting.filter(order => !inOthers.has(order.orderId))
}

/**
 * Checks a charge that waits for its holder at once, or cancels it, so that its orders can be paid in another way.
 * Refuses with `wrong_state` when it does not wait.
 */
export async function endWaiting(
  deps: ChargeDeps,
  { accountId, chargeId, act, actor, now }: ChargeKey & { act: 'charge' | 'withdraw'; actor: string; now: Date },
): Promise<void> {
  const charge = await inOneWork(deps.shell, { now, actor }, ({ tx }) =>
    takeWaitingCharge(tx, { accountId, chargeId }, later(now, callLeaseMs)),
  )
  if (charge === undefined) throw new Refusal('wrong_state', 'That charge does not wait for a confirmation.')
  await settle(deps, [charge], act)
}
