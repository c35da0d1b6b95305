// Waits for the next time that something happens, without polling.

export type Signal = {
  /** Wakes everyone who is waiting at this moment. */
  ring(): void
  /** Resolves at the next ring, or after `maxMs`. */
  wait(maxMs: number): Promise<void>
}

export function createSignal(): Signal {
  const waiting = new Set<() => void>()
  return {
    ring() {
      for (const wake of waiting) wake()
    },
    wait: maxMs =>
      new Promise(resolve => {
        const wake = () => {
          clearTimeout(timer)
          waiting.delete(wake)
          resolve()
        }
        const timer = setTimeout(wake, maxMs)
        waiting.add(wake)
      }),
  }
}
