// Admits the orders of a group, in the order in which they arrived: each takes a slot of its limit, queues, or is
// rejected. A rule over values that were read under the lock; the caller writes the result.

import { say } from '../../../languages/texts.ts'
import type { Mode } from '../../base/mode.ts'
import { type Problem, Refusal } from '../../base/refusal.ts'
import {
  type Admission,
  admit,
  afterAdmission,
  type Credit,
  creditReason,
  reachedCredit,
  rejectionOf,
  releaseDueAt,
  takeSlot,
  windowStart,
} from '../../limits/admission.ts'
import type { Limit, LimitKey } from '../../limits/limitStore.ts'
import { type FirstEvent, firstStatusOf, statuses } from '../../orders/lifecycle.ts'
import type { Opening } from '../../orders/transition.ts'
import type { LimitNotice } from '../notify/accountEmails.ts'
import { type OrderDraft, openingFor } from './drafts.ts'
import { purchaseOrderRefusal } from './purchaseOrders.ts'

type Admissions = {
  /**
   * The first step of each draft, in their order; a Refusal where its identifier or its quote was used before, or where
   * it has no purchase order number and needs one.
   */
  openings: (Opening | Refusal)[]
  /** The limits that admissions changed. */
  limits: Limit[]
  notices: LimitNotice[]
}

/** The use of the quotes of drafts. */
export type QuoteUse = {
  /** Why a draft cannot be placed from its quote; null also for a draft without a quote. */
  refusalOf(draft: OrderDraft): Refusal | null
  /** The draft becomes the order of its quote: the next draft of this quote is refused. */
  spend(draft: OrderDraft): void
}

/** An order by the customer's name for it; null where the service names it. */
type Identified = { accountId: string; customerOrderId: string | null }

/**
 * `limits` are both modes' of every account, and `used` the identifiers among the drafts' that orders have already.
 * `quotes` has the quotes of the drafts.
 */
export function admitAll(
  limits: Limit[],
  drafts: OrderDraft[],
  used: Identified[],
  now: Date,
  quotes: QuoteUse = { refusalOf: () => null, spend: () => {} },
): Admissions {
  const currentLimits = new Map(limits.map(limit => [limitKey(limit), limit]))
  const changedKeys = new Set<string>()
  const usedIds = new Set(used.map(identifierOf))
  const notices: LimitNotice[] = []
  const openings = drafts.map(draft => {
    const quoteRefusal = quotes.refusalOf(draft)
    if (quoteRefusal !== null) return quoteRefusal
    if (usedIds.has(identifierOf(draft))) return duplicateRefusal(draft)
    const numberMissing = purchaseOrderRefusal(draft)
    if (numberMissing !== null) return numberMissing
    if (draft.customerOrderId !== null) usedIds.add(identifierOf(draft))
    if (draft.examined.errors.length > 0) return openingFor(draft, 'invalid', null, now)
    const key = limitKey(draft)
    const admitted = admitDraft(currentLimits.get(key)!, currentLimits.get(otherModeKey(draft)), draft, now)
    changedKeys.add(key)
    currentLimits.set(key, admitted.limit)
    if (admitted.notice !== null) notices.push(admitted.notice)
    if (!statuses[firstStatusOf(admitted.opening.on)].final) quotes.spend(draft)
    return admitted.opening
  })
  const changed = Array.from(changedKeys, key => currentLimits.get(key)!)
  return { openings, limits: changed.map(limit => ({ ...limit, releaseDueAt: releaseDueAt(limit, now) })), notices }
}

function admitDraft(
  limit: Limit,
  otherModeLimit: Limit | undefined,
  draft: OrderDraft,
  now: Date,
): { opening: Opening; limit: Limit; notice: LimitNotice | null } {
  const admission = admit(limit, draft.mode)
  const on = firstEventOf(admission, draft.mode)
  if (admission === 'received') {
    const { slot, limit: limitAfter } = takeSlot(limit, now, draft.agreed?.orderCents ?? 0)
    return { opening: openingFor(draft, on, slot, now), limit: limitAfter, notice: null }
  }
  // The holder is notified once of queued and once of rejected orders in a window, whichever their modes are.
  const mailField = admission === 'queued' ? 'queuedMailAt' : 'rejectedMailAt'
  const isNotified = [limit[mailField], otherModeLimit?.[mailField]].some(at => at != null && at > windowStart(now))
  const limitAfter = { ...limit, ...afterAdmission(limit, admission), ...(isNotified ? {} : { [mailField]: now }) }
  const notice = isNotified
    ? null
    : { admission, holder: draft.customer, limit: limitAfter, releaseAt: releaseDueAt(limitAfter, now) }
  const opening = openingFor(withReason(limit, admission, draft), on, null, now)
  if (admission === 'rejected') return { opening, limit: limitAfter, notice }
  const queueNumber = limit.lastQueueNumber + 1
  return { opening: { ...opening, queueNumber }, limit: { ...limitAfter, lastQueueNumber: queueNumber }, notice }
}

function withReason(limit: Limit, admission: Admission, draft: OrderDraft): OrderDraft {
  const { examined } = draft
  const credit = reachedCredit(limit)
  return admission === 'queued' && credit !== null
    ? { ...draft, examined: { ...examined, warnings: [...examined.warnings, creditWarning(credit)] } }
    : withRejection(limit, admission, draft)
}

/** Taken from the order again when it is released. */
const creditWarning = (credit: Credit): Problem => ({
  pointer: '',
  code: 'credit_limit_reached',
  detail: say('{reason}; the order waits in the queue until there is room', { reason: creditReason(credit) }),
})

export const isAboutCredit = ({ code }: Problem): boolean => code === 'credit_limit_reached'

/** The draft, with the reason as its error if it is rejected. */
export const withRejection = (limit: Limit, admission: Admission, draft: OrderDraft): OrderDraft =>
  admission === 'rejected'
    ? { ...draft, examined: { ...draft.examined, errors: [rejectionOf(limit, draft.mode)] } }
    : draft

/** The first step of an order that can be made. */
export function firstEventOf(admission: Admission, mode: Mode): FirstEvent {
  if (admission === 'received') return 'admitted'
  if (admission === 'queued') return 'queued'
  return mode === 'production' ? 'rejected' : 'rejected_sandbox'
}

export const duplicateRefusal = ({ customerOrderId }: Identified) => {
  const detail = `the customerOrderId ${JSON.stringify(customerOrderId)} was already used`
  return new Refusal('duplicate_order_id', detail, [
    { pointer: '/customerOrderId', code: 'duplicate_order_id', detail },
  ])
}

const identifierOf = ({ accountId, customerOrderId }: Identified) => JSON.stringify([accountId, customerOrderId])
export const limitKey = ({ accountId, mode }: LimitKey) => `${accountId} ${mode}`
const otherModeKey = ({ accountId, mode }: LimitKey) =>
  limitKey({ accountId, mode: mode === 'production' ? 'sandbox' : 'production' })
