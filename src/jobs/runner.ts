// Runs one piece of work on demand, never twice at once in this process. Any number of requests during a run cause one
// more run after it, because their cause may have come too late for the current one.

export type Runner = {
  /** Requests a run that begins after this call. */
  ring(): void
  /** Resolves when nothing is running or requested. */
  idle(): Promise<void>
}

/** `failed` receives what `work` throws; the next ring is the next attempt. */
export function coalesced(work: () => Promise<void>, failed: (error: unknown) => void): Runner {
  let asked = false
  let running: Promise<void> | null = null

  async function run() {
    while (asked) {
      asked = false
      try {
        await work()
      } catch (error) {
        failed(error)
      }
    }
    running = null
  }

  return {
    ring() {
      asked = true
      running ??= Promise.resolve().then(run) // not at once: the caller is in the middle of something
    },
    async idle() {
      while (running !== null) await running
    },
  }
}
