import assert from 'node:assert/strict'
import { describe, it, mock } from 'node:test'
import { systemClock } from '../base/clock.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { type TaskName, taskNames } from '../jobs/tasks.ts'
import type { Sweeps } from './tasks.ts'
import { createWorker } from './worker.ts'

const noSweeps = Object.fromEntries(taskNames.map(task => [task, []])) as unknown as Sweeps

/** What the worker gives the queue to run, and the help it calls for. */
function queueOfOne(): { jobs: Jobs<TaskName>; run(task: TaskName): Promise<void>; called: TaskName[] } {
  let runners: Parameters<Jobs<TaskName>['work']>[0]
  const called: TaskName[] = []
  const jobs: Pick<Jobs<TaskName>, 'work' | 'callForHelp'> = {
    work: async given => {
      runners = given
    },
    callForHelp: task => void called.push(task),
  }
  return { jobs: jobs as Jobs<TaskName>, run: task => runners[task](), called }
}

it('a sweep that fails stops no other of its task, and fails the task', async () => {
  const { jobs, run } = queueOfOne()
  const swept: string[] = []
  const left = { before: 1, after: 2 }
  const sweepOf = (name: keyof typeof left) => async () => (left[name] > 0 ? left[name]-- : 0)
  const fails = () => Promise.reject(new Error('a bug'))
  const sweeps: Sweeps = { ...noSweeps, clean_up: [sweepOf('before'), fails, sweepOf('after')] }
  await createWorker(jobs, systemClock, (task, count) => swept.push(`${task} ${count}`), sweeps).start()
  await assert.rejects(run('clean_up'), /a bug/)
  assert.deepEqual(swept, ['clean_up 1', 'clean_up 2', 'clean_up 1'])
})

describe('a task calls for help', () => {
  type Busy = { task: Exclude<TaskName, 'reconcile'>; rows: number; sweeps: number; runs?: number }

  /** What is called for while each task runs, in sweeps of 50 ms that move so many rows each. */
  async function calledFor(tasks: Busy[]) {
    let ms = 0
    mock.method(performance, 'now', () => ms)
    const { jobs, run, called } = queueOfOne()
    const sweeps = { ...noSweeps }
    for (const { task, rows, sweeps: most } of tasks) {
      let left = most
      sweeps[task] = [
        async () => {
          ms += 50
          if (left-- > 0) return rows
          left = most
          return 0
        },
      ]
    }
    await createWorker(jobs, systemClock, () => {}, sweeps).start()
    for (const { task, runs = 1 } of tasks) for (let i = 0; i < runs; i++) await run(task)
    mock.restoreAll()
    return called
  }

  it('after a while, and again while it lasts', async () => {
    const called = await calledFor([
      { task: 'end_holds', rows: 100, sweeps: 1 },
      { task: 'deliver_webhooks', rows: 100, sweeps: 40 },
    ])
    assert.deepEqual(called, ['deliver_webhooks', 'deliver_webhooks'])
  })

  it('at most once a second, however often it begins anew', async () => {
    const called = await calledFor([{ task: 'end_holds', rows: 100, sweeps: 3, runs: 5 }])
    assert.deepEqual(called, ['end_holds'])
  })

  it('only for what others can help with: much that moves orders on', async () => {
    const called = await calledFor([
      { task: 'deliver_webhooks', rows: 5, sweeps: 40 },
      { task: 'clean_up', rows: 100, sweeps: 40 },
    ])
    assert.deepEqual(called, [])
  })
})
