import { useQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'

/** The charge is null where the printer bills the account, undefined while that is not known. */
export function useNextCharge() {
  const overview = useQuery({
    queryKey: ['production', 'overview'],
    queryFn: () => api.GET('/dashboard/api/{mode}/overview', { params: { path: { mode: 'production' } } }),
  })
  return { charge: overview.data?.charge, now: overview.data?.now ?? '' }
}

/** Whether the account pays the catalog's prices. False until it is known: a price that disappears is worse. */
export const useIsCharged = (): boolean => Boolean(useNextCharge().charge)
