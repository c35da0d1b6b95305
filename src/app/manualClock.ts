// A clock that is moved by hand keeps its time in the database, so that a service that is started again goes on from
// there.

import { type Clock, instant, latest, type ManualClock, manualClock, systemClock } from '../base/clock.ts'
import type { Db } from '../db/db.ts'
import { readSetting, saveSetting } from '../db/settings.ts'

const setting = 'manual_clock'

export const isManual = (clock: Clock): clock is ManualClock => 'set' in clock

/** A manual clock resumes where it stood, but never before the machine's time. */
export async function resumedClock(db: Db): Promise<ManualClock> {
  const stood = await readSetting(db, setting)
  return manualClock(latest(systemClock(), stood === null ? null : instant(stood)))
}

export const keepTime = (db: Db, now: Date): Promise<void> => saveSetting(db, setting, now.toISOString())
