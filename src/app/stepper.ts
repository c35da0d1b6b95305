// Moves the manual clock from one due instant to the next, and lets everything due there be done before it goes on. It
// uses the same runners as the background work, so nothing is done twice.

import { latest, type ManualClock } from '../base/clock.ts'

/** New work may arrive while the clock stands still; what stays due after this many tries is a fault. */
const mostTriesAtAnInstant = 100

type Parts = {
  clock: ManualClock
  /** Runs every task until none finds anything due. */
  settle(): Promise<void>
  /** Deletes what has passed its retention. Nothing waits for that, so it happens only at the end of a move. */
  cleanUp(): Promise<void>
  nextDueAt(): Promise<Date | null>
  /** Stores the time, so that a restarted service resumes from there. */
  keep(now: Date): Promise<void>
}

export function createStepper({ clock, settle, cleanUp, nextDueAt, keep }: Parts): (to: Date) => Promise<void> {
  async function moveTo(to: Date) {
    for (let tries = 0; tries < mostTriesAtAnInstant; tries++) {
      await settle()
      const next = await nextDueAt()
      if (next === null || next > to) {
        await setTo(latest(to, clock())) // an earlier move may have gone further than this one
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

  // One at a time: two moves at once would each see the other's time.
  let last: Promise<void> = Promise.resolve()
  return async to => {
    if (to < clock())
      throw new RangeError(`the clock stands at ${clock().toISOString()} and cannot go back to ${to.toISOString()}`)
    const move = last.then(() => moveTo(to))
    last = move.catch(() => {})
    return move
  }
}
