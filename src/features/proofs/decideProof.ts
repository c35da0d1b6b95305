// Approving the proof of an order, and asking for changes. The files of an order never change, so an order whose proof
// needs changes is canceled: its customer places another order with other files. The sale of a charged order was posted
// when its files were checked, like that of an order that awaits payment.

import { isDeepStrictEqual } from 'node:util'
import type { Log } from '../../base/log.ts'
import { Refusal } from '../../base/refusal.ts'
import { isolateFailures } from '../../jobs/isolateFailures.ts'
import { type Order, type Proof, type ProofFiles, wasPaid } from '../../orders/order.ts'
import {
  findOrder,
  type LockedOrder,
  lockDueOrders,
  lockFound,
  lockOrders,
  type NamedOrder,
  orderNotFound,
} from '../../orders/orderStore.ts'
import { postponeFailed } from '../../orders/postponeFailed.ts'
import { requireAwaitingProof } from '../../orders/proofRules.ts'
import { type Transactor, transact } from '../../orders/transact.ts'
import { type Move, transition, type UnitOfWork } from '../../orders/transition.ts'
import { reverseSale } from '../money/sales.ts'
import { toPrinterAt } from '../placing/dates.ts'
import type { EstimateDates } from '../printing/fulfillment.ts'
import { continueSandboxOrders } from '../sandbox/sandboxPace.ts'
import { isDueForReminder, remindOfProofs } from './proofReminders.ts'

const maxExpired = 200

export type ProofDeps = { transactor: Transactor; estimateDates: EstimateDates }

/** The person who decides about a proof. `author` is the name of a person who came with a link. */
export type Decision = { by: NonNullable<Proof['decidedBy']>; author: string | null; actor: string; now: Date }

/**
 * Approves the proof for exactly these files. A repeated approval changes nothing. Refuses with `order_not_found`, with
 * `wrong_state`, and with `proof_changed` when the proof shows other files.
 */
export const approveProof = (
  { transactor, estimateDates }: ProofDeps,
  name: NamedOrder,
  { files, ...decision }: Decision & { files: ProofFiles[] },
): Promise<Order> =>
  decide(transactor, name, decision, async (work, order) => {
    const { proof, payment } = order.state
    if (proof?.status !== 'APPROVED') requireAwaitingProof(order)
    if (!isDeepStrictEqual(files, proof!.files)) throw proofChanged(order)
    if (proof!.status === 'APPROVED') return
    const isCharged = order.billing === 'charged' && !wasPaid(payment)
    const dates = estimateDates(order, toPrinterAt(isCharged ? 'charged' : 'reprint', work.now))
    const approved = decided(order, 'APPROVED', { ...decision, comment: null })
    const state = { ...dates, proof: approved, ...(isCharged ? { payment: 'PENDING' as const } : {}) }
    const on = isCharged ? 'proof_approved' : 'proof_approved_unbilled'
    await continueSandboxOrders(work, await transition(work, [{ order, on, changes: { state }, ...noteOf(approved) }]))
  })

/** Cancels the order, with the changes that it needs. Refuses with `order_not_found` and `wrong_state`. */
export const rejectProof = (
  transactor: Transactor,
  name: NamedOrder,
  { comment, ...decision }: Decision & { comment: string },
): Promise<Order> =>
  decide(transactor, name, decision, async (work, order) => {
    requireAwaitingProof(order)
    await endUnapproved(work, [
      { order, on: 'proof_rejected', proof: decided(order, 'REJECTED', { ...decision, comment }) },
    ])
  })

/** Task `expire_proofs`: cancels the orders whose proofs were not approved in time, and reminds of them before. */
export const expireProofs =
  ({ transactor, log }: { transactor: Transactor; log: Log }) =>
  (now: Date): Promise<number> =>
    transact(transactor, { now, actor: 'system' }, async work => {
      const due = await lockDueOrders(work.tx, 'AWAITING_PROOF', now, { maxOrders: maxExpired })
      const { failed } = await isolateFailures(work, due, async orders => {
        const waiting = orders.filter(order => isDueForReminder(order, now))
        await remindOfProofs(work, waiting)
        const proofOf = (order: Order): Proof => ({
          ...order.state.proof!,
          status: 'EXPIRED',
          decidedAt: now.toISOString(),
        })
        await endUnapproved(
          work,
          orders
            .filter(order => !waiting.includes(order))
            .map(order => ({ order, on: 'proof_expired', proof: proofOf(order) })),
        )
        return orders
      })
      await postponeFailed(work, failed, log)
      return due.length
    })

type End = { order: LockedOrder; on: 'proof_rejected' | 'proof_expired'; proof: Proof }

async function endUnapproved(work: UnitOfWork, ends: End[]): Promise<void> {
  await transition(
    work,
    ends.map(({ order, on, proof }): Move => {
      const payment = wasPaid(order.state.payment) ? order.state.payment : 'NOT_CHARGED'
      return { order, on, changes: { state: { proof, payment } }, ...noteOf(proof) }
    }),
  )
  for (const { order } of ends) if (!wasPaid(order.state.payment)) await reverseSale(work, order)
}

async function decide(
  transactor: Transactor,
  name: NamedOrder,
  { now, actor }: Pick<Decision, 'now' | 'actor'>,
  act: (work: UnitOfWork, order: LockedOrder) => Promise<void>,
): Promise<Order> {
  const found = await findOrder(transactor.db, name)
  if (found === undefined) throw orderNotFound(name)
  return transact(transactor, { now, actor }, async work => {
    const order = await lockFound(work.tx, found)
    await act(work, order)
    const [after] = await lockOrders(work.tx, [order])
    return after!
  })
}

function proofChanged({ customerOrderId }: Order): Refusal {
  const detail = `the files of the proof of order ${customerOrderId} have changed; look at the proof again`
  return new Refusal('proof_changed', detail, [{ pointer: '/files', code: 'proof_changed', detail }])
}

const decided = (
  { state: { proof } }: Order,
  status: Proof['status'],
  { by, author, comment, now }: Omit<Decision, 'actor'> & { comment: string | null },
): Proof => ({ ...proof!, status, decidedAt: now.toISOString(), decidedBy: by, author, comment })

/** The text in the history. */
function noteOf({ author, comment }: Proof): { note?: string } {
  const words = [author, comment].filter(text => text !== null)
  return words.length === 0 ? {} : { note: words.join(': ') }
}
