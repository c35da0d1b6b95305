// Checks the files of received orders. Orders are claimed in sets, checked outside of transactions, and recorded in
// sets as they finish, so a slow source delays only its own order. A claimed order stays RECEIVED, and can be
// canceled, until its own files have their turn: only then it is VALIDATING. A live worker renews the leases of its
// orders; when a worker dies, its orders keep their status and are due again when their leases end.

import type { ArtworkCheck, Verdict } from '../../artwork/artwork.ts'
import { usualLimits } from '../../artwork/files.ts'
import { type Clock, day, hour, later, latest, minute, second } from '../../base/clock.ts'
import type { Log } from '../../base/log.ts'
import type { Crash } from '../../base/running/crash.ts'
import { groupCalls } from '../../base/running/groupCalls.ts'
import { createLeases } from '../../base/running/leases.ts'
import type { Tx } from '../../db/db.ts'
import { isDatabaseOutage } from '../../db/unreachable.ts'
import { type FailedItem, isolateFailures, isolateFailuresOutside } from '../../jobs/isolateFailures.ts'
import type { Status } from '../../orders/lifecycle.ts'
import { type Book, type Order, type OrderState, type Pricing, wasPaid } from '../../orders/order.ts'
import {
  type LockedOrder,
  leaseOrders,
  lockDueOrders,
  lockOrders,
  moveDueTimes,
  renewLeases,
} from '../../orders/orderStore.ts'
import { postponeFailed } from '../../orders/postponeFailed.ts'
import { needsApproval, proofFilesOf, waitingProof } from '../../orders/proofRules.ts'
import { validationLeaseMs } from '../../orders/schedule.ts'
import { type Transactor, transact } from '../../orders/transact.ts'
import { type Move, transition, type UnitOfWork } from '../../orders/transition.ts'
import type { TaxUnavailable } from '../../tax/tax.ts'
import { recordSales } from '../money/sales.ts'
import { endTaxWaits, oldestTaxWait, saveTaxWaits, type TaxWait } from '../money/taxWaits.ts'
import { agreedPricing } from '../placing/agreedPricing.ts'
import { readExemptions } from '../placing/orderContext.ts'
import { type FinalPrice, priceFinally } from '../placing/price.ts'
import type { Quoted } from '../placing/priceChange.ts'
import { firstDueAt } from '../proofs/proofReminders.ts'
import { continueSandboxOrders } from '../sandbox/sandboxPace.ts'
import type { OperatorVersions } from '../shop/operatorData.ts'
import { mendWindowMs, reportMissing, waitedInQueue } from './missingFiles.ts'
import { artworkOf, hostsOf, readableArtwork } from './orderArtwork.ts'
import { createReaderPlaces } from './readerPlaces.ts'

const maxClaims = 250
/** Orders in progress at once. Most wait for a slow source; fetching itself is limited elsewhere. */
const maxInProgress = 1000
/** Orders in progress are in memory. Nearly all have one or two books; an order of 500 books may be a megabyte. */
const maxBooksInProgress = 4000
/** A source that takes longer leaves its place to an order with another source. */
const readerPatienceMs = 20 * second
const maxRecords = 250
const maxStarts = 250
const maxBooksWritten = 2000
/** How long a sweep that finds nothing to claim waits for an order in progress to finish. */
const pollMs = second / 4

/** A file that cannot be fetched now is requested again for this long, and at least this often. */
const retryWindowMs = 10 * minute
const minAttempts = 3
/** How often the files of an order that waits for other addresses are requested. */
const mendRetryMs = 8 * hour
/** An order without a tax quote has no price, so it waits for the quote without a limit. */
const taxRetryMs = minute
const maxTaxRetryMs = 10 * minute
/** After this time, the staff must find out why there is no tax quote. */
const taxAlarmMs = 30 * minute
const retriesMs = [15 * second, 30 * second, minute, 2 * minute, 3 * minute]

