// Simulation: customers play the bank, the printer and support for their sandbox orders, and make time pass. Production
// orders are never touched.

import { say } from '../../../languages/texts.ts'
import { Refusal } from '../../base/refusal.ts'
import { clearWindow, lockAccountLimits, shiftWindow } from '../../limits/limitStore.ts'
import type { Order } from '../../orders/order.ts'
import { findOrder, lockFound, orderNotFound } from '../../orders/orderStore.ts'
import type { OrderOutcome } from '../../orders/simulations.ts'
import { type Transactor, transact } from '../../orders/transact.ts'
import { type Move, transition, type UnitOfWork } from '../../orders/transition.ts'
import { findLastJob, saveJobs } from '../../printer/jobStore.ts'
import { isOpen, type MessageContent, type PrintJob } from '../../printer/printer.ts'
import {
  simulatedAcceptance,
  simulatedContradiction,
  simulatedDelay,
  simulatedShipping,
  simulatedSplit,
} from '../../printer/simulator.ts'
import { applyMessage, applyMessages, lockOrdersAndJobs } from '../printing/applyMessages.ts'
import { abandonOrder, resumeOrder, revalidateOrder, type StaffDeps } from '../staff/staffActs.ts'
import { continueSandboxOrders } from './sandboxPace.ts'
import { type Progress, type SandboxDeps, startSandboxTask } from './sandboxTasks.ts'

type Simulation = {
  accountId: string
  customerOrderId: string
  outcome: OrderOutcome
  now: Date
  actor: string
}

/**
 * Simulates an outcome for a sandbox order, and returns the order. Refuses with `order_not_found`, and with
 * `wrong_state` when the outcome is not possible in the status of the order.
 */
export async function simulate(deps: StaffDeps, { outcome, ...simulation }: Simulation): Promise<Order> {
  if (outcome === 'payment_success' || outcome === 'payment_failure') {
    return simulatePayment(deps.transactor, { ...simulation, outcome })
  }
  if (outcome === 'resumed' || outcome === 'revalidated' || outcome === 'abandoned') {
    return simulateSupport(deps, { ...simulation, outcome })
  }
  return simulatePrinter(deps, { outcome, ...simulation })
}

type PaymentOutcome = 'payment_success' | 'payment_failure'

const simulationReason = say('simulated by hand')

/** The provider is not called, and the ledger gets no entry. */
async function simulatePayment(
  transactor: Transactor,
  { accountId, customerOrderId, outcome, now, actor }: Simulation & { outcome: PaymentOutcome },
): Promise<Order> {
  const key = { accountId, mode: 'sandbox', customerOrderId } as const
  const found = await findOrder(transactor.db, key)
  if (found === undefined) throw orderNotFound(key)
  return transact(transactor, { now, actor }, async work => {
    const order = await lockFound(work.tx, found)
    const step: Move =
      outcome === 'payment_success'
        ? { order, on: 'paid', changes: { state: { payment: 'SUCCEEDED' } } }
        : { order, on: 'payment_failed', changes: { state: { payment: 'FAILED' } } }
    const moved = await transition(work, [step])
    await continueSandboxOrders(work, moved)
    return moved[0]!
  })
}

type SupportOutcome = 'resumed' | 'revalidated' | 'abandoned'

const supportActs = { resumed: resumeOrder, revalidated: revalidateOrder, abandoned: abandonOrder }

async function simulateSupport(
  deps: StaffDeps,
  { outcome, accountId, customerOrderId, ...by }: Simulation & { outcome: SupportOutcome },
): Promise<Order> {
  const key = { accountId, mode: 'sandbox', customerOrderId } as const
  if ((await findOrder(deps.transactor.db, key)) === undefined) throw orderNotFound(key)
  const [reason, note] = [String(simulationReason), simulationReason]
  return supportActs[outcome](deps, { accountId, customerOrderId, reason, note, requestKey: null, ...by })
}

type PrinterOutcome = Exclude<OrderOutcome, PaymentOutcome | SupportOutcome>

