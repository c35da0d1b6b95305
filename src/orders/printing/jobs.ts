// The steps of print jobs, taken when they are due: a job is submitted, a cancellation is requested, or the printer is
// asked for news. A step is claimed, taken outside of any transaction, and recorded. After a crash in between it is
// repeated, which the printer recognises as the same step (printer/printer.ts). A printer gets a limited number of jobs
// at a time, and what is sent together is recorded together, so a slow printer delays only its own jobs.

import { setTimeout as delay } from 'node:timers/promises'
import { type Clock, hour, later, minute, second } from '../../base/clock.ts'
import type { Crash } from '../../base/crash.ts'
import type { Log } from '../../base/log.ts'
import { type Answer, isOpen, type PrintJob, type Told } from '../../printer/printer.ts'
import { noteReach, parkHeld } from '../../printer/states.ts'
import { type Claimed, type ClaimRoom, claimDueJobs } from '../../printer/store.ts'
import { watched } from '../../printer/watch.ts'
import { logFailed, togetherOrAlone } from '../apart.ts'
import type { Work } from '../transition.ts'
import { inOneWork, type Shell } from '../work.ts'
import type { Press } from './print.ts'
import { type AtPrinter, type Heeded, heed, keepJobs, lockAtPrinter } from './printed.ts'

const jobsInASweep = 200
/** Longer than any printer's time-out; a worker that is silent for this long is considered dead. */
const stepLeaseMs = 2 * minute
/** How long a sweep waits for slow printers before it looks for work for others. */
const usualPatienceMs = second / 4
/** A printer that is down for a week is asked about once an hour. */
const firstRetryMs = 30 * second
const longestRetryMs = hour
/** A printer that had no news is not asked again sooner. */
const quietMs = minute

/** For a step that is taken at a printer. */
export type StepCount = (step: 'submit' | 'cancel' | 'ask', outcome: Answer['kind']) => void

/**
 * What this process has claimed of a printer's jobs and not yet recorded, and how much that may be: it grows each time
 * the printer was quick, and starts again when it was not.
 */
type Pace = { firstBatch: number; batch: number; underWay: number }

export type StepDeps = {
  shell: Shell
  clock: Clock
  press: Press
  log: Log
  crash?: Crash
  count?: StepCount
  patienceMs?: number
}

