import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { grouped } from './group.ts'

/** A batch that ends when the test tells it to. */
function heldBack() {
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
  it('batches what arrives in one turn of the event loop, and gives each caller its own answer', async () => {
    const ask = grouped(async (members: number[]) => members.map(one => one * members.length), 10)
    assert.deepEqual(await Promise.all([ask(1), ask(2), ask(3)]), [3, 6, 9])
  })

  it('keeps what arrives during a batch for the next one', async () => {
    const { batches, run } = heldBack()
    const ask = grouped(run, 10)
    const first = ask(1)
    await turn()
    const others = [ask(2), ask(3)]
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
    assert.deepEqual(await Promise.all(others), [20, 30])
  })

  it('never makes a batch larger than its bound, and keeps the order', async () => {
    const sizes: number[][] = []
    const ask = grouped(async (members: number[]) => {
      sizes.push(members)
      return members
    }, 2)
    await Promise.all([1, 2, 3, 4, 5].map(ask))
    assert.deepEqual(sizes, [[1, 2], [3, 4], [5]])
  })

  it('never makes a batch heavier than it can bear: light ones pass heavy ones, and the first always goes', async () => {
    const batches: number[][] = []
    const run = async (members: number[]) => {
      batches.push(members)
      return members
    }
    const ask = grouped(run, 3, { load: { weightOf: one => one, most: 10 } })
    await Promise.all([6, 30, 7, 1, 2, 1].map(ask))
    assert.deepEqual(batches, [[6, 1, 2], [30], [7, 1]])
  })

  it('takes no more than there is room for, and more again when some are answered', async () => {
    const { batches, run } = heldBack()
    const load = { weightOf: (one: number) => one, most: 100 }
    const ask = grouped(run, 2, { load, room: { requests: 4, weight: 10, full: () => new Error('full') } })
    const taken = [ask(5), ask(1)]
    await turn()
    taken.push(ask(4))
    await assert.rejects(ask(1), /full/, 'too heavy together')
    taken.push(ask(0))
    await assert.rejects(ask(0), /full/, 'too many')
    batches[0]!.end.resolve([5, 1])
    await taken[0]
    await turn()
    taken.push(ask(6))
    batches[1]!.end.resolve([4, 0])
    await taken[2]
    await turn()
    batches[2]!.end.resolve([6])
    assert.deepEqual(await Promise.all(taken), [5, 1, 4, 0, 6])
  })

  it('runs as many batches at once as it may, and never two with requests that are of the same', async () => {
    const { batches, run } = heldBack()
    const ask = grouped(run, 2, { abreast: { batches: 2, of: one => String(one % 10) } })
    const begun = async () => {
      await turn()
      await turn() // one ends in the first, another begins in the second
      return batches.map(({ members }) => members)
    }
    const answers = [1, 11, 21, 2, 3].map(ask)
    assert.deepEqual(await begun(), [
      [1, 11],
      [2, 3],
    ])
    answers.push(ask(4))
    assert.deepEqual((await begun()).slice(2), [], 'no third at once')
    batches[1]!.end.resolve([2, 3])
    assert.deepEqual((await begun()).slice(2), [[4]], 'the 21 waits for the 1 and the 11')
    batches[0]!.end.resolve([1, 11])
    assert.deepEqual((await begun()).slice(3), [[21]])
    for (const { end, members } of batches) end.resolve(members)
    assert.deepEqual(await Promise.all(answers), [1, 11, 21, 2, 3, 4])
  })

  it('rejects the one member whose answer is an error, and all members of a batch that throws', async () => {
    const ask = grouped(async (members: number[]) => {
      if (members.includes(0)) throw new Error('whole')
      return members.map(one => (one < 0 ? new Error('one') : one))
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
