// The way back from the printer: what it says about a job, by itself or when asked, is judged (judge.ts) under the
// locks of the order and the job, moves both, and is recorded with its verdict. The messages of every adapter arrive
// here.

import type { Clock } from '../../base/clock.ts'
import { grouped } from '../../base/group.ts'
import { keepableIn } from '../../base/keepable.ts'
import { type Problem, Refusal } from '../../base/refusal.ts'
import type { Db, Tx } from '../../db/db.ts'
import { type Known, recall, remember, type Verdict } from '../../printer/messages.ts'
import { isOpen, type PrintJob, type Told } from '../../printer/printer.ts'
import { noteHeard } from '../../printer/states.ts'
import { findJobs, lockJobs, saveJobs, weighJobs } from '../../printer/store.ts'
import { watched } from '../../printer/watch.ts'
import { answeredApart } from '../apart.ts'
import { refundsOwed } from '../money/refund.ts'
import type { OrderKey } from '../order.ts'
import { type LockedOrder, lockOrders } from '../store.ts'
import { type Move, transition, type Work } from '../transition.ts'
import { inOneWork, type Shell } from '../work.ts'
import { type Judgement, judge } from './judge.ts'
import { findOthers, giveJobs, type Press, rerouting } from './print.ts'

/** An order and one of its jobs, both locked. */
export type AtPrinter = { order: LockedOrder; job: PrintJob }

/**
 * The verdict on a message. `problems` is not empty when it was incomplete, which counts as a contradiction; `why` is a
 * sentence for people, null for applied messages.
 */
export type Outcome = { verdict: Verdict; why: string | null; problems: Problem[] }

/** The job as it is now, not yet saved; `moved` is false when nothing changed. */
export type Heeded = AtPrinter & Outcome & { moved: boolean }

/** Enough that the messages of a busy morning share their commits, few enough that nobody waits long for the others. */
const mostTogether = 200
/** Of the jobs that messages are about: these are read together, with their orders. Nearly all have 1 to 2 kB. */
const mostBytesTogether = 8 * 1024 * 1024

/** `from`: the printers for which the caller is authenticated. Jobs of other printers count as missing. */
type Said = { jobId: string; told: Told; from: readonly string[]; actor: string }
export type HearingDeps = { shell: Shell; clock: Clock; press: Press }

/** Null when none of those printers was ever given such a job. */
export type Hear = (said: Said) => Promise<(Outcome & { job: PrintJob }) | null>

/**
 * For what printers tell by themselves, whatever the adapter; one for the whole process. What is told at the same time
 * goes together. Never throws for what a printer says: its adapter answers the outcome in the words of its protocol.
 */
export function printerListener(deps: HearingDeps): Hear {
  const listenApart = answeredApart<Said, Awaited<ReturnType<Hear>>>(batch => listen(deps, batch))
  return grouped(async batch => {
    const answers: Awaited<ReturnType<typeof listenApart>> = []
    for (const portion of await inPortions(deps.shell.db, batch)) answers.push(...(await listenApart(portion)))
    return answers
  }, mostTogether)
}

/** The same messages in the same order: as many at a time as their jobs allow, and one at least. */
async function inPortions(db: Db, batch: Said[]): Promise<Said[][]> {
  const weights = await weighJobs(db, namesIn(batch))
  const portions: Said[][] = []
  let left = 0
  for (const said of batch) {
    const weight = weights.get(said.jobId) ?? 0
    const last = portions.at(-1)
    if (last !== undefined && weight <= left) last.push(said)
    else {
      portions.push([said])
      left = mostBytesTogether
    }
    left -= weight
  }
  return portions
}

async function listen({ shell, clock, press }: HearingDeps, batch: Said[]): Promise<Awaited<ReturnType<Hear>>[]> {
  const known = new Map((await findJobs(shell.db, namesIn(batch))).map(job => [job.jobId, job]))
  const heard = batch.filter(({ jobId, from }) => isWith(from, known.get(jobId)))
  const answers = new Map<Said, Outcome & { job: PrintJob }>()
  if (heard.length > 0) {
    await inOneWork(shell, { now: clock(), actor: 'printer' }, async work => {
      const jobs = namesIn(heard).map(jobId => known.get(jobId)!)
      for (const said of rounds(heard)) await listenTo(work, jobs, said, { press, answers })
    })
  }
  await noteHeard(shell.db, [...new Set(heard.map(({ jobId }) => known.get(jobId)!.printer))], clock())
  return batch.map(said => answers.get(said) ?? null)
}

