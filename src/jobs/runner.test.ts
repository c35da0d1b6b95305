import assert from 'node:assert/strict'
import { test } from 'node:test'
import { coalesce } from './runner.ts'

const unexpected = (error: unknown) => assert.fail(String(error))

test('a request causes one run, after the caller is done', async () => {
  let runs = 0
  const runner = coalesce(async () => void runs++, unexpected)
  runner.request()
  assert.equal(runs, 0)
  await runner.idle()
  assert.equal(runs, 1)
})

test('requests before the run begins cause one run', async () => {
  let runs = 0
  const runner = coalesce(async () => void runs++, unexpected)
  for (let i = 0; i < 10; i++) runner.request()
  await runner.idle()
  assert.equal(runs, 1)
})

test('requests during a run cause one more run, never two at once', async () => {
  let [runs, atOnce, maxAtOnce] = [0, 0, 0]
  const runner = coalesce(async () => {
    runs++
    maxAtOnce = Math.max(maxAtOnce, ++atOnce)
    if (runs === 1) for (let i = 0; i < 10; i++) runner.request()
    await new Promise(setImmediate)
    atOnce--
  }, unexpected)
  runner.request()
  await runner.idle()
  assert.deepEqual({ runs, maxAtOnce }, { runs: 2, maxAtOnce: 1 })
})

test('a run that throws is reported, and the next request runs again', async () => {
  const errors: unknown[] = []
  const trouble = new Error('trouble')
  const runner = coalesce(
    () => Promise.reject(trouble),
    error => errors.push(error),
  )
  runner.request()
  await runner.idle()
  runner.request()
  await runner.idle()
  assert.deepEqual(errors, [trouble, trouble])
})

test('a runner without a request is idle', async () => {
  await coalesce(async () => {}, unexpected).idle()
})
