import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createFairQueue, shareQueuedRuns, shareRuns } from './fairQueue.ts'

const settled = () => new Promise(setImmediate)

function stage(limits = { total: 6, perAccount: 4, perHost: 2 }) {
  const queue = createFairQueue(limits)
  const began: string[] = []
  const ends = new Map<string, () => void>()
  return {
    began,
    ask(account: string, host: string, name: string, check = 1) {
      void queue.run({ account, host, check }, () => {
        began.push(name)
        return new Promise<void>(resolve => ends.set(name, resolve))
      })
    },
    async end(name: string) {
      ends.get(name)!()
      await settled()
    },
  }
}

describe('the fair queue', () => {
  test('an account has a limit of fetches per host, and the next fetch starts when a fetch ends', async () => {
    const { ask, began, end } = stage()
    for (const name of ['1', '2', '3']) ask('a', 'slow', name)
    await settled()
    assert.deepEqual(began, ['1', '2'])
    await end('2')
    assert.deepEqual(began, ['1', '2', '3'])
  })

  test('a slow host does not delay fetches from another host', async () => {
    const { ask, began } = stage()
    for (const name of ['1', '2', '3', '4']) ask('a', 'slow', name)
    ask('a', 'quick', 'other')
    await settled()
    assert.deepEqual(began, ['1', '2', 'other'])
  })

  test('an account that reaches its limit does not delay other accounts', async () => {
    const { ask, began, end } = stage()
    for (const host of ['p', 'q', 'r']) for (const i of [1, 2]) ask('a', host, `${host}${i}`)
    ask('b', 'p', 'theirs')
    await settled()
    assert.deepEqual(began, ['p1', 'p2', 'q1', 'q2', 'theirs'])
    await end('p1')
    assert.deepEqual(began.at(-1), 'r1')
  })

  test('waiting accounts take turns', async () => {
    const { ask, began, end } = stage({ total: 1, perAccount: 1, perHost: 1 })
    for (const name of ['a1', 'a2', 'a3']) ask('a', 'h', name)
    for (const name of ['b1', 'b2']) ask('b', 'h', name)
    await settled()
    for (const name of ['a1', 'b1', 'a2', 'b2']) await end(name)
    assert.deepEqual(began, ['a1', 'b1', 'a2', 'b2', 'a3'])
  })

  test('the files of the earliest check are fetched first', async () => {
    const { ask, began, end } = stage({ total: 1, perAccount: 1, perHost: 1 })
    ask('a', 'h', 'first', 1)
    ask('a', 'h', 'second', 2)
    ask('a', 'h', 'second again', 2)
    ask('a', 'h', 'third', 3)
    ask('a', 'h', 'first again', 1)
    await settled()
    for (const name of ['first', 'first again', 'second', 'second again']) await end(name)
    assert.deepEqual(began, ['first', 'first again', 'second', 'second again', 'third'])
  })

  test('a fetch that fails lets the next fetch start', async () => {
    const turns = createFairQueue({ total: 1, perAccount: 1, perHost: 1 })
    const at = { account: 'a', host: 'h', check: 1 }
    await assert.rejects(turns.run(at, () => Promise.reject(new Error('no'))))
    assert.equal(await turns.run(at, async () => 'yes'), 'yes')
  })
})

describe('shared runs that wait for a turn', () => {
  function waitingRun() {
    const turn = Promise.withResolvers<void>()
    let runs = 0
    const run = async (isWanted: () => Promise<boolean>) => {
      await turn.promise
      return (await isWanted()) ? ++runs : null
    }
    return { run, come: () => turn.resolve(), runs: () => runs }
  }
  const yes = () => Promise.resolve(true)
  const no = () => Promise.resolve(false)

  test('no caller starts before the turn has come, and then all callers share one run', async () => {
    const share = shareQueuedRuns<number>()
    const { run, come } = waitingRun()
    let begun = 0
    const begin = async () => ++begun > 0
    const both = Promise.all([share('x', begin, run), share('x', begin, run)])
    await settled()
    assert.equal(begun, 0)
    come()
    assert.deepEqual([await both, begun], [[1, 1], 2])
  })

  test('a run starts immediately when it need not wait for a turn', async () => {
    const share = shareQueuedRuns<number>()
    const run = async (isWanted: () => Promise<boolean>) => ((await isWanted()) ? 1 : null)
    assert.equal(await share('x', yes, run), 1)
  })

  test('a caller that no longer needs the result gets null, and other callers get the result', async () => {
    const share = shareQueuedRuns<number>()
    const { run, come } = waitingRun()
    const all = Promise.allSettled([
      share('x', no, run),
      share('x', () => Promise.reject(new Error('no database')), run),
      share('x', yes, run),
    ])
    come()
    const [given, failed, had] = await all
    assert.deepEqual(
      [given, had].map(one => one.status === 'fulfilled' && one.value),
      [null, 1],
    )
    assert.equal(failed.status, 'rejected')
  })

  test('a run that no caller needs does not start, and a later caller gets a run of its own', async () => {
    const share = shareQueuedRuns<number>()
    const { run, come, runs } = waitingRun()
    come()
    assert.deepEqual([await share('x', no, run), runs()], [null, 0])
    assert.equal(await share('x', yes, run), 1)
  })

  test('a caller that joins while callers are asked is asked too', async () => {
    const share = shareQueuedRuns<number>()
    const { run, come } = waitingRun()
    const answer = Promise.withResolvers<boolean>()
    const first = share('x', () => answer.promise, run)
    come()
    await settled()
    const late = share('x', yes, run)
    answer.resolve(false)
    assert.deepEqual([await first, await late], [null, 1])
  })
})

test('requests for the same name share a run, and a later request gets a new one', async () => {
  const share = shareRuns<number>()
  let runs = 0
  const run = async () => {
    await settled()
    return ++runs
  }
  assert.deepEqual(await Promise.all([share('x', run), share('x', run), share('y', run)]), [1, 1, 2])
  assert.equal(await share('x', run), 3)
})
