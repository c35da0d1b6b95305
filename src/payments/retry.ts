// When an unknown outcome is asked for again: soon at first, since most are known within minutes, then daily for as
// long as it takes. It is never given up, because money may have moved.

import { day, hour, later, minute } from '../base/clock.ts'

const delaysMs = [minute, 5 * minute, hour]

/** How long a claimed call may take before another worker repeats it with the same key. */
export const callLeaseMs = 5 * minute

/** How long a cardholder has to confirm a charge before it is cancelled. */
export const confirmWithinMs = 3 * day

/** How often a charge that waits for its holder is checked, in case the provider's message is lost. */
const lookEveryMs = hour

/** `attempts` counts the calls made so far, from 1. */
export const nextAttemptAt = (attempts: number, now: Date): Date => later(now, delaysMs[attempts - 1] ?? day)

export const nextLookAt = (now: Date): Date => later(now, lookEveryMs)

/** After a day this is no longer a brief fault of the provider: staff must ask what happened. */
export const needsAPerson = (attempts: number): boolean => attempts > delaysMs.length + 1
