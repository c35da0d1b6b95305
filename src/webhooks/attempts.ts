// The attempts of claimed webhooks: each waits in the lane of its account and origin, is signed and sent, and its
// outcome is recorded. Webhooks that wait for slow addresses, or for a process that stops, are given back.

import type { KeyObject } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import { type Clock, later } from '../base/clock.ts'
import { type Log, loggableUrl } from '../base/log.ts'
import type { Outbound, OutboundOutcome } from '../base/network/outbound.ts'
import type { Crash } from '../base/running/crash.ts'
import { groupCalls } from '../base/running/groupCalls.ts'
import { isolateAnswers } from '../jobs/isolateFailures.ts'
import { createFairLanes, type Pace } from './fairLanes.ts'
import type { InFlight } from './inFlight.ts'
import type { AttemptResult, Outbox, OutgoingWebhook } from './outbox.ts'
import { webhookRequest } from './request.ts'
import { endpointOff, failureOf, type Next, nextAttempt } from './retry.ts'

const maxRecords = 500
const maxCachedAddresses = 1000 // most accounts have one address, and use it for every order

// Under load a result waits a moment for more results. Its slot is already free, and recording tens at a time halves
// the cost for the database.
const lingerMs = 15
const busyFrom = 64

/** Counts the outcome of each attempt; `pending` is tried again. */
export type AttemptCount = (outcome: Next['status']) => void

export type AttemptOptions<Key extends object, Row extends OutgoingWebhook> = {
  /** Where the webhooks are stored: deliveries or notices. */
  outbox: Outbox<Key, Row>
  clock: Clock
  /** A monotonic clock. */
  ms?: () => number
  outbound: Pick<Outbound, 'post'>
  random: () => number
  log: Log
  crash?: Crash
  count?: AttemptCount
}

type Address = { origin: string; loggable: string }
/** The part of a webhook that stays in memory until its result is recorded, without the order. */
type Sending<Key> = Pick<OutgoingWebhook, 'attempt' | 'made' | 'trigger' | 'url' | 'eventId' | 'kind'> & { key: Key }
type Job<Key> = { webhook: Sending<Key>; lane: string; body: Buffer; keys: KeyObject[] }

type Limits = { timeoutMs: number; maxAtAnOrigin: number; maxUncertain: number; maxWaitingBytes: number }

/** `isEnded`: outcomes are no longer recorded. */
export function createAttempts<Key extends object, Row extends OutgoingWebhook>(
  options: AttemptOptions<Key, Row>,
  { timeoutMs, maxAtAnOrigin, maxUncertain, maxWaitingBytes }: Limits,
  { inFlight, isEnded }: { inFlight: InFlight; isEnded: () => boolean },
) {
  const { outbox, clock, ms = () => performance.now(), outbound, random, log } = options
  const addressOf = addressReader()
  const lanes = createFairLanes<Job<Key>>({
    start: attempt,
    bytesOf: ({ body }) => body.length,
    ms,
    maxAtAnOrigin,
    maxUncertain,
    maxBytes: maxWaitingBytes,
  })
  const finish = attemptFinisher(options, { inFlight, isEnded, addressOf })

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
    outbound.post(webhook.url, webhookRequest({ id: webhook.eventId, at, body, keys }, timeoutMs)).then(end)
  }

  /** How many webhooks may be claimed now. */
  const capacity = () => inFlight.capacity(lanes.countWaiting())

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
    /** Starts webhooks that waited for attempts which hang by now. */
    resume: lanes.resume,

    enqueue(row: Row, now: Date, keys: KeyObject[]) {
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
    },

    capacity,

    postponeSlow: (now: Date) =>
      giveBack(
        lanes
          .removeSlow(random, { isFull: capacity() === 0 })
          .map(({ job, delayMs }) => ({ job, until: later(now, delayMs) })),
      ),

    async giveBackWaiting() {
      const now = clock()
      await giveBack(lanes.clear().map(job => ({ job, until: now })))
    },
  }
}

type Finishing = { inFlight: InFlight; isEnded: () => boolean; addressOf: (url: string) => Address }

/** Records the outcome of an attempt, and then counts the webhook no longer. */
function attemptFinisher<Key extends object, Row extends OutgoingWebhook>(
  { outbox, clock, random, log, crash = () => {}, count = () => {} }: AttemptOptions<Key, Row>,
  { inFlight, isEnded, addressOf }: Finishing,
) {
  const isQuiet = (log as Partial<Logger>).isLevelEnabled?.('info') === false // then lines are not even built
  const record = resultRecorder(outbox, () => inFlight.size() > busyFrom)
  return async (webhook: Sending<Key>, at: Date, outcome: Outcome, durationMs: number): Promise<void> => {
    if (isEnded()) return
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
    inFlight.end()
  }
}

/** Records results in groups. Under load a result waits a moment for more. */
function resultRecorder<Key, Row extends OutgoingWebhook>(outbox: Outbox<Key, Row>, isBusy: () => boolean) {
  const record = groupCalls(
    isolateAnswers(async (results: AttemptResult<Key>[]) => {
      await outbox.record(results)
      return results
    }),
    maxRecords,
  )
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
