// The way back from the printer: what it says of a job, by itself or when asked, is judged (judge.ts) under the locks of the
// order and the job, and then moves both.

import { Refusal } from '../base/refusal.ts'
import type { Tx } from '../db/db.ts'
import { isOpen, type Message, type PrinterName, type Printers, type PrintJob } from '../printer/printer.ts'
import { findJob, jobsWithRefusal, lockJobs, saveJobs } from '../printer/store.ts'
import { type Judgement, judge } from './judge.ts'
import { refundsOwed } from './refund.ts'
import { type LockedOrder, lockOrders } from './store.ts'
import { transition, type Work } from './transition.ts'
import { inOneWork, type Shell } from './work.ts'

/** An order and one of its jobs, both locked. */
export type AtPrinter = { order: LockedOrder; job: PrintJob }

/** What became of a message: the job as it is now, yet to be saved. */
export type Heeded = { job: PrintJob; judgement: Judgement }

export type TellDeps = { shell: Shell; printers: Printers }

/**
 * A printer tells something of a job by itself. Answers the job as it then is. Refuses with `not_found`; with
 * `wrong_state` when it contradicts what is known; and with `malformed_request` when an enterprise job's prices are missing.
 */
export async function tell(
  { shell, printers }: TellDeps,
  found: PrintJob,
  message: Message,
  { now, actor }: { now: Date; actor: string },
): Promise<PrintJob> {
  return inOneWork(shell, { now, actor }, async work => {
    const [place] = await lockAtPrinter(work.tx, [found])
    if (place === undefined) throw noSuchJob(found.jobId)
    return tellOf(work, place, message, printers)
  })
}

/** The same inside a unit of work, for whoever holds the locks already. */
export async function tellOf(work: Work, place: AtPrinter, message: Message, printers: Printers): Promise<PrintJob> {
  const [heeded] = await heed(work, [{ ...place, message }])
  const { judgement, job: heededJob } = heeded!
  if (judgement.kind === 'contradicts') throw new Refusal('wrong_state', judgement.detail)
  if (judgement.kind === 'incomplete') throw new Refusal('malformed_request', judgement.detail, judgement.problems)
  if (judgement.kind === 'known') return heededJob
  const job = { ...heededJob, nextStepAt: nextStepOf(heededJob, printers, work.now) }
  if (job.nextStepAt !== null) work.wake('step_jobs', job.nextStepAt)
  await saveJobs(work.tx, [job])
  return job
}

function nextStepOf(job: PrintJob, printers: Printers, now: Date): Date | null {
  if (!isOpen(job)) return null
  // The printer is still to be given the job, or to be asked to stop it.
  if (job.submittedAt === null || job.cancellationRequested) return job.nextStepAt
  return printers[job.printer as PrinterName].newsDueAt(job, now)
}

/** The job that the press desk was given under that id; a job that another printer holds is not there. */
export async function deskJob(db: Shell['db'], jobId: string): Promise<PrintJob> {
  const job = await findJob(db, jobId)
  if (job === undefined || job.printer !== ('desk' satisfies PrinterName) || job.submittedAt === null) {
    throw noSuchJob(jobId)
  }
  return job
}

const noSuchJob = (jobId: string) => new Refusal('not_found', `there is no print job ${jobId}`)

/** Locks orders first and jobs after them, as everywhere. */
export async function lockAtPrinter(tx: Tx, jobs: PrintJob[]): Promise<AtPrinter[]> {
  const nameOf = (of: { accountId: string; mode: string; orderId: string }) =>
    `${of.accountId} ${of.mode} ${of.orderId}`
  const orders = new Map((await lockOrders(tx, jobs)).map(order => [nameOf(order), order]))
  return (await lockJobs(tx, jobs)).map(job => ({ order: orders.get(nameOf(job))!, job }))
}

/** Judges messages and moves the orders; answers what became of each, in their order. The caller saves the jobs. */
export async function heed(work: Work, heard: (AtPrinter & { message: Message })[]): Promise<Heeded[]> {
  const refusals = heard.filter(({ message }) => message.kind === 'cancellation' && message.decision === 'refuse')
  const refused = await jobsWithRefusal(
    work.tx,
    refusals.map(({ job }) => job),
  )
  const judgements = heard.map(({ order, job, message }) =>
    judge({ order, job, refusedBefore: refused.has(job.jobId) }, message, work.now),
  )
  const moves = heard.flatMap(({ order }, i) => {
    const judgement = judgements[i]!
    if (judgement.kind !== 'moves') return []
    const { on, changes, note } = judgement
    return [{ order, on, changes, ...(note === null ? {} : { note }) }]
  })
  await transition(work, moves)
  const cancelled = moves.filter(({ on }) => on === 'cancel_accepted')
  await refundsOwed(
    work,
    cancelled.map(({ order }) => order),
  )
  return heard.map(({ job }, i) => {
    const judgement = judgements[i]!
    return { job: judgement.kind === 'moves' ? { ...job, ...judgement.job, updatedAt: work.now } : job, judgement }
  })
}
