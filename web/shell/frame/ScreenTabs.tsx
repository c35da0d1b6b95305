// The tabs of a screen, each with its content. The selected tab is in the address.

import { Badge, Tabs } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { number } from '../../components/layout/Values.tsx'
import { useTab } from './mode.ts'

type Tab = {
  tab: string
  name: string
  /** Shown after the name: a count. */
  beside?: ReactNode
  content: ReactNode
}

/** The first tab is shown if the address has none. */
export function ScreenTabs({ tabs }: { tabs: Tab[] }) {
  const [first, ...others] = tabs.map(({ tab }) => tab)
  const [chosen, choose] = useTab([first!, ...others])
  return <ChosenTab tabs={tabs} chosen={chosen} choose={choose} />
}

type ChosenProps = {
  tabs: Tab[]
  chosen: string
  choose: (tab: string | null) => void
  /** Above the contents of all tabs. */
  children?: ReactNode
  className?: string | undefined
}

export const ChosenTab = ({ tabs, chosen, choose, children, className }: ChosenProps) => (
  <Tabs value={chosen} onChange={choose} keepMounted={false} className={className}>
    <TabList chosen={chosen}>
      {tabs.map(({ tab, name, beside }) => (
        <Tabs.Tab key={tab} value={tab}>
          {name}
          {beside}
        </Tabs.Tab>
      ))}
    </TabList>
    {children}
    {tabs.map(({ tab, content }) => (
      <Tabs.Panel key={tab} value={tab}>
        {content}
      </Tabs.Panel>
    ))}
  </Tabs>
)

/** Beside the name of a tab: how many entries wait there, if any do. */
export const TabCount = ({ count }: { count: number | null | undefined }) =>
  count ? (
    <Badge variant="light" radius="sm" ml={6}>
      {number(count)}
    </Badge>
  ) : null

/** On a phone the row of tabs may be wider than the screen: the selected tab is scrolled into view. */
function TabList({ chosen, children }: { chosen: string; children: ReactNode }) {
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
