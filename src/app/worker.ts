// The worker: runs the sweeps of a task until nothing is due, whenever the task is woken. A sweep that fails does not
// stop the next sweeps of its task. A wake-up may reach one process only, so a process with much work calls the other
// processes for help. A process whose clock is wrong does nothing.

import type { Clock } from '../base/clock.ts'
import { forEachConcurrently } from '../base/running/parallel.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { nextRun } from '../jobs/schedule.ts'
import { type TaskName, taskNames } from '../jobs/tasks.ts'
import type { ClockCheck } from './clockCheck.ts'
import { reconciledTasks, type Sweeps, schedules, undatedTasks } from './tasks.ts'

/** How long a process works on a task before it calls other processes for help. */
const helpAfterMs = 100
/** With fewer rows in a sweep, such as webhooks to a few slow receivers, other processes could not help. */
const minRowsForHelp = 32
const cleaningTasks: readonly TaskName[] = ['archive_orders', 'clean_up']

export type Worker = { start(): Promise<void>; settle(): Promise<void>; cleanUp(since: Date): Promise<void> }

export function createWorker(
  jobs: Jobs<TaskName>,
  clock: Clock,
  countRows: (task: TaskName, count: number) => void,
  sweeps: Sweeps,
  isClockRight: ClockCheck,
  /** Of which a row is due. */
  tasksDue: () => Promise<readonly TaskName[]>,
): Worker {
  let rowsDone = 0
  const drain = (task: TaskName) => {
    const mayGetHelp = reconciledTasks.includes(task)
    return () => {
      const aloneUntilMs = performance.now() + helpAfterMs
      return forEachConcurrently(sweeps[task], 1, async sweep => {
        while (await isClockRight()) {
          const count = await sweep(clock())
          if (count === 0) break
          rowsDone += count
          countRows(task, count)
          if (mayGetHelp && count >= minRowsForHelp && performance.now() >= aloneUntilMs) jobs.callForHelp(task)
        }
      })
    }
  }
  const runners = Object.fromEntries(taskNames.map(task => [task, drain(task)])) as Record<
    TaskName,
    () => Promise<void>
  >
  const dueNow = async () => [...undatedTasks, ...(await tasksDue())]
  return {
    start: () => jobs.work(runners, dueNow),
    async settle() {
      for (let before = -1; before !== rowsDone; ) {
        before = rowsDone
        await jobs.idle() // with what was woken
        for (const task of await dueNow()) jobs.run(task)
        await jobs.idle()
      }
    },
    async cleanUp(since) {
      for (const task of cleaningTasks) {
        const cleaning = schedules.find(schedule => schedule.task === task)!
        if (nextRun(cleaning, since) > clock()) continue
        jobs.run(task)
        await jobs.idle()
      }
    },
  }
}
