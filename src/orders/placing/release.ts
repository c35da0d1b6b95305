// Queued orders are received, first in, first out, as soon as the rolling limit has room for them, and with new dates:
// those announced at creation did not include the wait.

import type { Mode } from '../../base/mode.ts'
import { releasable, releaseDueAt, takePlace } from '../../limits/admission.ts'
import { type Limit, lockDueLimits, saveLimits } from '../../limits/store.ts'
import { toPrinterAt } from '../dates.ts'
import type { WhenShipped } from '../printing/print.ts'
import { type LockedOrder, lockFirstQueued } from '../store.ts'
import { type Move, transition } from '../transition.ts'
import { inOneWork, type Shell } from '../work.ts'

const limitsInASweep = 200
/** An account with a large limit does not hold up the others: its next orders follow in the next sweep. */
const ordersOfALimit = 500

export function releaseQueued(shell: Shell, whenShipped: WhenShipped): (now: Date) => Promise<number> {
  return now =>
    inOneWork(shell, { now, actor: 'system' }, async work => {
      const limits = await lockDueLimits(work.tx, now, limitsInASweep)
      if (limits.length === 0) return 0
      const wanted = limits.map(limit => ({ ...limit, count: Math.min(releasable(limit), ordersOfALimit) }))
      const { limits: after, places } = placesInOrder(limits, await lockFirstQueued(work.tx, wanted), now)
      await transition(
        work,
        places.map(({ order, place }): Move => {
          const state = renewed(whenShipped(order, toPrinterAt(order.billing, now)))
          return { order, on: 'released', changes: { received: place, state } }
        }),
      )
      await saveLimits(work.tx, after)
      for (const { releaseDueAt } of after) if (releaseDueAt !== null) work.wake('release_queued', releaseDueAt)
      return limits.length
    })
}

/** A class that is no longer sold has no dates; its orders keep those that they have. */
const renewed = (dates: ReturnType<WhenShipped>) => (dates.estimatedShipDate === null ? {} : dates)

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
