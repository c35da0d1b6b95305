// A unit of work: one transaction, whose wake-ups are collected, written once at its end, and rung after its commit.

import type { NewId } from '../base/ids.ts'
import type { Db, Tx } from '../db/db.ts'
import type { News } from './news.ts'
import type { Order } from './order.ts'
import type { Work } from './transition.ts'

export type Wake = { task: string; at: Date }

/** What units of work need of the task queue. */
type Bells = {
  /** Writes wake-ups in the transaction, in one statement; those in the future sleep until then. */
  wake(tx: Tx, wakes: Wake[]): Promise<void>
  /** Tells this process's own worker at once, so that nobody waits for the next poll. */
  ring(task: string): void
  /** Tells who watches in a browser, here and in other processes. Absent where nobody does. */
  tell?(news: News[]): void
}

export type Shell = { db: Db; bells: Bells; newId: NewId }

/** Runs `act` in one transaction. Everything in it, wake-ups included, is committed together or not at all. */
export async function inOneWork<T>(
  { db, bells, newId }: Shell,
  { now, actor }: { now: Date; actor: string },
  act: (work: Work) => Promise<T>,
): Promise<T> {
  const wakes = new Map<string, Wake>()
  const news: News[] = []
  const answer = await db.transaction().execute(async tx => {
    const wake = (task: string, at: Date) => wakes.set(`${task} ${at.getTime()}`, { task, at })
    const changed = (orders: Order[]) => {
      for (const { accountId, mode, customerOrderId, status, sequence } of orders)
        news.push({ accountId, mode, customerOrderId, status, sequence })
    }
    const jobsChanged = (printers: string[]) => {
      for (const printer of new Set(printers)) news.push({ printer })
    }
    const done = await act({ tx, now, actor, newId, wake, changed, jobsChanged })
    if (wakes.size > 0) await bells.wake(tx, [...wakes.values()])
    return done
  })
  for (const { task, at } of wakes.values()) if (at <= now) bells.ring(task)
  if (news.length > 0) bells.tell?.(news)
  return answer
}
