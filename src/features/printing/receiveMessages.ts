// The messages that printers send on their own, for every adapter. Messages that arrive at the same time share
// transactions: a batch is split into portions by the size of their jobs, a portion is one transaction, and within it
// each round applies at most one message per job (applyMessages.ts). When a portion fails, its messages are retried
// alone.

import type { Clock } from '../../base/clock.ts'
import { groupCalls } from '../../base/running/groupCalls.ts'
import type { Db } from '../../db/db.ts'
import { isolateAnswers } from '../../jobs/isolateFailures.ts'
import { type Transactor, transact } from '../../orders/transact.ts'
import type { UnitOfWork } from '../../orders/transition.ts'
import { findJobHere, findJobs, readJobBytes } from '../../printer/jobStore.ts'
import type { PrinterMessage, PrintJob } from '../../printer/printer.ts'
import { recordLastContact } from '../../printer/printerStates.ts'
import { applyAndSaveMessages, lockOrdersAndJobs, noSuchJob, type Outcome } from './applyMessages.ts'
import type { Fulfillment } from './fulfillment.ts'

/**
 * Enough that the messages of a busy morning share their commits; few enough that no message waits long for another.
 */
const maxBatch = 200
/** The jobs of a portion, which are read together with their orders. Nearly all jobs have 1 to 2 kB. */
const maxPortionBytes = 8 * 1024 * 1024

/** `printers`: the printers for which the caller is authenticated. Jobs of other printers count as missing. */
type ReceivedMessage = { jobId: string; message: PrinterMessage; printers: readonly string[]; actor: string }

type MessageOutcome = Outcome & { job: PrintJob }

/** Null when none of the sender's printers was ever given the job. */
export type ReceiveMessage = (received: ReceivedMessage) => Promise<MessageOutcome | null>

export type ReceiverDeps = { transactor: Transactor; clock: Clock; fulfillment: Fulfillment }

/**
 * One receiver for the whole process. Never throws because of a message's content: the adapter replies with the
 * outcome.
 */
export function messageReceiver(deps: ReceiverDeps): ReceiveMessage {
  const receivePortion = isolateAnswers<ReceivedMessage, MessageOutcome | null>(portion =>
    receiveTogether(deps, portion),
  )
  return groupCalls(async batch => {
    const bytes = await readJobBytes(deps.transactor.db, jobIdsOf(batch))
    const bytesOf = ({ jobId }: ReceivedMessage) => bytes.get(jobId) ?? 0
    const fits = (portion: ReceivedMessage[], next: ReceivedMessage) =>
      portion.reduce((sum, received) => sum + bytesOf(received), bytesOf(next)) <= maxPortionBytes
    const outcomes: Awaited<ReturnType<typeof receivePortion>> = []
    for (const portion of split(batch, fits))
      for (const outcome of await receivePortion(portion)) outcomes.push(outcome)
    return outcomes
  }, maxBatch)
}

async function receiveTogether(
  { transactor, clock, fulfillment }: ReceiverDeps,
  portion: ReceivedMessage[],
): Promise<(MessageOutcome | null)[]> {
  const jobs = new Map((await findJobs(transactor.db, jobIdsOf(portion))).map(job => [job.jobId, job]))
  const valid = portion.filter(({ jobId, printers }) => hasJob(printers, jobs.get(jobId)))
  const outcomes = new Map<ReceivedMessage, MessageOutcome>()
  if (valid.length > 0) {
    await transact(transactor, { now: clock(), actor: 'printer' }, async work => {
      const toLock = jobIdsOf(valid).map(jobId => jobs.get(jobId)!)
      for (const round of split(valid, fitsRound)) {
        const applied = await applyRound(work, round, { jobs: toLock, fulfillment })
        for (const [i, outcome] of applied.entries()) outcomes.set(round[i]!, outcome)
      }
    })
  }
  await recordLastContact(transactor.db, [...new Set(valid.map(({ jobId }) => jobs.get(jobId)!.printer))], clock())
  return portion.map(received => outcomes.get(received) ?? null)
}

/** A later message about the same job is decided in the state that the earlier message left. */
const fitsRound = (round: ReceivedMessage[], next: ReceivedMessage): boolean =>
  round.every(({ jobId, actor }) => jobId !== next.jobId && actor === next.actor)

/** Locks all jobs of the portion each time: the first round locks them in one order, later rounds read them again. */
async function applyRound(
  work: UnitOfWork,
  round: ReceivedMessage[],
  { jobs, fulfillment }: { jobs: PrintJob[]; fulfillment: Fulfillment },
): Promise<MessageOutcome[]> {
  const pairs = new Map((await lockOrdersAndJobs(work.tx, jobs)).map(pair => [pair.job.jobId, pair]))
  return applyAndSaveMessages(
    { ...work, actor: round[0]!.actor },
    round.map(({ jobId, message }) => ({ ...pairs.get(jobId)!, message })),
    fulfillment,
  )
}

/** Consecutive groups of at least one item; a group ends before the first item that does not fit. */
function split<Item>(items: Item[], fits: (group: Item[], next: Item) => boolean): Item[][] {
  const groups: Item[][] = []
  for (const item of items) {
    const group = groups.at(-1)
    if (group !== undefined && fits(group, item)) group.push(item)
    else groups.push([item])
  }
  return groups
}

const jobIdsOf = (messages: ReceivedMessage[]): string[] => [...new Set(messages.map(({ jobId }) => jobId))]

/** A printer does not have a job that certainly never left the service. */
const hasJob = (printers: readonly string[], job: PrintJob | undefined): job is PrintJob =>
  job !== undefined && printers.includes(job.printer) && job.offeredAt !== null

/** The submitted job of one of these printers. Refuses with `not_found`. */
export async function findPrinterJob(db: Db, printers: readonly string[], jobId: string): Promise<PrintJob> {
  const job = await findJobHere(db, jobId)
  if (!hasJob(printers, job) || job.submittedAt === null) throw noSuchJob(jobId)
  return job
}
