import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createTurns, shared } from './turns.ts'

const settled = () => new Promise(setImmediate)

function stage(limits = { atOnce: 6, perAccount: 4, perHost: 2 }) {
  const turns = createTurns(limits)
  const began: string[] = []
  const ends = new Map<string, () => void>()
  return {
    began,
    ask(account: string, host: string, name: string) {
      void turns.take({ account, host }, () => {
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

describe('taking turns', () => {
  test('a host has a fixed number of places per account, and the next file starts when one is free', async () => {
    const { ask, began, end } = stage()
    for (const name of ['1', '2', '3']) ask('a', 'slow', name)
    await settled()
    assert.deepEqual(began, ['1', '2'])
    await end('2')
    assert.deepEqual(began, ['1', '2', '3'])
  })

  test('another host is not held up', async () => {
    const { ask, began } = stage()
    for (const name of ['1', '2', '3', '4']) ask('a', 'slow', name)
    ask('a', 'quick', 'other')
    await settled()
    assert.deepEqual(began, ['1', '2', 'other'])
  })

  test('an account gets no more than its places, and other accounts are not held up', async () => {
    const { ask, began, end } = stage()
    for (const host of ['p', 'q', 'r']) for (const i of [1, 2]) ask('a', host, `${host}${i}`)
    ask('b', 'p', 'theirs')
    await settled()
    assert.deepEqual(began, ['p1', 'p2', 'q1', 'q2', 'theirs'])
    await end('p1')
    assert.deepEqual(began.at(-1), 'r1')
  })

  test('accounts that wait take turns', async () => {
    const { ask, began, end } = stage({ atOnce: 1, perAccount: 1, perHost: 1 })
    for (const name of ['a1', 'a2', 'a3']) ask('a', 'h', name)
    for (const name of ['b1', 'b2']) ask('b', 'h', name)
    await settled()
    for (const name of ['a1', 'b1', 'a2', 'b2']) await end(name)
    assert.deepEqual(began, ['a1', 'b1', 'a2', 'b2', 'a3'])
  })

  test('a place is freed after a failure', async () => {
    const turns = createTurns({ atOnce: 1, perAccount: 1, perHost: 1 })
    await assert.rejects(turns.take({ account: 'a', host: 'h' }, () => Promise.reject(new Error('no'))))
    assert.equal(await turns.take({ account: 'a', host: 'h' }, async () => 'yes'), 'yes')
  })
})

test('requests for the same name share a run, and a later request gets a new one', async () => {
  const share = shared<number>()
  let runs = 0
  const run = async () => {
    await settled()
    return ++runs
  }
  assert.deepEqual(await Promise.all([share('x', run), share('x', run), share('y', run)]), [1, 1, 2])
  assert.equal(await share('x', run), 3)
})
