// The manual clock stores its time in the database, so that a service that is started again continues from there.

import { type Clock, instant, latest, type ManualClock, manualClock, systemClock } from '../base/clock.ts'
import type { Db } from '../db/db.ts'
import { readSetting, saveSetting } from '../db/settings.ts'

const setting = 'manual_clock'

export const isManual = (clock: Clock): clock is ManualClock => 'set' in clock

/** A manual clock resumes at its stored time, but never before the time of the machine. */
export async function resumeManualClock(db: Db): Promise<ManualClock> {
  const stored = await readSetting(db, setting)
  return manualClock(latest(systemClock(), stored === null ? null : instant(stored)))
}

export const saveTime = (db: Db, now: Date): Promise<void> => saveSetting(db, setting, now.toISOString())
