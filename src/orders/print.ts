// The way to the printer: held orders become print jobs when their hold ends, and the jobs' steps are taken when they are
// due. A step is claimed, taken outside of any transaction, and recorded; a crash in between repeats it, which a printer
// takes for the same step (printer/printer.ts). What printers say is judged in printed.ts.

import { hour, later, minute, second } from '../base/clock.ts'
import { randomBase62 } from '../base/ids.ts'
import type { Log } from '../base/log.ts'
import {
  type Answer,
  isOpen,
  type Printer,
  type PrinterName,
  type Printers,
  type PrintJob,
  printerFor,
} from '../printer/printer.ts'
import { simulatedThoughtMs } from '../printer/simulator.ts'
import { claimDueJobs, insertJobs, markForCancellation, type NewJob, saveJobs } from '../printer/store.ts'
import type { Order, OrderKey, OrderState } from './order.ts'
import { heed, type Judgement, lockAtPrinter } from './printed.ts'
import { type LockedOrder, leaseOrders, lockDueOrders } from './store.ts'
import { transition, type Work } from './transition.ts'
import { inOneWork, type Shell } from './work.ts'

const ordersInASweep = 500
const jobsInASweep = 200
/** Longer than any printer's time-out; a worker that says nothing for this long is taken for dead. */
const stepLeaseMs = 2 * minute
/** A printer that is down for a week is asked about once an hour. */
const firstRetryMs = 30 * second
const longestRetryMs = hour
/** A printer that had nothing to say is not asked again sooner. */
const quietMs = minute
/** An unpaid order is here by a mistake of ours: it is said in the log once an hour. */
const unpaidRetryMs = hour
/** 22 characters are 131 bits: a job id cannot be guessed. */
const jobIdRandomLength = 22

/** When an order that reaches the printer at `at` is shipped and delivered. */
export type WhenShipped = (order: Order, at: Date) => Pick<OrderState, 'estimatedShipDate' | 'estimatedDelivery'>

/** Nothing is printed that is not paid, unbilled by rule, or a reprint. */
export const mayPrint = ({ billing, state }: Pick<Order, 'billing' | 'state'>): boolean =>
  billing !== 'charged' || state.payment === 'SUCCEEDED'

export type HoldDeps = { shell: Shell; whenShipped: WhenShipped; log: Log }

/** Task `end_holds`: hands over the orders whose hold is over. */
export function endHolds({ shell, whenShipped, log }: HoldDeps): (now: Date) => Promise<number> {
  return now =>
    inOneWork(shell, { now, actor: 'system' }, async work => {
      const due = await lockDueOrders(work.tx, 'VALID_HOLDING_BIN', now, ordersInASweep)
      const unpaid = due.filter(order => !mayPrint(order))
      if (unpaid.length > 0) await keepBack(work, unpaid, log)
      await handOver(work, due.filter(mayPrint), 'hold_ended', whenShipped)
      return due.length
    })
}

async function keepBack(work: Work, orders: LockedOrder[], log: Log): Promise<void> {
  for (const { accountId, orderId } of orders)
    log.error({ accountId, orderId }, 'an order that is not paid was held back')
  await leaseOrders(work.tx, orders, later(work.now, unpaidRetryMs))
}

/** Moves orders to PRINTING, each with a new job, and with the dates as they are now. */
export async function handOver(
  work: Work,
  orders: LockedOrder[],
  on: 'hold_ended' | 'resumed',
  whenShipped: WhenShipped,
  note?: string,
): Promise<Order[]> {
  const forbidden = orders.find(order => !mayPrint(order))
  if (forbidden !== undefined) throw new Error(`order ${forbidden.orderId} is not paid and must not be printed`)
  const moved = await transition(
    work,
    orders.map(order => ({
      order,
      on,
      changes: { state: whenShipped(order, work.now) },
      ...(note === undefined ? {} : { note }),
    })),
  )
  await insertJobs(
    work.tx,
    moved.map(order => jobFor(order, `${work.newId('job')}${randomBase62(jobIdRandomLength)}`)),
    work.now,
  )
  return moved
}

function jobFor(
  { accountId, mode, orderId, customerOrderId, billing, request, books, state }: Order,
  jobId: string,
): NewJob {
  return {
    accountId,
    mode,
    orderId,
    jobId,
    printer: printerFor(mode),
    enterprise: billing === 'enterprise',
    dueDate: state.estimatedShipDate,
    ticket: {
      customerOrderId,
      destination: request.destination,
      shippingClassification: request.shippingClassification,
      items: request.orderItems.map(({ sku, quantity, itemDescription, retailPrice }, i) => {
        const { manufacturingSku, pageCount, coverUrl, gutsUrl } = books[i]!
        return {
          sku,
          manufacturingSku,
          quantity,
          pageCount,
          files: { cover: fileAt(coverUrl), guts: fileAt(gutsUrl) },
          itemDescription: itemDescription ?? null,
          retailPrice: retailPrice ?? null,
        }
      }),
    },
  }
}

const fileAt = (url: string | null) => (url === null ? null : { url, sha256: null })

/**
 * Sees to it that the printer is asked to stop. For an order that is cancelled while PRINTING, in the transaction that
 * cancels it.
 */
