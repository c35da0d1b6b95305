import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Rate, ShippingTables } from '../../shipping/shipping.ts'
import { freightSamples } from './freightSamples.ts'
import type { OperatorData } from './operatorData.ts'

const rate = {
  baseCents: 400,
  extraCopyCents: 25,
  weightBands: [{ centsPerPound: 60 }],
  transitDays: { min: 3, max: 6 },
}
const freight = (fromCopies: number, baseCents: number): Rate => ({
  ...rate,
  freight: { ...rate, fromCopies, baseCents },
})
const operatorWith = (rates: Record<string, Rate>) =>
  ({
    shipping: {
      rates: new Map(Object.entries(rates).map(([key, rate]) => [key, new Map([['standard' as const, rate]])])),
    } as Partial<ShippingTables>,
  }) as OperatorData
const home = { country: 'US', state: 'NY' } as const
const samplesOf = (before: OperatorData | null, after: OperatorData) =>
  freightSamples(before, after, home).map(({ region, copies }) => [region.state ?? region.country, copies])

it('the review of a draft has a sample order for each different change of freight, from home on', () => {
  const before = operatorWith({ 'US-CA': freight(500, 10), 'US-NY': freight(500, 10), 'US-AK': rate, PR: rate })
  const after = operatorWith({
    'US-CA': freight(400, 9),
    'US-NY': freight(400, 9),
    'US-AK': freight(600, 50),
    PR: rate,
  })
  assert.deepEqual(samplesOf(before, after), [
    ['NY', 400],
    ['AK', 600],
  ])
  assert.deepEqual(samplesOf(after, before).at(-1), ['AK', 600], 'freight that ends is compared too')
  assert.deepEqual(samplesOf(before, before), [])
  const laterFreight = operatorWith({ PR: freight(700, 1) })
  assert.deepEqual(
    samplesOf(operatorWith({ PR: freight(300, 1) }), laterFreight),
    [['PR', 300]],
    'not 700, which is the same',
  )
  assert.deepEqual(samplesOf(null, operatorWith({ PR: freight(300, 1) })), [['PR', 300]])
})
