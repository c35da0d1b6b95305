// A titled part of a screen.

import { Group, Paper, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './Section.module.css'

type Props = { title: string; about?: ReactNode; actions?: ReactNode; children: ReactNode; flush?: true }

export function Section({ title, about, actions, children, flush }: Props) {
  const id = useId()
  return (
    <Paper component="section" aria-labelledby={id} mb="md" style={{ overflow: 'clip' }}>
      <Group justify="space-between" align="flex-start" gap="xs" wrap="nowrap" className={classes.head}>
        <div className={classes.title}>
          <Title order={2} id={id} size="h3">
            {title}
          </Title>
          {about ? (
            <Text size="sm" c="dimmed">
              {about}
            </Text>
          ) : null}
        </div>
        {actions ? (
          <Group gap="xs" className={classes.actions}>
            {actions}
          </Group>
        ) : null}
      </Group>
      {children === null ? null : <div className={flush ? classes.flush : classes.body}>{children}</div>}
    </Paper>
  )
}
