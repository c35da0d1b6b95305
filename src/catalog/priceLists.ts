// The price lists of the operator: prices for some customers, in place of the catalog's. A list is in effect on its
// days. A price for a single book comes before the percentage for all books.

import { type Static, Type } from 'typebox'
import { say, type Translatable } from '../../languages/texts.ts'
import {
  type DataMistake,
  dataMistake,
  distinct,
  OperatorDataError,
  schemaCheck,
  spanMistakes,
} from '../base/schemaCheck.ts'
import type { Catalog } from './catalog.ts'
import { priceMistakes } from './catalogProblems.ts'
import { type ManufacturingSku, manufacturingSkuSchema, priceSchema } from './schema.ts'

const strict = { additionalProperties: false }
const maxLists = 500
export const priceListCodePattern = '^[A-Z0-9][A-Z0-9-]{0,39}$'
const maxListBooks = 10_000

/** Hundredths of a percent: 1,000 is 10 % off, -1,000 is 10 % on top. */
const off = Type.Integer({ minimum: -10_000, maximum: 10_000 })
const date = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })

const bookSchema = Type.Object(
  {
    manufacturingSku: manufacturingSkuSchema,
    offBasisPoints: Type.Optional(off),
    /** The price of the book on this list, in place of the catalog's. */
    price: Type.Optional(priceSchema),
  },
  strict,
)

const listSchema = Type.Object(
  {
    /** Accounts refer to it. */
    code: Type.String({ pattern: priceListCodePattern }),
    /** Customers read it on quotes, orders and invoices. */
    name: Type.String({ maxLength: 60, pattern: '^\\S(?:[^\\p{Cc}\\p{Zl}\\p{Zp}]*\\S)?$' }),
    /** The first and the last day. */
    from: Type.Optional(date),
    until: Type.Optional(date),
    allBooksOffBasisPoints: Type.Optional(off),
    fulfillmentOffBasisPoints: Type.Optional(off),
    shippingOffBasisPoints: Type.Optional(off),
    books: Type.Optional(Type.Array(bookSchema, { maxItems: maxListBooks })),
  },
  strict,
)

export const PriceListsFile = Type.Object({ lists: Type.Array(listSchema, { maxItems: maxLists }) }, strict)
type ListFile = Static<typeof listSchema>
type PriceListsFile = Static<typeof PriceListsFile>

/** The price of a copy of a book, less a percentage. */
type BookTerms = { price: ManufacturingSku['price']; offBasisPoints: number }

export type PriceList = {
  code: string
  name: string
  /** ISO dates, both included; null: without a beginning or an end. */
  from: string | null
  until: string | null
  fulfillmentOffBasisPoints: number
  shippingOffBasisPoints: number
  /** The books with a price or a percentage of their own. */
  ownBooks: readonly string[]
  bookTerms(sku: ManufacturingSku): BookTerms
}

/** By code, in the order of the file. */
export type PriceLists = ReadonlyMap<string, PriceList>

export const noPriceLists: PriceLists = new Map()

const shapeMistakes = schemaCheck(PriceListsFile)

const expectations: [RegExp, Translatable][] = [
  [/\/code$/, say('a code of 1 to 40 capitals, digits and hyphens')],
  [/\/name$/, say('a line of text of at most 60 letters, without spaces around it')],
  [/\/(from|until)$/, say('a day such as 2027-01-31')],
]

/** The lists of a parsed priceLists.json; undefined has none. Throws an OperatorDataError. */
export function parsePriceLists(file: unknown, catalog: Pick<Catalog, 'get'> | null): PriceLists {
  if (file === undefined) return noPriceLists
  const mistakes = shapeMistakes(file).map(mistake => {
    const expected = expectations.find(([path]) => path.test(mistake.path))?.[1]
    return dataMistake(typeof mistake.got === 'string' && expected !== undefined ? { ...mistake, expected } : mistake)
  })
  if (mistakes.length > 0) throw new OperatorDataError(distinct(mistakes))
  const { lists } = file as PriceListsFile
  const firstRows = firstRowsOf(lists.map(({ code }) => code))
  const found = lists.flatMap((list, i) => [
    ...duplicate(list.code, i, { rows: firstRows, path: '/code' }).map(under(`/lists/${i}`)),
    ...listMistakes(list, catalog).map(under(`/lists/${i}`)),
  ])
  if (found.length > 0) throw new OperatorDataError(found)
  return new Map(lists.map(list => [list.code, priceListOf(list)]))
}

function priceListOf({ books = [], allBooksOffBasisPoints = 0, ...list }: ListFile): PriceList {
  const ownTerms = new Map(books.map(book => [book.manufacturingSku, book]))
  return {
    code: list.code,
    name: list.name,
    from: list.from ?? null,
    until: list.until ?? null,
    fulfillmentOffBasisPoints: list.fulfillmentOffBasisPoints ?? 0,
    shippingOffBasisPoints: list.shippingOffBasisPoints ?? 0,
    ownBooks: [...ownTerms.keys()],
    bookTerms({ manufacturingSku, price }) {
      const own = ownTerms.get(manufacturingSku)
      if (own?.price !== undefined) return { price: own.price, offBasisPoints: 0 }
      return { price, offBasisPoints: own?.offBasisPoints ?? allBooksOffBasisPoints }
    },
  }
}

/** Whether a list is in effect on a day, an ISO date. */
export const isInEffect = ({ from, until }: Pick<PriceList, 'from' | 'until'>, day: string): boolean =>
  (from === null || from <= day) && (until === null || day <= until)

/** Without a readable catalog, the books of a list are not looked up. */
function listMistakes({ from, until, books = [] }: ListFile, catalog: Pick<Catalog, 'get'> | null): DataMistake[] {
  const firstRows = firstRowsOf(books.map(({ manufacturingSku }) => manufacturingSku))
  return [
    ...spanMistakes('', ['from', from], ['until', until]),
    ...books.flatMap((book, i) => {
      const { manufacturingSku, offBasisPoints, price } = book
      const at = `/books/${i}`
      const isKnown = catalog === null || catalog.get(manufacturingSku) !== undefined
      return [
        ...duplicate(manufacturingSku, i, { rows: firstRows, path: '/manufacturingSku' }).map(under(at)),
        ...(isKnown
          ? []
          : [
              dataMistake({
                path: `${at}/manufacturingSku`,
                got: manufacturingSku,
                expected: say('a book of the catalog'),
              }),
            ]),
        ...((offBasisPoints === undefined) === (price === undefined)
          ? [dataMistake({ path: at, got: book, expected: say('either a discount or a price') })]
          : []),
        ...(price === undefined ? [] : priceMistakes(price).map(under(`${at}/price`))),
      ]
    }),
  ]
}

const under =
  (prefix: string) =>
  (mistake: DataMistake): DataMistake => ({ ...mistake, path: prefix + mistake.path })

/** The index at which each value appears first. */
const firstRowsOf = (values: string[]): ReadonlyMap<string, number> =>
  new Map(values.map((value, i) => [value, i] as const).reverse())

function duplicate(
  value: string,
  index: number,
  { rows, path }: { rows: ReadonlyMap<string, number>; path: string },
): DataMistake[] {
  const first = rows.get(value)!
  return first === index
    ? []
    : [dataMistake({ path, got: value, expected: say('another value than that of row {first}', { first }) })]
}
