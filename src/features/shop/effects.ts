// The effects of publishing a content: prices of sample baskets before and after, and which books, products and open
// orders it touches. Open orders keep their terms; they are shown for information.

import { sql } from 'kysely'
import { allowedPageCount } from '../../base/pageCounts.ts'
import { type Catalog, type ManufacturingSku, pageCountProblem } from '../../catalog/catalog.ts'
import type { PriceList } from '../../catalog/priceLists.ts'
import type { Db } from '../../db/db.ts'
import type { Book, OrderItem, Pricing } from '../../orders/order.ts'
import type { Region } from '../../shipping/destination.ts'
import { availableClasses, optionFor } from '../../shipping/shipping.ts'
import { parcelOf } from '../placing/books.ts'
import { type Margin, marginOf } from '../placing/margins.ts'
import { priceWithShipping } from '../placing/price.ts'
import { freightSamples } from './freightSamples.ts'
import type { OperatorData } from './operatorData.ts'
import { readBookUses } from './productsInUse.ts'

const usualPages = 120
const fewCopies = 1
const manyCopies = 50
const maxBasketBooks = 6
const maxBasketLists = 6
const maxBooksOfList = 3
/** Open orders that are looked at. */
const maxOpenOrders = 10_000
/** Domestic, across the continent, Canada and a territory. */
const sampleRegions: Region[] = [
  { country: 'US', state: 'CA' },
  { country: 'CA', state: 'ON' },
  { country: 'PR', state: null },
]

/** An order of one book. A price is null where the order could not be placed. */
export type Basket = {
  manufacturingSku: string
  pageCount: number
  copies: number
  country: string
  state: string | null
  shippingClassification: string
  /** The code of the customer's price list; null: the catalog's prices. */
  priceList: string | null
  beforeCents: number | null
  afterCents: number | null
  /** Null where no cost is known. */
  marginBefore: Margin | null
  marginAfter: Margin | null
}

export type BookChange = 'added' | 'changed' | 'retired' | 'removed'

/** `products` and `accounts` have the book now; `openOrders` are printing or will be, and keep their terms. */
export type TouchedBook = {
  manufacturingSku: string
  name: string
  change: BookChange
  products: number
  accounts: number
  openOrders: number
  queuedOrders: number
}

export type OpenOrders = { openOrders: number; queuedOrders: number; capped: boolean }

/** The different books and price lists. */
type Changed = { books: ReadonlySet<string>; lists: ReadonlySet<string> }

/**
 * Baskets of a few books by the catalog, and by a few price lists even outside their days; changed books and
 * lists first. Null: before the first version.
 */
export function sampleBaskets(before: OperatorData | null, after: OperatorData, changed: Changed, now: Date): Basket[] {
  const books = new Map(
    [...(before?.catalog.list() ?? []), ...after.catalog.list()].map(book => [book.manufacturingSku, book]),
  )
  const byChange = [...books.values()].toSorted(first(({ manufacturingSku }) => changed.books.has(manufacturingSku)))
  const chosen = byChange.slice(0, maxBasketBooks)
  const home = homeRegion(after)
  const parcels = chosen.flatMap(book =>
    [fewCopies, manyCopies].map(copies => ({ ...ofCatalog, book, copies, region: home })),
  )
  const [sample] = chosen
  const journeys = [home, ...sampleRegions].flatMap(region => {
    const classes = new Set(
      [before, after].flatMap(operator => (operator === null ? [] : availableClasses(operator.shipping, region))),
    )
    return [...classes].map(shippingClass => ({
      ...ofCatalog,
      book: sample!,
      copies: fewCopies,
      region,
      shippingClass,
    }))
  })
  const byFreight = freightSamples(before, after, home).map(freight => ({ ...ofCatalog, ...freight, book: sample! }))
  const lists = new Map([...(before?.priceLists ?? []), ...after.priceLists])
  const listed = [...lists.values()]
    .toSorted(first(({ code }) => changed.lists.has(code)))
    .slice(0, maxBasketLists)
    .flatMap(({ code, ownBooks }) =>
      byChange
        .toSorted(first(({ manufacturingSku }) => ownBooks.includes(manufacturingSku)))
        .slice(0, maxBooksOfList)
        .flatMap(book =>
          [fewCopies, manyCopies].map(copies => ({ ...ofCatalog, book, copies, region: home, priceList: code })),
        ),
    )
  const baskets = [...parcels, ...journeys, ...byFreight, ...listed].map(
    ({ book, copies, region, shippingClass, priceList }): Basket => {
      const pageCount = allowedPageCount(book.pages, usualPages)
      const basket = { manufacturingSku: book.manufacturingSku, pageCount, copies, ...region }
      const ask = { ...basket, region, shippingClass, priceList }
      const quotedBefore = before === null ? null : quoteBasket(before, ask, now)
      const quotedAfter = quoteBasket(after, ask, now)
      return {
        ...basket,
        shippingClassification: shippingClass,
        priceList,
        beforeCents: quotedBefore?.pricing.orderCents ?? null,
        afterCents: quotedAfter?.pricing.orderCents ?? null,
        marginBefore: quotedBefore?.margin ?? null,
        marginAfter: quotedAfter?.margin ?? null,
      }
    },
  )
  return [...new Map(baskets.map(basket => [JSON.stringify(basket), basket])).values()]
}

const ofCatalog: { shippingClass: string; priceList: string | null } = { shippingClass: 'standard', priceList: null }

/** Puts some rows first, and keeps the order otherwise. */
const first =
  <Row>(isFirst: (row: Row) => boolean) =>
  (a: Row, b: Row) =>
    Number(isFirst(b)) - Number(isFirst(a))

