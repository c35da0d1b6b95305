// Queued orders are received, first in, first out, as soon as the rolling limit has slots for them. They get new dates,
// because the dates at creation did not include the wait.

import type { Log } from '../../base/log.ts'
import { releasable, releaseDueAt, takeSlot } from '../../limits/admission.ts'
import { type Limit, lockDueLimits, saveLimits } from '../../limits/limitStore.ts'
import { failureRetryAt, isolateFailures } from '../core/isolateFailures.ts'
import { lockFirstQueued } from '../core/orderStore.ts'
import { type Transactor, transact } from '../core/transact.ts'
import { type Move, transition, type UnitOfWork } from '../core/transition.ts'
import type { EstimateDates } from '../printing/fulfillment.ts'
import { isAboutCredit, limitKey } from './admissions.ts'
import { toPrinterAt } from './dates.ts'

const maxLimits = 200
/** An account with a large limit does not delay other accounts: its next orders follow in the next sweep. */
const maxOrdersPerLimit = 500

export type ReleaseDeps = { transactor: Transactor; estimateDates: EstimateDates; log: Log }

/** Task `release_queued`. */
export function releaseQueued({ transactor, estimateDates, log }: ReleaseDeps): (now: Date) => Promise<number> {
  return now =>
    transact(transactor, { now, actor: 'system' }, async work => {
      const limits = await lockDueLimits(work.tx, now, maxLimits)
      const { results, failed } = await isolateFailures(work, limits, due => release(work, due, estimateDates))
      const postponed = failed.map(({ item }) => ({ ...item, releaseDueAt: failureRetryAt(now) }))
      for (const { item, error } of failed)
        log.error({ accountId: item.accountId, mode: item.mode, err: error }, 'orders could not leave the queue')
      if (limits.length > 0) await saveLimits(work.tx, [...results, ...postponed])
      for (const { releaseDueAt } of results) if (releaseDueAt !== null) work.wake('release_queued', releaseDueAt)
      return limits.length
    })
}

/** Returns the limits after the release. */
async function release(work: UnitOfWork, limits: Limit[], estimateDates: EstimateDates): Promise<Limit[]> {
  const counts = limits.map(limit => ({ ...limit, count: Math.min(releasable(limit), maxOrdersPerLimit) }))
  const currentLimits = new Map(limits.map(limit => [limitKey(limit), limit]))
  // Orders of one limit come in the order of the queue, and take its slots in that order.
  const moves = (await lockFirstQueued(work.tx, counts)).map((order): Move => {
    const { slot, limit } = takeSlot(currentLimits.get(limitKey(order))!, work.now)
    currentLimits.set(limitKey(order), { ...limit, queued: limit.queued - 1 })
    const { warnings } = order.state
    const state = {
      ...estimateDates(order, toPrinterAt(order.billing, work.now)),
      ...(warnings.some(isAboutCredit) ? { warnings: warnings.filter(warning => !isAboutCredit(warning)) } : {}),
    }
    return { order, on: 'released', changes: { received: slot, state } }
  })
  await transition(work, moves)
  return Array.from(currentLimits.values(), limit => ({ ...limit, releaseDueAt: releaseDueAt(limit, work.now) }))
}