const namesIn = (batch: Said[]): string[] => [...new Set(batch.map(({ jobId }) => jobId))]

/** No printer knows a job that certainly never left the service. */
const isWith = (printers: readonly string[], job: PrintJob | undefined): job is PrintJob =>
  job !== undefined && printers.includes(job.printer) && job.offeredAt !== null

/**
 * Of two messages about one job, the later one is judged by the state in which the earlier one left it, whoever sent
 * them.
 */
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
  { press, answers }: { press: Press; answers: Map<Said, Outcome & { job: PrintJob }> },
): Promise<void> {
  // All the jobs of the group each time: the first round locks them in one order, the next ones read them again.
  const places = new Map((await lockAtPrinter(work.tx, jobs)).map(place => [place.job.jobId, place]))
  const heeded = await heed(
    { ...work, actor: said[0]!.actor },
    said.map(({ jobId, told }) => ({ ...places.get(jobId)!, told })),
    press,
  )
  const after = heeded.map(one => ({ ...one, job: withNextStep(work, one, press) }))
  await keepJobs(
    work,
    after.map(({ job }) => job),
  )
  for (const [i, { verdict, why, problems, job }] of after.entries()) {
    answers.set(said[i]!, { verdict, why, problems, job })
  }
}

/**
 * Processes one message within the caller's unit of work, under the caller's locks. Refuses contradictions with
 * `wrong_state`, and incomplete messages with `malformed_request`.
 */
export async function tellOf(work: Work, place: AtPrinter, told: Told, press: Press): Promise<Outcome> {
  const [heeded] = await heed(work, [{ ...place, told }], press)
  refuseContradiction(heeded!)
  await keepJobs(work, [withNextStep(work, heeded!, press)])
  return heeded!
}

/** Writes back what a message or a step changed, and notifies people who watch these jobs. */
export async function keepJobs(work: Work, jobs: PrintJob[]): Promise<void> {
  await saveJobs(work.tx, jobs)
  work.jobsChanged(jobs.map(({ printer }) => printer))
}

/** Throws the refusal for an HTTP caller. */
export function refuseContradiction({ verdict, why, problems }: Outcome): void {
  if (problems.length > 0) throw new Refusal('malformed_request', why!, problems)
  if (verdict === 'contradicts') throw new Refusal('wrong_state', why!)
}

function withNextStep(work: Work, { job, moved }: Heeded, { printers, shop }: Press): PrintJob {
  if (!moved) return job
  const nextStepAt = nextStepOf(job, printers, work.now)
  if (nextStepAt !== null) work.wake('step_jobs', nextStepAt)
  return watched({ ...job, nextStepAt }, shop)
}

function nextStepOf(job: PrintJob, printers: Press['printers'], now: Date): Date | null {
  if (!isOpen(job)) return null
  // The printer must still be asked to stop.
  if (job.cancellationRequested) return job.nextStepAt
  return printers[job.printer]?.newsDueAt(job, now) ?? null
}

/** The job that one of these printers was given under that id. Refuses with `not_found`. */
export async function jobAt(db: Db, printers: readonly string[], jobId: string): Promise<PrintJob> {
  const [job] = await findJobs(db, [jobId])
  if (!isWith(printers, job) || job.submittedAt === null) throw noSuchJob(jobId)
  return job
}

export const noSuchJob = (jobId: string): Refusal => new Refusal('not_found', `there is no print job ${jobId}`)

/** Locks orders first and jobs after them, as everywhere. */
export async function lockAtPrinter(tx: Tx, jobs: PrintJob[]): Promise<AtPrinter[]> {
  const nameOf = (of: OrderKey) => `${of.accountId} ${of.mode} ${of.orderId}`
  const [orders, locked] = await Promise.all([lockOrders(tx, jobs), lockJobs(tx, jobs)])
  const named = new Map(orders.map(order => [nameOf(order), order]))
  return locked.map(job => ({ order: named.get(nameOf(job))!, job }))
}

