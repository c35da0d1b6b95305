// Runs tasks when rows become due. A look reads from the rows which of them became due since the last look, and when
// the next row becomes due, so no waiting row is ever missed.

import { type Clock, minute, second } from '../base/clock.ts'
import { coalesce } from './runner.ts'

export type Due<Task> = { task: Task; at: Date }

export type DueTimer = {
  /** Looks within a second: rows may have changed. */
  lookSoon(): void
  /** Ends the looks, and resolves when the last look is over. */
  stop(): Promise<void>
}

type Options<Task> = {
  clock: Clock
  /** By task, the earliest instant after `since` at which a row becomes due. */
  nextDue(since: Date): Promise<Due<Task>[]>
  run(task: Task): void
  onError(error: unknown): void
}

/** A busy process changes rows all the time. A row is found at most this much too late. */
const minLookIntervalMs = second
/** Rows of other processes are found in time if they are due later than this. */
export const maxBetweenLooksMs = minute

export function createDueTimer<Task>({ clock, nextDue, run, onError }: Options<Task>): DueTimer {
  let lookedUntil = clock()
  let timer: NodeJS.Timeout | undefined
  let nextLookMs = Number.POSITIVE_INFINITY
  let stopped = false

  function lookIn(ms: number): void {
    const waitMs = Math.min(Math.max(ms, minLookIntervalMs), maxBetweenLooksMs)
    if (stopped || performance.now() + waitMs >= nextLookMs) return
    clearTimeout(timer)
    nextLookMs = performance.now() + waitMs
    timer = setTimeout(looker.request, waitMs).unref()
  }

  const looker = coalesce(async () => {
    nextLookMs = Number.POSITIVE_INFINITY
    try {
      const now = clock()
      const instants = await nextDue(lookedUntil)
      lookedUntil = now
      const due = instants.filter(({ at }) => at <= now)
      for (const { task } of due) run(task)
      const nextMs = Math.min(...instants.map(({ at }) => at.getTime() - now.getTime()), maxBetweenLooksMs)
      lookIn(nextMs + 1) // timers may be early by a fraction of a millisecond
    } catch (error) {
      lookIn(maxBetweenLooksMs)
      throw error
    }
  }, onError)

  return {
    lookSoon: () => lookIn(minLookIntervalMs),
    stop() {
      stopped = true
      clearTimeout(timer)
      return looker.idle()
    },
  }
}
