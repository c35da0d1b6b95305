// Wakes up a task as another process of the service would: by a job in the queue.

import { systemClock } from '../src/base/clock.ts'
import { silentLog } from '../src/base/log.ts'
import { openDatabase } from '../src/db/db.ts'
import { createJobs } from '../src/jobs/jobs.ts'
import { type TaskName, taskNames } from '../src/jobs/tasks.ts'

export async function wake(databaseUrl: string, task: TaskName): Promise<void> {
  const database = await openDatabase({ databaseUrl, dataDir: null })
  const jobs = await createJobs({
    database,
    clock: systemClock,
    log: silentLog,
    taskNames,
    schedules: [],
    works: false,
  })
  await database.db.transaction().execute(tx => jobs.wake(tx, [{ task }]))
  await jobs.stop(1000)
  await database.close()
}
