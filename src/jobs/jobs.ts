// Wake-ups, over pg-boss. Rows are the truth and say what is due; a wake-up only says "look now", so it carries nothing
// but the name of a task, may be lost, and may come twice. It is sent in the transaction that makes something due, so
// that a rollback takes it back. Four things wake a task: such a row, which also reaches another process; a ring, which
// reaches this process at once; a call for help, which reaches all others at once; and the schedule, which catches
// whatever the rest lost.
//
// All tasks share one queue, so that an idle process polls the database once per interval and not once per task.

import type { Pool, QueryResultRow } from 'pg'
import { fromKysely, fromPglite, type JobInsert, type PGliteLike, PgBoss } from 'pg-boss'
import { type Clock, minute, second } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import { sparing } from '../base/sparing.ts'
import { openChannel } from '../db/channel.ts'
import { type Database, keptAlive, type Tx } from '../db/db.ts'
import { isUnreachableDatabase } from '../db/unreachable.ts'
import { coalesced, type Runner } from './runner.ts'

export type Wake<Task extends string> = {
  task: Task
  /** When to look; absent or past means now. */
  at?: Date
}

export type Jobs<Task extends string> = {
  /** Sends the wake-ups within the transaction, in one statement. */
  wake(tx: Tx, wakes: Wake<Task>[]): Promise<void>
  /** Runs the task soon if this process works; call it after a commit. */
  ring(task: Task): void
  /** Runs the task soon in every process that works; for one that finds more to do than it can. It may be lost. */
  callForHelp(task: Task): void
  /**
   * Starts to run what is rung, woken or scheduled; runs each task once at first, for what came due while nobody
   * worked.
   */
  work(runners: Record<Task, () => Promise<void>>): Promise<void>
  /** Resolves when no task of this process is running or about to run. */
  idle(): Promise<void>
  /** Starts nothing new and waits for running tasks, at most that long. */
  stop(timeoutMs: number): Promise<void>
}

export type JobsOptions<Task extends string> = {
  database: Database
  clock: Clock
  log: Log
  taskNames: readonly Task[]
  /** Cron expressions, in UTC. */
  schedules: readonly { task: Task; cron: string }[]
  /** True with a manual clock: moving it runs what becomes due, so wake-ups for later are not sent. */
  manualClock?: boolean
  /** False for a process that only sends. */
  works?: boolean
}

const schema = 'pgboss'
const queue = 'wake'
const helpWanted = 'octavo_help' // a channel
const mostInABatch = 500
const pollSeconds = 0.5 // the longest delay of another process's wake-up
const pglitePollSeconds = 2 // there is no other process, and the one connection is needed for orders
const connections = 3 // separate from the pool, so that busy sweeps cannot starve it
const answerMs = minute // far longer than the queue's statements take; a server that is silent for longer is lost
const troubleEveryMs = 5 * second // an outage fails each poll
const keepDoneSeconds = 60
const cleanUpSeconds = 300
const keepWaitingSeconds = 60 * 24 * 3600 // a wake-up for later must outlive the longest wait
const expireSeconds = 60 // a batch is rung within milliseconds; after this its process is dead, and another takes it

