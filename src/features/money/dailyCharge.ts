// The daily charge. At 02:00 UTC each account's orders that await payment are charged together: one charge per account
// and date, or several where the sum is above the provider's maximum. Claim the orders, call the provider outside of
// any transaction, record. A charge with an unknown outcome is retried with its own key; its orders are in no other
// charge until it is known to have been declined. Before each call the charge is checked again: it is not made without
// an order that still waits, without its card, or after its lease. A missed run is made up for when the service is up,
// since the orders are still due. An order that has been declined for a number of days waits until the account's card
// changes or its holder pays (payNow.ts). Without a payment provider the orders wait, and nothing is declined.

import { say, type Words } from '../../../languages/texts.ts'
import { type Clock, day, earlier, hour, later, nextUtcHour, utcDay } from '../../base/clock.ts'
import type { Log } from '../../base/log.ts'
import type { Crash } from '../../base/running/crash.ts'
import { groupCalls } from '../../base/running/groupCalls.ts'
import { storableTexts } from '../../base/text/storableTexts.ts'
import { inOrder } from '../../db/pipeline.ts'
import { failureRetryAt, isolateAnswers, isolateFailures } from '../../jobs/isolateFailures.ts'
import { callAndRecord, type OutsideCalls, outsideWork } from '../../jobs/outsideWork.ts'
import type { Order } from '../../orders/order.ts'
import {
  type ChargeableOrder,
  type LockedOrder,
  leaseOrders,
  lockFirstOf,
  lockToCharge,
} from '../../orders/orderStore.ts'
import { chargeHourUtc } from '../../orders/schedule.ts'
import { type Transactor, transact } from '../../orders/transact.ts'
import { type Move, transition, type UnitOfWork } from '../../orders/transition.ts'
import { readChargedCard, readDefaultCards } from '../../payments/cards/cardStore.ts'
import { sliceOrders } from '../../payments/chargeSlices.ts'
import {
  accountsChargedOn,
  awaitConfirmation,
  type ChargePreconditions,
  claimDueCharges,
  dailyRun,
  insertCharges,
  lockClaimedCharge,
  lockOpenCharges,
  type OpenCharge,
  ordersInCharges,
  postponeCharge,
  readChargeParts,
  readPreconditions,
  settleDeclined,
  settleMade,
} from '../../payments/chargeStore.ts'
import { issueInvoice } from '../../payments/documents.ts'
import { type ChargePart, capturePosting } from '../../payments/ledger.ts'
import type { ChargeOutcome, Payments } from '../../payments/payments.ts'
import { insertPostings } from '../../payments/postingStore.ts'
import { callLeaseMs, confirmationPeriodMs, nextAttemptAt, nextCheckAt } from '../../payments/providerRetries.ts'
import { insertSaleReports } from '../../payments/taxReportStore.ts'
import { announceDocument } from './announceDocument.ts'
import { requestCardSync } from './cards.ts'
import { oweRefunds } from './refunds.ts'
import type { SellerAt } from './seller.ts'
import { findOrdersToCharge, isUnpaid, readFirstAttempts } from './unpaidOrders.ts'

const maxCalls = 16
/** With so many calls at a time, the slowest sweep ends before its leases. */
const maxChargesPerSweep = 128
/** A claim takes accounts until it has this many orders; a larger account is claimed alone. */
const maxOrdersPerClaim = 5000
/** The orders of a large charge are recorded in portions, so that statements do not grow with the charge. */
const maxOrdersPerPortion = 100

/** The time after which an unknown outcome is an alarm: staff must ask the provider what happened. */
const maxUnknownMs = day

/** A declined charge, for the email to the holder. `orderCount` leaves out orders canceled in the meantime. */
export type Decline = {
  accountId: string
  amountCents: number
  orderCount: number
  /** The number of these orders that are no longer charged automatically. */
  givenUpCount: number
  /** Null: no card was on file. */
  card: { brand: string; last4: string } | null
  code: string
  message: Words
  at: Date
  nextChargeAt: Date
}

