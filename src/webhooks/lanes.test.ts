import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLanes } from './lanes.ts'

/** Lanes with a manual clock, and what they have started. */
function made() {
  let ms = 0
  const started: string[] = []
  const lanes = createLanes<string>({ start: job => started.push(job), ms: () => ms, mostAtAnOrigin: 100 })
  const names = (prefix: string, n: number) => Array.from({ length: n }, (_, i) => `${prefix}${i}`)
  return {
    lanes,
    started,
    running: (prefix: string) => started.filter(name => name.startsWith(prefix)).length,
    add: (prefix: string, n: number) => {
      for (const name of names(prefix, n)) lanes.add(prefix, prefix, name)
    },
    pass(more: number) {
      ms += more
    },
  }
}

test('an origin that was never seen gets a few slots', () => {
  const { add, started } = made()
  add('a', 100)
  assert.deepEqual(started, ['a0', 'a1', 'a2', 'a3'])
})

test('each prompt answer opens one more slot, up to a bound', () => {
  const { add, started, lanes } = made()
  add('a', 200)
  for (let i = 0; i < 10; i++) lanes.done('a', `a${i}`, 'answered')
  assert.equal(started.length, 10 + 4 + 10)
  for (let i = 10; i < 100; i++) lanes.done('a', `a${i}`, 'answered')
  assert.equal(started.length, 100 + 64)
})

test('an origin that answers late gets more slots too, but fewer', () => {
  const { add, started, lanes, pass } = made()
  add('a', 200)
  for (let i = 0; i < 30; i++) {
    pass(1500)
    lanes.done('a', `a${i}`, 'answered')
  }
  assert.ok(started.length <= 30 + 16)
})

test('an origin that keeps silent has one slot, and its next answer gives it more', () => {
  const { add, started, lanes } = made()
  add('a', 20)
  for (let i = 0; i < 4; i++) lanes.done('a', `a${i}`, 'silent')
  assert.equal(started.length, 5)
  lanes.done('a', 'a4', 'answered')
  assert.equal(started.length, 7)
})

test('an origin that says it is overloaded gets half as many', () => {
  const { add, started, lanes } = made()
  add('a', 20)
  lanes.done('a', 'a0', 'overloaded')
  assert.equal(started.length, 4)
  lanes.done('a', 'a1', 'overloaded')
  lanes.done('a', 'a2', 'overloaded')
  assert.equal(started.length, 4)
})

test('what a hanging origin cannot take is postponed after a second, but not what waits for a prompt one', () => {
  const { add, lanes, pass, running } = made()
  add('hangs', 50)
  pass(900)
  add('works', 50)
  assert.deepEqual(
    lanes.putOff(() => 0.5),
    [],
  )
  pass(200)
  const put = lanes.putOff(() => 0.5)
  assert.equal(put.length, 46)
  assert.ok(put.every(({ job, delayMs }) => job.startsWith('hangs') && delayMs === 1500))
  assert.equal(running('works'), 4)
})

test('what arrives for a silent origin is postponed at once', () => {
  const { add, lanes } = made()
  add('a', 1)
  lanes.done('a', 'a0', 'silent')
  add('a', 3)
  assert.equal(lanes.putOff(() => 0).length, 2)
})

test('the longer the backlog of a silent origin, the later it comes again, up to five minutes', () => {
  const { add, lanes, pass } = made()
  const latest = (n: number) => {
    add('a', n)
    pass(1001)
    return Math.round(Math.max(...lanes.putOff(() => 1).map(one => one.delayMs)))
  }
  assert.equal(latest(104), 2500)
  assert.equal(latest(900), 10_500)
  assert.equal(latest(100_000), 300_500)
})

test('accounts that share an origin take turns at its connections, the one that waits longest first', () => {
  const { lanes, started } = made()
  for (let account = 0; account < 30; account++)
    for (let i = 0; i < 6; i++) lanes.add(`acc${account}`, 'shared', `${account}.${i}`)
  assert.equal(started.length, 100) // 25 accounts with four each
  lanes.add('acc0 other', 'other', 'elsewhere')
  assert.equal(started.at(-1), 'elsewhere')
  for (let account = 0; account < 7; account++) lanes.done(`acc${account}`, `${account}.0`, 'answered')
  assert.deepEqual(started.slice(101), ['25.0', '26.0', '27.0', '28.0', '29.0', '25.1', '0.4'])
})

test('a connection skips those that no longer want it', () => {
  const { lanes, started } = made()
  for (let account = 0; account < 27; account++)
    for (let i = 0; i < 5; i++) lanes.add(`acc${account}`, 'shared', `${account}.${i}`)
  assert.equal(lanes.clear().length, 35)
  lanes.done('acc0', '0.0', 'answered')
  assert.equal(started.length, 100)
  lanes.add('acc26', 'shared', 'late')
  assert.equal(started.at(-1), 'late')
})

test('clear takes out everything that is not running', () => {
  const { add, lanes } = made()
  add('a', 6)
  add('b', 6)
  assert.deepEqual(lanes.clear(), ['a4', 'a5', 'b4', 'b5'])
  assert.deepEqual(lanes.clear(), [])
})
