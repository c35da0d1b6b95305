// Moves the manual clock from one due time to the next. At each due time, all due work is done before the clock moves
// on. The same runners do the background work, so nothing is done twice.

import { latest, type ManualClock } from '../base/clock.ts'

/** New work may arrive while the clock stands still. Work that stays due after this many tries is a fault. */
const maxTriesPerInstant = 100

type Parts = {
  clock: ManualClock
  /** Runs every task until none finds anything due. */
  settle(): Promise<void>
  /** Deletes expired data, if a time for that has come since. Nothing waits for it, so it comes last in a move. */
  cleanUp(since: Date): Promise<void>
  /** The kind of work that is due first. */
  nextDueAt(): Promise<{ what: string; at: Date } | null>
  /** Stores the time, so that a restarted service resumes from there. */
  saveTime(now: Date): Promise<void>
}

export function createClockStepper({
  clock,
  settle,
  cleanUp,
  nextDueAt,
  saveTime,
}: Parts): (to: Date) => Promise<void> {
  async function moveTo(to: Date) {
    const from = clock()
    let stuck = ''
    for (let tries = 0; tries < maxTriesPerInstant; tries++) {
      await settle()
      const next = await nextDueAt()
      if (next === null || next.at > to) {
        await setTo(latest(to, clock())) // an earlier move may have gone further
        await settle() // work that is due at exactly that instant
        return cleanUp(from)
      }
      stuck = `${next.what}, due at ${next.at.toISOString()},`
      if (next.at > clock()) tries = 0
      await setTo(latest(next.at, clock()))
    }
    throw new Error(`${stuck} stays due at ${clock().toISOString()} although every task has run`)
  }

  async function setTo(at: Date) {
    clock.set(at)
    await saveTime(at)
  }

  // One move at a time: two moves at once would each see the time of the other.
  let last: Promise<void> = Promise.resolve()
  return async to => {
    if (to < clock())
      throw new RangeError(`the clock stands at ${clock().toISOString()} and cannot go back to ${to.toISOString()}`)
    const move = last.then(() => moveTo(to))
    last = move.catch(() => {})
    return move
  }
}
