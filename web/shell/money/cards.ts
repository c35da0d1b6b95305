// The cards of the account.

import { useQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'

export const cardsKey = ['billing', 'cards']

export const useCards = () => useQuery({ queryKey: cardsKey, queryFn: () => api.GET('/dashboard/api/cards') })
