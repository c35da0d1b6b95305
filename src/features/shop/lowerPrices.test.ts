import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import sample from '../../../operator/catalog.json' with { type: 'json' }
import { createCatalog } from '../../catalog/catalog.ts'
import { parsePriceLists } from '../../catalog/priceLists.ts'
import { isListBeyond, lowersPricesBeyond } from './lowerPrices.ts'

const catalog = createCatalog(sample)
const [book] = catalog.list()
const rate = {
  baseCents: 500,
  extraCopyCents: 50,
  weightBands: [{ centsPerPound: 40 }],
  transitDays: { min: 2, max: 5 },
}
const shipping = { rates: new Map([['US-NY', new Map([['standard', rate]])]]) }
const { price, manufacturingSku } = book!

/** Whether a list gives more than 30 % off, or goes below the cost. */
function isBeyond(terms: object, cost?: typeof price): Promise<boolean> {
  const skus = sample.skus.map(sku => ({
    ...sku,
    ...(sku.manufacturingSku === manufacturingSku && cost ? { cost } : {}),
  }))
  const costed = createCatalog({ ...sample, skus })
  const lists = parsePriceLists({ lists: [{ code: 'L', name: 'L', ...terms }] }, costed)
  return isListBeyond({ catalog: costed, priceLists: lists, shipping }, 'L', 3000)
}

const own = (change: Partial<typeof price>) => ({ books: [{ manufacturingSku, price: { ...price, ...change } }] })
const half = (cents: number) => Math.round(cents / 2)

describe('the discount of a price list', () => {
  for (const [title, terms, cost, expected] of [
    ['nothing off', {}, undefined, false],
    ['30 % off books', { allBooksOffBasisPoints: 3000 }, undefined, false],
    ['more than 30 % off books', { allBooksOffBasisPoints: 3100 }, undefined, true],
    ['more than 30 % off one book', { books: [{ manufacturingSku, offBasisPoints: 3100 }] }, undefined, true],
    ['more than 30 % off handling', { fulfillmentOffBasisPoints: 3100 }, undefined, true],
    ['more than 30 % off shipping', { shippingOffBasisPoints: 3100 }, undefined, true],
    ['a surcharge', { allBooksOffBasisPoints: -3100, shippingOffBasisPoints: -9000 }, undefined, false],
    ['the same price as its own', own({}), undefined, false],
    ['half the price of a page', own({ perPageMillicents: half(price.perPageMillicents) }), undefined, true],
    ['a discount for many copies', own({ breaks: [{ fromCopies: 5000, offBasisPoints: 9000 }] }), undefined, true],
    ['1 % off, below the cost', { allBooksOffBasisPoints: 100 }, price, true],
    ['the catalog price, which is the cost', {}, price, false],
  ] as const)
    it(`${title} ${expected ? 'needs' : 'needs no'} second person`, async () =>
      assert.equal(await isBeyond(terms, cost), expected))
})

describe('the freight of large orders', () => {
  const weightBands = [{ upToPounds: 1000, centsPerPound: 20 }, { centsPerPound: 20 }]
  const freight = { ...rate, fromCopies: 500, baseCents: 20_000, extraCopyCents: 0, weightBands }
  const withFreight = (change: object) => ({
    rates: new Map([['US-NY', new Map([['standard', { ...rate, freight: { ...freight, ...change } }]])]]),
  })
  for (const [title, change, expected] of [
    ['the same freight', {}, false],
    ['10 % off', { baseCents: 18_000, weightBands: [{ centsPerPound: 18 }] }, false],
    ['half the price', { baseCents: 10_000, weightBands: [{ centsPerPound: 10 }] }, true],
    ['half of the copies', { fromCopies: 250 }, false],
    ['a heavy order for nothing', { weightBands: [weightBands[0], { centsPerPound: 0 }] }, true],
    ['a lower price than its cost', { baseCents: 19_900, cost: { ...rate, baseCents: 90_000 } }, true],
  ] as const)
    it(`${title} ${expected ? 'needs' : 'needs no'} second person`, async () => {
      const prices = { catalog, priceLists: new Map() }
      const before = { ...prices, shipping: withFreight({}) }
      const after = { ...prices, shipping: withFreight(change) }
      assert.equal(await lowersPricesBeyond({ before, monthAgo: null, after }, 3000), expected)
    })
})