export async function requestCancellation(work: Work, order: OrderKey): Promise<void> {
  const tellAt = order.mode === 'sandbox' ? later(work.now, simulatedThoughtMs) : work.now
  if (!(await markForCancellation(work.tx, order, { tellAt, now: work.now }))) {
    throw new Error(`order ${order.orderId} is at the printer without an open job`)
  }
  work.wake('step_jobs', tellAt)
}

export type StepDeps = { shell: Shell; printers: Printers; log: Log; crash?: (point: string) => void }

/** Task `step_jobs`: submits jobs, tells of cancellations, asks for news. */
export function stepJobs({ shell, printers, log, crash = () => {} }: StepDeps): (now: Date) => Promise<number> {
  return async now => {
    const until = later(now, stepLeaseMs)
    const claimed = await inOneWork(shell, { now, actor: 'system' }, ({ tx }) =>
      claimDueJobs(tx, now, until, jobsInASweep),
    )
    if (claimed.length === 0) return 0
    crash('print:claimed')
    const taken = await Promise.all(claimed.map(async job => ({ job, answer: await take(job, printers, log) })))
    crash('print:told')
    await inOneWork(shell, { now, actor: 'printer' }, work => record(work, taken, printers, log))
    return claimed.length
  }
}

/** A step that was taken: the job as it was claimed, and the printer's answer. */
type Taken = { job: PrintJob; answer: Answer }

/** The step that a job's row asks for. A job is submitted before the printer can be asked to stop it. */
async function take(job: PrintJob, printers: Printers, log: Log): Promise<Answer> {
  const printer: Printer | undefined = printers[job.printer as PrinterName]
  if (printer === undefined) return { kind: 'unavailable', cause: `no printer is called ${job.printer}` }
  try {
    if (job.submittedAt === null) return await printer.submit(job)
    return await (job.cancellationRequested ? printer.requestCancellation(job) : printer.askForNews(job))
  } catch (error) {
    log.error({ orderId: job.orderId, printer: job.printer, err: error }, 'a printer failed in an unknown way')
    return { kind: 'unavailable', cause: 'the adapter failed' }
  }
}

async function record(work: Work, taken: Taken[], printers: Printers, log: Log): Promise<void> {
  const takenOf = new Map(taken.map(one => [one.job.jobId, one]))
  const places = await lockAtPrinter(
    work.tx,
    taken.map(({ job }) => job),
  )
  const spoken = places.flatMap(place => {
    const { answer } = takenOf.get(place.job.jobId)!
    return answer.kind === 'heard' && answer.says !== null ? [{ ...place, message: answer.says }] : []
  })
  const heeded = new Map((await heed(work, spoken)).map(one => [one.job.jobId, one]))
  const after = places.map(({ job }) => {
    const step = takenOf.get(job.jobId)!
    const { job: heededJob = job, judgement } = heeded.get(job.jobId) ?? {}
    report(step, judgement, log)
    const saved = afterStep(step, heededJob, { judgement, printers, now: work.now })
    if (saved.nextStepAt !== null) work.wake('step_jobs', saved.nextStepAt)
    return saved
  })
  await saveJobs(work.tx, after)
}

function report({ job, answer }: Taken, judgement: Judgement | undefined, log: Log): void {
  const facts = { accountId: job.accountId, orderId: job.orderId, printer: job.printer }
  if (answer.kind === 'unavailable') {
    log.warn({ ...facts, attempt: job.attempts, cause: answer.cause }, 'a printer could not be reached')
  } else if (judgement?.kind === 'contradicts' || judgement?.kind === 'incomplete') {
    log.warn({ ...facts, detail: judgement.detail }, 'a printer said what cannot be')
  }
}

/** The job after a step: when the next one is due. `job` is how it is now; others may have changed it since the claim. */
function afterStep(
  { job: asClaimed, answer }: Taken,
  job: PrintJob,
  { judgement, printers, now }: { judgement: Judgement | undefined; printers: Printers; now: Date },
): PrintJob {
  if (!isOpen(job))
    return { ...job, submittedAt: job.submittedAt ?? (answer.kind === 'heard' ? now : null), nextStepAt: null }
  const askedToStopSince = job.cancellationRequested && !asClaimed.cancellationRequested
  if (answer.kind === 'unavailable') {
    return askedToStopSince ? job : { ...job, nextStepAt: later(now, retryMs(asClaimed.attempts)) }
  }
  const submitted = { ...job, submittedAt: job.submittedAt ?? now, attempts: 0 }
  if (askedToStopSince) return submitted
  if (job.cancellationRequested && asClaimed.submittedAt === null) return { ...submitted, nextStepAt: now }
  const quiet = asClaimed.submittedAt !== null && judgement?.kind !== 'moves'
  const earliest =
    judgement?.kind === 'contradicts' || judgement?.kind === 'incomplete' ? longestRetryMs : quiet ? quietMs : 0
  return { ...submitted, nextStepAt: printers[job.printer as PrinterName].newsDueAt(submitted, later(now, earliest)) }
}

const retryMs = (attempts: number): number => Math.min(firstRetryMs * 2 ** (attempts - 1), longestRetryMs)
