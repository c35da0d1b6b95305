// When a webhook is tried again: at 0, 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h after the previous
// attempt, each step up to a fifth longer or shorter, so that a receiver that was down does not get everything at once.
// 2xx is success, 410 means that the receiver wants no more, and everything else is a failure, including redirects.

import { day, hour, later, minute, second } from '../base/clock.ts'

/** The delay after attempt n; there is none after the last. The first attempt is due when the event happens. */
const steps = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, day]
export const maxAttempts = 1 + steps.length

/** The failure of a webhook to an endpoint that was disabled or deleted since the event. */
export const endpointOff = 'endpoint_off'

const jitter = 0.2
const maxRetryAfterInSteps = 2 // a receiver may ask for more time, but not without a limit

export type AttemptOutcome =
  | { kind: 'answered'; status: number; retryAfterSeconds?: number }
  | { kind: 'failed'; failure: string }

export type Next = { status: 'delivered' | 'gone' | 'exhausted' } | { status: 'pending'; at: Date }

/** `attempts` includes the one that just ended; `random` returns numbers from 0 up to, but not including, 1. */
export function nextAttempt(attempts: number, outcome: AttemptOutcome, now: Date, random: () => number): Next {
  if (isSuccess(outcome)) return { status: 'delivered' }
  const isGone = outcome.kind === 'answered' ? outcome.status === 410 : outcome.failure === endpointOff
  if (isGone) return { status: 'gone' }
  const stepMs = steps[attempts - 1]
  if (stepMs === undefined) return { status: 'exhausted' }
  const jitteredMs = stepMs * (1 - jitter + 2 * jitter * random())
  const retryAfterMs = outcome.kind === 'answered' ? (outcome.retryAfterSeconds ?? 0) * second : 0
  return {
    status: 'pending',
    at: later(now, Math.max(jitteredMs, Math.min(retryAfterMs, stepMs * maxRetryAfterInSteps))),
  }
}

/** The stored part of a failed attempt; null when it succeeded. */
export function failureOf(outcome: AttemptOutcome): string | null {
  if (outcome.kind === 'failed') return outcome.failure
  return isSuccess(outcome) ? null : `http_${Math.floor(outcome.status / 100)}xx`
}

const isSuccess = (outcome: AttemptOutcome): boolean =>
  outcome.kind === 'answered' && outcome.status >= 200 && outcome.status < 300
