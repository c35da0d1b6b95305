import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPool } from './pool.ts'

/** A pool whose tasks end when the test calls `end`. */
function createTestPool(maxRunning: number) {
  const pool = createPool(maxRunning)
  const started: string[] = []
  const ends = new Map<string, () => void>()
  return {
    pool,
    started,
    add(accountId: string, name: string) {
      void pool.run(accountId, () => {
        started.push(name)
        const { promise, resolve } = Promise.withResolvers<void>()
        ends.set(name, resolve)
        return promise
      })
    },
    async end(name: string) {
      ends.get(name)!()
      await new Promise(setImmediate)
    },
  }
}

test('an account with many tasks delays the task of another account by one', async () => {
  const { started, add, end } = createTestPool(1)
  for (const name of ['a1', 'a2', 'a3']) add('a', name)
  add('b', 'b1')
  await end('a1')
  assert.deepEqual(started, ['a1', 'b1'])
  await end('b1')
  await end('a2')
  assert.deepEqual(started, ['a1', 'b1', 'a2', 'a3'])
})

test('waiting accounts take turns, and the tasks of an account keep their order', async () => {
  const { started, add, end } = createTestPool(2)
  for (const name of ['a1', 'a2', 'a3', 'a4']) add('a', name)
  for (const name of ['b1', 'b2']) add('b', name)
  add('c', 'c1')
  for (let i = 0; i < started.length; i++) await end(started[i]!)
  assert.deepEqual(started, ['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
})

test('a task that runs alone waits until nothing runs, and lets nothing start meanwhile', async () => {
  const { pool, started, add, end } = createTestPool(2)
  add('a', 'a1')
  const { promise: alone, resolve: endAlone } = Promise.withResolvers<void>()
  const ended = pool.runAlone(() => {
    started.push('alone')
    return alone
  })
  add('b', 'b1')
  assert.deepEqual(started, ['a1'])
  await end('a1')
  assert.deepEqual(started, ['a1', 'alone'])
  endAlone()
  await ended
  assert.deepEqual(started, ['a1', 'alone', 'b1'])
})
