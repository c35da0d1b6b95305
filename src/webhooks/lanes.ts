// One slow receiver delays nobody else. Each account has a lane for each origin, with so many attempts in flight; the number
// grows with each prompt answer and falls when none comes, so one that hangs holds a single slot. What a slow lane cannot
// take is not held in memory before everybody else's: it goes back to the database and comes again later.

import { minute, second } from '../base/clock.ts'

const firstCap = 4
const mostInALane = 64
const mostInASlowLane = 16 // where there is an answer, but not within promptMs
const promptMs = second
const heldTooLongMs = second // a lane that has held something for so long is slow
const mostLanesRemembered = 5000

// A lane's backlog comes back spread over time, about a hundred a second however long it is.
const shortestDelayMs = second / 2
const spreadPerPutOffMs = 10
const shortestSpreadMs = 2 * second
const longestSpreadMs = 5 * minute

type Lane<Job> = {
  cap: number
  running: Map<Job, number>
  waiting: { job: Job; since: number }[]
  /** The last attempt brought no answer in all its time. */
  silent: boolean
  putOff: number
}

/** How an attempt went, as far as a lane cares. */
export type Pace = 'answered' | 'overloaded' | 'refused' | 'silent'

/** `ms` is a clock that only counts up. `start` is called when a job may run, and `done` must be called when it has. */
export function createLanes<Job>(start: (job: Job) => void, ms: () => number) {
  const lanes = new Map<string, Lane<Job>>()

  const laneOf = (name: string): Lane<Job> => {
    let lane = lanes.get(name)
    if (lane === undefined) {
      lane = { cap: firstCap, running: new Map(), waiting: [], silent: false, putOff: 0 }
      lanes.set(name, lane)
    }
    return lane
  }

  const isSlow = (lane: Lane<Job>): boolean => {
    const [runningSince] = lane.running.values()
    const since = Math.min(runningSince ?? Infinity, lane.waiting[0]?.since ?? Infinity)
    return lane.silent || ms() - since > heldTooLongMs
  }

  const run = (lane: Lane<Job>) => {
    while (lane.waiting.length > 0 && lane.running.size < lane.cap) {
      const { job } = lane.waiting.shift()!
      lane.running.set(job, ms())
      start(job)
    }
  }

  return {
    add(name: string, job: Job) {
      const lane = laneOf(name)
      lane.waiting.push({ job, since: ms() })
      run(lane)
    },

    done(name: string, job: Job, pace: Pace) {
      const lane = laneOf(name)
      const tookMs = ms() - (lane.running.get(job) ?? 0)
      lane.running.delete(job)
      lane.silent = pace === 'silent'
      if (pace === 'silent') lane.cap = 1
      else if (pace === 'overloaded') lane.cap = Math.max(1, lane.cap >> 1)
      else if (pace === 'answered')
        lane.cap = Math.max(lane.cap, Math.min(lane.cap + 1, tookMs < promptMs ? mostInALane : mostInASlowLane))
      run(lane)
      if (lane.waiting.length > 0) return
      if (pace !== 'silent') lane.putOff = 0
      if (lane.running.size === 0 && lanes.size > mostLanesRemembered) lanes.delete(name)
    },

    /** Takes out what slow lanes hold but do not run, each with the time after which it should come again. */
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
