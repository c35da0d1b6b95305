// How much of the outbox a process has claimed: webhooks and bytes in flight, and how much more it may claim. A webhook
// that waits in memory for a second is taken for one to a slow receiver and postponed (fairLanes.ts), and another
// process could have sent it. So no more wait than are sent in about a second, as the last moments show. Webhooks to
// receivers without a recent answer are not counted among those that wait: they say nothing about this process.

import { createSignal } from '../base/running/signal.ts'

const maxClaims = 500
/** As many webhooks wait for receivers that answer as ended in this time, and those of a claim. */
const paceMs = 250

export type InFlight = ReturnType<typeof createInFlight>

type Limits = { maxInFlight: number; maxWaitingBytes: number; minClaims: number }

/** Counts the webhooks that are claimed and neither recorded nor given back, and the bytes that wait to be sent. */
export function createInFlight(
  { maxInFlight, maxWaitingBytes, minClaims }: Limits,
  ms: () => number = () => performance.now(),
) {
  let webhooks = 0
  let bytes = 0
  const changed = createSignal()
  const ended = countLately(ms)
  return {
    size: () => webhooks,
    /**
     * How many webhooks may be claimed while `waiting` wait for receivers that answer; 0 while a claim would be too
     * small.
     */
    capacity(waiting: number): number {
      const free = Math.min(maxInFlight - webhooks, maxClaims, maxClaims + ended.lately() - waiting)
      return bytes < maxWaitingBytes && free >= Math.min(minClaims, maxInFlight) ? free : 0
    },
    /** Counts a claim of at most `max` webhooks before it is known how many are due. */
    reserve(max: number) {
      webhooks += max
    },
    /** Takes back what a claim did not find. */
    unreserve(unused: number) {
      webhooks -= unused
      if (webhooks === 0) changed.ring() // `drain` may wait for this claim alone
    },
    /** Counts webhooks no longer that were given back. */
    remove(count: number) {
      webhooks -= count
      changed.ring()
    },
    /** Counts a webhook no longer that was sent. */
    end() {
      ended.add(1)
      webhooks--
      changed.ring()
    },
    addBytes(more: number) {
      bytes += more
    },
    /** Resolves at the next `remove` or `end`, when nothing is left, or after `maxMs`. */
    change: changed.wait,
  }
}

/** Counts in turns of `paceMs`; the count of the last whole turn stays until this turn has more. */
function countLately(ms: () => number) {
  let turn = { since: ms(), count: 0, before: 0 }
  const current = () => {
    const turns = Math.floor((ms() - turn.since) / paceMs)
    if (turns > 0) turn = { since: turn.since + turns * paceMs, count: 0, before: turns === 1 ? turn.count : 0 }
    return turn
  }
  return {
    add(count: number) {
      current().count += count
    },
    lately: () => Math.max(current().count, current().before),
  }
}
