// The acts on the selected rows of a list. It stays at the bottom of the window while the list scrolls.

import { Button, Group, Text } from '@mantine/core'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { rich, t } from '../../language.ts'
import classes from './SelectionBar.module.css'

type Props = {
  /** How many rows are selected, such as “3 orders selected”. */
  children: ReactNode
  /** Selects all rows that match the filters, such as “matching orders”; absent if all are selected. */
  chooseAll?: { matching: string; act: () => void } | undefined
  clear: () => void
  actions: ReactNode
}

export const SelectionBar = ({ children, chooseAll, clear, actions }: Props) => (
  <section className={classes.bar} aria-label={t('Selection')}>
    <Group gap="xs" className={classes.what}>
      <Text fw={500} role="status" className={classes.count}>
        {children}
      </Text>
      {chooseAll === undefined ? null : (
        <Button variant="subtle" size="compact-sm" className={classes.chooseAll} onClick={chooseAll.act}>
          <span>
            {rich('Select all<long> {matching}</long>', {
              matching: chooseAll.matching,
              long: text => <span className={classes.long}>{text}</span>,
            })}
          </span>
        </Button>
      )}
      <Button
        variant="subtle"
        size="compact-sm"
        className={classes.clear}
        aria-label={t('Clear selection')}
        onClick={clear}
      >
        <X size={14} aria-hidden />
        <span className={`${classes.clearText} ${classes.long}`}>{t('Clear selection')}</span>
      </Button>
    </Group>
    <Group gap="xs" className={classes.actions}>
      {actions}
    </Group>
  </section>
)
