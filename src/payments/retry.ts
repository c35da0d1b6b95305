// When an outcome that nobody knows is asked for again: soon at first, since most are known within minutes, then daily for
// as long as it takes. Giving up is not among the choices, for money may have moved.

import { day, hour, later, minute } from '../base/clock.ts'

const delaysMs = [minute, 5 * minute, hour]

/** How long a claimed call may be under way before another worker makes it again, with the same key. */
export const callLeaseMs = 5 * minute

/** How long a holder may take to confirm a charge before it is given up. */
export const confirmWithinMs = 3 * day

/** How often a charge that waits for its holder is looked at, in case the provider's message is lost. */
const lookEveryMs = hour

/** `attempts` counts the calls made so far, from 1. */
export const nextAttemptAt = (attempts: number, now: Date): Date => later(now, delaysMs[attempts - 1] ?? day)

export const nextLookAt = (now: Date): Date => later(now, lookEveryMs)

/** After a day it is not the provider's hiccup any more: somebody of the staff has to ask what became of it. */
export const needsAPerson = (attempts: number): boolean => attempts > delaysMs.length + 1
