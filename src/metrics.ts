// What the background work shows of itself: what each task has done, and what waits for it. Requests are in http/observe.ts.

import { Counter, Gauge, type Registry } from 'prom-client'
import type { Clock } from './base/clock.ts'
import type { Db } from './db/db.ts'
import { readBacklog } from './orders/backlog.ts'
import type { TaskName } from './tasks.ts'

/** Answers what counts the rows that a task's sweeps found. Backlogs are read when somebody looks. */
export function watchWork(metrics: Registry, db: Db, clock: Clock): (task: TaskName, count: number) => void {
  const done = new Counter({
    name: 'octavo_task_rows_total',
    help: 'Rows that the sweeps of each task found due, in this process',
    labelNames: ['task'] as const,
    registers: [metrics],
  })
  const late = new Gauge({
    name: 'octavo_late_seconds',
    help: 'For how long the first of what waits has been due',
    labelNames: ['what'] as const,
    registers: [metrics],
  })
  new Gauge({
    name: 'octavo_waiting',
    help: 'Rows that are due, by kind of work, and orders that wait for room in their limit (queue)',
    labelNames: ['what'] as const,
    registers: [metrics],
    async collect() {
      const backlog = await readBacklog(db, clock())
      this.reset()
      late.reset()
      for (const { what, count, oldestSeconds } of backlog) {
        this.set({ what }, count)
        late.set({ what }, oldestSeconds)
      }
    },
  })
  return (task, count) => done.inc({ task }, count)
}
