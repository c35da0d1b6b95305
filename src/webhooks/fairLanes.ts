// A slow receiver delays no other receiver. Each account has a lane for each origin, with a number of attempts in
// flight that grows with each prompt answer and falls when no answer comes. Lanes to the same origin share its
// connections in turn: an attempt, and its time-out, begins when it gets a connection. The addresses in a lane take
// turns too. A call that hangs costs its own address only: after a second, an attempt leaves its slot to other
// addresses and keeps nothing but its connection, of which one lane may hold a third. An address whose last attempt
// timed out has a single attempt at a time, outside the slots. Webhooks that wait for slow addresses do not stay in
// memory: they go back to the database and are sent later. A lane without an answer in the last second may hang, so all
// such lanes together have a limit of attempts, and their webhooks go back earlier when the process can claim no more.
// Large webhooks also have a limit of bytes, in such lanes together and at each origin, because one may hang after an
// answer: otherwise a few of them would fill the memory that all webhooks have.

import { minute, second } from '../base/clock.ts'

const initialCap = 4
const maxPromptCap = 64
const maxSlowCap = 16 // when answers come, but not within promptMs
const promptMs = second
const slowAfterMs = second // an address whose attempt or webhook has waited this long is slow
const slowWhenFullAfterMs = second / 4 // longer than an answer takes from nearly every receiver
const recentMs = second
const maxIdleLanes = 5000
const maxSilentAddresses = 50 // of a lane; an address may be 2 kB, and each order may have its own
const hangingShare = 1 / 3 // of the connections to an origin, for what hangs in one lane
/** Of the bytes that webhooks may take in memory, for large ones to an origin, and for those in lanes that may hang. */
const largeShare = 1 / 4
/** Of the attempts in lanes that may hang, as many webhooks wait in memory for their turn, for as long as one takes. */
const turnsShare = 1 / 8
const maxTurnMs = 20 * second

// A postponed backlog comes back spread over time, about a hundred a second however long it is.
const minDelayMs = second / 2
const spreadPerWebhookMs = 10
const minSpreadMs = 2 * second
const maxSpreadMs = 5 * minute

/** `queue` has the lanes that wait for a connection to the origin. */
type Origin<Job> = { name: string; lanes: number; running: number; largeBytes: number; queue: Lane<Job>[] }

type Lane<Job> = {
  origin: Origin<Job>
  /** Whether it is in the queue of its origin. */
  queued: boolean
  cap: number
  running: Map<Job, Running>
  /** By address; the first address is next. */
  waiting: Map<string, Waiting<Job>[]>
  /** The addresses whose last attempt timed out, with the number of their webhooks that were postponed since. */
  silent: Map<string, number>
  answeredAt: number
  /** When it last answered within a second. */
  answeredPromptlyAt: number
  /** When its last attempt began. */
  beganAt: number
  /** How many webhooks to other addresses were postponed. */
  postponed: number
}

type Waiting<Job> = { job: Job; since: number }

type Running = {
  address: string
  since: number
  /** Whether it began without a recent answer in its lane. */
  isUncertain: boolean
}

/** The outcome of an attempt, as far as lanes need it. */
export type Pace = 'answered' | 'overloaded' | 'refused' | 'silent'

type Lanes<Job> = {
  /** Called when a job may run; it must call `done` once when the job has ended, and not before `start` returns. */
  start: (job: Job) => void
  bytesOf: (job: Job) => number
  /** A monotonic clock. */
  ms: () => number
  /** The number of connections to one origin. */
  maxAtAnOrigin: number
  /** With this many attempts in lanes without a recent answer, another such lane begins one; with three times, none. */
  maxUncertain: number
  /** Of all webhooks in memory. */
  maxBytes: number
}

