import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { apportion } from '../base/money.ts'
import { type Cells, cellsOf, left, type Price, split, take, type Wanted } from './sale.ts'

const sum = (cents: readonly number[]) => cents.reduce((all, one) => all + one, 0)

const tax = (jurisdiction: string, items: number, fulfillment: number, shipping: number) => ({
  jurisdiction,
  kind: 'sales',
  rate: 0.05,
  taxableCents: 0,
  taxCents: items + fulfillment + shipping,
  parts: { items, fulfillment, shipping },
})
const price: Price = {
  itemsCents: [1000, 500],
  fulfillmentCents: 100,
  shippingCents: 300,
  taxes: [tax('CA', 75, 5, 15), tax('CA-QC', 150, 10, 0)],
}
// Three cells a row: the price, the tax of CA, the tax of CA-QC; rows: two items, fulfilment, shipping.
const whole = [1000, 50, 100, 500, 25, 50, 100, 5, 10, 300, 15, 0]

describe('what a refund takes of a sale', () => {
  it('begins with every cent of it, each item with its part of the taxes', () => {
    assert.deepEqual(cellsOf(price), whole)
    assert.deepEqual(split(price, whole), {
      totalCents: 2155,
      taxCents: 255,
      parts: { items: 1500, fulfillment: 100, shipping: 300 },
      taxesCents: [95, 160],
    })
  })

  // biome-ignore format: a table
  const cases: [string, Wanted, Cells][] = [
    ['all of it',                      { kind: 'all' }, whole],
    ['an amount from everything',      { kind: 'amount', cents: 431 }, [200, 10, 20, 100, 5, 10, 20, 1, 2, 60, 3, 0]],
    ['one cent from the largest cell', { kind: 'amount', cents: 1 }, [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]],
    ['all copies of an item',          { kind: 'items', items: [{ index: 1, kind: 'copies', copies: 2, copiesLeft: 2 }] }, [0, 0, 0, 500, 25, 50, 0, 0, 0, 0, 0, 0]],
    ['one of two copies',              { kind: 'items', items: [{ index: 0, kind: 'copies', copies: 1, copiesLeft: 2 }] }, [500, 25, 50, 0, 0, 0, 0, 0, 0, 0, 0, 0]],
    ['an amount from an item',         { kind: 'items', items: [{ index: 0, kind: 'amount', cents: 115 }] }, [100, 5, 10, 0, 0, 0, 0, 0, 0, 0, 0, 0]],
  ]
  for (const [promise, wanted, expected] of cases) {
    it(promise, () => assert.deepEqual(take(price, whole, wanted), expected))
  }

  it('is never more than is left', () => {
    assert.deepEqual(take(price, whole, { kind: 'amount', cents: 2156 }), { index: null, leftCents: 2155 })
    const item: Wanted = { kind: 'items', items: [{ index: 1, kind: 'amount', cents: 576 }] }
    assert.deepEqual(take(price, whole, item), { index: 1, leftCents: 575 })
    assert.deepEqual(
      left(price, [null]),
      whole.map(() => 0),
    )
  })

  it('adds up, whatever is taken one after the other: no cell below zero, no cent lost, and the last takes the rest', () => {
    const cents = fc.nat(100_000)
    const prices = fc
      .record({
        itemsCents: fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 5 }),
        fulfillmentCents: cents,
        shippingCents: cents,
        rates: fc.array(fc.nat(20), { maxLength: 3 }),
      })
      .map(({ rates, ...parts }): Price => {
        const bases = [sum(parts.itemsCents), parts.fulfillmentCents, parts.shippingCents]
        const taxes = rates.map((rate, i) => {
          const [items, fulfillment, shipping] = apportion(Math.round((sum(bases) * rate) / 100), bases)
          return tax(`T${i}`, items!, fulfillment!, shipping!)
        })
        return { ...parts, taxes }
      })
    const steps = fc.array(
      fc.oneof(
        fc.record({ kind: fc.constant('amount' as const), part: fc.double({ min: 0, max: 1, noNaN: true }) }),
        fc.record({ kind: fc.constant('copies' as const), item: fc.nat(4), copies: fc.integer({ min: 1, max: 3 }) }),
      ),
      { maxLength: 8 },
    )
    fc.assert(
      fc.property(prices, steps, (price, steps) => {
        const all = cellsOf(price)
        assert.equal(
          sum(all),
          sum(price.itemsCents) + price.fulfillmentCents + price.shippingCents + sum(price.taxes.map(t => t.taxCents)),
        )
        const taken: Cells[] = []
        for (const step of steps) {
          const now = left(price, taken)
          const wanted: Wanted =
            step.kind === 'amount'
              ? { kind: 'amount', cents: Math.floor(step.part * sum(now)) }
              : {
                  kind: 'items',
                  items: [
                    { index: step.item % price.itemsCents.length, kind: 'copies', copies: step.copies, copiesLeft: 3 },
                  ],
                }
          const cells = take(price, now, wanted)
          assert.ok(Array.isArray(cells))
          if (wanted.kind === 'amount') {
            assert.equal(sum(cells), wanted.cents)
            // In exact proportion: every cell within a cent of its share.
            for (const [i, cell] of cells.entries())
              assert.ok(Math.abs(cell - (sum(now) === 0 ? 0 : (now[i]! * wanted.cents) / sum(now))) < 1)
          }
          taken.push(cells)
          assert.ok(left(price, taken).every(cell => cell >= 0))
        }
        taken.push(take(price, left(price, taken), { kind: 'all' }) as Cells)
        assert.ok(left(price, taken).every(cell => cell === 0))
        const splits = taken.map(cells => split(price, cells))
        for (const [i, { taxCents }] of price.taxes.entries())
          assert.equal(sum(splits.map(one => one.taxesCents[i]!)), taxCents)
      }),
    )
  })
})
