// Printers that stay silent: an alarm at the age that the operator set, once for each step that a job waits for, and
// another printer for a job that nobody accepted. A printer that may have a job is first asked to give it back, so that
// no book is printed twice.

import { appendAudit } from '../../accounts/audit.ts'
import { hour, later } from '../../base/clock.ts'
import type { Log } from '../../base/log.ts'
import { Refusal } from '../../base/refusal.ts'
import { printersAreSilent } from '../../mail/letters.ts'
import { isOpen, type PrintJob } from '../../printer/printer.ts'
import { canTake } from '../../printer/routing.ts'
import { findDueWatches, findJobs } from '../../printer/store.ts'
import { watched, watchOf } from '../../printer/watch.ts'
import { failedRetryAt, logFailed, togetherOrAlone } from '../apart.ts'
import type { Order } from '../order.ts'
import { mailStaff } from '../staffMail.ts'
import { findOrder } from '../store.ts'
import { transition, type Work } from '../transition.ts'
import { labelOf } from '../words.ts'
import { inOneWork, type Shell } from '../work.ts'
import { stateOf } from './judge.ts'
import { findOthers, giveJobs, type Press, rerouting } from './print.ts'
import { type AtPrinter, keepJobs, lockAtPrinter, noSuchJob } from './printed.ts'
import { factsOf } from './routes.ts'

const jobsInASweep = 200
/** How long a job waits until another printer is looked for again. */
const rerouteRetryMs = 6 * hour

export type WatchDeps = { shell: Shell; press: Press; log: Log }

/** Task `watch_printers`. */
export function watchPrinters({ shell, press, log }: WatchDeps): (now: Date) => Promise<number> {
  return now =>
    inOneWork(shell, { now, actor: 'system' }, async work => {
      const due = await findDueWatches(work.tx, now, jobsInASweep)
      if (due.length === 0) return 0
      const places = await lockAtPrinter(work.tx, due)
      const { made: raised, failed } = await togetherOrAlone(work, places, some => watch(work, some, press))
      for (const job of raised) logAlarm(log, job)
      const ofJobs = failed.map(({ item, error }) => ({ item: item.job, error }))
      logFailed(log, ofJobs)
      await keepJobs(
        work,
        ofJobs.map(({ item }) => ({ ...item, watchDueAt: failedRetryAt(now) })),
      )
      return due.length
    })
}

/** Returns the jobs about which an alarm is raised now. */
async function watch(work: Work, places: AtPrinterNow[], press: Press): Promise<PrintJob[]> {
  const { now } = work
  const alarmed = places.map(({ order, job }) => ({ order, job: withAlarm(job, press, now) }))
  const raised = alarmed.filter(({ job }) => job.alarmedAt === now)
  await tellStaff(work, raised, press)
  const moved = await rerouteDue(work, alarmed, press)
  await keepJobs(
    work,
    moved.map((job, i) => laterThan(now, places[i]!.order, job, press)),
  )
  return raised.map(({ job }) => job)
}

function withAlarm(job: PrintJob, { shop }: Press, now: Date): PrintJob {
  const watch = watchOf(job, shop)
  const isNew = watch !== null && watch.alarmAt <= now && job.alarm !== watch.step
  return watched(isNew ? { ...job, alarm: watch.step, alarmedAt: now } : job, shop)
}

function logAlarm(log: Log, { accountId, orderId, jobId, printer, alarm }: PrintJob): void {
  log.error({ accountId, orderId, jobId, printer, step: alarm }, 'a printer is silent')
}

async function tellStaff(work: Work, raised: AtPrinterNow[], { shop }: Press): Promise<void> {
  if (raised.length === 0 || shop.staffEmail === null) return
  const silences = raised.map(({ order, job }) => ({
    customerOrderId: order.customerOrderId,
    accountId: job.accountId,
    jobId: job.jobId,
    printer: job.printer,
    step: job.alarm!,
    since: job.updatedAt,
  }))
  await mailStaff(work, [{ recipient: shop.staffEmail, ...printersAreSilent(silences, work.now) }])
}

