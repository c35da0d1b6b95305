// Sends the webhooks that are due. A sweep claims as many as there is room for and starts them; each slot that becomes
// free is filled again at once, and results are recorded in groups. Delivery is at least once: if a worker dies between
// sending and recording, its lease ends and the webhook is sent again under the same id.

import type { KeyObject } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import { type Clock, later, latest, minute, second } from '../base/clock.ts'
import type { Crash } from '../base/crash.ts'
import { grouped } from '../base/group.ts'
import { type Log, loggableUrl } from '../base/log.ts'
import { connectionsPerOrigin, type Outbound, type OutboundOutcome } from '../base/outbound.ts'
import { createSignal } from '../base/signal.ts'
import type { Db } from '../db/db.ts'
import { type KeysOf, signingKeys } from './keys.ts'
import { createLanes, type Pace } from './lanes.ts'
import type { AttemptResult, Outbox, Outgoing } from './outbox.ts'
import { answerWithinMs, webhookRequest } from './request.ts'
import { failureOf, type Next, nextAttempt } from './retry.ts'

const leaseMs = minute // three times as long as an attempt can take
const mostClaimedAtOnce = 500
const mostRecordedAtOnce = 500
const addressesRemembered = 1000 // most accounts have one, and use it for every order

// Under load a result waits a moment for others. Nobody waits for it, and its slot is already free; recording tens at a
// time halves the cost for the database.
const lingerMs = 15
const busyFrom = 64

const usual = {
  timeoutMs: answerWithinMs,
  /** Claimed and not yet recorded, so also the most attempts in flight. */
  mostHeld: 2048,
  /** Of their bodies: where that many wait to be sent, nothing more is claimed. */
  mostHeldBytes: 64 * 1024 * 1024,
  /** While others are under way. With a large backlog, claiming fewer costs more than it gains. */
  leastClaimedAtOnce: 256,
  mostAtAnOrigin: connectionsPerOrigin.deliveries,
  /** How long a sweep that finds nothing to claim waits for one of those under way. */
  lookAgainMs: second / 4,
  /** How long a stopping process waits for attempts in flight; the next process repeats those that take longer. */
  drainMs: 5 * second,
}

/** Counts the outcome of each attempt; `pending` is tried again. */
export type AttemptCount = (outcome: Next['status']) => void

export type DelivererOptions<Key extends object, Row extends Outgoing> = {
  /** Where the webhooks are stored: those of orders, or the others. */
  outbox: Outbox<Key, Row>
  db: Db
  clock: Clock
  outbound: Pick<Outbound, 'post'>
  unseal: (sealed: Buffer) => string
  random: () => number
  log: Log
  /**
   * Waits for slow receivers instead of postponing their webhooks: with a manual clock, what is postponed by a second
   * would not be sent until somebody moves the clock.
   */
  patient?: boolean
  limits?: Partial<typeof usual>
  crash?: Crash
  count?: AttemptCount
}

export type Deliverer = {
  /** Returns how many it claimed or has under way; 0 when nothing is due and everything is recorded. */
  sweep(now: Date): Promise<number>
  /** Claims nothing more, and resolves when what is in flight is recorded or after drainMs. */
  drain(): Promise<void>
}

type Address = { origin: string; loggable: string }
/** What is kept of a webhook until its result is recorded, without the order from which its body was made. */
type Sending<Key> = Pick<Outgoing, 'attempt' | 'trigger' | 'url' | 'eventId' | 'kind'> & { key: Key }
type Job<Key> = { row: Sending<Key>; lane: string; body: Buffer; keys: KeyObject[] }

