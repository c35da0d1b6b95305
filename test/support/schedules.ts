import { schedules } from '../../src/app/tasks.ts'
import { instant } from '../../src/base/clock.ts'
import type { Db } from '../../src/db/db.ts'
import { claimRuns } from '../../src/jobs/schedule.ts'

/**
 * Keeps a service from running its scheduled tasks. They follow the real time, so each start would begin with an audit,
 * which takes as long as all else of the start.
 */
export const withholdSchedules = async (db: Db) =>
  void (await claimRuns(db, schedules, instant('2100-01-01T00:00:00Z')))
