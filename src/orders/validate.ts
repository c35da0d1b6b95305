// Received orders have their files checked, in sets: claim, check outside of any transaction, record. A worker that dies
// in between leaves orders VALIDATING, whose due_at brings them back here.

import type { ArtworkCheck, Verdict } from '../artwork/artwork.ts'
import { later, minute } from '../base/clock.ts'
import type { Crash } from '../base/crash.ts'
import type { Log } from '../base/log.ts'
import type { NoQuote } from '../tax/tax.ts'
import { type FinalPrice, type OperatorData, priceFinally } from './decide.ts'
import { readExemptions } from './facts.ts'
import { type Book, type Order, wasPaid } from './order.ts'
import { refundOwed } from './refund.ts'
import { salesMade } from './sale.ts'
import { type LockedOrder, leaseOrders, lockDueOrders, lockOrders } from './store.ts'
import { type Move, transition, validationLeaseMs, type Work } from './transition.ts'
import { inOneWork, type Shell } from './work.ts'

const ordersInASweep = 250
/** After so many checks that could not be made, a person has to look. */
const mostAttempts = 5
const retryAfterMs = minute
/** A price without its tax is no price: the order waits for whoever knows the tax, as long as that takes. */
const longestTaxRetryMs = 10 * minute

type Deps = { shell: Shell; artwork: ArtworkCheck; operator: OperatorData; log: Log; crash?: Crash }

export function checkFiles({ shell, artwork, operator, log, crash = () => {} }: Deps): (now: Date) => Promise<number> {
  return async now => {
    const claimed = await inOneWork(shell, { now, actor: 'system' }, work => claim(work))
    if (claimed.length === 0) return 0
    crash('validate:claimed')
    const findings = await examineFiles({ shell, artwork, operator }, claimed, now)
    crash('validate:checked')
    await inOneWork(shell, { now, actor: 'system' }, work => record(work, findings, log))
    return claimed.length
  }
}

/** Takes what is newly received, and what another worker began long ago and never finished. */
async function claim(work: Work): Promise<Order[]> {
  const received = await lockDueOrders(work.tx, 'RECEIVED', work.now, ordersInASweep)
  const begun = await transition(
    work,
    received.map(order => ({ order, on: 'validation_started' })),
  )
  const overdue = await lockDueOrders(work.tx, 'VALIDATING', work.now, ordersInASweep)
  if (overdue.length > 0) await leaseOrders(work.tx, overdue, later(work.now, validationLeaseMs))
  return [...begun, ...overdue]
}

/** What the check of a claimed order came to, with the price that follows from it; null where it is not to be charged. */
type Finding = { claimed: Order; verdict: Verdict; books: Book[]; price: FinalPrice | NoQuote | null }

async function examineFiles(
  { shell, artwork, operator }: Pick<Deps, 'shell' | 'artwork' | 'operator'>,
  claimed: Order[],
  now: Date,
): Promise<Finding[]> {
  const verdicts = await artwork.check(claimed.map(artworkOf))
  const findings = claimed.map(
    (order, i): Finding => ({
      claimed: order,
      verdict: verdicts[i]!,
      books: booksAsRead(order, verdicts[i]!),
      price: null,
    }),
  )
  // A revalidated order may have been paid before; it is not charged again, and keeps the price that was paid.
  const toPrice = findings.filter(
    ({ claimed: { billing, state }, verdict }) =>
      billing === 'charged' && !wasPaid(state.payment) && verdict.kind === 'checked' && verdict.errors.length === 0,
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

const artworkOf = ({ books }: Order) =>
  books.map(({ coverUrl, gutsUrl }, i) => ({ pointer: `/orderItems/${i}`, coverUrl, gutsUrl }))

const booksAsRead = ({ books }: Order, verdict: Verdict): Book[] =>
  verdict.kind === 'unavailable'
    ? books
    : books.map((book, i) => ({ ...book, pageCount: verdict.pageCounts[i] ?? book.pageCount }))

async function record(work: Work, findings: Finding[], log: Log): Promise<void> {
  const findingOf = new Map(findings.map(finding => [keyOf(finding.claimed), finding]))
  const moves: Move[] = []
  const again: LockedOrder[] = []
  const untaxed: LockedOrder[] = []
  for (const order of await lockOrders(
    work.tx,
    findings.map(({ claimed }) => claimed),
  )) {
    const finding = findingOf.get(keyOf(order))!
    // Another worker, to whom this one seemed dead, was quicker.
    if (order.status !== 'VALIDATING' || order.sequence !== finding.claimed.sequence) continue
    const { verdict, price } = finding
    if (price !== null && 'unavailable' in price) {
      log.warn({ orderId: order.orderId, cause: price.unavailable }, 'the tax of an order is not known yet')
      untaxed.push(order)
    } else if (verdict.kind === 'checked') moves.push(moveOn(order, verdict, { ...finding, price }))
    else if (order.attempts < mostAttempts) again.push(order)
    else {
      log.error({ orderId: order.orderId, cause: verdict.cause }, 'the files of an order could not be checked')
      moves.push({ order, on: 'problem', note: `the files could not be checked: ${verdict.cause}` })
    }
  }
  if (again.length > 0) {
    const at = later(work.now, retryAfterMs)
    await leaseOrders(work.tx, again, at)
    work.wake('check_files', at)
  }
  for (const [attempts, orders] of Map.groupBy(untaxed, order => order.attempts)) {
    const at = later(work.now, Math.min((attempts + 1) * retryAfterMs, longestTaxRetryMs))
    await leaseOrders(work.tx, orders, at)
    work.wake('check_files', at)
  }
  const moved = await transition(work, moves)
  const priced = moved.filter(({ status }) => status === 'VALID_AWAITING_PAYMENT')
  await salesMade(
    work,
    priced.map(order => ({ order, sale: (findingOf.get(keyOf(order))!.price as FinalPrice).sale })),
  )
  for (const order of moved)
    if (order.status === 'FAILED' && wasPaid(order.state.payment)) await refundOwed(work, order)
}

function moveOn(
  order: LockedOrder,
  verdict: Extract<Verdict, { kind: 'checked' }>,
  { books, price }: { books: Book[]; price: FinalPrice | null },
): Move {
  const warnings = [...order.state.warnings, ...verdict.warnings]
  if (verdict.errors.length > 0) {
    const payment = wasPaid(order.state.payment) ? order.state.payment : 'NOT_CHARGED'
    return { order, on: 'invalid', changes: { state: { errors: verdict.errors, warnings, pricing: null, payment } } }
  }
  if (price === null) return { order, on: 'validated_unbilled', changes: { books, state: { warnings } } }
  const { pricing } = price
  const chargeCents = pricing.orderCents
  return { order, on: 'validated', changes: { books, chargeCents, state: { warnings, pricing, payment: 'PENDING' } } }
}

const keyOf = ({ accountId, mode, orderId }: Order) => `${accountId} ${mode} ${orderId}`
