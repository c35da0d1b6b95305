// The acts of the staff on orders and accounts. Each act goes through an edge of the lifecycle or a named change of an
// account, and is recorded in the audit log in the same transaction, with its reason.

import { say, type Translatable, type Words } from '../../../languages/texts.ts'
import { type AccountWithLimits, accountNotFound, readAccountWithLimits } from '../../accounts/accountQueries.ts'
import { appendAudit } from '../../accounts/auditLog.ts'
import { setEnterprise } from '../../accounts/settings/enterprise.ts'
import { later } from '../../base/clock.ts'
import type { Mode } from '../../base/mode.ts'
import { dollars } from '../../base/money.ts'
import { Refusal } from '../../base/refusal.ts'
import { requestKeyOf, requireSameRequest } from '../../base/secrets/requestKey.ts'
import type { Db, Tx } from '../../db/db.ts'
import { changeLimit, type Limit, lockAccountLimits } from '../../limits/limitStore.ts'
import { finalStatuses, statuses } from '../../orders/lifecycle.ts'
import { type Order, type ReprintCause, wasPaid } from '../../orders/order.ts'
import {
  findOrder,
  findOrderInAnyMode,
  type LockedOrder,
  lockFound,
  nextReprintNumber,
  noOrderOfAccount,
} from '../../orders/orderStore.ts'
import { holdingBinMs } from '../../orders/schedule.ts'
import { type Transactor, transact } from '../../orders/transact.ts'
import { openOrders, transition, type UnitOfWork } from '../../orders/transition.ts'
import { readPaidSales } from '../../payments/refundStore.ts'
import { findLastJob } from '../../printer/jobStore.ts'
import { extendRetention } from '../files/fileRetention.ts'
import { reviewCredit } from '../money/billingTerms.ts'
import { notifyOfRefusedChanges } from '../notify/accountEmails.ts'
import { cancelLocked, lockToCancel } from '../placing/cancel.ts'
import type { Fulfillment } from '../printing/fulfillment.ts'
import { mayPrint, resumeAtPrinter } from '../printing/handOver.ts'
import { eraseRecipients } from '../privacy/eraseRecipients.ts'
import { proofOfReprint } from '../proofs/proofOfReprint.ts'
import { withdrawQuotesOf } from '../quotes/quoteStore.ts'
import { findReprint, saveReprint } from './reprints.ts'
import { type ApprovalOutcome, needsSecondPerson, requestApproval, type SecondPersonRule } from './secondPerson.ts'

export type StaffDeps = { transactor: Transactor; fulfillment: Fulfillment }

/**
 * An act on an order of any mode. `reason` goes to the audit log and, without a `note`, to the history. `requestKey` is
 * the idempotency key of an act that could be done twice.
 */
export type OrderAct = {
  accountId: string
  customerOrderId: string
  reason: string | null
  note?: Words
  requestKey: string | null
  now: Date
  actor: string
}

/** Sends an order in EXCEPTION that was at a printer to a printer again, as a new job. */
export const resumeOrder = ({ transactor, fulfillment }: StaffDeps, act: OrderAct): Promise<Order> =>
  actOnOrder(transactor, act, 'order_resumed', async (work, order) => {
    requireException(order, say('resumed'))
    if (!mayPrint(order))
      throw wrongState(say('order {id} is not paid and cannot be resumed', { id: order.customerOrderId }))
    if ((await findLastJob(work.tx, order)) === undefined) {
      const { customerOrderId: id } = order
      throw wrongState(say('order {id} was never at a printer and cannot be resumed: revalidate it instead', { id }))
    }
    await resumeAtPrinter(work, order, fulfillment, noteOf(act).note)
  })

/** Checks the files of an order in EXCEPTION again. Its payment stays. */
export const revalidateOrder = ({ transactor, fulfillment }: StaffDeps, act: OrderAct): Promise<Order> =>
  actOnOrder(transactor, act, 'order_revalidated', async (work, order) => {
    // Due now: otherwise due_at is the end of the lease of a running check.
    const checked = await transition(work, [{ order, on: 'revalidate', changes: { dueAt: work.now }, ...noteOf(act) }])
    if (order.state.changeRequest?.status === 'REQUESTED')
      await notifyOfRefusedChanges(work, checked, fulfillment.orderPageOf)
  })

