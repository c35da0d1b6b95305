import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { bothDatabases } from '../../test/support/database.ts'
import { startPostgres } from '../../test/support/postgres.ts'
import { later, minute, second, systemClock } from '../base/clock.ts'
import { silentLog } from '../base/log.ts'
import { type Database, openDatabase } from '../db/db.ts'
import { migrate } from '../db/migrate.ts'
import type { Due } from './dueTimer.ts'
import { createJobs, type Jobs } from './jobs.ts'

type Task = 'bind' | 'print'
const schedules = [{ task: 'print', everyMs: 365 * 24 * 60 * minute, afterMs: 0 }] as const
const isClockRight = async () => true
const common = { clock: systemClock, log: silentLog, isClockRight, schedules, nextDue: null }
const now = (task: Task) => ({ task, at: systemClock() })

for (const { name, fresh } of bothDatabases)
  describe(`on ${name}`, () => {
    let database: Database
    let drop: () => Promise<void>
    let jobs: Jobs<Task>
    const rows: Due<Task>[] = []
    const ran = counter()

    before(async () => {
      const created = await fresh()
      database = created.database
      drop = created.drop
      const nextDue = async (since: Date) => rows.filter(({ at }) => at > since)
      jobs = createJobs<Task>({ ...common, database, nextDue })
      await jobs.work({ bind: async () => ran.count('bind'), print: async () => ran.count('print') })
    })
    after(async () => {
      await jobs.stop(5000)
      await drop()
    })

    test('every task runs once when work begins for the first time', async () => {
      await jobs.idle()
      assert.deepEqual(ran.counts(), { bind: 1, print: 1 })
    })

    test('a scheduled task does not run again when the next process begins', async () => {
      const next = createJobs<Task>({ ...common, database })
      const nextRan = counter()
      await next.work({ bind: async () => nextRan.count('bind'), print: async () => nextRan.count('print') })
      await next.idle()
      await next.stop(5000)
      assert.deepEqual(nextRan.counts(), { bind: 1 })
    })

    test('wake-ups run the task once, are counted, and make no query to the database', async () => {
      ran.reset()
      const requests = jobs.requests('bind')
      await database.db.transaction().execute(async () => {
        jobs.wake([now('bind'), now('bind')])
        await jobs.idle()
      })
      assert.deepEqual([ran.counts(), jobs.requests('bind') - requests], [{ bind: 1 }, 2])
    })

    test('a task runs when a row becomes due, and not before', async () => {
      ran.reset()
      const bound = ran.next('bind')
      const due: Due<Task> = { task: 'bind', at: later(systemClock(), 2 * second) }
      rows.push(due)
      jobs.wake([due])
      assert.deepEqual(ran.counts(), {})
      await bound
      assert.ok(systemClock() >= due.at)
    })

    test('a due row that a task itself writes is found without a wake-up', async () => {
      ran.reset()
      const bound = ran.next('bind')
      const due: Due<Task> = { task: 'bind', at: later(systemClock(), 2 * second) }
      rows.push(due)
      jobs.run('print')
      await bound
      assert.ok(systemClock() >= due.at)
      assert.deepEqual(ran.counts(), { print: 1, bind: 1 })
    })

    test('a stop waits for running tasks and starts no more', async () => {
      const stopped = createJobs<Task>({ ...common, database })
      const gate = Promise.withResolvers<void>()
      const done: string[] = []
      await stopped.work({
        bind: async () => {
          await gate.promise
          done.push('bind')
        },
        print: async () => {},
      })
      const stopping = stopped.stop(5000)
      stopped.run('print')
      gate.resolve()
      await stopping
      assert.deepEqual(done, ['bind'])
    })

    test('a stop does not wait longer than its time-out', async () => {
      const stuck = createJobs<Task>({ ...common, database })
      const gate = Promise.withResolvers<void>()
      await stuck.work({ bind: () => gate.promise, print: async () => {} })
      await stuck.stop(100)
      gate.resolve()
    })
  })

