// The time at which a key ends, as it is asked for when the key is created.

import { Type } from 'typebox'
import { say } from '../../../languages/texts.ts'
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
  const [first, latest] = [now.toISOString(), latestEnd.toISOString()]
  const expected = say('a time after {first} and not after {latest}', { first, latest })
  const detail = say('got {got}; expected {expected}', { got: String(expiresAt), expected })
  throw malformedField('/expiresAt', 'out_of_range', detail)
}
