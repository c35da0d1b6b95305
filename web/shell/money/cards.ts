// The cards of the account.

import { useQuery } from '@tanstack/react-query'
import { api, unwrap } from '../../api.ts'

export const cardsKey = ['billing', 'cards']

export const useCards = () => useQuery({ queryKey: cardsKey, queryFn: () => unwrap(api.GET('/dashboard/api/cards')) })
