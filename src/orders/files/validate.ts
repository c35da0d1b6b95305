// Received orders have their files checked: claimed in sets, each checked outside of any transaction for as long as its
// files take, recorded in sets as they finish. A slow source holds up only its own order. If a worker dies, its orders
// stay VALIDATING, and their due_at brings them back here; a live one keeps moving the due_at of what it holds ahead.

import type { Artwork, ArtworkCheck, FileSource, Verdict } from '../../artwork/artwork.ts'
import { type Clock, later, latest, minute, second } from '../../base/clock.ts'
import type { Crash } from '../../base/crash.ts'
import { grouped } from '../../base/group.ts'
import { createHold } from '../../base/hold.ts'
import type { Log } from '../../base/log.ts'
import type { NoQuote } from '../../tax/tax.ts'
import { logFailed, putOff, togetherOrAlone, togetherOrAloneOutside } from '../apart.ts'
import { readExemptions } from '../facts.ts'
import { refundOwed } from '../money/refund.ts'
import { salesMade } from '../money/sale.ts'
import { endTaxWaits, keepTaxWaits, oldestTaxWait, type TaxWait } from '../money/taxWaits.ts'
import type { OperatorData } from '../operator.ts'
import { type Book, type Order, wasPaid } from '../order.ts'
import { isShippingOffered } from '../placing/examine.ts'
import { type FinalPrice, priceFinally } from '../placing/price.ts'
import { validationLeaseMs } from '../schedule.ts'
import { type LockedOrder, leaseOrders, lockDueOrders, lockOrders, renewLeases } from '../store.ts'
import { type Move, transition, type Work } from '../transition.ts'
import { inOneWork, type Shell } from '../work.ts'

const mostClaimedAtOnce = 250
/** In progress at once, most of them waiting for a slow source; fetching itself is limited elsewhere. */
const mostHeld = 1000
/** What is held is in memory. Nearly all orders have one book or two; 500 books may be a megabyte, and are as slow. */
const mostBooksHeld = 4000
const mostRecordedAtOnce = 250
/** Nearly all orders have one book or two, but one may have 500. */
const load = { weightOf: ({ claimed }: Checked) => claimed.books.length, most: 2000 }
/** How long a sweep that finds nothing to claim waits for one of those in progress. */
const lookAgainMs = second / 4

/** A file that cannot be fetched now is requested again for this long, and at least this often. */
const patienceMs = 10 * minute
const leastAttempts = 3
/** A price without its tax is not a price: the order waits for the tax, as long as that takes. */
const taxRetryMs = minute
const longestTaxRetryMs = 10 * minute
/** After that, staff must find out why there is no tax quote. */
const patienceWithTaxMs = 30 * minute
const retriesMs = [15 * second, 30 * second, minute, 2 * minute, 3 * minute]

type Deps = {
  shell: Shell
  clock: Clock
  artwork: ArtworkCheck
  operator: OperatorData
  log: Log
  crash?: Crash
}

export type Validator = {
  /** Returns how many orders it claimed or has in progress; 0 when nothing is due and everything is recorded. */
  sweep(now: Date): Promise<number>
  /** Claims and records nothing more, and gives back what it holds. */
  drain(): Promise<void>
}

type Checked = { claimed: Order; verdict: Verdict }