/** Cancels an order as its customer could, or asks its printer to cancel it. Refuses with `order_not_cancellable`. */
export async function cancelByStaff({ transactor }: StaffDeps, act: OrderAct): Promise<Order> {
  const found = await findInModes(transactor.db, act)
  return transact(transactor, act, async work => {
    const locked = await lockToCancel(work, found)
    return actAndRecord(work, locked.order, act, 'order_cancelled', () => cancelLocked(work, locked, noteOf(act)))
  })
}

/** Abandons an order in EXCEPTION and refunds any payment. */
export const abandonOrder = ({ transactor }: StaffDeps, act: OrderAct): Promise<Order> =>
  actOnOrder(transactor, act, 'order_abandoned', abandon(act))

/** The same, but a large refund waits for a second person. */
export async function abandonByStaff(
  { transactor }: StaffDeps,
  act: OrderAct,
  rule: SecondPersonRule,
): Promise<ApprovalOutcome<Order>> {
  const found = await findInModes(transactor.db, act)
  return transact(transactor, act, async work => {
    const order = await lockFound(work.tx, found)
    requireException(order, say('canceled'))
    const { paidCents, remainingCents } = await paymentOf(work, order)
    if (remainingCents > 0 && needsSecondPerson(rule, paidCents)) {
      const request = { ...act, act: { kind: 'abandon' } as const, amountCents: remainingCents, request: null }
      return { done: null, approval: await requestApproval(work, request, rule) }
    }
    return { done: await actAndRecord(work, order, act, 'order_abandoned', abandon(act)), approval: null }
  })
}

/** Abandons an order after approval, if that still refunds the approved amount. */
export async function abandonAsApproved(
  work: UnitOfWork,
  act: Pick<OrderAct, 'accountId' | 'customerOrderId' | 'reason'> & { agreedCents: number },
): Promise<void> {
  const order = await lockFound(work.tx, await findInModes(work.tx, act))
  requireException(order, say('canceled'))
  const { remainingCents } = await paymentOf(work, order)
  if (remainingCents !== act.agreedCents) {
    throw wrongState(
      say(
        'order {id} would now be refunded with {now} dollars, not {before}: decline this request and send a new request',
        {
          id: order.customerOrderId,
          now: dollars(remainingCents),
          before: dollars(act.agreedCents),
        },
      ),
    )
  }
  await actAndRecord(work, order, act, 'order_abandoned', abandon(act))
}

const abandon =
  (act: Pick<OrderAct, 'reason' | 'note'>): ActFunction =>
  async (work, order) => {
    const payment = wasPaid(order.state.payment) ? order.state.payment : 'NOT_CHARGED'
    await transition(work, [{ order, on: 'abandoned', changes: { state: { payment } }, ...noteOf(act) }])
  }

/** Zero in the sandbox, where nothing is charged. */
async function paymentOf({ tx }: UnitOfWork, order: Order): Promise<{ paidCents: number; remainingCents: number }> {
  const [sale] = order.mode === 'production' ? await readPaidSales(tx, [order]) : []
  if (sale === undefined) return { paidCents: 0, remainingCents: 0 }
  return { paidCents: sale.amountCents, remainingCents: sale.amountCents - sale.refundedCents }
}

/**
 * Reprints a shipped order: a new order of the same books to the same address, free, and outside the limit. Returns the
 * new order; a repeat of `requestKey` returns the same order. Refuses with `request_key_reused`.
 */