describe('among several processes on PostgreSQL,', () => {
  async function startProcesses(t: { after(done: () => Promise<void>): void }, count: number) {
    const { database, drop } = await bothDatabases[1]!.fresh()
    const processes = Array.from({ length: count }, () => createJobs<Task>({ ...common, database }))
    t.after(async () => {
      for (const jobs of processes) await jobs.stop(5000)
      await drop()
    })
    return { database, processes }
  }

  test('a process without workers wakes the workers within a tenth of a second', async t => {
    const { processes } = await startProcesses(t, 3)
    const [api, ...workers] = processes as [Jobs<Task>, ...Jobs<Task>[]]
    const counters = workers.map(() => counter())
    for (const [i, worker] of workers.entries())
      await worker.work({
        bind: async () => counters[i]!.count('bind'),
        print: async () => counters[i]!.count('print'),
      })
    const took: number[] = []
    for (let i = 0; i < 10; i++) {
      const bound = counters.map(ran => ran.next('bind'))
      const startMs = performance.now()
      api.wake([now('bind')])
      await Promise.all(bound)
      took.push(performance.now() - startMs)
    }
    assert.ok(Math.min(...took) < 100, `${took}`)
    for (const ran of counters) assert.ok((ran.counts().print ?? 0) <= 1, 'no other task runs')
  })

  test('a worker that is busy with a task wakes the other workers for new work', async t => {
    const { processes } = await startProcesses(t, 2)
    const [busy, free] = processes as [Jobs<Task>, Jobs<Task>]
    const gate = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    let printed = Promise.withResolvers<void>()
    await free.work({ bind: async () => {}, print: async () => printed.resolve() })
    await busy.work({
      bind: async () => {},
      print: () => {
        begun.resolve()
        return gate.promise
      },
    })
    await free.idle()
    printed = Promise.withResolvers<void>()
    busy.run('print')
    await begun.promise
    const until = performance.now() + 200
    while (performance.now() < until) await new Promise(setImmediate)
    busy.wake([now('print')])
    await printed.promise
    gate.resolve()
  })

  test('a wake-up of a process that stops goes to the other workers', async t => {
    const { processes } = await startProcesses(t, 2)
    const [stopping, running] = processes as [Jobs<Task>, Jobs<Task>]
    const gate = Promise.withResolvers<void>()
    await stopping.work({ bind: () => gate.promise, print: async () => {} })
    let bound = Promise.withResolvers<void>()
    await running.work({ bind: async () => bound.resolve(), print: async () => {} })
    await running.idle()
    bound = Promise.withResolvers<void>()
    const stopped = stopping.stop(5000)
    stopping.wake([now('bind')])
    gate.resolve()
    await stopped
    await bound.promise
  })

  test('a call for help that cannot be sent throws nothing, and is logged', async () => {
    const { database, drop } = await bothDatabases[1]!.fresh()
    const warning = Promise.withResolvers<unknown>()
    const log = { ...silentLog, warn: (...line: unknown[]) => warning.resolve(line.at(-1)) }
    const jobs = createJobs<Task>({ ...common, database, log })
    await drop()
    jobs.callForHelp('bind')
    assert.equal(await warning.promise, 'could not notify other workers')
    await jobs.stop(5000)
  })
})

test('a process whose clock is wrong leaves scheduled runs to another process', async () => {
  const { database, drop } = await bothDatabases[0]!.fresh()
  const ran = counter()
  const runners = { bind: async () => {}, print: async () => ran.count('print') }
  const wrong = createJobs<Task>({ ...common, database, isClockRight: async () => false })
  await wrong.work(runners)
  await wrong.idle()
  assert.deepEqual(ran.counts(), {})
  const right = createJobs<Task>({ ...common, database })
  await right.work(runners)
  await right.idle()
  assert.deepEqual(ran.counts(), { print: 1 })
  await wrong.stop(5000)
  await right.stop(5000)
  await drop()
})

test('help is called for at most once a second, however often it is needed', async () => {
  const { database, drop } = await bothDatabases[0]!.fresh()
  const ran = counter()
  const jobs = createJobs<Task>({ ...common, database })
  await jobs.work({ bind: async () => ran.count('bind'), print: async () => {} })
  await jobs.idle()
  ran.reset()
  const bound = ran.next('bind')
  for (let i = 0; i < 10; i++) {
    jobs.callForHelp('bind')
    await new Promise(setImmediate)
  }
  await bound
  await jobs.stop(5000)
  assert.deepEqual(ran.counts(), { bind: 1 })
  await drop()
})

test('a task that fails because of an unreachable database is logged as a warning', async () => {
  const { database, drop } = await bothDatabases[0]!.fresh()
  const lines: string[] = []
  const log = {
    ...silentLog,
    warn: (...line: unknown[]) => void lines.push(`warn ${line.at(-1)}`),
    error: (...line: unknown[]) => void lines.push(`error ${line.at(-1)}`),
  }
  const jobs = createJobs<Task>({ ...common, database, log })
  await jobs.work({
    bind: () => Promise.reject(Object.assign(new Error('read only'), { code: '25006' })),
    print: () => Promise.reject(new Error('a bug')),
  })
  await jobs.idle()
  assert.deepEqual(lines.sort(), ['error task failed', 'warn task put off'])
  await jobs.stop(5000)
  await drop()
})

test('after an outage of the database every task runs, since wake-ups may be lost', async () => {
  const server = await startPostgres()
  const database = await openDatabase({ databaseUrl: server.url('postgres'), dataDir: null })
  await migrate(database, systemClock())
  const ran = counter()
  const jobs = createJobs<Task>({ ...common, database })
  await jobs.work({ bind: async () => ran.count('bind'), print: async () => ran.count('print') })
  await jobs.idle()

  ran.reset()
  const bound = ran.next('bind')
  await server.break()
  await server.start()
  await bound
  assert.deepEqual(ran.counts(), { bind: 1 })
  await jobs.stop(5000)
  await database.close()
  await server.stop()
})

/** Counts runs, and lets a test wait for the next run of a task. */
function counter() {
  let runs: Partial<Record<Task, number>> = {}
  const waiting = new Map<Task, () => void>()
  return {
    count(task: Task) {
      runs[task] = (runs[task] ?? 0) + 1
      waiting.get(task)?.()
    },
    counts: () => runs,
    reset() {
      runs = {}
    },
    next: (task: Task) => new Promise<void>(resolve => waiting.set(task, resolve)),
  }
}
