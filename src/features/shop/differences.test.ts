import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { it } from 'node:test'
import { createCatalog } from '../../catalog/catalog.ts'
import { noPriceLists } from '../../catalog/priceLists.ts'
import type { CatalogFile } from '../../catalog/schema.ts'
import { contentDifferences, priceDifferences } from './differences.ts'

const read = (file: string) => JSON.parse(readFileSync(`operator/${file}`, 'utf8'))
const sample = {
  catalog: read('catalog.json') as CatalogFile,
  shipping: read('shipping.json') as { zones: object[]; cutOff: { hour: number } },
  holidays: read('holidays.json'),
  tax: read('tax.json'),
}

const pricesOf = (catalog: CatalogFile) => ({ catalog: createCatalog(catalog), priceLists: noPriceLists })

it('versions of the operator data with the same books and zones in another order do not differ', async () => {
  const changed = structuredClone(sample)
  changed.catalog.skus.reverse()
  changed.shipping.zones.reverse()
  assert.deepEqual(await contentDifferences(sample, changed), [])
})

it('a difference between versions of the operator data names the file, the book and both values', async () => {
  const changed = structuredClone(sample)
  const [dearer, removed] = changed.catalog.skus
  const { baseCents } = dearer!.price
  dearer!.price.baseCents += 100
  changed.catalog.skus.splice(1, 1)
  changed.shipping.cutOff.hour = 9
  assert.deepEqual(await contentDifferences(sample, changed), [
    {
      file: 'catalog.json',
      path: `/skus/${dearer!.manufacturingSku}/price/baseCents`,
      before: baseCents,
      after: baseCents + 100,
    },
    { file: 'catalog.json', path: `/skus/${removed!.manufacturingSku}`, before: removed },
    { file: 'shipping.json', path: '/cutOff/hour', before: sample.shipping.cutOff.hour, after: 9 },
  ])
})

it('the prices of a copy are compared for the fewest and the most pages and for every quantity discount', async () => {
  const changed = structuredClone(sample.catalog)
  const [book] = changed.skus
  book!.price.baseCents += 100
  const prices = await priceDifferences(pricesOf(sample.catalog), pricesOf(changed), new Set())
  assert.equal(prices.length, 2 * (1 + book!.price.breaks.length))
  for (const { manufacturingSku, copies, beforeCents, afterCents } of prices) {
    assert.equal(manufacturingSku, book!.manufacturingSku)
    if (copies === 1) assert.equal(afterCents! - beforeCents!, 100)
    else assert.ok(afterCents! > beforeCents!)
  }
})
