// The way back from the printer: what it says of a job, by itself or when asked, is judged (judge.ts) under the locks of the
// order and the job, and then moves both.

import type { Clock } from '../base/clock.ts'
import { grouped } from '../base/group.ts'
import { Refusal } from '../base/refusal.ts'
import type { Db, Tx } from '../db/db.ts'
import { isOpen, type Message, type PrinterName, type Printers, type PrintJob } from '../printer/printer.ts'
import { findJobs, jobsWithRefusal, lockJobs, saveJobs } from '../printer/store.ts'
import { type Judgement, judge } from './judge.ts'
import { refundsOwed } from './refund.ts'
import { type LockedOrder, lockOrders } from './store.ts'
import { transition, type Work } from './transition.ts'
import { inOneWork, type Shell } from './work.ts'

/** An order and one of its jobs, both locked. */
export type AtPrinter = { order: LockedOrder; job: PrintJob }

/** What became of a message: the job as it is now, yet to be saved. */
export type Heeded = { job: PrintJob; judgement: Judgement }

/** Enough that a busy morning's messages share their commits, few enough that nobody waits long for the others. */
const mostTogether = 200

type Said = { jobId: string; message: Message; actor: string }
type Deps = { shell: Shell; clock: Clock; printers: Printers }

/**
 * For what printers tell through the press desk. Answers the job as it then is. Refuses with `not_found` for a job that the
 * desk was not given; with `wrong_state` when it contradicts what is known; and with `malformed_request` when an
 * enterprise job's prices are missing. What is told at the same time goes together.
 */
export function deskListener(deps: Deps): (said: Said) => Promise<PrintJob> {
  return grouped<Said, PrintJob>(batch => listen(deps, batch), mostTogether)
}

async function listen({ shell, clock, printers }: Deps, batch: Said[]): Promise<(PrintJob | Refusal)[]> {
  const known = new Map((await findJobs(shell.db, namesIn(batch))).map(job => [job.jobId, job]))
  const isThere = ({ jobId }: Said) => isOnDesk(known.get(jobId))
  const heard = batch.filter(isThere)
  const answers = new Map<Said, PrintJob | Refusal>()
  if (heard.length > 0) {
    await inOneWork(shell, { now: clock(), actor: 'printer' }, async work => {
      const jobs = namesIn(heard).map(jobId => known.get(jobId)!)
      for (const said of rounds(heard)) await listenTo(work, jobs, said, { printers, answers })
    })
  }
  return batch.map(said => answers.get(said) ?? noSuchJob(said.jobId))
}

const namesIn = (batch: Said[]): string[] => [...new Set(batch.map(({ jobId }) => jobId))]

/** Of two messages on one job, the later one is judged by what the earlier one has made of it; so is another teller's. */
function rounds(batch: Said[]): Said[][] {
  const found: Said[][] = []
  for (const said of batch) {
    const last = found.at(-1)
    const fits = last?.every(({ jobId, actor }) => jobId !== said.jobId && actor === said.actor)
    if (last !== undefined && fits) last.push(said)
    else found.push([said])
  }
  return found
}

async function listenTo(
  work: Work,
  jobs: PrintJob[],
  said: Said[],
  { printers, answers }: { printers: Printers; answers: Map<Said, PrintJob | Refusal> },
): Promise<void> {
  // All the jobs of the group each time: the first round locks them in one order, the next ones read them again.
  const places = new Map((await lockAtPrinter(work.tx, jobs)).map(place => [place.job.jobId, place]))
  const heeded = await heed(
    { ...work, actor: said[0]!.actor },
    said.map(({ jobId, message }) => ({ ...places.get(jobId)!, message })),
  )
  const settled = heeded.map(one => settle(work, one, printers))
  await saveJobs(
    work.tx,
    settled.filter((one): one is PrintJob => !(one instanceof Refusal)),
  )
  for (const [i, one] of said.entries()) answers.set(one, settled[i]!)
}

/** One message in a unit of work of the caller's, who holds the locks. Throws what `deskListener` refuses with. */
export async function tellOf(work: Work, place: AtPrinter, message: Message, printers: Printers): Promise<void> {
  const [heeded] = await heed(work, [{ ...place, message }])
  const settled = settle(work, heeded!, printers)
  if (settled instanceof Refusal) throw settled
  await saveJobs(work.tx, [settled])
}

/** The job as it is to be saved, or why the message was refused. */
function settle(work: Work, { job, judgement }: Heeded, printers: Printers): PrintJob | Refusal {
  switch (judgement.kind) {
    case 'contradicts':
      return new Refusal('wrong_state', judgement.detail)
    case 'incomplete':
      return new Refusal('malformed_request', judgement.detail, judgement.problems)
    case 'known':
      return job
    case 'moves': {
      const nextStepAt = nextStepOf(job, printers, work.now)
      if (nextStepAt !== null) work.wake('step_jobs', nextStepAt)
      return { ...job, nextStepAt }
    }
    default:
      return judgement satisfies never
  }
}

function nextStepOf(job: PrintJob, printers: Printers, now: Date): Date | null {
  if (!isOpen(job)) return null
  // The printer is still to be given the job, or to be asked to stop it.
  if (job.submittedAt === null || job.cancellationRequested) return job.nextStepAt
  return printers[job.printer as PrinterName].newsDueAt(job, now)
}

/** The job that the press desk was given under that id; a job that another printer holds is not there. */
export async function deskJob(db: Db, jobId: string): Promise<PrintJob> {
  const [job] = await findJobs(db, [jobId])
  if (!isOnDesk(job)) throw noSuchJob(jobId)
  return job
}

const isOnDesk = (job: PrintJob | undefined): job is PrintJob =>
  job !== undefined && job.printer === ('desk' satisfies PrinterName) && job.submittedAt !== null

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
