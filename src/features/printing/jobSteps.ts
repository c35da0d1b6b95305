// Takes the due steps of print jobs: submits a job, requests a cancellation, or asks the printer for updates. A step is
// claimed, taken outside of any transaction, and recorded. After a crash in between it is repeated; the printer
// recognizes the repetition (printer/printer.ts). Each printer gets a limited number of jobs at a time, and its jobs
// are recorded together, so a slow printer delays only its own jobs.

import { setTimeout as delay } from 'node:timers/promises'
import { say } from '../../../languages/texts.ts'
import { type Clock, hour, later, minute, second } from '../../base/clock.ts'
import type { Log } from '../../base/log.ts'
import type { Crash } from '../../base/running/crash.ts'
import { isolateFailures } from '../../jobs/isolateFailures.ts'
import { logFailed } from '../../orders/postponeFailed.ts'
import { type Transactor, transact } from '../../orders/transact.ts'
import { transition, type UnitOfWork } from '../../orders/transition.ts'
import { type ClaimCapacity, type ClaimedJob, claimDueJobs } from '../../printer/jobStore.ts'
import { withOverdueTimes } from '../../printer/overdue.ts'
import { type Answer, isOpen, type PrinterMessage, type PrintJob } from '../../printer/printer.ts'
import { parkPausedJobs, recordReachability } from '../../printer/printerStates.ts'
import {
  type AppliedMessage,
  applyMessages,
  isNewAtPrinter,
  lockOrdersAndJobs,
  saveChangedJobs,
} from './applyMessages.ts'
import type { Fulfillment } from './fulfillment.ts'

const jobsPerSweep = 200
/** Longer than any printer's time-out; a worker that is silent for this long is considered dead. */
const stepLeaseMs = 2 * minute
/** How long a sweep waits for slow printers before it continues with other printers. */
const defaultWaitMs = second / 4
/** A printer that is down for a week is asked about once an hour. */
const firstRetryMs = 30 * second
const maxRetryMs = hour
/** After an answer without an update, the printer is not asked again earlier. */
const minUpdateIntervalMs = minute

/** Counts a step taken at a printer. */
export type StepCount = (step: 'submit' | 'cancel' | 'ask', outcome: Answer['kind']) => void

/**
 * How many of a printer's jobs this process has in progress, and how many it may have (`batch`): twice as many after
 * each quick batch, and the first number again after a slow batch.
 */
type BatchLimit = { firstBatch: number; batch: number; inProgress: number }

export type StepDeps = {
  transactor: Transactor
  clock: Clock
  fulfillment: Fulfillment
  log: Log
  crash?: Crash
  count?: StepCount
  /** How long a sweep waits for slow printers. */
  waitMs?: number
}

