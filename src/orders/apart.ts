// What a sweep does to many at once must not wait for one of them: an order that cannot be written, through a fault of
// ours or in its data, would come first in every sweep and stop all orders behind it.

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

/**
 * Acts on all at once and, where that fails, on each alone. Of `failed` nothing is written: whoever calls puts them
 * off, or they are due again at once. Wake-ups of an attempt that failed may ring for nothing.
 */
export async function togetherOrAlone<Item, Made>(
  { tx }: Work,
  items: Item[],
  act: (items: Item[]) => Promise<Made[]>,
): Promise<{ made: Made[]; failed: Failed<Item>[] }> {
  if (items.length === 0) return { made: [], failed: [] }
  const together = await attempt(tx, () => act(items))
  if ('made' in together) return { made: together.made, failed: [] }
  if (items.length === 1) return { made: [], failed: [{ item: items[0]!, error: together.error }] }

  const made: Made[] = []
  const failed: Failed<Item>[] = []
  for (const item of items) {
    const alone = await attempt(tx, () => act([item]))
    if ('made' in alone) made.push(...alone.made)
    else failed.push({ item, error: alone.error })
  }
  return { made, failed }
}

export type Failed<Item> = { item: Item; error: unknown }

async function attempt<Made>(
  tx: Work['tx'],
  act: () => Promise<Made[]>,
): Promise<{ made: Made[] } | { error: unknown }> {
  await sql`savepoint attempt`.execute(tx)
  try {
    return { made: await act() }
  } catch (error) {
    if (isConflict(error) || isUnreachableDatabase(error)) throw error // no fault of any of them
    await sql`rollback to savepoint attempt`.execute(tx)
    return { error }
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