export function createFairLanes<Job>({ start, bytesOf, ms, maxAtAnOrigin, maxUncertain, maxBytes }: Lanes<Job>) {
  const lanes = new Map<string, Lane<Job>>()
  const origins = new Map<string, Origin<Job>>()
  let uncertain = 0
  let uncertainLargeBytes = 0
  const maxLargeBytes = maxBytes * largeShare
  const maxSmallBytes = maxLargeBytes / maxUncertain // the number of smaller webhooks limits their bytes
  const maxUncertainWithFirst = 3 * maxUncertain
  const maxHanging = Math.max(1, Math.floor(maxAtAnOrigin * hangingShare))

  const originOf = (name: string): Origin<Job> => {
    let origin = origins.get(name)
    if (origin === undefined) {
      origin = { name, lanes: 0, running: 0, largeBytes: 0, queue: [] }
      origins.set(name, origin)
    }
    return origin
  }

  const laneOf = (name: string, originName: string): Lane<Job> => {
    let lane = lanes.get(name)
    if (lane === undefined) {
      const origin = originOf(originName)
      origin.lanes++
      lane = {
        origin,
        queued: false,
        cap: initialCap,
        running: new Map(),
        waiting: new Map(),
        silent: new Map(),
        answeredAt: -Infinity,
        answeredPromptlyAt: -Infinity,
        beganAt: -Infinity,
        postponed: 0,
      }
      lanes.set(name, lane)
    }
    return lane
  }

  const removeLane = (name: string, { origin }: Lane<Job>) => {
    lanes.delete(name)
    if (--origin.lanes === 0) origins.delete(origin.name)
  }

  const hasAnswered = (lane: Lane<Job>): boolean => ms() - lane.answeredPromptlyAt <= recentMs

  /** Whether no attempt runs, or only some that hang while other addresses answered. */
  const mayHaveFirst = ({ running, answeredAt }: Lane<Job>): boolean =>
    running.values().every(({ since }) => isTooLong(since) && since < answeredAt)

  const isTooLong = (since: number, maxMs = slowAfterMs): boolean => ms() - since > maxMs

  const isHanging = (lane: Lane<Job>, address: string, maxMs: number): boolean =>
    lane.running.values().some(attempt => attempt.address === address && isTooLong(attempt.since, maxMs))

  const isSlow = (lane: Lane<Job>, address: string, maxMs: number): boolean =>
    lane.silent.has(address) ||
    isTooLong(lane.waiting.get(address)![0]!.since, maxMs) ||
    isHanging(lane, address, maxMs)

  const largeBytesOf = (job: Job): number => (bytesOf(job) > maxSmallBytes ? bytesOf(job) : 0)

  const count = (job: Job, { origin }: Lane<Job>, { isUncertain }: Running, sign: 1 | -1) => {
    origin.running += sign
    origin.largeBytes += sign * largeBytesOf(job)
    if (!isUncertain) return
    uncertain += sign
    uncertainLargeBytes += sign * largeBytesOf(job)
  }

  const hasBytes = (lane: Lane<Job>, address: string): boolean =>
    largeBytesOf(lane.waiting.get(address)![0]!.job) === 0 ||
    (lane.origin.largeBytes < maxLargeBytes && (hasAnswered(lane) || uncertainLargeBytes < maxLargeBytes))

  /** The next address that may have one more attempt in flight. */
  const nextIn = (lane: Lane<Job>): string | undefined => {
    if (lane.waiting.size === 0) return undefined
    const { cap, running, silent } = lane
    if (uncertain >= maxUncertain && !hasAnswered(lane)) {
      if (uncertain >= maxUncertainWithFirst || !mayHaveFirst(lane)) return undefined
      return lane.waiting
        .keys()
        .find(address => !silent.has(address) && !isHanging(lane, address, slowAfterMs) && hasBytes(lane, address))
    }
    if (running.size < cap && silent.size === 0) return lane.waiting.keys().find(address => hasBytes(lane, address))
    const attempts = [...running.values()]
    const hanging = attempts.filter(({ address, since }) => silent.has(address) || isTooLong(since))
    if (hanging.length >= maxHanging) return undefined
    const hangingAddresses = new Set(hanging.map(({ address }) => address))
    return lane.waiting.keys().find(address => {
      if (!hasBytes(lane, address)) return false
      if (silent.has(address)) return !hangingAddresses.has(address)
      return (hangingAddresses.has(address) ? running.size : running.size - hanging.length) < cap
    })
  }

  const begin = (lane: Lane<Job>, address: string) => {
    const waitingJobs = lane.waiting.get(address)!
    const { job } = waitingJobs.shift()!
    lane.waiting.delete(address)
    if (waitingJobs.length > 0) lane.waiting.set(address, waitingJobs)
    const attempt = { address, since: ms(), isUncertain: !hasAnswered(lane) }
    count(job, lane, attempt, 1)
    lane.beganAt = attempt.since
    lane.running.set(job, attempt)
    start(job)
  }

  const join = (lane: Lane<Job>) => {
    lane.queued = true
    lane.origin.queue.push(lane)
  }

  const run = (lane: Lane<Job>) => {
    const { origin } = lane
    for (let address = nextIn(lane); address !== undefined; address = nextIn(lane)) {
      if (origin.running === maxAtAnOrigin) {
        if (!lane.queued) join(lane)
        return
      }
      begin(lane, address)
    }
  }

  /** Gives a free connection to the lane that has waited longest for one. */
  const passConnection = ({ queue }: Origin<Job>) => {
    for (let lane = queue.shift(); lane !== undefined; lane = queue.shift()) {
      lane.queued = false
      const address = nextIn(lane)
      if (address === undefined) continue
      begin(lane, address)
      if (nextIn(lane) !== undefined) join(lane)
      return
    }
  }

  /** If other addresses answered meanwhile, only this address is silent, and not the whole origin. */
  const markSilent = (lane: Lane<Job>, { address, since }: Running) => {
    if (lane.answeredAt < since) lane.cap = 1
    if (!lane.silent.has(address)) lane.silent.set(address, 0)
    if (lane.silent.size > maxSilentAddresses) lane.silent.delete(lane.silent.keys().next().value!)
  }

  /** The lane whose last attempt is longest ago is first. */
  const waitingLanes = (): Lane<Job>[] =>
    [...lanes.values().filter(lane => lane.waiting.size > 0)].sort((a, b) => a.beganAt - b.beganAt || 0)

  /**
   * The lanes that get the next attempts, while lanes that may hang have all of theirs. One of their webhooks stays:
   * such attempts end at the same moments, and a webhook that was postponed would miss them.
   */
  const nextInTurn = (): Set<Lane<Job>> => {
    if (uncertain < maxUncertain) return new Set()
    const idle = waitingLanes().filter(lane => lane.running.size === 0 && !hasAnswered(lane))
    return new Set(idle.slice(0, Math.ceil(maxUncertain * turnsShare)))
  }

  const waitsForTurn = ({ job, since }: Waiting<Job>): boolean =>
    !isTooLong(since, maxTurnMs) && largeBytesOf(job) === 0

  return {
    /** A lane always leads to the same origin. */
    add(name: string, { origin, address }: { origin: string; address: string }, job: Job) {
      const lane = laneOf(name, origin)
      const waitingJobs = lane.waiting.get(address)
      if (waitingJobs === undefined) lane.waiting.set(address, [{ job, since: ms() }])
      else waitingJobs.push({ job, since: ms() })
      run(lane)
    },

    done(name: string, job: Job, pace: Pace) {
      const lane = lanes.get(name)!
      const attempt = lane.running.get(job)!
      const tookMs = ms() - attempt.since
      const isTurnOfOthers = pace === 'silent' && uncertain >= maxUncertain
      lane.running.delete(job)
      count(job, lane, attempt, -1)
      if (pace === 'silent') markSilent(lane, attempt)
      else {
        lane.silent.delete(attempt.address)
        lane.answeredAt = ms()
        if (tookMs <= promptMs) lane.answeredPromptlyAt = ms()
      }
      if (pace === 'overloaded') lane.cap = Math.max(1, lane.cap >> 1)
      else if (pace === 'answered')
        lane.cap = Math.max(lane.cap, Math.min(lane.cap + 1, tookMs < promptMs ? maxPromptCap : maxSlowCap))
      passConnection(lane.origin)
      if (!isTurnOfOthers) run(lane)
      if (lane.waiting.size > 0) return
      if (pace !== 'silent') lane.postponed = 0
      if (lane.running.size === 0 && lanes.size > maxIdleLanes) removeLane(name, lane)
    },

    /**
     * Starts webhooks that waited for attempts which hang by now, or have ended. The lane whose last attempt is longest
     * ago is first: otherwise a receiver that has recovered would wait for as long as many others hang.
     */
    resume() {
      for (const lane of waitingLanes()) run(lane)
    },

    /** How many webhooks wait in lanes with a recent answer. */
    countWaiting(): number {
      let count = 0
      for (const lane of lanes.values())
        if (lane.waiting.size > 0 && hasAnswered(lane)) for (const jobs of lane.waiting.values()) count += jobs.length
      return count
    },

    /** Removes the webhooks that wait for slow addresses, each with the delay after which to send it. */
    removeSlow(random: () => number, { isFull }: { isFull: boolean }): { job: Job; delayMs: number }[] {
      const removed: { job: Job; delayMs: number }[] = []
      const inTurn = nextInTurn()
      for (const lane of lanes.values()) {
        const maxMs = isFull && !hasAnswered(lane) ? slowWhenFullAfterMs : slowAfterMs
        for (const [address, waitingJobs] of lane.waiting) {
          if (!isSlow(lane, address, maxMs)) continue
          const stays = waitsForTurn(waitingJobs[0]!) && inTurn.delete(lane) ? waitingJobs.splice(0, 1) : []
          const before = lane.silent.get(address)
          const postponed = (before ?? lane.postponed) + waitingJobs.length
          if (before === undefined) lane.postponed = postponed
          else lane.silent.set(address, postponed)
          const spreadMs = Math.min(Math.max(postponed * spreadPerWebhookMs, minSpreadMs), maxSpreadMs)
          for (const { job } of waitingJobs) removed.push({ job, delayMs: minDelayMs + random() * spreadMs })
          if (stays.length > 0) lane.waiting.set(address, stays)
          else lane.waiting.delete(address)
        }
      }
      return removed
    },

    /** Removes everything that is not running. */
    clear(): Job[] {
      const jobs = [...lanes.values()].flatMap(lane => [...lane.waiting.values()].flat().map(({ job }) => job))
      for (const lane of lanes.values()) lane.waiting.clear()
      return jobs
    },
  }
}
