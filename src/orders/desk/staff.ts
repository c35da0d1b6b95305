// What the operator's support staff do to orders and accounts. Every act goes through an edge of the lifecycle or a
// named change of an account, and is written to the audit log in the same transaction, with the given reason.

import { appendAudit } from '../../accounts/audit.ts'
import { setEnterprise } from '../../accounts/enterprise.ts'
import { type AccountWithLimits, readAccountWithLimits } from '../../accounts/read.ts'
import { later } from '../../base/clock.ts'
import { type Mode, modes } from '../../base/mode.ts'
import { dollars } from '../../base/money.ts'
import { Refusal } from '../../base/refusal.ts'
import { requestKeyOf, requireSameRequest } from '../../base/requestKey.ts'
import type { Db, Tx } from '../../db/db.ts'
import { changeLimit, type Limit, lockAccountLimits } from '../../limits/store.ts'
import { paidSales } from '../../payments/refundStore.ts'
import { lastJobOf } from '../../printer/store.ts'
import { forgetRecipients } from '../forget.ts'
import { finalStatuses, statuses } from '../lifecycle.ts'
import { refundOwed } from '../money/refund.ts'
import { type Order, wasPaid } from '../order.ts'
import { mayPrint, type Press, resume } from '../printing/print.ts'
import { holdMs } from '../schedule.ts'
import { findOrder, findOrders, type LockedOrder, lockFound } from '../store.ts'
import { open, transition, type Work } from '../transition.ts'
import { inOneWork, type Shell } from '../work.ts'
import { findReprint, keepReprint } from './reprints.ts'
import { askSecondPerson, needsSecondPerson, type Outcome, type SecondPersonRule } from './secondPerson.ts'

export type StaffDeps = { shell: Shell; press: Press }

/**
 * An act on an order of any mode. `reason` goes to the history and the audit log. `requestKey` is the idempotency key,
 * for acts that the order's state alone does not protect from being done twice.
 */
export type OrderAct = {
  accountId: string
  customerOrderId: string
  reason: string | null
  requestKey: string | null
  now: Date
  actor: string
}

/** An order in EXCEPTION that was with a printer is given to a printer again, as a new job. */
export const resumeOrder = ({ shell, press }: StaffDeps, act: OrderAct): Promise<Order> =>
  actOnOrder(shell, act, 'order_resumed', async (work, order) => {
    requireException(order, 'resumed')
    if (!mayPrint(order)) throw wrongState(order, 'is not paid, so it cannot be resumed')
    if ((await lastJobOf(work.tx, order)) === undefined) {
      throw wrongState(order, 'was never at a printer, so it cannot be resumed; revalidate it instead')
    }
    await resume(work, order, press, noteOf(act))
  })

/** The files of an order in EXCEPTION are checked again. A payment is kept. */
export const revalidateOrder = ({ shell }: StaffDeps, act: OrderAct): Promise<Order> =>
  actOnOrder(shell, act, 'order_revalidated', async (work, order) => {
    // Due at once: normally due_at is when a started check counts as dead.
    await transition(work, [{ order, on: 'revalidate', changes: { dueAt: work.now }, ...noted(act) }])
  })

/** An order in EXCEPTION is abandoned, and any payment is refunded. */
export const abandonOrder = ({ shell }: StaffDeps, act: OrderAct): Promise<Order> =>
  actOnOrder(shell, act, 'order_abandoned', abandon(act))

/** The same, unless it refunds so much that a second person is needed: then it waits. */
export async function abandonByStaff(
  { shell }: StaffDeps,
  act: OrderAct,
  rule: SecondPersonRule,
): Promise<Outcome<Order>> {
  const found = await findInModes(shell.db, act)
  return inOneWork(shell, act, async work => {
    const order = await lockFound(work.tx, found)
    requireException(order, 'cancelled')
    const { paidCents, leftCents } = await moneyIn(work, order)
    if (leftCents > 0 && needsSecondPerson(rule, paidCents)) {
      const asking = { ...act, wanted: { kind: 'abandon' } as const, amountCents: leftCents, request: null }
      return { done: null, waits: await askSecondPerson(work, asking, rule) }
    }
    return { done: await actAndRecord(work, order, act, 'order_abandoned', abandon(act)), waits: null }
  })
}

