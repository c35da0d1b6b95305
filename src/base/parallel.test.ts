import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { eachOf } from './parallel.ts'

describe('eachOf', () => {
  it('works on every item once, never on more at a time than allowed', async () => {
    const done: number[] = []
    let running = 0
    let most = 0
    await eachOf([1, 2, 3, 4, 5, 6, 7], 3, async item => {
      most = Math.max(most, ++running)
      await new Promise(setImmediate)
      running--
      done.push(item)
    })
    assert.deepEqual(done.toSorted(), [1, 2, 3, 4, 5, 6, 7])
    assert.equal(most, 3)
  })

  it('finishes the others before it throws what one threw', async () => {
    const done: number[] = []
    const work = eachOf([1, 2, 3], 1, async item => {
      if (item === 1) throw new Error('one')
      done.push(item)
    })
    await assert.rejects(work, /one/)
    assert.deepEqual(done, [2, 3])
  })

  it('has nothing to do for no items', () => eachOf([], 8, () => assert.fail()))
})
