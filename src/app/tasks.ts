// The background tasks. A task is one or more sweeps, which run in turn. A sweep that may wait for something outside
// has a task of its own, so that nothing else waits with it. src/jobs/jobs.ts describes what runs a task.

import { day, hour, minute } from '../base/clock.ts'
import type { Schedule } from '../jobs/schedule.ts'
import { type TaskName, taskNames } from '../jobs/tasks.ts'

/** Does one batch of due work, and returns the number of its rows; 0 when nothing is due. */
type Sweep = (now: Date) => Promise<number>

export type Sweeps = Record<TaskName, Sweep[]>

/** Tasks that run at fixed times. A run that was missed is made once, when the service runs again. */
export const schedules: readonly Schedule<TaskName>[] = [
  { task: 'clean_up', everyMs: hour, afterMs: 17 * minute },
  { task: 'archive_orders', everyMs: hour, afterMs: 31 * minute },
  { task: 'audit', everyMs: hour, afterMs: 47 * minute },
  { task: 'compare_books', everyMs: day, afterMs: 4 * hour + 23 * minute },
  // Once a day per printer; a printer that does not answer is asked again.
  { task: 'compare_printers', everyMs: hour, afterMs: 53 * minute },
  { task: 'check_domains', everyMs: day, afterMs: 5 * hour + 11 * minute },
]

const notReconciled: readonly TaskName[] = ['vacuum', ...schedules.map(({ task }) => task)]
/** The tasks that move orders on; the reconciler runs them each minute. */
export const reconciledTasks: readonly TaskName[] = taskNames.filter(task => !notReconciled.includes(task))
/** Of these, the tasks that find work without a due time: sums, new events, and what is about to expire. */
export const undatedTasks: readonly TaskName[] = [
  'sum_ledger',
  'sum_reports',
  'watch_webhooks',
  'notify_of_expiry',
  'email_orders',
]
