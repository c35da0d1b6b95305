// The account's settings of its packing slips, for the order form and the settings.

import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api.ts'

export const slipSettings = queryOptions({
  queryKey: ['account', 'slip'],
  queryFn: () => api.GET('/dashboard/api/account/packing-slip'),
})
