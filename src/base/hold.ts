// What a process holds while something outside is busy with it. Each held thing has a lease in the database, renewed
// for as long as the process lives; when a process dies, its leases end and others take over.

import { type Clock, later, minute } from './clock.ts'
import type { Log } from './log.ts'
import { createSignal } from './signal.ts'

const renewEveryMs = minute

type Leases<Thing> = {
  nameOf: (thing: Thing) => string
  /**
   * Extends the leases to `until`. Must not touch rows that another process has claimed or that are already recorded.
   */
  lease: (things: Thing[], until: Date) => Promise<unknown>
  /** Several times the interval between renewals. */
  leaseMs: number
  clock: Clock
  log: Log
}

export type Hold<Thing> = {
  size(): number
  /** Starts to renew the lease of something that is under its first lease. */
  take(thing: Thing): void
  /** Stops renewing its lease: it was recorded, or may be taken over. */
  letGo(thing: Thing): void
  /** Resolves when something is let go, or after `mostMs`. */
  change(mostMs: number): Promise<void>
  /** Stops renewing, and ends all leases at once so that others can take over. */
  giveBack(): Promise<void>
}

export function createHold<Thing>({ nameOf, lease, leaseMs, clock, log }: Leases<Thing>): Hold<Thing> {
  const held = new Map<string, Thing>()
  const changed = createSignal()

  const renewal = setInterval(() => {
    if (held.size === 0) return
    lease([...held.values()], later(clock(), leaseMs)).catch(error => log.warn({ err: error }, 'leases not renewed'))
  }, renewEveryMs).unref()

  return {
    size: () => held.size,
    take(thing) {
      held.set(nameOf(thing), thing)
    },
    letGo(thing) {
      held.delete(nameOf(thing))
      changed.ring()
    },
    change: changed.wait,
    async giveBack() {
      clearInterval(renewal)
      if (held.size > 0) await lease([...held.values()], clock())
    },
  }
}
