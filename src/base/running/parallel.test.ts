import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { forEachConcurrently } from './parallel.ts'

describe('forEachConcurrently', () => {
  it('forEachConcurrently processes every item once, and never more items at a time than allowed', async () => {
    const done: number[] = []
    let running = 0
    let maxRunning = 0
    await forEachConcurrently([1, 2, 3, 4, 5, 6, 7], 3, async item => {
      maxRunning = Math.max(maxRunning, ++running)
      await new Promise(setImmediate)
      running--
      done.push(item)
    })
    assert.deepEqual(done.toSorted(), [1, 2, 3, 4, 5, 6, 7])
    assert.equal(maxRunning, 3)
  })

  it('forEachConcurrently finishes all items before it throws the first error', async () => {
    const done: number[] = []
    const work = forEachConcurrently([1, 2, 3], 1, async item => {
      if (item === 1) throw new Error('one')
      done.push(item)
    })
    await assert.rejects(work, /one/)
    assert.deepEqual(done, [2, 3])
  })

  it('forEachConcurrently has nothing to do for no items', () => forEachConcurrently([], 8, () => assert.fail()))
})
