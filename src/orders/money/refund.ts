// Refunds go to the charge that they came from: all that is left of it when the order will not be made, or as much as
// the staff decides. Whatever ends such an order records the debt in the same transaction; a sweep does the rest:
// claim, ask the provider outside of any transaction, record. A refund is requested with its one key until it is known
// to have been made.

import { appendAudit } from '../../accounts/audit.ts'
import { type Clock, later } from '../../base/clock.ts'
import type { Crash } from '../../base/crash.ts'
import { keepableIn } from '../../base/keepable.ts'
import type { Log } from '../../base/log.ts'
import { dollars } from '../../base/money.ts'
import { eachOf } from '../../base/parallel.ts'
import { Refusal } from '../../base/refusal.ts'
import { type RequestKey, requestKeyOf, requireSameRequest } from '../../base/requestKey.ts'
import type { Db, Tx } from '../../db/db.ts'
import { issueCreditNote } from '../../payments/documents.ts'
import { credited, refunded, returned } from '../../payments/ledger.ts'
import type { Payments, RefundOutcome } from '../../payments/payments.ts'
import {
  findRequestedRefund,
  insertRefunds,
  type NewRefund,
  type PaidSale,
  paidSales,
  refundsMade,
} from '../../payments/refundStore.ts'
import { callLeaseMs, needsAPerson, nextAttemptAt } from '../../payments/retry.ts'
import { type Cells, left, split, take, type Wanted } from '../../payments/sale.ts'
import {
  insertEntries,
  lockRefund,
  type PendingRefund,
  postponeRefund,
  reopenRefund,
  restRefund,
  settleRefund,
  takeDueRefunds,
} from '../../payments/store.ts'
import { insertTaxReports } from '../../payments/taxReports.ts'
import {
  askedBefore,
  askSecondPerson,
  needsSecondPerson,
  type Outcome,
  type SecondPersonRule,
} from '../desk/secondPerson.ts'
import type { Order, OrderKey } from '../order.ts'
import { findOrder, type LockedOrder, lockOrders } from '../store.ts'
import { type Move, transition, type Work } from '../transition.ts'
import { inOneWork, type Shell } from '../work.ts'

const refundsInASweep = 100
const callsAtATime = 8

/** For one order; see `refundsOwed`. */
export const refundOwed = (work: Work, order: OrderKey): Promise<void> => refundsOwed(work, [order])

/**
 * Owes the refund of orders that have just become CANCELLED or FAILED; call it after that step, in the same work. Does
 * nothing for orders that were never paid, or of which nothing is left to refund. A sandbox order, for which nothing
 * was taken, is shown as refunded at once.
 */
export async function refundsOwed(work: Work, orders: OrderKey[]): Promise<void> {
  const sales = await paidSales(work.tx, distinct(orders.filter(order => order.mode === 'production')))
  const due = sales.filter(sale => sale.refundedCents < sale.amountCents)
  await owe(
    work,
    due.map(sale => ({
      sale,
      cells: left(sale.price, cellsTaken(sale)),
      quantities: null,
      reason: null,
      request: null,
    })),
  )
  const played = await lockOrders(
    work.tx,
    orders.filter(order => order.mode === 'sandbox'),
  )
  await transition(
    work,
    played
      .filter(order => order.state.payment === 'SUCCEEDED')
      .map(order =>
        asGivenBack(order, 'refunded', {
          payment: 'REFUNDED',
          refundedCents: order.state.pricing?.orderCents ?? 0,
        }),
      ),
  )
}

const distinct = (orders: OrderKey[]): OrderKey[] => [...new Map(orders.map(order => [order.orderId, order])).values()]

const cellsTaken = ({ refunds }: PaidSale): (Cells | null)[] => refunds.map(({ cells }) => cells)

type Owed = Pick<NewRefund, 'cells' | 'quantities' | 'reason' | 'request'> & { sale: PaidSale }

/**
 * Writes refunds and posts what they reverse of the sales. A sale that was cancelled before has already been reversed.
 */
