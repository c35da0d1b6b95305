// For an empty list: what would be here, why it is useful, and how to get the first one.

import { Stack, Text, ThemeIcon, Title } from '@mantine/core'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

type Props = { icon: LucideIcon; title: string; children: ReactNode; action?: ReactNode }

export const Empty = ({ icon: Icon, title, children, action }: Props) => (
  <Stack align="center" gap="xs" py={56} px="md" ta="center">
    <ThemeIcon variant="light" size={44} radius="xl" aria-hidden>
      <Icon size={20} />
    </ThemeIcon>
    <Title order={2} mt={6}>
      {title}
    </Title>
    <Text c="dimmed" maw={440}>
      {children}
    </Text>
    {action ? <div style={{ marginTop: 8 }}>{action}</div> : null}
  </Stack>
)
