// The daily charge. At 02:00 UTC each account's orders that await payment are charged together: one charge per account
// and date. Claim the orders, call the provider outside of any transaction, record. A charge with an unknown outcome is
// asked for again with its own key; its orders are in no other charge until it is known to have been declined. A missed
// run is made up for when the service is up: the orders are still due. An order that has been declined for a number of
// days waits until the account's card changes or its holder pays (payNow.ts).

import { type Clock, day, earlier, hour, later, nextUtcHour, utcDay } from '../../base/clock.ts'
import type { Crash } from '../../base/crash.ts'
import { keepableIn } from '../../base/keepable.ts'
import type { Log } from '../../base/log.ts'
import { eachOf } from '../../base/parallel.ts'
import { cardOf, defaultCards } from '../../payments/cards/store.ts'
import { issueInvoice } from '../../payments/documents.ts'
import { captured, type Part } from '../../payments/ledger.ts'
import type { ChargeOutcome, Payments } from '../../payments/payments.ts'
import { callLeaseMs, confirmWithinMs, nextAttemptAt, nextLookAt } from '../../payments/retry.ts'
import {
  accountsChargedOn,
  awaitHolder,
  chargesOfNothing,
  dailyRun,
  insertCharges,
  insertEntries,
  lockOpenCharge,
  type OpenCharge,
  ordersInCharges,
  partsOf,
  postponeCharge,
  settleCharge,
  takeDueCharges,
} from '../../payments/store.ts'
import { insertSaleReports } from '../../payments/taxReports.ts'
import type { Order } from '../order.ts'
import { chargeHourUtc } from '../schedule.ts'
import { type ChargeableOrder, type LockedOrder, leaseOrders, lockFirstOf, lockToCharge } from '../store.ts'
import { type Move, transition, type Work } from '../transition.ts'
import { inOneWork, type Shell } from '../work.ts'
import { lookAtCards } from './cards.ts'
import { refundsOwed } from './refund.ts'
import { findOrdersToCharge, firstTried, isUnpaid } from './unpaidOrders.ts'

/** With the number of calls at a time, few enough that the slowest batch ends before its leases. */
const chargesInASweep = 128
const callsAtATime = 16
/** A claim takes accounts until it has this many orders; a larger account is claimed alone. */
const ordersInAClaim = 5000
/** The orders of a large charge are recorded in portions, so that statements do not grow with it; fewer large ones. */
const ordersInAPortion = 100

/** How long the outcome of a charge may be unknown before staff must ask what happened. */
const patienceWithProviderMs = day

/**
 * A declined charge, as the account's holder is told about it. `orderCount` leaves out orders cancelled in the
 * meantime.
 */
export type Decline = {
  accountId: string
  amountCents: number
  orderCount: number
  /** How many of them are no longer charged automatically. */
  givenUpCount: number
  /** Null: none on file. */
  card: { brand: string; last4: string } | null
  code: string
  message: string
  at: Date
  nextChargeAt: Date
}

/** A charge that waits until the account's holder confirms it at `url`. */
export type Confirmation = { accountId: string; amountCents: number; url: string; at: Date; confirmBy: Date }

export type ChargeDeps = {
  shell: Shell
  clock: Clock
  payments: Payments
  log: Log
  /** How long an order is tried after its first decline, separately for each card. */
  patienceMs: number
  /** Queue the e-mails to the holder, in the work's transaction. */
  tellOfDecline: (work: Work, decline: Decline) => Promise<void>
  tellOfConfirmation: (work: Work, confirmation: Confirmation) => Promise<void>
  crash?: Crash
  /** Counts the outcome of each call. */
  count?: (outcome: Outcome['kind']) => void
}

/** The sweep that makes new charges. Returns how many due orders it handled. */
export function chargeDue(deps: ChargeDeps): (now: Date) => Promise<number> {
  return async now => {
    const { charges, orders } = await inOneWork(deps.shell, { now, actor: 'system' }, work =>
      claimCharges(work, deps.payments.name),
    )
    if (charges.length > 0) await settle(deps, charges)
    return orders
  }
}

/**
 * The sweep that asks again: charges with an unknown outcome, those that wait for their holder, and those whose worker
 * died. Returns how many.
 */
export function settleCharges(deps: ChargeDeps): (now: Date) => Promise<number> {
  return async now => {
    const { charges, ofNothing } = await inOneWork(deps.shell, { now, actor: 'system' }, async ({ tx }) => {
      const charges = await takeDueCharges(tx, now, later(now, callLeaseMs), chargesInASweep)
      const waiting = charges.filter(charge => charge.status === 'requires_action')
      return { charges, ofNothing: waiting.length === 0 ? new Set<string>() : await chargesOfNothing(tx, waiting) }
    })
    const isVain = (charge: OpenCharge) =>
      charge.status === 'requires_action' &&
      (ofNothing.has(charge.chargeId) || later(charge.createdAt, confirmWithinMs) <= now)
    const { vain = [], hopeful = [] } = Object.groupBy(charges, charge => (isVain(charge) ? 'vain' : 'hopeful'))
    if (hopeful.length > 0) await settle(deps, hopeful)
    if (vain.length > 0) await settle(deps, vain, 'withdraw')
    return charges.length
  }
}

