import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { sliceOrders } from './chargeSlices.ts'

const slices = (cents: number[], maxCents: number) =>
  sliceOrders(
    cents.map(chargeCents => ({ chargeCents })),
    maxCents,
  ).map(slice => slice.map(order => order.chargeCents))

describe('slices of a sum', () => {
  const cases: [string, number[], number[][]][] = [
    ['a sum of no orders has no slice', [], []],
    ['a sum of free orders is one slice', [0, 0], [[0, 0]]],
    ['a sum up to the maximum charge is one slice', [40, 60], [[40, 60]]],
    [
      'a sum above the maximum charge is divided before the order that does not fit',
      [40, 61, 30, 9],
      [[40], [61, 30, 9]],
    ],
    ['an order above the maximum charge is alone in the last slice', [40, 101, 60], [[40, 60], [101]]],
    ['orders above the maximum charge have a slice each', [101, 102], [[101], [102]]],
  ]
  for (const [promise, cents, expected] of cases) it(promise, () => assert.deepEqual(slices(cents, 100), expected))

  it('each order is in one slice, and the first order of a slice does not fit into the slice before it', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(120)), cents => {
        const divided = slices(cents, 100)
        assert.deepEqual(divided.flat().sort(), cents.toSorted())
        const sums = divided.map(slice => slice.reduce((sum, orderCents) => sum + orderCents, 0))
        for (const [i, sum] of sums.entries()) {
          assert.ok(sum <= 100 || divided[i]!.length === 1)
          if (i > 0) assert.ok(sums[i - 1]! + divided[i]![0]! > 100)
        }
      }),
    )
  })
})
