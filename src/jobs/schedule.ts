// Tasks that run at fixed times, such as hourly, whether or not something is due. A row for each task has the time of
// its next run. The process that advances this time makes the run, so one process makes a run, and missed runs are made
// once.

import { sql } from 'kysely'
import { later } from '../base/clock.ts'
import type { Db } from '../db/db.ts'
import { rowsOf, text, timestamp } from '../db/rows.ts'

/** `task` runs every `everyMs`, counted from midnight UTC, and `afterMs` later: at 17 minutes past each hour. */
export type Schedule<Task extends string> = { task: Task; everyMs: number; afterMs: number }

/** Claims the tasks whose time has come; each run is claimed once. A new task runs at once. */
export async function claimRuns<Task extends string>(
  db: Db,
  schedules: readonly Schedule<Task>[],
  now: Date,
): Promise<Task[]> {
  const { from, columns } = rowsOf(schedules, 'n', {
    task: text(({ task }) => task),
    nextRunAt: timestamp(schedule => nextRun(schedule, now)),
  })
  const { rows } = await sql<{ task: Task }>`
    insert into scheduled_runs (${columns})
    select * from ${from}
    on conflict (task) do update set next_run_at = excluded.next_run_at
    where scheduled_runs.next_run_at < excluded.next_run_at
    returning task`.execute(db)
  return rows.map(({ task }) => task)
}

/** The first time of the schedule after `now`. */
export function nextRun({ everyMs, afterMs }: Omit<Schedule<string>, 'task'>, now: Date): Date {
  const elapsedMs = (((now.getTime() - afterMs) % everyMs) + everyMs) % everyMs
  return later(now, everyMs - elapsedMs)
}
