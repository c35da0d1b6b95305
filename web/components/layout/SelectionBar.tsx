// What can be done with the selected rows of a list. It stays at the bottom of the window while the list scrolls.

import { Button, Group, Text } from '@mantine/core'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import classes from './SelectionBar.module.css'

type Props = {
  /** How many rows are selected, such as “3 orders selected”. */
  children: ReactNode
  /** Selects all that match the filters; absent if all are selected. */
  chooseAll?: { label: string; act: () => void } | undefined
  clear: () => void
  actions: ReactNode
}

export const SelectionBar = ({ children, chooseAll, clear, actions }: Props) => (
  <div className={classes.bar} role="region" aria-label="Selection">
    <Group gap="xs" className={classes.what}>
      <Text fw={500} role="status">
        {children}
      </Text>
      {chooseAll === undefined ? null : (
        <Button variant="subtle" size="compact-sm" onClick={chooseAll.act}>
          {chooseAll.label}
        </Button>
      )}
      <Button variant="subtle" size="compact-sm" leftSection={<X size={14} />} onClick={clear}>
        Clear selection
      </Button>
    </Group>
    <Group gap="xs" className={classes.actions}>
      {actions}
    </Group>
  </div>
)
