// Spaces calls to a provider evenly, at a number per second, in the order of their arrival.

import { setTimeout } from 'node:timers/promises'

/** Returns a function that resolves when its caller may call. */
export function rateLimiter(perSecond: number, wait = (ms: number): Promise<unknown> => setTimeout(ms)) {
  const intervalMs = 1000 / perSecond
  let nextAt = 0
  return async (): Promise<void> => {
    const now = performance.now()
    const at = Math.max(nextAt, now)
    nextAt = at + intervalMs
    if (at > now) await wait(at - now)
  }
}
