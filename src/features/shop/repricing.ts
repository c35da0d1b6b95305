// The production orders of the last 30 days, priced by two versions of the operator's data, each with the present price
// list of its account. They are priced in portions, account by account, each along the primary key of the orders.

import { sql } from 'kysely'
import { day, earlier } from '../../base/clock.ts'
import { sortableBound } from '../../base/secrets/ids.ts'
import type { PriceList } from '../../catalog/priceLists.ts'
import type { Db } from '../../db/db.ts'
import type { Book, OrderRequest } from '../../orders/order.ts'
import { regionOf } from '../../shipping/destination.ts'
import { availableClasses } from '../../shipping/shipping.ts'
import { priceBooks } from '../placing/listPrices.ts'
import { type Margin, marginOf, sumOf } from '../placing/margins.ts'
import { readExemptions } from '../placing/orderContext.ts'
import { type Priceable, priceOrders } from '../placing/price.ts'
import { isSold } from './effects.ts'
import type { OperatorData } from './operatorData.ts'

export const repricedDays = 30
/** A portion is answered in well under a second. */
export const maxPortion = 500

/** The last order of a portion. */
export type RepricingCursor = { accountId: string; orderId: string }

/** Margins are of the parts whose cost is known; null without one. */
export type Margins = { marginBefore: Margin | null; marginAfter: Margin | null }
type Sum = Margins & { orders: number; beforeCents: number; afterCents: number }
type BookSum = Omit<Sum, 'orders'> & { manufacturingSku: string; copies: number }
type AccountSum = Sum & { accountId: string; name: string }

/** Orders that the second version would refuse, or could not price in the first, are only counted. */
export type Portion = Sum & {
  notSold: number
  byBook: BookSum[]
  byAccount: AccountSum[]
  next: RepricingCursor | null
}

type Row = {
  accountId: string
  name: string
  priceListCode: string | null
  orderId: string
  request: string
  edited: string | null
  books: string
}
type Recent = Omit<Priceable, 'priceList'> & Pick<Row, 'accountId' | 'name' | 'priceListCode'>

/** One portion of the recent orders of accounts that the service charges, by both versions. */
export async function repricePortion(
  db: Db,
  { before, after }: { before: OperatorData; after: OperatorData },
  cursor: RepricingCursor | null,
  now: Date,
): Promise<Portion> {
  const rows = await readRecent(db, cursor, now)
  const exemptions = await readExemptions(
    db,
    rows.map(({ accountId }) => accountId),
    now,
  )
  const recent = rows.map(
    (row): Recent => ({
      accountId: row.accountId,
      name: row.name,
      priceListCode: row.priceListCode,
      billing: 'charged',
      createdAt: now,
      request: { ...JSON.parse(row.request), ...JSON.parse(row.edited ?? '{}') },
      books: JSON.parse(row.books),
      exemptions: exemptions.get(row.accountId) ?? new Map(),
    }),
  )
  const sold = recent.filter(order => canBePriced(before, order) && canBePriced(after, order))
  const last = rows.at(-1)
  return {
    ...sumUp(before, after, sold, now),
    notSold: recent.length - sold.length,
    next: last === undefined || rows.length < maxPortion ? null : { accountId: last.accountId, orderId: last.orderId },
  }
}

async function readRecent(db: Db, cursor: RepricingCursor | null, now: Date): Promise<Row[]> {
  const since = sortableBound('ord', earlier(now, repricedDays * day))
  const { accountId, orderId } = cursor ?? { accountId: '', orderId: '' }
  const { rows } = await sql<Row>`
    select a.account_id as "accountId", a.name, a.price_list as "priceListCode", o.order_id as "orderId", c.request, o.edited, c.books
    from accounts a
    cross join lateral (
      select order_id, state -> 'edited' as edited
      from orders
      where account_id = a.account_id and mode = 'production'
        and order_id > case when a.account_id = ${accountId} then greatest(${orderId}, ${since}) else ${since} end
        and billing = 'charged' and status not in ('FAILED', 'REJECTED')
      order by order_id
      limit ${maxPortion}
    ) o
    cross join lateral (
      select request, books
      from order_contents
      where account_id = a.account_id and mode = 'production' and order_id = o.order_id
      limit 1 -- one index lookup for each order
    ) c
    where a.account_id >= ${accountId} and not a.enterprise
    order by a.account_id, o.order_id
    limit ${maxPortion}`.execute(db)
  return rows
}

