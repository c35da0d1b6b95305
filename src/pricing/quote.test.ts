import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import sample from '../../operator/catalog.json' with { type: 'json' }
import { centsAfter, type PriceRule, priceItems, total } from './quote.ts'

const free = { perOrderCents: 0, perItemCents: 0 }
const rule: PriceRule = {
  baseCents: 200,
  perPageMillicents: 1500,
  breaks: [
    { fromCopies: 10, offBasisPoints: 500 },
    { fromCopies: 100, offBasisPoints: 2000 },
  ],
}
const line = (pageCount: number, quantity: number, price: PriceRule = rule) => ({ price, pageCount, quantity })
const priceOf = (pageCount: number, quantity: number, price: PriceRule = rule) =>
  priceItems([line(pageCount, quantity, price)], free).itemsCents

describe('the price of an item', () => {
  const halves: PriceRule = { baseCents: 0, perPageMillicents: 500, breaks: [] }
  // biome-ignore format: a table
  const cases: [string, number, number, PriceRule, number][] = [
    ['one copy is its base and its pages',                             100,      1, rule,                              350],
    ['copies multiply it',                                             100,      9, rule,                             3150],
    ['the first break applies from its own quantity',                  100,     10, rule,                             3330],
    ['... to every copy, each rounded to the cent',                    100,     11, rule,                             3663],
    ['the second break replaces the first',                            100,    100, rule,                            28000],
    ['beyond it copies cost the same',                                 100,    101, rule,                            28280],
    ['just under a break costs at most what the break does',           100,     99, rule,                            28000],
    ['... from where the break is cheaper',                            100,     85, rule,                            28000],
    ['... and not before',                                             100,     84, rule,                            27972],
    ['half a cent rounds up',                                            1,      1, halves,                              1],
    ['less than half a cent rounds down',                                1,      1, { ...halves, perPageMillicents: 499 }, 0],
    ['a cent and a half rounds up',                                      3,      1, halves,                              2],
    ['copies are rounded one by one, as an invoice shows them',          3,     10, halves,                             20],
    ['half a cent after a discount rounds up',                           0,     10, { baseCents: 10, perPageMillicents: 0, breaks: [{ fromCopies: 10, offBasisPoints: 500 }] }, 100],
    ['a price without pages is the base',                                0,      1, rule,                              200],
    ['nothing costs nothing',                                          100,      3, { baseCents: 0, perPageMillicents: 0, breaks: [] }, 0],
    ['ten thousand copies of the dearest book are exact',            2_000, 10_000, { baseCents: 100_000, perPageMillicents: 100_000, breaks: [] }, 3_000_000_000],
  ]
  for (const [promise, pages, copies, price, expected] of cases) {
    it(promise, () => assert.equal(priceOf(pages, copies, price), expected))
  }
})

describe('the price of an order', () => {
  it('the price of an order is that of its items, each by itself, in their order', () => {
    const price = priceItems([line(100, 1), line(200, 2), line(100, 1)], free)
    assert.deepEqual(price, { itemsCents: 1700, fulfillmentCents: 0, perItemCents: [350, 1000, 350] })
  })

  it('the price of an order has no discount for two items that reach a quantity only together', () =>
    assert.equal(priceItems([line(100, 5), line(100, 5)], free).itemsCents, 10 * 350))

  it('the price of an order has handling for the order and for each item, for any quantity', () => {
    const handling = { perOrderCents: 150, perItemCents: 50 }
    assert.equal(priceItems([line(100, 1)], handling).fulfillmentCents, 200)
    assert.equal(priceItems([line(100, 1000), line(100, 1)], handling).fulfillmentCents, 250)
  })

  it('the price of an order by a price list has a percentage off each copy, and off the handling', () => {
    const lines = [{ ...line(101, 10), offBasisPoints: 1000 }, line(100, 1)]
    const handling = { perOrderCents: 150, perItemCents: 50, offBasisPoints: 3333 }
    // A copy of 101 pages is 351.5 cents, less 5 % for 10 copies and 10 % of the list: 300.5 cents.
    assert.deepEqual(priceItems(lines, handling), {
      itemsCents: 3010 + 350,
      fulfillmentCents: 167,
      perItemCents: [3010, 350],
    })
    assert.equal(centsAfter(399, -2500), 499)
  })

  it('the price of an order is exact for 500 items of 10,000 copies', () => {
    const dearest = { baseCents: 100_000, perPageMillicents: 100_000, breaks: [] }
    const price = priceItems(Array(500).fill(line(2_000, 10_000, dearest)), { perOrderCents: 1, perItemCents: 1 })
    assert.equal(price.itemsCents, 1_500_000_000_000)
    assert.equal(price.fulfillmentCents, 501)
    assert.ok(Number.isSafeInteger(price.itemsCents))
  })

  it('the price of an order in total is the sum of its parts and nothing else', () => {
    const parts = { itemsCents: 350, fulfillmentCents: 200, shippingCents: 499, taxesCents: 61 }
    assert.deepEqual(total(parts), { ...parts, orderCents: 1110 })
    const order = { ...parts, perItemCents: [350] }
    assert.deepEqual(Object.keys(total(order)), [...Object.keys(parts), 'orderCents'])
  })
})