export function createValidator({ shell, clock, artwork, operator, log, crash = () => {} }: Deps): Validator {
  const held = createHold<Order>({
    nameOf: keyOf,
    lease: (orders, until) => renewLeases(shell.db, orders, until),
    leaseMs: validationLeaseMs,
    clock,
    log,
  })
  let booksHeld = 0
  let drained = false

  const recordOne = grouped<Checked, void>(
    async checked => {
      await recordAll(checked)
      return checked.map(() => undefined)
    },
    mostRecordedAtOnce,
    { load },
  )

  async function sweep(at: Date): Promise<number> {
    const now = latest(at, clock())
    const room = drained || booksHeld >= mostBooksHeld ? 0 : Math.min(mostHeld - held.size(), mostClaimedAtOnce)
    const claimed = room > 0 ? await inOneWork(shell, { now, actor: 'system' }, work => claim(work, room, log)) : []
    if (claimed.length > 0) {
      crash('validate:claimed')
      await begin(claimed)
      return claimed.length
    }
    if (held.size() === 0) return 0
    await held.change(lookAgainMs)
    return Math.max(held.size(), 1)
  }

  /** Results that are available at once are recorded before this ends. */
  async function begin(claimed: Order[]): Promise<void> {
    const known: Checked[] = []
    for (const order of claimed) {
      const verdict = artwork.check(order.accountId, artworkOf(order))
      if (!(verdict instanceof Promise)) known.push({ claimed: order, verdict })
      else void finish(order, verdict)
    }
    if (known.length > 0) {
      crash('validate:checked')
      await recordAll(known)
    }
  }

  async function finish(claimed: Order, coming: Promise<Verdict>): Promise<void> {
    held.take(claimed)
    booksHeld += claimed.books.length
    try {
      const verdict = await coming.catch((error: unknown): Verdict => {
        log.error({ err: error, orderId: claimed.orderId }, 'the check of an order failed')
        return { kind: 'unavailable', cause: 'the check failed' }
      })
      if (drained) return
      crash('validate:checked')
      await recordOne({ claimed, verdict })
    } catch (error) {
      // Its lease ends, and it is checked again; what was fetched is kept.
      log.warn({ err: error, orderId: claimed.orderId }, 'the check of an order was not recorded')
    }
    booksHeld -= claimed.books.length
    held.letGo(claimed)
  }

  async function recordAll(checked: Checked[]): Promise<void> {
    const now = clock()
    const { made: findings, failed: unpriced } = await togetherOrAloneOutside(checked, some =>
      priced({ shell, operator }, some, now),
    )
    const { failed: unrecorded } = await inOneWork(shell, { now, actor: 'system' }, work =>
      togetherOrAlone(work, findings, some => record(work, some, log)),
    )
    // Their leases end, and they are checked again.
    logFailed(
      log,
      [...unpriced, ...unrecorded].map(({ item, error }) => ({ item: item.claimed, error })),
    )
  }

  return {
    sweep,
    async drain() {
      drained = true
      await held.giveBack()
    },
  }
}

/**
 * Takes what another worker began long ago and never finished, or put off, and with the rest of the room what is newly
 * received.
 */
async function claim(work: Work, most: number, log: Log): Promise<Order[]> {
  const overdue = await lockDueOrders(work.tx, 'VALIDATING', work.now, most)
  if (overdue.length > 0) await leaseOrders(work.tx, overdue, later(work.now, validationLeaseMs))
  const received = await lockDueOrders(work.tx, 'RECEIVED', work.now, most - overdue.length)
  const { made: begun, failed } = await togetherOrAlone(work, received, orders =>
    transition(
      work,
      orders.map(order => ({ order, on: 'validation_started' })),
    ),
  )
  await putOff(work, failed, log)
  return [...overdue, ...begun]
}

/** The result of checking a claimed order, with the price that follows from it; null when it is not to be charged. */
type Finding = Checked & { books: Book[]; price: FinalPrice | NoQuote | null }

async function priced(
  { shell, operator }: Pick<Deps, 'shell' | 'operator'>,
  checked: Checked[],
  now: Date,
): Promise<Finding[]> {
  const findings = checked.map((one): Finding => {
    const books = booksAsRead(one)
    return { ...one, books, verdict: asOffered(operator, one, books), price: null }
  })
  // A revalidated order may have been paid before; it is not charged again, and keeps the price that was paid.
  const toPrice = findings.filter(
    ({ claimed: { billing, state }, verdict }) => billing === 'charged' && !wasPaid(state.payment) && isGood(verdict),
  )
  if (toPrice.length === 0) return findings
  const exemptions = await readExemptions(
    shell.db,
    toPrice.map(({ claimed }) => claimed.accountId),
    now,
  )
  const prices = await priceFinally(
    operator,
    toPrice.map(({ claimed, books }) => ({
      ...claimed,
      books,
      exemptions: exemptions.get(claimed.accountId) ?? new Map(),
    })),
  )
  const priceOf = new Map(toPrice.map((finding, i) => [finding, prices[i]!]))
  return findings.map(finding => ({ ...finding, price: priceOf.get(finding) ?? null }))
}

