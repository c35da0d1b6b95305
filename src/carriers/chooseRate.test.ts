import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Rate } from './carrier.ts'
import { chooseRate } from './chooseRate.ts'

const rate = (ref: string, costCents: number, days: number | null): Rate => ({
  ...{ ref, costCents, days, carrier: 'USPS', service: ref },
})
const [ground, twoDay, overnight, unknown] = [
  rate('ground', 500, 5),
  rate('two days', 1200, 2),
  rate('overnight', 3000, 1),
  rate('unknown', 100, null),
]
const all = [overnight, unknown, ground, twoDay]

it('the cheapest offer that arrives within the days of the class is bought', () => {
  assert.equal(chooseRate(all, 6), ground)
  assert.equal(chooseRate(all, 3), twoDay)
  assert.equal(chooseRate(all, 1), overnight)
})

it('where none arrives in time the fastest is bought, and for an unknown class the cheapest', () => {
  assert.equal(chooseRate([ground, twoDay, unknown], 1), twoDay)
  assert.equal(chooseRate([unknown], 3), unknown)
  assert.equal(chooseRate(all, null), unknown)
  assert.equal(chooseRate([], 3), null)
})