/** A charge that waits until the account's holder confirms it at `url`. */
export type Confirmation = { accountId: string; amountCents: number; url: string; at: Date; confirmBy: Date }

/** The number of the invoice of a charge that succeeded. */
export type Invoice = { accountId: string; number: number; amountCents: number; orderCount: number }

export type ChargeDeps = {
  transactor: Transactor
  clock: Clock
  payments: Payments
  log: Log
  /** The time for which an order is tried after its first attempt, separately for each card. */
  patienceMs: number
  /** The seller that invoices name. */
  sellerAt: SellerAt
  /** Queue the emails to the account, in the work's transaction. */
  notifyOfDecline: (work: UnitOfWork, decline: Decline) => Promise<void>
  notifyOfConfirmation: (work: UnitOfWork, confirmation: Confirmation) => Promise<void>
  notifyOfInvoice: (work: UnitOfWork, invoice: Invoice) => Promise<void>
  crash?: Crash
  /** Counts the outcome of each call. */
  count?: (outcome: Outcome['kind']) => void
}

/** The sweep that makes new charges. Returns the number of due orders that it handled. */
export function chargeDue(deps: ChargeDeps): (now: Date) => Promise<number> {
  return async now => {
    const { charges, orders } = await transact(deps.transactor, { now, actor: 'system' }, work =>
      claimCharges(work, deps),
    )
    await settle(deps, charges)
    return orders
  }
}

/**
 * The sweep that retries charges with an unknown outcome, checks charges that wait for confirmation, and completes the
 * charges of dead workers. Returns the number of charges.
 */
export function settleCharges(deps: ChargeDeps): (now: Date) => Promise<number> {
  const { crash = () => {} } = deps
  return outsideWork({
    ...chargeCalls(deps, 'charge'),
    leaseMs: callLeaseMs,
    maxClaimed: maxChargesPerSweep,
    async claim(claim) {
      const charges = await claimDueCharges(deps.transactor.db, claim)
      if (charges.length > 0) crash('charge:claimed')
      return charges
    },
  })
}

/** Makes each charge that was just claimed, or withdraws it, and records the outcome. */
export async function settle(deps: ChargeDeps, charges: OpenCharge[], action: ChargeAction = 'charge'): Promise<void> {
  if (charges.length > 0) deps.crash?.('charge:claimed')
  await callAndRecord(chargeCalls(deps, action), charges)
}

type ChargeAction = 'charge' | 'withdraw'
type CallResult = { action: ChargeAction; outcome: Outcome; orderCount: number }

function chargeCalls(deps: ChargeDeps, requested: ChargeAction): OutsideCalls<OpenCharge, CallResult> {
  const { transactor, clock, payments, log, crash = () => {}, count = () => {} } = deps
  const preconditionsOf = groupCalls((charges: OpenCharge[]) => readPreconditions(transactor.db, charges), maxCalls)
  const recordMade = groupCalls(
    isolateAnswers((made: CountedCharge[]) =>
      transact(transactor, { now: clock(), actor: 'system' }, async work => {
        await recordMadeCharges(deps, work, made)
        return made.map(() => true)
      }),
    ),
    maxCalls,
    { sizeLimit: oneLargeCharge },
  )
  return {
    clock,
    log,
    keyOf: ({ accountId, chargeId }) => ({ accountId, chargeId }),
    concurrency: maxCalls,
    async call(charge) {
      const preconditions = await preconditionsOf(charge)
      const obstacle = findObstacle(charge, preconditions, { now: clock(), maxCents: payments.maxChargeCents })
      const action = obstacle === null ? requested : 'withdraw'
      const outcome = await callProvider(payments, charge, action, obstacle)
      crash('charge:called')
      return { action, outcome, orderCount: preconditions.orderCount }
    },
    async record(charge, { action, outcome, orderCount }, now) {
      const isRecorded =
        outcome.kind === 'succeeded'
          ? await recordMade({ charge, ref: outcome.ref, orderCount })
          : await transact(transactor, { now, actor: 'system' }, async work => {
              // Only the worker with the newest claim knows that nothing was charged.
              if (action === 'withdraw' && !(await lockClaimedCharge(work.tx, charge))) return false
              await recordCharge(deps, work, charge, outcome)
              return true
            })
      if (!isRecorded) return
      count(outcome.kind)
      logOutcome(log, charge, outcome, now)
    },
  }
}