async function owe(work: Work, owed: Owed[]): Promise<void> {
  if (owed.length === 0) return
  const { tx, now, actor } = work
  const refunds = owed.map(({ sale, cells, quantities, reason, request }) => {
    const refundId = work.newId('ref')
    const { accountId, orderId, chargeId, price } = sale
    const parts = split(price, cells)
    const key = { accountId, orderId, chargeId, refundId }
    const amounts = { amountCents: parts.totalCents, taxCents: parts.taxCents }
    return {
      sale,
      ...key,
      ...amounts,
      price,
      split: parts,
      idempotencyKey: `octavo-${refundId}`,
      cells,
      quantities,
      reason,
      actor,
      request,
    }
  })
  await insertRefunds(tx, refunds, now)
  const ofStandingSales = refunds.filter(({ sale }) => !sale.cancelledBefore)
  await insertEntries(
    tx,
    ofStandingSales.flatMap(refund => credited(refund, now)),
  )
  if ((await insertTaxReports(tx, ofStandingSales, now)) > 0) work.wake('report_taxes', now)
  work.wake('refund_payments', now)
}

/** What the staff refunds; amounts are cents including the tax. */
export type StaffRefund = {
  accountId: string
  customerOrderId: string
  /** Null: all that is left. */
  amountCents: number | null
  items: { index: number; quantity?: number; amountCents?: number }[]
  reason: string
  /** The request's idempotency key: the refund is owed once per key. */
  requestKey: string | null
  now: Date
  actor: string
}

/**
 * Owes a refund of a paid production order in any status; the order itself continues unchanged. Returns the order; the
 * money follows. A refund that needs a second person is judged, and waits. Refuses with `order_not_found`, with
 * `wrong_state` when nothing was taken or nothing is left, with `malformed_request` for a missing item, with
 * `refund_too_large`, and with `request_key_reused`.
 */
export async function refundByStaff(
  shell: Shell,
  { requestKey, now, actor, ...wanted }: StaffRefund,
  rule: SecondPersonRule,
): Promise<Outcome<Order>> {
  const { amountCents, items, reason } = wanted
  const request = requestKeyOf(requestKey, { amountCents, items, reason })
  const found = await findProduction(shell.db, wanted)
  return inOneWork(shell, { now, actor }, async work => {
    const [order] = await lockOrders(work.tx, [found])
    // Under the order's lock, so that of two simultaneous requests the second sees the first.
    if (request !== null) {
      const before = await findRequestedRefund(work.tx, found, request)
      if (before !== undefined) {
        requireSameRequest(before, request)
        return { done: order!, waits: null }
      }
      const waits = await askedBefore(work, wanted, request)
      if (waits !== undefined) return { done: null, waits }
    }
    const refund = await judge(work, order!, wanted)
    if (needsSecondPerson(rule, refund.sale.refundedCents + refund.givenCents)) {
      const asking = { ...wanted, wanted: { kind: 'refund', amountCents, items } as const, request }
      return { done: null, waits: await askSecondPerson(work, { ...asking, amountCents: refund.givenCents }, rule) }
    }
    await give(work, { ...wanted, request }, refund)
    return { done: order!, waits: null }
  })
}

type Asked = Omit<StaffRefund, 'requestKey' | 'now' | 'actor'>
type Given = Asked & { request: RequestKey | null }

/** The refund that a second person has approved, if it still comes to what was agreed. Refuses as above. */
export async function refundAsApproved(
  work: Work,
  { agreedCents, ...given }: Given & { agreedCents: number },
): Promise<void> {
  const [order] = await lockOrders(work.tx, [await findProduction(work.tx, given)])
  const refund = await judge(work, order!, given)
  if (refund.givenCents !== agreedCents) {
    const [was, is] = [agreedCents, refund.givenCents].map(dollars)
    throw new Refusal('wrong_state', `the refund would now be ${is} dollars, not ${was}: decline it and ask again`)
  }
  await give(work, given, refund)
}

async function findProduction(db: Db | Tx, { accountId, customerOrderId }: Asked): Promise<Order> {
  const found = await findOrder(db, { accountId, mode: 'production', customerOrderId })
  if (found !== undefined) return found
  throw new Refusal('order_not_found', `account ${accountId} has no production order ${customerOrderId}`)
}

/** What a refund takes of the sale. */
type Judged = { sale: PaidSale; cells: Cells; givenCents: number }

async function judge(work: Work, order: LockedOrder, wanted: Asked): Promise<Judged> {
  const { customerOrderId } = order
  const [sale] = await paidSales(work.tx, [order])
  if (sale === undefined) throw new Refusal('wrong_state', `nothing was taken for order ${customerOrderId}`)
  if (sale.refundedCents === sale.amountCents) {
    throw new Refusal('wrong_state', `order ${customerOrderId} has already been refunded completely`)
  }
  const cells = take(sale.price, left(sale.price, cellsTaken(sale)), wantedOf(wanted, order, sale))
  if (!Array.isArray(cells)) throw tooLarge(cells)
  const givenCents = split(sale.price, cells).totalCents
  if (givenCents === 0) throw new Refusal('wrong_state', 'nothing of that is left to refund')
  return { sale, cells, givenCents }
}

