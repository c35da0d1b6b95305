// Wakes a task, like another process of the service.

import { systemClock } from '../src/base/clock.ts'
import { silentLog } from '../src/base/log.ts'
import { openDatabase } from '../src/db/db.ts'
import { createJobs } from '../src/jobs/jobs.ts'
import type { TaskName } from '../src/jobs/tasks.ts'

export async function wake(databaseUrl: string, task: TaskName): Promise<void> {
  const database = await openDatabase({ databaseUrl, dataDir: null })
  const jobs = createJobs<TaskName>({
    database,
    clock: systemClock,
    log: silentLog,
    schedules: [],
    nextDue: null,
    isClockRight: async () => true,
  })
  jobs.wake([{ task, at: systemClock() }])
  await jobs.stop(1000)
  await database.close()
}
