// The common part of lists of orders: their sequence, cursors that are of one sequence only, and the sums of the list.

import { Type } from 'typebox'
import { instant, latest } from '../../base/clock.ts'
import { dollarsOrNull } from '../../base/money.ts'
import type { ByteVault } from '../../base/secrets/vault.ts'
import type { Db } from '../../db/db.ts'
import type { SortPosition } from '../../db/sortPosition.ts'
import type { OrderDetails } from '../../orders/view/orderFilters.ts'
import { type OrderRange, type OrderSort, type SortColumn, sumOrders } from '../../orders/view/orderSort.ts'
import { nullable, oneOf } from '../objects/common.ts'
import { sealedCursor } from './list.ts'

const columns = ['due', 'updated', 'total', 'status', 'country', 'recipient'] as const
const ofAllAccounts = [...columns, 'account'] as const

type Sort<Column extends string> = 'newest' | 'oldest' | Column | `-${Column}`
type AnySort = Sort<SortColumn>

const sortsBy = <Column extends string>(by: readonly Column[]): Sort<Column>[] => [
  'newest',
  'oldest',
  ...by.flatMap(column => [column, `-${column}` as const]),
]

const description =
  '`newest` and `oldest` are by the time of their creation; `due` is by `promisedShipDate`, Rush first on each day, ' +
  'with orders that have no such date after all days; `-` before a column reverses it. Sorted by ' +
  'a column, at most 10,000 orders may have the status and the period: more are refused with `too_many_to_sort`. Orders ' +
  'without a value of another column come last.'

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

const orderCursors = (vault: ByteVault) =>
  sealedCursor<AnySort>(vault, {
    list: 'orders',
    usual: 'newest',
    byId: ['newest', 'oldest'],
    ids: /^ord_[0-9a-z]{22}$/,
  })

export const cursorOf = (vault: ByteVault, sort: AnySort, position: SortPosition | null): string | null =>
  position === null ? null : orderCursors(vault).write(position, sort)

export type CursorPointer = '?cursor' | '/cursor'
export const positionOf = (
  vault: ByteVault,
  { sort, cursor }: { sort: AnySort; cursor?: string },
  pointer?: CursorPointer,
): SortPosition | null => orderCursors(vault).read(cursor, { sort, ...(pointer && { pointer }) })

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
