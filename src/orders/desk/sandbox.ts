// Simulation: the owner of a sandbox order decides what the bank, the printer or support would have done, and makes
// time pass. Only sandbox orders are touched.

import { appendAudit } from '../../accounts/audit.ts'
import { Refusal } from '../../base/refusal.ts'
import { clearWindow, lockAccountLimits, shiftWindow } from '../../limits/store.ts'
import { isOpen, type Message, type PrintJob } from '../../printer/printer.ts'
import {
  simulatedAcceptance,
  simulatedContradiction,
  simulatedDelay,
  simulatedShipping,
  simulatedSplit,
} from '../../printer/simulator.ts'
import { deleteSandboxJobs, lastJobOf, saveJobs, shiftJobs } from '../../printer/store.ts'
import { deleteSandboxDeliveries } from '../../webhooks/store.ts'
import type { Order } from '../order.ts'
import { heed, lockAtPrinter, tellOf } from '../printing/printed.ts'
import type { SimulatedOutcome } from '../simulations.ts'
import { deleteSandboxOrders, findOrder, lockFound, lockSandbox, orderNotFound, shiftOrders } from '../store.ts'
import { type Move, transition, type Work } from '../transition.ts'
import { inOneWork, type Shell } from '../work.ts'
import { abandonOrder, resumeOrder, revalidateOrder, type StaffDeps } from './staff.ts'

type Simulation = {
  accountId: string
  customerOrderId: string
  outcome: SimulatedOutcome
  now: Date
  actor: string
}

/**
 * Makes something happen to a sandbox order, and returns it as it then is. Refuses with `order_not_found`, and with
 * `wrong_state` when that cannot happen in its status.
 */
export async function simulate(deps: StaffDeps, { outcome, ...simulation }: Simulation): Promise<Order> {
  if (outcome === 'payment_success' || outcome === 'payment_failure') {
    return simulatePayment(deps.shell, { ...simulation, outcome })
  }
  if (outcome === 'resumed' || outcome === 'revalidated' || outcome === 'abandoned') {
    return simulateSupport(deps, { ...simulation, outcome })
  }
  return simulatePrinter(deps, { outcome, ...simulation })
}

type PaymentOutcome = 'payment_success' | 'payment_failure'

const byHand = 'simulated by hand'

/** No provider is asked, and nothing is booked. */
async function simulatePayment(
  shell: Shell,
  { accountId, customerOrderId, outcome, now, actor }: Simulation & { outcome: PaymentOutcome },
): Promise<Order> {
  const key = { accountId, mode: 'sandbox', customerOrderId } as const
  const found = await findOrder(shell.db, key)
  if (found === undefined) throw orderNotFound(key)
  return inOneWork(shell, { now, actor }, async work => {
    const order = await lockFound(work.tx, found)
    const step: Move =
      outcome === 'payment_success'
        ? { order, on: 'paid', changes: { state: { payment: 'SUCCEEDED' } } }
        : { order, on: 'payment_failed', changes: { state: { payment: 'FAILED' } } }
    const [moved] = await transition(work, [step])
    return moved!
  })
}

type SupportOutcome = 'resumed' | 'revalidated' | 'abandoned'

const supportActs = { resumed: resumeOrder, revalidated: revalidateOrder, abandoned: abandonOrder }

/** What support does with an order that is on hold. */
async function simulateSupport(
  deps: StaffDeps,
  { outcome, accountId, customerOrderId, ...by }: Simulation & { outcome: SupportOutcome },
): Promise<Order> {
  const key = { accountId, mode: 'sandbox', customerOrderId } as const
  if ((await findOrder(deps.shell.db, key)) === undefined) throw orderNotFound(key)
  return supportActs[outcome](deps, { accountId, customerOrderId, reason: byHand, requestKey: null, ...by })
}

type PrinterOutcome = Exclude<SimulatedOutcome, PaymentOutcome | SupportOutcome>

