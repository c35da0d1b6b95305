// Runs a limited number of tasks at once. Accounts take turns: an account with many waiting tasks delays the task of
// another account by one task, and not by all. The tasks of one account run in the order in which they came.

/** `task` gets a signal that is aborted when the pool closes. */
export type Pool = {
  run<Result>(accountId: string, task: (signal: AbortSignal) => Promise<Result>): Promise<Result>
  /** Aborts running tasks, and waits for their end. */
  close(): Promise<void>
}

export function createPool(maxRunning: number): Pool {
  const closing = new AbortController()
  /** The waiting tasks by account. The account whose turn is next comes first. */
  const waiting = new Map<string, (() => void)[]>()
  const running = new Set<Promise<unknown>>()
  let freeSlots = Math.max(1, maxRunning)

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

  /** The account whose task has ended moves behind the accounts that arrived in the meantime. */
  function startNext(endedAccountId: string) {
    moveToEnd(endedAccountId)
    const [next] = waiting
    if (next === undefined) {
      freeSlots++
      return
    }
    const [accountId, queue] = next
    const start = queue.shift()!
    moveToEnd(accountId)
    start()
  }

  return {
    async run(accountId, task) {
      if (freeSlots > 0) freeSlots--
      else await waitForTurn(accountId)
      const result = task(closing.signal)
      running.add(result)
      try {
        return await result
      } finally {
        running.delete(result)
        startNext(accountId)
      }
    },
    async close() {
      closing.abort()
      while (running.size > 0 || waiting.size > 0) await Promise.allSettled([...running])
    },
  }
}
