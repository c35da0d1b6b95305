// The common part of lists of orders: their sequence, cursors that are of one sequence only, and the sums of the list.

import { Type } from 'typebox'
import { instant, latest } from '../../base/clock.ts'
import { dollarsOrNull } from '../../base/money.ts'
import type { Db } from '../../db/db.ts'
import type { OrderDetails } from '../../orders/view/orderFilters.ts'
import {
  type OrderPosition,
  type OrderRange,
  type OrderSort,
  type SortColumn,
  sumOrders,
} from '../../orders/view/orderSort.ts'
import { nullable, oneOf } from '../objects/common.ts'
import { listCursor } from './list.ts'

const columns = ['updated', 'total', 'status', 'country', 'recipient'] as const
const ofAllAccounts = [...columns, 'account'] as const

type Sort<Column extends string> = 'newest' | 'oldest' | Column | `-${Column}`
type AnySort = Sort<SortColumn>

const sortsBy = <Column extends string>(by: readonly Column[]): Sort<Column>[] => [
  'newest',
  'oldest',
  ...by.flatMap(column => [column, `-${column}` as const]),
]

const description =
  '`newest` and `oldest` are by the time of their creation; `-` before a column sorts in descending order. Sorted by ' +
  'a column, at most 10,000 orders may have the status and the period: more are refused with `too_many_to_sort`. Orders ' +
  'without a value come last.'

export const OrderSorting = oneOf(sortsBy(columns), { default: 'newest', description })
export const AllOrdersSorting = oneOf(sortsBy(ofAllAccounts), { default: 'newest', description })
/** For acts on many orders, which would change the sequence of other columns. */
export const CreationSorting = oneOf(['newest', 'oldest'], {
  default: 'newest',
  description: 'By the time of their creation.',
})

export const OrderCursor = Type.Optional(
  Type.String({ description: 'A nextCursor of an earlier answer with the same `sort`.' }),
)
/** No order is older than the epoch, and databases and order ids cannot represent earlier years. */
export const timeBoundOf = (text: string | undefined) => (text === undefined ? null : latest(instant(text), instant(0)))

export const sortOf = (sort: AnySort): OrderSort => {
  if (sort === 'newest' || sort === 'oldest') return { by: 'created', descending: sort === 'newest' }
  const descending = sort.startsWith('-')
  return { by: (descending ? sort.slice(1) : sort) as SortColumn, descending }
}

/** Of the newest orders the id of the last one, of others also the value of its column. */
const cursors = listCursor<OrderPosition, AnySort>(
  {
    pattern: /^(?:(?<key>[0-9A-Z]{0,15})[.])?(?<orderId>ord_[0-9a-z]{22})$/,
    write: ({ key, orderId }, sort) => (sort === 'newest' ? orderId : `${key ?? ''}.${orderId}`),
    read({ key = '', orderId }, sort) {
      const isNumber = !['country', '-country'].includes(sort)
      if (key !== '' && isNumber !== /^\d+$/.test(key)) return null
      return { orderId: orderId!, key: key === '' ? null : key }
    },
  },
  'newest',
)
export const cursorOf = (sort: AnySort, position: OrderPosition | null): string | null =>
  position === null ? null : cursors.write(position, sort)

export type CursorPointer = '?cursor' | '/cursor'
export const positionOf = (sort: AnySort, cursor: string | undefined, pointer?: CursorPointer): OrderPosition | null =>
  cursors.read(cursor, { sort, ...(pointer && { pointer }) })

const whenSummed = 'On the first page, unless more than 10,000 orders have the status and the period; otherwise null.'

export const listSums = {
  count: nullable(Type.Integer({ description: `How many orders match. ${whenSummed}` })),
  total: nullable(Type.Number({ description: `The sum of their totals in dollars. ${whenSummed}` })),
}

export async function sumsOf(db: Db, list: OrderRange & { details: OrderDetails }) {
  const sums = await sumOrders(db, list, list.details)
  return { count: sums?.orders ?? null, total: dollarsOrNull(sums?.totalCents ?? null) }
}

export const noSums = { count: null, total: null }
