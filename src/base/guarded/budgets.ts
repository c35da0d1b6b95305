// Short tasks run one at a time, so a caller who sends nothing but expensive ones would have the place for itself. Each
// caller has a budget of processor time, which a task is charged to after it has run.

import { TooMany } from '../refusal.ts'
import { type Buckets, tokenBuckets } from '../running/tokenBuckets.ts'

/** Of the services in this process; tests run several. The limit of the newest counts. */
const limits = new Set<Buckets>()
const minuteSeconds = 60

/** Lets each caller use as many seconds of processor time a minute. The answer ends the limit. */
export function limitShortTasks(secondsPerMinute: number, elapsedMs?: () => number): () => void {
  const milliseconds = { perSecond: (secondsPerMinute * 1000) / minuteSeconds, burst: secondsPerMinute * 1000 }
  const buckets = tokenBuckets(milliseconds, elapsedMs)
  limits.add(buckets)
  return () => limits.delete(buckets)
}

/** Refuses with `too_many_requests` while the caller has used up its budget. */
export function requireBudget(caller: string): void {
  const buckets = [...limits].at(-1)
  const left = buckets?.peek(caller) ?? 0
  if (buckets === undefined || left >= 0) return
  const [seconds, waitSeconds] = [buckets.rate.burst / 1000, Math.ceil(-left / 1000)]
  throw new TooMany(
    `Your templates, pictures and spreadsheets have taken ${seconds} seconds of processor time within a minute: try again in ${waitSeconds} s.`,
    { limit: seconds, retryAfterSeconds: waitSeconds },
  )
}

export const chargeBudget = (caller: string, cpuMs: number): void => [...limits].at(-1)?.charge(caller, cpuMs)
