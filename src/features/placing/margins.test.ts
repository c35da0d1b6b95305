import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { it } from 'node:test'
import { createCatalog } from '../../catalog/catalog.ts'
import type { CatalogFile } from '../../catalog/schema.ts'
import { type ShippingFile, shippingTables } from '../../shipping/loadShipping.ts'
import { marginOf } from './margins.ts'

const read = (file: string) => JSON.parse(readFileSync(`operator/${file}`, 'utf8'))

/** The sample with costs: a first book of $1 and 0.5 ¢ a page, 10 % less from 10 copies, and no cost of the second. */
function operatorWith(change: (catalog: CatalogFile, shipping: ShippingFile) => void = () => {}) {
  const catalog = read('catalog.json') as CatalogFile
  const shipping = read('shipping.json') as ShippingFile
  catalog.skus[0]!.cost = {
    baseCents: 100,
    perPageMillicents: 500,
    breaks: [{ fromCopies: 10, offBasisPoints: 1000 }],
  }
  change(catalog, shipping)
  return {
    names: catalog.skus.map(({ manufacturingSku }) => manufacturingSku),
    operator: { catalog: createCatalog(catalog), shipping: shippingTables(shipping, read('holidays.json')) },
  }
}

const orderOf = (books: { manufacturingSku: string; quantity: number }[]) => ({
  items: books.map(({ manufacturingSku, quantity }) => ({ sku: manufacturingSku, quantity })),
  books: books.map(({ manufacturingSku }) => ({ manufacturingSku, pageCount: 100, coverUrl: null, gutsUrl: null })),
  region: { country: 'US', state: 'NY' } as const,
  shippingClass: 'standard',
})

it('the margin of an item is its price less the cost of its copies, with the discount for their quantity', () => {
  const { operator, names } = operatorWith()
  for (const [quantity, costCents] of [
    [1, 150],
    [3, 450],
    [10, 1350],
    [20, 2700],
  ] as const) {
    const order = orderOf([{ manufacturingSku: names[0]!, quantity }])
    const margin = marginOf(operator, order, {
      lineCents: [9000],
      itemsCents: 9000,
      fulfillmentCents: 200,
      shippingCents: 500,
    })
    const items = { priceCents: 9000, costCents }
    assert.deepEqual(margin, { lines: [items], items, fulfillment: null, shipping: null, total: items })
  }
})

it('a part of an order whose cost is not known counts neither as price nor as cost', () => {
  const { operator, names } = operatorWith()
  const order = orderOf([
    { manufacturingSku: names[0]!, quantity: 2 },
    { manufacturingSku: names[1]!, quantity: 5 },
  ])
  const { lines, items, total } = marginOf(operator, order, {
    lineCents: [700, 4000],
    itemsCents: 4700,
    fulfillmentCents: 250,
    shippingCents: 600,
  })
  const known = { priceCents: 700, costCents: 300 }
  assert.deepEqual([lines, items, total], [[known, null], known, known])
})

it('where a printer names one price of all items, they have a margin only if the costs of all are known', () => {
  const partly = operatorWith()
  const wholly = operatorWith(({ skus }) => {
    skus[1]!.cost = { baseCents: 200, perPageMillicents: 0, breaks: [] }
  })
  const order = orderOf([
    { manufacturingSku: partly.names[0]!, quantity: 1 },
    { manufacturingSku: partly.names[1]!, quantity: 1 },
  ])
  const price = { lineCents: null, itemsCents: 1000, fulfillmentCents: null, shippingCents: null }
  assert.equal(marginOf(partly.operator, order, price).total, null)
  const margin = marginOf(wholly.operator, order, price)
  assert.deepEqual(margin.lines, [null, null])
  assert.deepEqual(margin.total, { priceCents: 1000, costCents: 350 })
})

it('handling and shipping have a margin where their costs are entered, and shipping once it has a price', () => {
  const { operator, names } = operatorWith((catalog, { zones }) => {
    catalog.fulfillment.cost = { perOrderCents: 70, perItemCents: 30 }
    for (const { classes } of zones)
      classes.standard!.cost = { baseCents: 300, extraCopyCents: 10, weightBands: [{ centsPerPound: 0 }] }
  })
  const order = orderOf([{ manufacturingSku: names[1]!, quantity: 4 }])
  const price = { lineCents: [2000], itemsCents: 2000, fulfillmentCents: 200, shippingCents: null }
  const handling = { priceCents: 200, costCents: 100 }
  assert.deepEqual(marginOf(operator, order, price), {
    lines: [null],
    items: null,
    fulfillment: handling,
    shipping: null,
    total: handling,
  })
  const { shipping, total } = marginOf(operator, order, { ...price, shippingCents: 600 })
  assert.deepEqual(shipping, { priceCents: 600, costCents: 330 })
  assert.deepEqual(total, { priceCents: 800, costCents: 430 })
})

it('without costs, an order has no margin', () => {
  const { operator } = operatorWith(({ skus }) => {
    delete skus[0]!.cost
  })
  const order = orderOf([{ manufacturingSku: operator.catalog.list()[0]!.manufacturingSku, quantity: 1 }])
  const margin = marginOf(operator, order, {
    lineCents: [500],
    itemsCents: 500,
    fulfillmentCents: 200,
    shippingCents: 500,
  })
  assert.deepEqual(margin, { lines: [null], items: null, fulfillment: null, shipping: null, total: null })
})
