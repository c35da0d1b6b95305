import assert from 'node:assert/strict'
import { it } from 'node:test'
import { systemClock } from '../base/clock.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { type TaskName, taskNames } from '../jobs/tasks.ts'
import type { Sweeps } from './tasks.ts'
import { createWorker } from './worker.ts'

it('a sweep that fails stops no other of its task, and fails the task', async () => {
  let runners: Parameters<Jobs<TaskName>['work']>[0]
  const jobs: Pick<Jobs<TaskName>, 'work'> = {
    async work(given) {
      runners = given
    },
  }
  const swept: string[] = []
  const none = Object.fromEntries(taskNames.map(task => [task, []])) as unknown as Sweeps
  const left = { before: 1, after: 2 }
  const sweepOf = (name: keyof typeof left) => async () => (left[name] > 0 ? left[name]-- : 0)
  const fails = () => Promise.reject(new Error('a bug'))
  const sweeps: Sweeps = { ...none, clean_up: [sweepOf('before'), fails, sweepOf('after')] }
  await createWorker(
    jobs as Jobs<TaskName>,
    systemClock,
    (task, count) => swept.push(`${task} ${count}`),
    sweeps,
  ).start()
  await assert.rejects(runners!.clean_up(), /a bug/)
  assert.deepEqual(swept, ['clean_up 1', 'clean_up 2', 'clean_up 1'])
})