type AtPrinterNow = { order: AtPrinter['order']; job: PrintJob }

/**
 * Gives the jobs that nobody accepted in time to other printers, if there are any; returns all jobs as they are then.
 */
async function rerouteDue(work: Work, places: AtPrinterNow[], press: Press): Promise<PrintJob[]> {
  const due = places.filter(({ job }) => {
    const rerouteAt = watchOf(job, press.shop)?.rerouteAt ?? null
    return rerouteAt !== null && rerouteAt <= work.now
  })
  const unseen = due.filter(({ job }) => job.offeredAt === null)
  const seen = due.filter(({ job, order }) => job.offeredAt !== null && hasOther(order, job, press))
  const withdrawn = await giveToOthers(work, unseen, press, 'nobody accepted it')
  const after = new Map(withdrawn.map(job => [job.jobId, job]))
  for (const { job } of seen) after.set(job.jobId, watched(askBack(work, job), press.shop))
  return places.map(({ job }) => after.get(job.jobId) ?? job)
}

/** Whether another printer could make it; which one does is decided when this one has given it back. */
const hasOther = (order: Order, job: PrintJob, { shop }: Press): boolean =>
  shop.printers.some(printer => canTake(printer, factsOf(order, [job.printer])))

/** The printer is asked to stop, as for a customer; the order is not affected. */
function askBack(work: Work, job: PrintJob): PrintJob {
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

/** Takes jobs away and gives new ones to other printers; returns the old jobs that were taken away. */
async function giveToOthers(work: Work, places: AtPrinterNow[], press: Press, why: string): Promise<PrintJob[]> {
  if (places.length === 0) return []
  const found = await findOthers(work, places, press)
  const going = places.flatMap((place, i) => {
    const printer = found[i]
    return printer === null || printer === undefined ? [] : [{ ...place, printer }]
  })
  const moved = await transition(
    work,
    going.map(({ order, printer }) => rerouting(order, printer, why, press, work.now)),
  )
  await giveJobs(
    work,
    moved.map((order, i) => ({ order, printer: going[i]!.printer })),
    press,
  )
  return going.map(({ job }) => takenBack(job, press, work.now))
}

const takenBack = (job: PrintJob, { shop }: Press, now: Date): PrintJob =>
  watched({ ...job, status: 'WITHDRAWN', withdrawing: false, nextStepAt: null, updatedAt: now }, shop)

/** Puts the next look off by 6 h, or cancels it when no other printer could take the job, so that no row stays due. */
function laterThan(now: Date, order: Order, job: PrintJob, press: Press): PrintJob {
  if (job.watchDueAt === null || job.watchDueAt > now) return job
  return { ...job, watchDueAt: hasOther(order, job, press) ? later(now, rerouteRetryMs) : null }
}

type RerouteAct = { jobId: string; reason: string | null; now: Date; actor: string }

/**
 * Staff take a job away and have another printer make it, without waiting for the consent of the first: they have
 * spoken to it. Refuses with `not_found`, and with `wrong_state` when the job is over, a customer's cancellation is
 * pending, or no other printer takes it.
 */
export async function rerouteByStaff(
  { shell, press }: { shell: Shell; press: Press },
  { jobId, reason, now, actor }: RerouteAct,
): Promise<Order> {
  const [found] = await findJobs(shell.db, [jobId])
  if (found === undefined) throw noSuchJob(jobId)
  return inOneWork(shell, { now, actor }, async work => {
    const [place] = await lockAtPrinter(work.tx, [found])
    const { order, job } = place!
    if (!isOpen(job)) throw new Refusal('wrong_state', stateOf(job))
    if (order.status !== 'PRINTING') throw new Refusal('wrong_state', `the order is “${labelOf(order.status)}”`)
    if (job.collected.length > 0) throw new Refusal('wrong_state', 'some parcels of the job have left')
    const [withdrawn] = await giveToOthers(work, [place!], press, reason ?? 'by staff')
    if (withdrawn === undefined) throw new Refusal('wrong_state', 'no other printer takes the job')
    await keepJobs(work, [withdrawn])
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
