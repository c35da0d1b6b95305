// Trying the service out: the owner of a sandbox order says what the bank or the printer would have said, and makes time
// pass. Only sandbox orders are touched.

import { Refusal } from '../base/refusal.ts'
import { lockAccountLimits, shiftWindow } from '../limits/store.ts'
import type { Message, PrintJob } from '../printer/printer.ts'
import { simulatedAcceptance, simulatedShipping } from '../printer/simulator.ts'
import { lastJobOf, shiftJobs } from '../printer/store.ts'
import type { Order } from './order.ts'
import { simulatePayment } from './pay.ts'
import type { Press } from './print.ts'
import { lockAtPrinter, tellOf } from './printed.ts'
import { findOrder, shiftOrders } from './store.ts'
import { inOneWork, type Shell } from './work.ts'

export const simulatedOutcomes = [
  'payment_success',
  'payment_failure',
  'accepted',
  'shipped',
  'cancel_accepted',
  'cancel_refused',
  'problem',
] as const
export type SimulatedOutcome = (typeof simulatedOutcomes)[number]

type Simulation = {
  accountId: string
  customerOrderId: string
  outcome: SimulatedOutcome
  now: Date
  actor: string
}

/**
 * Makes something happen to a sandbox order, and answers it as it then is. Refuses with `order_not_found`, and with
 * `wrong_state` when that cannot happen where the order stands.
 */
export async function simulate(
  deps: { shell: Shell; press: Press },
  { outcome, ...simulation }: Simulation,
): Promise<Order> {
  if (outcome === 'payment_success' || outcome === 'payment_failure') {
    return simulatePayment(deps.shell, { ...simulation, outcome })
  }
  return simulatePrinter(deps, { outcome, ...simulation })
}

type PrinterOutcome = Exclude<SimulatedOutcome, 'payment_success' | 'payment_failure'>

async function simulatePrinter(
  { shell, press }: { shell: Shell; press: Press },
  { accountId, customerOrderId, outcome, now, actor }: Simulation & { outcome: PrinterOutcome },
): Promise<Order> {
  const key = { accountId, mode: 'sandbox', customerOrderId }
  const found = await findOrder(shell.db, key)
  if (found === undefined) throw new Refusal('order_not_found', `there is no order ${customerOrderId} in sandbox`)
  return inOneWork(shell, { now, actor }, async work => {
    const job = await lastJobOf(work.tx, found)
    if (job === undefined) {
      throw new Refusal('wrong_state', `order ${customerOrderId} is ${found.status} and was never at the printer`)
    }
    for (const message of messagesFor(job, outcome)) {
      // Each message is judged by what the one before it has made of the order.
      const [place] = await lockAtPrinter(work.tx, [job])
      await tellOf(work, place!, { messageId: work.newId('sim'), saidAt: null, message }, press)
    }
    return (await findOrder(work.tx, key))!
  })
}

function messagesFor(job: PrintJob, outcome: PrinterOutcome): Message[] {
  const reason = 'simulated by hand'
  switch (outcome) {
    case 'accepted':
      return [simulatedAcceptance(job)]
    case 'shipped': {
      // A job that its printer prices has to be accepted before it can be shipped.
      const first = job.enterprise && job.acceptedAt === null ? [simulatedAcceptance(job)] : []
      return [...first, simulatedShipping(job)]
    }
    case 'cancel_accepted':
      return [{ kind: 'cancellation', decision: 'accept', reason }]
    case 'cancel_refused':
      return [{ kind: 'cancellation', decision: 'refuse', reason }]
    case 'problem':
      return [{ kind: 'problem', reason }]
    default:
      return outcome satisfies never
  }
}

/**
 * Makes time pass for an account's sandbox: whatever its orders and print jobs wait for, and the limit's window, come
 * earlier by `byMs`. The clock stays where it is, so what happens next is dated now, and waits anew. Webhook attempts
 * keep their times: a receiver that does not answer is out there in real time, and a delivery can be sent again at once.
 */
export async function fastForward(
  shell: Shell,
  { accountId, byMs, now, actor }: { accountId: string; byMs: number; now: Date; actor: string },
): Promise<void> {
  await inOneWork(shell, { now, actor }, async work => {
    const key = { accountId, mode: 'sandbox' } as const
    // Limits, orders, jobs: the order in which everybody takes these locks.
    await lockAccountLimits(work.tx, [accountId], now)
    await shiftWindow(work.tx, key, byMs)
    await shiftOrders(work.tx, key, byMs)
    await shiftJobs(work.tx, key, byMs)
    for (const task of ['check_files', 'end_holds', 'step_jobs', 'release_queued'] as const) work.wake(task, now)
  })
}