/** Task `step_jobs`. */
export function runJobSteps({
  transactor,
  clock,
  fulfillment,
  log,
  crash = () => {},
  count = () => {},
  waitMs = defaultWaitMs,
}: StepDeps): (now: Date) => Promise<number> {
  const limits = new Map<string, BatchLimit>()
  const batches = new Set<Promise<void>>()

  async function takeSteps(printer: string, claimed: ClaimedJob[], until: Date): Promise<void> {
    const limit = limitOf(printer)
    const startMs = performance.now()
    limit.inProgress += claimed.length
    try {
      // After the lease another worker may take the same steps, or may have canceled the jobs.
      if (clock() >= until)
        return log.warn({ printer, jobs: claimed.length }, 'the lease of claimed print jobs expired before their step')
      const steps = await Promise.all(
        claimed.map(async claim => ({ ...claim, answer: await takeStep(claim.job, fulfillment, log) })),
      )
      crash('print:sent')
      for (const { job, answer } of steps) count(stepName(job), answer.kind)
      const now = clock()
      const { failed } = await transact(transactor, { now, actor: 'printer' }, work =>
        isolateFailures(work, steps, group => record(work, group, fulfillment, log)),
      )
      // The leases end, and the steps are repeated.
      logFailed(
        log,
        failed.map(({ item, error }) => ({ item: item.job, error })),
      )
      await recordReachability(transactor.db, reachabilityOf(steps), now)
    } finally {
      limit.inProgress -= claimed.length
      const isQuick = performance.now() - startMs < waitMs
      limit.batch = isQuick ? Math.min(2 * limit.batch, jobsPerSweep) : limit.firstBatch
    }
  }

  function limitOf(printer: string): BatchLimit {
    const { firstBatch = jobsPerSweep } = fulfillment.printers[printer] ?? {}
    let limit = limits.get(printer)
    if (limit === undefined) {
      limit = { firstBatch, batch: firstBatch, inProgress: 0 }
      limits.set(printer, limit)
    }
    // The settings of the printer were changed.
    if (limit.firstBatch !== firstBatch) Object.assign(limit, { firstBatch, batch: firstBatch })
    return limit
  }

  function capacity(): ClaimCapacity {
    const maxJobsOf = Object.keys(fulfillment.printers).map((name): [string, number] => {
      const { batch, inProgress } = limitOf(name)
      return [name, Math.max(batch - inProgress, 0)]
    })
    return { maxJobs: jobsPerSweep, maxJobsOf: new Map(maxJobsOf) }
  }

  /** Waits for all batches, but not long for a slow printer: its batch continues in the background. */
  async function waitFor(started: Promise<void>[]): Promise<void> {
    const stopWaiting = new AbortController()
    const timeout = delay(waitMs, undefined, { signal: stopWaiting.signal }).catch(() => {})
    for (const batch of started) {
      batches.add(batch)
      batch
        .catch(error => {
          // The leases end, and the steps are repeated.
          if (stopWaiting.signal.aborted) log.warn({ err: error }, 'print job results were not recorded')
        })
        .finally(() => batches.delete(batch))
    }
    try {
      await Promise.race([Promise.all(started), timeout])
    } finally {
      stopWaiting.abort()
    }
  }

  return async (now: Date): Promise<number> => {
    const until = later(now, stepLeaseMs)
    const claimed = await transact(transactor, { now, actor: 'system' }, async ({ tx }) => {
      await parkPausedJobs(tx, now)
      return claimDueJobs(tx, { now, until }, capacity())
    })
    if (claimed.length > 0) {
      crash('print:claimed')
      const byPrinter = Map.groupBy(claimed, ({ job }) => job.printer)
      await waitFor(Array.from(byPrinter, ([printer, jobs]) => takeSteps(printer, jobs, until)))
      return claimed.length
    }
    if (batches.size === 0) return 0
    await Promise.race([...batches, delay(waitMs)].map(wait => wait.catch(() => {})))
    return 1
  }
}

/** A claimed job after its step, with the printer's answer. */
type Step = ClaimedJob & { answer: Answer }

/**
 * Takes the step that a job's row requires. A job to be canceled is never submitted (again), even if it is unknown
 * whether its submission arrived: a printer that does not know the job has nothing to stop.
 */
async function takeStep(job: PrintJob, { printers }: Fulfillment, log: Log): Promise<Answer> {
  const printer = printers[job.printer]
  if (printer === undefined) return { kind: 'unavailable', cause: `no printer is called ${job.printer}`, reached: 'no' }
  try {
    if (job.cancellationRequested) return await printer.requestCancellation(job)
    return await (job.submittedAt === null ? printer.submit(job) : printer.fetchUpdates(job))
  } catch (error) {
    log.error({ orderId: job.orderId, printer: job.printer, err: error }, 'the adapter of a printer failed')
    return { kind: 'unavailable', cause: 'the adapter failed', reached: 'unknown' }
  }
}

const stepName = ({ cancellationRequested, submittedAt }: PrintJob) =>
  cancellationRequested ? 'cancel' : submittedAt === null ? 'submit' : 'ask'

/** Each printer's last failure, or null when it responded. */
function reachabilityOf(steps: Step[]): Map<string, string | null> {
  const failures = new Map<string, string | null>()
  for (const { job, answer } of steps) {
    if (answer.kind === 'answered') failures.set(job.printer, null)
    else if (!failures.has(job.printer)) failures.set(job.printer, answer.cause)
  }
  return failures
}