async function give(work: Work, given: Given, { sale, cells, givenCents }: Judged): Promise<void> {
  const { accountId, customerOrderId, items, reason, request } = given
  await owe(work, [{ sale, cells, quantities: quantitiesOf(given), reason, request }])
  await appendAudit(work.tx, work.newId, {
    at: work.now,
    actor: work.actor,
    action: 'order_refunded',
    accountId,
    subject: customerOrderId,
    details: { reason, amount: dollars(givenCents), items },
  })
}

function wantedOf({ amountCents, items }: Asked, { request }: Order, sale: PaidSale): Wanted {
  if (amountCents !== null) return { kind: 'amount', cents: amountCents }
  if (items.length === 0) return { kind: 'all' }
  const { itemsCents } = sale.price
  if (itemsCents.length !== request.orderItems.length) {
    throw new Refusal('wrong_state', 'the order is too old: the prices of its items were not stored; give an amount')
  }
  return {
    kind: 'items',
    items: items.map(({ index, quantity, amountCents }, i) => {
      const item = request.orderItems[index]
      if (item === undefined) {
        const detail = `got ${index}; expected the index of an item, 0 to ${itemsCents.length - 1}`
        throw malformed(`/items/${i}/index`, 'no_such_item', detail)
      }
      if (amountCents !== undefined) return { index, kind: 'amount' as const, cents: amountCents }
      const copiesLeft = item.quantity - copiesGivenBack(sale, index)
      const copies = quantity ?? copiesLeft
      if (copies > copiesLeft) {
        const detail = `got ${copies}; expected at most ${copiesLeft}, the copies that have not been refunded`
        throw malformed(`/items/${i}/quantity`, 'too_many_copies', detail)
      }
      return { index, kind: 'copies' as const, copies, copiesLeft }
    }),
  }
}

const malformed = (pointer: string, code: string, detail: string) =>
  new Refusal('malformed_request', detail, [{ pointer, code, detail }])

const copiesGivenBack = ({ refunds }: PaidSale, index: number): number =>
  refunds.reduce((sum, { quantities }) => sum + (quantities?.[index] ?? 0), 0)

const tooLarge = ({ index, leftCents }: { index: number | null; leftCents: number }) =>
  new Refusal(
    'refund_too_large',
    `at most ${dollars(leftCents)} dollars are left to refund ${index === null ? 'of the order' : `of item ${index}`}`,
  )

function quantitiesOf({ items }: Asked): Record<string, number> | null {
  const counted = items.filter(item => item.quantity !== undefined)
  return counted.length === 0 ? null : Object.fromEntries(counted.map(({ index, quantity }) => [index, quantity!]))
}

/** A refund that was made, for telling the account's holder. */
export type RefundMade = {
  accountId: string
  orderId: string
  customerOrderId: string
  amountCents: number
  reason: string | null
  /**
   * What names the movement of the money where it was refunded by hand; null where the provider gave it to the card.
   */
  handRef: string | null
}

/** Queue the e-mails to the holder, in the work's transaction. */
type Tell = {
  tellOfRefund: (work: Work, refund: RefundMade) => Promise<void>
  tellOfReturn: (work: Work, refund: Omit<RefundMade, 'reason' | 'handRef'>) => Promise<void>
}

export type RefundDeps = Tell & {
  shell: Shell
  clock: Clock
  payments: Payments
  log: Log
  crash?: Crash
  /** Counts the outcome of each call. */
  count?: (outcome: RefundOutcome['kind']) => void
}

/** The sweep of `refund_payments`: requests one batch of the refunds that are due. */
export function refundDue({
  shell,
  clock,
  payments,
  log,
  tellOfRefund,
  tellOfReturn,
  crash = () => {},
  count = () => {},
}: RefundDeps): (now: Date) => Promise<number> {
  return async now => {
    const refunds = await inOneWork(shell, { now, actor: 'system' }, work => claimRefunds(work))
    if (refunds.length === 0) return 0
    crash('refund:claimed')
    await eachOf(refunds, callsAtATime, async refund => {
      const outcome = keepableIn(await askForRefund(payments, refund))
      crash('refund:called')
      await inOneWork(shell, { now: clock(), actor: 'system' }, work =>
        recordRefund(work, refund, outcome, { tellOfRefund, tellOfReturn }),
      )
      count(outcome.kind)
      logOutcome(log, refund, outcome)
    })
    return refunds.length
  }
}

