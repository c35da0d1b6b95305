// Refunds go back to the charge of the order: the full remaining amount when the order will not be made, or the amount
// that the staff decides. The step that ends an order records the refund in the same transaction, and a sweep makes it:
// claim, call the provider outside of any transaction, record. A refund is requested with the same key until it is
// known to have been made.

import { say, type Words } from '../../../languages/texts.ts'
import { appendAudit } from '../../accounts/auditLog.ts'
import type { Clock } from '../../base/clock.ts'
import type { Log } from '../../base/log.ts'
import { dollars } from '../../base/money.ts'
import { malformedField, Refusal } from '../../base/refusal.ts'
import type { Crash } from '../../base/running/crash.ts'
import { type RequestKey, requestKeyOf, requireSameRequest } from '../../base/secrets/requestKey.ts'
import { orderTitle } from '../../base/text/orderTitle.ts'
import { storableTexts } from '../../base/text/storableTexts.ts'
import type { Db, Tx } from '../../db/db.ts'
import { outsideWork } from '../../jobs/outsideWork.ts'
import type { Order, OrderKey } from '../../orders/order.ts'
import { findOrder, type LockedOrder, lockFound, lockOrders } from '../../orders/orderStore.ts'
import { type Transactor, transact } from '../../orders/transact.ts'
import { type Move, transition, type UnitOfWork } from '../../orders/transition.ts'
import {
  claimDueRefunds,
  endRefundCheck,
  lockRefund,
  type PendingRefund,
  postponeRefund,
  reopenRefund,
  settleByDispute,
  settleRefund,
} from '../../payments/chargeStore.ts'
import { lockCoveringDispute } from '../../payments/disputes/disputeStore.ts'
import { issueCreditNote } from '../../payments/documents.ts'
import { coveredRefundPosting, creditPosting, refundPosting, returnedRefundPosting } from '../../payments/ledger.ts'
import type { Payments, RefundOutcome } from '../../payments/payments.ts'
import { insertPostings } from '../../payments/postingStore.ts'
import { callLeaseMs, needsStaff, nextAttemptAt } from '../../payments/providerRetries.ts'
import {
  findRequestedRefund,
  insertRefunds,
  type NewRefund,
  type PaidSale,
  readPaidSales,
  readRefundTotals,
} from '../../payments/refundStore.ts'
import { allocateRefund, type Cells, type RefundSelection, remainingCells, split } from '../../payments/splitSale.ts'
import { findRequestedCredit } from '../../payments/statements/statementStore.ts'
import { insertTaxReports } from '../../payments/taxReportStore.ts'
import {
  type ApprovalOutcome,
  findEarlierRequest,
  needsSecondPerson,
  requestApproval,
  type SecondPersonRule,
} from '../staff/secondPerson.ts'
import { announceDocument } from './announceDocument.ts'
import { calculateCredit } from './creditOrder.ts'
import type { SellerAt } from './seller.ts'

/**
 * Records the refunds of orders that will not be made: `transition` calls it for each edge that owes a refund. Does
 * nothing for orders that were never paid, or that are completely refunded. A sandbox order is refunded at once.
 */
export async function oweRefunds(work: UnitOfWork, orders: OrderKey[]): Promise<void> {
  const sales = await readPaidSales(work.tx, distinct(orders.filter(order => order.mode === 'production')))
  const due = sales.filter(sale => sale.refundedCents < sale.amountCents)
  await recordRefunds(
    work,
    due.map(sale => ({ sale, cells: remainingOf(sale), quantities: null, reason: null, request: null })),
  )
  const sandboxOrders = await lockOrders(
    work.tx,
    orders.filter(order => order.mode === 'sandbox'),
  )
  await transition(
    work,
    sandboxOrders
      .filter(order => order.state.payment === 'SUCCEEDED')
      .map(order =>
        refundMove(order, 'refunded', {
          payment: 'REFUNDED',
          refundedCents: order.state.pricing?.orderCents ?? 0,
        }),
      ),
  )
}

const distinct = (orders: OrderKey[]): OrderKey[] => [...new Map(orders.map(order => [order.orderId, order])).values()]

const remainingOf = ({ price, refunds }: PaidSale): Cells =>
  remainingCells(
    price,
    refunds.map(({ cells }) => cells),
  )

/** Owes the cells of a paid sale whose order was changed: the order costs less, and is printed. */
export const oweFall = (work: UnitOfWork, sale: PaidSale, cells: Cells): Promise<void> =>
  recordRefunds(work, [{ sale, cells, quantities: null, reason: orderChanged, request: null }])

