// The token of a link in an email. It is in the fragment of the address, which the browser never sends, and it leaves
// the address at once, so that it is in no bookmark, copied address or picture of the screen. The entry of the
// browser's history keeps it: the page survives a reload and a change of language.

import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

declare module '@tanstack/react-router' {
  interface HistoryState {
    linkToken?: string
  }
}

/** Empty without a token. */
export function useLinkToken(): string {
  const { history } = useRouter()
  const { hash, state } = useLocation()
  const inAddress = new URLSearchParams(hash).get('token')
  useEffect(() => {
    if (inAddress === null) return
    history.replace(location.pathname + location.search, { ...history.location.state, linkToken: inAddress })
    history.flush()
  }, [history, inAddress])
  return inAddress ?? state.linkToken ?? ''
}