async function simulatePrinter(
  { transactor, fulfillment }: StaffDeps,
  { accountId, customerOrderId, outcome, now, actor }: Simulation & { outcome: PrinterOutcome },
): Promise<Order> {
  const key = { accountId, mode: 'sandbox', customerOrderId } as const
  const found = await findOrder(transactor.db, key)
  if (found === undefined) throw orderNotFound(key)
  return transact(transactor, { now, actor }, async work => {
    await lockFound(work.tx, found)
    const job = await findLastJob(work.tx, found)
    if (job === undefined) {
      throw new Refusal(
        'wrong_state',
        say('order {customerOrderId} is {status} and was never at the printer', {
          customerOrderId,
          status: found.status,
        }),
      )
    }
    // A printer that repeats itself contradicts nothing, but a person who simulates this expects something to happen.
    if (job.status === 'SHIPPED' && outcome !== 'contradiction') {
      throw new Refusal('wrong_state', say('order {customerOrderId} has already shipped', { customerOrderId }))
    }
    if (outcome === 'silent') await stopResponding(work, job)
    for (const content of messagesFor(job, outcome, found.state.changeRequest?.requestedAt ?? '')) {
      // Each message is decided in the state in which the previous message left the order.
      const [pair] = await lockOrdersAndJobs(work.tx, [job])
      const message = { messageId: work.newId('sim'), sentAt: null, content }
      // A contradiction is refused as usual, but here the user wants to see that it is recorded.
      if (outcome === 'contradiction') await applyMessages(work, [{ ...pair!, message }], fulfillment)
      else await applyMessage(work, pair!, message, fulfillment)
    }
    return (await findOrder(work.tx, key))!
  })
}

function messagesFor(job: PrintJob, outcome: PrinterOutcome, requestedAt: string): MessageContent[] {
  const reason = simulationReason
  // A job with printer-set prices must be accepted before it can be shipped.
  const acceptance = job.enterprise && job.acceptedAt === null ? [simulatedAcceptance(job)] : []
  switch (outcome) {
    case 'accepted':
      return [simulatedAcceptance(job)]
    case 'shipped':
      return [...acceptance, simulatedShipping(job)]
    case 'cancel_accepted':
      return [{ kind: 'cancellation', decision: 'accept', reason }]
    case 'cancel_refused':
      return [{ kind: 'cancellation', decision: 'refuse', reason }]
    case 'change_accepted':
      return [{ kind: 'change', decision: 'accept', requestedAt, reason }]
    case 'change_refused':
      return [{ kind: 'change', decision: 'refuse', requestedAt, reason }]
    case 'problem':
      return [{ kind: 'problem', reason }]
    case 'refused':
      return [{ kind: 'refused', reason }]
    case 'printed':
      return [{ kind: 'printed' }]
    case 'delayed':
      return [simulatedDelay(job)]
    case 'split_shipment':
      return [...acceptance, ...simulatedSplit(job)]
    case 'contradiction':
      return [simulatedContradiction]
    case 'silent':
      return []
    default:
      return outcome satisfies never
  }
}

/** The simulator is no longer polled, so nothing more happens by itself, as with a printer that stopped responding. */
async function stopResponding(work: UnitOfWork, job: PrintJob): Promise<void> {
  const [pair] = await lockOrdersAndJobs(work.tx, [job])
  if (!isOpen(pair!.job))
    throw new Refusal(
      'wrong_state',
      say('print job {jobId} is {status}', { jobId: job.jobId, status: pair!.job.status }),
    )
  await saveJobs(work.tx, [{ ...pair!.job, nextStepAt: null }])
}

/**
 * Makes time pass for an account's sandbox: all due times of its orders and print jobs, and the window of its limit,
 * move earlier by `byMs`. The clock itself does not change, so later steps are dated now and wait as usual. Webhook
 * attempts keep their times: receivers live in real time, and a delivery can be resent at once. A hold that was over
 * before ends first, so that two fast-forwards in a row pass the hold and the print. The window moves at once, and the
 * orders in portions (sandboxTasks.ts).
 */
export function fastForward(
  { transactor, ...deps }: SandboxDeps,
  { accountId, byMs, now, actor }: { accountId: string; byMs: number; now: Date; actor: string },
): Promise<Progress> {
  return transact(transactor, { now, actor }, async work => {
    // Limits, orders, jobs: the same order of locks as everywhere.
    await lockAccountLimits(work.tx, [accountId], now)
    const progress = await startSandboxTask(work, { accountId, kind: 'fast_forward', byMs }, deps)
    await shiftWindow(work.tx, { accountId, mode: 'sandbox' }, byMs)
    work.wake('release_queued', now)
    return progress
  })
}

/**
 * Deletes every order of an account's sandbox with everything that belongs to it. The window of the limit is empty at
 * once; the identifier of an order can be used again when the order is deleted. Work in progress on the orders is
 * dropped. The first orders are deleted at once, and further orders in portions (sandboxTasks.ts).
 */
export function emptySandbox(
  { transactor, ...deps }: SandboxDeps,
  { accountId, now, actor }: { accountId: string; now: Date; actor: string },
): Promise<Progress> {
  return transact(transactor, { now, actor }, async work => {
    await lockAccountLimits(work.tx, [accountId], now)
    const progress = await startSandboxTask(work, { accountId, kind: 'emptying', byMs: null }, deps)
    await clearWindow(work.tx, { accountId, mode: 'sandbox' })
    return progress
  })
}
