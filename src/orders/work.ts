// A unit of work: one transaction, whose wake-ups are collected, written once at its end, and rung after its commit.

import type { NewId } from '../base/ids.ts'
import { isConflict } from '../db/conflict.ts'
import type { Db, Tx } from '../db/db.ts'
import { pipelined } from '../db/pipeline.ts'
import type { TaskName } from '../jobs/tasks.ts'
import type { News } from './news.ts'
import type { Order } from './order.ts'
import type { Work } from './transition.ts'

export type Wake = { task: TaskName; at: Date }

/** What units of work need from the task queue. */
type Bells = {
  /** Writes wake-ups in the transaction, in one statement; those in the future sleep until then. */
  wake(tx: Tx, wakes: Wake[]): Promise<void>
  /** Tells this process's own worker at once, so that nobody waits for the next poll. */
  ring(task: TaskName): void
  /** Tells who watches in a browser, here and in other processes. Absent where nobody does. */
  tell?(news: News[]): void
}

export type Shell = { db: Db; bells: Bells; newId: NewId }

type Occasion = { now: Date; actor: string }

/** Of two that wait for each other one goes through, so the next try nearly always does. */
const mostTries = 5

/**
 * Runs `act` in one transaction. Everything in it, wake-ups included, is committed together or not at all. Rows are
 * locked in the order of their keys wherever that can be had; where it cannot, PostgreSQL ends one of two that wait for
 * each other, and that one is run again: `act` leaves nothing behind but what it writes and answers.
 */
export async function inOneWork<T>(shell: Shell, occasion: Occasion, act: (work: Work) => Promise<T>): Promise<T> {
  const { answer, wakes, news } = await tried(() => committed(shell, occasion, act))
  for (const { task, at } of wakes) if (at <= occasion.now) shell.bells.ring(task)
  if (news.length > 0) shell.bells.tell?.(news)
  return answer
}

async function tried<T>(act: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await act()
    } catch (error) {
      if (tries === mostTries || !isConflict(error)) throw error
    }
  }
}

function committed<T>({ db, bells, newId }: Shell, { now, actor }: Occasion, act: (work: Work) => Promise<T>) {
  const inTransaction = pipelined(async tx => {
    const collected = new Map<string, Wake>()
    const news: News[] = []
    const wake = (task: TaskName, at: Date) => collected.set(`${task} ${at.getTime()}`, { task, at })
    const changed = (orders: Order[]) => {
      for (const { accountId, mode, customerOrderId, status, sequence } of orders)
        news.push({ accountId, mode, customerOrderId, status, sequence })
    }
    const jobsChanged = (printers: string[]) => {
      for (const printer of new Set(printers)) news.push({ printer })
    }
    const answer = await act({ tx, now, actor, newId, wake, changed, jobsChanged })
    const wakes = [...collected.values()]
    if (wakes.length > 0) await bells.wake(tx, wakes)
    return { answer, wakes, news }
  })
  return db.transaction().execute(inTransaction)
}
