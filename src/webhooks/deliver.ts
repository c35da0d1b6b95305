// Sends due webhooks. A sweep claims as many webhooks as there is capacity for, and starts them. Each slot that
// becomes free is filled again at once, and results are recorded in groups. Delivery is at least once: if a worker dies
// between sending and recording, its lease ends and the webhook is sent again under the same id.

import type { KeyObject } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import { type Clock, later, latest, minute, second } from '../base/clock.ts'
import { type Log, loggableUrl } from '../base/log.ts'
import { connectionsPerOrigin, type Outbound, type OutboundOutcome } from '../base/network/outbound.ts'
import type { Crash } from '../base/running/crash.ts'
import { groupCalls } from '../base/running/groupCalls.ts'
import { createSignal } from '../base/running/signal.ts'
import type { Db } from '../db/db.ts'
import { createFairLanes, type Pace } from './fairLanes.ts'
import type { AttemptResult, Outbox, OutgoingWebhook } from './outbox.ts'
import { answerWithinMs, webhookRequest } from './request.ts'
import { endpointOff, failureOf, type Next, nextAttempt } from './retry.ts'
import { type KeysOf, signingKeys } from './signingKeys.ts'

const leaseMs = minute // three times as long as an attempt can take
const maxClaims = 500
const maxRecords = 500
const maxCachedAddresses = 1000 // most accounts have one address, and use it for every order

// Under load a result waits a moment for more results. Its slot is already free, and recording tens at a time halves
// the cost for the database.
const lingerMs = 15
const busyFrom = 64

const defaultLimits = {
  timeoutMs: answerWithinMs,
  /** Claimed and not yet recorded, so also the maximum of attempts in flight. */
  maxInFlight: 2048,
  /** While bodies of this total size wait to be sent, nothing more is claimed. */
  maxWaitingBytes: 64 * 1024 * 1024,
  /** A claim of fewer webhooks costs more than it gains with a large backlog. */
  minClaims: 256,
  maxAtAnOrigin: connectionsPerOrigin.deliveries,
  /** How long a sweep that finds nothing to claim waits for the end of an attempt. */
  pollMs: second / 4,
  /** How long a stopping process waits for attempts in flight; the next process repeats longer attempts. */
  drainMs: 5 * second,
}

/** Counts the outcome of each attempt; `pending` is tried again. */
export type AttemptCount = (outcome: Next['status']) => void