/** Asks the provider for each charge, or to cancel it, and records the outcome. */
export async function settle(
  deps: ChargeDeps,
  charges: OpenCharge[],
  act: 'charge' | 'withdraw' = 'charge',
): Promise<void> {
  const { shell, clock, payments, log, crash = () => {}, count = () => {} } = deps
  crash('charge:claimed')
  await eachOf(charges, callsAtATime, async charge => {
    const outcome = await ask(payments, charge, act)
    crash('charge:called')
    const now = clock()
    await inOneWork(shell, { now, actor: 'system' }, work => recordCharge(deps, work, charge, outcome))
    count(outcome.kind)
    logOutcome(log, charge, outcome, now)
  })
}

/** Puts the due orders of the accounts that are next into charges, which this worker then calls. */
async function claimCharges(work: Work, provider: string): Promise<{ charges: OpenCharge[]; orders: number }> {
  const { tx, now } = work
  const found = await findOrdersToCharge(tx, now, { accounts: chargesInASweep, orders: ordersInAClaim })
  const due = (await lockToCharge(tx, found)).filter(order => isDue(order, now))
  if (due.length === 0) return { charges: [], orders: 0 }

  // Until the next run nobody claims them again. By then they are paid, waiting again, or still in this charge.
  await leaseOrders(tx, due, nextUtcHour(now, chargeHourUtc))
  const accountIds = [...new Set(due.map(order => order.accountId))]
  const chargeDate = utcDay(earlier(now, chargeHourUtc * hour)).toString() // that of a late run as well
  const hadTheirs = await accountsChargedOn(tx, chargeDate, accountIds)
  const inOthers = await ordersInCharges(tx, due)
  const open = due.filter(order => !hadTheirs.has(order.accountId) && !inOthers.has(order.orderId))
  const charges = await openCharges(work, open, { chargeDate, runOf: () => dailyRun, provider })
  return { charges, orders: due.length }
}

type Opening = { chargeDate: string; runOf: (accountId: string) => number; provider: string }

/** Writes one charge per account, claimed for its first call. The orders are locked, and in no open charge. */
export async function openCharges(
  work: Work,
  open: ChargeableOrder[],
  { chargeDate, runOf, provider }: Opening,
): Promise<OpenCharge[]> {
  const { tx, now } = work
  if (open.length === 0) return []
  const accountIds = [...new Set(open.map(order => order.accountId))]
  const cards = new Map((await defaultCards(tx, accountIds, provider)).map(card => [card.accountId, card.providerRef]))
  const charges: OpenCharge[] = []
  const parts: Part[] = []
  for (const [accountId, orders] of Map.groupBy(open, order => order.accountId)) {
    const chargeId = work.newId('chg')
    const own = orders.map(order => partOf(order, chargeId))
    charges.push({
      accountId,
      chargeId,
      chargeDate,
      run: runOf(accountId),
      amountCents: own.reduce((sum, part) => sum + part.amountCents, 0),
      status: 'claimed',
      provider,
      cardRef: cards.get(accountId) ?? null,
      idempotencyKey: `octavo-${chargeId}`,
      providerRef: null,
      attempts: 1,
      createdAt: now,
    })
    for (const part of own) parts.push(part)
  }
  await insertCharges(tx, charges, parts, { leaseUntil: later(now, callLeaseMs) })
  return charges
}

/** Judged again under the lock: it may have been cancelled or claimed since it was found. */
const isDue = (order: ChargeableOrder, now: Date): boolean =>
  isUnpaid(order) && order.dueAt !== null && order.dueAt <= now

const partOf = ({ accountId, orderId, chargeCents, taxCents }: ChargeableOrder, chargeId: string): Part => ({
  accountId,
  chargeId,
  orderId,
  amountCents: chargeCents ?? 0,
  taxCents,
})

/** A charge of nothing succeeds, and one without a card is declined, without a call. */
type Outcome = ChargeOutcome | { kind: 'succeeded'; ref: null }

export async function ask(payments: Payments, charge: OpenCharge, act: 'charge' | 'withdraw'): Promise<Outcome> {
  const { accountId, amountCents, cardRef, chargeDate, idempotencyKey, provider } = charge
  if (amountCents === 0) return { kind: 'succeeded', ref: null }
  if (cardRef === null) return { kind: 'declined', code: 'no_card', message: 'There is no card on file.' }
  if (provider !== payments.name)
    return { kind: 'unknown', cause: `it was made through ${provider}, which is not in use` }
  try {
    const outcome = await payments[act]({
      idempotencyKey,
      accountId,
      amountCents,
      cardRef,
      description: `Octavo orders, ${chargeDate}`,
      attempt: charge.attempts,
      firstAskedAt: charge.createdAt,
      chargeRef: charge.providerRef,
    })
    return keepableIn(outcome)
  } catch (error) {
    return { kind: 'unknown', cause: String(error) }
  }
}

