// When a call to the provider is retried after an unknown outcome: soon at first, since most outcomes are known within
// minutes, then daily. It is never given up, because money may have moved.

import { day, hour, later, minute } from '../base/clock.ts'

const delaysMs = [minute, 5 * minute, hour]

/** The time that a claimed call may take before another worker repeats it with the same key. */
export const callLeaseMs = 5 * minute

/** The time that a cardholder has to confirm a charge before it is canceled. */
export const confirmationPeriodMs = 3 * day

/** A charge that waits for confirmation is checked this often, in case the provider's message is lost. */
const checkIntervalMs = hour

/** `attempts` is the number of calls so far. */
export const nextAttemptAt = (attempts: number, now: Date): Date => later(now, delaysMs[attempts - 1] ?? day)

export const nextCheckAt = (now: Date): Date => later(now, checkIntervalMs)

/** After a day it is no longer a brief fault of the provider: staff must ask the provider what happened. */
export const needsStaff = (attempts: number): boolean => attempts > delaysMs.length + 1