const orderChanged = 'The order was changed and costs less.'

/** The price of a paid production order, and the rest of it after refunds. */
export async function readPaid(db: Db | Tx, order: OrderKey): Promise<{ sale: PaidSale; remaining: Cells }> {
  const [sale] = await readPaidSales(db, [order])
  return { sale: sale!, remaining: remainingOf(sale!) }
}

/** The step of a sandbox order, whose refunds are made at once. */
export const simulatedRefund = (order: LockedOrder, cents: number): Move =>
  refundMove(order, 'refunded', {
    payment: order.state.payment,
    refundedCents: (order.state.refundedCents ?? 0) + cents,
  })

type OwedRefund = Pick<NewRefund, 'cells' | 'quantities' | 'reason' | 'request'> & { sale: PaidSale }

/** Writes refunds and their postings. A sale that was canceled unpaid has already been reversed in the ledger. */
async function recordRefunds(work: UnitOfWork, owed: OwedRefund[]): Promise<void> {
  if (owed.length === 0) return
  const { tx, now, actor } = work
  const refunds = owed.map(({ sale, cells, ...details }) => {
    const refundId = work.newId('ref')
    const { accountId, orderId, chargeId, price, place, exemptionId } = sale
    const parts = split(price, cells)
    return {
      ...{ ...details, sale, accountId, orderId, chargeId, refundId, price, place, exemptionId, cells, actor },
      split: parts,
      amountCents: parts.totalCents,
      taxCents: parts.taxCents,
      idempotencyKey: `octavo-${refundId}`,
    }
  })
  await insertRefunds(tx, refunds, now)
  const refundsOfSales = refunds.filter(({ sale }) => !sale.isCancelled)
  await insertPostings(
    tx,
    refundsOfSales.map(refund => creditPosting(refund, now)),
  )
  if ((await insertTaxReports(tx, refundsOfSales, now)) > 0) work.wake('report_taxes', now)
  work.wake('refund_payments', now)
}

/** A refund by the staff. Amounts are cents including the tax. */
export type StaffRefund = {
  accountId: string
  customerOrderId: string
  /** Null: the full remaining amount, or the amounts of `items`. */
  amountCents: number | null
  items: { index: number; quantity?: number; amountCents?: number }[]
  reason: string
  /** The request's idempotency key: the refund is recorded once per key. */
  requestKey: string | null
  now: Date
  actor: string
}

/**
 * Records a refund of a paid production order in any status; the order itself continues unchanged. Returns
 * the order; the money follows. A refund of an enterprise order is a credit on its next statement. A refund
 * that needs a second person is checked, and waits for approval. Refuses with `order_not_found`, with
 * `wrong_state` when nothing was charged or nothing remains, with `malformed_request` for an item that does
 * not exist, with `refund_too_large`, and with `request_key_reused`.
 */
export async function refundByStaff(
  transactor: Transactor,
  { requestKey, now, actor, ...selection }: StaffRefund,
  rule: SecondPersonRule,
): Promise<ApprovalOutcome<Order>> {
  const { amountCents, items, reason } = selection
  const request = requestKeyOf(requestKey, { amountCents, items, reason })
  const found = await findProductionOrder(transactor.db, selection)
  return transact(transactor, { now, actor }, async work => {
    const order = await lockFound(work.tx, found)
    // Under the order's lock, so that of two simultaneous requests the second sees the first.
    if (request !== null) {
      const before =
        (await findRequestedRefund(work.tx, found, request)) ?? (await findRequestedCredit(work.tx, found, request))
      if (before !== undefined) {
        requireSameRequest(before, request)
        return { done: order, approval: null }
      }
      const approval = await findEarlierRequest(work, selection, request)
      if (approval !== undefined) return { done: null, approval }
    }
    const refund = await calculateRefund(work, order, selection)
    if (needsSecondPerson(rule, refund.refundedCents + refund.totalCents)) {
      const act = { kind: 'refund', amountCents, items } as const
      const details = { ...selection, act, request, amountCents: refund.totalCents }
      return { done: null, approval: await requestApproval(work, details, rule) }
    }
    await recordStaffRefund(work, { ...selection, request }, refund)
    return { done: order, approval: null }
  })
}

type Selection = Omit<StaffRefund, 'requestKey' | 'now' | 'actor'>
type KeyedSelection = Selection & { request: RequestKey | null }