/** The reason not to make a charge, with its decline code and the message for the holder. */
type Obstacle = { code: string; message: Words }
const noOrdersLeft = { code: 'no_orders_left', message: say('All orders of the payment were canceled.') }
const cardRemoved = { code: 'card_removed', message: say('The card was removed before the payment was made.') }
const orderTooLarge = { code: 'order_too_large', message: say('The order costs more than can be charged at once.') }
const notConfirmedInTime = { code: 'not_confirmed', message: say('The payment was not confirmed in time.') }

function findObstacle(
  charge: OpenCharge,
  { hasWaitingOrder, isCardOnFile }: ChargePreconditions,
  { now, maxCents }: { now: Date; maxCents: number },
): Obstacle | null {
  if (!hasWaitingOrder) return noOrdersLeft
  if (charge.amountCents > maxCents) return orderTooLarge
  if (!isCardOnFile && charge.cardRef !== null && charge.amountCents > 0) return cardRemoved
  const mayWait = charge.status !== 'requires_action' || later(charge.createdAt, confirmationPeriodMs) > now
  return mayWait ? null : notConfirmedInTime
}

/** A charge with an obstacle that was never sent to the provider needs no call. */
async function callProvider(
  payments: Payments,
  charge: OpenCharge,
  action: ChargeAction,
  obstacle: Obstacle | null,
): Promise<Outcome> {
  if (obstacle !== null && charge.attempts === 1) return { kind: 'declined', ref: null, ...obstacle }
  const outcome = await requestOutcome(payments, charge, action)
  const isWithdrawn = outcome.kind === 'declined' && outcome.code === notConfirmedInTime.code
  return obstacle !== null && isWithdrawn ? { ...outcome, ...obstacle } : outcome
}

/** Puts the due orders of the accounts that have waited longest into charges, claimed by this worker. */
async function claimCharges(
  work: UnitOfWork,
  { payments, log }: ChargeDeps,
): Promise<{ charges: OpenCharge[]; orders: number }> {
  const { tx, now } = work
  const keys = await findOrdersToCharge(tx, now, { accounts: maxChargesPerSweep, orders: maxOrdersPerClaim })
  const due = (await lockToCharge(tx, keys)).filter(order => isDue(order, now))
  if (due.length === 0) return { charges: [], orders: 0 }

  // No worker claims these orders again before the next run. By then they are paid, waiting, or still in this charge.
  await leaseOrders(tx, due, nextUtcHour(now, chargeHourUtc))
  const accountIds = [...new Set(due.map(order => order.accountId))]
  const chargeDate = utcDay(earlier(now, chargeHourUtc * hour)).toString() // also for a late run
  const chargedAccounts = await accountsChargedOn(tx, chargeDate, accountIds)
  const chargedOrders = await ordersInCharges(tx, due)
  const payable = payments.cards.kind === 'none' ? due.filter(order => order.chargeCents === 0) : due
  const chargeable = payable.filter(order => !chargedAccounts.has(order.accountId) && !chargedOrders.has(order.orderId))
  const byAccount = [...Map.groupBy(chargeable, ({ accountId }) => accountId).values()]
  const { results: charges, failed } = await isolateFailures(work, byAccount, groups =>
    openCharges(work, groups.flat(), { chargeDate, run: dailyRun, payments }),
  )
  for (const { item, error } of failed) {
    log.error({ accountId: item[0]!.accountId, orders: item.length, err: error }, 'an account could not be charged')
    await leaseOrders(tx, item, failureRetryAt(now))
  }
  return { charges, orders: due.length }
}

