// The queues of the orders of all accounts, as filters of their list, and how many orders each has.

import { useQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'

export type OrderQueue = { mode: 'production'; status: string; due?: 'late' | 'today'; sort: 'due' | 'oldest' }

/** Orders that must ship today, or should have shipped. They have a promised day from their first hand-over on. */
export const ordersDue = (due: 'late' | 'today'): OrderQueue => ({
  mode: 'production',
  status: 'PRINTING,CANCELLATION_REQUESTED,EXCEPTION',
  due,
  sort: 'due',
})

/** Orders that wait in a status. */
export const ordersIn = (status: string): OrderQueue => ({ mode: 'production', status, sort: 'due' })

/** A queue that is too long to sort, and so has no count, has its oldest orders first. */
export const inSequence = (queue: OrderQueue, count: number | null): OrderQueue =>
  count === null ? { ...queue, sort: 'oldest' } : queue

/** Null until it is known. */
export function useOrderCount({ sort: _, ...of }: OrderQueue): number | null {
  const counted = useQuery({
    queryKey: ['staff', 'orders', 'count', of],
    queryFn: () => api.GET('/staff/orders/all', { params: { query: { ...of, limit: 1 } } }),
  })
  return counted.data?.count ?? null
}
