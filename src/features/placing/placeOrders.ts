// Placing orders: the group commit. Creates that arrive while groups are under way go together in the next group.
// Reading, rules and prices need no lock and come first; one transaction then admits and writes the whole group.

import { say } from '../../../languages/texts.ts'
import type { Clock } from '../../base/clock.ts'
import { Refusal } from '../../base/refusal.ts'
import { groupCalls } from '../../base/running/groupCalls.ts'
import type { Database } from '../../db/db.ts'
import { inOrder } from '../../db/pipeline.ts'
import { isolateAnswers } from '../../jobs/isolateFailures.ts'
import { lockAccountLimits, saveLimits } from '../../limits/limitStore.ts'
import { statuses } from '../../orders/lifecycle.ts'
import type { Order } from '../../orders/order.ts'
import { usedIdentifiers } from '../../orders/orderStore.ts'
import { type Transactor, transact } from '../../orders/transact.ts'
import { type Opening, openOrders } from '../../orders/transition.ts'
import { fetchQueuedFiles } from '../files/fetchQueued.ts'
import { extendRetention } from '../files/fileRetention.ts'
import { notifyOfLimits } from '../notify/accountEmails.ts'
import { lockQuotes } from '../quotes/spendQuotes.ts'
import type { OperatorVersions } from '../shop/operatorData.ts'
import { admitAll } from './admissions.ts'
import { draftOrders, type PlaceOrderRequest } from './drafts.ts'
import { keyedCreates } from './idempotentCreates.ts'

/** Large enough to amortize the commit of a group, small enough that no order waits long for the rows of the others. */
const maxGroupSize = 300
/** On PostgreSQL one group computes while another waits for its commit; PGlite has one connection for all. */
const concurrentGroups = { postgresql: 3, pglite: 1 }
/**
 * Characters of JSON in all groups that run. Nearly all orders have 1 to 2 thousand. An order may have a million, and
 * the statements of a group of such orders would be more than the process or its database can hold.
 */
const maxRunningChars = 4_000_000
const charsOf = ({ request }: PlaceOrderRequest) => JSON.stringify(request).length

/** Orders that are being placed at once. The last of them waits for ten groups, which takes seconds. */
const capacity = {
  maxRequests: 10 * maxGroupSize,
  maxSize: 64 * maxRunningChars,
  fullError: () =>
    new Refusal('overloaded', say('Too many orders are being placed right now. This order was not placed. Try again.')),
}

export type PlaceDeps = { transactor: Transactor; clock: Clock; operatorVersions: OperatorVersions }

/**
 * Places an order and returns it as it was stored: RECEIVED, QUEUED, REJECTED or FAILED. The same request with the same
 * idempotency key returns the same order. Rejects with the Refusal `duplicate_order_id` when the account has used the
 * identifier before, in either mode, with `request_key_reused` when it has used the key for another request in this
 * mode, and with `overloaded` when too many orders are being placed.
 */
export type PlaceOrder = (order: PlaceOrderRequest) => Promise<Order>

/** One function for the whole process: a group has only the orders that go through the same function. */
export function createPlaceOrder(deps: PlaceDeps, database: Database['kind']): PlaceOrder {
  const place = isolateAnswers<PlaceOrderRequest, Order>(requests => placeGroup(deps, requests))
  const batches = concurrentGroups[database]
  return groupCalls(place, maxGroupSize, {
    sizeLimit: { sizeOf: charsOf, maxSize: maxRunningChars / batches },
    capacity,
    concurrency: { maxBatches: batches, keyOf: ({ accountId }) => accountId }, // a group locks the limits of its accounts
  })
}

async function placeGroup(
  { transactor, clock, operatorVersions }: PlaceDeps,
  requests: PlaceOrderRequest[],
): Promise<(Order | Refusal)[]> {
  const now = clock()
  const drafts = await draftOrders({ transactor, operatorVersions }, requests, now)
  const accountIds = [...new Set(drafts.map(({ accountId }) => accountId))]
  const named = drafts.flatMap(({ accountId, customerOrderId }) =>
    customerOrderId === null ? [] : [{ accountId, customerOrderId }],
  )
  return transact(transactor, { now, actor: 'system' }, async work => {
    const [currentLimits, usedIds] = await inOrder(
      () => lockAccountLimits(work.tx, accountIds, now),
      () => usedIdentifiers(work.tx, named),
    )
    const { firstCreates, save, answerRepeat } = await keyedCreates(work.tx, drafts)
    const quotes = await lockQuotes(work.tx, firstCreates, now)
    const { openings, limits, notices } = admitAll(currentLimits, firstCreates, usedIds, now, quotes)
    const accepted = openings.filter((opening): opening is Opening => !(opening instanceof Refusal))
    const [orders] = await inOrder(
      () => openOrders(work, accepted),
      () => saveLimits(work.tx, limits),
    )
    for (const { releaseDueAt } of limits) if (releaseDueAt !== null) work.wake('release_queued', releaseDueAt)
    if (notices.length > 0) await notifyOfLimits(work, notices)
    await quotes.end(orders)
    // Under a lock of the files: none of them is deleted at the same moment.
    const open = orders.filter(({ status }) => !statuses[status].final)
    await extendRetention(work.tx, open, now)
    await fetchQueuedFiles(work, orders)
    const opened = orders.values()
    const answers = new Map(
      openings.map((opening, i) => [firstCreates[i]!, opening instanceof Refusal ? opening : opened.next().value!]),
    )
    await save(answers)
    return drafts.map(draft => answers.get(draft) ?? answerRepeat(draft))
  })
}
