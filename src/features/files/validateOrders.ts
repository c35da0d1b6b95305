// Checks the files of received orders. Orders are claimed in sets, checked outside of transactions, and recorded in
// sets as they finish, so a slow source delays only its own order. A claimed order stays RECEIVED, and can be
// canceled, until its own files have their turn: only then it is VALIDATING. A live worker renews the leases of its
// orders; when a worker dies, its orders keep their status and are due again when their leases end.

import type { ArtworkCheck, Verdict } from '../../artwork/artwork.ts'
import { usualLimits } from '../../artwork/files.ts'
import { type Clock, latest, second } from '../../base/clock.ts'
import { childrenAtOnce } from '../../base/guarded/guard.ts'
import type { Log } from '../../base/log.ts'
import type { Crash } from '../../base/running/crash.ts'
import { groupCalls } from '../../base/running/groupCalls.ts'
import { createLeases } from '../../base/running/leases.ts'
import { isDatabaseOutage } from '../../db/unreachable.ts'
import { type FailedItem, isolateAnswers, isolateFailures, isolateFailuresOutside } from '../../jobs/isolateFailures.ts'
import type { Order } from '../../orders/order.ts'
import { lockOrders, renewLeases } from '../../orders/orderStore.ts'
import { postponeFailed } from '../../orders/postponeFailed.ts'
import { validationLeaseMs } from '../../orders/schedule.ts'
import { type Transactor, transact } from '../../orders/transact.ts'
import type { OperatorVersions } from '../shop/operatorData.ts'
import { createClaims } from './claimOrders.ts'
import { artworkOf, keyOf } from './orderArtwork.ts'
import { createReaderPlaces } from './readerPlaces.ts'
import { type Checked, priceChecked, recordChecks, startChecks } from './recordChecks.ts'

const maxClaims = 250
/** Orders in progress at once. Most wait for a slow source; fetching itself is limited elsewhere. */
const maxInProgress = 1000
/** Orders in progress are in memory. Nearly all have one or two books; an order of 500 books may be a megabyte. */
const maxBooksInProgress = 4000
/** Orders with files that must be read: one is fetched while another is read. Other workers take on the rest. */
const maxReading = 2 * childrenAtOnce
/** A source that takes longer leaves its place to an order with another source. */
const readerPatienceMs = 20 * second
const maxRecords = 250
const maxStarts = 250
const maxBooksWritten = 2000
/** How long a sweep that finds nothing to claim waits for an order in progress to finish. */
const pollMs = second / 4

type Deps = {
  transactor: Transactor
  clock: Clock
  artwork: ArtworkCheck
  /** Asks other workers to take on orders that this one leaves to them. */
  callForHelp(): void
  operatorVersions: OperatorVersions
  /** How long an order waits for the approval of its proof. */
  proofDays: number
  log: Log
  crash?: Crash
}

export type Validator = {
  /** Returns how many orders it claimed or has in progress; 0 when nothing is due and everything is recorded. */
  sweep(now: Date): Promise<number>
  /** Stops claiming and recording orders, and gives up the leases of the orders in progress. */
  drain(): Promise<void>
}

/**
 * An order in progress, as this worker wrote it last. Its check begins once, when the first of its files has its turn.
 */
type OrderInProgress = { order: Order; begun: Promise<boolean> | null }

