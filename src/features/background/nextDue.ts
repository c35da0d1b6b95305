// When rows are due: for the manual clock, which steps from one due time to the next, and for the timer.

import { sql } from 'kysely'
import type { Db } from '../../db/db.ts'
import type { Due } from '../../jobs/dueTimer.ts'
import type { TaskName } from '../../jobs/tasks.ts'
import { earliestDue } from './waitColumns.ts'

/** The kind of work that is due first, and when; null when no row waits for a time. */
export async function nextDueAt(db: Db): Promise<{ what: string; at: Date } | null> {
  const { rows } = await sql<{ what: string; at: Date }>`
    select what, at from (${earliestDue(null)}) due where at is not null order by at limit 1`.execute(db)
  return rows[0] ?? null
}

/**
 * By task, the earliest instant after `since` at which a row becomes due, with one index lookup for each kind of work.
 */
export async function nextDueByTask(db: Db, since: Date): Promise<Due<TaskName>[]> {
  const { rows } = await sql<Due<TaskName>>`
    select task, min(at) as at
    from (${earliestDue(since)}) earliest
    where at is not null
    group by task`.execute(db)
  return rows
}

/** The tasks of which a row is due. */
export async function tasksDue(db: Db, now: Date): Promise<TaskName[]> {
  const { rows } = await sql<{ task: TaskName }>`
    select distinct task from (${earliestDue(null)}) earliest where at <= ${now}`.execute(db)
  return rows.map(({ task }) => task)
}
