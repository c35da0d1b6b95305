// Wakes the tasks of the background work. Rows are the truth and say what is due; a wake-up only says "look now", so it
// carries nothing but the name of a task, may be lost, and may come twice. Four things run a task:
//
//   * a wake-up after a commit that made something due: in this process if it works, and otherwise in all that do;
//   * the timer, when a row becomes due;
//   * the schedule, for tasks that run at fixed times;
//   * each minute, in each process that works, every task without a schedule: this finds what the other three lost.

import { setTimeout as delay } from 'node:timers/promises'
import { type Clock, later, minute, second, systemClock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import { throttle } from '../base/running/throttle.ts'
import { openChannel } from '../db/channel.ts'
import type { Database } from '../db/db.ts'
import { isUnreachableDatabase } from '../db/unreachable.ts'
import { createDueTimer, type Due, type DueTimer, maxBetweenLooksMs } from './dueTimer.ts'
import { coalesce, type Runner } from './runner.ts'
import { claimRuns, type Schedule } from './schedule.ts'

export type Jobs<Task extends string> = {
  /**
   * Call it after the commit that made something due; an instant in the past means now. Runs the task soon: here if
   * this process works and is not busy with the task, and otherwise in the processes that work.
   */
  wake(wakes: Due<Task>[]): void
  /** Runs the task soon if this process works. */
  run(task: Task): void
  /** How often this process was told to run the task. */
  requests(task: Task): number
  /** Runs the task soon in every process that works; for a process that finds more to do than it can. */
  callForHelp(task: Task): void
  /**
   * Starts to run tasks that are woken, due or scheduled; at first those that `tasksDue` reads, with rows that became
   * due before, or each task where that is not known.
   */
  work(runners: Record<Task, () => Promise<void>>, tasksDue?: () => Promise<readonly Task[]>): Promise<void>
  /** Resolves when no task of this process is running or about to run. */
  idle(): Promise<void>
  /** Starts no more tasks and waits for running tasks, at most that long. */
  stop(timeoutMs: number): Promise<void>
}

export type JobsOptions<Task extends string> = {
  database: Database
  clock: Clock
  log: Log
  isClockRight(): Promise<boolean>
  schedules: readonly Schedule<Task>[]
  /**
   * By task, the earliest instant after `since` at which a row becomes due. Null with a clock that is moved by hand.
   */
  nextDue: ((since: Date) => Promise<Due<Task>[]>) | null
}

const channelName = 'octavo_tasks'
/**
 * How long announcements are collected. PostgreSQL commits transactions that notify only one after the other, so there
 * must not be an announcement for each order.
 */
const collectMs = 5
/** After this time in a task, a process announces further wake-ups of the task to other processes. */
const busyAfterMs = 100
const helpEveryMs = second
const failureLogEveryMs = 5 * second // an outage fails each announcement

export function createJobs<Task extends string>(options: JobsOptions<Task>): Jobs<Task> {
  const { database, clock, log, isClockRight, schedules, nextDue } = options
  const runners = new Map<Task, Runner>()
  const requests = new Map<Task, number>()
  const helpCalls = new Map<Task, ReturnType<typeof throttle>>()
  const scheduled = new Set(schedules.map(({ task }) => task))
  const throttledWarning = throttle(failureLogEveryMs)
  let timer: DueTimer | null = null
  let ticks: NodeJS.Timeout | undefined
  let stopped = false

  const channel = openChannel(database, channelName, log)
  const announced = new Set<Task>()
  const announcer = coalesce(
    async () => {
      if (announced.size === 0) return
      await delay(collectMs)
      const text = [...announced].join(' ')
      announced.clear()
      await channel.send(text)
    },
    error =>
      throttledWarning(others => log.warn({ reason: reasonOf(error), others }, 'could not notify other workers')),
  )

  function ring(task: Task): void {
    requests.set(task, requestsOf(task) + 1)
    if (!stopped) runners.get(task)?.request()
  }

  function requestsOf(task: Task): number {
    return requests.get(task) ?? 0
  }

  function ringAll(): void {
    for (const task of runners.keys()) if (!scheduled.has(task)) ring(task)
  }

  function announce(task: Task): void {
    announced.add(task)
    announcer.request()
  }

  function callForHelp(task: Task): void {
    const throttledCall = helpCalls.get(task) ?? throttle(helpEveryMs)
    helpCalls.set(task, throttledCall)
    throttledCall(() => announce(task))
  }

  function wakeNow(task: Task): void {
    const runner = runners.get(task)
    if (stopped || runner === undefined) announce(task)
    else if (runner.runningMs() > busyAfterMs) callForHelp(task)
    ring(task)
  }

  function logFailure(task: string, error: unknown): void {
    // The task runs again within a minute, so an outage of the database is no error of the task.
    if (isUnreachableDatabase(error)) log.warn({ task, reason: reasonOf(error) }, 'task put off')
    else log.error({ task, err: error }, 'task failed')
  }

  const scheduler = coalesce(
    async () => {
      // A process whose clock is ahead would claim the runs of tomorrow, and then miss them.
      if (stopped || !(await isClockRight())) return
      for (const task of await claimRuns(database.db, schedules, systemClock())) ring(task)
    },
    error => logFailure('schedule', error),
  )

  return {
    wake(wakes) {
      const now = clock()
      const soon = later(now, maxBetweenLooksMs)
      for (const { task, at } of wakes) {
        if (at <= now) wakeNow(task)
        else if (nextDue === null || at > soon)
          continue // a move of the clock, or a look in time, finds it
        else if (timer !== null) timer.lookSoon()
        else announce(task)
      }
    },

    run: ring,
    requests: requestsOf,
    callForHelp,

    async work(sweepers, tasksDue) {
      for (const [task, run] of Object.entries(sweepers) as [Task, () => Promise<void>][])
        runners.set(
          task,
          coalesce(
            () => run().finally(() => timer?.lookSoon()),
            error => logFailure(task, error),
          ),
        )
      if (nextDue !== null)
        timer = createDueTimer({ clock, nextDue, run: ring, onError: error => logFailure('timer', error) })
      let isListening = false
      await channel.listen({
        text(text) {
          for (const task of text.split(' ')) ring(task as Task)
        },
        missed() {
          if (isListening) ringAll()
        },
      })
      isListening = true
      // Read now: an announcement from before was not heard.
      const due = (await tasksDue?.().catch(error => logFailure('start', error))) ?? null
      if (due === null) ringAll()
      else for (const task of due) ring(task)
      ticks = setInterval(() => {
        ringAll()
        scheduler.request()
      }, minute).unref()
      scheduler.request()
      await scheduler.idle()
    },

    async idle() {
      await waitUntilIdle(runners.values())
    },

    async stop(timeoutMs) {
      stopped = true
      clearInterval(ticks)
      const ended = [scheduler.idle(), timer?.stop(), waitUntilIdle(runners.values())]
      const timeout = Promise.withResolvers<void>()
      const timeoutTimer = setTimeout(timeout.resolve, timeoutMs)
      await Promise.race([Promise.all(ended).then(() => announcer.idle()), timeout.promise])
      clearTimeout(timeoutTimer)
      await channel.close()
    },
  }
}

async function waitUntilIdle(runners: Iterable<Runner>): Promise<void> {
  await Promise.all(Array.from(runners, runner => runner.idle()))
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
