// Who is signed in. Every area asks this first.

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api, ask } from '../api.ts'

const sessionQuery = {
  queryKey: ['session'],
  queryFn: () => ask(api.GET('/auth/session')),
  staleTime: 60_000,
  retry: false,
} as const

export const useSession = () => useQuery(sessionQuery)

export function useSignOut() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: () => ask(api.POST('/auth/sign-out')),
    onSuccess() {
      queries.clear()
      void navigate({ to: '/sign-in' as never })
    },
  })
}
