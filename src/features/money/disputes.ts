// Disputes (chargebacks): a cardholder's bank takes the money of a charge back. A message of the provider makes a check
// of the dispute due, and a sweep does it: claim, ask the provider outside of any transaction, record. The answer
// contains the whole history, so messages may come late, twice, in any order, or before the charge is settled. An open
// dispute is checked daily, in case a message is lost.

import { say } from '../../../languages/texts.ts'
import { type Clock, day, later } from '../../base/clock.ts'
import type { Log } from '../../base/log.ts'
import { Refusal } from '../../base/refusal.ts'
import { hasMoved } from '../../db/movedAccounts.ts'
import { outsideWork } from '../../jobs/outsideWork.ts'
import { type Transactor, transact } from '../../orders/transact.ts'
import type { UnitOfWork } from '../../orders/transition.ts'
import { makeChargeDue } from '../../payments/chargeStore.ts'
import {
  claimDueDisputeChecks,
  type DisputeCheck,
  type Disputed,
  insertMovements,
  isClosed,
  lockDisputeCheck,
  lockDisputedCharge,
  postponeDisputeCheck,
  readDispute,
  saveDispute,
  scheduleDisputeCheck,
} from '../../payments/disputes/disputeStore.ts'
import { disputePosting } from '../../payments/ledger.ts'
import type { Payments, ProviderDispute } from '../../payments/payments.ts'
import { insertPostings } from '../../payments/postingStore.ts'
import { callLeaseMs, nextAttemptAt } from '../../payments/providerRetries.ts'
import { paymentIdOf, readOnlinePayment } from '../../payments/statements/onlinePaymentStore.ts'
import { changeBalance } from '../../payments/statements/statementStore.ts'
import { notifyStaffOfDispute } from '../notify/staffEmails.ts'
import { correctLateFees } from './adjustBills.ts'
import { lockBillingOf, reviewCredit } from './billingTerms.ts'
import { requestPaymentCheck } from './onlinePayments.ts'
import { restorePayment } from './receivePayments.ts'
import { settleBills } from './settleBills.ts'

/** The time that the money of a dispute may take to come back after the dispute was won. */
const maxReinstatementMs = 30 * day

export type DisputeDeps = { transactor: Transactor; clock: Clock; payments: Payments; log: Log; disputesUrl: string }

/** Has a dispute checked at the provider now. */
export async function requestDisputeCheck(work: UnitOfWork, provider: string, disputeRef: string): Promise<void> {
  await scheduleDisputeCheck(work.tx, provider, disputeRef, work.now)
  work.wake('follow_disputes', work.now)
}

type Simulation = { chargeRef: string | null; event: 'opened' | 'won' | 'lost'; actor: string; now: Date }

/** Simulates the cardholder's bank. Refuses with `wrong_state` without a simulation, or without such a dispute. */
export async function simulateDispute(
  { transactor, payments }: Pick<DisputeDeps, 'transactor' | 'payments'>,
  { chargeRef, event, actor, now }: Simulation,
): Promise<void> {
  const disputeRef = chargeRef === null ? null : ((await payments.simulateDispute?.(chargeRef, event)) ?? null)
  if (disputeRef === null) throw new Refusal('wrong_state', say('That charge has no such dispute here.'))
  await transact(transactor, { now, actor }, work => requestDisputeCheck(work, payments.name, disputeRef))
}

/** The sweep of `follow_disputes`. */
export function followDisputes(deps: DisputeDeps): (now: Date) => Promise<number> {
  const { transactor, payments, clock, log } = deps
  return outsideWork({
    clock,
    log,
    keyOf: ({ disputeRef }: DisputeCheck) => ({ disputeRef }),
    leaseMs: callLeaseMs,
    maxClaimed: 32,
    concurrency: 8,
    claim: claim => claimDueDisputeChecks(transactor.db, claim),
    async call({ provider, disputeRef }) {
      try {
        if (provider !== payments.name) throw new Error(`${provider} is not in use`)
        return { dispute: await payments.findDispute(disputeRef) }
      } catch (error) {
        log.warn({ disputeRef, err: error }, 'could not read a dispute from the provider')
        return null
      }
    },
    record: (check, answer, now) =>
      transact(transactor, { now, actor: answer === null ? 'system' : payments.name }, async work => {
        if (!(await lockDisputeCheck(work.tx, check))) return
        if (answer === null) await checkAgain(work, check, nextAttemptAt(check.attempts, now))
        else await recordDispute(deps, work, check, answer.dispute)
      }),
  })
}