/** Abandons an order as a second person has approved it, if that still refunds what was agreed. */
export async function abandonAsApproved(
  work: Work,
  act: Pick<OrderAct, 'accountId' | 'customerOrderId' | 'reason'> & { agreedCents: number },
): Promise<void> {
  const order = await lockFound(work.tx, await findInModes(work.tx, act))
  requireException(order, 'cancelled')
  const { leftCents } = await moneyIn(work, order)
  if (leftCents !== act.agreedCents) {
    const [was, is] = [act.agreedCents, leftCents].map(dollars)
    throw wrongState(order, `would now be refunded with ${is} dollars, not ${was}: decline it and ask again`)
  }
  await actAndRecord(work, order, act, 'order_abandoned', abandon(act))
}

const abandon =
  (act: Pick<OrderAct, 'reason'>): Does =>
  async (work, order) => {
    const payment = wasPaid(order.state.payment) ? order.state.payment : 'NOT_CHARGED'
    await transition(work, [{ order, on: 'abandoned', changes: { state: { payment } }, ...noted(act) }])
    await refundOwed(work, order)
  }

/** Nothing in the sandbox: no money was taken there. */
async function moneyIn({ tx }: Work, order: Order): Promise<{ paidCents: number; leftCents: number }> {
  const [sale] = order.mode === 'production' ? await paidSales(tx, [order]) : []
  if (sale === undefined) return { paidCents: 0, leftCents: 0 }
  return { paidCents: sale.amountCents, leftCents: sale.amountCents - sale.refundedCents }
}

/**
 * Makes a new order from one that has shipped: the same books to the same address, free, and outside the limit. Returns
 * the new order; the same `requestKey` again returns the one that was made for it. Refuses with `request_key_reused`.
 */
export const reprintOrder = ({ shell, press }: StaffDeps, act: OrderAct): Promise<Order> =>
  actOnOrder(shell, act, 'order_reprinted', async (work, order) => {
    const request = requestKeyOf(act.requestKey, { reason: act.reason })
    const before = request === null ? undefined : await findReprint(work.tx, order, request)
    if (before !== undefined) {
      requireSameRequest(before, request!)
      return { doneBefore: before.reprintId }
    }
    if (order.status !== 'SHIPPED') throw wrongState(order, `is ${order.status}; only a shipped order can be reprinted`)
    if (order.recipientForgottenAt !== null) {
      const detail = `order ${order.customerOrderId} cannot be reprinted: nobody knows any more who it was for`
      throw new Refusal('recipient_forgotten', detail)
    }
    const orderId = work.newId('ord')
    const [reprint] = await open(work, [
      {
        on: 'admitted',
        actor: work.actor,
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
            ...press.whenShipped(order, later(work.now, holdMs)),
            errors: [],
            warnings: [],
          },
          receivedNumber: null,
          receivedAt: null,
          chargeCents: null,
          reprintOf: order.customerOrderId,
          createdAt: work.now,
        },
      },
    ])
    if (request !== null) await keepReprint(work.tx, order, request, reprint!.customerOrderId)
    return { made: reprint! }
  })

/** Forgets who an order at its end was for. An order whose recipient is forgotten stays as it is. */
export const forgetRecipient = ({ shell }: StaffDeps, act: OrderAct): Promise<Order> =>
  actOnOrder(shell, act, 'recipient_forgotten', async (work, order) => {
    if (order.recipientForgottenAt !== null) return { doneBefore: order.customerOrderId }
    if (!statuses[order.status].final) {
      const why = `is ${order.status}; a recipient is forgotten once the order is ${either.format(finalStatuses)}`
      throw wrongState(order, why)
    }
    await forgetRecipients(work, [order])
    return undefined
  })

const either = new Intl.ListFormat('en', { type: 'disjunction' })

/** A new order, or the customerOrderId of one that was made before for the same request. */
type Made = { made: Order } | { doneBefore: string }

// biome-ignore lint/suspicious/noConfusingVoidType: most acts make nothing new
type Does = (work: Work, order: LockedOrder) => Promise<Made | void>

/** Locks the order, acts, writes the audit log, and returns the order that `does` made, or the order as it is then. */
async function actOnOrder(shell: Shell, act: OrderAct, action: string, does: Does): Promise<Order> {
  const found = await findInModes(shell.db, act)
  return inOneWork(shell, act, async work => actAndRecord(work, await lockFound(work.tx, found), act, action, does))
}

