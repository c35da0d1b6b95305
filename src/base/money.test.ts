import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { centsOf, dollars, dollarsOrNull, roundCents } from './money.ts'

describe('money', () => {
  for (const [cents, expected] of [
    [0.5, 1],
    [0.4999, 0],
    [1.5, 2],
    [2.5, 3],
    [-0.5, -1],
    [-1.5, -2],
    [-0.4, -0],
  ] as const) {
    it(`roundCents rounds ${cents} cents half away from zero`, () => assert.equal(roundCents(cents), expected))
  }

  for (const [amount, expected] of [
    [19.99, 1999],
    [0, 0],
    [0.1, 10],
    [1.005, null],
    [0.001, null],
    [-1, null],
    [1e11, null],
    [Number.NaN, null],
    [Number.POSITIVE_INFINITY, null],
    [4503599627370.5, null],
  ] as const) {
    it(`money reads ${amount} dollars as ${expected === null ? 'null' : `${expected} cents`}`, () =>
      assert.equal(centsOf(amount), expected))
  }

  it('money converts cents to dollars with at most two decimals, and back to the same cents', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e12 }), cents => {
        assert.equal(centsOf(dollars(cents)), cents)
        assert.match(JSON.stringify(dollars(cents)), /^\d+(\.\d{1,2})?$/)
      }),
    )
  })

  it('money leaves null as null, which is not zero', () => {
    assert.equal(dollarsOrNull(null), null)
    assert.equal(dollarsOrNull(0), 0)
  })
})
