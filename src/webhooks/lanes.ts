// One slow receiver delays nobody else. Each account has a lane for each origin, with a number of attempts in flight
// that grows with each prompt answer and falls when none comes, so that a hanging origin holds a single slot. Lanes to
// the same origin share its connections and take turns: an attempt, and its time-out, begins when it gets one. What a
// slow lane cannot take does not stay in memory, blocking others: it goes back to the database and is sent later.

import { minute, second } from '../base/clock.ts'

const firstCap = 4
const mostInALane = 64
const mostInASlowLane = 16 // when answers come, but not within promptMs
const promptMs = second
const heldTooLongMs = second // a lane that has held something for this long is slow
const mostLanesRemembered = 5000

// A postponed backlog comes back spread over time, about a hundred a second however long it is.
const shortestDelayMs = second / 2
const spreadPerPutOffMs = 10
const shortestSpreadMs = 2 * second
const longestSpreadMs = 5 * minute

/** `queue` holds the lanes that could run more if there were a connection; used only when an origin has none left. */
type Origin<Job> = { name: string; lanes: number; running: number; queue: Lane<Job>[] }

type Lane<Job> = {
  origin: Origin<Job>
  /** Whether it is in the queue of its origin. */
  queued: boolean
  cap: number
  running: Map<Job, number>
  waiting: { job: Job; since: number }[]
  /** The last attempt timed out. */
  silent: boolean
  putOff: number
}

/** The outcome of an attempt, as far as lanes are concerned. */
export type Pace = 'answered' | 'overloaded' | 'refused' | 'silent'

type Lanes<Job> = {
  /** Called when a job may run; it must call `done` once when the job has ended, and not before `start` returns. */
  start: (job: Job) => void
  /** A monotonic clock. */
  ms: () => number
  /** The number of connections to one origin. */
  mostAtAnOrigin: number
}

export function createLanes<Job>({ start, ms, mostAtAnOrigin }: Lanes<Job>) {
  const lanes = new Map<string, Lane<Job>>()
  const origins = new Map<string, Origin<Job>>()

  const originOf = (name: string): Origin<Job> => {
    let origin = origins.get(name)
    if (origin === undefined) {
      origin = { name, lanes: 0, running: 0, queue: [] }
      origins.set(name, origin)
    }
    return origin
  }

  const laneOf = (name: string, originName: string): Lane<Job> => {
    let lane = lanes.get(name)
    if (lane === undefined) {
      const origin = originOf(originName)
      origin.lanes++
      lane = { origin, queued: false, cap: firstCap, running: new Map(), waiting: [], silent: false, putOff: 0 }
      lanes.set(name, lane)
    }
    return lane
  }

  const forget = (name: string, { origin }: Lane<Job>) => {
    lanes.delete(name)
    if (--origin.lanes === 0) origins.delete(origin.name)
  }

  const isSlow = (lane: Lane<Job>): boolean => {
    const [runningSince] = lane.running.values()
    const since = Math.min(runningSince ?? Infinity, lane.waiting[0]?.since ?? Infinity)
    return lane.silent || ms() - since > heldTooLongMs
  }

  const wants = (lane: Lane<Job>): boolean => lane.waiting.length > 0 && lane.running.size < lane.cap

  const begin = (lane: Lane<Job>) => {
    const { job } = lane.waiting.shift()!
    lane.running.set(job, ms())
    lane.origin.running++
    start(job)
  }

  const join = (lane: Lane<Job>) => {
    lane.queued = true
    lane.origin.queue.push(lane)
  }

  const run = (lane: Lane<Job>) => {
    const { origin } = lane
    while (wants(lane)) {
      if (origin.running === mostAtAnOrigin) {
        if (!lane.queued) join(lane)
        return
      }
      begin(lane)
    }
  }

  /** Gives a free connection to the lane that has waited longest for one. */
  const handOn = ({ queue }: Origin<Job>) => {
    for (let lane = queue.shift(); lane !== undefined; lane = queue.shift()) {
      lane.queued = false
      if (!wants(lane)) continue
      begin(lane)
      if (wants(lane)) join(lane)
      return
    }
  }

  return {
    /** A lane always leads to the same origin. */
    add(name: string, origin: string, job: Job) {
      const lane = laneOf(name, origin)
      lane.waiting.push({ job, since: ms() })
      run(lane)
    },

    done(name: string, job: Job, pace: Pace) {
      const lane = lanes.get(name)!
      const tookMs = ms() - lane.running.get(job)!
      lane.running.delete(job)
      lane.origin.running--
      lane.silent = pace === 'silent'
      if (pace === 'silent') lane.cap = 1
      else if (pace === 'overloaded') lane.cap = Math.max(1, lane.cap >> 1)
      else if (pace === 'answered')
        lane.cap = Math.max(lane.cap, Math.min(lane.cap + 1, tookMs < promptMs ? mostInALane : mostInASlowLane))
      handOn(lane.origin)
      run(lane)
      if (lane.waiting.length > 0) return
      if (pace !== 'silent') lane.putOff = 0
      if (lane.running.size === 0 && lanes.size > mostLanesRemembered) forget(name, lane)
    },

    /** Takes out what slow lanes hold but do not run, each with the time after which it should be sent again. */
    putOff(random: () => number): { job: Job; delayMs: number }[] {
      const taken: { job: Job; delayMs: number }[] = []
      for (const lane of lanes.values()) {
        if (lane.waiting.length === 0 || !isSlow(lane)) continue
        lane.putOff += lane.waiting.length
        const spreadMs = Math.min(Math.max(lane.putOff * spreadPerPutOffMs, shortestSpreadMs), longestSpreadMs)
        for (const { job } of lane.waiting) taken.push({ job, delayMs: shortestDelayMs + random() * spreadMs })
        lane.waiting = []
      }
      return taken
    },

    /** Takes out everything that is not running. */
    clear(): Job[] {
      const jobs = [...lanes.values()].flatMap(lane => lane.waiting.map(({ job }) => job))
      for (const lane of lanes.values()) lane.waiting = []
      return jobs
    },
  }
}