/** The region that parcels are shipped from. */
export function homeRegion({ shipping: { shipFrom } }: OperatorData): Region {
  const { country, state } = shipFrom
  return { country, state: country === 'US' || country === 'CA' ? state : null } as Region
}

type Ask = Pick<Basket, 'manufacturingSku' | 'pageCount' | 'copies'> & {
  region: Region
  shippingClass: string
  priceList: string | null
}

/** The price of an order of one book, and its margin where a cost is known; null where it could not be placed. */
export function quoteBasket(
  operator: OperatorData,
  ask: Ask,
  now: Date,
): { pricing: Pricing; margin: Margin | null } | null {
  const { manufacturingSku, pageCount, copies, region, shippingClass } = ask
  const priceList: PriceList | null = operator.priceLists.get(ask.priceList ?? '') ?? null
  if (!isSold(operator.catalog, { manufacturingSku, pageCount })) return null
  const books: Book[] = [{ manufacturingSku, pageCount, coverUrl: null, gutsUrl: null }]
  const items: OrderItem[] = [{ sku: manufacturingSku, quantity: copies }]
  const option = optionFor(operator.shipping, region, shippingClass, parcelOf(operator.catalog, items, books))
  if (option === null) return null
  const order = { createdAt: now, to: region, items, books, exemptions: new Map(), priceList }
  const [quoted] = priceWithShipping(operator, order, [option])
  const pricing = quoted!
  const { total } = marginOf(operator, { items, books, region, shippingClass }, { ...pricing, lineCents: null })
  return { pricing, margin: total }
}

/** Whether new orders can have the book with this page count. */
export function isSold(
  catalog: Catalog,
  { manufacturingSku, pageCount }: Pick<Book, 'manufacturingSku' | 'pageCount'>,
) {
  const book = catalog.get(manufacturingSku)
  return book !== undefined && book.retired !== true && pageCountProblem(book, pageCount) === null
}

/** The books that differ between two catalogs. */
export function changedBooks(before: Catalog, after: Catalog): { book: ManufacturingSku; change: BookChange }[] {
  const names = new Set([...before.list(), ...after.list()].map(({ manufacturingSku }) => manufacturingSku))
  return [...names].flatMap((name): { book: ManufacturingSku; change: BookChange }[] => {
    const [left, right] = [before.get(name), after.get(name)]
    if (left === undefined) return [{ book: right!, change: 'added' }]
    if (right === undefined) return [{ book: left, change: 'removed' }]
    if (right.retired === true && left.retired !== true) return [{ book: right, change: 'retired' }]
    return JSON.stringify(left) === JSON.stringify(right) ? [] : [{ book: right, change: 'changed' }]
  })
}

export async function readTouched(
  db: Db,
  before: Catalog,
  after: Catalog,
): Promise<{ books: TouchedBook[]; orders: OpenOrders }> {
  const changed = changedBooks(before, after)
  const [uses, open] = await Promise.all([
    readBookUses(
      db,
      changed.map(({ book }) => book.manufacturingSku),
    ),
    countOpenOrders(db),
  ])
  const books = changed.map(({ book: { manufacturingSku, name }, change }) => {
    const use = uses.find(one => one.manufacturingSku === manufacturingSku)
    const orders = open.byBook.get(manufacturingSku)
    return {
      manufacturingSku,
      name,
      change,
      products: use?.products ?? 0,
      accounts: use?.accounts ?? 0,
      openOrders: orders?.openOrders ?? 0,
      queuedOrders: orders?.queuedOrders ?? 0,
    }
  })
  return { books, orders: open.total }
}

type CountedOrders = { manufacturingSku: string | null; openOrders: number; queuedOrders: number }

/** Production orders that are not over, over the partial indexes of waiting orders and up to a bound. */
async function countOpenOrders(db: Db): Promise<{ byBook: Map<string, CountedOrders>; total: OpenOrders }> {
  const { rows } = await sql<CountedOrders>`
    with open as materialized (
      (
        select account_id, mode, order_id, status from orders
        where status in ('PRINTING', 'CANCELLATION_REQUESTED', 'EXCEPTION') and mode = 'production'
        limit ${maxOpenOrders}
      )
      union all
      (
        select account_id, mode, order_id, status from orders
        where status in ('RECEIVED', 'VALIDATING', 'AWAITING_PROOF', 'VALID_AWAITING_PAYMENT', 'VALID_HOLDING_BIN')
          and due_at is not null and mode = 'production'
        limit ${maxOpenOrders}
      )
      union all
      (select account_id, mode, order_id, status from orders where status = 'QUEUED' and mode = 'production' limit ${maxOpenOrders})
      limit ${maxOpenOrders}
    )
    select
      null as "manufacturingSku", count(*)::int as "openOrders",
      (count(*) filter (where status = 'QUEUED'))::int as "queuedOrders"
    from open
    union all
    select b.sku, count(*)::int, (count(*) filter (where status = 'QUEUED'))::int
    from open o
    -- One index lookup for each order.
    cross join lateral (
      select distinct book ->> 'manufacturingSku' as sku
      from order_contents c
      cross join json_array_elements(c.books) as book
      where c.account_id = o.account_id and c.mode = o.mode and c.order_id = o.order_id
    ) b
    group by b.sku`.execute(db)
  const [{ openOrders, queuedOrders } = { openOrders: 0, queuedOrders: 0 }] = rows.filter(
    ({ manufacturingSku }) => manufacturingSku === null,
  )
  return {
    byBook: new Map(rows.flatMap(row => (row.manufacturingSku === null ? [] : [[row.manufacturingSku, row]]))),
    total: { openOrders, queuedOrders, capped: openOrders >= maxOpenOrders },
  }
}
