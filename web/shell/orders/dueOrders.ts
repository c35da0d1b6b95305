// Orders that must ship today, or should have shipped: of the staff.

import { useQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'
import type { paths } from '../../apiTypes.ts'

type Query = NonNullable<paths['/staff/orders/all']['get']['parameters']['query']>

/** Orders have a promised day from their first hand-over to a printer on. */
export const ordersDue = (due: 'late' | 'today') => ({
  mode: 'production' as const,
  status: 'PRINTING,CANCELLATION_REQUESTED,EXCEPTION',
  due,
})

/** Null until it is known. */
export const useOrderCount = (of: Query): number | null =>
  useQuery({
    queryKey: ['staff', 'orders', 'count', of],
    queryFn: () => api.GET('/staff/orders/all', { params: { query: { ...of, limit: 1 } } }),
  }).data?.count ?? null
