// Sends the statements of a transaction without waiting for earlier answers. The server executes them in their order,
// so several statements that do not need each other's answers take one round trip.

import type { Transaction } from 'kysely'
import type { Tx } from './db.ts'

/**
 * For `db.transaction().execute(…)`, which by itself sends each statement after the answer to the last one. When a
 * statement fails, the statements that were sent after it fail with the same error: for these, the server reports only
 * that the transaction is aborted. After `act` has ended, no more statements can be sent: they would run outside of the
 * transaction.
 */
export const pipelined =
  <T>(act: (tx: Tx) => Promise<T>) =>
  (transaction: Transaction<unknown>): Promise<T> => {
    const executor = transaction.getExecutor()
    return executor.provideConnection(async connection => {
      let isOver = false
      let pending = 0
      let failure: { error: unknown } | null = null // the first failure among the pending statements
      const pipeline = executor.withConnectionProvider({
        async provideConnection(use) {
          if (isOver) throw new Error('a statement was sent after the end of its transaction')
          if (pending++ === 0) failure = null
          try {
            return await use(connection)
          } catch (error) {
            failure ??= { error }
            throw failure.error
          } finally {
            pending--
          }
        },
      })
      try {
        return await act({ getExecutor: () => pipeline })
      } finally {
        isOver = true
      }
    })
  }

type Answers<Statements extends readonly (() => Promise<unknown>)[]> = {
  [Index in keyof Statements]: Awaited<ReturnType<Statements[Index]>>
}

/**
 * Sends statements that do not need each other's answers, in the order of the arguments, which is also the order of
 * their locks. All of them take one round trip.
 */
export const inOrder = <const Statements extends readonly (() => Promise<unknown>)[]>(
  ...statements: Statements
): Promise<Answers<Statements>> => Promise.all(statements.map(send => send())) as Promise<Answers<Statements>>