export type DelivererOptions<Key extends object, Row extends OutgoingWebhook> = {
  /** Where the webhooks are stored: deliveries or notices. */
  outbox: Outbox<Key, Row>
  db: Db
  clock: Clock
  outbound: Pick<Outbound, 'post'>
  unseal: (sealed: Buffer) => string
  random: () => number
  log: Log
  /**
   * Waits for slow receivers instead of postponing their webhooks: with a manual clock, a webhook that is postponed by
   * a second would not be sent until somebody moves the clock.
   */
  patient?: boolean
  limits?: Partial<typeof defaultLimits>
  crash?: Crash
  count?: AttemptCount
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

type Address = { origin: string; loggable: string }
/** The part of a webhook that stays in memory until its result is recorded, without the order. */
type Sending<Key> = Pick<OutgoingWebhook, 'attempt' | 'made' | 'trigger' | 'url' | 'eventId' | 'kind'> & { key: Key }
type Job<Key> = { webhook: Sending<Key>; lane: string; body: Buffer; keys: KeyObject[] }

export function createDeliverer<Key extends object, Row extends OutgoingWebhook>(
  options: DelivererOptions<Key, Row>,
): Deliverer {
  const { outbox, db, clock, outbound, unseal, random, log, patient = false, crash = () => {} } = options
  const { count = () => {}, requests } = options
  const limits = { ...defaultLimits, ...options.limits }

  const isQuiet = (log as Partial<Logger>).isLevelEnabled?.('info') === false // then lines are not even built
  const readKeys = signingKeys(db, unseal)
  const addressOf = addressReader()
  const lanes = createFairLanes<Job<Key>>({
    start: attempt,
    ms: () => performance.now(),
    maxAtAnOrigin: limits.maxAtAnOrigin,
  })
  const inFlight = createInFlight(limits)
  const record = resultRecorder(outbox, () => inFlight.size() > busyFrom)
  let state: 'running' | 'draining' | 'drained' = 'running'
  /** The last claim, if it found less than it could. */
  let allClaimed: { requests: number | undefined; untilMs: number } | null = null

  async function sweep(at: Date): Promise<number> {
    // A runner that keeps sweeping with an old time must still find webhooks that are due by now.
    const now = latest(at, clock())
    lanes.resume()
    if (!patient) await postponeSlow(now)
    const capacity = state === 'running' ? inFlight.capacity() : 0
    if (capacity > 0 && !isAllClaimed()) {
      const before = { requests: requests?.(), untilMs: performance.now() + limits.pollMs }
      const claimed = await claim(now, capacity)
      allClaimed = requests !== undefined && claimed < capacity ? before : null
      if (claimed > 0) return claimed
    }
    if (inFlight.size() === 0) return 0
    await inFlight.change(limits.pollMs)
    return Math.max(inFlight.size(), 1)
  }

  /** Whether the last claim found less than it could, and nothing has woken this process since. */
  const isAllClaimed = () =>
    allClaimed !== null &&
    inFlight.size() > 0 &&
    allClaimed.requests === requests?.() &&
    performance.now() < allClaimed.untilMs

  async function claim(now: Date, max: number): Promise<number> {
    inFlight.reserve(max) // before the first await, so that two simultaneous sweeps together stay within the bound
    let started = 0
    try {
      const rows = await outbox.claim({ now, leaseUntil: later(now, leaseMs), max })
      const keysOf = await keysFor(rows, now)
      started = rows.length
      if (started > 0) crash('webhook:claimed')
      for (const row of rows) enqueue(row, now, keysOf(row))
    } finally {
      inFlight.unreserve(max - started)
    }
    if (state !== 'running') await giveBackWaiting()
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

  function enqueue(row: Row, now: Date, keys: KeyObject[]) {
    const { attempt, made, trigger, url, eventId, kind } = row
    const webhook = { key: outbox.keyOf(row), attempt, made, trigger, url, eventId, kind }
    if (url === '') return void finish(webhook, now, { kind: 'failed', failure: endpointOff }, 0)
    let body: Buffer
    try {
      body = Buffer.from(outbox.bodyOf(row)) // once, for both the signature and the socket
    } catch (error) {
      log.error({ err: error, ...logKey(webhook) }, 'webhook cannot be rendered')
      void finish(webhook, now, { kind: 'failed', failure: 'not_made' }, 0)
      return
    }
    // Accounts may share an origin, such as a webhook relay. Neither accounts nor the addresses of one account may
    // share its delays.
    const { origin } = addressOf(url)
    const lane = `${row.accountId} ${origin}`
    inFlight.addBytes(body.length)
    lanes.add(lane, { origin, address: url }, { webhook, lane, body, keys })
  }

  function attempt(job: Job<Key>) {
    const { webhook, body, keys } = job
    const at = clock()
    const startedMs = performance.now()
    const end = (outcome: Outcome) => {
      inFlight.addBytes(-body.length)
      lanes.done(job.lane, job, paceOf(outcome))
      return finish(webhook, at, outcome, performance.now() - startedMs)
    }
    if (keys.length === 0) {
      log.error(logKey(webhook), 'account has no webhook secret')
      // Not synchronously: the lane is being filled at this moment.
      queueMicrotask(() => end({ kind: 'failed', failure: 'no_secret' }))
      return
    }
    outbound.post(webhook.url, webhookRequest({ id: webhook.eventId, at, body, keys }, limits.timeoutMs)).then(end)
  }

  async function finish(webhook: Sending<Key>, at: Date, outcome: Outcome, durationMs: number) {
    if (state === 'drained') return
    crash('webhook:sent')
    const endedAt = clock()
    const next = nextAttempt(webhook.made, outcome, endedAt, random)
    count(next.status)
    const { key, attempt, trigger } = webhook
    const response =
      outcome.kind === 'answered'
        ? { responseStatus: outcome.status, responseBody: outcome.body }
        : { responseStatus: null, responseBody: null }
    const result = { key, attempt, trigger, at, durationMs, ...response, failure: failureOf(outcome), next, endedAt }
    if (!isQuiet) log.info(logLine(webhook, result, addressOf(webhook.url).loggable), 'webhook attempt')
    // A webhook without a record is sent again when its lease ends.
    await record(result).catch(error => log.warn({ err: error, ...logKey(webhook) }, 'webhook attempt not recorded'))
    inFlight.remove(1)
  }

  const postponeSlow = (now: Date) =>
    giveBack(lanes.removeSlow(random).map(({ job, delayMs }) => ({ job, until: later(now, delayMs) })))

  async function giveBackWaiting() {
    const now = clock()
    await giveBack(lanes.clear().map(job => ({ job, until: now })))
  }

  async function giveBack(jobs: { job: Job<Key>; until: Date }[]) {
    if (jobs.length === 0) return
    for (const { job } of jobs) inFlight.addBytes(-job.body.length)
    try {
      await outbox.giveBack(jobs.map(({ job: { webhook }, until }) => ({ ...webhook, until })))
    } finally {
      inFlight.remove(jobs.length)
    }
  }

  return {
    sweep,
    async drain() {
      state = 'draining'
      await giveBackWaiting()
      const endMs = performance.now() + limits.drainMs
      while (inFlight.size() > 0 && performance.now() < endMs) await inFlight.change(endMs - performance.now())
      state = 'drained'
    },
  }
}

/** Counts the webhooks that are claimed and neither recorded nor given back, and the bytes that wait to be sent. */
function createInFlight({ maxInFlight, maxWaitingBytes, minClaims }: typeof defaultLimits) {
  let webhooks = 0
  let bytes = 0
  const changed = createSignal()
  return {
    size: () => webhooks,
    /** How many webhooks may be claimed now; 0 while a claim would be too small. */
    capacity(): number {
      const free = Math.min(maxInFlight - webhooks, maxClaims)
      return bytes < maxWaitingBytes && free >= Math.min(minClaims, maxInFlight) ? free : 0
    },
    /** Counts a claim of at most `max` webhooks before it is known how many are due. */
    reserve(max: number) {
      webhooks += max
    },
    /** Takes back what a claim did not find. */
    unreserve(unused: number) {
      webhooks -= unused
      if (webhooks === 0) changed.ring() // `drain` may wait for this claim alone
    },
    remove(ended: number) {
      webhooks -= ended
      changed.ring()
    },
    addBytes(more: number) {
      bytes += more
    },
    /** Resolves at the next `remove`, when nothing is left, or after `maxMs`. */
    change: changed.wait,
  }
}

/** Records results in groups. Under load a result waits a moment for more. */
function resultRecorder<Key, Row extends OutgoingWebhook>(outbox: Outbox<Key, Row>, isBusy: () => boolean) {
  const record = groupCalls(async (results: AttemptResult<Key>[]) => {
    await outbox.record(results)
    return results
  }, maxRecords)
  let linger: Promise<void> | null = null
  return async (result: AttemptResult<Key>): Promise<void> => {
    if (isBusy()) {
      linger ??= delay(lingerMs).then(() => {
        linger = null
      })
      await linger
    }
    await record(result)
  }
}

function addressReader(): (url: string) => Address {
  const addresses = new LRUCache<string, Address>({ max: maxCachedAddresses })
  return url => {
    let address = addresses.get(url)
    if (address === undefined) {
      address = { origin: URL.parse(url)?.origin ?? url, loggable: loggableUrl(url) }
      addresses.set(url, address)
    }
    return address
  }
}

type Outcome = OutboundOutcome | { kind: 'failed'; failure: 'not_made' | 'no_secret' | typeof endpointOff }

function paceOf(outcome: Outcome): Pace {
  if (outcome.kind === 'failed') return outcome.failure === 'timeout' ? 'silent' : 'refused'
  return [429, 502, 503, 504].includes(outcome.status) ? 'overloaded' : 'answered'
}

/** Identifies the webhook in the log. */
const logKey = ({ key }: { key: object }): object => key

const logLine = <Key extends object>(
  webhook: Sending<Key>,
  { durationMs, responseStatus, failure, next }: AttemptResult<Key>,
  url: string,
) => ({
  ...logKey(webhook),
  eventId: webhook.eventId,
  kind: webhook.kind,
  attempt: webhook.attempt,
  trigger: webhook.trigger,
  url,
  responseStatus,
  failure,
  durationMs: Math.round(durationMs),
  outcome: next.status,
  nextAttemptAt: next.status === 'pending' ? next.at : null,
})