const isGood = (verdict: Verdict): boolean => verdict.kind === 'checked' && verdict.errors.length === 0

/**
 * What is sold may have changed since the order was placed. That is no fault of its customer: the staff decide, unless
 * it is sold again soon.
 */
function asOffered(operator: OperatorData, { claimed: { request }, verdict }: Checked, books: Book[]): Verdict {
  if (!isGood(verdict)) return verdict
  if (books.some(({ manufacturingSku }) => operator.catalog.get(manufacturingSku) === undefined))
    return { kind: 'unavailable', cause: 'the catalogue no longer has the SKU' }
  if (!isShippingOffered(operator, request))
    return { kind: 'unavailable', cause: `${request.shippingClassification} is no longer sold to the destination` }
  return verdict
}

const artworkOf = ({ request, books }: Pick<Order, 'request' | 'books'>): Artwork[] =>
  books.map((book, i) => ({
    pointers: { cover: `/orderItems/${i}/product/coverUrl`, guts: `/orderItems/${i}/product/gutsUrl` },
    manufacturingSku: book.manufacturingSku,
    declaredPageCount: request.orderItems[i]!.pageCount ?? null,
    cover: sourceOf(book.coverUrl, book.coverSha256),
    guts: sourceOf(book.gutsUrl, book.gutsSha256),
  }))

function sourceOf(url: string | null, sha256: string | null | undefined): FileSource | null {
  if (url !== null) return { url }
  return sha256 ? { sha256 } : null
}

/** A page count that the product does not allow is a finding, and not taken as the book's. */
function booksAsRead({ claimed: { books }, verdict }: Checked): Book[] {
  if (verdict.kind === 'unavailable') return books
  return books.map((book, i) => {
    const { cover, guts } = verdict.files[i]!
    const pageCount = (isGood(verdict) ? verdict.pageCounts[i] : null) ?? book.pageCount
    return { ...book, pageCount, coverSha256: cover, gutsSha256: guts }
  })
}

async function record(work: Work, findings: Finding[], log: Log): Promise<Order[]> {
  const findingOf = new Map(findings.map(finding => [keyOf(finding.claimed), finding]))
  const moves: Move[] = []
  const waiting: { order: LockedOrder; retryMs: number }[] = []
  const taxWaits: TaxWait[] = []
  for (const order of await lockOrders(
    work.tx,
    findings.map(({ claimed }) => claimed),
  )) {
    const finding = findingOf.get(keyOf(order))!
    // Another worker, which took this one for dead, was quicker.
    if (order.status !== 'VALIDATING' || order.sequence !== finding.claimed.sequence) continue
    const { verdict, price } = finding
    const retryMs = isOpen(verdict) ? retryAfterMs(order, verdict, work.now) : null
    if (retryMs !== null) waiting.push({ order, retryMs })
    else if (price !== null && 'unavailable' in price) {
      log.warn({ orderId: order.orderId, cause: price.unavailable }, 'the tax of an order is not known yet')
      const { accountId, mode, orderId } = order
      taxWaits.push({ accountId, mode, orderId, cause: price.unavailable })
      waiting.push({ order, retryMs: Math.min((order.attempts + 1) * taxRetryMs, longestTaxRetryMs) })
    } else if (verdict.kind === 'checked') moves.push(moveOn(order, verdict, { ...finding, price }))
    else {
      log.error({ orderId: order.orderId, cause: verdict.cause }, 'the files of an order could not be checked')
      moves.push({ order, on: 'problem', note: `it could not be checked: ${verdict.cause}` })
    }
  }
  await checkLater(work, waiting)
  await waitForTax(work, taxWaits, log)
  // An order that was never postponed waited for nothing.
  await endTaxWaits(
    work.tx,
    moves.flatMap(({ order }) => (order.attempts > 0 ? [order] : [])),
  )
  const moved = await transition(work, moves)
  const charged = moved.filter(({ status }) => status === 'VALID_AWAITING_PAYMENT')
  await salesMade(
    work,
    charged.map(order => ({ order, sale: (findingOf.get(keyOf(order))!.price as FinalPrice).sale })),
  )
  for (const order of moved)
    if (order.status === 'FAILED' && wasPaid(order.state.payment)) await refundOwed(work, order)
  return moved
}

