// Printers that stay silent. Each step that a printer has to take has an age at which its silence raises an alarm, and
// a job that nobody accepted has one at which another printer may get it. A job waits for one step at a time. Pure;
// orders/printing/watch.ts acts on it.

import { instant, later } from '../base/clock.ts'
import { type AlarmStep, isOpen, type PrintJob } from './printer.ts'

/**
 * `submission`: from the hand-over until the printer has the job. `acceptance`: from then until it accepts. `shipping`:
 * from the end (in UTC) of the day on which it was due. `cancellation`: from the request to the decision. Sandbox jobs
 * are not watched.
 */
type Ages = Readonly<Record<AlarmStep, number>>

export type WatchRules = { agesMs: Ages; rerouteAfterMs: number | null }

type Watched = { step: AlarmStep; alarmAt: Date; rerouteAt: Date | null }

/** What a job waits for, and when that has lasted too long; null for one that is over. */
export function watchOf(job: PrintJob, { agesMs, rerouteAfterMs }: WatchRules): Watched | null {
  if (!isOpen(job) || job.mode === 'sandbox') return null
  const step = stepOf(job)
  const since = sinceOf(job, step)
  const mayGoElsewhere = (step === 'submission' || step === 'acceptance') && job.collected.length === 0
  return {
    step,
    alarmAt: later(since, agesMs[step]),
    rerouteAt: mayGoElsewhere && rerouteAfterMs !== null ? later(since, rerouteAfterMs) : null,
  }
}

/** The job with its watch updated to its new state: an alarm for an earlier step ends. */
export function watched(job: PrintJob, rules: WatchRules): PrintJob {
  const watch = watchOf(job, rules)
  const alarm = watch !== null && job.alarm === watch.step ? job.alarm : null
  return { ...job, alarm, alarmedAt: alarm === null ? null : job.alarmedAt, watchDueAt: dueAt(watch, alarm !== null) }
}

function dueAt(watch: Watched | null, isAlarmed: boolean): Date | null {
  if (watch === null) return null
  const { alarmAt, rerouteAt } = watch
  if (isAlarmed) return rerouteAt
  return rerouteAt !== null && rerouteAt < alarmAt ? rerouteAt : alarmAt
}

function stepOf(job: PrintJob): AlarmStep {
  if (job.cancellationRequested) return 'cancellation'
  if (job.submittedAt === null) return 'submission'
  const isTaken = job.acceptedAt !== null || job.status === 'ACCEPTED' || job.status === 'PRINTED'
  return isTaken ? 'shipping' : 'acceptance'
}

function sinceOf(job: PrintJob, step: AlarmStep): Date {
  switch (step) {
    case 'submission':
      return job.createdAt
    case 'acceptance':
      return job.submittedAt ?? job.createdAt
    case 'cancellation':
      return job.cancellationRequestedAt ?? job.updatedAt
    case 'shipping': {
      const day = job.expectedShipDate ?? job.dueDate
      return day === null ? job.updatedAt : instant(`${day}T23:59:59.999Z`)
    }
    default:
      return step satisfies never
  }
}
