// Statements of a transaction that are sent before those ahead of them are answered. The server does them in the order
// in which they come, so several that do not need each other's answers take one round trip.

import type { Transaction } from 'kysely'
import type { Tx } from './db.ts'

/**
 * For `db.transaction().execute(…)`, which by itself sends each statement when the one before is answered. When one
 * fails, so do all that were sent after it, with its error: the server says of them only that the transaction is
 * aborted, and which of several errors is heard of first is up to how deep in the code their statements are. When `act`
 * is done, nothing more can be sent: it would be on its own.
 */
export const pipelined =
  <T>(act: (tx: Tx) => Promise<T>) =>
  (transaction: Transaction<unknown>): Promise<T> => {
    const executor = transaction.getExecutor()
    return executor.provideConnection(async connection => {
      let isOver = false
      let underWay = 0
      let failed: { error: unknown } | null = null // the first of those that were under way together
      const atOnce = executor.withConnectionProvider({
        async provideConnection(use) {
          if (isOver) throw new Error('a statement came after the end of its transaction')
          if (underWay++ === 0) failed = null
          try {
            return await use(connection)
          } catch (error) {
            failed ??= { error }
            throw failed.error
          } finally {
            underWay--
          }
        },
      })
      try {
        return await act({ getExecutor: () => atOnce })
      } finally {
        isOver = true
      }
    })
  }
