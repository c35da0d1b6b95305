// An order that cannot be moved on is due again later, and after too many attempts the staff decide about it.

import { say, type Translatable } from '../../languages/texts.ts'
import { hour, later, minute } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import { storableText } from '../base/text/storableText.ts'
import { type FailedItem, isolateFailures } from '../jobs/isolateFailures.ts'
import { edgeOf } from './lifecycle.ts'
import type { OrderKey } from './order.ts'
import { type LockedOrder, postponeOrders } from './orderStore.ts'
import { type Move, transition, type UnitOfWork } from './transition.ts'

/** When an order that failed is tried again. After the last of these, it waits in EXCEPTION for the staff. */
const orderRetriesMs = [minute, 10 * minute, hour, hour]
const maxCauseLength = 270

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

const noteOf = (error: unknown): Translatable => {
  const message = error instanceof Error ? error.message : String(error)
  return say('it could not be processed: {cause}', { cause: storableText(message.slice(0, maxCauseLength)) })
}

export function logFailed(log: Log, failed: FailedItem<Pick<OrderKey, 'accountId' | 'orderId'>>[]): void {
  for (const { item, error } of failed)
    log.error({ accountId: item.accountId, orderId: item.orderId, err: error }, 'an order could not be moved on')
}
