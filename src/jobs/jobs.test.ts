import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { bothDatabases } from '../../test/database.ts'
import { startPostgres } from '../../test/postgres.ts'
import { instant, later, minute, second, systemClock } from '../base/clock.ts'
import { silentLog } from '../base/log.ts'
import { type Database, openDatabase } from '../db/db.ts'
import { createJobs, type Jobs, toJobs } from './jobs.ts'

type Task = 'bind' | 'print'
const taskNames = ['bind', 'print'] as const
const schedules = [{ task: 'print', cron: '0 3 1 1 *' }] as const
const common = { clock: systemClock, log: silentLog, taskNames, schedules }

for (const { name, fresh } of bothDatabases)
  describe(`on ${name}`, () => {
    let database: Database
    let drop: () => Promise<void>
    let sender: Jobs<Task>
    let worker: Jobs<Task>
    const ran = counter()

    before(async () => {
      const made = await fresh()
      database = made.database
      drop = made.drop
      sender = await createJobs<Task>({ ...common, database, works: false })
      worker = await createJobs<Task>({ ...common, database })
      await worker.work({ bind: async () => ran.count('bind'), print: async () => ran.count('print') })
    })
    after(async () => {
      await sender.stop(5000)
      await worker.stop(5000)
      await drop()
    })

    test('every task runs once when work begins', async () => {
      await worker.idle()
      assert.deepEqual(ran.counts(), { bind: 1, print: 1 })
    })

    test('a wake-up of a committed transaction runs, and that of a rolled-back one never does', async () => {
      ran.reset()
      const undone = database.db.transaction().execute(async tx => {
        await sender.wake(tx, [{ task: 'bind' }])
        throw new Error('changed my mind')
      })
      await assert.rejects(undone, /changed my mind/)
      const printed = ran.next('print')
      await database.db.transaction().execute(tx => sender.wake(tx, [{ task: 'print' }, { task: 'print' }]))
      await printed // they share a queue, so the rolled-back one would have come first
      await worker.idle()
      assert.deepEqual(ran.counts(), { print: 1 })
    })

    test('a wake-up for later comes at its time and not before', async () => {
      ran.reset()
      const [bound, printed] = [ran.next('bind'), ran.next('print')]
      const wakes = [{ task: 'bind', at: later(systemClock(), 3 * second) }, { task: 'print' }] as const
      await database.db.transaction().execute(tx => sender.wake(tx, [...wakes]))
      await printed
      assert.deepEqual(ran.counts(), { print: 1 })
      await bound
      assert.ok(systemClock() >= wakes[0].at)
    })

    test('a ring runs the task without asking the database', async () => {
      ran.reset()
      await database.db.transaction().execute(async () => {
        worker.ring('bind')
        await worker.idle()
      })
      assert.deepEqual(ran.counts(), { bind: 1 })
    })

    test('a ring in a process that only sends does nothing', async () => {
      ran.reset()
      sender.ring('bind')
      await sender.idle()
      assert.deepEqual(ran.counts(), {})
    })

    test('schedules are kept, and a missed run is made up for', async () => {
      const { rows } = await sql`select key, cron, timezone, options->>'missed' as missed from pgboss.schedule`.execute(
        database.db,
      )
      assert.deepEqual(rows, [{ key: 'print', cron: '0 3 1 1 *', timezone: 'UTC', missed: 'once' }])
    })

    test('a stop waits for running tasks and starts no new ones', async () => {
      const jobs = await createJobs<Task>({ ...common, database })
      const gate = Promise.withResolvers<void>()
      const done: string[] = []
      await jobs.work({
        bind: async () => {
          await gate.promise
          done.push('bind')
        },
        print: async () => {},
      })
      const stopping = jobs.stop(5000)
      jobs.ring('print')
      gate.resolve()
      await stopping
      assert.deepEqual(done, ['bind'])
    })

    test('a stop does not wait longer than its time-out', async () => {
      const jobs = await createJobs<Task>({ ...common, database })
      const gate = Promise.withResolvers<void>()
      await jobs.work({ bind: () => gate.promise, print: async () => {} })
      await jobs.stop(100)
      gate.resolve()
    })
  })

