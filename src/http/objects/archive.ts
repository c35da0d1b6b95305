// Lists and searches of orders show only orders that are not archived, and say so with this notice of the archive.

import { Type } from 'typebox'
import type { Mode } from '../../base/mode.ts'
import type { Archive } from '../../features/archive/archive.ts'
import { timeBoundOf } from '../lists/orderLists.ts'
import { Month } from './common.ts'

export const ArchivedMonths = Type.Array(
  Type.Object({ month: Type.String(), orders: Type.Integer() }, { $id: 'ArchivedMonth' }),
  { description: 'The months in which archived orders were created, in UTC, with their number. Newest first.' },
)
export const archivedOrderFields = { customerOrderId: Type.String(), orderNumber: Type.String(), month: Month }

/** The notice of the archive in a list of orders. */
export const archivedFields = {
  archivedMonths: Type.Array(ArchivedMonths.items, {
    description:
      'On the first page of production orders: the months of the archive within createdAfter and createdBefore. ' +
      'Their orders are not in this list; `GET /archive/{month}` lists them. Other filters do not apply to them.',
  }),
  archivedOrders: Type.Array(Type.Object(archivedOrderFields, { $id: 'ArchivedOrder' }), {
    description: 'On the first page: the archived orders whose identifier or number is exactly the text of `search`.',
  }),
}

type ListQuery = { cursor?: string; search?: string; createdAfter?: string; createdBefore?: string }

export async function archivedIn(
  archive: Pick<Archive, 'months' | 'find'>,
  { accountId, mode }: { accountId: string; mode: Mode },
  { cursor, search, createdAfter, createdBefore }: ListQuery,
) {
  if (mode === 'sandbox' || cursor !== undefined) return { archivedMonths: [], archivedOrders: [] }
  const [archivedMonths, archivedOrders] = await Promise.all([
    archive.months(accountId, { from: timeBoundOf(createdAfter), to: timeBoundOf(createdBefore) }),
    search === undefined ? [] : archive.find(accountId, search),
  ])
  return { archivedMonths, archivedOrders: archivedOrders.map(presentFound) }
}

export const presentFound = ({
  customerOrderId,
  orderNumber,
  month,
}: Awaited<ReturnType<Archive['find']>>[number]) => ({
  ...{ customerOrderId, orderNumber, month },
})