/** Task `step_jobs`: submits jobs, requests cancellations, asks for news. */
export function stepJobs({
  shell,
  clock,
  press,
  log,
  crash = () => {},
  count = () => {},
  patienceMs = usualPatienceMs,
}: StepDeps): (now: Date) => Promise<number> {
  const paces = new Map<string, Pace>()
  const batches = new Set<Promise<void>>()

  async function takeTogether(printer: string, claimed: Claimed[]): Promise<void> {
    const pace = paceOf(printer)
    const beganMs = performance.now()
    pace.underWay += claimed.length
    try {
      const taken = await Promise.all(claimed.map(async one => ({ ...one, answer: await take(one.job, press, log) })))
      crash('print:told')
      for (const { job, answer } of taken) count(stepOf(job), answer.kind)
      const now = clock()
      const { failed } = await inOneWork(shell, { now, actor: 'printer' }, work =>
        togetherOrAlone(work, taken, some => record(work, some, press, log)),
      )
      // Their leases end, and the steps are taken again.
      logFailed(
        log,
        failed.map(({ item, error }) => ({ item: item.job, error })),
      )
      await noteReach(shell.db, reachOf(taken), now)
    } finally {
      pace.underWay -= claimed.length
      const isQuick = performance.now() - beganMs < patienceMs
      pace.batch = isQuick ? Math.min(2 * pace.batch, jobsInASweep) : pace.firstBatch
    }
  }

  function paceOf(printer: string): Pace {
    let pace = paces.get(printer)
    if (pace === undefined) {
      const { firstBatch = jobsInASweep } = press.printers[printer] ?? {}
      pace = { firstBatch, batch: firstBatch, underWay: 0 }
      paces.set(printer, pace)
    }
    return pace
  }

  function room(): ClaimRoom {
    const left = Object.keys(press.printers).map((name): [string, number] => {
      const { batch, underWay } = paceOf(name)
      return [name, Math.max(batch - underWay, 0)]
    })
    return { most: jobsInASweep, roomFor: new Map(left) }
  }

  /**
   * Resolves when all are done, or when the patience with a slow printer is over; that one continues, but the others do
   * not wait for it.
   */
  async function within(begun: Promise<void>[]): Promise<void> {
    const over = new AbortController()
    const patience = delay(patienceMs, undefined, { signal: over.signal }).catch(() => {})
    let isOver = false
    for (const batch of begun) {
      batches.add(batch)
      batch
        .catch(error => {
          // Its leases end, and the steps are taken again.
          if (isOver) log.warn({ err: error }, 'what became of print jobs was not recorded')
        })
        .finally(() => batches.delete(batch))
    }
    try {
      await Promise.race([Promise.all(begun), patience])
    } finally {
      isOver = true
      over.abort()
    }
  }

  return async (now: Date): Promise<number> => {
    const until = later(now, stepLeaseMs)
    const claimed = await inOneWork(shell, { now, actor: 'system' }, async ({ tx }) => {
      await parkHeld(tx, now)
      return claimDueJobs(tx, { now, until }, room())
    })
    if (claimed.length > 0) {
      crash('print:claimed')
      const ofPrinters = Map.groupBy(claimed, ({ job }) => job.printer)
      await within(Array.from(ofPrinters, ([printer, own]) => takeTogether(printer, own)))
      return claimed.length
    }
    if (batches.size === 0) return 0
    await Promise.race([...batches, delay(patienceMs)].map(one => one.catch(() => {})))
    return 1
  }
}

/** A step that was taken: the job as it was claimed, and the printer's answer. */
type Taken = Claimed & { answer: Answer }

/**
 * The step that a job's row requires. A job to be cancelled is never submitted (again), even if it is unknown whether
 * its submission arrived: a printer that does not know it has nothing to stop.
 */
async function take(job: PrintJob, { printers }: Press, log: Log): Promise<Answer> {
  const printer = printers[job.printer]
  if (printer === undefined) return { kind: 'unavailable', cause: `no printer is called ${job.printer}`, reached: 'no' }
  try {
    if (job.cancellationRequested) return await printer.requestCancellation(job)
    return await (job.submittedAt === null ? printer.submit(job) : printer.askForNews(job))
  } catch (error) {
    log.error({ orderId: job.orderId, printer: job.printer, err: error }, 'a printer failed in an unknown way')
    return { kind: 'unavailable', cause: 'the adapter failed', reached: 'unknown' }
  }
}

const stepOf = ({ cancellationRequested, submittedAt }: PrintJob) =>
  cancellationRequested ? 'cancel' : submittedAt === null ? 'submit' : 'ask'

/** Each printer's last failure, or null when it responded. */
function reachOf(taken: Taken[]): Map<string, string | null> {
  const reach = new Map<string, string | null>()
  for (const { job, answer } of taken) {
    if (answer.kind === 'heard') reach.set(job.printer, null)
    else if (!reach.has(job.printer)) reach.set(job.printer, answer.cause)
  }
  return reach
}

