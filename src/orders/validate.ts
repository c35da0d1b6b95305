// Received orders have their files checked, in sets: claim, check outside of any transaction, record. A worker that dies
// in between leaves orders VALIDATING, whose due_at brings them back here.

import type { ArtworkCheck, Verdict } from '../artwork/artwork.ts'
import { later, minute } from '../base/clock.ts'
import type { Crash } from '../base/crash.ts'
import type { Log } from '../base/log.ts'
import { type OperatorData, priceOrders } from './decide.ts'
import type { Book, Order, Pricing } from './order.ts'
import { refundOwed } from './refund.ts'
import { type LockedOrder, leaseOrders, lockDueOrders, lockOrders } from './store.ts'
import { type Move, transition, validationLeaseMs, type Work } from './transition.ts'
import { inOneWork, type Shell } from './work.ts'

const ordersInASweep = 250
/** After so many checks that could not be made, a person has to look. */
const mostAttempts = 5
const retryAfterMs = minute

type Deps = { shell: Shell; artwork: ArtworkCheck; operator: OperatorData; log: Log; crash?: Crash }

export function checkFiles({ shell, artwork, operator, log, crash = () => {} }: Deps): (now: Date) => Promise<number> {
  return async now => {
    const claimed = await inOneWork(shell, { now, actor: 'system' }, work => claim(work))
    if (claimed.length === 0) return 0
    crash('validate:claimed')
    const findings = await examineFiles(artwork, operator, claimed)
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

/** What the check of a claimed order came to, with the price that follows from it. */
type Finding = { claimed: Order; verdict: Verdict; books: Book[]; pricing: Pricing | null }

async function examineFiles(artwork: ArtworkCheck, operator: OperatorData, claimed: Order[]): Promise<Finding[]> {
  const verdicts = await artwork.check(claimed.map(artworkOf))
  const found = claimed.map((order, i) => ({
    claimed: order,
    verdict: verdicts[i]!,
    books: booksAsRead(order, verdicts[i]!),
  }))
  const prices = await priceOrders(
    operator,
    found.map(({ claimed, books }) => ({ ...claimed, books })),
    true,
  )
  return found.map((finding, i) => ({ ...finding, pricing: prices[i]! }))
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
  for (const order of await lockOrders(
    work.tx,
    findings.map(({ claimed }) => claimed),
  )) {
    const finding = findingOf.get(keyOf(order))!
    // Another worker, to whom this one seemed dead, was quicker.
    if (order.status !== 'VALIDATING' || order.sequence !== finding.claimed.sequence) continue
    const { verdict } = finding
    if (verdict.kind === 'checked') moves.push(moveOn(order, verdict, finding))
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
  for (const order of await transition(work, moves)) {
    if (order.status === 'FAILED' && order.state.payment === 'SUCCEEDED') await refundOwed(work, order)
  }
}

function moveOn(order: LockedOrder, verdict: Extract<Verdict, { kind: 'checked' }>, { books, pricing }: Finding): Move {
  const warnings = [...order.state.warnings, ...verdict.warnings]
  const paid = order.state.payment === 'SUCCEEDED'
  if (verdict.errors.length > 0) {
    const payment = paid ? 'SUCCEEDED' : 'NOT_CHARGED'
    return { order, on: 'invalid', changes: { state: { errors: verdict.errors, warnings, pricing: null, payment } } }
  }
  // A revalidated order may have been paid before; it is not charged again, and keeps the price that was paid.
  if (order.billing !== 'charged' || paid) {
    return { order, on: 'validated_unbilled', changes: { books, state: { warnings } } }
  }
  const chargeCents = pricing?.orderCents ?? null
  return { order, on: 'validated', changes: { books, chargeCents, state: { warnings, pricing, payment: 'PENDING' } } }
}

const keyOf = ({ accountId, mode, orderId }: Order) => `${accountId} ${mode} ${orderId}`
