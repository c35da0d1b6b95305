// The steps of print jobs, taken when they are due: a job is submitted, the printer is told of a request to cancel, or
// asked for news. A step is claimed, taken outside of any transaction, and recorded; a crash in between repeats it, which a
// printer takes for the same step (printer/printer.ts).

import { hour, later, minute, second } from '../base/clock.ts'
import type { Crash } from '../base/crash.ts'
import type { Log } from '../base/log.ts'
import {
  type Answer,
  isOpen,
  type Printer,
  type PrinterName,
  type Printers,
  type PrintJob,
} from '../printer/printer.ts'
import { claimDueJobs, saveJobs } from '../printer/store.ts'
import type { Judgement } from './judge.ts'
import { heed, lockAtPrinter } from './printed.ts'
import type { Work } from './transition.ts'
import { inOneWork, type Shell } from './work.ts'

const jobsInASweep = 200
/** Longer than any printer's time-out; a worker that says nothing for this long is taken for dead. */
const stepLeaseMs = 2 * minute
/** A printer that is down for a week is asked about once an hour. */
const firstRetryMs = 30 * second
const longestRetryMs = hour
/** A printer that had nothing to say is not asked again sooner. */
const quietMs = minute

export type StepDeps = { shell: Shell; printers: Printers; log: Log; crash?: Crash }

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
