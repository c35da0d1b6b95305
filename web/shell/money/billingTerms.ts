// How an enterprise account pays, for its billing and the order form.

import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api.ts'

export const billingTerms = queryOptions({
  queryKey: ['billing', 'terms'],
  queryFn: () => api.GET('/dashboard/api/billing/terms'),
})
