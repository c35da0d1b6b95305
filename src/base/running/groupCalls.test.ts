import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { groupCalls } from './groupCalls.ts'

/** Batches that end when the test resolves them. */
function controlledBatches() {
  const batches: { members: number[]; end: PromiseWithResolvers<(number | Error)[]> }[] = []
  const run = (members: number[]) => {
    const end = Promise.withResolvers<(number | Error)[]>()
    batches.push({ members, end })
    return end.promise
  }
  return { batches, run }
}
const turn = () => new Promise(resolve => setImmediate(resolve))

describe('group commit', () => {
  it('group commit batches the requests of one turn of the event loop, and gives each caller its own answer', async () => {
    const ask = groupCalls(async (members: number[]) => members.map(member => member * members.length), 10)
    assert.deepEqual(await Promise.all([ask(1), ask(2), ask(3)]), [3, 6, 9])
  })

  it('group commit puts requests that arrive during a batch into the next batch', async () => {
    const { batches, run } = controlledBatches()
    const ask = groupCalls(run, 10)
    const first = ask(1)
    await turn()
    const later = [ask(2), ask(3)]
    await turn()
    assert.deepEqual(
      batches.map(({ members }) => members),
      [[1]],
    )
    batches[0]!.end.resolve([10])
    assert.equal(await first, 10)
    await turn()
    assert.deepEqual(
      batches.map(({ members }) => members),
      [[1], [2, 3]],
    )
    batches[1]!.end.resolve([20, 30])
    assert.deepEqual(await Promise.all(later), [20, 30])
  })

  it('group commit never makes a batch larger than its bound, and keeps the order', async () => {
    const batches: number[][] = []
    const ask = groupCalls(async (members: number[]) => {
      batches.push(members)
      return members
    }, 2)
    await Promise.all([1, 2, 3, 4, 5].map(ask))
    assert.deepEqual(batches, [[1, 2], [3, 4], [5]])
  })

  it('group commit never makes a batch larger than its maximum size: small requests pass large requests, and the first request always runs', async () => {
    const batches: number[][] = []
    const run = async (members: number[]) => {
      batches.push(members)
      return members
    }
    const ask = groupCalls(run, 3, { sizeLimit: { sizeOf: size => size, maxSize: 10 } })
    await Promise.all([6, 30, 7, 1, 2, 1].map(ask))
    assert.deepEqual(batches, [[6, 1, 2], [30], [7, 1]])
  })

  it('group commit rejects requests beyond its capacity, and accepts requests again after some are answered', async () => {
    const { batches, run } = controlledBatches()
    const sizeLimit = { sizeOf: (size: number) => size, maxSize: 100 }
    const ask = groupCalls(run, 2, {
      sizeLimit,
      capacity: { maxRequests: 4, maxSize: 10, fullError: () => new Error('full') },
    })
    const answers = [ask(5), ask(1)]
    await turn()
    answers.push(ask(4))
    await assert.rejects(ask(1), /full/, 'too large together')
    answers.push(ask(0))
    await assert.rejects(ask(0), /full/, 'too many')
    batches[0]!.end.resolve([5, 1])
    await answers[0]
    await turn()
    answers.push(ask(6))
    batches[1]!.end.resolve([4, 0])
    await answers[2]
    await turn()
    batches[2]!.end.resolve([6])
    assert.deepEqual(await Promise.all(answers), [5, 1, 4, 0, 6])
  })

  it('group commit runs as many batches at once as it may, and never two with the same key', async () => {
    const { batches, run } = controlledBatches()
    const ask = groupCalls(run, 2, { concurrency: { maxBatches: 2, keyOf: request => String(request % 10) } })
    const startedBatches = async () => {
      await turn()
      await turn() // a batch ends in the first turn, and the next begins in the second
      return batches.map(({ members }) => members)
    }
    const answers = [1, 11, 21, 2, 3].map(ask)
    assert.deepEqual(await startedBatches(), [
      [1, 11],
      [2, 3],
    ])
    answers.push(ask(4))
    assert.deepEqual((await startedBatches()).slice(2), [], 'no third at once')
    batches[1]!.end.resolve([2, 3])
    assert.deepEqual((await startedBatches()).slice(2), [[4]], 'the 21 waits for the 1 and the 11')
    batches[0]!.end.resolve([1, 11])
    assert.deepEqual((await startedBatches()).slice(3), [[21]])
    for (const { end, members } of batches) end.resolve(members)
    assert.deepEqual(await Promise.all(answers), [1, 11, 21, 2, 3, 4])
  })

  it('group commit rejects the one member whose answer is an error, and all members of a batch that throws', async () => {
    const ask = groupCalls(async (members: number[]) => {
      if (members.includes(0)) throw new Error('whole')
      return members.map(member => (member < 0 ? new Error('one') : member))
    }, 10)
    const single = await Promise.allSettled([ask(1), ask(-1)])
    assert.deepEqual(
      single.map(({ status }) => status),
      ['fulfilled', 'rejected'],
    )
    const whole = await Promise.allSettled([ask(0), ask(1)])
    assert.deepEqual(
      whole.map(({ status }) => status),
      ['rejected', 'rejected'],
    )
    assert.equal(await ask(7), 7)
  })
})
