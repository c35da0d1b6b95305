// Leases on things that a process works on while something outside is busy with them. A lease stands in the database
// and is renewed for as long as the process lives. When a process dies, its leases end and other processes take over.

import { type Clock, later } from '../clock.ts'
import type { Log } from '../log.ts'
import { createSignal } from './signal.ts'

/** In the time of a lease, so that a renewal may fail a few times. */
const renewals = 5

export type LeaseOptions<Thing> = {
  nameOf: (thing: Thing) => string
  /**
   * Extends the leases to `until`. Must not touch rows that another process has claimed or that are already recorded.
   */
  lease: (things: Thing[], until: Date) => Promise<unknown>
  leaseMs: number
  clock: Clock
  log: Log
}

export type Leases<Thing> = {
  size(): number
  /** Starts to renew the lease of a thing, which has its first lease already. */
  take(thing: Thing): void
  /** Stops renewing its lease: its result was recorded, or another process may take over. */
  release(thing: Thing): void
  /** Ends its lease at once: its work failed, and other processes may take over. Tried until the database answers. */
  giveBack(thing: Thing): void
  /** Resolves at the next `release`, or after `maxMs`. */
  waitForRelease(maxMs: number): Promise<void>
  /** Stops renewing, and ends all leases at once so that other processes can take over. */
  releaseAll(): Promise<void>
}

export function createLeases<Thing>({ nameOf, lease, leaseMs, clock, log }: LeaseOptions<Thing>): Leases<Thing> {
  const leased = new Map<string, Thing>()
  const givenBack = new Map<string, Thing>()
  const released = createSignal()

  const extend = (things: Map<string, Thing>, until: Date) =>
    things.size > 0 ? lease([...things.values()], until) : Promise.resolve()

  async function renew(): Promise<void> {
    await extend(leased, later(clock(), leaseMs))
    const ending = new Map(givenBack) // others may be given back meanwhile
    await extend(ending, clock())
    for (const [name, thing] of ending) if (givenBack.get(name) === thing) givenBack.delete(name)
  }
  const renewal = setInterval(
    () => void renew().catch(error => log.warn({ err: error }, 'leases not renewed')),
    leaseMs / renewals,
  ).unref()

  function release(thing: Thing): void {
    leased.delete(nameOf(thing))
    released.ring()
  }

  return {
    size: () => leased.size,
    take(thing) {
      givenBack.delete(nameOf(thing)) // claimed again: the end of the former lease must not end this one
      leased.set(nameOf(thing), thing)
    },
    release,
    giveBack(thing) {
      givenBack.set(nameOf(thing), thing)
      release(thing)
    },
    waitForRelease: released.wait,
    async releaseAll() {
      clearInterval(renewal)
      await extend(new Map([...givenBack, ...leased]), clock())
    },
  }
}
