import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFairLanes } from './fairLanes.ts'

/** Lanes with a manual clock, and what they have started. */
function made({ maxUncertain = 1000, maxBytes = Infinity } = {}) {
  let ms = 0
  const started: string[] = []
  const lanes = createFairLanes<string>({
    start: job => started.push(job),
    bytesOf: job => (job.startsWith('large') ? 10 : 1),
    ms: () => ms,
    maxAtAnOrigin: 100,
    maxUncertain,
    maxBytes,
  })
  const names = (prefix: string, n: number) => Array.from({ length: n }, (_, i) => `${prefix}${i}`)
  return {
    lanes,
    started,
    running: (prefix: string) => started.filter(name => name.startsWith(prefix)).length,
    add: (prefix: string, n: number) => {
      for (const name of names(prefix, n)) lanes.add(prefix, { origin: prefix, address: prefix }, name)
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

test('webhooks for a hanging origin are postponed after a second, and webhooks for a prompt origin are not', () => {
  const { add, lanes, pass, running } = made()
  add('hangs', 50)
  pass(900)
  add('works', 50)
  assert.deepEqual(
    lanes.removeSlow(() => 0.5, { isFull: false }),
    [],
  )
  pass(200)
  const put = lanes.removeSlow(() => 0.5, { isFull: false })
  assert.equal(put.length, 46)
  assert.ok(put.every(({ job, delayMs }) => job.startsWith('hangs') && delayMs === 1500))
  assert.equal(running('works'), 4)
})

test('a webhook for a silent origin is postponed immediately', () => {
  const { add, lanes } = made()
  add('a', 1)
  lanes.done('a', 'a0', 'silent')
  add('a', 3)
  assert.equal(lanes.removeSlow(() => 0, { isFull: false }).length, 2)
})

test('the longer the backlog of a silent origin, the later it comes again, up to five minutes', () => {
  const { add, lanes, pass } = made()
  const latest = (n: number) => {
    add('a', n)
    pass(1001)
    return Math.round(Math.max(...lanes.removeSlow(() => 1, { isFull: false }).map(one => one.delayMs)))
  }
  assert.equal(latest(104), 2500)
  assert.equal(latest(900), 10_500)
  assert.equal(latest(100_000), 300_500)
})

test('an address that hangs leaves the slots of its account and origin to the other addresses', () => {
  const { lanes, started, pass, running } = made()
  const add = (address: string, from: number, to: number) => {
    for (let i = from; i < to; i++) lanes.add('acc', { origin: 'relay', address }, `${address}${i}`)
  }
  add('hangs', 0, 50)
  assert.equal(running('hangs'), 4)
  add('works', 0, 1)
  assert.equal(running('works'), 0, 'nobody knows yet that they hang')
  pass(900)
  lanes.resume()
  assert.equal(running('works'), 0)
  pass(200)
  lanes.resume()
  assert.equal(running('works'), 1)
  assert.equal(lanes.removeSlow(() => 0, { isFull: false }).length, 46)
  lanes.done('acc', 'works0', 'answered')
  add('works', 1, 4)
  assert.equal(running('works'), 4, 'at once from now on')
  for (let i = 1; i < 4; i++) lanes.done('acc', `works${i}`, 'answered')
  pass(18_900)
  for (let i = 0; i < 4; i++) lanes.done('acc', `hangs${i}`, 'silent')
  add('hangs', 50, 60)
  assert.equal(running('hangs'), 5, 'it has one slot')
  add('works', 4, 9)
  assert.equal(running('works'), 9, 'and what answered meanwhile keeps its slots')
  assert.deepEqual(
    lanes.removeSlow(() => 0.5, { isFull: false }).map(({ delayMs }) => delayMs),
    Array(9).fill(1500),
  )
  assert.ok(started.includes('works8'))
})

test('an address that keeps silent costs its own webhooks only, however many such addresses the origin has', () => {
  const { lanes, pass, running } = made()
  const silent = Array.from({ length: 30 }, (_, i) => `h${i}`)
  const add = (address: string, job: string) => lanes.add('acc', { origin: 'relay', address }, job)
  for (const address of silent) add(address, address)
  add('works', 'works0')
  assert.equal(running('h'), 4)
  for (let seconds = 0; seconds < 8; seconds++) {
    pass(1100)
    lanes.resume()
  }
  assert.equal(running('h'), 30)
  assert.equal(running('works'), 1, 'each second, what hangs leaves its slots to the next addresses')
  pass(20_000)
  for (const address of silent) lanes.done('acc', address, 'silent')
  for (const address of silent) for (const again of [1, 2]) add(address, `${address} again ${again}`)
  assert.equal(running('h'), 60, 'each has one attempt at a time')
  lanes.done('acc', 'works0', 'answered')
  for (let i = 1; i < 3; i++) add('works', `works${i}`)
  assert.equal(running('works'), 3, 'and the others do not wait')
  lanes.done('acc', 'h0 again 1', 'answered')
  assert.equal(running('h'), 61)
})

test('an origin that hangs at an address for each order holds a third of its connections', () => {
  const { lanes, pass, started } = made()
  for (let i = 0; i < 1000; i++) lanes.add('acc', { origin: 'hangs', address: `/${i}` }, `${i}`)
  for (let seconds = 0; seconds < 100; seconds++) {
    pass(1100)
    lanes.resume()
  }
  assert.equal(started.length, 36, 'and its four slots')
  lanes.add('other account', { origin: 'hangs', address: '/works' }, 'works')
  assert.equal(started.at(-1), 'works')
})

test('accounts that share an origin take turns at its connections, and the account that waits longest is first', () => {
  const { lanes, started } = made()
  for (let account = 0; account < 30; account++)
    for (let i = 0; i < 6; i++) lanes.add(`acc${account}`, { origin: 'shared', address: 'shared' }, `${account}.${i}`)
  assert.equal(started.length, 100) // 25 accounts with four each
  lanes.add('acc0 other', { origin: 'other', address: 'other' }, 'elsewhere')
  assert.equal(started.at(-1), 'elsewhere')
  for (let account = 0; account < 7; account++) lanes.done(`acc${account}`, `${account}.0`, 'answered')
  assert.deepEqual(started.slice(101), ['25.0', '26.0', '27.0', '28.0', '29.0', '25.1', '0.4'])
})

test('a connection skips webhooks that no longer need it', () => {
  const { lanes, started } = made()
  for (let account = 0; account < 27; account++)
    for (let i = 0; i < 5; i++) lanes.add(`acc${account}`, { origin: 'shared', address: 'shared' }, `${account}.${i}`)
  assert.equal(lanes.clear().length, 35)
  lanes.done('acc0', '0.0', 'answered')
  assert.equal(started.length, 100)
  lanes.add('acc26', { origin: 'shared', address: 'shared' }, 'late')
  assert.equal(started.at(-1), 'late')
})

test('while nothing more can be claimed, webhooks to a lane without a recent answer are postponed after a moment', () => {
  const { add, lanes, pass } = made()
  add('hangs', 50)
  add('answers', 50)
  const postponed = (isFull: boolean) => lanes.removeSlow(() => 0, { isFull }).map(({ job }) => job.replace(/\d+$/, ''))
  pass(200)
  assert.deepEqual(postponed(true), [], 'an answer may still come')
  lanes.done('answers', 'answers0', 'answered')
  assert.equal(lanes.countWaiting(), 44)
  pass(100)
  assert.deepEqual(postponed(false), [])
  assert.deepEqual(postponed(true), Array(46).fill('hangs'))
  pass(1000)
  assert.equal(lanes.countWaiting(), 0, 'its answer is no longer recent')
})

test('lanes that may hang share a number of attempts, besides the first attempt of each new lane', () => {
  const { add, lanes, running, pass } = made({ maxUncertain: 10 })
  for (const name of ['a', 'b', 'c', 'd', 'e']) add(name, 4)
  assert.deepEqual(['a', 'b', 'c', 'd', 'e'].map(running), [4, 4, 2, 1, 1])
  lanes.done('d', 'd0', 'answered')
  assert.equal(running('d'), 4, 'a lane that answers has its slots')
  pass(20_000)
  for (let i = 0; i < 4; i++) lanes.done('a', `a${i}`, 'silent')
  lanes.resume()
  assert.deepEqual(['c', 'e'].map(running), [4, 2])
  add('a', 1)
  assert.equal(running('a'), 4, 'an address that timed out waits')
  lanes.add('a', { origin: 'a', address: 'new' }, 'a new')
  assert.equal(running('a'), 5)
})

test('lanes that may hang begin nothing while they have three times their number of attempts, also new ones', () => {
  const { add, lanes, running } = made({ maxUncertain: 2 })
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
  for (const name of names) add(name, 1)
  assert.deepEqual(names.map(running), [1, 1, 1, 1, 1, 1, 0])
  lanes.done('a', 'a0', 'silent')
  lanes.resume()
  assert.equal(running('g'), 1)
})

test('large webhooks to lanes that may hang have a quarter of the bytes, and small ones do not wait for them', () => {
  const { add, lanes, running } = made({ maxUncertain: 10, maxBytes: 80 })
  for (const name of ['large a', 'large b', 'small']) add(name, 2)
  assert.deepEqual(['large a', 'large b', 'small'].map(running), [2, 0, 2])
  lanes.done('large a', 'large a0', 'answered')
  add('large a', 3)
  lanes.resume()
  assert.deepEqual(['large a', 'large b'].map(running), [3, 1], 'it has answered, and has more than the others')
})

test('large webhooks to an origin have a quarter of the bytes, since it may hang after it has answered', () => {
  const { lanes, running } = made({ maxUncertain: 10, maxBytes: 80 })
  const add = (name: string, job: string) => lanes.add(name, { origin: 'shared', address: name }, job)
  add('acc', 'first')
  lanes.done('acc', 'first', 'answered')
  for (let i = 0; i < 3; i++) add('acc', `large${i}`)
  add('other', 'small')
  assert.deepEqual([running('large'), running('small')], [2, 1])
  lanes.done('acc', 'large0', 'answered')
  assert.equal(running('large'), 3)
})

test('lanes that may hang take turns, so that a receiver that has recovered gets the next attempt', () => {
  const { add, lanes, running, pass } = made({ maxUncertain: 2 })
  const names = ['a', 'b', 'recovered']
  for (const name of names) add(name, 1)
  pass(20_000)
  for (const name of names) lanes.done(name, `${name}0`, 'silent')
  add('a', 2)
  add('b', 2)
  add('recovered', 1)
  assert.deepEqual(names.map(running), [2, 2, 1])
  pass(20_000)
  lanes.done('a', 'a0', 'silent')
  lanes.resume()
  assert.deepEqual(names.map(running), [2, 2, 2])
  lanes.done('recovered', 'recovered0', 'answered')
  lanes.resume()
  assert.deepEqual(names.map(running), [3, 2, 2], 'the lane that answers leaves its turn')
})

test('a webhook of the lane that is next waits for its turn, and is not postponed', () => {
  const { add, lanes, running, pass } = made({ maxUncertain: 2 })
  const names = ['a', 'b', 'recovered']
  for (const name of names) add(name, 1)
  pass(20_000)
  for (const name of names) lanes.done(name, `${name}0`, 'silent')
  for (const name of ['a', 'b']) add(name, 1)
  for (const name of ['recovered', 'a', 'b']) add(name, 3)
  const postponed = () => lanes.removeSlow(() => 0, { isFull: true }).map(({ job }) => job)
  assert.deepEqual(postponed().toSorted(), ['a0', 'a1', 'a2', 'b0', 'b1', 'b2', 'recovered1', 'recovered2'])
  pass(19_000)
  assert.deepEqual(postponed(), [])
  lanes.done('b', 'b0', 'silent')
  lanes.resume()
  assert.equal(running('recovered'), 2)
  add('b', 1)
  pass(20_001)
  assert.deepEqual(postponed(), ['b0'], 'no longer than a lease allows')
})

test('an answer that took long does not free a lane from the limit of those that may hang', () => {
  const { add, lanes, running, pass } = made({ maxUncertain: 2 })
  add('late', 4)
  assert.equal(running('late'), 2)
  pass(19_000)
  lanes.done('late', 'late0', 'answered')
  assert.equal(running('late'), 3, 'one more than has ended')
})

test('a call that hangs leaves the first attempt of its lane to addresses that answer', () => {
  const { add, lanes, running, pass } = made({ maxUncertain: 1 })
  lanes.add('acc', { origin: 'acc', address: 'works' }, 'works0')
  lanes.done('acc', 'works0', 'answered')
  lanes.add('acc', { origin: 'acc', address: 'hangs' }, 'hangs0')
  lanes.add('acc', { origin: 'acc', address: 'works' }, 'works1')
  pass(10)
  lanes.done('acc', 'works1', 'answered')
  add('other', 1)
  pass(2000)
  lanes.add('acc', { origin: 'acc', address: 'hangs' }, 'hangs1')
  lanes.add('acc', { origin: 'acc', address: 'works' }, 'works2')
  assert.deepEqual([running('hangs'), running('works')], [1, 3])
})

test('clear takes out everything that is not running', () => {
  const { add, lanes } = made()
  add('a', 6)
  add('b', 6)
  assert.deepEqual(lanes.clear(), ['a4', 'a5', 'b4', 'b5'])
  assert.deepEqual(lanes.clear(), [])
})
