// When printer updates are overdue. Each step of a job has an age at which an alarm is raised, and a job that was not
// accepted has an age at which another printer may get it. A job waits for one step at a time. Pure;
// features/printing/overdueJobs.ts acts on it.

import { later } from '../base/clock.ts'
import { type AlarmStep, isOpen, type PrintJob } from './printer.ts'
import type { PrinterRule } from './routing.ts'

/**
 * `submission`: from the hand-over until the printer has the job. `acceptance`: from then until it accepts. `shipping`:
 * from the end of the day on which it was due. `cancellation` and `change`: from the request to the decision, with the
 * same age. Sandbox jobs are not watched.
 */
type Ages = Readonly<Record<Exclude<AlarmStep, 'change'>, number>>

export type OverdueRules = {
  agesMs: Ages
  rerouteAfterMs: number | null
  printers: readonly Pick<PrinterRule, 'name' | 'adapter'>[]
  /** When a day (ISO date) ends where the operator ships. */
  dayEnd(day: string): Date
}

type Overdue = { step: AlarmStep; alarmAt: Date; rerouteAt: Date | null }

/** The step that a job waits for, and when it is overdue; null for a job that has ended. */
export function overdueTimes(job: PrintJob, rules: OverdueRules): Overdue | null {
  if (!isOpen(job) || job.mode === 'sandbox') return null
  const waitsFor = stepOf(job)
  const since = sinceOf(job, waitsFor, rules)
  const { agesMs, rerouteAfterMs } = rules
  const mayReroute = (waitsFor === 'submission' || waitsFor === 'acceptance') && job.collected.length === 0
  const rerouteAt = mayReroute && rerouteAfterMs !== null ? later(since, rerouteAfterMs) : null
  const { changeRequestedAt } = job
  if (changeRequestedAt !== null && (waitsFor === 'acceptance' || waitsFor === 'shipping'))
    return { step: 'change', alarmAt: later(changeRequestedAt, changeAgeMs(job, rules)), rerouteAt }
  return { step: waitsFor, alarmAt: later(since, agesMs[waitsFor]), rerouteAt }
}

/** No protocol carries the request to a printer without a desk: its staff must call, so the alarm does not wait. */
const changeAgeMs = ({ printer }: PrintJob, { agesMs, printers }: OverdueRules): number =>
  printers.some(({ name, adapter }) => name === printer && adapter === 'desk') ? agesMs.cancellation : 0

/** The job with the times of its new state: an alarm for an earlier step ends. */
export function withOverdueTimes(job: PrintJob, rules: OverdueRules): PrintJob {
  const overdue = overdueTimes(job, rules)
  const alarm = overdue !== null && job.alarm === overdue.step ? job.alarm : null
  return { ...job, alarm, alarmedAt: alarm === null ? null : job.alarmedAt, watchDueAt: dueAt(overdue, alarm !== null) }
}

function dueAt(overdue: Overdue | null, isAlarmed: boolean): Date | null {
  if (overdue === null) return null
  const { alarmAt, rerouteAt } = overdue
  if (isAlarmed) return rerouteAt
  return rerouteAt !== null && rerouteAt < alarmAt ? rerouteAt : alarmAt
}

function stepOf(job: PrintJob): Exclude<AlarmStep, 'change'> {
  if (job.cancellationRequested) return 'cancellation'
  if (job.submittedAt === null) return 'submission'
  const isAccepted = job.acceptedAt !== null || job.status === 'ACCEPTED' || job.status === 'PRINTED'
  return isAccepted ? 'shipping' : 'acceptance'
}

function sinceOf(job: PrintJob, step: Exclude<AlarmStep, 'change'>, { dayEnd }: OverdueRules): Date {
  switch (step) {
    case 'submission':
      return job.createdAt
    case 'acceptance':
      return job.submittedAt ?? job.createdAt
    case 'cancellation':
      return job.cancellationRequestedAt ?? job.updatedAt
    case 'shipping': {
      const day = job.expectedShipDate ?? job.dueDate
      return day === null ? job.updatedAt : dayEnd(day)
    }
    default:
      return step satisfies never
  }
}