async function findInModes(
  db: Db | Tx,
  { accountId, customerOrderId }: Pick<OrderAct, 'accountId' | 'customerOrderId'>,
): Promise<Order> {
  const anyMode = modes.map(mode => ({ accountId, mode, customerOrderId }))
  const [found] = await findOrders(db, anyMode)
  if (found !== undefined) return found
  throw new Refusal('order_not_found', `account ${accountId} has no order ${customerOrderId}`)
}

async function actAndRecord(
  work: Work,
  order: LockedOrder,
  { reason }: Pick<OrderAct, 'reason'>,
  action: string,
  does: Does,
): Promise<Order> {
  const { accountId, mode, customerOrderId } = order
  const read = async (id: string) => (await findOrder(work.tx, { accountId, mode, customerOrderId: id }))!
  const done = await does(work, order)
  if (done && 'doneBefore' in done) return read(done.doneBefore)
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

function requireException(order: Order, become: string): void {
  if (order.status !== 'EXCEPTION') throw wrongState(order, `is ${order.status}, so it cannot be ${become}`)
}

const wrongState = ({ customerOrderId }: Order, why: string) =>
  new Refusal('wrong_state', `order ${customerOrderId} ${why}`)

const noteOf = ({ reason }: OrderAct): string | undefined => reason ?? undefined
const noted = ({ reason }: Pick<OrderAct, 'reason'>) => (reason === null ? {} : { note: reason })

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
 * Changes an account. A raised limit releases queued orders at once; the enterprise flag applies to orders created from
 * now on. Returns the account as it then is; refuses with `not_found`. Where a second person is needed, making it an
 * enterprise account waits, with all that is changed together with that.
 */
export function changeAccount(
  shell: Shell,
  { now, actor, ...change }: AccountChange,
  rule: SecondPersonRule,
): Promise<Outcome<AccountWithLimits>> {
  const { accountId, enterprise, limits = {}, reason } = change
  return inOneWork(shell, { now, actor }, async work => {
    const account = await lockAccount(work, accountId)
    if (rule !== null && enterprise === true && !account.enterprise) {
      const wanted = { kind: 'enterprise', limits } as const
      const asking = { accountId, customerOrderId: null, wanted, amountCents: null, reason, request: null }
      return { done: null, waits: await askSecondPerson(work, asking, rule) }
    }
    return { done: await applyChange(work, account, change), waits: null }
  })
}

/** Makes an account an enterprise account, as a second person has approved. Refuses when it has become one already. */
export async function changeAccountAsApproved(work: Work, change: Change): Promise<void> {
  const account = await lockAccount(work, change.accountId)
  if (account.enterprise) {
    throw new Refusal('wrong_state', `account ${change.accountId} is an enterprise account already`)
  }
  await applyChange(work, account, change)
}

type Standing = AccountWithLimits & { standing: Limit[] }

/** Its limits are locked before it is read, and whoever changes it waits for that lock. */
async function lockAccount({ tx, now }: Work, accountId: string): Promise<Standing> {
  const standing = await lockAccountLimits(tx, [accountId], now)
  const account = await readAccountWithLimits(tx, accountId)
  if (account === undefined) throw accountNotFound(accountId)
  return { ...account, standing }
}

type Change = Omit<AccountChange, 'now' | 'actor'>

async function applyChange(work: Work, { standing }: Standing, change: Change): Promise<AccountWithLimits> {
  const { accountId, enterprise, limits = {}, reason } = change
  const { tx, now, actor } = work
  for (const limit of standing) {
    const wanted = limits[limit.mode]
    if (wanted === undefined) continue
    const to = {
      ordersPer24Hours: wanted.ordersPer24Hours ?? limit.ordersPer24Hours,
      queueCeiling: wanted.queueCeiling ?? limit.queueCeiling,
    }
    await changeLimit(tx, limit, to, now)
    if (limit.queued > 0) work.wake('release_queued', now)
  }
  if (enterprise !== undefined) await setEnterprise(tx, accountId, enterprise)
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

export const accountNotFound = (accountId: string) => new Refusal('not_found', `there is no account ${accountId}`)
