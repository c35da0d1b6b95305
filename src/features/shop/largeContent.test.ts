import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { it } from 'node:test'
import { longestTurnMs } from '../../../test/support/longestTurn.ts'
import type { Sheet } from '../../base/files/spreadsheet.ts'
import { inSlices } from '../../base/running/slices.ts'
import { readBooks } from '../../catalog/bookSheet.ts'
import { createCatalog } from '../../catalog/catalog.ts'
import { noPriceLists } from '../../catalog/priceLists.ts'
import type { CatalogFile } from '../../catalog/schema.ts'
import { type OperatorContent, parseContentInSteps } from './content.ts'
import { contentDifferences, priceDifferences } from './differences.ts'
import { requireDraftSize } from './draftSize.ts'

const maxTurnMs = 50
const read = (file: string) => JSON.parse(readFileSync(`operator/${file}`, 'utf8'))
const sample = read('catalog.json') as CatalogFile
const now = new Date('2026-11-28T12:00:00Z')

/** 10,000 books of a price. */
const contentOf = (baseCents: number): OperatorContent & { catalog: CatalogFile } => ({
  catalog: {
    ...sample,
    skus: Array.from({ length: 10_000 }, (_, i) => {
      const book = structuredClone(sample.skus[i % sample.skus.length]!)
      return { ...book, manufacturingSku: `BOOK-${i}`, price: { ...book.price, baseCents } }
    }),
  },
  shipping: read('shipping.json'),
  holidays: read('holidays.json'),
  tax: read('tax.json'),
})
const [before, after] = [contentOf(200), contentOf(300)]
const empty = { ...before, catalog: { ...sample, skus: [] } }
const prices = (content: typeof before) => ({ catalog: createCatalog(content.catalog), priceLists: noPriceLists })
const [pricesBefore, pricesAfter] = [prices(before), prices(after)]
/** New names for all books, and as many new books. */
const sheet: Sheet = {
  decimalMark: '.',
  rows: [
    { row: 1, cells: ['SKU', 'Like', 'Name'], width: 3 },
    ...after.catalog.skus.flatMap(({ manufacturingSku }, i) => [
      { row: 2 * i + 2, cells: [manufacturingSku, null, `Renamed ${i}`], width: 3 },
      { row: 2 * i + 3, cells: [`NEW-${i}`, manufacturingSku, `New ${i}`], width: 3 },
    ]),
  ],
}

const works: Record<string, () => Promise<unknown>> = {
  'comparing two contents in which every book differs': () => contentDifferences(before, after),
  'comparing equal contents': () => contentDifferences(before, structuredClone(before)),
  'comparing a content with none': () => contentDifferences(empty, after),
  'comparing prices': () => priceDifferences(pricesBefore, pricesAfter, new Set()),
  'checking the size of a draft': () => requireDraftSize(before),
  'checking the rules of a content': () => inSlices(parseContentInSteps(before, now)),
  'reading the rows of a spreadsheet': () => readBooks({ sheet, catalog: before.catalog, sample }),
}

for (const [name, work] of Object.entries(works))
  it(`${name} holds the event loop for less than ${maxTurnMs} ms`, async () => {
    const turnsMs: number[] = []
    // The collector of garbage, and the compiler, may fall into one of the attempts.
    for (let attempt = 1; attempt <= 3; attempt++) turnsMs.push(await longestTurnMs(work))
    assert.ok(Math.min(...turnsMs) < maxTurnMs, `got ${turnsMs.join(', ')} ms`)
  })
