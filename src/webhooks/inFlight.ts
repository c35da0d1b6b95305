// How much of the outbox a process has claimed: webhooks and bytes in flight, and how much more it may claim.

import { createSignal } from '../base/running/signal.ts'

const maxClaims = 500

export type InFlight = ReturnType<typeof createInFlight>

type Limits = { maxInFlight: number; maxWaitingBytes: number; minClaims: number }

/** Counts the webhooks that are claimed and neither recorded nor given back, and the bytes that wait to be sent. */
export function createInFlight({ maxInFlight, maxWaitingBytes, minClaims }: Limits) {
  let webhooks = 0
  let bytes = 0
  const changed = createSignal()
  return {
    size: () => webhooks,
    /** How many webhooks may be claimed now; 0 while a claim would be too small. */
    capacity(): number {
      const free = Math.min(maxInFlight - webhooks, maxClaims)
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
    remove(ended: number) {
      webhooks -= ended
      changed.ring()
    },
    addBytes(more: number) {
      bytes += more
    },
    /** Resolves at the next `remove`, when nothing is left, or after `maxMs`. */
    change: changed.wait,
  }
}
