import assert from 'node:assert/strict'
import { it, mock } from 'node:test'
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
    callForHelp: async task => void called.push(task),
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

it('a task that moves orders on calls for help after a while, and again while it lasts', async t => {
  let ms = 0
  mock.method(performance, 'now', () => ms)
  t.after(() => mock.restoreAll())
  const { jobs, run, called } = queueOfOne()
  const batches = (left: number) => async () => {
    ms += 50
    return left-- > 0 ? 1 : 0
  }
  const sweeps: Sweeps = {
    ...noSweeps,
    end_holds: [batches(1)],
    deliver_webhooks: [batches(40)],
    clean_up: [batches(40)],
  }
  await createWorker(jobs, systemClock, () => {}, sweeps).start()
  for (const task of ['end_holds', 'deliver_webhooks', 'clean_up'] as const) await run(task)
  assert.deepEqual(called, ['deliver_webhooks', 'deliver_webhooks'])
})
