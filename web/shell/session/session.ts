// The signed-in user, which every area reads first.

import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import type { Language } from '../../../languages/languages.ts'
import { api, type ResponseBody, setExpectedUser } from '../../api.ts'
import { showFailure } from '../../components/feedback/toast.ts'
import { changeLanguage, chosenLanguage, language, t } from '../../language.ts'
import { clearDrafts, draftOf } from '../lists/drafts.ts'

export const sessionKey = ['session'] as const

type Session = ResponseBody<'/auth/session'>

/** In the dashboard, a person of the staff who views an account is a member who changes nothing. */
function asShown(session: Session): Session {
  const { userId, viewing } = session
  const isView = viewing !== null && location.pathname.startsWith('/dashboard')
  setExpectedUser(isView ? [userId, 'viewing', viewing.accountId].join(' ') : userId)
  return isView ? { ...session, kind: 'customer', ...viewing, role: 'viewer', permissions: [] } : session
}

const sessionQuery = {
  queryKey: sessionKey,
  queryFn: async () => asShown(await api.GET('/auth/session')),
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

/** Asks for the session while the first screen is still loading. */
export const prefetchSession = (queries: QueryClient) => void queries.prefetchQuery(sessionQuery)

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

type Permission = Session['permissions'][number]

/** The permissions of the role in the account; the service has the last word. */
export const useMay = (permission: Permission): boolean => useSession().data?.permissions.includes(permission) ?? false

/** The unsent input of the signed-in user. */
export function useDraft<Draft>(name: string) {
  const userId = useSession().data?.userId ?? ''
  return useMemo(() => draftOf<Draft>(userId, name), [userId, name])
}

/** Shows the screens in the language that the person chose, maybe in another browser. */
export function usePersonsLanguage(): void {
  const wanted = useSession().data?.language ?? null
  useEffect(() => {
    // A choice whose catalog could not be loaded does not load the page again and again.
    const isNew = wanted !== null && wanted !== language && wanted !== chosenLanguage()
    if (isNew) changeLanguage(wanted)
  }, [wanted])
}

/** The language of the person's screens from now on, also in other browsers. */
export const useLanguageChoice = () =>
  useMutation({
    mutationFn: (chosen: Language) => api.PUT('/auth/language', { body: { language: chosen } }),
    onSuccess: (_, chosen) => changeLanguage(chosen),
    onError: showFailure(t('The language was not changed')),
  })

/** The work of an area before and after a person signs out. */
export type SignOutSteps = { mayLeave: () => Promise<boolean>; left: () => Promise<void> }

export function useSignOut(steps?: SignOutSteps) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    async mutationFn() {
      if (steps !== undefined && !(await steps.mayLeave())) return
      await api.POST('/auth/sign-out')
      clearSession(queries)
      clearDrafts()
      await steps?.left()
      void navigate({ to: '/sign-in' })
    },
  })
}
