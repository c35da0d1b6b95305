// The title of the browser's tab: the title of the screen, then the area as its HTML file names it.

import { useEffect } from 'react'

/** Such as "Acme Books" or "Acme Books support". Read before any screen has put its own title there. */
const area = document.title

export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${area}`
  }, [title])
}
