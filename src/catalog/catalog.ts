// The books that the operator can make: the manufacturing SKUs, read once at start from a data file, with their page
// counts and the weight of a copy. Measures are in geometry.ts.

import { allowedPageCount } from '../base/pageCounts.ts'
import { type DataMistake, OperatorDataError } from '../base/schemaCheck.ts'
import { catalogProblems } from './catalogProblems.ts'
import type { CatalogFile, ManufacturingSku } from './schema.ts'

export type { ManufacturingSku } from './schema.ts'

export type Catalog = {
  get(manufacturingSku: string): ManufacturingSku | undefined
  /** In the order of the file. */
  list(): readonly ManufacturingSku[]
  /** The handling charges of an order. */
  fulfillment: CatalogFile['fulfillment']
}

/** A catalog without books. */
export const emptyCatalog: Catalog = {
  get: () => undefined,
  list: () => [],
  fulfillment: { perOrderCents: 0, perItemCents: 0 },
}

/** The catalog of a parsed file. Throws an OperatorDataError. */
export const createCatalog = (file: unknown): Catalog => catalogOf(file, catalogProblems(file))

/** `problems` were found in the file before. */
export function catalogOf(file: unknown, problems: DataMistake[]): Catalog {
  if (problems.length > 0) throw new OperatorDataError(problems)
  const { skus, fulfillment } = file as CatalogFile
  const byName = new Map(skus.map(sku => [sku.manufacturingSku, sku]))
  return { get: name => byName.get(name), list: () => skus, fulfillment }
}

/** Null when the SKU allows the page count; otherwise a sentence with the page counts that it allows. */
export function pageCountProblem(sku: ManufacturingSku, pageCount: number): string | null {
  const { min, max, step } = sku.pages
  if (allowedPageCount(sku.pages, pageCount) === pageCount) return null
  const steps = step === 1 ? '' : ` in steps of ${step}`
  return `${sku.manufacturingSku} can have ${min === max ? min : `${min} to ${max}`} pages${steps}, not ${pageCount}`
}

/** The points of a curve of prices. */
const maxCurvePoints = 25

/** Page counts that the SKU allows, evenly spaced from the minimum to the maximum. */
export function pageCountsOf({ pages: { min, max, step } }: ManufacturingSku): number[] {
  const stepsBetween = Math.max(1, Math.ceil((max - min) / step / (maxCurvePoints - 1)))
  const counts: number[] = []
  for (let count = min; count < max; count += stepsBetween * step) counts.push(count)
  return [...counts, max]
}

export const minPageCount = (sku: ManufacturingSku): number => sku.pages.min

/** Whole grams, rounded up as carriers do, without packaging. */
export function weightGrams(sku: ManufacturingSku, pageCount: number, copies: number): number {
  const { coverGrams, perPageMilligrams } = sku.weight
  return Math.ceil((copies * (coverGrams * 1000 + pageCount * perPageMilligrams)) / 1000)
}
