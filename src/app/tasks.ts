// What runs in the background. A task is one or more sweeps, run in turn; a sweep that may wait for something outside
// has a task of its own, so that nothing else waits with it. Tasks are woken by whatever makes something due, by the
// schedule, and by the reconciler, which looks everywhere each minute: losing every wake-up delays work by that much,
// but never loses it.

import { type TaskName, taskNames } from '../jobs/tasks.ts'

/** A sweep does what is due, at most one batch, and returns how many rows it worked on; 0 when nothing is due. */
type Sweep = (now: Date) => Promise<number>

export type Sweeps = Record<Exclude<TaskName, 'reconcile'>, Sweep[]>

/** In UTC. A run missed during a pause is made up for once, when the service is up again. */
export const schedules: readonly { task: TaskName; cron: string }[] = [
  { task: 'reconcile', cron: '* * * * *' },
  { task: 'charge_cards', cron: '0 2 * * *' },
  { task: 'clean_up', cron: '17 * * * *' },
  { task: 'vacuum', cron: '* * * * *' }, // as often as PostgreSQL looks by itself
  { task: 'audit', cron: '47 * * * *' },
  { task: 'compare_books', cron: '23 4 * * *' },
  { task: 'compare_printers', cron: '53 * * * *' }, // once a day per printer; one that does not answer is asked again
]

const apart: readonly TaskName[] = ['reconcile', 'clean_up', 'vacuum', 'audit', 'compare_books', 'compare_printers']
/** The tasks that the reconciler wakes: those that move orders on. */
export const reconciled: readonly TaskName[] = taskNames.filter(task => !apart.includes(task))