export async function createJobs<Task extends string>(options: JobsOptions<Task>): Promise<Jobs<Task>> {
  const { database, clock, log, taskNames, schedules, manualClock = false, works = true } = options
  const runners = new Map<string, Runner>()
  let stopped = false

  const boss = new PgBoss({
    ...connection(database),
    schema,
    schedule: works,
    supervise: works,
    maintenanceIntervalSeconds: cleanUpSeconds,
    monitorVacuum: false, // one small queue; the operator monitors the database as a whole
    reindex: database.kind === 'postgresql',
  })
  // Without a listener an error event would end the process, which must survive an outage of the database.
  const sayTrouble = sparing(troubleEveryMs)
  boss.on('error', error => sayTrouble(others => log.warn({ reason: error.message, others }, 'job queue trouble')))
  boss.on('warning', ({ message }) => log.warn({ reason: message }, 'job queue warning'))
  await boss.start()
  await prepareQueue(boss)
  const helpers = openChannel(database, helpWanted, log)

  const ring = (task: string) => {
    if (!stopped) runners.get(task)?.ring()
  }

  return {
    async wake(tx, wakes) {
      const jobs = toJobs(wakes, clock(), manualClock)
      if (jobs.length > 0) await boss.insert(queue, jobs, { db: fromKysely(tx.getExecutor()) })
    },

    ring,

    callForHelp(task) {
      helpers.send(task).catch((error: Error) => {
        sayTrouble(others => log.warn({ reason: error.message, others }, 'no help could be called for'))
      })
    },

    async work(given) {
      for (const task of taskNames)
        runners.set(
          task,
          coalesced(given[task], error => {
            // It is tried again within a minute, and nobody can do more about it here.
            if (isUnreachableDatabase(error)) log.warn({ task, reason: (error as Error).message }, 'task put off')
            else log.error({ task, err: error }, 'task failed')
          }),
        )
      await keepSchedules(boss, schedules)
      // A batch is done once its tasks are rung, not when they have run: a slow task must not hold up the wake-ups of
      // others.
      await boss.work<{ task: string }>(
        queue,
        {
          batchSize: mostInABatch,
          burstWhenBatchFull: true,
          pollingIntervalSeconds: database.kind === 'pglite' ? pglitePollSeconds : pollSeconds,
        },
        async batch => {
          for (const task of new Set(batch.map(job => job.data.task))) ring(task)
        },
      )
      helpers.listen({ text: ring, missed: () => {} })
      for (const task of taskNames) ring(task)
    },

    idle: () => allIdle(runners),

    async stop(timeoutMs) {
      stopped = true
      const bell = Promise.withResolvers<void>()
      const timer = setTimeout(bell.resolve, timeoutMs)
      const ended = boss
        .stop({ graceful: true, timeout: timeoutMs })
        .catch((error: Error) => log.warn({ reason: error.message }, 'job queue did not stop cleanly'))
      await Promise.race([Promise.all([allIdle(runners), ended, helpers.close()]), bell.promise])
      clearTimeout(timer)
    },
  }
}

/** One job per task and instant, however often it is requested. */
export function toJobs<Task extends string>(
  wakes: Wake<Task>[],
  now: Date,
  manualClock: boolean,
): JobInsert<{ task: Task }>[] {
  const jobs = new Map<string, JobInsert<{ task: Task }>>()
  for (const { task, at } of wakes) {
    if (at === undefined || at <= now) jobs.set(task, { data: { task } })
    else if (!manualClock) jobs.set(`${task} ${at.toISOString()}`, { data: { task }, startAfter: at })
  }
  return [...jobs.values()]
}

function connection(database: Database) {
  if (database.kind === 'pglite') return { backend: 'pglite', db: fromPglite(pgliteOf(database.pool)) } as const
  const { connectionString } = database.pool.options
  return {
    ...(connectionString && { connectionString }),
    ...keptAlive,
    max: connections,
    application_name: 'octavo jobs',
    query_timeout: answerMs, // the queue sends no transactions, and a query that fails closes its connection
  }
}

/** Like a PGlite, by the connection that is there for all. */
const pgliteOf = (pool: Pool): PGliteLike => ({
  query: <T>(text: string, values?: unknown[]) => pool.query<T & QueryResultRow>(text, values),
  async exec(text) {
    const client = await pool.connect()
    try {
      return [await client.query(text)].flat() // several statements in a text have several results
    } catch (error) {
      await client.query('rollback')
      throw error
    } finally {
      client.release()
    }
  },
})

async function prepareQueue(boss: PgBoss): Promise<void> {
  const settings = {
    retryLimit: 5,
    expireInSeconds: expireSeconds,
    deleteAfterSeconds: keepDoneSeconds,
    retentionSeconds: keepWaitingSeconds,
  }
  await boss.createQueue(queue, settings)
  await boss.updateQueue(queue, settings)
  // Warms the queue cache. Otherwise the first send would look up the queue on another connection; within a transaction
  // of PGlite, which has only one, that would wait for ever.
  await boss.insert(queue, [])
}

async function keepSchedules(boss: PgBoss, schedules: readonly { task: string; cron: string }[]): Promise<void> {
  const wanted = new Set(schedules.map(({ task }) => task))
  for (const { key } of await boss.getSchedules(queue)) if (!wanted.has(key)) await boss.unschedule(queue, key)
  for (const { task, cron } of schedules)
    await boss.schedule(queue, cron, { task }, { key: task, tz: 'UTC', missed: 'once' })
}

async function allIdle(runners: Map<string, Runner>): Promise<void> {
  await Promise.all([...runners.values()].map(runner => runner.idle()))
}
