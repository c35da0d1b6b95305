import assert from 'node:assert/strict'
import { test } from 'node:test'
import { coalesced } from './runner.ts'

const unexpected = (error: unknown) => assert.fail(String(error))

test('a ring causes one run, after the caller is done', async () => {
  let runs = 0
  const runner = coalesced(async () => void runs++, unexpected)
  runner.ring()
  assert.equal(runs, 0)
  await runner.idle()
  assert.equal(runs, 1)
})

test('rings before the run begins are one run', async () => {
  let runs = 0
  const runner = coalesced(async () => void runs++, unexpected)
  for (let i = 0; i < 10; i++) runner.ring()
  await runner.idle()
  assert.equal(runs, 1)
})

test('rings during a run cause one more run, never two at once', async () => {
  let [runs, atOnce, mostAtOnce] = [0, 0, 0]
  const runner = coalesced(async () => {
    runs++
    mostAtOnce = Math.max(mostAtOnce, ++atOnce)
    if (runs === 1) for (let i = 0; i < 10; i++) runner.ring()
    await new Promise(setImmediate)
    atOnce--
  }, unexpected)
  runner.ring()
  await runner.idle()
  assert.deepEqual({ runs, mostAtOnce }, { runs: 2, mostAtOnce: 1 })
})

test('a run that throws is reported, and the next ring runs again', async () => {
  const heard: unknown[] = []
  const trouble = new Error('trouble')
  const runner = coalesced(
    () => Promise.reject(trouble),
    error => heard.push(error),
  )
  runner.ring()
  await runner.idle()
  runner.ring()
  await runner.idle()
  assert.deepEqual(heard, [trouble, trouble])
})

test('without a ring there is nothing to wait for', async () => {
  await coalesced(async () => {}, unexpected).idle()
})
