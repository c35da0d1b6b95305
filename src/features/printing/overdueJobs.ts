// Overdue printer updates. An alarm is raised after the time that the operator set, once for each step that a job waits
// for. A job that is not accepted in time goes to another printer. A printer that may have the job is first asked to
// give it back, so that no book is printed twice.

import { say, Translatable } from '../../../languages/texts.ts'
import { appendAudit } from '../../accounts/auditLog.ts'
import { hour, later } from '../../base/clock.ts'
import type { Log } from '../../base/log.ts'
import { Refusal } from '../../base/refusal.ts'
import { failureRetryAt, isolateFailures } from '../../jobs/isolateFailures.ts'
import type { Order } from '../../orders/order.ts'
import { findOrder } from '../../orders/orderStore.ts'
import { logFailed } from '../../orders/postponeFailed.ts'
import { type Transactor, transact } from '../../orders/transact.ts'
import { transition, type UnitOfWork } from '../../orders/transition.ts'
import { statusLabel } from '../../orders/view/labels.ts'
import { findJobs, findOverdueJobs } from '../../printer/jobStore.ts'
import { overdueTimes, withOverdueTimes } from '../../printer/overdue.ts'
import { isOpen, type PrintJob } from '../../printer/printer.ts'
import { canMakeAndShip } from '../../printer/routing.ts'
import { namedJobs, notifyStaff } from '../notify/staffEmails.ts'
import { lockOrdersAndJobs, noSuchJob, type OrderAndJob, saveChangedJobs } from './applyMessages.ts'
import { jobStateText } from './decideMessage.ts'
import type { Fulfillment } from './fulfillment.ts'
import { createJobs, findOtherPrinters, rerouting } from './handOver.ts'
import { routeRequestOf } from './routeOrders.ts'

const jobsPerSweep = 200
/** The time between two attempts to find another printer for a job. */
const rerouteRetryMs = 6 * hour

export type OverdueJobsDeps = { transactor: Transactor; fulfillment: Fulfillment; log: Log }

/** Task `watch_printers`. */
export function alarmOverdueJobs({ transactor, fulfillment, log }: OverdueJobsDeps): (now: Date) => Promise<number> {
  return now =>
    transact(transactor, { now, actor: 'system' }, async work => {
      const due = await findOverdueJobs(work.tx, now, jobsPerSweep)
      if (due.length === 0) return 0
      const pairs = await lockOrdersAndJobs(work.tx, due)
      const { results: raised, failed } = await isolateFailures(work, pairs, group =>
        raiseAlarms(work, group, fulfillment),
      )
      for (const job of raised) logAlarm(log, job)
      const failedJobs = failed.map(({ item, error }) => ({ item: item.job, error }))
      logFailed(log, failedJobs)
      await saveChangedJobs(
        work,
        failedJobs.map(({ item }) => ({ ...item, watchDueAt: failureRetryAt(now) })),
      )
      return due.length
    })
}

/** Raises due alarms, and gives jobs to other printers. Returns the jobs with a new alarm. */
async function raiseAlarms(work: UnitOfWork, pairs: OrderAndJob[], fulfillment: Fulfillment): Promise<PrintJob[]> {
  const { now } = work
  const alarmed = pairs.map(({ order, job }) => ({ order, job: withAlarm(job, fulfillment, now) }))
  const raised = alarmed.filter(({ job }) => job.alarmedAt === now)
  await emailStaff(work, raised, fulfillment)
  const moved = await rerouteDue(work, alarmed, fulfillment)
  await saveChangedJobs(
    work,
    moved.map((job, i) => withNextCheck(now, pairs[i]!.order, job, fulfillment)),
  )
  return raised.map(({ job }) => job)
}

function withAlarm(job: PrintJob, { overdueRules }: Fulfillment, now: Date): PrintJob {
  const overdue = overdueTimes(job, overdueRules)
  const isNew = overdue !== null && overdue.alarmAt <= now && job.alarm !== overdue.step
  return withOverdueTimes(isNew ? { ...job, alarm: overdue.step, alarmedAt: now } : job, overdueRules)
}

function logAlarm(log: Log, { accountId, orderId, jobId, printer, alarm }: PrintJob): void {
  log.error({ accountId, orderId, jobId, printer, step: alarm }, 'printer updates are overdue')
}

async function emailStaff(work: UnitOfWork, raised: OrderAndJob[], { printerConfig }: Fulfillment): Promise<void> {
  if (raised.length === 0 || printerConfig.staffEmail === null) return
  const overdue = raised.map(({ order, job }) => ({
    customerOrderId: order.customerOrderId,
    orderTitle: job.ticket.orderTitle,
    accountId: job.accountId,
    jobId: job.jobId,
    printer: job.printer,
    step: job.alarm!,
    since: job.updatedAt,
  }))
  const values = { jobs: await namedJobs(work.tx, overdue), at: work.now }
  await notifyStaff(work, [{ recipient: printerConfig.staffEmail, kind: 'printer_overdue', values }])
}

/**
 * Gives jobs that were not accepted in time to other printers, if there are any. Returns all jobs with their changes.
 */
