import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { day, hour, instant, later, minute, second } from '../base/clock.ts'
import { type AttemptOutcome, failureOf, maxAttempts, nextAttempt } from './retry.ts'

const now = instant('2026-03-01T12:00:00Z')
const answered = (status: number, retryAfterSeconds?: number): AttemptOutcome => ({
  kind: 'answered',
  status,
  ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
})
const timedOut: AttemptOutcome = { kind: 'failed', failure: 'timeout' }
const [least, middle, most] = [() => 0, () => 0.5, () => 1]

describe('the schedule', () => {
  const steps = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, day]
  steps.forEach((step, i) => {
    test(`failed attempt ${i + 1} is followed ${step / second} s later, a fifth more or less`, () => {
      for (const [random, factor] of [
        [least, 0.8],
        [middle, 1],
        [most, 1.2],
      ] as const)
        assert.deepEqual(nextAttempt(i + 1, timedOut, now, random), {
          status: 'pending',
          at: later(now, step * factor),
        })
    })
  })

  test('ten attempts are made, over 75 hours and a half', () => {
    let at = now
    for (let attempts = 1; ; attempts++) {
      const next = nextAttempt(attempts, timedOut, at, middle)
      if (next.status !== 'pending') {
        assert.deepEqual([attempts, next.status], [maxAttempts, 'exhausted'])
        break
      }
      at = next.at
    }
    assert.deepEqual(at, later(now, 75 * hour + 35 * minute + 5 * second))
  })

  test('no attempt follows a manual attempt after the last attempt', () => {
    assert.deepEqual(nextAttempt(11, timedOut, now, middle), { status: 'exhausted' })
    assert.deepEqual(nextAttempt(11, answered(200), now, middle), { status: 'delivered' })
  })
})

describe('outcomes of a first attempt', () => {
  const in5s = { status: 'pending', at: later(now, 5 * second) }
  const cases: [string, AttemptOutcome, object, string | null][] = [
    ['200', answered(200), { status: 'delivered' }, null],
    ['204', answered(204), { status: 'delivered' }, null],
    ['299 with Retry-After', answered(299, 9), { status: 'delivered' }, null],
    ['301', answered(301), in5s, 'http_3xx'],
    ['404', answered(404), in5s, 'http_4xx'],
    ['410', answered(410), { status: 'gone' }, 'http_4xx'],
    ['429', answered(429), in5s, 'http_4xx'],
    ['500', answered(500), in5s, 'http_5xx'],
    ['timeout', timedOut, in5s, 'timeout'],
    ['503, Retry-After shorter than the step', answered(503, 1), in5s, 'http_5xx'],
    [
      '503, Retry-After within twice the step',
      answered(503, 8),
      { status: 'pending', at: later(now, 8 * second) },
      'http_5xx',
    ],
    [
      '503, Retry-After of a day',
      answered(503, 86_400),
      { status: 'pending', at: later(now, 10 * second) },
      'http_5xx',
    ],
  ]
  for (const [what, outcome, next, failure] of cases)
    test(what, () => {
      assert.deepEqual(nextAttempt(1, outcome, now, middle), next)
      assert.equal(failureOf(outcome), failure)
    })
})
