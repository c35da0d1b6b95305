import assert from 'node:assert/strict'
import { afterEach, it, mock } from 'node:test'
import { hour, instant, later, minute, second } from '../base/clock.ts'
import { silentLog } from '../base/log.ts'
import { createClockCheck } from './clockCheck.ts'

const start = instant('2026-03-02T12:00:00Z')
afterEach(() => mock.restoreAll())

/** A machine whose clock may be wrong, with a database whose clock is right. */
function machine() {
  const time = { ranMs: 0, wrongByMs: 0, answerMs: 0 }
  const lines: string[] = []
  let reads = 0
  mock.method(performance, 'now', () => time.ranMs)
  const record = (_fields: object, text: string) => lines.push(text)
  const isRight = createClockCheck({
    clock: () => later(start, time.ranMs + time.wrongByMs),
    log: { ...silentLog, error: record as never, info: record as never },
    async readDatabaseTime() {
      reads++
      const at = later(start, time.ranMs)
      time.ranMs += time.answerMs
      return at
    },
  })
  return { time, lines, isRight, reads: () => reads }
}

it('a clock that is more than a minute ahead or behind is wrong, which is logged once', async () => {
  for (const sign of [1, -1]) {
    const { time, lines, isRight } = machine()
    assert.equal(await isRight(), true)
    time.wrongByMs = sign * 59 * second
    assert.equal(await isRight(), true)
    time.wrongByMs = sign * 26 * hour
    assert.equal(await isRight(), false)
    time.ranMs += minute
    assert.equal(await isRight(), false)
    time.wrongByMs = 0
    assert.equal(await isRight(), true)
    assert.deepEqual(lines, [
      'the clock of this process differs from the clock of the database, so it does no work',
      'the clock of this process is right again, so it works',
    ])
  }
})

it('a slow answer of the database does not make a clock wrong', async () => {
  const { time, isRight } = machine()
  time.answerMs = 2 * minute
  assert.equal(await isRight(), true)
})

it('the clocks are compared every ten seconds, and at once when the clock was set', async () => {
  const { time, isRight, reads } = machine()
  for (let i = 0; i < 5; i++) await isRight()
  assert.equal(reads(), 1)
  time.wrongByMs = 2 * second
  await isRight()
  assert.equal(reads(), 2)
  time.ranMs += 11 * second
  await Promise.all([isRight(), isRight()])
  assert.equal(reads(), 3)
})

it('after a failed comparison the next caller compares again', async () => {
  let isReachable = false
  const isRight = createClockCheck({
    clock: () => start,
    log: silentLog,
    readDatabaseTime: () => (isReachable ? Promise.resolve(start) : Promise.reject(new Error('unreachable'))),
  })
  await assert.rejects(isRight(), /unreachable/)
  isReachable = true
  assert.equal(await isRight(), true)
})
