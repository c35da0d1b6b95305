// Work on many items must not depend on one of them: an order that cannot be written would come first in every sweep
// and stop all orders behind it, and would fail every request that is answered together with it.

import { sql } from 'kysely'
import { hour, later } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import { isConflict } from '../db/conflict.ts'
import type { Tx } from '../db/db.ts'
import { isUnreachableDatabase } from '../db/unreachable.ts'

/** When an item that failed alone is tried again. */
const failedRetryMs = hour
export const failureRetryAt = (now: Date): Date => later(now, failedRetryMs)

type InTransaction = { tx: Tx }
type Act<Item, Result> = (items: Item[]) => Promise<Result[]>
export type FailedItem<Item> = { item: Item; error: unknown }
type Isolated<Item, Result> = { results: Result[]; failed: FailedItem<Item>[] }

/**
 * Acts on all items at once and, where that fails, on each alone. Nothing is written for `failed` items: the caller
 * postpones them, or they are due again at once. Wake-ups of a failed attempt are sent although they have no work.
 */
export const isolateFailures = <Item, Result>(
  { tx }: InTransaction,
  items: Item[],
  act: Act<Item, Result>,
): Promise<Isolated<Item, Result>> =>
  isolateFailuresOutside(items, async items => {
    await sql`savepoint attempt`.execute(tx)
    try {
      return await act(items)
    } catch (error) {
      if (!affectsAll(error)) await sql`rollback to savepoint attempt`.execute(tx)
      throw error
    }
  })

/** Notices that are claimed once. A notice that cannot be written is in the log, and is not repeated. */
export async function notifyEach<Item>(
  { tx }: InTransaction,
  items: Item[],
  notify: (item: Item) => Promise<unknown>,
  { keyOf, log }: { keyOf(item: NoInfer<Item>): object; log: Log },
): Promise<number> {
  const { failed } = await isolateFailures({ tx }, items, async some => {
    for (const item of some) await notify(item)
    return some
  })
  for (const { item, error } of failed) log.error({ ...keyOf(item), err: error }, 'a notice could not be written')
  return items.length
}

/** The same as `isolateFailures` outside of any transaction. */
export async function isolateFailuresOutside<Item, Result>(
  items: Item[],
  act: Act<Item, Result>,
): Promise<Isolated<Item, Result>> {
  if (items.length === 0) return { results: [], failed: [] }
  const together = await attempt(items, act)
  if ('results' in together) return { results: together.results, failed: [] }
  if (items.length === 1) return { results: [], failed: [{ item: items[0]!, error: together.error }] }

  const results: Result[] = []
  const failed: FailedItem<Item>[] = []
  for (const item of items) {
    const alone = await attempt([item], act)
    if ('results' in alone) for (const result of alone.results) results.push(result)
    else failed.push({ item, error: alone.error })
  }
  return { results, failed }
}

async function attempt<Item, Result>(
  items: Item[],
  act: Act<Item, Result>,
): Promise<{ results: Result[] } | { error: unknown }> {
  try {
    return { results: await act(items) }
  } catch (error) {
    if (affectsAll(error)) throw error
    return { error }
  }
}

/** The cause is no item: each would fail alone as well, or it is not known whether they were written. */
const affectsAll = (error: unknown): boolean => isConflict(error) || isUnreachableDatabase(error)

/**
 * For `groupCalls`: where requests cannot be answered together, each is answered alone, with its own error. `answer`
 * writes all or nothing, so this holds after a conflict too: only the request in conflict fails.
 */
export const isolateAnswers =
  <Request, Answer>(answer: Act<Request, Answer | Error>) =>
  async (requests: Request[]): Promise<(Answer | Error)[]> => {
    try {
      return await answer(requests)
    } catch (error) {
      if (requests.length === 1 || isUnreachableDatabase(error)) throw error
      const answers: (Answer | Error)[] = []
      for (const request of requests) {
        const [alone] = await answer([request]).catch((reason: Error) => [reason])
        answers.push(alone!)
      }
      return answers
    }
  }