/** Records the refund that a second person has approved, if its amount is still the agreed amount. Refuses as above. */
export async function refundAsApproved(
  work: UnitOfWork,
  { agreedCents, ...selection }: KeyedSelection & { agreedCents: number },
): Promise<void> {
  const order = await lockFound(work.tx, await findProductionOrder(work.tx, selection))
  const refund = await calculateRefund(work, order, selection)
  if (refund.totalCents !== agreedCents) {
    const [agreed, current] = [dollars(agreedCents), dollars(refund.totalCents)]
    const detail = say('the refund would now be {current} dollars, not {agreed}: decline it and request a new refund', {
      current,
      agreed,
    })
    throw new Refusal('wrong_state', detail)
  }
  await recordStaffRefund(work, selection, refund)
}

async function findProductionOrder(db: Db | Tx, { accountId, customerOrderId }: Selection): Promise<Order> {
  const found = await findOrder(db, { accountId, mode: 'production', customerOrderId })
  if (found !== undefined) return found
  throw new Refusal(
    'order_not_found',
    say('account {accountId} has no production order {customerOrderId}', { accountId, customerOrderId }),
  )
}

/** `refundedCents` were refunded before. */
type CalculatedRefund = {
  refundedCents: number
  totalCents: number
  record(request: RequestKey | null): Promise<void>
}

async function calculateRefund(work: UnitOfWork, order: LockedOrder, selection: Selection): Promise<CalculatedRefund> {
  const { customerOrderId, billing } = order
  if (billing === 'enterprise') {
    const { creditedCents, ...credit } = await calculateCredit(work, order, selection)
    return { refundedCents: creditedCents, ...credit }
  }
  const [sale] = await readPaidSales(work.tx, [order])
  if (sale === undefined)
    throw new Refusal('wrong_state', say('nothing was charged for order {customerOrderId}', { customerOrderId }))
  if (sale.refundedCents === sale.amountCents) {
    throw new Refusal(
      'wrong_state',
      say('order {customerOrderId} has already been refunded completely', { customerOrderId }),
    )
  }
  const cells = allocateRefund(sale.price, remainingOf(sale), resolveSelection(selection, order, sale))
  if (!Array.isArray(cells)) throw tooLarge(cells)
  const { totalCents } = split(sale.price, cells)
  if (totalCents === 0) throw new Refusal('wrong_state', say('nothing remains to be refunded of that'))
  const { reason } = selection
  const record = (request: RequestKey | null) =>
    recordRefunds(work, [{ sale, cells, quantities: quantitiesOf(selection), reason, request }])
  return { refundedCents: sale.refundedCents, totalCents, record }
}

async function recordStaffRefund(
  work: UnitOfWork,
  selection: KeyedSelection,
  { totalCents, record }: CalculatedRefund,
): Promise<void> {
  const { accountId, customerOrderId, items, reason, request } = selection
  await record(request)
  await appendAudit(work.tx, work.newId, {
    at: work.now,
    actor: work.actor,
    action: 'order_refunded',
    accountId,
    subject: customerOrderId,
    details: { reason, amount: dollars(totalCents), items },
  })
}

function resolveSelection({ amountCents, items }: Selection, { request }: Order, sale: PaidSale): RefundSelection {
  if (amountCents !== null) return { kind: 'amount', cents: amountCents }
  if (items.length === 0) return { kind: 'all' }
  return {
    kind: 'items',
    items: items.map(({ index, quantity, amountCents }, i) => {
      const item = request.orderItems[index]
      if (item === undefined) {
        const detail = say('got {index}; expected the index of an item, 0 to {last}', {
          index,
          last: request.orderItems.length - 1,
        })
        throw malformedField(`/items/${i}/index`, 'no_such_item', detail)
      }
      if (amountCents !== undefined) return { index, kind: 'amount' as const, cents: amountCents }
      const remainingCopies = item.quantity - refundedCopies(sale, index)
      const copies = quantity ?? remainingCopies
      if (copies > remainingCopies) {
        const detail = say('got {copies}; expected at most {remainingCopies}, the copies that have not been refunded', {
          copies,
          remainingCopies,
        })
        throw malformedField(`/items/${i}/quantity`, 'too_many_copies', detail)
      }
      return { index, kind: 'copies' as const, copies, remainingCopies }
    }),
  }
}

