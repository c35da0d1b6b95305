// Work on claimed things that may wait for a slow source. Each thing is worked on alone, so it delays no other, and its
// lease is renewed meanwhile (leases.ts).

import { later, latest } from '../clock.ts'
import { createLeases, type LeaseOptions } from './leases.ts'

/** How long a sweep that finds nothing to claim waits for a thing in progress to finish. */
const pollMs = 250

type LeasedWork<Thing> = LeaseOptions<Thing> & {
  maxInProgress: number
  claim(claim: { now: Date; leaseUntil: Date; max: number }): Promise<Thing[]>
  /** Works and records the result, unless the worker is draining. Work that throws is repeated after its lease. */
  work(thing: Thing, isDraining: () => boolean): Promise<void>
  /** Of an error through no fault of the work: the lease is given back, so the work is repeated when that has ended. */
  isOutage(error: unknown): boolean
  warning: string
}

export type LeasedWorker = {
  /** Returns how many things it claimed or has in progress; 0 when nothing is due and everything is recorded. */
  sweep(now: Date): Promise<number>
  /** Stops claiming, and gives up the leases. */
  drain(): Promise<void>
}

export function createLeasedWorker<Thing>(options: LeasedWork<Thing>): LeasedWorker {
  const { clock, log, leaseMs, maxInProgress, claim, work, isOutage, warning, nameOf } = options
  const leases = createLeases<Thing>(options)
  let isDraining = false

  async function finish(thing: Thing): Promise<void> {
    try {
      await work(thing, () => isDraining)
      leases.release(thing)
    } catch (error) {
      log.warn({ err: error, of: nameOf(thing) }, warning)
      if (isOutage(error)) leases.giveBack(thing)
      else leases.release(thing)
    }
  }

  return {
    async sweep(at) {
      const now = latest(at, clock())
      const max = isDraining ? 0 : maxInProgress - leases.size()
      const claimed = max > 0 ? await claim({ now, leaseUntil: later(now, leaseMs), max }) : []
      for (const thing of claimed) {
        leases.take(thing)
        void finish(thing)
      }
      if (claimed.length > 0) return claimed.length
      if (leases.size() === 0) return 0
      await leases.waitForRelease(pollMs)
      return Math.max(leases.size(), 1)
    },
    async drain() {
      isDraining = true
      await leases.releaseAll()
    },
  }
}
