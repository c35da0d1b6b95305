// The sample products as the rules of print files see them, and their templates.

import { readFileSync } from 'node:fs'
import type { Expected } from '../../src/artwork/preflight/judge.ts'
import { createTemplates } from '../../src/artwork/templates/templates.ts'
import { createCatalog } from '../../src/catalog/catalog.ts'
import { coverInches, inUnit, pageInches } from '../../src/catalog/measures.ts'
import type { ManufacturingSku } from '../../src/catalog/schema.ts'

const catalogue = JSON.parse(readFileSync(new URL('../../operator/catalogue.json', import.meta.url), 'utf8'))
const catalog = createCatalog(catalogue)
const templates = createTemplates()

export const allSkus: ManufacturingSku[] = (catalogue.skus as ManufacturingSku[]).map(
  ({ manufacturingSku }) => catalog.get(manufacturingSku)!,
)
/** A paperback of 6 by 9 inches, 32 to 800 pages in steps of 2. */
export const paperback = catalog.get('PB-0600X0900-BW-60W')!

export const expectedOf =
  (sku: ManufacturingSku) =>
  (pageCount: number): Expected => {
    const count = Math.min(sku.pages.max, Math.max(sku.pages.min, pageCount))
    return {
      pages: sku.pages,
      toleranceInches: sku.geometry.sizeToleranceInches,
      cover: coverInches(sku, count),
      guts: pageInches(sku, count),
    }
  }

export async function templatesOf(sku: ManufacturingSku, pageCount: number): Promise<{ cover: Buffer; guts: Buffer }> {
  const { manufacturingSku, geometry } = sku
  const { edge } = geometry.cover
  const measures = inUnit(coverInches(sku, pageCount), 'pt')
  const cover = await templates.cover({ manufacturingSku, pageCount, edge, withBarcode: true, measures })
  const guts = await templates.pages({
    manufacturingSku,
    pageCount,
    measures: inUnit(pageInches(sku, pageCount), 'pt'),
  })
  return { cover: cover.pdf, guts: guts.pdf }
}