async function record(work: UnitOfWork, steps: Step[], fulfillment: Fulfillment, log: Log): Promise<PrintJob[]> {
  for (const step of steps) logFailure(step, log)
  const stepOf = new Map(steps.map(step => [step.job.jobId, step]))
  const pairs = await lockOrdersAndJobs(
    work.tx,
    steps.map(({ job }) => job),
  )
  let jobs = pairs.map(pair => ({
    ...pair,
    step: stepOf.get(pair.job.jobId)!,
    messages: messagesOf(stepOf.get(pair.job.jobId)!, pair.job),
    applied: [] as AppliedMessage[],
  }))
  // A printer may answer with several messages; each is decided in the state that the previous message left.
  for (let i = 0; jobs.some(({ messages }) => messages.length > i); i++) {
    const round = jobs.flatMap(({ order, job, messages }) =>
      messages.slice(i, i + 1).map(message => ({ order, job, message })),
    )
    const results = new Map((await applyMessages(work, round, fulfillment)).map(result => [result.job.jobId, result]))
    jobs = jobs.map(state => {
      const result = results.get(state.job.jobId)
      if (result === undefined) return state
      return { ...state, order: result.order, job: result.job, applied: [...state.applied, result] }
    })
  }
  const handedOver = jobs.filter(state => state.step.answer.kind === 'answered' && isNewAtPrinter(state))
  await transition(
    work,
    handedOver.map(({ order }) => ({ order, on: 'handed_over' })),
  )
  const changed = jobs.map(({ job, step, applied }) => {
    for (const message of applied) logContradiction(step, message, log)
    const next = withNextStep(step, job, { applied, fulfillment, now: work.now })
    if (next.nextStepAt !== null) work.wake('step_jobs', next.nextStepAt)
    return withOverdueTimes(next, fulfillment.overdueRules)
  })
  await saveChangedJobs(work, changed)
  return changed
}

/** The messages of the answer. A job that certainly never reached the printer counts as canceled. */
function messagesOf(step: Step, job: PrintJob): PrinterMessage[] {
  if (step.answer.kind === 'answered') return step.answer.messages
  if (!neverArrived(step, job) || !isOpen(job) || !job.cancellationRequested) return []
  const content = { kind: 'cancellation', decision: 'accept', reason: say('it never reached the printer') } as const
  return [{ messageId: 'octavo:never-arrived', sentAt: null, content }]
}

/** This was the only attempt so far to submit the job, and it certainly failed. */
const neverArrived = (step: Step, job: PrintJob): boolean =>
  step.answer.kind === 'unavailable' &&
  step.answer.reached === 'no' &&
  step.isFirstOffer &&
  job.submittedAt === null &&
  !isClaimedAgain(step, job)

/** The lease of this claim ended before its step did, and another worker has claimed the job: that worker decides. */
const isClaimedAgain = ({ job: claimed }: Step, job: PrintJob): boolean => job.claims !== claimed.claims

const logFields = ({ job }: Step) => ({ accountId: job.accountId, orderId: job.orderId, printer: job.printer })

function logFailure(step: Step, log: Log): void {
  const { job, answer } = step
  if (answer.kind !== 'unavailable') return
  log.warn({ ...logFields(step), attempt: job.attempts, cause: answer.cause }, 'a printer could not be reached')
}

function logContradiction(step: Step, { verdict, why }: AppliedMessage, log: Log): void {
  if (verdict === 'contradicts')
    log.warn({ ...logFields(step), detail: why }, 'a message of a printer contradicted the state of its job')
}

/**
 * The job after a step, with the time of its next step. `job` is its current state, which may differ from the claim.
 */
function withNextStep(
  step: Step,
  job: PrintJob,
  { applied, fulfillment, now }: { applied: AppliedMessage[]; fulfillment: Fulfillment; now: Date },
): PrintJob {
  const { job: claimed, answer } = step
  const offeredAt = neverArrived(step, job) ? null : job.offeredAt
  if (!isOpen(job)) {
    const submittedAt = job.submittedAt ?? (answer.kind === 'answered' ? now : null)
    return { ...job, offeredAt, submittedAt, nextStepAt: null }
  }
  const isNewlyCanceled = job.cancellationRequested && !claimed.cancellationRequested
  if (answer.kind === 'unavailable') {
    return isNewlyCanceled || isClaimedAgain(step, job)
      ? { ...job, offeredAt }
      : { ...job, offeredAt, nextStepAt: later(now, retryMs(claimed.attempts)) }
  }
  const submitted = { ...job, submittedAt: job.submittedAt ?? now, attempts: 0 }
  if (isNewlyCanceled) return submitted
  const hadNoUpdate = claimed.submittedAt !== null && !applied.some(({ isMoved }) => isMoved)
  const contradicted = applied.some(({ verdict }) => verdict === 'contradicts')
  const waitMs = contradicted ? maxRetryMs : hadNoUpdate ? minUpdateIntervalMs : 0
  // The printer may have been removed while its answer was on its way.
  const printer = fulfillment.printers[job.printer]
  return { ...submitted, nextStepAt: printer?.nextUpdateAt(submitted, later(now, waitMs)) ?? null }
}

const retryMs = (attempts: number): number => Math.min(firstRetryMs * 2 ** (attempts - 1), maxRetryMs)
