import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sparing } from './sparing.ts'

test('of many alike the first is said at once, and then one in a while with the number of the others', () => {
  let nowMs = 0
  const said: number[] = []
  const sayNow = sparing(1000, () => nowMs)
  for (nowMs of [0, 1, 2, 999, 1000, 1001, 5000, 9000]) sayNow(unsaid => said.push(unsaid))
  assert.deepEqual(said, [0, 3, 1, 0])
})
