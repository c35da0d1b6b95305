// Runs one piece of work on demand. It never runs twice at once here; whoever asks while it runs gets one more run after
// it, however many ask, because what they ask about may have come too late for the run under way.

export type Runner = {
  /** Asks for a run that begins after this call. */
  ring(): void
  /** Resolves when nothing runs and nobody has asked. */
  idle(): Promise<void>
}

/** `failed` hears what `work` throws; the next ring is then the next attempt. */
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
      running ??= Promise.resolve().then(run) // not at once: who rings is in the middle of something
    },
    async idle() {
      while (running !== null) await running
    },
  }
}
