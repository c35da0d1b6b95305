// What the operator can make: the manufacturing SKUs, read once at start from a data file, and what follows from one
// SKU alone: the page counts it allows and the weight of a copy. Measures are in geometry.ts.

import { readFile } from 'node:fs/promises'
import { catalogueProblems } from './check.ts'
import type { CatalogueFile, ManufacturingSku } from './schema.ts'

export type { ManufacturingSku } from './schema.ts'

export type Catalog = {
  get(manufacturingSku: string): ManufacturingSku | undefined
  /** In the order of the file. */
  list(): readonly ManufacturingSku[]
  /** The handling charge of an order, whatever is in it. */
  fulfillment: CatalogueFile['fulfillment']
}

/** Reads and checks the catalogue. Throws one Error that lists everything wrong with the file. */
export async function loadCatalog(file: string): Promise<Catalog> {
  const text = await readFile(file, 'utf8')
  try {
    return createCatalog(JSON.parse(text))
  } catch (cause) {
    throw new Error(`${file} cannot be used: ${(cause as Error).message}`, { cause })
  }
}

/** The catalogue of a parsed file. Throws one Error that lists everything wrong with it. */
export function createCatalog(file: unknown): Catalog {
  const problems = catalogueProblems(file)
  if (problems.length > 0) throw new Error(`${problems.length} problem(s)\n  ${problems.join('\n  ')}`)
  const { skus, fulfillment } = file as CatalogueFile
  const byName = new Map(skus.map(sku => [sku.manufacturingSku, sku]))
  return { get: name => byName.get(name), list: () => skus, fulfillment }
}

/**
 * Null when a book of that SKU can have that page count; otherwise a sentence that says which page counts it allows.
 */
export function pageCountProblem(sku: ManufacturingSku, pageCount: number): string | null {
  const { min, max, step } = sku.pages
  if (pageCount >= min && pageCount <= max && (pageCount - min) % step === 0) return null
  const steps = step === 1 ? '' : ` in steps of ${step}`
  return `${sku.manufacturingSku} can have ${min === max ? min : `${min} to ${max}`} pages${steps}, not ${pageCount}`
}

export const leastPageCount = (sku: ManufacturingSku): number => sku.pages.min

/** Whole grams, rounded up as carriers do, without packaging. */
export function weightGrams(sku: ManufacturingSku, pageCount: number, copies: number): number {
  const { coverGrams, perPageMilligrams } = sku.weight
  return Math.ceil((copies * (coverGrams * 1000 + pageCount * perPageMilligrams)) / 1000)
}