const refundedCopies = ({ refunds }: PaidSale, index: number): number =>
  refunds.reduce((sum, { quantities }) => sum + (quantities?.[index] ?? 0), 0)

const tooLarge = ({ index, remainingCents }: { index: number | null; remainingCents: number }) =>
  new Refusal(
    'refund_too_large',
    say('at most {count} dollars remain to be refunded {ofWhat}', {
      count: dollars(remainingCents),
      ofWhat: index === null ? say('of the order') : say('of item {index}', { index }),
    }),
  )

function quantitiesOf({ items }: Selection): Record<string, number> | null {
  const withCopies = items.filter(item => item.quantity !== undefined)
  return withCopies.length === 0
    ? null
    : Object.fromEntries(withCopies.map(({ index, quantity }) => [index, quantity!]))
}

/** A refund that was made, for the email to the holder. */
export type RefundMade = {
  accountId: string
  orderId: string
  /** Of the order (orderTitle.ts). */
  title: string
  amountCents: number
  reason: string | null
  /** The reference of a refund by hand; null where the provider refunded the card. */
  manualRef: string | null
}

/** The papers for the holder: credit notes of a seller, and emails, which are queued in the work's transaction. */
type RefundPapers = {
  sellerAt: SellerAt
  notifyOfRefund: (work: UnitOfWork, refund: RefundMade) => Promise<void>
  notifyOfReturnedRefund: (work: UnitOfWork, refund: Omit<RefundMade, 'reason' | 'manualRef'>) => Promise<void>
}

export type RefundDeps = RefundPapers & {
  transactor: Transactor
  clock: Clock
  payments: Payments
  /** Brings an archived order back into the tables: a bank may return a refund long after it. */
  restoreOrder?: (order: { accountId: string; orderId: string }, act: { now: Date; actor: string }) => Promise<unknown>
  log: Log
  crash?: Crash
  /** Counts the outcome of each call. */
  count?: (outcome: RefundOutcome['kind']) => void
}

/** The sweep of `refund_payments`. */
export function refundDue(deps: RefundDeps): (now: Date) => Promise<number> {
  const { transactor, clock, payments, log, restoreOrder = async () => {}, crash = () => {}, count = () => {} } = deps
  return outsideWork({
    clock,
    log,
    keyOf: ({ accountId, refundId }: PendingRefund) => ({ accountId, refundId }),
    leaseMs: callLeaseMs,
    maxClaimed: 100,
    concurrency: 8,
    async claim(claim) {
      const refunds = await claimDueRefunds(transactor.db, claim)
      if (refunds.length > 0) crash('refund:claimed')
      return refunds
    },
    async call(refund) {
      const outcome = storableTexts(await requestRefund(payments, refund))
      crash('refund:called')
      return outcome
    },
    async record(refund, outcome, now) {
      if (refund.status === 'succeeded' && outcome.kind === 'refused')
        await restoreOrder(refund, { now, actor: 'system' })
      await transact(transactor, { now, actor: 'system' }, work => recordRefund(work, refund, outcome, deps))
      count(outcome.kind)
      logOutcome(log, refund, outcome)
    },
  })
}

/** A refund that was made is not requested again, but checked: the bank may have returned it. */
async function requestRefund(payments: Payments, refund: PendingRefund): Promise<RefundOutcome> {
  const { idempotencyKey, accountId, chargeRef, amountCents, status, provider, attempts: attempt } = refund
  if (provider !== payments.name)
    return { kind: 'unknown', cause: say('it was charged through {provider}, which is not in use', { provider }) }
  const request = { idempotencyKey, accountId, chargeRef, amountCents, attempt }
  try {
    if (status === 'pending') return await payments.refund(request)
    return (
      (await payments.findRefund(request)) ?? { kind: 'unknown', cause: say('the provider no longer finds the refund') }
    )
  } catch (error) {
    return { kind: 'unknown', cause: String(error) }
  }
}