type ChargeRun = { chargeDate: string; run: number; payments: Payments }

/**
 * Writes one charge per account, or several where the sum is above the provider's maximum, claimed for their first
 * call. The orders are locked, and in no open charge.
 */
export async function openCharges(
  work: UnitOfWork,
  orders: ChargeableOrder[],
  { chargeDate, run, payments: { name: provider, maxChargeCents } }: ChargeRun,
): Promise<OpenCharge[]> {
  const { tx, now } = work
  if (orders.length === 0) return []
  const accountIds = [...new Set(orders.map(order => order.accountId))]
  const cards = new Map(
    (await readDefaultCards(tx, accountIds, provider)).map(card => [card.accountId, card.providerRef]),
  )
  const charges: OpenCharge[] = []
  const parts: ChargePart[] = []
  const leaseUntil = later(now, callLeaseMs)
  const slices = [...Map.groupBy(orders, order => order.accountId)].flatMap(([accountId, own]) =>
    sliceOrders(own, maxChargeCents).map((orders, slice) => ({ accountId, slice, orders })),
  )
  for (const { accountId, slice, orders } of slices) {
    const chargeId = work.newId('chg')
    const chargeParts = orders.map(order => partOf(order, chargeId))
    charges.push({
      accountId,
      chargeId,
      chargeDate,
      run,
      slice,
      amountCents: chargeParts.reduce((sum, part) => sum + part.amountCents, 0),
      status: 'claimed',
      provider,
      cardRef: cards.get(accountId) ?? null,
      idempotencyKey: `octavo-${chargeId}`,
      providerRef: null,
      attempts: 1,
      createdAt: now,
      leaseUntil,
    })
    for (const part of chargeParts) parts.push(part)
  }
  await insertCharges(tx, charges, parts)
  return charges
}

/** Checked again under the lock: the order may have been canceled or claimed since it was found. */
const isDue = (order: ChargeableOrder, now: Date): boolean =>
  isUnpaid(order) && order.dueAt !== null && order.dueAt <= now

const partOf = ({ accountId, orderId, chargeCents, taxCents }: ChargeableOrder, chargeId: string): ChargePart => ({
  accountId,
  chargeId,
  orderId,
  amountCents: chargeCents ?? 0,
  taxCents,
})

/** A charge of nothing succeeds, and one without a card is declined, without a call. */
type Outcome = ChargeOutcome | { kind: 'succeeded'; ref: null }

export async function requestOutcome(payments: Payments, charge: OpenCharge, action: ChargeAction): Promise<Outcome> {
  const { accountId, amountCents, cardRef, chargeDate, idempotencyKey, provider } = charge
  if (amountCents === 0) return { kind: 'succeeded', ref: null }
  if (cardRef === null)
    return { kind: 'declined', ref: null, code: 'no_card', message: say('There is no card on file.') }
  if (provider !== payments.name)
    return { kind: 'unknown', cause: `it was made through ${provider}, which is not in use` }
  try {
    const outcome = await payments[action]({
      idempotencyKey,
      accountId,
      amountCents,
      cardRef,
      description: `Book orders, ${chargeDate}`,
      attempt: charge.attempts,
      firstRequestedAt: charge.createdAt,
      chargeRef: charge.providerRef,
    })
    return storableTexts(outcome)
  } catch (error) {
    return { kind: 'unknown', cause: String(error) }
  }
}

