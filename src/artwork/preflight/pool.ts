// Runs a limited number of tasks at once, the others in the order in which they came.

/** `task` gets a signal that is aborted when the pool closes. */
export type Pool = {
  take<Result>(task: (signal: AbortSignal) => Promise<Result>): Promise<Result>
  /** Aborts running tasks, and waits for their end. */
  close(): Promise<void>
}

export function createPool(places: number): Pool {
  const closing = new AbortController()
  const waiting: (() => void)[] = []
  const running = new Set<Promise<unknown>>()
  let free = Math.max(1, places)

  return {
    async take(task) {
      if (free > 0) free--
      else await new Promise<void>(resolve => waiting.push(resolve))
      const run = task(closing.signal)
      running.add(run)
      try {
        return await run
      } finally {
        running.delete(run)
        const next = waiting.shift()
        if (next === undefined) free++
        else next()
      }
    },
    async close() {
      closing.abort()
      while (running.size > 0 || waiting.length > 0) await Promise.allSettled([...running])
    },
  }
}
