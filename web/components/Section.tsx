// A part of a screen with a name.

import { Group, Paper, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'

type Props = { title: string; about?: ReactNode; actions?: ReactNode; children: ReactNode; flush?: true }

export function Section({ title, about, actions, children, flush }: Props) {
  const id = useId()
  return (
    <Paper component="section" aria-labelledby={id} mb="md" style={{ overflow: 'hidden' }}>
      <Group justify="space-between" px="md" py="sm" gap="xs" align="flex-start">
        <div>
          <Title order={2} id={id} size="h3">
            {title}
          </Title>
          {about ? (
            <Text size="sm" c="dimmed">
              {about}
            </Text>
          ) : null}
        </div>
        {actions}
      </Group>
      <div style={flush ? undefined : { padding: '0 1rem 1rem' }}>{children}</div>
    </Paper>
  )
}
