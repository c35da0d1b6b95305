// The signed-in user, which every area reads first.

import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { api, type ResponseBody, setExpectedUser, unwrap } from '../api.ts'
import { clearDrafts, draftOf } from './drafts.ts'

const sessionQuery = {
  queryKey: ['session'],
  async queryFn() {
    const session = await unwrap(api.GET('/auth/session'))
    setExpectedUser(session.userId)
    return session
  },
  staleTime: 60_000,
  retry: false,
} as const

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Whether the sign-in page was opened because the session had ended. */
    sessionEnded?: boolean
  }
}

export const wasSignedIn = (queries: QueryClient): boolean => queries.getQueryData(sessionQuery.queryKey) !== undefined

export const useSession = () => useQuery(sessionQuery)

/** Removes all data of the user, for the next user of this tab. */
export function clearSession(queries: QueryClient): void {
  queries.clear()
  setExpectedUser(null)
}

/**
 * In another tab this user may have signed out, or a different user may have signed in, whose data must not be shown
 * under this user's name. So the session is fetched again when this tab gets the focus. The error handlers of the query
 * cache then open the sign-in page or reload.
 */
export function useSessionCheck(): void {
  const queries = useQueryClient()
  const userId = useSession().data?.userId
  useEffect(() => {
    if (userId === undefined) return
    clearDrafts(userId)
    const refetchSession = () => void queries.invalidateQueries({ queryKey: sessionQuery.queryKey })
    window.addEventListener('focus', refetchSession)
    return () => window.removeEventListener('focus', refetchSession)
  }, [userId, queries])
}

type Permission = ResponseBody<'/auth/session'>['permissions'][number]

/** What the role in the account allows; the service has the last word. */
export const useMay = (permission: Permission): boolean => useSession().data?.permissions.includes(permission) ?? false

/** The unsent input of the signed-in user. */
export function useDraft<Draft>(name: string) {
  const userId = useSession().data?.userId ?? ''
  return useMemo(() => draftOf<Draft>(userId, name), [userId, name])
}

export function useSignOut() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: () => unwrap(api.POST('/auth/sign-out')),
    onSuccess() {
      clearSession(queries)
      clearDrafts()
      void navigate({ to: '/sign-in' })
    },
  })
}
