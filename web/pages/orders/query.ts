// The orders of a mode, one page at a time. Only the fields that the list shows are stored: for 100,000
// whole orders the browser would need hundreds of megabytes.

import { orderTitle } from '../../../src/base/text/orderTitle.ts'
import { api, type Mode, type Order } from '../../api.ts'
import type { BookCover } from '../../components/books/Cover.tsx'
import { number } from '../../components/layout/Values.tsx'
import { timesOf } from '../../components/orders/DayFilter.tsx'
import { dueOf } from '../../components/orders/dueOptions.ts'
import { orderSortOf } from '../../components/orders/orderSorts.tsx'
import { utcDaysQuery } from '../../components/orders/utcDays.ts'
import { t } from '../../language.ts'
import { usePages } from '../../shell/frame/pages.ts'

export type Row = {
  id: string
  /** For people. */
  name: string
  number: string
  status: Order['status']
  payment: Order['paymentInfo']['status']
  items: string
  /** Of the first book. */
  book: string
  cover: BookCover | null
  to: string
  country: string
  shipping: string
  promised: string | null
  /** Of the first parcel. */
  shippedAt: string | undefined
  total: number | null | undefined
  createdAt: string
  updatedAt: string
}

const rowsInAPage = 100

export type OrderFilters = {
  status?: string
  after?: string
  before?: string
  search?: string
  country?: string
  sku?: string
  problem?: string
  queued?: string
  due?: string
  period?: string
  /** Days in UTC, of a report. */
  placed?: string
  ended?: string
  sort?: string
}

export function useOrders(mode: Mode, filters: OrderFilters) {
  const query = filterQuery(filters)
  return usePages([mode, 'orders'], query, async (cursor, signal) => {
    const params = { path: { mode }, query: { limit: rowsInAPage, ...query, ...cursor } }
    const { orders, covers, bookTitles, ...page } = await api.GET('/dashboard/api/{mode}/orders', { params, signal })
    return { rows: orders.map((order, i) => rowOf(order, covers[i] ?? null, bookTitles[i])), ...page }
  })
}

/** The filters as the service takes them. */
export const filterQuery = ({ status, after, before, period, placed, ended, sort, ...details }: OrderFilters) => ({
  ...timesOf({ period, after, before }),
  ...utcDaysQuery({ placed, ended }),
  ...(status === undefined ? {} : { status }),
  ...(sort === undefined ? {} : { sort: orderSortOf(sort) }),
  ...detailQuery(details),
})

const detailQuery = ({ search, country, sku, problem, queued, due }: OrderFilters) => ({
  ...(search === undefined ? {} : { search }),
  ...(country === undefined ? {} : { country }),
  ...(sku === undefined ? {} : { sku }),
  ...(problem === undefined ? {} : { problem: 'only' as const }),
  ...(queued === undefined ? {} : { queued: 'only' as const }),
  ...(dueOf(due) === null ? {} : { due: dueOf(due)! }),
})

function rowOf(order: Order, cover: BookCover | null, bookTitle: string | null | undefined): Row {
  const [first, ...others] = order.orderItems
  const { name, city, state, country } = order.destination
  const book = bookTitle ?? first?.sku ?? ''
  const ofFirst = `${number(first?.quantity ?? 0)} × ${book}`
  return {
    id: order.customerOrderId,
    name: orderTitle(order, bookTitle),
    number: order.orderNumber,
    status: order.status,
    payment: order.paymentInfo.status,
    items: others.length === 0 ? ofFirst : t('{book} and {count} more', { book: ofFirst, count: others.length }),
    book,
    cover,
    to: `${name}, ${onOneLine([city, state, country].filter(Boolean).join(' '))}`,
    country,
    shipping: order.shippingClassification,
    promised: order.promisedShipDate,
    shippedAt: order.shipmentTracking[0]?.shippedAt,
    total: order.pricing?.orderTotal,
    createdAt: order.createdAt,
    updatedAt: order.updatedAt,
  }
}

const onOneLine = (place: string) => place.replaceAll(' ', '\u00a0')
