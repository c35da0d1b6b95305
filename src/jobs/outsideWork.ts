// Work that calls something outside. A sweep claims a set of rows that are due, makes one call for each outside of any
// transaction, and records the outcome.
//
//   * The claim is a lease: it counts an attempt and moves the due time of the row to the end of the lease. When a
//     worker dies, its rows become due again by themselves, and another worker repeats the calls.
//   * No call is made after its lease, because another worker may be making it.
//   * The record is fenced by the claim: a result that comes after the result of another worker changes nothing. It
//     sets the next due time where the call must be repeated.
//
// So a call must be safe to repeat, for instance by an idempotency key, and returns failures as outcomes. An exception
// is a bug: the other calls are made, and the call that threw is repeated after its lease.

import { type Clock, later } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import { forEachConcurrently } from '../base/running/parallel.ts'

export type Claim = {
  now: Date
  leaseUntil: Date
  /** How many rows to claim at most. */
  max: number
}

/** `attempts` counts the calls, including the next call. */
export type Leased = { attempts: number; leaseUntil: Date }

export type OutsideCalls<Item extends Leased, Outcome> = {
  clock: Clock
  log: Log
  /** The fields that name the work and an item in the log. */
  keyOf: (item: Item) => object
  /** How many calls are made at a time. */
  concurrency: number
  call: (item: Item) => Promise<Outcome>
  record: (item: Item, outcome: Outcome, now: Date) => Promise<unknown>
}

export type OutsideWork<Item extends Leased, Outcome> = OutsideCalls<Item, Outcome> & {
  /** Longer than all calls of a claim can take. */
  leaseMs: number
  maxClaimed: number
  claim: (claim: Claim) => Promise<Item[]>
}

/** The sweep of the work: it handles one claim, and returns how many rows that were. */
export function outsideWork<Item extends Leased, Outcome>(
  work: OutsideWork<Item, Outcome>,
): (now: Date) => Promise<number> {
  return async now => {
    const items = await work.claim({ now, leaseUntil: later(now, work.leaseMs), max: work.maxClaimed })
    await callAndRecord(work, items)
    return items.length
  }
}

/** Makes the calls of items that are claimed, and records the outcomes. */
export const callAndRecord = <Item extends Leased, Outcome>(
  { clock, log, keyOf, concurrency, call, record }: OutsideCalls<Item, Outcome>,
  items: Item[],
): Promise<void> =>
  forEachConcurrently(items, concurrency, async item => {
    const { attempts, leaseUntil } = item
    if (clock() < leaseUntil) await record(item, await call(item), clock())
    else
      log.warn({ ...keyOf(item), attempts, leaseUntil }, 'the lease was over before the call: another worker makes it')
  })