export function createValidator({
  transactor,
  clock,
  artwork,
  callForHelp,
  operatorVersions,
  proofDays,
  log,
  crash = () => {},
}: Deps): Validator {
  const places = createReaderPlaces({
    places: maxReading,
    maxPerHost: usualLimits.perHost,
    patienceMs: readerPatienceMs,
  })
  const claimNow = createClaims({ transactor, artwork, operatorVersions, places, callForHelp })
  const leases = createLeases<OrderInProgress>({
    nameOf: ({ order }) => keyOf(order),
    lease: (inProgress, until) =>
      renewLeases(
        transactor.db,
        inProgress.map(({ order }) => order),
        until,
      ),
    leaseMs: validationLeaseMs,
    clock,
    log,
  })
  /** A lease is given back only once it is known in which status its order is. */
  const starting = new Set<Promise<unknown>>()
  let booksInProgress = 0
  let isDraining = false

  const recordOne = groupCalls<Checked, void>(
    async checked => {
      const unrecorded = new Map((await recordAll(checked)).map(({ item, error }) => [keyOf(item), error as Error]))
      return checked.map(({ claimed }) => unrecorded.get(keyOf(claimed)))
    },
    maxRecords,
    { sizeLimit: { sizeOf: ({ claimed }) => claimed.books.length, maxSize: maxBooksWritten } },
  )

  /** Answers null for an order that has left RECEIVED, or that cannot be moved. */
  const startOne = groupCalls<Order, Order | null>(
    isolateAnswers(orders =>
      transact(transactor, { now: clock(), actor: 'system' }, work => startChecks(work, orders, log)),
    ),
    maxStarts,
    { sizeLimit: { sizeOf: ({ books }) => books.length, maxSize: maxBooksWritten } },
  )

  async function sweep(at: Date): Promise<number> {
    const now = latest(at, clock())
    const isFull = isDraining || booksInProgress >= maxBooksInProgress
    const max = isFull ? 0 : Math.min(maxInProgress - leases.size(), maxClaims)
    const { claimed, isAll } = max > 0 ? await claimNow(now, max) : { claimed: [], isAll: true }
    if (claimed.length > 0) {
      crash('validate:claimed')
      await begin(claimed)
      return claimed.length
    }
    // Orders that were left while all places were taken may have their places by now.
    if (leases.size() === 0) return isAll ? 0 : 1
    await leases.waitForRelease(pollMs)
    return Math.max(leases.size(), 1)
  }

  /** Records the results that are available at once; the other checks continue. */
  async function begin(claimed: Order[]): Promise<void> {
    const finished: Checked[] = []
    const failed: FailedItem<Order>[] = []
    for (const order of claimed) {
      const inProgress: OrderInProgress = { order, begun: null }
      try {
        const verdict = artwork.check(
          order.accountId,
          artworkOf(operatorVersions, order),
          () => (inProgress.begun ??= startCheck(inProgress)),
        )
        if (verdict instanceof Promise) {
          void finish(inProgress, verdict)
          continue
        }
        finished.push({ claimed: order, verdict })
      } catch (error) {
        failed.push({ item: order, error })
      }
      places.leave(keyOf(order))
    }
    for (const { item, error } of await postpone(failed)) giveBack({ order: item, begun: null }, error)
    if (finished.length === 0) return
    crash('validate:checked')
    try {
      for (const { item, error } of await recordAll(finished)) giveBack({ order: item, begun: null }, error)
    } catch (error) {
      for (const { claimed } of finished) giveBack({ order: claimed, begun: null }, error)
      throw error
    }
  }

  /**
   * The order is checked again when its lease ends, or as soon as a database that did not answer does. Its fetched
   * files stay stored.
   */
  function giveBack(inProgress: OrderInProgress, error: unknown): void {
    log.warn({ err: error, orderId: inProgress.order.orderId }, 'the check of an order was not recorded')
    if (isDatabaseOutage(error)) leases.giveBack(inProgress)
    else leases.release(inProgress)
  }

  /** False when the order is not to be checked any more: it was canceled, or belongs to another worker. */
  async function startCheck(inProgress: OrderInProgress): Promise<boolean> {
    if (isDraining) return false
    if (inProgress.order.status === 'VALIDATING') return true
    const start = startOne(inProgress.order).then(begun => {
      if (begun !== null) inProgress.order = begun
      return begun !== null
    })
    starting.add(start)
    const isBegun = await start.finally(() => starting.delete(start))
    if (isBegun) crash('validate:begun')
    return isBegun
  }

  async function finish(inProgress: OrderInProgress, pending: Promise<Verdict | null>): Promise<void> {
    const { orderId, books } = inProgress.order
    leases.take(inProgress)
    booksInProgress += books.length
    try {
      const verdict = await pending.catch((error: unknown): Verdict => {
        if (isDatabaseOutage(error)) throw error
        log.error({ err: error, orderId }, 'the check of an order failed')
        return { kind: 'unavailable', cause: 'the check failed' }
      })
      if (verdict !== null && !isDraining) {
        crash('validate:checked')
        await recordOne({ claimed: inProgress.order, verdict })
      }
      leases.release(inProgress)
    } catch (error) {
      giveBack(inProgress, error)
    }
    booksInProgress -= books.length
    places.leave(keyOf(inProgress.order))
  }

  /** Returns the orders that have neither a result nor another time for their check. */
  async function recordAll(checked: Checked[]): Promise<FailedItem<Order>[]> {
    const now = clock()
    const { results, failed: unpriced } = await isolateFailuresOutside(checked, orders =>
      priceChecked({ transactor, operatorVersions }, orders, now),
    )
    const { failed: unrecorded } = await transact(transactor, { now, actor: 'system' }, work =>
      isolateFailures(work, results, priced => recordChecks(work, priced, { log, proofDays })),
    )
    return postpone([...unpriced, ...unrecorded].map(({ item, error }) => ({ item: item.claimed, error })))
  }

  /**
   * Postpones claimed orders that failed, except orders that have moved on. Never throws, because other orders are
   * recorded by now: returns the orders that it could not postpone.
   */
  async function postpone(failed: FailedItem<Order>[]): Promise<FailedItem<Order>[]> {
    if (failed.length === 0) return []
    try {
      const answers = await isolateAnswers(postponeTogether)(failed)
      return failed.flatMap(({ item }, i) => (answers[i] === undefined ? [] : [{ item, error: answers[i] }]))
    } catch (error) {
      return failed.map(({ item }) => ({ item, error }))
    }
  }

  async function postponeTogether(failed: FailedItem<Order>[]): Promise<undefined[]> {
    const failureOf = new Map(failed.map(failure => [keyOf(failure.item), failure]))
    await transact(transactor, { now: clock(), actor: 'system' }, async work => {
      const locked = await lockOrders(
        work.tx,
        failed.map(({ item }) => item),
      )
      const waiting = locked.flatMap(order => {
        const { item, error } = failureOf.get(keyOf(order))!
        // The claim has counted this attempt.
        return order.sequence === item.sequence ? [{ item: { ...order, attempts: order.attempts - 1 }, error }] : []
      })
      await postponeFailed(work, waiting, log)
    })
    return failed.map(() => undefined)
  }

  return {
    sweep,
    async drain() {
      isDraining = true
      await Promise.allSettled(starting)
      await leases.releaseAll()
    },
  }
}
