// Long work in slices: between them, the process answers other requests.

import { setImmediate as yieldToOthers } from 'node:timers/promises'

const maxHeldMs = 5

/** Work that may pause wherever it yields. */
export type Steps<Result> = Generator<void, Result>

/** To be awaited between short steps: it lets other work come in between when these steps have taken long enough. */
export function createPause(): () => Promise<void> | undefined {
  let sinceMs = performance.now()
  const pause = async () => {
    await yieldToOthers()
    sinceMs = performance.now()
  }
  return () => (performance.now() - sinceMs < maxHeldMs ? undefined : pause())
}

export async function inSlices<Result>(steps: Steps<Result>): Promise<Result> {
  const pause = createPause()
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
    const paused = pause()
    if (paused !== undefined) await paused
  }
}

/** For small work, and where no other caller waits. */
export function atOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}
