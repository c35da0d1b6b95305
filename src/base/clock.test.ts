import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { durationMs, instant, isDay, isInstant, latest, manualClock, nextUtcHour, utcDay } from './clock.ts'

describe('time', () => {
  for (const [now, expected] of [
    ['2026-03-01T01:59:59.999Z', '2026-03-01T02:00:00.000Z'],
    ['2026-03-01T02:00:00.000Z', '2026-03-02T02:00:00.000Z'],
    ['2026-12-31T23:00:00.000Z', '2027-01-01T02:00:00.000Z'],
    ['2026-03-08T06:59:00.000Z', '2026-03-09T02:00:00.000Z'], // New York changes its clocks that night; UTC does not
  ] as const) {
    it(`the next 02:00 UTC after ${now} is ${expected}`, () =>
      assert.equal(nextUtcHour(instant(now), 2).toISOString(), expected))
  }

  for (const [text, expected] of [
    ['PT2H', 7_200_000],
    ['P1D', 86_400_000],
    ['PT0.5S', 500],
    ['P1DT1M', 86_460_000],
    ['P1W', 604_800_000],
    ['-P1W2DT1H', -781_200_000],
    ['-PT1H', -3_600_000],
    ['P1M', null],
    ['P1Y', null],
    ['2 hours', null],
    ['', null],
  ] as const) {
    it(`the duration ${JSON.stringify(text)} is ${expected === null ? 'null' : `${expected} ms`}`, () =>
      assert.equal(durationMs(text), expected))
  }

  it('a manual clock stands still, goes forward when it is set, and never back', () => {
    const clock = manualClock(instant('2026-03-01T00:00:00Z'))
    assert.equal(clock(), clock())
    clock.set(instant('2026-03-02T00:00:00Z'))
    assert.equal(utcDay(clock()).toString(), '2026-03-02')
    assert.throws(() => clock.set(instant('2026-03-01T23:00:00Z')), /cannot go back/)
  })

  for (const [text, isAcceptedInstant, isAcceptedDay] of [
    ['1970-01-01', true, true],
    ['9998-12-31', true, true],
    ['1969-12-31', false, false],
    ['9999-01-01', false, false],
    ['0000-01-01', false, false],
    ['2026-02-30', true, false],
    ['2026-03-01T00:00:00Z', true, false],
    ['1970-01-01T00:00:00+01:00', false, false],
    ['9998-12-31T23:00:00-01:00', false, false],
    ['+275760-09-13T00:00:00Z', false, false],
    ['soon', false, false],
  ] as const) {
    it(`${text} is ${isAcceptedInstant ? 'an' : 'no'} accepted instant and ${isAcceptedDay ? 'an' : 'no'} accepted day`, () =>
      assert.deepEqual([isInstant(text), isDay(text)], [isAcceptedInstant, isAcceptedDay]))
  }

  it('a text that is no instant throws, and `latest` returns the later of two instants', () => {
    assert.throws(() => instant('soon'), RangeError)
    const [a, b] = [instant(1), instant(2)]
    assert.deepEqual([latest(a, b), latest(b, a), latest(a, null)], [b, b, a])
  })
})
