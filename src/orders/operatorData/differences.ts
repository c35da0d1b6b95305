// How two versions of the operator's data differ, value by value, and what that does to the prices of books.

import { roundCents } from '../../base/money.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import { priceItems } from '../../pricing/quote.ts'
import { contentFiles, type OperatorContent } from './content.ts'

/** A value that was added has no `before`, a value that was removed no `after`. */
export type Difference = { file: string; path: string; before?: unknown; after?: unknown }

/** The price of a copy of a book, in cents; null in a version that does not have the book. */
export type PriceDifference = {
  manufacturingSku: string
  pageCount: number
  copies: number
  beforeCents: number | null
  afterCents: number | null
}

/** Books, zones and days are matched by what names them, so their order does not matter. */
const names = ['manufacturingSku', 'name', 'date', 'fromCopies', 'fromPages'] as const

export function contentDifferences(before: OperatorContent, after: OperatorContent): Difference[] {
  return (Object.keys(contentFiles) as (keyof OperatorContent)[]).flatMap(part =>
    valueDifferences('', contentOf(before, part), contentOf(after, part)).map(difference => ({
      file: contentFiles[part],
      ...difference,
    })),
  )
}

/** A brand that is missing differs in each of its values. */
const contentOf = (content: OperatorContent, part: keyof OperatorContent) => content[part] ?? {}

function valueDifferences(path: string, before: unknown, after: unknown): Omit<Difference, 'file'>[] {
  const left = membersOf(before) ?? (isEmptyList(before) ? emptyOf(membersOf(after)) : null)
  const right = membersOf(after) ?? (isEmptyList(after) ? emptyOf(membersOf(before)) : null)
  if (left === null || right === null)
    return JSON.stringify(before) === JSON.stringify(after)
      ? []
      : [{ path, ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) }]
  return [...new Set([...left.keys(), ...right.keys()])].flatMap(key =>
    valueDifferences(`${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`, left.get(key), right.get(key)),
  )
}

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

/** Each book with its fewest and most pages, for one copy and from each quantity discount; only what differs. */
export function priceDifferences(before: Catalog, after: Catalog): PriceDifference[] {
  const skus = new Map([...before.list(), ...after.list()].map(sku => [sku.manufacturingSku, sku]))
  return [...skus.values()].flatMap(({ manufacturingSku, pages, price }) => {
    const quantities = [1, ...price.breaks.map(({ fromCopies }) => fromCopies)]
    return [pages.min, pages.max].flatMap(pageCount =>
      quantities.flatMap(copies => {
        const [beforeCents, afterCents] = [before, after].map(catalog =>
          copyCents(catalog, { manufacturingSku, pageCount, copies }),
        ) as [number | null, number | null]
        return beforeCents === afterCents ? [] : [{ manufacturingSku, pageCount, copies, beforeCents, afterCents }]
      }),
    )
  })
}

function copyCents(
  catalog: Catalog,
  { manufacturingSku, pageCount, copies }: Pick<PriceDifference, 'manufacturingSku' | 'pageCount' | 'copies'>,
): number | null {
  const sku = catalog.get(manufacturingSku)
  if (sku === undefined) return null
  return roundCents(priceItems([{ sku, pageCount, quantity: copies }], catalog.fulfillment).itemsCents / copies)
}
