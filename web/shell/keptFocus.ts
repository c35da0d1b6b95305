// What has the focus may disappear: a link with its page, a button once it has done its work. The keyboard and a screen
// reader would then begin at the top of the window; they go on at the content instead. A button that is disabled while
// it works gets the focus back.

import { useEffect } from 'react'

const isDisabled = (element: Element) => element.matches(':disabled')
const focus = (element: HTMLElement | null) => element?.focus({ preventScroll: true })

export function useKeptFocus(): void {
  useEffect(() => {
    let last: HTMLElement | null = null
    let busy: HTMLElement | null = null
    const remember = ({ target }: FocusEvent) => {
      last = target as HTMLElement
      busy = null
    }
    const leave = ({ target }: FocusEvent) => {
      busy = isDisabled(target as HTMLElement) ? (target as HTMLElement) : null
    }
    const look = () => {
      if (document.activeElement !== document.body) return
      if (last !== null && !last.isConnected) {
        last = null
        focus(document.getElementById('content'))
      } else if (busy !== null && !isDisabled(busy)) focus(busy)
    }
    const observer = new MutationObserver(look)
    document.addEventListener('focusin', remember)
    document.addEventListener('focusout', leave)
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
    return () => {
      document.removeEventListener('focusin', remember)
      document.removeEventListener('focusout', leave)
      observer.disconnect()
    }
  }, [])
}