test('a call for help runs the task in every process that works', async t => {
  const { database, drop } = await bothDatabases[1]!.fresh()
  t.after(() => drop())
  const caller = await createJobs<Task>({ ...common, database, works: false })
  const workers = await Promise.all([1, 2].map(() => createJobs<Task>({ ...common, database })))
  const rans = workers.map(() => counter())
  for (const [i, worker] of workers.entries())
    await worker.work({ bind: async () => rans[i]!.count('bind'), print: async () => rans[i]!.count('print') })
  await Promise.all(workers.map(worker => worker.idle()))
  for (const ran of rans) ran.reset()
  // They begin to listen at some time.
  while (rans.some(ran => ran.counts().bind === undefined)) {
    caller.callForHelp('bind')
    await sql`select 1`.execute(database.db)
  }
  for (const jobs of [caller, ...workers]) await jobs.stop(5000)
  for (const ran of rans) assert.equal(ran.counts().print, undefined)
})

test('a call for help that cannot be sent fails nothing, and is told of', async () => {
  const { database, drop } = await bothDatabases[1]!.fresh()
  const told = Promise.withResolvers<unknown>()
  const log = { ...silentLog, warn: (...line: unknown[]) => told.resolve(line.at(-1)) }
  const jobs = await createJobs<Task>({ ...common, database, log, works: false })
  await jobs.stop(5000)
  await drop()
  jobs.callForHelp('bind')
  assert.equal(await told.promise, 'no help could be called for')
})

test('a task that fails for want of its database is no error', async () => {
  const { database, drop } = await bothDatabases[0]!.fresh()
  const told: string[] = []
  const log = {
    ...silentLog,
    warn: (...line: unknown[]) => void told.push(`warn ${line.at(-1)}`),
    error: (...line: unknown[]) => void told.push(`error ${line.at(-1)}`),
  }
  const jobs = await createJobs<Task>({ ...common, database, log })
  await jobs.work({
    bind: () => Promise.reject(Object.assign(new Error('read only'), { code: '25006' })),
    print: () => Promise.reject(new Error('a bug')),
  })
  await jobs.idle()
  assert.deepEqual(told.sort(), ['error task failed', 'warn task put off'])
  await jobs.stop(5000)
  await drop()
})

test('a database that goes away and comes back delays work by no more than its absence', async () => {
  const server = await startPostgres()
  const database = await openDatabase({ databaseUrl: server.url('postgres'), dataDir: null })
  const ran = counter()
  const jobs = await createJobs<Task>({ ...common, database })
  await jobs.work({ bind: async () => ran.count('bind'), print: async () => ran.count('print') })
  await jobs.idle()

  await server.stop()
  jobs.ring('bind')
  await jobs.idle()
  await server.start()

  const printed = ran.next('print')
  await database.db.transaction().execute(tx => jobs.wake(tx, [{ task: 'print' }]))
  await printed
  await jobs.stop(5000)
  await database.close()
  await server.stop()
})

const now = instant('2026-03-01T12:00:00Z')
const soon = later(now, minute)
const asked: [what: string, ...Parameters<typeof toJobs<Task>>, ReturnType<typeof toJobs<Task>>][] = [
  ['nothing', [], now, false, []],
  ['now', [{ task: 'bind' }], now, false, [{ data: { task: 'bind' } }]],
  ['a past instant means now', [{ task: 'bind', at: now }], now, false, [{ data: { task: 'bind' } }]],
  ['later', [{ task: 'bind', at: soon }], now, false, [{ data: { task: 'bind' }, startAfter: soon }]],
  ['twice', [{ task: 'bind' }, { task: 'bind', at: now }], now, false, [{ data: { task: 'bind' } }]],
  [
    'now and later',
    [{ task: 'bind' }, { task: 'bind', at: soon }, { task: 'bind', at: soon }],
    now,
    false,
    [{ data: { task: 'bind' } }, { data: { task: 'bind' }, startAfter: soon }],
  ],
  ['for later, with a manual clock, is not sent', [{ task: 'bind', at: soon }], now, true, []],
  ['now, with a manual clock', [{ task: 'bind' }], now, true, [{ data: { task: 'bind' } }]],
]

for (const [what, wakes, at, manualClock, jobs] of asked)
  test(`what is sent: ${what}`, () => {
    assert.deepEqual(toJobs(wakes, at, manualClock), jobs)
  })

/** Counts runs, and lets a test wait for the next one of a task. */
function counter() {
  let counted: Partial<Record<Task, number>> = {}
  const waiting = new Map<Task, () => void>()
  return {
    count(task: Task) {
      counted[task] = (counted[task] ?? 0) + 1
      waiting.get(task)?.()
    },
    counts: () => counted,
    reset() {
      counted = {}
    },
    next: (task: Task) => new Promise<void>(resolve => waiting.set(task, resolve)),
  }
}