export const reprintOrder = (
  { transactor, fulfillment }: StaffDeps,
  act: OrderAct & { cause?: ReprintCause },
): Promise<Order> =>
  actOnOrder(transactor, act, 'order_reprinted', async (work, order) => {
    const cause = act.cause === undefined ? {} : { cause: act.cause }
    const request = requestKeyOf(act.requestKey, { reason: act.reason, ...cause })
    const earlier = request === null ? undefined : await findReprint(work.tx, order, request)
    if (earlier !== undefined) {
      requireSameRequest(earlier, request!)
      return { existingId: earlier.reprintId }
    }
    const { customerOrderId: id, status } = order
    if (status !== 'SHIPPED')
      throw wrongState(say('order {id} is {status}; only a shipped order can be reprinted', { id, status }))
    if (order.recipientErasedAt !== null) {
      const detail = say('order {customerOrderId} cannot be reprinted: the personal data of its recipient was erased', {
        customerOrderId: order.customerOrderId,
      })
      throw new Refusal('recipient_forgotten', detail)
    }
    const orderId = work.newId('ord')
    const [reprint] = await openOrders(work, [
      {
        on: 'admitted',
        actor: work.actor,
        orderNumber: await nextReprintNumber(work.tx, order),
        order: {
          accountId: order.accountId,
          mode: order.mode,
          orderId,
          customerOrderId: orderId,
          billing: 'reprint',
          request: order.request,
          books: order.books,
          webhookUrl: order.webhookUrl,
          state: {
            pricing: null,
            payment: 'NOT_CHARGED',
            shipmentTracking: [],
            ...fulfillment.estimateDates(order, later(work.now, holdingBinMs)),
            errors: [],
            warnings: [],
            ...(await proofOfReprint(work.tx, order)),
            ...(act.cause === undefined ? {} : { reprintCause: act.cause }),
          },
          receivedNumber: null,
          receivedAt: null,
          chargeCents: null,
          reprintOf: order.customerOrderId,
          operatorVersion: order.operatorVersion,
          createdAt: work.now,
        },
      },
    ])
    await extendRetention(work.tx, [reprint!], work.now)
    if (request !== null) await saveReprint(work.tx, order, request, reprint!.customerOrderId)
    return { made: reprint! }
  })

/** Erases the personal data of the recipient of a final order, once. */
export const eraseRecipient = ({ transactor }: StaffDeps, act: OrderAct): Promise<Order> =>
  actOnOrder(transactor, act, 'recipient_forgotten', async (work, order) => {
    if (order.recipientErasedAt !== null) return { existingId: order.customerOrderId }
    const { customerOrderId: id, status } = order
    if (!statuses[status].final) {
      const ends = { or: finalStatuses }
      throw wrongState(
        say('order {id} is {status}; a recipient can be erased once the order is {ends}', { id, status, ends }),
      )
    }
    await withdrawQuotesOf(work.tx, [order], work.now)
    await eraseRecipients(work, [order])
    return undefined
  })

/** A new order, or the customerOrderId of the order of an earlier request. */
type ActResult = { made: Order } | { existingId: string }

// biome-ignore lint/suspicious/noConfusingVoidType: most acts make no new order
type ActFunction = (work: UnitOfWork, order: LockedOrder) => Promise<ActResult | void>

/** Locks the order, acts, writes the audit log, and returns the new order, or the order after the act. */
async function actOnOrder(transactor: Transactor, act: OrderAct, action: string, doAct: ActFunction): Promise<Order> {
  const found = await findInModes(transactor.db, act)
  return transact(transactor, act, async work =>
    actAndRecord(work, await lockFound(work.tx, found), act, action, doAct),
  )
}

async function findInModes(
  db: Db | Tx,
  { accountId, customerOrderId }: Pick<OrderAct, 'accountId' | 'customerOrderId'>,
): Promise<Order> {
  const found = await findOrderInAnyMode(db, { accountId, customerOrderId })
  if (found !== undefined) return found
  throw noOrderOfAccount({ accountId, customerOrderId })
}

async function actAndRecord(
  work: UnitOfWork,
  order: LockedOrder,
  { reason }: Pick<OrderAct, 'reason'>,
  action: string,
  doAct: ActFunction,
): Promise<Order> {
  const { accountId, mode, customerOrderId } = order
  const read = async (id: string) => (await findOrder(work.tx, { accountId, mode, customerOrderId: id }))!
  const done = await doAct(work, order)
  if (done && 'existingId' in done) return read(done.existingId)
  await appendAudit(work.tx, work.newId, {
    at: work.now,
    actor: work.actor,
    action,
    accountId,
    subject: customerOrderId,
    details: { mode, reason, ...(done ? { made: done.made.customerOrderId } : {}) },
  })
  return done ? done.made : read(customerOrderId)
}

