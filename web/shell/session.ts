// Who is signed in. Every area asks this first.

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type Answer, api, ask } from '../api.ts'

const sessionQuery = {
  queryKey: ['session'],
  queryFn: () => ask(api.GET('/auth/session')),
  staleTime: 60_000,
  retry: false,
} as const

export const useSession = () => useQuery(sessionQuery)

type Permission = Answer<'/auth/session'>['permissions'][number]

/** What the role in the account allows; the service has the last word. */
export const useMay = (permission: Permission): boolean => useSession().data?.permissions.includes(permission) ?? false

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
