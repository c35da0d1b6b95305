// Queued orders are received, first in, first out, as soon as the rolling limit has slots for them. They get new dates,
// because the dates at creation did not include the wait. An order that cannot be released lets the next orders of its
// queue pass, and is tried again later.

import type { Log } from '../../base/log.ts'
import { failureRetryAt, isolateFailures } from '../../jobs/isolateFailures.ts'
import { reachedCredit, releasable, releaseDueAt, takeSlot } from '../../limits/admission.ts'
import { type Limit, lockDueLimits, saveLimits } from '../../limits/limitStore.ts'
import { type LockedOrder, lockFirstQueued } from '../../orders/orderStore.ts'
import { postponeFailed } from '../../orders/postponeFailed.ts'
import { type Transactor, transact } from '../../orders/transact.ts'
import { type Move, transition, type UnitOfWork } from '../../orders/transition.ts'
import type { EstimateDates } from '../printing/fulfillment.ts'
import { isAboutCredit, limitKey } from './admissions.ts'
import { toPrinterAt } from './dates.ts'

const maxLimits = 200
/** An account with a large limit does not delay other accounts: its next orders follow in the next sweep. */
const maxOrdersPerLimit = 500

/** An order whose dates cannot be estimated is then released with the dates that it has: its check decides about it. */
const maxDateAttempts = 3

export type ReleaseDeps = { transactor: Transactor; estimateDates: EstimateDates; log: Log }

/** Task `release_queued`. */
export function releaseQueued({ transactor, estimateDates, log }: ReleaseDeps): (now: Date) => Promise<number> {
  return now =>
    transact(transactor, { now, actor: 'system' }, async work => {
      const limits = await lockDueLimits(work.tx, now, maxLimits)
      const { results, failed } = await isolateFailures(work, limits, due => release(work, due, estimateDates))
      for (const { item } of failed) results.push(await releaseEach(work, item, { estimateDates, log }))
      if (limits.length > 0) await saveLimits(work.tx, results)
      for (const { releaseDueAt } of results) if (releaseDueAt !== null) work.wake('release_queued', releaseDueAt)
      return limits.length
    })
}

/** Releases the orders of a limit each alone, and postpones the orders that fail. Returns the limit afterwards. */
async function releaseEach(
  work: UnitOfWork,
  due: Limit,
  { estimateDates, log }: Omit<ReleaseDeps, 'transactor'>,
): Promise<Limit> {
  let limit = due
  const count = Math.min(releasable(due), maxOrdersPerLimit)
  for (const order of await lockFirstQueued(work.tx, [{ ...due, count }], work.now)) {
    if (reachedCredit(limit)) break
    const { results, failed } = await isolateFailures(work, [order], async () => {
      const { move, limit: after } = releaseNext(work, limit, { order, estimateDates })
      await transition(work, [move])
      return [after]
    })
    limit = results[0] ?? limit
    await postponeFailed(work, failed, log)
  }
  return { ...limit, releaseDueAt: nextReleaseAt(due, limit, work.now) }
}

/** Where no order could be released, all that have their turn are postponed. */
const nextReleaseAt = (before: Limit, after: Limit, now: Date): Date | null =>
  after.queued > 0 && after.queued === before.queued && releasable(after) > 0
    ? failureRetryAt(now)
    : releaseDueAt(after, now)

/** Returns the limits after the release. */
async function release(work: UnitOfWork, limits: Limit[], estimateDates: EstimateDates): Promise<Limit[]> {
  const counts = limits.map(limit => ({ ...limit, count: Math.min(releasable(limit), maxOrdersPerLimit) }))
  const currentLimits = new Map(limits.map(limit => [limitKey(limit), limit]))
  // Orders of one limit come in the order of the queue, and take its slots in that order.
  const moves = (await lockFirstQueued(work.tx, counts, work.now)).flatMap((order): Move[] => {
    const current = currentLimits.get(limitKey(order))!
    if (reachedCredit(current)) return []
    const { move, limit } = releaseNext(work, current, { order, estimateDates })
    currentLimits.set(limitKey(order), limit)
    return [move]
  })
  await transition(work, moves)
  return limits.map(before => {
    const after = currentLimits.get(limitKey(before))!
    return { ...after, releaseDueAt: nextReleaseAt(before, after, work.now) }
  })
}

type Next = { order: LockedOrder; estimateDates: EstimateDates }

/** The move of the next order of a limit, and the limit after it. */
function releaseNext(work: UnitOfWork, before: Limit, { order, estimateDates }: Next): { move: Move; limit: Limit } {
  const { slot, limit } = takeSlot(before, work.now, order.state.agreed?.orderCents ?? 0)
  const { warnings } = order.state
  const state = {
    ...(order.attempts < maxDateAttempts ? estimateDates(order, toPrinterAt(order.billing, work.now)) : {}),
    ...(warnings.some(isAboutCredit) ? { warnings: warnings.filter(warning => !isAboutCredit(warning)) } : {}),
  }
  return {
    move: { order, on: 'released', changes: { received: slot, state } },
    limit: { ...limit, queued: limit.queued - 1 },
  }
}
