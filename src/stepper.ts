// Moves the hand-moved clock from one due instant to the next, and lets everything due there be done before it goes on.
// It works through the same runners as the background does, so the two never do a thing twice.

import { latest, type ManualClock } from './base/clock.ts'

/** New work may arrive while the clock stands still; what is due for this long is a fault. */
const mostTriesAtAnInstant = 100

type Parts = {
  clock: ManualClock
  /** Runs every task until none finds anything due. */
  settle(): Promise<void>
  /** Deletes what was kept long enough. Nothing waits for that, so it is done at the end of a move only. */
  cleanUp(): Promise<void>
  nextDueAt(): Promise<Date | null>
  /** Keeps where the clock stands, so that a restarted service goes on from there. */
  keep(now: Date): Promise<void>
}

export function createStepper({ clock, settle, cleanUp, nextDueAt, keep }: Parts): (to: Date) => Promise<void> {
  async function moveTo(to: Date) {
    for (let tries = 0; tries < mostTriesAtAnInstant; tries++) {
      await settle()
      const next = await nextDueAt()
      if (next === null || next > to) {
        await setTo(latest(to, clock())) // a move that waited may have been overtaken by the one before
        await settle() // what is due at that very instant
        return cleanUp()
      }
      if (next > clock()) tries = 0
      await setTo(latest(next, clock()))
    }
    throw new Error(`something stays due at ${clock().toISOString()} although every task has run`)
  }

  async function setTo(at: Date) {
    clock.set(at)
    await keep(at)
  }

  // One after the other: two moves at once would each see the other's time.
  let last: Promise<void> = Promise.resolve()
  return async to => {
    if (to < clock())
      throw new RangeError(`the clock stands at ${clock().toISOString()} and cannot go back to ${to.toISOString()}`)
    const move = last.then(() => moveTo(to))
    last = move.catch(() => {})
    return move
  }
}