/** Records the outcome of a charge. Does nothing when the charge is already settled. */
export async function recordCharge(
  deps: ChargeDeps,
  work: UnitOfWork,
  charge: OpenCharge,
  outcome: Outcome,
): Promise<void> {
  const { tx, now } = work
  if (outcome.kind === 'succeeded') return recordMadeCharges(deps, work, [{ charge, ref: outcome.ref }])
  const [open, allParts] = await inOrder(
    () => lockOpenCharges(tx, [charge]),
    () => readChargeParts(tx, [charge]),
  )
  const status = open.get(charge.chargeId)?.status
  if (status === undefined) return
  switch (outcome.kind) {
    case 'unknown': {
      const at = status === 'requires_action' ? nextCheckAt(now) : nextAttemptAt(charge.attempts, now)
      await postponeCharge(tx, charge, at)
      return work.wake('charge_cards', at)
    }
    case 'requires_action': {
      const at = nextCheckAt(now)
      await awaitConfirmation(tx, charge, outcome, at)
      work.wake('charge_cards', at)
      if (status === 'requires_action') return
      const { accountId, amountCents, createdAt } = charge
      const confirmBy = later(createdAt, confirmationPeriodMs)
      return deps.notifyOfConfirmation(work, { accountId, amountCents, url: outcome.url, at: now, confirmBy })
    }
    case 'declined': {
      const { accountId, amountCents } = charge
      const { ref: providerRef, code, message } = outcome
      await settleDeclined(tx, charge, { providerRef, declineCode: code, declineMessage: message }, now)
      // Where the card was not even tried, the provider may have deleted it without a message that reached us.
      if (outcome.cause !== undefined) await requestCardSync(work, charge.provider, accountId)
      let orderCount = 0
      let givenUpCount = 0
      for await (const { waiting } of lockInPortions(work, allParts)) {
        const firstAttempts = await readFirstAttempts(
          tx,
          accountId,
          waiting.map(order => order.orderId),
        )
        const isTooLarge = amountCents > deps.payments.maxChargeCents
        const isGivenUp = ({ orderId }: Order) =>
          isTooLarge || later(firstAttempts.get(orderId) ?? now, deps.patienceMs) <= now
        await transition(
          work,
          waiting.map(order => {
            const failed = move(order, 'payment_failed', 'FAILED', message)
            return isGivenUp(order)
              ? { ...failed, changes: { state: { payment: 'FAILED', retriesEnded: true }, dueAt: null } }
              : failed
          }),
        )
        orderCount += waiting.length
        givenUpCount += waiting.filter(isGivenUp).length
      }
      if (orderCount === 0) return
      const card = await readChargedCard(tx, charge)
      const nextChargeAt = nextUtcHour(now, chargeHourUtc)
      const decline = { accountId, amountCents, orderCount, givenUpCount, card, code, message, at: now, nextChargeAt }
      await deps.notifyOfDecline(work, decline)
    }
  }
}

/** `ref` is the provider's id of the charge; null for a charge of nothing. */
type MadeCharge = { charge: OpenCharge; ref: string | null }
type CountedCharge = MadeCharge & { orderCount: number }
/** A large charge is recorded alone: all that are recorded with it would stay locked until its end. */
const oneLargeCharge = { sizeOf: ({ orderCount }: CountedCharge) => orderCount, maxSize: maxOrdersPerPortion }

/**
 * Records charges that succeeded, of many accounts together: a charge alone takes a dozen statements. Leaves out those
 * that are already settled. The numbers of invoices are taken last, because all transactions wait for them.
 */
async function recordMadeCharges(deps: ChargeDeps, work: UnitOfWork, made: MadeCharge[]): Promise<void> {
  const { tx, now } = work
  const keys = made.map(({ charge }) => charge)
  const [open, allParts] = await inOrder(
    () => lockOpenCharges(tx, keys),
    () => readChargeParts(tx, keys),
  )
  const openOnes = made.filter(({ charge }) => open.has(charge.chargeId))
  if (openOnes.length === 0) return
  await settleMade(
    tx,
    openOnes.map(({ charge: { accountId, chargeId }, ref }) => ({ accountId, chargeId, providerRef: ref })),
    now,
  )
  const parts = allParts.filter(({ chargeId }) => open.has(chargeId))
  const since = await recordPayments(work, parts)
  const invoices: Invoice[] = []
  for (const { charge } of openOnes) {
    const { accountId, chargeId, amountCents } = charge
    const { billTo } = open.get(chargeId)!
    const seller = deps.sellerAt(now, since.get(chargeId) ?? now)
    const number = await issueInvoice(tx, { accountId, chargeId, amountCents, billTo, seller }, now)
    const orderCount = parts.filter(part => part.chargeId === chargeId).length
    invoices.push({ accountId, number, amountCents, orderCount })
  }
  for (const invoice of invoices) {
    await announceDocument(work, invoice.accountId, invoice.number)
    await deps.notifyOfInvoice(work, invoice)
  }
}