function requireException({ customerOrderId: id, status }: Order, participle: Translatable): void {
  if (status !== 'EXCEPTION')
    throw wrongState(say('order {id} is {status} and cannot be {participle}', { id, status, participle }))
}

const wrongState = (detail: Translatable) => new Refusal('wrong_state', detail)

const noteOf = ({ reason, note = reason ?? undefined }: Pick<OrderAct, 'reason' | 'note'>): { note?: Words } =>
  note === undefined ? {} : { note }

type LimitChange = { ordersPer24Hours?: number; queueCeiling?: number }
export type AccountChange = {
  accountId: string
  enterprise?: boolean
  limits?: { [mode in Mode]?: LimitChange }
  reason: string | null
  now: Date
  actor: string
}

/**
 * Changes an account and returns it. A raised limit releases queued orders at once; the enterprise flag applies to
 * orders created from now on. Where a second person is needed, a change to an enterprise account waits for approval as
 * a whole. Refuses with `not_found`.
 */
export function changeAccount(
  transactor: Transactor,
  { now, actor, ...change }: AccountChange,
  rule: SecondPersonRule,
): Promise<ApprovalOutcome<AccountWithLimits>> {
  const { accountId, enterprise, limits = {}, reason } = change
  return transact(transactor, { now, actor }, async work => {
    const account = await lockAccount(work, accountId)
    if (rule !== null && enterprise === true && !account.enterprise) {
      const act = { kind: 'enterprise', limits } as const
      const request = { accountId, customerOrderId: null, act, amountCents: null, reason, request: null }
      return { done: null, approval: await requestApproval(work, request, rule) }
    }
    return { done: await applyChange(work, account, change), approval: null }
  })
}

/** Makes an account an enterprise account after approval. Refuses when it already is an enterprise account. */
export async function changeAccountAsApproved(work: UnitOfWork, change: Change): Promise<void> {
  const account = await lockAccount(work, change.accountId)
  if (account.enterprise) {
    throw new Refusal(
      'wrong_state',
      say('account {accountId} is already an enterprise account', { accountId: change.accountId }),
    )
  }
  await applyChange(work, account, change)
}

type LockedAccount = AccountWithLimits & { lockedLimits: Limit[] }

/** Each change of an account requires the lock of its limits. */
async function lockAccount({ tx, now }: UnitOfWork, accountId: string): Promise<LockedAccount> {
  const lockedLimits = await lockAccountLimits(tx, [accountId], now)
  const account = await readAccountWithLimits(tx, accountId)
  if (account === undefined) throw accountNotFound(accountId)
  return { ...account, lockedLimits }
}

type Change = Omit<AccountChange, 'now' | 'actor'>

async function applyChange(
  work: UnitOfWork,
  { lockedLimits }: LockedAccount,
  change: Change,
): Promise<AccountWithLimits> {
  const { accountId, enterprise, limits = {}, reason } = change
  const { tx, now, actor } = work
  for (const limit of lockedLimits) {
    const limitChange = limits[limit.mode]
    if (limitChange === undefined) continue
    const { ordersPer24Hours = limit.ordersPer24Hours, queueCeiling = limit.queueCeiling } = limitChange
    await changeLimit(tx, limit, { ordersPer24Hours, queueCeiling }, now)
    if (limit.queued > 0) work.wake('release_queued', now)
  }
  if (enterprise !== undefined) {
    await setEnterprise(tx, accountId, enterprise)
    await reviewCredit(work, accountId)
  }
  await appendAudit(tx, work.newId, {
    at: now,
    actor,
    action: 'account_changed',
    accountId,
    subject: accountId,
    details: { reason, ...(enterprise === undefined ? {} : { enterprise }), limits },
  })
  return (await readAccountWithLimits(tx, accountId))!
}
