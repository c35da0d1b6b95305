// Entries that are usually few, such as comments. Many of them scroll in a box of their own, so that what
// follows them stays near.

import { Stack } from '@mantine/core'
import { Children, type ReactNode } from 'react'

const maxEntries = 10

export function ManyEntries({ label, children }: { label: string; children: ReactNode }) {
  const entries = Children.toArray(children)
  if (entries.length === 0) return null
  if (entries.length <= maxEntries) return <Stack gap="md">{entries}</Stack>
  const look = { maxHeight: '28rem', overflowY: 'auto', borderBottom: '1px solid var(--octavo-line)' } as const
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section aria-label={label} tabIndex={0} style={look}>
      <Stack gap="md" pr="sm">
        {entries}
      </Stack>
    </section>
  )
}
