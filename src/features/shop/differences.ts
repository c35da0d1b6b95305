// How two versions of the operator's data differ, value by value, and the effect on the prices of books.

import { roundCents } from '../../base/money.ts'
import { createPause, inSlices, type Steps } from '../../base/running/slices.ts'
import { noHandling, priceItems } from '../../pricing/quote.ts'
import { priceBooks } from '../placing/listPrices.ts'
import { contentFiles, type OperatorContent } from './content.ts'
import type { OperatorData } from './operatorData.ts'

/** A value that was added has no `before`, a value that was removed no `after`. */
export type Difference = { file: string; path: string; before?: unknown; after?: unknown }

/**
 * The price and the cost of a copy of a book, in cents. The cost is null where none is entered, and the price is null
 * in a version that does not have the book. In a version without the price list, its customers pay the catalog's price.
 */
export type PriceDifference = {
  manufacturingSku: string
  pageCount: number
  copies: number
  /** The code of a price list; null for the catalog's price. */
  priceList: string | null
  beforeCents: number | null
  afterCents: number | null
  costBeforeCents: number | null
  costAfterCents: number | null
}

/** Books, price lists, zones and days are matched by their names, so their order does not matter. */
const names = ['manufacturingSku', 'code', 'name', 'date', 'fromCopies', 'fromPages'] as const

export const contentDifferences = (before: OperatorContent, after: OperatorContent): Promise<Difference[]> =>
  inSlices(compareContents(before, after))

function* compareContents(before: OperatorContent, after: OperatorContent): Steps<Difference[]> {
  const differences: Difference[] = []
  for (const part of Object.keys(contentFiles) as (keyof OperatorContent)[]) {
    const report: Report = difference => differences.push({ file: contentFiles[part], ...difference })
    yield* compareValues('', contentOf(before, part), contentOf(after, part), report)
  }
  return differences
}

/** A brand that is missing differs in each of its values, and missing price lists in each list. */
const contentOf = (content: OperatorContent, part: keyof OperatorContent) =>
  content[part] ?? (part === 'priceLists' ? { lists: [] } : {})

/** The codes of the price lists that differ. */
export const changedLists = (differences: Difference[]): Set<string> =>
  new Set(differences.flatMap(({ file, path }) => (file === contentFiles.priceLists ? [path.split('/')[2]!] : [])))

type Report = (difference: Omit<Difference, 'file'>) => void

function* compareValues(path: string, before: unknown, after: unknown, report: Report): Steps<void> {
  if (yield* isEqual(before, after)) return
  const left = membersOf(before) ?? (isEmptyList(before) ? emptyOf(membersOf(after)) : null)
  const right = membersOf(after) ?? (isEmptyList(after) ? emptyOf(membersOf(before)) : null)
  if (left === null || right === null)
    return report({ path, ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) })
  for (const key of new Set([...left.keys(), ...right.keys()])) {
    const inner = `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
    yield* compareValues(inner, left.get(key), right.get(key), report)
  }
}

/** Of values of JSON. */
function* isEqual(before: unknown, after: unknown): Steps<boolean> {
  if (before === after) return true
  if (!isContainer(before) || !isContainer(after) || Array.isArray(before) !== Array.isArray(after)) return false
  yield
  const keys = Object.keys(before)
  if (keys.length !== Object.keys(after).length) return false
  for (const key of keys) {
    const [left, right] = [before[key], after[key]]
    if (left !== right && !(isContainer(left) && (yield* isEqual(left, right)))) return false
  }
  return true
}

const isContainer = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** The members of an object or of a list of named objects, by name; null for every other value. */
function membersOf(value: unknown): Map<string, unknown> | null {
  if (typeof value !== 'object' || value === null) return null
  if (!Array.isArray(value)) return new Map(Object.entries(value))
  const name = names.find(key => value.length > 0 && value.every(member => member?.[key] !== undefined))
  if (name === undefined) return null
  const members = new Map(value.map((member): [string, unknown] => [String(member[name]), member]))
  return members.size === value.length ? members : null
}

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0

/** An empty list has the names of the list that it is compared with. */
const emptyOf = (members: Map<string, unknown> | null): Map<string, unknown> | null => members && new Map()

type Prices = Pick<OperatorData, 'catalog' | 'priceLists'>

/**
 * Each book with its fewest and most pages, for one copy and from each quantity discount: by the catalog, and by each
 * of the given price lists. Only what differs.
 */
export async function priceDifferences(
  before: Prices,
  after: Prices,
  lists: ReadonlySet<string>,
): Promise<PriceDifference[]> {
  const pause = createPause()
  const skus = new Map([...before.catalog.list(), ...after.catalog.list()].map(sku => [sku.manufacturingSku, sku]))
  const differences: PriceDifference[] = []
  for (const priceList of [null, ...lists])
    for (const sku of skus.values()) {
      await pause()
      const { manufacturingSku, pages, price } = sku
      const listed = priceList === null ? undefined : after.priceLists.get(priceList)?.bookTerms(sku)
      const quantities = [1, ...(listed?.price ?? price).breaks.map(({ fromCopies }) => fromCopies)]
      for (const pageCount of [pages.min, pages.max])
        for (const copies of quantities) {
          const copy = { manufacturingSku, pageCount, copies, priceList }
          const [beforeCents, afterCents] = [copyCents(before, copy), copyCents(after, copy)]
          const [costBeforeCents, costAfterCents] = [copyCostCents(before, copy), copyCostCents(after, copy)]
          if (beforeCents !== afterCents || costBeforeCents !== costAfterCents)
            differences.push({ ...copy, beforeCents, afterCents, costBeforeCents, costAfterCents })
        }
    }
  return differences
}

type Copy = Pick<PriceDifference, 'manufacturingSku' | 'pageCount' | 'copies' | 'priceList'>

function copyCostCents({ catalog }: Prices, { manufacturingSku, pageCount, copies }: Copy): number | null {
  const price = catalog.get(manufacturingSku)?.cost
  if (price === undefined) return null
  const { itemsCents } = priceItems([{ price, pageCount, quantity: copies }], noHandling)
  return roundCents(itemsCents / copies)
}

function copyCents(
  { catalog, priceLists }: Prices,
  { manufacturingSku, pageCount, copies, priceList }: Copy,
): number | null {
  if (catalog.get(manufacturingSku) === undefined) return null
  const list = (priceList === null ? undefined : priceLists.get(priceList)) ?? null
  return roundCents(
    priceBooks({ catalog }, list, [{ manufacturingSku, pageCount, quantity: copies }]).itemsCents / copies,
  )
}
