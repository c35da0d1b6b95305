import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tokenBuckets } from './tokenBuckets.ts'

function bucketsAt() {
  let now = 0
  const buckets = tokenBuckets({ perSecond: 2, burst: 3 }, () => now)
  return { buckets, pass: (ms: number) => (now += ms) }
}

test('a bucket gives its burst at once, then as many as it gains', () => {
  const { buckets, pass } = bucketsAt()
  assert.deepEqual([buckets.take('a'), buckets.take('a'), buckets.take('a')], [2, 1, 0])
  assert.equal(buckets.take('a'), -500)
  pass(499)
  assert.ok(buckets.take('a') < 0)
  pass(1)
  assert.equal(buckets.take('a'), 0)
  assert.ok(buckets.take('a') < 0)
})

test('a refused attempt costs no token, and a bucket never holds more than its burst', () => {
  const { buckets, pass } = bucketsAt()
  for (let i = 0; i < 100; i++) buckets.take('a')
  pass(500)
  assert.equal(buckets.take('a'), 0)
  pass(3_600_000)
  assert.equal(buckets.take('a'), 2)
})

test('each name has its own bucket, and peeking takes no token', () => {
  const { buckets } = bucketsAt()
  for (let i = 0; i < 5; i++) assert.equal(buckets.peek('a'), 2)
  for (let i = 0; i < 5; i++) buckets.take('a')
  assert.equal(buckets.take('b'), 2)
})

test('an empty bucket stays empty while 50,000 other buckets are used, and is removed after twice as many', () => {
  const { buckets } = bucketsAt()
  const takeAll = (name: string) => {
    while (buckets.take(name) > 0);
  }
  takeAll('a')
  for (let i = 0; i < 49_999; i++) buckets.take(`other ${i}`)
  assert.ok(buckets.take('a') < 0)
  for (let i = 0; i < 100_000; i++) buckets.take(`new ${i}`)
  assert.equal(buckets.take('a'), 2)
})

test('a token that is given back can be taken again, and no bucket holds more than its burst', () => {
  const { buckets } = bucketsAt()
  for (let i = 0; i < 9; i++) {
    assert.equal(buckets.take('a'), 2)
    buckets.giveBack('a')
  }
  buckets.giveBack('a')
  assert.equal(buckets.peek('a'), 2)
})

test('a bucket that was charged for more than it had refuses until it has gained that', () => {
  const { buckets, pass } = bucketsAt()
  buckets.charge('a', 7)
  assert.equal(buckets.peek('a'), -2500)
  pass(2499)
  assert.ok(buckets.take('a') < 0)
  pass(1)
  assert.equal(buckets.take('a'), 0)
})