describe('any price', () => {
  const breaks = fc
    .tuple(
      fc.uniqueArray(fc.integer({ min: 2, max: 10_000 }), { maxLength: 5 }),
      fc.uniqueArray(fc.integer({ min: 1, max: 9_999 }), { minLength: 5, maxLength: 5 }),
    )
    .map(([froms, offs]) => {
      offs.sort((a, b) => a - b)
      return froms.sort((a, b) => a - b).map((fromCopies, i) => ({ fromCopies, offBasisPoints: offs[i]! }))
    })
  const invented = fc.record({
    baseCents: fc.integer({ min: 0, max: 100_000 }),
    perPageMillicents: fc.integer({ min: 0, max: 100_000 }),
    breaks,
  })
  const rules = fc.oneof(invented, fc.constantFrom(...sample.skus.map(sku => sku.price as PriceRule)))
  const pages = fc.integer({ min: 1, max: 2_000 })
  const copies = fc.integer({ min: 1, max: 10_000 })

  it('any price never falls with one more copy', () =>
    fc.assert(
      fc.property(rules, pages, copies, (price, p, q) => assert.ok(priceOf(p, q + 1, price) >= priceOf(p, q, price))),
    ))

  it('any price never falls with more pages', () =>
    fc.assert(
      fc.property(rules, pages, fc.nat(500), copies, (price, p, more, q) =>
        assert.ok(priceOf(p + more, q, price) >= priceOf(p, q, price)),
      ),
    ))

  it('any price never falls next to any break', () => {
    for (const { price } of sample.skus) {
      for (const { fromCopies } of price.breaks) {
        assert.ok(priceOf(100, fromCopies - 1, price) <= priceOf(100, fromCopies, price))
      }
    }
  })

  const listOff = fc.integer({ min: -10_000, max: 10_000 })
  const listedPrice = (p: number, q: number, price: PriceRule, offBasisPoints: number) =>
    priceItems([{ ...line(p, q, price), offBasisPoints }], free).itemsCents

  it('any price of a price list is whole cents, never negative, and never falls with one more copy or page', () =>
    fc.assert(
      fc.property(rules, pages, copies, listOff, (price, p, q, off) => {
        const cents = listedPrice(p, q, price, off)
        assert.ok(Number.isSafeInteger(cents) && cents >= 0)
        assert.ok(listedPrice(p, q + 1, price, off) >= cents)
        assert.ok(listedPrice(p + 1, q, price, off) >= cents)
      }),
    ))

  it('any price of a price list is at most the price of the catalog where it takes a percentage off', () =>
    fc.assert(
      fc.property(rules, pages, copies, fc.nat(10_000), fc.nat(10_000), (price, p, q, one, other) => {
        const [less, more] = [Math.min(one, other), Math.max(one, other)]
        assert.ok(listedPrice(p, q, price, more) <= listedPrice(p, q, price, less))
        assert.ok(listedPrice(p, q, price, less) <= priceOf(p, q, price))
      }),
    ))

  it('any price without a percentage is that of the catalog, and with everything off is nothing', () =>
    fc.assert(
      fc.property(rules, pages, copies, (price, p, q) => {
        assert.equal(listedPrice(p, q, price, 0), priceOf(p, q, price))
        assert.equal(listedPrice(p, q, price, 10_000), 0)
      }),
    ))

  it('any price of an order is whole cents and the sum of its items', () =>
    fc.assert(
      fc.property(fc.array(fc.tuple(pages, copies, rules), { minLength: 1, maxLength: 20 }), items => {
        const lines = items.map(([p, q, price]) => line(p, q, price))
        const { itemsCents, perItemCents } = priceItems(lines, free)
        assert.equal(
          itemsCents,
          perItemCents.reduce((a, b) => a + b, 0),
        )
        assert.ok(perItemCents.every(cents => Number.isSafeInteger(cents) && cents >= 0))
      }),
    ))
})
