// Begins and records the checks of orders, in sets: the effect of the files' results, the price of the order, and the
// time to repeat a check without a result.

import { say } from '../../../languages/texts.ts'
import type { Verdict } from '../../artwork/artwork.ts'
import { day, hour, later, latest, minute, second } from '../../base/clock.ts'
import type { Log } from '../../base/log.ts'
import { isolateFailures } from '../../jobs/isolateFailures.ts'
import { type AgreedPricing, type Book, type Order, type OrderState, wasPaid } from '../../orders/order.ts'
import { type LockedOrder, leaseOrders, lockOrders, moveDueTimes } from '../../orders/orderStore.ts'
import { postponeFailed } from '../../orders/postponeFailed.ts'
import { needsApproval, proofFilesOf, waitingProof } from '../../orders/proofRules.ts'
import type { Transactor } from '../../orders/transact.ts'
import { type Move, transition, type UnitOfWork } from '../../orders/transition.ts'
import type { TaxUnavailable } from '../../tax/tax.ts'
import { recordSales } from '../money/sales.ts'
import { endTaxWaits, oldestTaxWait, saveTaxWaits, type TaxWait } from '../money/taxWaits.ts'
import { finalAgreedPricing } from '../placing/agreedPricing.ts'
import { readExemptions } from '../placing/orderContext.ts'
import { type FinalPrice, priceFinally } from '../placing/price.ts'
import type { Quoted } from '../placing/priceChange.ts'
import { firstDueAt } from '../proofs/proofReminders.ts'
import { reopenQuotes } from '../quotes/spendQuotes.ts'
import { continueSandboxOrders } from '../sandbox/sandboxPace.ts'
import type { OperatorVersions } from '../shop/operatorData.ts'
import { mendWindowMs, reportMissing, waitedInQueue } from './missingFiles.ts'
import { keyOf } from './orderArtwork.ts'

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

/** Moves claimed orders that are still RECEIVED. */
export async function startChecks(work: UnitOfWork, claimed: Order[], log: Log): Promise<(Order | null)[]> {
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

export type Checked = { claimed: Order; verdict: Verdict }

/**
 * The result of checking a claimed order, and its price; null when the order is not charged. `agreed` is of an
 * enterprise order whose prices are agreed.
 */
type PricedCheck = Checked & { books: Book[]; price: FinalPrice | TaxUnavailable | null; agreed: AgreedPricing | null }

export async function priceChecked(
  { transactor, operatorVersions }: { transactor: Transactor; operatorVersions: OperatorVersions },
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
      : { ...check, agreed: finalAgreedPricing(price) }
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

/** The effects of results on claimed orders. */
type Outcomes = {
  moves: Move[]
  postponed: { order: LockedOrder; retryMs: number }[]
  unmended: (LockedOrder & { dueAt: Date })[]
  taxWaits: TaxWait[]
}
type Recording = { now: Date; log: Log; proofDays: number }

/** Writes the results of checked orders. */
export async function recordChecks(
  work: UnitOfWork,
  checks: PricedCheck[],
  { log, proofDays }: { log: Log; proofDays: number },
): Promise<Order[]> {
  const checkOf = new Map(checks.map(check => [keyOf(check.claimed), check]))
  const outcomes: Outcomes = { moves: [], postponed: [], unmended: [], taxWaits: [] }
  const orders = await lockOrders(
    work.tx,
    checks.map(({ claimed }) => claimed),
  )
  // The others were canceled, or another worker has taken them over and recorded them.
  const ours = orders.filter(order => order.sequence === checkOf.get(keyOf(order))!.claimed.sequence)
  for (const order of ours.filter(({ status }) => status === 'VALIDATING' || status === 'RECEIVED'))
    decideOutcome(outcomes, order, checkOf.get(keyOf(order))!, { now: work.now, log, proofDays })
  await postponeOutcomes(work, outcomes, log)
  const moved = await transition(work, outcomes.moves)
  await recordSales(
    work,
    moved.flatMap(order => {
      const { price } = checkOf.get(keyOf(order))!
      const isSold = order.status !== 'FAILED' && order.status !== 'VALIDATING'
      return isSold && price !== null && 'sale' in price ? [{ order, sale: price.sale }] : []
    }),
  )
  await reopenQuotes(work, moved)
  await continueSandboxOrders(work, moved)
  return moved
}

function decideOutcome(
  { moves, postponed, unmended, taxWaits }: Outcomes,
  locked: LockedOrder,
  { books, verdict, price, agreed }: PricedCheck,
  { now, log, proofDays }: Recording,
): void {
  // An order whose result was known without waiting has not begun yet: its check begins and ends in one move.
  const isNew = locked.status === 'RECEIVED'
  const order = isNew ? { ...locked, attempts: 0, triesFrom: latest(now, locked.updatedAt) } : locked
  const first = isNew ? { first: 'validation_started' as const } : {}
  const retryMs = mayRetry(verdict) ? retryAfterMs(order, verdict, now) : null
  if (retryMs !== null) postponed.push({ order, retryMs })
  else if (price !== null && 'unavailable' in price) {
    log.warn({ orderId: order.orderId, cause: price.unavailable }, 'the tax of an order is not available yet')
    const { accountId, mode, orderId } = order
    taxWaits.push({ accountId, mode, orderId, cause: price.unavailable })
    postponed.push({ order, retryMs: Math.min((order.attempts + 1) * taxRetryMs, maxTaxRetryMs) })
  } else if (verdict.kind === 'checked' && mayMend(order, verdict, now)) {
    const dueAt = later(now, mendRetryMs)
    const report = reportMissing(order, verdict.unreachable, { books, dueAt })
    if (report === null) unmended.push({ ...order, dueAt })
    else moves.push({ ...report, ...first })
  } else if (verdict.kind === 'checked' && hasOtherFiles(order, books))
    moves.push({ order, ...first, on: 'problem', note: say('the files of the original are not stored any more') })
  else if (verdict.kind === 'checked')
    moves.push({ ...moveAfterCheck(order, verdict, { books, price, agreed, proofDays, now }), ...first })
  else {
    log.error({ orderId: order.orderId, cause: verdict.cause }, 'the files of an order could not be checked')
    moves.push({
      order,
      ...first,
      on: 'problem',
      note: say('it could not be checked: {cause}', { cause: verdict.cause }),
    })
  }
}

/** Writes what waits; the moves follow it. */
async function postponeOutcomes(work: UnitOfWork, { moves, postponed, unmended, taxWaits }: Outcomes, log: Log) {
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

type Result = { books: Book[]; price: FinalPrice | null; agreed: AgreedPricing | null; proofDays: number; now: Date }

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