async function record(work: Work, taken: Taken[], press: Press, log: Log): Promise<PrintJob[]> {
  const steps = new Map(taken.map(one => [one.job.jobId, one]))
  const places = await lockAtPrinter(
    work.tx,
    taken.map(({ job }) => job),
  )
  const standing = new Map<string, AtPrinter & { said: Heeded[] }>(
    places.map(place => [place.job.jobId, { ...place, said: [] }]),
  )
  for (const step of taken) report(step, log)
  const told = places.map(({ job }) => ({ job, says: saysOf(steps.get(job.jobId)!, job) }))
  // A printer may say several things at once; each is judged by the state in which the previous one left the order.
  for (let i = 0; told.some(({ says }) => says.length > i); i++) {
    const round = told.flatMap(({ job, says }) => {
      const one = says[i]
      return one === undefined ? [] : [{ ...standing.get(job.jobId)!, told: one }]
    })
    for (const one of await heed(work, round, press)) {
      const before = standing.get(one.job.jobId)!
      standing.set(one.job.jobId, { order: one.order, job: one.job, said: [...before.said, one] })
    }
  }
  const after = [...standing.values()].map(({ job, said }) => {
    const step = steps.get(job.jobId)!
    for (const one of said) reportContradiction(step, one, log)
    const saved = watched(afterStep(step, job, { said, press, now: work.now }), press.shop)
    if (saved.nextStepAt !== null) work.wake('step_jobs', saved.nextStepAt)
    return saved
  })
  await keepJobs(work, after)
  return after
}

/** What the printer said; when the job certainly never reached it, an accepted cancellation instead. */
function saysOf(step: Taken, job: PrintJob): Told[] {
  if (step.answer.kind === 'heard') return step.answer.says
  if (!neverArrived(step, job) || !isOpen(job) || !job.cancellationRequested) return []
  const message = { kind: 'cancellation', decision: 'accept', reason: 'it never reached the printer' } as const
  return [{ messageId: 'octavo:never-arrived', saidAt: null, message }]
}

/** This was the first attempt ever to submit the job, and it certainly failed. */
const neverArrived = ({ answer, firstOffer }: Taken, job: PrintJob): boolean =>
  answer.kind === 'unavailable' && answer.reached === 'no' && firstOffer && job.submittedAt === null

const factsOf = ({ job }: Taken) => ({ accountId: job.accountId, orderId: job.orderId, printer: job.printer })

function report(step: Taken, log: Log): void {
  const { job, answer } = step
  if (answer.kind !== 'unavailable') return
  log.warn({ ...factsOf(step), attempt: job.attempts, cause: answer.cause }, 'a printer could not be reached')
}

function reportContradiction(step: Taken, { verdict, why }: Heeded, log: Log): void {
  if (verdict === 'contradicts') log.warn({ ...factsOf(step), detail: why }, 'a printer contradicted what is known')
}

/**
 * The job after a step, with the time of the next one. `job` is its current state; others may have changed it since the
 * claim.
 */
function afterStep(
  step: Taken,
  job: PrintJob,
  { said, press, now }: { said: Heeded[]; press: Press; now: Date },
): PrintJob {
  const { job: asClaimed, answer } = step
  const offeredAt = neverArrived(step, job) ? null : job.offeredAt
  if (!isOpen(job)) {
    return {
      ...job,
      offeredAt,
      submittedAt: job.submittedAt ?? (answer.kind === 'heard' ? now : null),
      nextStepAt: null,
    }
  }
  const askedToStopSince = job.cancellationRequested && !asClaimed.cancellationRequested
  if (answer.kind === 'unavailable') {
    return askedToStopSince
      ? { ...job, offeredAt }
      : { ...job, offeredAt, nextStepAt: later(now, retryMs(asClaimed.attempts)) }
  }
  const submitted = { ...job, submittedAt: job.submittedAt ?? now, attempts: 0 }
  if (askedToStopSince) return submitted
  const quiet = asClaimed.submittedAt !== null && !said.some(({ moved }) => moved)
  const earliest = said.some(({ verdict }) => verdict === 'contradicts') ? longestRetryMs : quiet ? quietMs : 0
  return { ...submitted, nextStepAt: press.printers[job.printer]!.newsDueAt(submitted, later(now, earliest)) }
}

const retryMs = (attempts: number): number => Math.min(firstRetryMs * 2 ** (attempts - 1), longestRetryMs)