/** Whether a new order of the same content could be placed, as far as prices need it. */
function canBePriced({ catalog, shipping }: OperatorData, order: { request: OrderRequest; books: Book[] }): boolean {
  const { destination, shippingClassification } = order.request
  return (
    availableClasses(shipping, regionOf(destination)).includes(shippingClassification) &&
    order.books.every(book => isSold(catalog, book))
  )
}

/** The list of an account, even if it begins later, so that its effect is visible before. */
function unendedList({ priceLists, shipping }: OperatorData, code: string | null, now: Date): PriceList | null {
  const list = code === null ? undefined : priceLists.get(code)
  return list === undefined || (list.until !== null && list.until < shipping.localDay(now).toString()) ? null : list
}

function sumUp(
  before: OperatorData,
  after: OperatorData,
  orders: Recent[],
  now: Date,
): Omit<Portion, 'notSold' | 'next'> {
  const byBook = new Map<string, BookSum>()
  const byAccount = new Map<string, AccountSum>()
  const listed = [before, after].map(operator => ({
    operator,
    orders: orders.map(order => ({ ...order, priceList: unendedList(operator, order.priceListCode, now) })),
  }))
  const prices = listed.map(({ operator, orders }) => priceOrders(operator, orders))
  const items = listed.map(({ operator, orders }) => orders.map(order => perItemCents(operator, order)))
  const margins = listed.map(({ operator, orders }, version) =>
    orders.map(({ request, books }, i) =>
      marginOf(
        operator,
        {
          items: request.orderItems,
          books,
          region: regionOf(request.destination),
          shippingClass: request.shippingClassification,
        },
        { ...prices[version]![i]!, lineCents: items[version]![i]! },
      ),
    ),
  )
  orders.forEach(({ accountId, name, books, request }, i) => {
    const account = byAccount.get(accountId) ?? { accountId, name, orders: 0, ...nothing }
    byAccount.set(accountId, {
      ...account,
      orders: account.orders + 1,
      beforeCents: account.beforeCents + prices[0]![i]!.orderCents!,
      afterCents: account.afterCents + prices[1]![i]!.orderCents!,
      marginBefore: sumOf([account.marginBefore, margins[0]![i]!.total]),
      marginAfter: sumOf([account.marginAfter, margins[1]![i]!.total]),
    })
    books.forEach(({ manufacturingSku }, item) => {
      const book = byBook.get(manufacturingSku) ?? { manufacturingSku, copies: 0, ...nothing }
      byBook.set(manufacturingSku, {
        manufacturingSku,
        copies: book.copies + request.orderItems[item]!.quantity,
        beforeCents: book.beforeCents + items[0]![i]![item]!,
        afterCents: book.afterCents + items[1]![i]![item]!,
        marginBefore: sumOf([book.marginBefore, margins[0]![i]!.lines[item]!]),
        marginAfter: sumOf([book.marginAfter, margins[1]![i]!.lines[item]!]),
      })
    })
  })
  const accounts = [...byAccount.values()]
  return {
    orders: orders.length,
    beforeCents: accounts.reduce((sum, { beforeCents }) => sum + beforeCents, 0),
    afterCents: accounts.reduce((sum, { afterCents }) => sum + afterCents, 0),
    marginBefore: sumOf(accounts.map(({ marginBefore }) => marginBefore)),
    marginAfter: sumOf(accounts.map(({ marginAfter }) => marginAfter)),
    byBook: [...byBook.values()],
    byAccount: accounts,
  }
}

const nothing = { beforeCents: 0, afterCents: 0, marginBefore: null, marginAfter: null }

const perItemCents = (operator: OperatorData, { books, request, priceList }: Priceable): number[] =>
  priceBooks(
    operator,
    priceList,
    books.map((book, i) => ({ ...book, quantity: request.orderItems[i]!.quantity })),
  ).perItemCents
