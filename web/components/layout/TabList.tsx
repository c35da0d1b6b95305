// The row of tabs. On a phone it may be wider than the screen: the selected tab is scrolled into view.

import { Tabs } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'

export function TabList({ chosen, children }: { chosen: string; children: ReactNode }) {
  const row = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another choice moves the row, not every drawing
  useEffect(() => {
    const list = row.current
    const tab = list?.querySelector('[aria-selected=true]')
    if (!list || !tab) return
    // Not scrollIntoView, which would also scroll the page.
    const [outer, inner] = [list.getBoundingClientRect(), tab.getBoundingClientRect()]
    list.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2)
  }, [chosen])
  return (
    <Tabs.List mb="md" ref={row}>
      {children}
    </Tabs.List>
  )
}
