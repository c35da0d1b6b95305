// Where the focus was before a dialog, and where it goes when the dialog is gone.

import { useEffect, useState } from 'react'

/** A menu item disappears with its menu, so the focus returns to the button that opened the menu. */
export function openerOf(element: Element | null): HTMLElement | null {
  const menu = element?.closest('[role=menu]')
  const labelled = menu?.getAttribute('aria-labelledby')
  return (labelled ? document.getElementById(labelled) : element) as HTMLElement | null
}

/** For a dialog that is rendered only while it is open. */
export function useReturnFocus(): void {
  const [opener] = useState(() => openerOf(document.activeElement))
  useEffect(() => () => opener?.focus({ preventScroll: true }), [opener])
}
