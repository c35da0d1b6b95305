// Decides whether an order is received now, queued or rejected: the rolling 24-hour limit of an account and mode. The
// orders of an enterprise account that has reached its credit limit wait in the same queue.
// Received orders are numbered 1, 2, 3 ... in the order of their receipt. So the orders inside the window are those
// numbered after the newest order that has left it, and counting them is one subtraction, however large the limit.

import { say, type Translatable } from '../../languages/texts.ts'
import { day, earlier, hour, later, latest } from '../base/clock.ts'
import type { Mode } from '../base/mode.ts'
import { dollarsText } from '../base/money.ts'
import type { Problem } from '../base/refusal.ts'

const windowMs = day

/** Room in a credit limit also comes from an accepted order that ends, or costs less: such orders wake no queue. */
const creditReviewMs = hour

/**
 * The usage of an account and mode. `expiredNumber` is the newest number received at or before now - 24 h (0: none).
 */
export type Usage = {
  ordersPer24Hours: number
  queueCeiling: number
  lastNumber: number
  expiredNumber: number
  queued: number
  /** Of an account with a credit limit; never in the sandbox, where nothing is owed. */
  credit?: Credit | null
}

/** The debt for shipped orders, and the known prices of accepted orders that have not shipped. */
export type Credit = { limitCents: number; owedCents: number; acceptedCents: number }

/** The credit of an account that has reached its limit; otherwise null. */
export const reachedCredit = ({ credit }: Pick<Usage, 'credit'>): Credit | null =>
  credit && credit.owedCents + credit.acceptedCents >= credit.limitCents ? credit : null

export type Admission = 'received' | 'queued' | 'rejected'

/** An order received at or before this instant is outside the window (now - 24 h, now]. */
export const windowStart = (now: Date): Date => earlier(now, windowMs)

/** When the slot of an order received at `receivedAt` comes free. */
export const slotFreeAt = (receivedAt: Date): Date => later(receivedAt, windowMs)

const receivedInWindow = (usage: Usage): number => usage.lastNumber - usage.expiredNumber

/** First in, first out: while orders wait, a new one joins the queue behind them. The sandbox has no queue. */
export function admit(usage: Usage, mode: Mode): Admission {
  const received = receivedInWindow(usage)
  if (usage.queued === 0 && received < usage.ordersPer24Hours && !reachedCredit(usage)) return 'received'
  if (mode === 'production' && received + usage.queued < usage.queueCeiling) return 'queued'
  return 'rejected'
}

/**
 * Why an order was rejected: the limit, its usage, and when the order may be accepted. A slot that comes free while
 * orders are queued goes to the first of them, which makes room in the queue, so the same instant holds in both modes.
 */
export function rejectionOf(usage: Usage & { oldestInWindowAt: Date | null }, mode: Mode): Problem {
  const { ordersPer24Hours, queueCeiling, queued, oldestInWindowAt } = usage
  const credit = reachedCredit(usage)
  const received = say('{count} received', { count: receivedInWindow(usage) })
  const retry = say('place this order again under a new order ID')
  const at = oldestInWindowAt && slotFreeAt(oldestInWindowAt).toISOString()
  const advice = credit
    ? say('{retry} when a payment is recorded: {reason}', { retry, reason: creditReason(credit) })
    : at === null
      ? say('{retry} when support has raised the limit', { retry })
      : mode === 'sandbox'
        ? say('{retry} after {at}, or empty the sandbox with DELETE /sandbox/orders', { retry, at })
        : say('{retry} after {at}, or ask support to raise the limit', { retry, at })
  return mode === 'sandbox'
    ? {
        pointer: '',
        code: 'order_limit_reached',
        detail: say(
          'your limit is {ordersPer24Hours} sandbox orders received in 24 hours, without a queue; got {received}; {advice}',
          { ordersPer24Hours, received, advice },
        ),
      }
    : {
        pointer: '',
        code: 'queue_ceiling_reached',
        detail: say(
          'your limit is {queueCeiling} orders received in 24 hours or queued; got {received} and {queued} queued; {advice}',
          { queueCeiling, received, queued, advice },
        ),
      }
}

export const creditReason = ({ limitCents, owedCents, acceptedCents }: Credit): Translatable =>
  say('the account owes {owed}, its accepted orders come to {accepted}, and its credit limit is {limit}', {
    owed: `$${dollarsText(owedCents)}`,
    accepted: `$${dollarsText(acceptedCents)}`,
    limit: `$${dollarsText(limitCents)}`,
  })

/** The usage after an admission, so that many orders can be admitted in turn without reading it again. */
export function afterAdmission(usage: Usage, admission: Admission): Usage {
  switch (admission) {
    case 'received':
      return { ...usage, lastNumber: usage.lastNumber + 1 }
    case 'queued':
      return { ...usage, queued: usage.queued + 1 }
    case 'rejected':
      return usage
    default:
      return admission satisfies never
  }
}

/** How many queued orders have a free slot. */
export const releasable = (usage: Usage): number =>
  reachedCredit(usage) ? 0 : Math.max(0, Math.min(usage.queued, usage.ordersPer24Hours - receivedInWindow(usage)))

/** The slot of an order in the rolling limit: its number and the instant of its receipt. */
export type Slot = { number: number; at: Date }

/** Gives an order received now a slot; `limit` is the state after that. `priceCents` counts in the credit limit. */
export function takeSlot<T extends Usage & { lastReceivedAt: Date | null; oldestInWindowAt: Date | null }>(
  limit: T,
  now: Date,
  priceCents: number,
): { slot: Slot; limit: T } {
  // Never before the last receipt: clocks of two machines may differ, but numbers and instants must rise together.
  const at = latest(now, limit.lastReceivedAt)
  const number = limit.lastNumber + 1
  const { credit } = limit
  return {
    slot: { number, at },
    limit: {
      ...limit,
      ...(credit ? { credit: { ...credit, acceptedCents: credit.acceptedCents + priceCents } } : {}),
      lastNumber: number,
      lastReceivedAt: at,
      oldestInWindowAt: limit.oldestInWindowAt ?? at,
    },
  }
}

/**
 * When queued orders are next released: null when none are queued, or when only the staff can make room. A queue that
 * waits for room in the credit limit is looked at again and again.
 */
export function releaseDueAt(limit: Usage & { oldestInWindowAt: Date | null }, now: Date): Date | null {
  if (limit.queued === 0) return null
  if (reachedCredit(limit)) return later(now, creditReviewMs)
  if (releasable(limit) > 0) return now
  return limit.oldestInWindowAt === null ? null : slotFreeAt(limit.oldestInWindowAt)
}

/**
 * The slot that the queued order at position `place` (1 is the next) will take: that of the received order with this
 * number, `laterMs` after it first comes free. A position beyond the limit takes a slot that earlier positions had in
 * between. Null while the limit is zero.
 */
export function queuedSlotOf(
  { ordersPer24Hours, lastNumber }: Pick<Usage, 'ordersPer24Hours' | 'lastNumber'>,
  place: number,
): { number: number; laterMs: number } | null {
  if (ordersPer24Hours === 0) return null
  const ahead = place - 1
  const number = lastNumber + 1 + (ahead % ordersPer24Hours) - ordersPer24Hours
  return { number, laterMs: Math.floor(ahead / ordersPer24Hours) * windowMs }
}
