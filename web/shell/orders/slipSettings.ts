// What the account wants on its packing slips, for the order form and the settings.

import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '../../api.ts'

export const slipSettings = queryOptions({
  queryKey: ['account', 'slip'],
  queryFn: () => unwrap(api.GET('/dashboard/api/account/packing-slip')),
})
