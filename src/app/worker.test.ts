import assert from 'node:assert/strict'
import { describe, it, mock } from 'node:test'
import { instant, manualClock, systemClock } from '../base/clock.ts'
import { waitColumns } from '../features/background/waitColumns.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { type TaskName, taskNames } from '../jobs/tasks.ts'
import { noClockCheck } from './clockCheck.ts'
import { reconciledTasks, type Sweeps, undatedTasks } from './tasks.ts'
import { createWorker } from './worker.ts'

const noSweeps = Object.fromEntries(taskNames.map(task => [task, []])) as unknown as Sweeps

const nothingDue = async () => []

/** Runs the tasks of a worker, and records its calls for help. */
function recordedJobs(): { jobs: Jobs<TaskName>; run(task: TaskName): Promise<void>; calls: TaskName[] } {
  let runners: Parameters<Jobs<TaskName>['work']>[0]
  const calls: TaskName[] = []
  const jobs: Pick<Jobs<TaskName>, 'work' | 'callForHelp'> = {
    work: async taskRunners => {
      runners = taskRunners
    },
    callForHelp: task => void calls.push(task),
  }
  return { jobs: jobs as Jobs<TaskName>, run: task => runners[task](), calls }
}

it('a sweep that fails does not stop the other sweeps of its task, and fails the task', async () => {
  const { jobs, run } = recordedJobs()
  const counts: string[] = []
  const remaining = { before: 1, after: 2 }
  const sweepOf = (name: keyof typeof remaining) => async () => (remaining[name] > 0 ? remaining[name]-- : 0)
  const fails = () => Promise.reject(new Error('a bug'))
  const sweeps: Sweeps = { ...noSweeps, clean_up: [sweepOf('before'), fails, sweepOf('after')] }
  const count = (task: TaskName, rows: number) => counts.push(`${task} ${rows}`)
  await createWorker(jobs, systemClock, count, sweeps, noClockCheck, nothingDue).start()
  await assert.rejects(run('clean_up'), /a bug/)
  assert.deepEqual(counts, ['clean_up 1', 'clean_up 2', 'clean_up 1'])
})

describe('a task calls for help', () => {
  type TaskLoad = { task: TaskName; rows: number; sweeps: number }

  /** The calls for help while each task runs, in sweeps of 50 ms with that number of rows. */
  async function callsDuring(tasks: TaskLoad[]) {
    let ms = 0
    mock.method(performance, 'now', () => ms)
    const { jobs, run, calls } = recordedJobs()
    const sweeps = { ...noSweeps }
    for (const { task, rows, sweeps: sweepCount } of tasks) {
      let remaining = sweepCount
      sweeps[task] = [
        async () => {
          ms += 50
          if (remaining-- > 0) return rows
          remaining = sweepCount
          return 0
        },
      ]
    }
    await createWorker(jobs, systemClock, () => {}, sweeps, noClockCheck, nothingDue).start()
    for (const { task } of tasks) await run(task)
    mock.restoreAll()
    return calls
  }

  it('a task calls for help after a while, and again as long as it lasts', async () => {
    const calls = await callsDuring([
      { task: 'release_held_orders', rows: 100, sweeps: 1 },
      { task: 'deliver_webhooks', rows: 100, sweeps: 4 },
    ])
    assert.deepEqual(calls, ['deliver_webhooks', 'deliver_webhooks', 'deliver_webhooks'])
  })

  it('a task calls for help only when it moves many orders on', async () => {
    const calls = await callsDuring([
      { task: 'deliver_webhooks', rows: 5, sweeps: 40 },
      { task: 'clean_up', rows: 100, sweeps: 40 },
    ])
    assert.deepEqual(calls, [])
  })
})

describe('the worker of a clock that is moved by hand', () => {
  /** The tasks that a worker ran, at 14:00. */
  async function tasksRun(act: (worker: ReturnType<typeof createWorker>) => Promise<void>, due: TaskName[] = []) {
    const run: TaskName[] = []
    const jobs: Pick<Jobs<TaskName>, 'run' | 'idle'> = { run: task => void run.push(task), idle: async () => {} }
    const clock = manualClock(instant('2026-03-02T14:00:00Z'))
    await act(
      createWorker(
        jobs as Jobs<TaskName>,
        clock,
        () => {},
        noSweeps,
        noClockCheck,
        async () => due,
      ),
    )
    return run
  }

  it('the worker runs the tasks of which a row is due, and those whose work has no due time', async () => {
    assert.deepEqual(await tasksRun(worker => worker.settle(), ['send_mail']), [
      'sum_ledger',
      'sum_reports',
      'watch_webhooks',
      'notify_of_expiry',
      'email_orders',
      'send_mail',
    ])
  })

  it('every other task that moves orders on has a due time', () => {
    const dated = new Set(waitColumns.map(({ task }) => task))
    const others = reconciledTasks.filter(task => !undatedTasks.includes(task))
    assert.deepEqual(
      others.filter(task => !dated.has(task)),
      [],
    )
  })

  it('the worker cleans up when a time for that has come since the clock was moved', async () => {
    const cleanUpSince = (time: string) => tasksRun(worker => worker.cleanUp(instant(time)))
    assert.deepEqual(await cleanUpSince('2026-03-02T13:45:00Z'), [])
    assert.deepEqual(await cleanUpSince('2026-03-02T13:20:00Z'), ['archive_orders'])
    assert.deepEqual(await cleanUpSince('2026-03-01T13:45:00Z'), ['archive_orders', 'clean_up'])
  })
})
