// Spaces calls to a provider evenly, at a number per second, in the order in which they came.

import { setTimeout } from 'node:timers/promises'

/** Resolves when it is the caller's turn. */
export function paced(perSecond: number, wait = (ms: number): Promise<unknown> => setTimeout(ms)) {
  const spaceMs = 1000 / perSecond
  let next = 0
  return async (): Promise<void> => {
    const now = performance.now()
    const turn = Math.max(next, now)
    next = turn + spaceMs
    if (turn > now) await wait(turn - now)
  }
}
