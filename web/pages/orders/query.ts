// The orders of a mode, newest first, one page at a time. Only what the list shows is kept: for 100,000 whole orders
// the browser would need hundreds of megabytes.

import { useInfiniteQuery } from '@tanstack/react-query'
import { api, ask, type Mode, type Order } from '../../api.ts'
import { number } from '../../components/Values.tsx'

export type Row = {
  id: string
  status: Order['status']
  payment: Order['paymentInfo']['status']
  items: string
  to: string
  shipping: string
  total: number | null | undefined
  createdAt: string
}

const rowsInAPage = 100

export type OrderFilters = { status?: string; after?: string; before?: string; id?: string }

export const useOrders = (mode: Mode, { status, after, before, id }: OrderFilters) =>
  useInfiniteQuery({
    queryKey: [mode, 'orders', { status, after, before, id }],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }): Promise<{ rows: Row[]; next: string | null }> => {
      if (id !== undefined) return { rows: await withIdentifier(mode, id, signal), next: null }
      const query = {
        limit: rowsInAPage,
        ...(status === undefined ? {} : { status }),
        ...(after === undefined ? {} : { createdAfter: startOf(after) }),
        ...(before === undefined ? {} : { createdBefore: endOf(before) }),
        ...(pageParam === undefined ? {} : { cursor: pageParam }),
      }
      const page = await ask(api.GET('/dashboard/api/{mode}/orders', { params: { path: { mode }, query }, signal }))
      return { rows: page.orders.map(rowOf), next: page.nextCursor }
    },
    getNextPageParam: ({ next }) => next ?? undefined,
  })

/** Identifiers are unique, so a search is one look-up by key; an order of the other mode is not in this list. */
async function withIdentifier(mode: Mode, customerOrderId: string, signal: AbortSignal): Promise<Row[]> {
  const path = { mode, customerOrderId }
  const { data, response, error } = await api.GET('/dashboard/api/{mode}/orders/{customerOrderId}', {
    params: { path },
    signal,
  })
  if (response.status === 404) return []
  return [rowOf((await ask(Promise.resolve({ data, response, error }))).order)]
}

function rowOf(order: Order): Row {
  const [first, ...others] = order.orderItems
  const { name, city, state, country } = order.destination
  return {
    id: order.customerOrderId,
    status: order.status,
    payment: order.paymentInfo.status,
    items: `${number(first?.quantity ?? 0)} × ${first?.sku}${others.length === 0 ? '' : ` and ${others.length} more`}`,
    to: `${name}, ${[city, state, country].filter(Boolean).join(' ')}`,
    shipping: order.shippingClassification,
    total: order.pricing?.orderTotal,
    createdAt: order.createdAt,
  }
}

/** Days are in the reader's time zone. */
const startOf = (day: string) => new Date(`${day}T00:00:00`).toISOString()
const endOf = (day: string) => new Date(`${day}T23:59:59.999`).toISOString()
