// Runs a limited number of tasks at once. Accounts take turns: an account with many waiting tasks delays the task of
// another account by one task, and not by all. The tasks of one account run in the order in which they came.

export type Pool = {
  run<Result>(accountId: string, task: () => Promise<Result>): Promise<Result>
  /** Waits until nothing else runs, and lets nothing else start meanwhile. */
  runAlone<Result>(task: () => Promise<Result>): Promise<Result>
}

export function createPool(maxRunning: number): Pool {
  /** The waiting tasks by account. The account whose turn is next comes first. */
  const waiting = new Map<string, (() => void)[]>()
  const waitingAlone: (() => void)[] = []
  const max = Math.max(1, maxRunning)
  let running = 0
  let isAlone = false

  function waitForTurn(accountId: string): Promise<void> {
    return new Promise(resolve => {
      const queue = waiting.get(accountId)
      if (queue === undefined) waiting.set(accountId, [resolve])
      else queue.push(resolve)
    })
  }

  function moveToEnd(accountId: string) {
    const queue = waiting.get(accountId)
    if (queue === undefined) return
    waiting.delete(accountId)
    if (queue.length > 0) waiting.set(accountId, queue)
  }

  const mayStart = () => !isAlone && (waitingAlone.length > 0 ? running === 0 : running < max)

  function startWaiting() {
    while (mayStart()) {
      const alone = waitingAlone.shift()
      if (alone !== undefined) isAlone = true
      const start = alone ?? takeNext()
      if (start === undefined) return
      running++
      start()
    }
  }

  function takeNext(): (() => void) | undefined {
    const [next] = waiting
    if (next === undefined) return undefined
    const [accountId, queue] = next
    const start = queue.shift()
    moveToEnd(accountId)
    return start
  }

  return {
    async run(accountId, task) {
      if (waitingAlone.length === 0 && mayStart()) running++
      else await waitForTurn(accountId)
      try {
        return await task()
      } finally {
        running--
        // Behind the accounts that arrived in the meantime.
        moveToEnd(accountId)
        startWaiting()
      }
    },
    async runAlone(task) {
      const { promise, resolve } = Promise.withResolvers<void>()
      waitingAlone.push(resolve)
      startWaiting()
      await promise
      try {
        return await task()
      } finally {
        running--
        isAlone = false
        startWaiting()
      }
    },
  }
}
