// What is done to many at once must not wait for one of them: an order that cannot be written, through a fault of ours
// or in its data, would come first in every sweep and stop all orders behind it, and would fail every request that is
// answered together with its own.

import { sql } from 'kysely'
import { hour, later } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import { isConflict } from '../db/conflict.ts'
import { isUnreachableDatabase } from '../db/unreachable.ts'
import type { OrderKey } from './order.ts'
import { type LockedOrder, leaseOrders } from './store.ts'
import type { Work } from './transition.ts'

/** When what failed alone is tried again. */
const failedRetryMs = hour
export const failedRetryAt = (now: Date): Date => later(now, failedRetryMs)

type Act<Item, Made> = (items: Item[]) => Promise<Made[]>
export type Failed<Item> = { item: Item; error: unknown }
type Done<Item, Made> = { made: Made[]; failed: Failed<Item>[] }

/**
 * Acts on all at once and, where that fails, on each alone. Of `failed` nothing is written: whoever calls puts them
 * off, or they are due again at once. Wake-ups of an attempt that failed may ring for nothing.
 */
export const togetherOrAlone = <Item, Made>(
  { tx }: Work,
  items: Item[],
  act: Act<Item, Made>,
): Promise<Done<Item, Made>> =>
  togetherOrAloneOutside(items, async some => {
    await sql`savepoint attempt`.execute(tx)
    try {
      return await act(some)
    } catch (error) {
      if (!isOfAll(error)) await sql`rollback to savepoint attempt`.execute(tx)
      throw error
    }
  })

/** The same outside of any transaction. */
export async function togetherOrAloneOutside<Item, Made>(
  items: Item[],
  act: Act<Item, Made>,
): Promise<Done<Item, Made>> {
  if (items.length === 0) return { made: [], failed: [] }
  const together = await attempt(items, act)
  if ('made' in together) return { made: together.made, failed: [] }
  if (items.length === 1) return { made: [], failed: [{ item: items[0]!, error: together.error }] }

  const made: Made[] = []
  const failed: Failed<Item>[] = []
  for (const item of items) {
    const alone = await attempt([item], act)
    if ('made' in alone) made.push(...alone.made)
    else failed.push({ item, error: alone.error })
  }
  return { made, failed }
}

async function attempt<Item, Made>(
  items: Item[],
  act: Act<Item, Made>,
): Promise<{ made: Made[] } | { error: unknown }> {
  try {
    return { made: await act(items) }
  } catch (error) {
    if (isOfAll(error)) throw error
    return { error }
  }
}

/** No fault of any of them: alone they would fail as well, or it is not known what has become of them. */
const isOfAll = (error: unknown): boolean => isConflict(error) || isUnreachableDatabase(error)

/** For `grouped`: where requests cannot be answered together, each is answered alone, by what it failed with too. */
export const answeredApart =
  <Request, Answer>(answer: Act<Request, Answer | Error>) =>
  async (requests: Request[]): Promise<(Answer | Error)[]> => {
    try {
      return await answer(requests)
    } catch (error) {
      if (requests.length === 1 || isOfAll(error)) throw error
      const answers: (Answer | Error)[] = []
      for (const request of requests) {
        const [alone] = await answer([request]).catch((reason: Error) => [reason])
        answers.push(alone!)
      }
      return answers
    }
  }

/** Orders that failed, which the caller locked before it tried, are due again in an hour. */
export async function putOff(work: Work, failed: Failed<LockedOrder>[], log: Log): Promise<void> {
  if (failed.length === 0) return
  logFailed(log, failed)
  await leaseOrders(
    work.tx,
    failed.map(({ item }) => item),
    failedRetryAt(work.now),
  )
}

export function logFailed(log: Log, failed: Failed<Pick<OrderKey, 'accountId' | 'orderId'>>[]): void {
  for (const { item, error } of failed)
    log.error({ accountId: item.accountId, orderId: item.orderId, err: error }, 'an order could not be moved on')
}