/** Writes what became of a charge. Does nothing when another worker already has. */
export async function recordCharge(deps: ChargeDeps, work: Work, charge: OpenCharge, outcome: Outcome): Promise<void> {
  const { tx, now } = work
  const stood = await lockOpenCharge(tx, charge)
  if (stood === undefined) return
  switch (outcome.kind) {
    case 'unknown': {
      const at = stood === 'requires_action' ? nextLookAt(now) : nextAttemptAt(charge.attempts, now)
      await postponeCharge(tx, charge, at)
      return work.wake('charge_cards', at)
    }
    case 'requires_action': {
      const at = nextLookAt(now)
      await awaitHolder(tx, charge, outcome, at)
      work.wake('charge_cards', at)
      if (stood === 'requires_action') return
      const { accountId, amountCents, createdAt } = charge
      const confirmBy = later(createdAt, confirmWithinMs)
      return deps.tellOfConfirmation(work, { accountId, amountCents, url: outcome.url, at: now, confirmBy })
    }
    case 'succeeded': {
      await settleCharge(tx, charge, { status: 'succeeded', providerRef: outcome.ref }, now)
      await issueInvoice(tx, charge, now)
      if ((await insertSaleReports(tx, charge, now)) > 0) work.wake('report_taxes', now)
      for await (const { parts, waiting, gone } of portionsOf(work, charge)) {
        await insertEntries(
          tx,
          parts.flatMap(part => captured(part, now)),
        )
        await transition(
          work,
          waiting.map(order => move(order, 'paid', 'SUCCEEDED')),
        )
        if (gone.length > 0) await refundsOwed(work, gone)
      }
      return
    }
    case 'declined': {
      const { accountId, amountCents } = charge
      const { code, message } = outcome
      await settleCharge(tx, charge, { status: 'declined', declineCode: code, declineMessage: message }, now)
      // Where the card was not even tried, the provider may have let go of it without our having heard.
      if (outcome.cause !== undefined) await lookAtCards(work, charge.provider, accountId)
      let orderCount = 0
      let givenUpCount = 0
      for await (const { waiting } of portionsOf(work, charge)) {
        const tried = await firstTried(
          tx,
          accountId,
          waiting.map(order => order.orderId),
        )
        const isGivenUp = ({ orderId }: Order) => later(tried.get(orderId) ?? now, deps.patienceMs) <= now
        await transition(
          work,
          waiting.map(order => {
            const failed = move(order, 'payment_failed', 'FAILED', message)
            return isGivenUp(order) ? { ...failed, changes: { ...failed.changes, dueAt: null } } : failed
          }),
        )
        orderCount += waiting.length
        givenUpCount += waiting.filter(isGivenUp).length
      }
      if (orderCount === 0) return
      const card = await cardOf(tx, charge)
      const nextChargeAt = nextUtcHour(now, chargeHourUtc)
      const decline = { accountId, amountCents, orderCount, givenUpCount, card, code, message, at: now, nextChargeAt }
      await deps.tellOfDecline(work, decline)
    }
  }
}

/**
 * A charge's orders, locked: those that wait, and those that were cancelled in the meantime, the only other
 * possibility.
 */
async function* portionsOf({ tx }: Work, charge: OpenCharge) {
  const all = await partsOf(tx, charge)
  for (let from = 0; from < all.length; ) {
    const next = all.slice(from, from + ordersInAPortion)
    const orders = await lockFirstOf(
      tx,
      next.map(part => ({ ...part, mode: 'production' as const })),
    )
    const parts = next.slice(0, orders.length)
    from += parts.length
    const waits = (order: LockedOrder) => order.status === 'VALID_AWAITING_PAYMENT'
    yield { parts, waiting: orders.filter(waits), gone: orders.filter(order => !waits(order)) }
  }
}

const move = (
  order: LockedOrder,
  on: 'paid' | 'payment_failed',
  payment: 'SUCCEEDED' | 'FAILED',
  note?: string,
): Move => ({
  order,
  on,
  changes: { state: { payment } },
  ...(note === undefined ? {} : { note }),
})

function logOutcome(log: Log, charge: OpenCharge, outcome: Outcome, now: Date): void {
  const { accountId, chargeId, amountCents, attempts, createdAt } = charge
  // The address of the confirmation is for the holder alone.
  const told = outcome.kind === 'requires_action' ? { kind: outcome.kind, ref: outcome.ref } : outcome
  const line = { accountId, chargeId, amountCents, attempts, outcome: told }
  if (outcome.kind === 'unknown' && later(createdAt, patienceWithProviderMs) <= now)
    log.error(line, 'the outcome of a charge is still unknown')
  else if (outcome.kind === 'declined' && outcome.cause !== undefined) log.warn(line, 'the provider refused a charge')
  else log.info(line, 'charge')
}
