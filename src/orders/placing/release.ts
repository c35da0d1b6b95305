// Queued orders are received, first in, first out, as soon as the rolling limit has room for them, and with new dates:
// those announced at creation did not include the wait.

import type { Log } from '../../base/log.ts'
import type { Mode } from '../../base/mode.ts'
import { releasable, releaseDueAt, takePlace } from '../../limits/admission.ts'
import { type Limit, lockDueLimits, saveLimits } from '../../limits/store.ts'
import { failedRetryAt, togetherOrAlone } from '../apart.ts'
import { toPrinterAt } from '../dates.ts'
import type { WhenShipped } from '../printing/print.ts'
import { type LockedOrder, lockFirstQueued } from '../store.ts'
import { type Move, transition, type Work } from '../transition.ts'
import { inOneWork, type Shell } from '../work.ts'

const limitsInASweep = 200
/** An account with a large limit does not hold up the others: its next orders follow in the next sweep. */
const ordersOfALimit = 500

export type ReleaseDeps = { shell: Shell; whenShipped: WhenShipped; log: Log }

/** Task `release_queued`. */
export function releaseQueued({ shell, whenShipped, log }: ReleaseDeps): (now: Date) => Promise<number> {
  return now =>
    inOneWork(shell, { now, actor: 'system' }, async work => {
      const limits = await lockDueLimits(work.tx, now, limitsInASweep)
      const { made: after, failed } = await togetherOrAlone(work, limits, some => release(work, some, whenShipped))
      const putOff = failed.map(({ item }) => ({ ...item, releaseDueAt: failedRetryAt(now) }))
      for (const { item, error } of failed)
        log.error({ accountId: item.accountId, mode: item.mode, err: error }, 'orders could not leave the queue')
      if (limits.length > 0) await saveLimits(work.tx, [...after, ...putOff])
      for (const { releaseDueAt } of after) if (releaseDueAt !== null) work.wake('release_queued', releaseDueAt)
      return limits.length
    })
}

/** Returns the limits as they are then. */
async function release(work: Work, limits: Limit[], whenShipped: WhenShipped): Promise<Limit[]> {
  const wanted = limits.map(limit => ({ ...limit, count: Math.min(releasable(limit), ordersOfALimit) }))
  const { limits: after, places } = placesInOrder(limits, await lockFirstQueued(work.tx, wanted), work.now)
  await transition(
    work,
    places.map(({ order, place }): Move => {
      const state = whenShipped(order, toPrinterAt(order.billing, work.now))
      return { order, on: 'released', changes: { received: place, state } }
    }),
  )
  return after
}

type Place = ReturnType<typeof takePlace>['place']

/** Gives each order the next place of its limit. Orders of one limit are in the order in which they came. */
function placesInOrder(
  limits: Limit[],
  orders: LockedOrder[],
  now: Date,
): { limits: Limit[]; places: { order: LockedOrder; place: Place }[] } {
  const keyOf = ({ accountId, mode }: { accountId: string; mode: Mode }) => `${accountId} ${mode}`
  const standing = new Map(limits.map(limit => [keyOf(limit), limit]))
  const places = orders.map(order => {
    const { place, limit } = takePlace(standing.get(keyOf(order))!, now)
    standing.set(keyOf(order), { ...limit, queued: limit.queued - 1 })
    return { order, place }
  })
  return { limits: [...standing.values()].map(limit => ({ ...limit, releaseDueAt: releaseDueAt(limit, now) })), places }
}