async function rerouteDue(work: UnitOfWork, pairs: OrderAndJob[], fulfillment: Fulfillment): Promise<PrintJob[]> {
  const due = pairs.filter(({ job }) => {
    const rerouteAt = overdueTimes(job, fulfillment.overdueRules)?.rerouteAt ?? null
    return rerouteAt !== null && rerouteAt <= work.now
  })
  const notOffered = due.filter(({ job }) => job.offeredAt === null)
  const offered = due.filter(({ job, order }) => job.offeredAt !== null && hasOtherPrinter(order, job, fulfillment))
  const withdrawn = await reassign(work, notOffered, fulfillment, 'no printer accepted it in time')
  const changed = new Map(withdrawn.map(job => [job.jobId, job]))
  for (const { job } of offered) changed.set(job.jobId, withOverdueTimes(withdraw(work, job), fulfillment.overdueRules))
  return pairs.map(({ job }) => changed.get(job.jobId) ?? job)
}

/** Whether another printer could print the order. The printer is chosen when the first printer has given it back. */
const hasOtherPrinter = (order: Order, job: PrintJob, { printerConfig }: Fulfillment): boolean =>
  printerConfig.printers.some(printer => canMakeAndShip(printer, routeRequestOf(order, [job.printer])))

/** Asks the printer to stop, as for a customer's cancellation. The order does not change. */
function withdraw(work: UnitOfWork, job: PrintJob): PrintJob {
  work.wake('step_jobs', work.now)
  return {
    ...job,
    cancellationRequested: true,
    cancellationRequestedAt: work.now,
    cancellationRequests: job.cancellationRequests + 1,
    withdrawing: true,
    nextStepAt: work.now,
    attempts: 0,
    updatedAt: work.now,
  }
}

/** Gives orders to other printers, with new jobs. Returns the old jobs, withdrawn. */
async function reassign(
  work: UnitOfWork,
  pairs: OrderAndJob[],
  fulfillment: Fulfillment,
  why: string,
): Promise<PrintJob[]> {
  if (pairs.length === 0) return []
  const routes = await findOtherPrinters(work, pairs, fulfillment)
  const assigned = pairs.flatMap((pair, i) => (routes[i] == null ? [] : [{ ...pair, route: routes[i] }]))
  const moved = await transition(
    work,
    assigned.map(({ order, route }) => rerouting(order, route.printer, why, fulfillment, work.now)),
  )
  await createJobs(
    work,
    moved.map((order, i) => ({ order, route: assigned[i]!.route })),
    fulfillment,
  )
  return assigned.map(({ job }) => asWithdrawn(job, fulfillment, work.now))
}

const asWithdrawn = (job: PrintJob, { overdueRules }: Fulfillment, now: Date): PrintJob =>
  withOverdueTimes({ ...job, status: 'WITHDRAWN', withdrawing: false, nextStepAt: null, updatedAt: now }, overdueRules)

/**
 * A check that is still due moves by 6 h, or ends when no other printer could take the job, so that no row stays due.
 */
function withNextCheck(now: Date, order: Order, job: PrintJob, fulfillment: Fulfillment): PrintJob {
  if (job.watchDueAt === null || job.watchDueAt > now) return job
  return { ...job, watchDueAt: hasOtherPrinter(order, job, fulfillment) ? later(now, rerouteRetryMs) : null }
}

type RerouteAct = { jobId: string; reason: string | null; now: Date; actor: string }

/**
 * Staff give an order to another printer without asking the first printer to stop: they have spoken to it. Refuses with
 * `not_found`, and with `wrong_state` when the job has ended, a customer's cancellation is pending, or no other printer
 * takes the order.
 */
export async function rerouteByStaff(
  { transactor, fulfillment }: { transactor: Transactor; fulfillment: Fulfillment },
  { jobId, reason, now, actor }: RerouteAct,
): Promise<Order> {
  const [found] = await findJobs(transactor.db, [jobId])
  if (found === undefined) throw noSuchJob(jobId)
  return transact(transactor, { now, actor }, async work => {
    const [pair] = await lockOrdersAndJobs(work.tx, [found])
    const { order, job } = pair!
    if (!isOpen(job)) throw new Refusal('wrong_state', jobStateText(job))
    if (order.status !== 'PRINTING')
      throw new Refusal(
        'wrong_state',
        say('the order is “{status}”', { status: new Translatable(statusLabel(order.status)) }),
      )
    if (job.collected.length > 0) throw new Refusal('wrong_state', say('some parcels of the job have left'))
    const [withdrawn] = await reassign(work, [pair!], fulfillment, reason ?? 'by staff')
    if (withdrawn === undefined) throw new Refusal('wrong_state', say('no other printer takes the job'))
    await saveChangedJobs(work, [withdrawn])
    await appendAudit(work.tx, work.newId, {
      at: now,
      actor,
      action: 'job_rerouted',
      accountId: job.accountId,
      subject: jobId,
      details: { from: job.printer, reason, customerOrderId: order.customerOrderId },
    })
    return (await findOrder(work.tx, order))!
  })
}
