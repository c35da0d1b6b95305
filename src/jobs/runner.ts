// Runs one piece of work on demand, never twice at once in this process. Any number of requests during a run cause one
// more run after it, because they may have come too late for the current run.

export type Runner = {
  /** Requests a run that begins after this call. */
  request(): void
  /** For how long the current run has lasted; 0 when nothing is running. */
  runningMs(): number
  /** Resolves when nothing is running or requested. */
  idle(): Promise<void>
}

/** `onError` receives the exceptions of `work`; the next request is the next attempt. */
export function coalesce(work: () => Promise<void>, onError: (error: unknown) => void): Runner {
  let isRequested = false
  let running: Promise<void> | null = null
  let startMs = 0

  async function run() {
    while (isRequested) {
      isRequested = false
      startMs = performance.now()
      try {
        await work()
      } catch (error) {
        onError(error)
      }
    }
    running = null
  }

  return {
    request() {
      isRequested = true
      if (running !== null) return
      startMs = performance.now()
      running = Promise.resolve().then(run) // not at once: the caller must finish first
    },
    runningMs: () => (running === null ? 0 : performance.now() - startMs),
    async idle() {
      while (running !== null) await running
    },
  }
}