/**
 * Of parts in the order of keys: moves the orders on and posts what was paid. Returns when the first order of each
 * charge was made.
 */
async function recordPayments(work: UnitOfWork, allParts: ChargePart[]): Promise<Map<string, Date>> {
  const { tx, now } = work
  const since = new Map<string, Date>()
  for await (const { parts, orders, waiting, cancelled } of lockInPortions(work, allParts)) {
    parts.forEach(({ chargeId }, i) => {
      const { createdAt } = orders[i]!
      if (createdAt < (since.get(chargeId) ?? now)) since.set(chargeId, createdAt)
    })
    // A sale that was canceled before is not reported, since nothing would reverse it.
    const [reportCount] = await inOrder(
      () => insertSaleReports(tx, waiting, now),
      () =>
        insertPostings(
          tx,
          parts.map(part => capturePosting(part, now)),
        ),
      () =>
        transition(
          work,
          waiting.map(order => move(order, 'paid', 'SUCCEEDED')),
        ),
    )
    if (reportCount > 0) work.wake('report_taxes', now)
    if (cancelled.length > 0) await oweRefunds(work, cancelled)
  }
  return since
}

/** Locks the orders of charges: those that wait for payment, and those that were canceled in the meantime. */
async function* lockInPortions({ tx }: UnitOfWork, allParts: ChargePart[]) {
  for (let from = 0; from < allParts.length; ) {
    const next = allParts.slice(from, from + maxOrdersPerPortion)
    const orders = await lockFirstOf(
      tx,
      next.map(part => ({ ...part, mode: 'production' as const })),
    )
    const parts = next.slice(0, orders.length)
    from += parts.length
    const isWaiting = (order: LockedOrder) => order.status === 'VALID_AWAITING_PAYMENT'
    const cancelled = orders.filter(order => !isWaiting(order))
    yield { parts, orders, waiting: orders.filter(isWaiting), cancelled }
  }
}

const move = (
  order: LockedOrder,
  on: 'paid' | 'payment_failed',
  payment: 'SUCCEEDED' | 'FAILED',
  note?: Words,
): Move => ({
  order,
  on,
  changes: { state: { payment } },
  ...(note === undefined ? {} : { note }),
})

function logOutcome(log: Log, charge: OpenCharge, outcome: Outcome, now: Date): void {
  const { accountId, chargeId, amountCents, attempts, createdAt } = charge
  // The address of the confirmation is only for the holder.
  const logged = outcome.kind === 'requires_action' ? { kind: outcome.kind, ref: outcome.ref } : outcome
  const line = { accountId, chargeId, amountCents, attempts, outcome: logged }
  if (outcome.kind === 'unknown' && outcome.isOurFault) log.error(line, 'the provider does not accept our requests')
  else if (outcome.kind === 'unknown' && later(createdAt, maxUnknownMs) <= now)
    log.error(line, 'the outcome of a charge is still unknown')
  else if (outcome.kind === 'declined' && outcome.code === orderTooLarge.code)
    log.error(line, 'an order costs more than the provider charges at once')
  else if (outcome.kind === 'declined' && outcome.cause !== undefined) log.warn(line, 'the provider refused a charge')
  else log.info(line, 'charge')
}
