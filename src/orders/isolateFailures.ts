// Work on many items must not depend on one of them: an order that cannot be written would come first in every sweep
// and stop all orders behind it, and would fail every request that is answered together with it.

import { sql } from 'kysely'
import { hour, later, minute } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import { storableText } from '../base/text/storableText.ts'
import { isConflict } from '../db/conflict.ts'
import { isUnreachableDatabase } from '../db/unreachable.ts'
import { edgeOf } from './lifecycle.ts'
import type { OrderKey } from './order.ts'
import { type LockedOrder, postponeOrders } from './orderStore.ts'
import { type Move, transition, type UnitOfWork } from './transition.ts'

/** When an item that failed alone is tried again. */
const failedRetryMs = hour
export const failureRetryAt = (now: Date): Date => later(now, failedRetryMs)

type Act<Item, Result> = (items: Item[]) => Promise<Result[]>
export type FailedItem<Item> = { item: Item; error: unknown }
type Isolated<Item, Result> = { results: Result[]; failed: FailedItem<Item>[] }

/**
 * Acts on all items at once and, where that fails, on each alone. Nothing is written for `failed` items: the caller
 * postpones them, or they are due again at once. Wake-ups of a failed attempt are sent although they have no work.
 */
export const isolateFailures = <Item, Result>(
  { tx }: UnitOfWork,
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

type DueWork<Item> = {
  act(items: Item[]): Promise<unknown>
  /** Makes the row of an item due again at `at`, with what it was before the attempt. */
  postpone(item: Item, at: Date): Promise<unknown>
  /** The fields that name an item in the log. */
  keyOf(item: Item): object
  log: Log
  failure: string
}

/** Acts on due items whose rows are locked. An item that fails delays no other, and is due again in an hour. */
export async function actOnDue<Item>(
  work: UnitOfWork,
  items: Item[],
  { act, postpone, keyOf, log, failure }: DueWork<Item>,
): Promise<number> {
  const { failed } = await isolateFailures(work, items, async some => {
    await act(some)
    return some
  })
  for (const { item, error } of failed) {
    log.error({ ...keyOf(item), err: error }, failure)
    await postpone(item, failureRetryAt(work.now))
  }
  return items.length
}

/** Notices that are claimed once. A notice that cannot be written is in the log, and is not repeated. */
export const notifyEach = <Item>(
  work: UnitOfWork,
  items: Item[],
  notify: (item: Item) => Promise<unknown>,
  named: Pick<DueWork<NoInfer<Item>>, 'keyOf' | 'log'>,
): Promise<number> =>
  actOnDue(work, items, {
    ...named,
    async act(some) {
      for (const item of some) await notify(item)
    },
    postpone: async () => {},
    failure: 'a notice could not be written',
  })

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

/** For `groupCalls`: where requests cannot be answered together, each is answered alone, with its own error. */
export const isolateAnswers =
  <Request, Answer>(answer: Act<Request, Answer | Error>) =>
  async (requests: Request[]): Promise<(Answer | Error)[]> => {
    try {
      return await answer(requests)
    } catch (error) {
      if (requests.length === 1 || affectsAll(error)) throw error
      const answers: (Answer | Error)[] = []
      for (const request of requests) {
        const [alone] = await answer([request]).catch((reason: Error) => [reason])
        answers.push(alone!)
      }
      return answers
    }
  }

/** When an order that failed is tried again. After the last of these, it waits in EXCEPTION for the staff. */
const orderRetriesMs = [minute, 10 * minute, hour, hour]
const maxNoteLength = 300

/**
 * Makes orders that failed due again, later after each attempt. An order that failed too often leaves its status for
 * EXCEPTION, where its status allows that. The caller has locked the orders before the attempt.
 */
export async function postponeFailed(work: UnitOfWork, failed: FailedItem<LockedOrder>[], log: Log): Promise<void> {
  if (failed.length === 0) return
  logFailed(log, failed)
  const isGivenUp = ({ item }: FailedItem<LockedOrder>) =>
    item.attempts >= orderRetriesMs.length && problemMove(item) !== null
  const { failed: kept } = await isolateFailures(work, failed.filter(isGivenUp), givenUp =>
    transition(
      work,
      givenUp.map(({ item, error }) => ({ ...problemMove(item)!, exception: 'not_processed', note: noteOf(error) })),
    ),
  )
  const postponed = [...failed.filter(failure => !isGivenUp(failure)), ...kept.map(({ item }) => item)]
  await postponeOrders(
    work.tx,
    postponed.map(({ item }) => {
      const retryMs = orderRetriesMs[Math.min(item.attempts, orderRetriesMs.length - 1)]!
      return { ...item, attempts: item.attempts + 1, dueAt: later(work.now, retryMs) }
    }),
  )
}

/** The edges from an order's status to EXCEPTION; null where there are none. */
function problemMove(order: LockedOrder): Pick<Move, 'order' | 'first' | 'on'> | null {
  if (order.status === 'RECEIVED') return { order, first: 'validation_started', on: 'problem' }
  return edgeOf(order.status, 'problem') === undefined ? null : { order, on: 'problem' }
}

const noteOf = (error: unknown): string => {
  const message = error instanceof Error ? error.message : String(error)
  return storableText(`it could not be processed: ${message}`.slice(0, maxNoteLength))
}

export function logFailed(log: Log, failed: FailedItem<Pick<OrderKey, 'accountId' | 'orderId'>>[]): void {
  for (const { item, error } of failed)
    log.error({ accountId: item.accountId, orderId: item.orderId, err: error }, 'an order could not be moved on')
}