/** Records the outcome of a refund. Does nothing when another worker already has. */
export async function recordRefund(
  work: UnitOfWork,
  refund: PendingRefund,
  outcome: RefundOutcome,
  papers: RefundPapers,
): Promise<void> {
  const { tx, now } = work
  if ((await lockRefund(tx, refund)) === undefined) return
  if (outcome.kind === 'refused' && refund.status === 'pending') {
    const disputeId = await lockCoveringDispute(tx, refund)
    if (disputeId !== undefined) return coverRefund(work, refund, { disputeId, sellerAt: papers.sellerAt })
  }
  if (outcome.kind !== 'succeeded') {
    const at = nextAttemptAt(refund.attempts, now)
    work.wake('refund_payments', at)
    const problem =
      outcome.kind === 'refused'
        ? say('{code}: {message}', { code: outcome.code, message: outcome.message })
        : outcome.cause
    if (outcome.kind === 'unknown' || refund.status === 'pending') return postponeRefund(tx, refund, { at, problem })
    return reopen(work, refund, { at, problem }, papers)
  }
  if (refund.status === 'succeeded') return endRefundCheck(tx, refund)
  await settleRefund(tx, refund, outcome.ref, now)
  await insertPostings(tx, [refundPosting(refund, now)])
  await concludeRefund(work, { ...refund, manualRef: null }, papers)
}

/**
 * The provider refuses to refund a disputed charge, and the cardholder's bank has given the money back with the
 * dispute: paying the refund as well would pay twice. No email: the holder gets nothing more.
 */
async function coverRefund(
  work: UnitOfWork,
  refund: PendingRefund,
  { disputeId, sellerAt }: { disputeId: string } & Pick<RefundPapers, 'sellerAt'>,
): Promise<void> {
  await settleByDispute(work.tx, refund, disputeId)
  await insertPostings(work.tx, [coveredRefundPosting(refund, work.now)])
  await concludeRefund(work, { ...refund, manualRef: null }, { notifyOfRefund: async () => {}, sellerAt })
}

/** The bank returned the refund: it is owed again. The credit note stays valid, since it says what is owed. */
async function reopen(
  work: UnitOfWork,
  refund: PendingRefund,
  { at, problem }: { at: Date; problem: Words },
  { notifyOfReturnedRefund }: RefundPapers,
): Promise<void> {
  const { tx, now } = work
  await reopenRefund(tx, refund, { now, at, problem })
  await insertPostings(tx, [returnedRefundPosting(refund, now)])
  const [order] = await lockOrders(tx, [{ accountId: refund.accountId, mode: 'production', orderId: refund.orderId }])
  const { refundedCents } = await readRefundTotals(tx, refund)
  const payment = order!.state.payment === 'REFUNDED' ? 'SUCCEEDED' : order!.state.payment
  await transition(work, [refundMove(order!, 'refund_failed', { payment, refundedCents })])
  await notifyOfReturnedRefund(work, { ...refund, title: orderTitle(order!, order!.books[0]?.title) })
}

/** Completes a refund that was made, through the provider or by hand. Returns the order. */
export async function concludeRefund(
  work: UnitOfWork,
  refund: PendingRefund & Pick<RefundMade, 'manualRef'>,
  { notifyOfRefund, sellerAt }: Pick<RefundPapers, 'notifyOfRefund' | 'sellerAt'>,
): Promise<Order> {
  const { tx, now } = work
  const [order] = await lockOrders(tx, [{ accountId: refund.accountId, mode: 'production', orderId: refund.orderId }])
  const { capturedCents, refundedCents } = await readRefundTotals(tx, refund)
  const payment = refundedCents === capturedCents ? 'REFUNDED' : order!.state.payment
  const [moved] = await transition(work, [refundMove(order!, 'refunded', { payment, refundedCents })])
  if (refund.returnedAt === null) {
    const number = await issueCreditNote(tx, { ...refund, seller: sellerAt(now, order!.createdAt) }, now)
    await announceDocument(work, refund.accountId, number)
  }
  await notifyOfRefund(work, { ...refund, title: orderTitle(order!, order!.books[0]?.title) })
  return moved!
}

/** The order keeps its status and its due time. */
const refundMove = (
  order: LockedOrder,
  on: 'refunded' | 'refund_failed',
  state: Pick<Order['state'], 'payment' | 'refundedCents'>,
): Move => ({
  order,
  on,
  changes: { state, dueAt: order.dueAt },
})

function logOutcome(
  log: Log,
  { accountId, refundId, orderId, amountCents, status, attempts }: PendingRefund,
  outcome: RefundOutcome,
) {
  const line = { accountId, refundId, orderId, amountCents, attempts, outcome }
  if (status === 'succeeded' && outcome.kind === 'refused') log.error(line, 'the bank returned a refund')
  else if (status === 'pending' && (outcome.kind === 'refused' || (outcome.kind === 'unknown' && needsStaff(attempts))))
    log.error(line, 'a refund could not be made')
  else log.info(line, 'refund')
}
