// The cards of the account.

import { type QueryClient, useQuery } from '@tanstack/react-query'
import { api, type ResponseBody } from '../../api.ts'
import { showToast } from '../../components/feedback/toast.ts'

const queryKey = ['billing', 'cards']

export const useCards = () => useQuery({ queryKey, queryFn: () => api.GET('/dashboard/api/cards') })

/** Shows the cards after a change. */
export function showCards(queries: QueryClient, after: ResponseBody<'/dashboard/api/cards'>, words: string): void {
  queries.setQueryData(queryKey, after)
  showToast(words)
  void queries.invalidateQueries({ queryKey: ['production', 'overview'] })
}