/**
 * Judges one message for each of several jobs, moves the orders, and records the messages; returns the outcomes in the
 * same order. The caller saves the jobs.
 */
export async function heed(work: Work, said: (AtPrinter & { told: Told })[], press: Press): Promise<Heeded[]> {
  const heard = said.map(one => ({ ...one, told: { ...one.told, message: keepableIn(one.told.message) } }))
  const known = await recall(work.tx, heard)
  const judgements = heard.map((one, i) => judgeTold(one, known[i]!, work.now, press))
  const others = await othersFor(work, heard, judgements, press)
  const moves = heard.flatMap(({ order }, i): Move[] => {
    const judgement = judgements[i]!
    if (judgement.kind !== 'moves' || judgement.on === null) return []
    const { on, changes, note } = judgement
    const other = others.get(order)
    if (other !== undefined) return [rerouting(order, other, note, press, work.now)]
    return [{ order, on, changes, ...(note === null ? {} : { note }) }]
  })
  const moved = new Map((await transition(work, moves)).map((order, i) => [moves[i]!.order, order]))
  await giveJobs(
    work,
    Array.from(others, ([order, printer]) => ({ order: moved.get(order)!, printer })),
    press,
  )
  const cancelled = moves.filter(({ on }) => on === 'cancel_accepted')
  await refundsOwed(
    work,
    cancelled.map(({ order }) => order),
  )
  const heeded = heard.map(({ order, job, told }, i): Heeded & { told: Told } => {
    const judgement = judgements[i]!
    return {
      told,
      order: (moved.get(order) ?? order) as LockedOrder,
      job: judgement.kind === 'moves' ? { ...heardOf(job, work.now), ...judgement.job } : job,
      moved: judgement.kind === 'moves',
      ...outcomeOf(judgement, known[i]!),
    }
  })
  await remember(
    work.tx,
    heeded.map(one => ({ ...one, actor: work.actor, recordId: work.newId('pmg') })),
    work.now,
  )
  return heeded
}

/** The printers that take over what others refuse; an order for which there is none follows the judgement. */
async function othersFor(
  work: Work,
  heard: AtPrinter[],
  judgements: Judgement[],
  press: Press,
): Promise<Map<LockedOrder, string>> {
  const leaving = heard.filter(({ order }, i) => {
    const judgement = judgements[i]!
    return judgement.kind === 'moves' && judgement.reroutes && order.status === 'PRINTING'
  })
  if (leaving.length === 0) return new Map()
  const found = await findOthers(work, leaving, press)
  return new Map(
    leaving.flatMap(({ order }, i) => (found[i] === null || found[i] === undefined ? [] : [[order, found[i]]])),
  )
}

/** A message that was judged before is not judged again, unless it was refused: the state may have changed since. */
function judgeTold(
  { order, job, told }: AtPrinter & { told: Told },
  { same, otherwise }: Known,
  now: Date,
  { whenDelivered, leavingDay }: Press,
): Judgement {
  if (same !== null && same.verdict !== 'contradicts') return { kind: 'known' }
  if (otherwise) return { kind: 'contradicts', detail: `the message id ${told.messageId} was used for another message` }
  return judge({ order, job }, told.message, { now, saidAt: told.saidAt, whenDelivered, leavingDay })
}

/** A printer that sends a message about a job has received that job. */
const heardOf = (job: PrintJob, now: Date): PrintJob => ({
  ...job,
  submittedAt: job.submittedAt ?? now,
  attempts: 0,
  updatedAt: now,
})

function outcomeOf(judgement: Judgement, { same }: Known): Outcome {
  switch (judgement.kind) {
    case 'moves':
      return { verdict: 'applied', why: null, problems: [] }
    case 'known':
      return { verdict: 'repeated', why: same === null ? 'it was said before, in another message' : null, problems: [] }
    case 'late':
      return { verdict: 'ignored', why: judgement.detail, problems: [] }
    case 'contradicts':
      return { verdict: 'contradicts', why: judgement.detail, problems: [] }
    case 'incomplete':
      return { verdict: 'contradicts', why: judgement.detail, problems: judgement.problems }
    default:
      return judgement satisfies never
  }
}
