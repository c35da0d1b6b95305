// A unit of work: one transaction. Its wake-ups and live updates are collected, and sent after the commit.

import type { NewId } from '../base/secrets/ids.ts'
import { isConflict } from '../db/conflict.ts'
import type { Db } from '../db/db.ts'
import { pipelined } from '../db/pipeline.ts'
import type { TaskName } from '../jobs/tasks.ts'
import type { LiveUpdate } from './liveUpdates.ts'
import type { Order } from './order.ts'
import type { OweRefunds, UnitOfWork } from './transition.ts'

export type Wake = { task: TaskName; at: Date }

type AfterCommit = {
  /** Runs tasks, here or in other processes. */
  wake(wakes: Wake[]): void
  /** Sends live updates to browsers, of this and of other processes. */
  publish?(updates: LiveUpdate[]): void
}

export type Transactor = { db: Db; afterCommit: AfterCommit; newId: NewId; oweRefunds: OweRefunds }

type WorkContext = { now: Date; actor: string }

/** Of two transactions that wait for each other, one is committed, so the next attempt nearly always succeeds. */
const maxAttempts = 5

/**
 * Runs `act` in one transaction. Everything in it is committed together or not at all, and only then are tasks woken.
 * Rows are locked in the order of their keys where that is possible. Elsewhere PostgreSQL aborts one of two
 * transactions that wait for each other, and `act` runs again: it must have no effect outside of the transaction.
 */
export async function transact<T>(
  transactor: Transactor,
  context: WorkContext,
  act: (work: UnitOfWork) => Promise<T>,
): Promise<T> {
  const { answer, wakes, updates } = await retryConflicts(() => commit(transactor, context, act))
  if (wakes.length > 0) transactor.afterCommit.wake(wakes)
  if (updates.length > 0) transactor.afterCommit.publish?.(updates)
  return answer
}

async function retryConflicts<T>(act: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await act()
    } catch (error) {
      if (attempt === maxAttempts || !isConflict(error)) throw error
    }
  }
}

function commit<T>(
  { db, newId, oweRefunds }: Transactor,
  { now, actor }: WorkContext,
  act: (work: UnitOfWork) => Promise<T>,
) {
  const inTransaction = pipelined(async tx => {
    const collected = new Map<string, Wake>()
    const updates: LiveUpdate[] = []
    const wake = (task: TaskName, at: Date) => collected.set(`${task} ${at.getTime()}`, { task, at })
    const ordersChanged = (orders: Order[]) => {
      for (const { accountId, mode, customerOrderId, status, sequence } of orders)
        updates.push({ accountId, mode, customerOrderId, status, sequence })
    }
    const jobsChanged = (printers: string[]) => {
      for (const printer of new Set(printers)) updates.push({ printer })
    }
    const answer = await act({ tx, now, actor, newId, oweRefunds, wake, ordersChanged, jobsChanged })
    return { answer, wakes: [...collected.values()], updates }
  })
  return db.transaction().execute(inTransaction)
}
