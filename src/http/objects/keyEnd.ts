// The time at which a key ends, as it is asked for when the key is created.

import { Type } from 'typebox'
import { day, instant, later } from '../../base/clock.ts'
import { malformedField } from '../../base/refusal.ts'

/** Three years, one of which may be a leap year. */
const maxLifeDays = 3 * 366

export const KeyEnd = Type.Optional(Type.String({ format: 'date-time' }))

/** Null for a key without an end. Refuses a time that is not after `now`, or is too far away. */
export function endOf({ expiresAt }: { expiresAt?: string | undefined }, now: Date): Date | null {
  if (expiresAt === undefined) return null
  const end = instant(expiresAt)
  const latestEnd = later(now, maxLifeDays * day)
  if (end > now && end <= latestEnd) return end
  const detail = `got ${expiresAt}; expected a time after ${now.toISOString()} and not after ${latestEnd.toISOString()}`
  throw malformedField('/expiresAt', 'out_of_range', detail)
}
