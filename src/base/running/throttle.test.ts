import assert from 'node:assert/strict'
import { test } from 'node:test'
import { throttle } from './throttle.ts'

test('a throttled call acts at once, and then at most once in the interval, with the number of skipped calls', () => {
  let nowMs = 0
  const skippedCounts: number[] = []
  const act = throttle(1000, () => nowMs)
  for (nowMs of [0, 1, 2, 999, 1000, 1001, 5000, 9000]) act(skipped => skippedCounts.push(skipped))
  assert.deepEqual(skippedCounts, [0, 3, 1, 0])
})
