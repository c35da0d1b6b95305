// Fetches the files of orders that wait in the queue, right after they were placed: an address may work for an hour,
// and an order may wait for days. From then on the bytes belong to the order, and its check asks no address.
//
// The bytes that wait for an account are limited. The files of its other orders are fetched when there is room again,
// and at the latest when they are released.

import type { FetchAhead, FetchedAhead } from '../../artwork/checkBook.ts'
import { type Clock, hour, later, minute } from '../../base/clock.ts'
import type { Log } from '../../base/log.ts'
import type { Crash } from '../../base/running/crash.ts'
import { createLeasedWorker, type LeasedWorker } from '../../base/running/leasedWork.ts'
import { isDatabaseOutage } from '../../db/unreachable.ts'
import { isMissingFile } from '../../orders/failures.ts'
import type { Order, OrderKey } from '../../orders/order.ts'
import { lockOrders } from '../../orders/orderStore.ts'
import { type Transactor, transact } from '../../orders/transact.ts'
import { transition, type UnitOfWork } from '../../orders/transition.ts'
import type { OperatorVersions } from '../shop/operatorData.ts'
import { reportMissing, withFiles, withMissing } from './missingFiles.ts'
import { artworkOf, isUnfetched } from './orderArtwork.ts'
import {
  claimFetches,
  endFetch,
  postponeFetches,
  type QueuedFetch,
  startFetches,
  sumQueuedBytes,
} from './queuedFetchStore.ts'

/** Most wait for a slow source; fetching itself is limited elsewhere. */
const maxInProgress = 50
const leaseMs = 5 * minute
/** A file that cannot be fetched now is requested again each minute for this long, and then each hour. */
const retryWindowMs = 10 * minute
const retryMs = minute
const lateRetryMs = hour

/** Lets the files of queued orders be fetched. Nearly all orders are received at once, and their check fetches them. */
export async function fetchQueuedFiles(work: UnitOfWork, orders: Order[]): Promise<void> {
  const queued = orders.filter(
    ({ status, books }) =>
      status === 'QUEUED' &&
      books.some(
        ({ coverUrl, coverSha256, gutsUrl, gutsSha256 }) =>
          isUnfetched(coverUrl, coverSha256) || isUnfetched(gutsUrl, gutsSha256),
      ),
  )
  if (queued.length === 0) return
  await startFetches(work.tx, queued, work.now)
  work.wake('fetch_files', work.now)
}

type Deps = {
  transactor: Transactor
  clock: Clock
  operatorVersions: OperatorVersions
  fetchAhead: FetchAhead
  /** The bytes that may wait for one account. */
  quotaBytes: number
  log: Log
  crash: Crash
}

export function createFetcher(deps: Deps): LeasedWorker {
  const { transactor, clock, log, crash } = deps
  const { db } = transactor
  return createLeasedWorker<QueuedFetch>({
    nameOf: ({ accountId, mode, orderId }) => `${accountId} ${mode} ${orderId}`,
    lease: (fetches, until) => postponeFetches(db, fetches, until),
    ...{ leaseMs, clock, log, maxInProgress },
    claim: claim => claimFetches(db, claim),
    isOutage: isDatabaseOutage,
    async work(fetch, isDraining) {
      crash('fetch:claimed')
      const order = await readQueued(deps, fetch)
      const isFull = order !== null && (await sumQueuedBytes(db, fetch)) >= deps.quotaBytes
      if (isFull) return void (await postponeFetches(db, [fetch], later(clock(), lateRetryMs)))
      const fetched = order && (await deps.fetchAhead(order.accountId, artworkOf(deps.operatorVersions, order)))
      crash('fetch:fetched')
      if (isDraining()) return
      await transact(transactor, { now: clock(), actor: 'system' }, work => record(work, fetch, fetched))
    },
    warning: 'the files of a queued order were not fetched',
  })
}

/** Null for an order that has left the queue. */
async function readQueued({ transactor }: Deps, key: OrderKey): Promise<Order | null> {
  const [order] = await transactor.db.transaction().execute(tx => lockOrders(tx, [key]))
  return order?.status === 'QUEUED' ? order : null
}

async function record(work: UnitOfWork, fetch: QueuedFetch, fetched: FetchedAhead | null): Promise<void> {
  const [order] = await lockOrders(work.tx, [fetch])
  if (fetched === null || order?.status !== 'QUEUED') return void (await endFetch(work.tx, fetch))
  if (fetched.kind === 'unavailable') {
    await postponeFetches(work.tx, [fetch], later(work.now, retryMs))
    return
  }
  const { files, missing } = fetched
  const mayRetry = missing.some(({ retry }) => retry === 'later')
  const isEarly = work.now < later(fetch.triesFrom, retryWindowMs)
  const isOurs = mayRetry
    ? await postponeFetches(work.tx, [fetch], later(work.now, isEarly ? retryMs : lateRetryMs))
    : await endFetch(work.tx, fetch)
  // The others were replaced meanwhile, or another worker has taken them over.
  if (isOurs === 0 || (mayRetry && isEarly)) return
  const problems = missing.map(({ problem }) => problem)
  const changes = { books: withFiles(order.books, files), dueAt: order.dueAt }
  const report = reportMissing(order, problems, changes)
  const isMended = problems.length === 0 || problems.length < order.state.warnings.filter(isMissingFile).length
  if (report !== null) await transition(work, [report])
  else if (isMended) {
    const state = { warnings: withMissing(order, problems) }
    await transition(work, [{ order, on: 'files_fetched', changes: { ...changes, state } }])
  }
}