async function simulatePrinter(
  { shell, press }: StaffDeps,
  { accountId, customerOrderId, outcome, now, actor }: Simulation & { outcome: PrinterOutcome },
): Promise<Order> {
  const key = { accountId, mode: 'sandbox', customerOrderId } as const
  const found = await findOrder(shell.db, key)
  if (found === undefined) throw orderNotFound(key)
  return inOneWork(shell, { now, actor }, async work => {
    await lockFound(work.tx, found)
    const job = await lastJobOf(work.tx, found)
    if (job === undefined) {
      throw new Refusal('wrong_state', `order ${customerOrderId} is ${found.status} and was never at the printer`)
    }
    if (outcome === 'silent') await fallSilent(work, job)
    for (const message of messagesFor(job, outcome)) {
      // Each message is judged by the state in which the previous one left the order.
      const [place] = await lockAtPrinter(work.tx, [job])
      const told = { messageId: work.newId('sim'), saidAt: null, message }
      // A contradiction is refused as usual, but here the user wants to see that it is recorded.
      if (outcome === 'contradiction') await heed(work, [{ ...place!, told }], press)
      else await tellOf(work, place!, told, press)
    }
    return (await findOrder(work.tx, key))!
  })
}

function messagesFor(job: PrintJob, outcome: PrinterOutcome): Message[] {
  const reason = byHand
  switch (outcome) {
    case 'accepted':
      return [simulatedAcceptance(job)]
    case 'shipped': {
      // A job with printer-set prices must be accepted before it can be shipped.
      const first = job.enterprise && job.acceptedAt === null ? [simulatedAcceptance(job)] : []
      return [...first, simulatedShipping(job)]
    }
    case 'cancel_accepted':
      return [{ kind: 'cancellation', decision: 'accept', reason }]
    case 'cancel_refused':
      return [{ kind: 'cancellation', decision: 'refuse', reason }]
    case 'problem':
      return [{ kind: 'problem', reason }]
    case 'refused':
      return [{ kind: 'refused', reason }]
    case 'printed':
      return [{ kind: 'printed' }]
    case 'delayed':
      return [simulatedDelay(job)]
    case 'split_shipment': {
      const first = job.enterprise && job.acceptedAt === null ? [simulatedAcceptance(job)] : []
      return [...first, ...simulatedSplit(job)]
    }
    case 'contradiction':
      return [simulatedContradiction]
    case 'silent':
      return []
    default:
      return outcome satisfies never
  }
}

/**
 * The simulator is no longer asked for news: nothing more happens by itself, as with a printer that has disappeared.
 */
async function fallSilent(work: Work, job: PrintJob): Promise<void> {
  const [place] = await lockAtPrinter(work.tx, [job])
  if (!isOpen(place!.job)) throw new Refusal('wrong_state', `print job ${job.jobId} is ${place!.job.status}`)
  await saveJobs(work.tx, [{ ...place!.job, nextStepAt: null }])
}

/**
 * Makes time pass for an account's sandbox: whatever its orders and print jobs wait for, and the limit's window, comes
 * earlier by `byMs`. The clock itself does not change, so what happens next is dated now, and waits anew. Webhook
 * attempts keep their times: receivers live in real time, and a delivery can be sent again at once.
 */
export async function fastForward(
  shell: Shell,
  { accountId, byMs, now, actor }: { accountId: string; byMs: number; now: Date; actor: string },
): Promise<void> {
  await inOneWork(shell, { now, actor }, async work => {
    const key = { accountId, mode: 'sandbox' } as const
    // Limits, orders, jobs: the same order of locks as everywhere.
    await lockAccountLimits(work.tx, [accountId], now)
    await lockSandbox(work.tx, accountId)
    await shiftWindow(work.tx, key, byMs)
    await shiftOrders(work.tx, key, byMs)
    await shiftJobs(work.tx, key, byMs)
    for (const task of ['check_files', 'end_holds', 'step_jobs', 'release_queued'] as const) work.wake(task, now)
  })
}

/**
 * Deletes every order of an account's sandbox with everything that belongs to it; their identifiers can be used again,
 * and the limit's window is empty. Work in progress on them is dropped. Returns how many orders there were.
 */
export function emptySandbox(
  shell: Shell,
  { accountId, now, actor }: { accountId: string; now: Date; actor: string },
): Promise<number> {
  return inOneWork(shell, { now, actor }, async work => {
    await lockAccountLimits(work.tx, [accountId], now)
    await lockSandbox(work.tx, accountId)
    await deleteSandboxJobs(work.tx, accountId)
    await deleteSandboxDeliveries(work.tx, accountId)
    const orders = await deleteSandboxOrders(work.tx, accountId)
    await clearWindow(work.tx, { accountId, mode: 'sandbox' })
    const subject = 'sandbox'
    await appendAudit(work.tx, work.newId, {
      at: now,
      actor,
      action: 'sandbox_emptied',
      accountId,
      subject,
      details: { orders },
    })
    return orders
  })
}
