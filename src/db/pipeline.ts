// Statements of a transaction that are sent before those ahead of them are answered. The server does them in the order
// in which they come, so several that do not need each other's answers take one round trip.

import type { Transaction } from 'kysely'
import type { Tx } from './db.ts'

/**
 * For `db.transaction().execute(…)`, which by itself sends each statement when the one before is answered. When one
 * fails, so do all that were sent after it, and when `act` is done, nothing more can be sent: it would be on its own.
 */
export const pipelined =
  <T>(act: (tx: Tx) => Promise<T>) =>
  (transaction: Transaction<unknown>): Promise<T> => {
    const executor = transaction.getExecutor()
    return executor.provideConnection(async connection => {
      let isOver = false
      const atOnce = executor.withConnectionProvider({
        async provideConnection(use) {
          if (isOver) throw new Error('a statement came after the end of its transaction')
          return use(connection)
        },
      })
      try {
        return await act({ getExecutor: () => atOnce })
      } finally {
        isOver = true
      }
    })
  }
