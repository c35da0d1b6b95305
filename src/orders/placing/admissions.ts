// What becomes of the orders of a group: each takes a place of its limit, waits, or is rejected, one after the other in
// the order in which they came. A rule over what was read under the lock; the caller writes what it comes to.

import type { Mode } from '../../base/mode.ts'
import { Refusal } from '../../base/refusal.ts'
import {
  type Admission,
  admit,
  afterAdmission,
  rejectionOf,
  releaseDueAt,
  takePlace,
  windowStart,
} from '../../limits/admission.ts'
import type { Limit } from '../../limits/store.ts'
import type { LimitNews } from '../letters.ts'
import type { FirstEvent } from '../lifecycle.ts'
import type { Opening } from '../transition.ts'
import { type Draft, openingOf } from './drafts.ts'

type Admitted = {
  /** What becomes of each draft, in their order; a Refusal where its identifier was used before. */
  openings: (Opening | Refusal)[]
  /** The limits of which something was asked, as they are after it. */
  limits: Limit[]
  /** What holders are to be told. */
  news: LimitNews[]
}

/** An order by the customer's name for it; null where the service names it. */
type Identified = { accountId: string; customerOrderId: string | null }

/** `limits` are both modes' of every account, and `used` the identifiers among the drafts' that orders have already. */
export function admitAll(limits: Limit[], drafts: Draft[], used: Identified[], now: Date): Admitted {
  const standing = new Map(limits.map(limit => [limitKey(limit), limit]))
  const asked = new Set<string>()
  const taken = new Set(used.map(identifierOf))
  const openings: (Opening | Refusal)[] = []
  const news: LimitNews[] = []
  for (const draft of drafts) {
    if (taken.has(identifierOf(draft))) {
      openings.push(duplicateOf(draft))
      continue
    }
    if (draft.customerOrderId !== null) taken.add(identifierOf(draft))
    if (draft.examined.errors.length > 0) {
      openings.push(openingOf(draft, 'invalid', null, now))
      continue
    }
    const key = limitKey(draft)
    const one = admitOne(standing.get(key)!, standing.get(otherKey(draft)), draft, now)
    asked.add(key)
    standing.set(key, one.limit)
    openings.push(one.opening)
    if (one.news !== null) news.push(one.news)
  }
  const after = Array.from(asked, key => standing.get(key)!)
  return { openings, limits: after.map(limit => ({ ...limit, releaseDueAt: releaseDueAt(limit, now) })), news }
}

/** `other` is the limit of the account's other mode. */
function admitOne(
  limit: Limit,
  other: Limit | undefined,
  draft: Draft,
  now: Date,
): { opening: Opening; limit: Limit; news: LimitNews | null } {
  const admission = admit(limit, draft.mode)
  const on = firstEventOf(admission, draft.mode)
  if (admission === 'received') {
    const { place, limit: after } = takePlace(limit, now)
    return { opening: openingOf(draft, on, place, now), limit: after, news: null }
  }
  const opening = openingOf(judgedBy(limit, admission, draft), on, null, now)
  const counted = { ...limit, ...afterAdmission(limit, admission) }
  const { limit: after, tell } = tellOnce(counted, other, admission, now)
  const news = tell ? { admission, holder: draft.customer, limit: after, releaseAt: releaseDueAt(after, now) } : null
  if (admission === 'rejected') return { opening, limit: after, news }
  const queueNumber = limit.lastQueueNumber + 1
  return { opening: { ...opening, queueNumber }, limit: { ...after, lastQueueNumber: queueNumber }, news }
}

/** The draft, with the reason if its limit has no room for it. */
export const judgedBy = (limit: Limit, admission: Admission, order: Draft): Draft =>
  admission === 'rejected'
    ? { ...order, examined: { ...order.examined, errors: [rejectionOf(limit, order.mode)] } }
    : order

/** The first step of an order that can be made. */
export function firstEventOf(admission: Admission, mode: Mode): FirstEvent {
  if (admission === 'received') return 'admitted'
  if (admission === 'queued') return 'queued'
  return mode === 'production' ? 'rejected' : 'rejected_sandbox'
}

/** The holder is told of queued orders once in a window, and of rejected ones once, whichever mode they are of. */
function tellOnce(
  limit: Limit,
  other: Limit | undefined,
  admission: 'queued' | 'rejected',
  now: Date,
): { limit: Limit; tell: boolean } {
  const field = admission === 'queued' ? 'queuedMailAt' : 'rejectedMailAt'
  const isRecent = (at: Date | null | undefined): boolean => at != null && at > windowStart(now)
  if (isRecent(limit[field]) || isRecent(other?.[field])) return { limit, tell: false }
  return {
    tell: true,
    limit: { ...limit, [field]: now },
  }
}

export const duplicateOf = ({ customerOrderId }: Identified) => {
  const detail = `the customerOrderId ${JSON.stringify(customerOrderId)} was already used`
  return new Refusal('duplicate_order_id', detail, [
    { pointer: '/customerOrderId', code: 'duplicate_order_id', detail },
  ])
}

const identifierOf = ({ accountId, customerOrderId }: Identified) => JSON.stringify([accountId, customerOrderId])
const limitKey = ({ accountId, mode }: { accountId: string; mode: Mode }) => `${accountId} ${mode}`
const otherKey = ({ accountId, mode }: { accountId: string; mode: Mode }) =>
  limitKey({ accountId, mode: mode === 'production' ? 'sandbox' : 'production' })
