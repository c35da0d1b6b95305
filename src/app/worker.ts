// The worker: runs each task's sweeps until nothing is due, whenever the task is woken. A sweep that fails stops no
// other of its task. What wakes a task may reach one process only, so one that has much to do calls the others for
// help.

import { type Clock, second } from '../base/clock.ts'
import { eachOf } from '../base/parallel.ts'
import { sparing } from '../base/sparing.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { type TaskName, taskNames } from '../jobs/tasks.ts'
import { reconciled, type Sweeps } from './tasks.ts'

/** How long a process works on a task alone before it calls others for help, and how often it calls at most. */
const helpAfterMs = 100
const helpEveryMs = second
/** Rows in a sweep. With fewer, such as webhooks to a few slow receivers, there is nothing for others to do. */
const worthHelp = 32

export type Worker = { start(): Promise<void>; settle(): Promise<void>; cleanUp(): Promise<void> }

export function createWorker(
  jobs: Jobs<TaskName>,
  clock: Clock,
  swept: (task: TaskName, count: number) => void,
  sweeps: Sweeps,
): Worker {
  let done = 0
  const drain = (task: keyof Sweeps) => {
    const nowAndThen = sparing(helpEveryMs)
    const helps = reconciled.includes(task)
    return () => {
      const aloneUntilMs = performance.now() + helpAfterMs
      return eachOf(sweeps[task], 1, async sweep => {
        for (let count = await sweep(clock()); count > 0; count = await sweep(clock())) {
          done += count
          swept(task, count)
          if (helps && count >= worthHelp && performance.now() >= aloneUntilMs) nowAndThen(() => jobs.callForHelp(task))
        }
      })
    }
  }
  const runners = Object.fromEntries(
    taskNames.map(task => [task, task === 'reconcile' ? async () => ringAll(jobs) : drain(task)]),
  ) as Record<TaskName, () => Promise<void>>
  return {
    start: () => jobs.work(runners),
    async settle() {
      for (let before = -1; before !== done; ) {
        before = done
        ringAll(jobs)
        await jobs.idle()
      }
    },
    cleanUp() {
      jobs.ring('clean_up')
      return jobs.idle()
    },
  }
}

function ringAll(jobs: Jobs<TaskName>): void {
  for (const task of reconciled) jobs.ring(task)
}