type Deps = {
  transactor: Transactor
  clock: Clock
  artwork: ArtworkCheck
  /** How many orders with files that must be read are taken on at once. */
  maxReading: number
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

/** Orders that were claimed, and whether none was left to wait for a place. */
type Claim = { claimed: Order[]; isAll: boolean }

type Checked = { claimed: Order; verdict: Verdict }

/**
 * An order in progress, as this worker wrote it last. Its check begins once, when the first of its files has its turn.
 */
type OrderInProgress = { order: Order; begun: Promise<boolean> | null }

export function createValidator({
  transactor,
  clock,
  artwork,
  maxReading,
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
  /** Where in the backlog of each status the last look past its first orders ended. */
  const lookedThrough = new Map<Status, Date>()
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
      await recordAll(checked)
      return checked.map(() => undefined)
    },
    maxRecords,
    { sizeLimit: { sizeOf: ({ claimed }) => claimed.books.length, maxSize: maxBooksWritten } },
  )

  /** Answers null for an order that has left RECEIVED, or that cannot be moved. */
  const startOne = groupCalls<Order, Order | null>(
    orders => transact(transactor, { now: clock(), actor: 'system' }, work => startChecks(work, orders, log)),
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

  async function claimNow(now: Date, max: number): Promise<Claim> {
    const placed: LockedOrder[] = []
    try {
      const claimed = await transact(transactor, { now, actor: 'system' }, work => claim(work, max, placed))
      if (!claimed.isAll) callForHelp()
      return claimed
    } catch (error) {
      for (const order of placed) places.leave(keyOf(order))
      throw error
    }
  }

  /**
   * Claims overdue orders that another worker never finished or postponed, and then newly received orders. Where some
   * of the first orders must wait for a place, the orders behind them are looked through too, some at each look:
   * their files may be known, or come from other hosts.
   */
  async function claim(work: UnitOfWork, max: number, placed: LockedOrder[]): Promise<Claim> {
    let claimed: LockedOrder[] = []
    let isAll = true
    for (const status of ['VALIDATING', 'RECEIVED'] as const) {
      const look = async (after: Date | null) => {
        const maxOrders = max - claimed.length
        const due = maxOrders > 0 ? await lockDueOrders(work.tx, status, work.now, { maxOrders, after }) : []
        const taken = await takeOn(work.tx, due, placed)
        claimed = [...claimed, ...taken]
        return { end: due.at(-1)?.dueAt ?? null, areTaken: taken.length === due.length }
      }
      const first = await look(null)
      if (first.areTaken) continue
      isAll = false
      const { end } = await look(latest(first.end!, lookedThrough.get(status) ?? first.end!))
      if (end === null) lookedThrough.delete(status)
      else lookedThrough.set(status, end)
    }
    if (claimed.length > 0) await leaseOrders(work.tx, claimed, later(work.now, validationLeaseMs))
    return { claimed, isAll }
  }

  /** The orders whose files are known, and as many others as there are places. */
  async function takeOn(tx: Tx, due: LockedOrder[], placed: LockedOrder[]): Promise<LockedOrder[]> {
    const artworks = new Map(due.map(order => [order, readableArtwork(operatorVersions, order)]))
    const take = (order: LockedOrder) => {
      const isTaken = places.take(keyOf(order), hostsOf(order, artworks.get(order)!))
      if (isTaken) placed.push(order)
      return isTaken
    }
    // Whether files are known is asked only where it matters.
    const taken = new Set(due.length <= places.free() ? due.filter(take) : [])
    const waiting = due.filter(order => !taken.has(order))
    if (waiting.length === 0) return due
    const areRead = await artwork.areRead(
      tx,
      waiting.map(order => ({ accountId: order.accountId, books: artworks.get(order)! })),
    )
    for (const [i, order] of waiting.entries()) if (areRead[i] || take(order)) taken.add(order)
    return due.filter(order => taken.has(order))
  }

  /** Records the results that are available at once; the other checks go on. */
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
    try {
      await postpone(failed)
      if (finished.length > 0) {
        crash('validate:checked')
        await recordAll(finished)
      }
    } catch (error) {
      for (const order of [...failed.map(({ item }) => item), ...finished.map(({ claimed }) => claimed)])
        giveBack({ order, begun: null }, error)
      throw error
    }
  }

  /** While the database does not answer, nothing is recorded: the order is checked again as soon as it does. */
  function giveBack(inProgress: OrderInProgress, error: unknown): void {
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
      // The order is checked again when its lease ends. Its fetched files stay stored.
      log.warn({ err: error, orderId }, 'the check of an order was not recorded')
      giveBack(inProgress, error)
    }
    booksInProgress -= books.length
    places.leave(keyOf(inProgress.order))
  }

  async function recordAll(checked: Checked[]): Promise<void> {
    const now = clock()
    const { results, failed: unpriced } = await isolateFailuresOutside(checked, orders =>
      priceChecked({ transactor, operatorVersions }, orders, now),
    )
    const { failed: unrecorded } = await transact(transactor, { now, actor: 'system' }, work =>
      isolateFailures(work, results, priced => record(work, priced, { log, proofDays })),
    )
    await postpone([...unpriced, ...unrecorded].map(({ item, error }) => ({ item: item.claimed, error })))
  }

  /** Postpones claimed orders that failed, except orders that have moved on. */
  async function postpone(failed: FailedItem<Order>[]): Promise<void> {
    if (failed.length === 0) return
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

/** Moves claimed orders that are still RECEIVED. */
async function startChecks(work: UnitOfWork, claimed: Order[], log: Log): Promise<(Order | null)[]> {
  const sequenceOf = new Map(claimed.map(order => [keyOf(order), order.sequence]))
  const waiting = (await lockOrders(work.tx, claimed)).filter(
    order => order.status === 'RECEIVED' && order.sequence === sequenceOf.get(keyOf(order)),
  )
  const { results, failed } = await isolateFailures(work, waiting, orders => startValidation(work, orders))
  // The claim has counted this attempt.
  const uncounted = failed.map(({ item, error }) => ({ item: { ...item, attempts: item.attempts - 1 }, error }))
  await postponeFailed(work, uncounted, log)
  const begun = new Map(results.map(order => [keyOf(order), order]))
  return claimed.map(order => begun.get(keyOf(order)) ?? null)
}

const startValidation = (work: UnitOfWork, orders: LockedOrder[]): Promise<LockedOrder[]> =>
  transition(
    work,
    orders.map(order => ({ order, on: 'validation_started' })),
  )

/** The result of checking a claimed order, and its price; null when the order is not charged. */
/** `agreed` is of an enterprise order whose prices are agreed. */
type PricedCheck = Checked & { books: Book[]; price: FinalPrice | TaxUnavailable | null; agreed: Pricing | null }

async function priceChecked(
  { transactor, operatorVersions }: Pick<Deps, 'transactor' | 'operatorVersions'>,
  checked: Checked[],
  now: Date,
): Promise<PricedCheck[]> {
  const results = checked.map(
    (check): PricedCheck => ({ ...check, books: booksAfterCheck(check), price: null, agreed: null }),
  )
  // A revalidated order may have been paid before; it is not charged again, and keeps the price that was paid.
  const unpriced = results.filter(
    ({ claimed: { billing, state }, verdict }) =>
      (billing === 'charged' ? !wasPaid(state.payment) : isUnpricedByAgreement(state)) && isGood(verdict),
  )
  if (unpriced.length === 0) return results
  const exemptions = await readExemptions(
    transactor.db,
    unpriced.map(({ claimed }) => claimed.accountId),
    now,
  )
  const prices = await priceFinally(
    operatorVersions,
    unpriced.map(({ claimed, books }) => ({
      ...claimed,
      agreedPrices: isUnpricedByAgreement(claimed.state),
      books,
      quoted: quotedOf(claimed),
      exemptions: exemptions.get(claimed.accountId) ?? new Map(),
    })),
  )
  const priceOf = new Map(unpriced.map((check, i) => [check, prices[i]!]))
  return results.map(check => {
    const price = priceOf.get(check) ?? null
    return price === null || 'unavailable' in price || check.claimed.billing === 'charged'
      ? { ...check, price }
      : { ...check, agreed: agreedPricing(price.pricing) }
  })
}

/** Its printer has not set a price yet. */
const isUnpricedByAgreement = ({ agreed, pricing }: OrderState): boolean => agreed !== undefined && pricing === null

function quotedOf({ state, books }: Order): Quoted | null {
  const pricing = state.pricing ?? state.agreed ?? null
  return pricing && { pricing, books }
}

const isGood = (verdict: Verdict): boolean => verdict.kind === 'checked' && verdict.errors.length === 0

/**
 * An order that is paid, or priced by its printer, and a reprint are printed from the bytes of their sale; the staff
 * decide where these are gone.
 */
const hasOtherFiles = ({ billing, state, books }: Order, checked: Book[]): boolean =>
  (billing === 'charged' ? wasPaid(state.payment) : billing === 'reprint' || state.pricing !== null) &&
  books.some(
    ({ coverSha256, gutsSha256 }, i) =>
      (coverSha256 && coverSha256 !== checked[i]!.coverSha256) || (gutsSha256 && gutsSha256 !== checked[i]!.gutsSha256),
  )

/** A page count that the product does not allow is a finding, and does not change the book. */
function booksAfterCheck({ claimed: { books }, verdict }: Checked): Book[] {
  if (verdict.kind === 'unavailable') return books
  return books.map((book, i) => {
    const { cover, guts } = verdict.files[i]!
    const pageCount = (isGood(verdict) ? verdict.pageCounts[i] : null) ?? book.pageCount
    return { ...book, pageCount, coverSha256: cover, gutsSha256: guts }
  })
}

async function record(
  work: UnitOfWork,
  checks: PricedCheck[],
  { log, proofDays }: Pick<Deps, 'log' | 'proofDays'>,
): Promise<Order[]> {
  const checkOf = new Map(checks.map(check => [keyOf(check.claimed), check]))
  const moves: Move[] = []
  const postponed: { order: LockedOrder; retryMs: number }[] = []
  const unmended: (LockedOrder & { dueAt: Date })[] = []
  const taxWaits: TaxWait[] = []
  const orders = await lockOrders(
    work.tx,
    checks.map(({ claimed }) => claimed),
  )
  // The others were canceled, or another worker has taken them over and recorded them.
  const ours = orders.filter(order => order.sequence === checkOf.get(keyOf(order))!.claimed.sequence)
  for (const locked of ours.filter(({ status }) => status === 'VALIDATING' || status === 'RECEIVED')) {
    // An order whose result was known without waiting has not begun yet: its check begins and ends in one move.
    const isNew = locked.status === 'RECEIVED'
    const order = isNew ? { ...locked, attempts: 0, triesFrom: latest(work.now, locked.updatedAt) } : locked
    const first = isNew ? { first: 'validation_started' as const } : {}
    const { books, verdict, price, agreed } = checkOf.get(keyOf(order))!
    const retryMs = mayRetry(verdict) ? retryAfterMs(order, verdict, work.now) : null
    if (retryMs !== null) postponed.push({ order, retryMs })
    else if (price !== null && 'unavailable' in price) {
      log.warn({ orderId: order.orderId, cause: price.unavailable }, 'the tax of an order is not available yet')
      const { accountId, mode, orderId } = order
      taxWaits.push({ accountId, mode, orderId, cause: price.unavailable })
      postponed.push({ order, retryMs: Math.min((order.attempts + 1) * taxRetryMs, maxTaxRetryMs) })
    } else if (verdict.kind === 'checked' && mayMend(order, verdict, work.now)) {
      const dueAt = later(work.now, mendRetryMs)
      const report = reportMissing(order, verdict.unreachable, { books, dueAt })
      if (report === null) unmended.push({ ...order, dueAt })
      else moves.push({ ...report, ...first })
    } else if (verdict.kind === 'checked' && hasOtherFiles(order, books))
      moves.push({ order, ...first, on: 'problem', note: 'the files of the original are not stored any more' })
    else if (verdict.kind === 'checked')
      moves.push({ ...moveAfterCheck(order, verdict, { books, price, agreed, proofDays, now: work.now }), ...first })
    else {
      log.error({ orderId: order.orderId, cause: verdict.cause }, 'the files of an order could not be checked')
      moves.push({ order, ...first, on: 'problem', note: `it could not be checked: ${verdict.cause}` })
    }
  }
  await startValidation(
    work,
    postponed.flatMap(({ order }) => (order.status === 'RECEIVED' ? [order] : [])),
  )
  await postponeChecks(work, postponed)
  if (unmended.length > 0) await moveDueTimes(work.tx, unmended)
  await waitForTax(work, taxWaits, log)
  // Only a postponed order can have waited for tax.
  await endTaxWaits(
    work.tx,
    moves.flatMap(({ order }) => (order.attempts > 0 ? [order] : [])),
  )
  const moved = await transition(work, moves)
  await recordSales(
    work,
    moved.flatMap(order => {
      const { price } = checkOf.get(keyOf(order))!
      const isSold = order.status !== 'FAILED' && order.status !== 'VALIDATING'
      return isSold && price !== null && 'sale' in price ? [{ order, sale: price.sale }] : []
    }),
  )
  await continueSandboxOrders(work, moved)
  return moved
}

async function waitForTax({ tx, now }: UnitOfWork, waits: TaxWait[], log: Log): Promise<void> {
  await saveTaxWaits(tx, waits, now)
  const since = await oldestTaxWait(tx, waits)
  if (since !== null && later(since, taxAlarmMs) <= now)
    log.error({ orders: waits.length, since, cause: waits[0]!.cause }, 'orders wait for a tax quote')
}

async function postponeChecks(work: UnitOfWork, postponed: { order: LockedOrder; retryMs: number }[]): Promise<void> {
  for (const [retryMs, group] of Map.groupBy(postponed, ({ retryMs }) => retryMs)) {
    const at = later(work.now, retryMs)
    await leaseOrders(
      work.tx,
      group.map(({ order }) => order),
      at,
    )
    work.wake('check_files', at)
  }
}

/** Whether another check may have a different result. Permanent problems are reported at once. */
const mayRetry = (verdict: Verdict): boolean =>
  verdict.kind === 'unavailable' || (verdict.unreachable.length > 0 && verdict.errors.length === 0)

/** Null after the last retry. `triesFrom` is set when an order becomes VALIDATING. */
function retryAfterMs({ mode, attempts, triesFrom }: Order, { kind }: Verdict, now: Date): number | null {
  const leftMs = later(triesFrom!, retryWindowMs).getTime() - now.getTime()
  const stepMs = retriesMs[Math.min(attempts, retriesMs.length - 1)]!
  if (leftMs > 0) return Math.min(stepMs, leftMs)
  // A sandbox order continues without the files, and fast-forward may have skipped its attempts.
  const isLast = attempts >= minAttempts || (mode === 'sandbox' && kind === 'checked')
  return isLast ? null : stepMs
}

/** Only addresses fail, which the customer of an order that waited in the queue may replace. */
const mayMend = (order: Order, verdict: Verdict, now: Date): boolean =>
  verdict.kind === 'checked' && mayRetry(verdict) && waitedInQueue(order) && now < later(order.triesFrom!, mendWindowMs)

type Result = { books: Book[]; price: FinalPrice | null; agreed: Pricing | null; proofDays: number; now: Date }

function moveAfterCheck(
  order: LockedOrder,
  verdict: Extract<Verdict, { kind: 'checked' }>,
  { books, price, agreed, proofDays, now }: Result,
): Move {
  // A sandbox order continues without files that cannot be fetched: it is not printed.
  const { unreachable } = verdict
  const isSandbox = order.mode === 'sandbox'
  const errors = [...verdict.errors, ...(isSandbox ? [] : unreachable)]
  const sandboxWarnings = isSandbox ? unreachable.map(problem => ({ ...problem, severity: 'warning' as const })) : []
  // This check replaces the findings of earlier checks.
  const otherWarnings = order.state.warnings.filter(({ file }) => file === undefined)
  const warnings = [...otherWarnings, ...verdict.warnings, ...sandboxWarnings]
  if (errors.length > 0) {
    const payment = wasPaid(order.state.payment) ? order.state.payment : 'NOT_CHARGED'
    return { order, on: 'invalid', changes: { books, state: { errors, warnings, pricing: null, payment } } }
  }
  const priced = price === null ? {} : { chargeCents: price.pricing.orderCents }
  const state = {
    warnings,
    ...(price === null ? {} : { pricing: price.pricing }),
    ...(agreed === null ? {} : { agreed }),
  }
  if (needsApproval(order, books)) {
    const approveBy = later(now, proofDays * day)
    const proof = waitingProof(proofFilesOf(books), approveBy)
    const dueAt = firstDueAt(order, now, approveBy)
    const waiting = { ...state, proof, estimatedShipDate: null, estimatedDelivery: null }
    return { order, on: 'proof_required', changes: { books, ...priced, dueAt, state: waiting } }
  }
  if (price === null) return { order, on: 'validated_unbilled', changes: { books, state } }
  return { order, on: 'validated', changes: { books, ...priced, state: { ...state, payment: 'PENDING' } } }
}

const keyOf = ({ accountId, mode, orderId }: Order) => `${accountId} ${mode} ${orderId}`