export function createDeliverer<Key extends object, Row extends Outgoing>(
  options: DelivererOptions<Key, Row>,
): Deliverer {
  const { outbox, db, clock, outbound, unseal, random, log, patient = false, crash = () => {} } = options
  const { count = () => {} } = options
  const { timeoutMs, mostHeld, mostHeldBytes, leastClaimedAtOnce, mostAtAnOrigin, lookAgainMs, drainMs } = {
    ...usual,
    ...options.limits,
  }

  const quiet = (log as Partial<Logger>).isLevelEnabled?.('info') === false // then lines are not even built
  const keysOf = signingKeys(db, unseal)
  const lanes = createLanes<Job<Key>>({ start: attempt, ms: () => performance.now(), mostAtAnOrigin })
  const record = grouped(async (results: AttemptResult<Key>[]) => {
    await outbox.record(results)
    return results
  }, mostRecordedAtOnce)

  const addresses = new LRUCache<string, Address>({ max: addressesRemembered })
  const addressOf = (url: string): Address => {
    let address = addresses.get(url)
    if (address === undefined) {
      address = { origin: URL.parse(url)?.origin ?? url, loggable: loggableUrl(url) }
      addresses.set(url, address)
    }
    return address
  }

  let held = 0
  let heldBytes = 0
  let draining = false
  let abandoned = false
  const changed = createSignal()

  async function sweep(at: Date): Promise<number> {
    // A runner that keeps sweeping with the time at which it began must still find what became due since.
    const now = latest(at, clock())
    await putOffSlow(now)
    const room = Math.min(mostHeld - held, mostClaimedAtOnce)
    if (!draining && heldBytes < mostHeldBytes && room >= Math.min(leastClaimedAtOnce, mostHeld)) {
      const claimed = await claim(now, room)
      if (claimed > 0) return claimed
    }
    if (held === 0) return 0
    await changed.wait(lookAgainMs)
    return Math.max(held, 1)
  }

  async function claim(now: Date, most: number): Promise<number> {
    held += most // before the first await, so that two simultaneous sweeps together stay within the bound
    let begun = 0
    try {
      const rows = await outbox.claim({ now, leaseUntil: later(now, leaseMs), most })
      const keys = await keysFor(rows, now)
      begun = rows.length
      if (begun > 0) crash('webhook:claimed')
      begin(rows, now, keys)
    } finally {
      held -= most - begun
    }
    if (draining) await handBack()
    return begun
  }

  async function keysFor(rows: Row[], now: Date): Promise<KeysOf> {
    if (rows.length === 0) return () => []
    try {
      return await keysOf(rows, now)
    } catch (error) {
      // Nothing of it was sent. When it cannot be given back either, its lease ends.
      const unsent = rows.map(row => ({ key: outbox.keyOf(row), attempt: row.attempt, until: now }))
      await outbox.giveBack(unsent).catch(() => {})
      throw error
    }
  }

  function begin(rows: Row[], now: Date, keysOf: KeysOf) {
    let bodies: string[]
    try {
      bodies = outbox.bodiesOf(rows)
    } catch (error) {
      // One row that cannot be rendered must not stop the others: halve until it is alone.
      const half = rows.length >> 1
      if (half > 0) for (const part of [rows.slice(0, half), rows.slice(half)]) begin(part, now, keysOf)
      else {
        const row = sendingOf(rows[0]!)
        log.error({ err: error, ...named(row) }, 'webhook cannot be rendered')
        void finish(row, now, { kind: 'failed', failure: 'not_made' }, 0)
      }
      return
    }
    rows.forEach((row, i) => {
      // Accounts may share an origin, such as a webhook relay, but must not share its delays.
      const { origin } = addressOf(row.url)
      const lane = `${row.accountId} ${origin}`
      // The bytes are made once, for both the signature and the socket.
      const body = Buffer.from(bodies[i]!)
      heldBytes += body.length
      lanes.add(lane, origin, { row: sendingOf(row), lane, body, keys: keysOf(row) })
    })
  }

  function attempt(job: Job<Key>) {
    const { row, body, keys } = job
    const at = clock()
    const startedMs = performance.now()
    const ended = (outcome: Outcome) => {
      heldBytes -= body.length
      lanes.done(job.lane, job, paceOf(outcome))
      return finish(row, at, outcome, performance.now() - startedMs)
    }
    if (keys.length === 0) {
      log.error(named(row), 'account has no webhook secret')
      // Not at once: the lane is being filled at this moment.
      queueMicrotask(() => ended({ kind: 'failed', failure: 'no_secret' }))
      return
    }
    outbound.post(row.url, webhookRequest({ id: row.eventId, at, body, keys }, timeoutMs)).then(ended)
  }

  async function finish(row: Sending<Key>, at: Date, outcome: Outcome, durationMs: number) {
    if (abandoned) return
    crash('webhook:sent')
    const endedAt = clock()
    const next = nextAttempt(row.attempt, outcome, endedAt, random)
    count(next.status)
    const result: AttemptResult<Key> = {
      key: row.key,
      attempt: row.attempt,
      trigger: row.trigger,
      at,
      durationMs,
      responseStatus: outcome.kind === 'answered' ? outcome.status : null,
      responseBody: outcome.kind === 'answered' ? outcome.body : null,
      failure: failureOf(outcome),
      next,
      endedAt,
    }
    if (!quiet) log.info(lineOf(row, result, addressOf(row.url).loggable), 'webhook attempt')
    try {
      if (held > busyFrom) await linger()
      await record(result)
    } catch (error) {
      // Its lease will end, and it is sent again.
      log.warn({ err: error, ...named(row) }, 'webhook attempt not recorded')
    }
    held--
    changed.ring()
  }

  let lingering: Promise<void> | null = null
  function linger(): Promise<void> {
    lingering ??= delay(lingerMs).then(() => {
      lingering = null
    })
    return lingering
  }

  const sendingOf = (row: Row): Sending<Key> => {
    const { attempt, trigger, url, eventId, kind } = row
    return { key: outbox.keyOf(row), attempt, trigger, url, eventId, kind }
  }

  const letGo = ({ row: { key, attempt }, body }: Job<Key>, until: Date) => {
    heldBytes -= body.length
    return { key, attempt, until }
  }

  async function putOffSlow(now: Date) {
    if (patient) return
    await unclaim(lanes.putOff(random).map(({ job, delayMs }) => letGo(job, later(now, delayMs))))
  }

  async function handBack() {
    const now = clock()
    await unclaim(lanes.clear().map(job => letGo(job, now)))
  }

  async function unclaim(rows: Parameters<typeof outbox.giveBack>[0]) {
    if (rows.length === 0) return
    try {
      await outbox.giveBack(rows)
    } finally {
      held -= rows.length
      changed.ring()
    }
  }

  return {
    sweep,
    async drain() {
      draining = true
      await handBack()
      const lastMs = performance.now() + drainMs
      while (held > 0 && performance.now() < lastMs) await changed.wait(lastMs - performance.now())
      abandoned = true
    },
  }
}

type Outcome = OutboundOutcome | { kind: 'failed'; failure: 'not_made' | 'no_secret' }

function paceOf(outcome: Outcome): Pace {
  if (outcome.kind === 'failed') return outcome.failure === 'timeout' ? 'silent' : 'refused'
  return [429, 502, 503, 504].includes(outcome.status) ? 'overloaded' : 'answered'
}

/** Identifies the webhook in the log. */
const named = ({ key }: { key: object }): object => key

const lineOf = <Key extends object>(
  row: Sending<Key>,
  { durationMs, responseStatus, failure, next }: AttemptResult<Key>,
  url: string,
) => ({
  ...named(row),
  eventId: row.eventId,
  kind: row.kind,
  attempt: row.attempt,
  trigger: row.trigger,
  url,
  responseStatus,
  failure,
  durationMs: Math.round(durationMs),
  outcome: next.status,
  nextAttemptAt: next.status === 'pending' ? next.at : null,
})
