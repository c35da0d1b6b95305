// Sends due webhooks. A sweep claims as many webhooks as there is capacity for, and starts them. Each slot that
// becomes free is filled again at once, and results are recorded in groups. Delivery is at least once: if a worker dies
// between sending and recording, its lease ends and the webhook is sent again under the same id.

import { later, latest, minute, second } from '../base/clock.ts'
import { connectionsPerOrigin } from '../base/network/outbound.ts'
import type { Db } from '../db/db.ts'
import { type AttemptOptions, createAttempts } from './attempts.ts'
import { createInFlight, type InFlight } from './inFlight.ts'
import type { OutgoingWebhook } from './outbox.ts'
import { answerWithinMs } from './request.ts'
import { type KeysOf, signingKeys } from './signingKeys.ts'

const leaseMs = minute // three times as long as an attempt can take

const defaultLimits = {
  timeoutMs: answerWithinMs,
  /** Claimed and not yet recorded, so also the maximum of attempts in flight. */
  maxInFlight: 2048,
  /** While bodies of this total size wait for answers or to be sent, nothing more is claimed. */
  maxWaitingBytes: 64 * 1024 * 1024,
  /** A claim of fewer webhooks costs more than it gains with a large backlog. */
  minClaims: 256,
  maxAtAnOrigin: connectionsPerOrigin.deliveries,
  /** A quarter of `maxInFlight`. The rest is for receivers that answer, and for the first attempt to each new one. */
  maxUncertain: 512,
  /** How long a sweep that finds nothing to claim waits for the end of an attempt. */
  pollMs: second / 4,
  /** How long a stopping process waits for attempts in flight; the next process repeats longer attempts. */
  drainMs: 5 * second,
}

export type DelivererOptions<Key extends object, Row extends OutgoingWebhook> = AttemptOptions<Key, Row> & {
  db: Db
  unseal: (sealed: Buffer) => string
  /**
   * Waits for slow receivers instead of postponing their webhooks: with a manual clock, a webhook that is postponed by
   * a second would not be sent until somebody moves the clock.
   */
  patient?: boolean
  limits?: Partial<typeof defaultLimits>
  /**
   * Counts the wake-ups of the sweep. While webhooks are in flight, one that claimed less than it could claims again
   * only after a wake-up or `pollMs`. Absent: always.
   */
  requests?: () => number
}

export type Deliverer = {
  /** Returns how many webhooks it claimed or has in flight; 0 when nothing is due and everything is recorded. */
  sweep(now: Date): Promise<number>
  /** Claims nothing more, and resolves when what is in flight is recorded or after drainMs. */
  drain(): Promise<void>
}

export function createDeliverer<Key extends object, Row extends OutgoingWebhook>(
  options: DelivererOptions<Key, Row>,
): Deliverer {
  const { clock, patient = false } = options
  const limits = { ...defaultLimits, ...options.limits }
  const inFlight = createInFlight(limits, options.ms)
  let state: 'running' | 'draining' | 'drained' = 'running'
  const attempts = createAttempts(options, limits, { inFlight, isEnded: () => state === 'drained' })
  const claims = createClaims(options, { inFlight, pollMs: limits.pollMs, ...attempts })

  return {
    async sweep(at) {
      // A runner that keeps sweeping with an old time must still find webhooks that are due by now.
      const now = latest(at, clock())
      attempts.resume()
      if (!patient) await attempts.postponeSlow(now)
      if (state === 'running') {
        const claimed = await claims.claim(now)
        if (state !== 'running') await attempts.giveBackWaiting()
        if (claimed > 0) return claimed
      }
      if (inFlight.size() === 0) return 0
      await inFlight.change(limits.pollMs)
      return Math.max(inFlight.size(), 1)
    },

    async drain() {
      state = 'draining'
      await attempts.giveBackWaiting()
      const endMs = performance.now() + limits.drainMs
      while (inFlight.size() > 0 && performance.now() < endMs) await inFlight.change(endMs - performance.now())
      state = 'drained'
    },
  }
}

type Claiming<Row> = {
  inFlight: InFlight
  pollMs: number
  capacity: () => number
  resume: () => void
  enqueue: (row: Row, now: Date, keys: ReturnType<KeysOf>) => void
}

/** Claims due webhooks while there is capacity, and enqueues them with the keys that sign them. */
function createClaims<Key extends object, Row extends OutgoingWebhook>(
  { outbox, db, unseal, requests, crash = () => {} }: DelivererOptions<Key, Row>,
  { inFlight, pollMs, capacity: capacityNow, resume, enqueue }: Claiming<Row>,
) {
  const readKeys = signingKeys(db, unseal)
  /** The last claim, if it found less than it could. */
  let allClaimed: { requests: number | undefined; untilMs: number } | null = null

  /** Whether the last claim found less than it could, and nothing has woken this process since. */
  const isAllClaimed = () =>
    allClaimed !== null &&
    inFlight.size() > 0 &&
    allClaimed.requests === requests?.() &&
    performance.now() < allClaimed.untilMs

  async function claimUpTo(max: number, now: Date): Promise<number> {
    inFlight.reserve(max) // before the first await, so that two simultaneous sweeps together stay within the bound
    let started = 0
    try {
      const rows = await outbox.claim({ now, leaseUntil: later(now, leaseMs), max })
      const keysOf = await keysFor(rows, now)
      started = rows.length
      if (started > 0) crash('webhook:claimed')
      resume() // webhooks that waited while these were claimed come first
      for (const row of rows) enqueue(row, now, keysOf(row))
    } finally {
      inFlight.unreserve(max - started)
    }
    return started
  }

  async function keysFor(rows: Row[], now: Date): Promise<KeysOf> {
    if (rows.length === 0) return () => []
    try {
      return await readKeys(rows, now)
    } catch (error) {
      // Nothing was sent. If the webhooks cannot be given back either, their leases end.
      const unsent = rows.map(row => ({ key: outbox.keyOf(row), attempt: row.attempt, until: now }))
      await outbox.giveBack(unsent).catch(() => {})
      throw error
    }
  }

  return {
    /** Returns how many it claimed. */
    async claim(now: Date): Promise<number> {
      const capacity = capacityNow()
      if (capacity === 0 || isAllClaimed()) return 0
      const before = { requests: requests?.(), untilMs: performance.now() + pollMs }
      const claimed = await claimUpTo(capacity, now)
      allClaimed = requests !== undefined && claimed < capacity ? before : null
      return claimed
    },
  }
}
