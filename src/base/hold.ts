// What a process has in hand while something outside takes its time over it. In the database it is under a lease, which is
// renewed for as long as the process lives: what a dead one held comes back to others when the lease ends.

import { type Clock, later, minute } from './clock.ts'
import type { Log } from './log.ts'
import { createSignal } from './signal.ts'

const renewEveryMs = minute

type Leases<Thing> = {
  nameOf: (thing: Thing) => string
  /** Has others take these up from `until` on; must leave alone what this process lost or has recorded. */
  lease: (things: Thing[], until: Date) => Promise<unknown>
  /** Several times as long as it takes until the next renewal. */
  leaseMs: number
  clock: Clock
  log: Log
}

export type Hold<Thing> = {
  size(): number
  /** Takes something in hand that is under its first lease. */
  take(thing: Thing): void
  /** It is recorded, or its lease may end. */
  letGo(thing: Thing): void
  /** Ends when something is let go, or after so long. */
  change(mostMs: number): Promise<void>
  /** Renews nothing more, and gives all that is in hand to whoever comes next. */
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
