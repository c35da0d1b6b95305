// What has the focus may disappear: a link with its page, a button once it has done its work. The keyboard and a screen
// reader would then begin at the top of the window; they go on at the content instead, or at the title of the screen
// that follows (components/Page.tsx). A button that is busy keeps the focus by itself (components/ButtonRoot.tsx).

import { useEffect } from 'react'

export function useKeptFocus(): void {
  useEffect(() => {
    let last: HTMLElement | null = null
    const remember = ({ target }: FocusEvent) => {
      last = target as HTMLElement
    }
    const look = () => {
      if (document.activeElement !== document.body || last === null || last.isConnected) return
      last = null
      document.getElementById('content')?.focus({ preventScroll: true })
    }
    const observer = new MutationObserver(look)
    document.addEventListener('focusin', remember)
    observer.observe(document.body, { childList: true, subtree: true })
    return () => {
      document.removeEventListener('focusin', remember)
      observer.disconnect()
    }
  }, [])
}
