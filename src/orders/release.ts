// Waiting orders are received, first in, first out, the instant the rolling limit has room for them.

import { releasable, releaseDueAt, takePlace } from '../limits/admission.ts'
import { type Limit, lockDueLimits, saveLimits } from '../limits/store.ts'
import { type LockedOrder, lockFirstQueued } from './store.ts'
import { type Move, transition } from './transition.ts'
import { inOneWork, type Shell } from './work.ts'

const limitsInASweep = 200
/** An account with a large limit does not keep the others waiting: its next orders follow in the next sweep. */
const ordersOfALimit = 500

export function releaseQueued(shell: Shell): (now: Date) => Promise<number> {
  return now =>
    inOneWork(shell, { now, actor: 'system' }, async work => {
      const limits = await lockDueLimits(work.tx, now, limitsInASweep)
      if (limits.length === 0) return 0
      const wanted = limits.map(limit => ({ ...limit, count: Math.min(releasable(limit), ordersOfALimit) }))
      const released = releaseInOrder(limits, await lockFirstQueued(work.tx, wanted), now)
      await transition(work, released.moves)
      await saveLimits(work.tx, released.limits)
      for (const { releaseDueAt } of released.limits)
        if (releaseDueAt !== null) work.wake('release_queued', releaseDueAt)
      return limits.length
    })
}

/** Gives each order the next place of its limit. Orders of one limit stand in the order in which they came. */
function releaseInOrder(limits: Limit[], orders: LockedOrder[], now: Date): { limits: Limit[]; moves: Move[] } {
  const keyOf = ({ accountId, mode }: { accountId: string; mode: string }) => `${accountId} ${mode}`
  const standing = new Map(limits.map(limit => [keyOf(limit), limit]))
  const moves = orders.map((order): Move => {
    const { place, limit } = takePlace(standing.get(keyOf(order))!, now)
    standing.set(keyOf(order), { ...limit, queued: limit.queued - 1 })
    return { order, on: 'released', changes: { received: place } }
  })
  return { limits: [...standing.values()].map(limit => ({ ...limit, releaseDueAt: releaseDueAt(limit, now) })), moves }
}