async function waitForTax({ tx, now }: Work, waits: TaxWait[], log: Log): Promise<void> {
  await keepTaxWaits(tx, waits, now)
  const since = await oldestTaxWait(tx, waits)
  if (since !== null && later(since, patienceWithTaxMs) <= now)
    log.error({ orders: waits.length, since, cause: waits[0]!.cause }, 'orders wait for a tax quote')
}

async function checkLater(work: Work, waiting: { order: LockedOrder; retryMs: number }[]): Promise<void> {
  for (const [retryMs, group] of Map.groupBy(waiting, one => one.retryMs)) {
    const at = later(work.now, retryMs)
    await leaseOrders(
      work.tx,
      group.map(({ order }) => order),
      at,
    )
    work.wake('check_files', at)
  }
}

/** Whether another check may have another result. Permanent problems are reported at once. */
const isOpen = (verdict: Verdict): boolean =>
  verdict.kind === 'unavailable' || (verdict.unreachable.length > 0 && verdict.errors.length === 0)

/**
 * Null when the order has waited long enough. One that older versions began to check became VALIDATING when it was
 * updated.
 */
function retryAfterMs({ mode, attempts, triesFrom, updatedAt }: Order, { kind }: Verdict, now: Date): number | null {
  const leftMs = later(triesFrom ?? updatedAt, patienceMs).getTime() - now.getTime()
  const stepMs = retriesMs[Math.min(attempts, retriesMs.length - 1)]!
  if (leftMs > 0) return Math.min(stepMs, leftMs)
  // A sandbox order continues without the files, and fast-forward may have left no room for more attempts.
  const isEnough = attempts >= leastAttempts || (mode === 'sandbox' && kind === 'checked')
  return isEnough ? null : stepMs
}

function moveOn(
  order: LockedOrder,
  verdict: Extract<Verdict, { kind: 'checked' }>,
  { books, price }: { books: Book[]; price: FinalPrice | null },
): Move {
  // In a sandbox an order continues without files that cannot be fetched: nothing is printed there.
  const { unreachable } = verdict
  const isSandbox = order.mode === 'sandbox'
  const errors = [...verdict.errors, ...(isSandbox ? [] : unreachable)]
  const warned = isSandbox ? unreachable.map(problem => ({ ...problem, severity: 'warning' as const })) : []
  // The findings of an earlier check are replaced by those of this one.
  const others = order.state.warnings.filter(({ file }) => file === undefined)
  const warnings = [...others, ...verdict.warnings, ...warned]
  if (errors.length > 0) {
    const payment = wasPaid(order.state.payment) ? order.state.payment : 'NOT_CHARGED'
    return { order, on: 'invalid', changes: { books, state: { errors, warnings, pricing: null, payment } } }
  }
  if (price === null) return { order, on: 'validated_unbilled', changes: { books, state: { warnings } } }
  const { pricing } = price
  const chargeCents = pricing.orderCents
  return { order, on: 'validated', changes: { books, chargeCents, state: { warnings, pricing, payment: 'PENDING' } } }
}

const keyOf = ({ accountId, mode, orderId }: Order) => `${accountId} ${mode} ${orderId}`