async function checkAgain(work: UnitOfWork, check: DisputeCheck, at: Date): Promise<void> {
  await postponeDisputeCheck(work.tx, check, at)
  work.wake('follow_disputes', at)
}

/** Records the state of a dispute. The check is locked. */
async function recordDispute(
  { log, disputesUrl }: DisputeDeps,
  work: UnitOfWork,
  check: DisputeCheck,
  dispute: ProviderDispute | null,
): Promise<void> {
  const { tx, now } = work
  const { provider } = check
  const disputed = dispute === null ? undefined : await lockDisputed(work, provider, dispute)
  if (dispute === null || disputed === undefined) {
    log.error({ disputeRef: check.disputeRef }, 'a dispute is about a charge that is not ours')
    return postponeDisputeCheck(tx, check, null)
  }
  // Both installations get its messages if they share an account of the provider, and the other books it.
  if (await hasMoved(tx, disputed.accountId)) return postponeDisputeCheck(tx, check, null)
  // The payment was made, even if its outcome is still unknown here. That of a statement is recorded first.
  await makeChargeDue(tx, disputed.accountId, dispute.chargeKey!, now)
  work.wake('charge_cards', now)
  await requestPaymentCheck(work, disputed.accountId, dispute.chargeKey!)
  if (disputed.isRecorded === false) return checkAgain(work, check, nextAttemptAt(check.attempts, now))
  const { before, ...saved } = await saveDispute(
    tx,
    { ...disputed, disputeId: work.newId('dsp') },
    provider,
    dispute,
    now,
  )
  const movements = await insertMovements(tx, saved, dispute.movements, now)
  await insertPostings(
    tx,
    movements.map(movement => disputePosting(saved, movement, now)),
  )
  if (saved.paymentId !== null) {
    if (movements.length > 0) await restorePayment(work, saved.accountId, saved.paymentId)
    await changeBalance(tx, saved.accountId, -movements.reduce((sum, { amountCents }) => sum + amountCents, 0))
    await settleBills(work, saved.accountId)
    await correctLateFees(work, saved.accountId)
    await reviewCredit(work, saved.accountId)
  }
  const view = await readDispute(tx, saved)
  const { status } = dispute
  log.info({ accountId: disputed.accountId, disputeId: saved.disputeId, status, moved: movements.length }, 'dispute')
  // Also from lost to won, which is possible.
  const isNotable = before === null || isClosed(before) !== isClosed(status) || (isClosed(status) && before !== status)
  if (isNotable) await notifyStaffOfDispute(work, view, disputesUrl)
  const isSettled = status !== 'won' || view.withdrawnCents === 0
  const isOver = isClosed(status) && (isSettled || later(view.closedAt!, maxReinstatementMs) <= now)
  if (isOver) await postponeDisputeCheck(tx, check, null)
  else await checkAgain(work, check, later(now, day))
}

/** A charge need not be settled. */
async function lockDisputed(
  work: UnitOfWork,
  provider: string,
  { accountId, chargeKey }: ProviderDispute,
): Promise<(Disputed & { isRecorded: boolean }) | undefined> {
  if (accountId === null || chargeKey === null) return undefined
  const { tx } = work
  const charge = await lockDisputedCharge(tx, { accountId, chargeKey, provider })
  if (charge !== undefined) return { accountId, chargeId: charge.chargeId, paymentId: null, isRecorded: true }
  const paymentId = paymentIdOf(chargeKey)
  if ((await readOnlinePayment(tx, { accountId, paymentId })) === undefined) return undefined
  await lockBillingOf(work, accountId)
  const { status } = (await readOnlinePayment(tx, { accountId, paymentId }))!
  return { accountId, chargeId: null, paymentId, isRecorded: status === 'succeeded' }
}
