// A focused element may disappear: a link with its page, a button after its action. The keyboard and a screen reader
// would then start at the top of the window. The focus moves to the content instead, or to the title of the next screen
// (components/layout/Page.tsx). A busy button keeps the focus itself (components/forms/ButtonRoot.tsx).

import { useEffect } from 'react'

export function useFocusRecovery(): void {
  useEffect(() => {
    let lastFocused: HTMLElement | null = null
    const remember = ({ target }: FocusEvent) => {
      lastFocused = target as HTMLElement
    }
    const recoverFocus = () => {
      if (document.activeElement !== document.body || lastFocused === null || lastFocused.isConnected) return
      lastFocused = null
      document.getElementById('content')?.focus({ preventScroll: true })
    }
    const observer = new MutationObserver(recoverFocus)
    document.addEventListener('focusin', remember)
    observer.observe(document.body, { childList: true, subtree: true })
    return () => {
      document.removeEventListener('focusin', remember)
      observer.disconnect()
    }
  }, [])
}
