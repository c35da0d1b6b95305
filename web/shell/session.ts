// Who is signed in. Every area asks this first.

import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { type Answer, api, ask, showTo } from '../api.ts'
import { draftOf, forgetDrafts } from './drafts.ts'

const sessionQuery = {
  queryKey: ['session'],
  async queryFn() {
    const session = await ask(api.GET('/auth/session'))
    showTo(session.userId)
    return session
  },
  staleTime: 60_000,
  retry: false,
} as const

/** How somebody came to the page of the sign-in: it says why, when it was not by choice. */
export type ArrivalAtSignIn = { sessionEnded?: boolean }

export const wasSignedIn = (queries: QueryClient): boolean => queries.getQueryData(sessionQuery.queryKey) !== undefined

export const useSession = () => useQuery(sessionQuery)

/** For who comes next. */
export function forgetPerson(queries: QueryClient): void {
  queries.clear()
  showTo(null)
}

/**
 * In another tab this person may have signed out, or another one signed in, whose data must not be shown under this
 * person's name: whoever comes back to this tab is asked for again. The errors of the query cache lead to the sign-in,
 * or load the page anew.
 */
export function useOnePerson(): void {
  const queries = useQueryClient()
  const userId = useSession().data?.userId
  useEffect(() => {
    if (userId === undefined) return
    forgetDrafts(userId)
    const askAgain = () => void queries.invalidateQueries({ queryKey: sessionQuery.queryKey })
    window.addEventListener('focus', askAgain)
    return () => window.removeEventListener('focus', askAgain)
  }, [userId, queries])
}

type Permission = Answer<'/auth/session'>['permissions'][number]

/** What the role in the account allows; the service has the last word. */
export const useMay = (permission: Permission): boolean => useSession().data?.permissions.includes(permission) ?? false

/** This person's unsent input. */
export function useDraft<Draft>(name: string) {
  const userId = useSession().data?.userId ?? ''
  return useMemo(() => draftOf<Draft>(userId, name), [userId, name])
}

export function useSignOut() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: () => ask(api.POST('/auth/sign-out')),
    onSuccess() {
      forgetPerson(queries)
      forgetDrafts()
      void navigate({ to: '/sign-in' as never })
    },
  })
}
