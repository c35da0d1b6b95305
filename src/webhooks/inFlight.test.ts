import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createInFlight } from './inFlight.ts'

const limits = { maxInFlight: 2048, maxWaitingBytes: Number.POSITIVE_INFINITY, minClaims: 256 }

function counted() {
  let now = 0
  let waiting = 0
  const inFlight = createInFlight(limits, () => now)
  return {
    capacity: () => inFlight.capacity(waiting),
    claim(count: number) {
      inFlight.reserve(count)
      waiting += count
    },
    begin(count: number) {
      waiting -= count
    },
    end(count: number) {
      for (let i = 0; i < count; i++) inFlight.end()
    },
    giveBack(count: number) {
      waiting -= count
      inFlight.remove(count)
    },
    pass(ms: number) {
      now += ms
    },
  }
}

test('a process that sends slowly claims no more than it sends in about a second', () => {
  const { capacity, claim, begin, end, pass } = counted()
  assert.equal(capacity(), 500)
  claim(500)
  begin(100)
  assert.equal(capacity(), 0, 'four hundred wait')
  end(100)
  pass(250)
  begin(100)
  assert.equal(capacity(), 300, 'three hundred wait, and a hundred ended in the last quarter of a second')
  pass(500)
  assert.equal(capacity(), 0, 'none has ended since')
})

test('a process that sends fast claims as much as it may hold', () => {
  const { capacity, claim, begin, end, pass } = counted()
  for (let i = 0; i < 20; i++) {
    claim(500)
    begin(500)
    end(500)
    pass(50)
  }
  let held = 0
  for (let count = capacity(); count > 0; count = capacity()) {
    claim(count)
    held += count
  }
  assert.equal(held, 2048 - 48, 'less than a claim is left')
})

test('webhooks to receivers that hang keep a process from no other webhook', () => {
  const { capacity, claim, begin } = counted()
  for (let i = 0; i < 3; i++) {
    claim(500)
    begin(500)
  }
  assert.equal(capacity(), 500)
})

test('a process that gives webhooks back claims no more than one that sends none', () => {
  const { capacity, claim, giveBack } = counted()
  claim(500)
  giveBack(300)
  assert.equal(capacity(), 300)
})
