// Waiting for the next time that something happens, without asking for it over and over.

export type Signal = {
  /** Wakes all who wait at this moment. */
  ring(): void
  /** Ends with the next ring, or after so long. */
  wait(mostMs: number): Promise<void>
}

export function createSignal(): Signal {
  const waiting = new Set<() => void>()
  return {
    ring() {
      for (const wake of waiting) wake()
    },
    wait: mostMs =>
      new Promise(resolve => {
        const wake = () => {
          clearTimeout(timer)
          waiting.delete(wake)
          resolve()
        }
        const timer = setTimeout(wake, mostMs)
        waiting.add(wake)
      }),
  }
}
