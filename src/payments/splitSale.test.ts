import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { apportion } from '../base/money.ts'
import {
  allocateRefund,
  type Cells,
  cellsOf,
  type Price,
  type RefundSelection,
  remainingCells,
  split,
} from './splitSale.ts'

const sum = (cents: readonly number[]) => cents.reduce((total, cell) => total + cell, 0)

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
// Three cells a row: the price, the tax of CA, the tax of CA-QC. The rows are two items, fulfillment and shipping.
const whole = [1000, 50, 100, 500, 25, 50, 100, 5, 10, 300, 15, 0]

describe('refunds of a sale', () => {
  it('the cells of a sale contain every cent of it, each item with its part of the taxes', () => {
    assert.deepEqual(cellsOf(price), whole)
    assert.deepEqual(split(price, whole), {
      totalCents: 2155,
      taxCents: 255,
      parts: { items: 1500, fulfillment: 100, shipping: 300 },
      taxesCents: [95, 160],
    })
  })

  // biome-ignore format: a table
  const cases: [string, RefundSelection, Cells][] = [
    ['a refund of everything takes all cells',                  { kind: 'all' }, whole],
    ['a refund of an amount takes a part of every cell',        { kind: 'amount', cents: 431 }, [200, 10, 20, 100, 5, 10, 20, 1, 2, 60, 3, 0]],
    ['a refund of one cent takes it from the largest cell',     { kind: 'amount', cents: 1 }, [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]],
    ['a refund of all copies takes the whole item',             { kind: 'items', items: [{ index: 1, kind: 'copies', copies: 2, remainingCopies: 2 }] }, [0, 0, 0, 500, 25, 50, 0, 0, 0, 0, 0, 0]],
    ['a refund of one of two copies takes half of the item',    { kind: 'items', items: [{ index: 0, kind: 'copies', copies: 1, remainingCopies: 2 }] }, [500, 25, 50, 0, 0, 0, 0, 0, 0, 0, 0, 0]],
    ['a refund of an amount of an item takes only from the item', { kind: 'items', items: [{ index: 0, kind: 'amount', cents: 115 }] }, [100, 5, 10, 0, 0, 0, 0, 0, 0, 0, 0, 0]],
  ]
  for (const [promise, selection, expected] of cases) {
    it(promise, () => assert.deepEqual(allocateRefund(price, whole, selection), expected))
  }

  it('a refund of more than remains is excessive', () => {
    assert.deepEqual(allocateRefund(price, whole, { kind: 'amount', cents: 2156 }), {
      index: null,
      remainingCents: 2155,
    })
    const item: RefundSelection = { kind: 'items', items: [{ index: 1, kind: 'amount', cents: 576 }] }
    assert.deepEqual(allocateRefund(price, whole, item), { index: 1, remainingCents: 575 })
    assert.deepEqual(
      remainingCells(price, [whole]),
      whole.map(() => 0),
    )
  })

  it('any sequence of refunds adds up: no cell is below zero, no cent is lost, and the last refund takes the rest', () => {
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
        const refunds: Cells[] = []
        for (const step of steps) {
          const remaining = remainingCells(price, refunds)
          const selection: RefundSelection =
            step.kind === 'amount'
              ? { kind: 'amount', cents: Math.floor(step.part * sum(remaining)) }
              : {
                  kind: 'items',
                  items: [
                    {
                      index: step.item % price.itemsCents.length,
                      kind: 'copies',
                      copies: step.copies,
                      remainingCopies: 3,
                    },
                  ],
                }
          const cells = allocateRefund(price, remaining, selection)
          assert.ok(Array.isArray(cells))
          if (selection.kind === 'amount') {
            assert.equal(sum(cells), selection.cents)
            // In exact proportion: every cell within a cent of its share.
            for (const [i, cell] of cells.entries())
              assert.ok(
                Math.abs(cell - (sum(remaining) === 0 ? 0 : (remaining[i]! * selection.cents) / sum(remaining))) < 1,
              )
          }
          refunds.push(cells)
          assert.ok(remainingCells(price, refunds).every(cell => cell >= 0))
        }
        refunds.push(allocateRefund(price, remainingCells(price, refunds), { kind: 'all' }) as Cells)
        assert.ok(remainingCells(price, refunds).every(cell => cell === 0))
        const splits = refunds.map(cells => split(price, cells))
        for (const [i, { taxCents }] of price.taxes.entries())
          assert.equal(sum(splits.map(({ taxesCents }) => taxesCents[i]!)), taxCents)
      }),
    )
  })
})