const claimRefunds = ({ tx, now }: Work): Promise<PendingRefund[]> =>
  takeDueRefunds(tx, now, later(now, callLeaseMs), refundsInASweep)

/** One that was made is not asked for again: it is looked at, whether it has come back. */
async function askForRefund(payments: Payments, refund: PendingRefund): Promise<RefundOutcome> {
  const { idempotencyKey, accountId, chargeRef, amountCents, status, provider, attempts: attempt } = refund
  if (provider !== payments.name)
    return { kind: 'unknown', cause: `it was charged through ${provider}, which is not in use` }
  const request = { idempotencyKey, accountId, chargeRef, amountCents, attempt }
  try {
    if (status === 'pending') return await payments.refund(request)
    return (await payments.findRefund(request)) ?? { kind: 'unknown', cause: 'the provider does not find it any more' }
  } catch (error) {
    return { kind: 'unknown', cause: String(error) }
  }
}

/** Writes what became of a refund. Does nothing when another worker already has. */
export async function recordRefund(
  work: Work,
  refund: PendingRefund,
  outcome: RefundOutcome,
  tell: Tell,
): Promise<void> {
  const { tx, now } = work
  if (!(await lockRefund(tx, refund))) return
  if (outcome.kind !== 'succeeded') {
    const at = nextAttemptAt(refund.attempts, now)
    work.wake('refund_payments', at)
    const problem = outcome.kind === 'refused' ? `${outcome.code}: ${outcome.message}` : outcome.cause
    if (outcome.kind === 'unknown' || refund.status === 'pending') return postponeRefund(tx, refund, { at, problem })
    return reopen(work, refund, { at, problem }, tell)
  }
  if (refund.status === 'succeeded') return restRefund(tx, refund)
  await settleRefund(tx, refund, outcome.ref, now)
  await insertEntries(tx, refunded(refund, now))
  await concludeRefund(work, { ...refund, handRef: null }, tell)
}

/** The bank did not take what was given back: it is owed again. The credit note stands, for it says what is owed. */
async function reopen(
  work: Work,
  refund: PendingRefund,
  { at, problem }: { at: Date; problem: string },
  { tellOfReturn }: Tell,
): Promise<void> {
  const { tx, now } = work
  await reopenRefund(tx, refund, { now, at, problem })
  await insertEntries(tx, returned(refund, now))
  const [order] = await lockOrders(tx, [{ accountId: refund.accountId, mode: 'production', orderId: refund.orderId }])
  const { givenBackCents: refundedCents } = await refundsMade(tx, refund)
  const payment = order!.state.payment === 'REFUNDED' ? 'SUCCEEDED' : order!.state.payment
  await transition(work, [asGivenBack(order!, 'refund_failed', { payment, refundedCents })])
  await tellOfReturn(work, { ...refund, customerOrderId: order!.customerOrderId })
}

/** What follows once the money is given back, in whichever way. Answers the order. */
export async function concludeRefund(
  work: Work,
  refund: PendingRefund & Pick<RefundMade, 'handRef'>,
  { tellOfRefund }: Tell,
): Promise<Order> {
  const { tx, now } = work
  if (refund.returnedAt === null) await issueCreditNote(tx, refund, now)
  const [order] = await lockOrders(tx, [{ accountId: refund.accountId, mode: 'production', orderId: refund.orderId }])
  const { takenCents, givenBackCents } = await refundsMade(tx, refund)
  const payment = givenBackCents === takenCents ? 'REFUNDED' : order!.state.payment
  const [moved] = await transition(work, [asGivenBack(order!, 'refunded', { payment, refundedCents: givenBackCents })])
  await tellOfRefund(work, { ...refund, customerOrderId: order!.customerOrderId })
  return moved!
}

/** The order stays where it is, and waits for what it waited for. */
const asGivenBack = (
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
  if (status === 'succeeded' && outcome.kind === 'refused') log.error(line, 'a refund has come back')
  else if (
    status === 'pending' &&
    (outcome.kind === 'refused' || (outcome.kind === 'unknown' && needsAPerson(attempts)))
  )
    log.error(line, 'a refund could not be made')
  else log.info(line, 'refund')
}
