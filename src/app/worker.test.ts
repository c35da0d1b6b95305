import assert from 'node:assert/strict'
import { describe, it, mock } from 'node:test'
import { systemClock } from '../base/clock.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { type TaskName, taskNames } from '../jobs/tasks.ts'
import { noClockCheck } from './clockCheck.ts'
import type { Sweeps } from './tasks.ts'
import { createWorker } from './worker.ts'

const noSweeps = Object.fromEntries(taskNames.map(task => [task, []])) as unknown as Sweeps

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
  await createWorker(jobs, systemClock, (task, count) => counts.push(`${task} ${count}`), sweeps, noClockCheck).start()
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
    await createWorker(jobs, systemClock, () => {}, sweeps, noClockCheck).start()
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
