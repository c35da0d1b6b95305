// For an empty list: the kind of its entries, their use, and how to get the first one.

import { Stack, Text, Title } from '@mantine/core'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import classes from './EmptyState.module.css'

type Props = { icon: LucideIcon; title: string; children: ReactNode; action?: ReactNode }

export const EmptyState = ({ icon, title, children, action }: Props) => (
  <Stack align="center" gap="xs" py={48} px="md" ta="center">
    <Shelf icon={icon} />
    <Title order={2} mt={6}>
      {title}
    </Title>
    <Text c="dimmed" maw={440}>
      {children}
    </Text>
    {action ? <div style={{ marginTop: 8 }}>{action}</div> : null}
  </Stack>
)

/** A shelf of books with a gap for the missing book; the icon names its kind. */
const Shelf = ({ icon: Icon }: { icon: LucideIcon }) => (
  <div className={classes.shelf} aria-hidden>
    <svg viewBox="0 0 168 84" width={168} height={84} role="presentation">
      <rect x="8" y="22" width="17" height="54" rx="1.5" className={classes.cloth} />
      <path d="M8 32h17M8 66h17" className={classes.band} />
      <rect x="27" y="12" width="22" height="64" rx="1.5" className={classes.dark} />
      <path d="M32 22h12M32 27h12" className={classes.band} />
      <rect x="51" y="28" width="12" height="48" rx="1.5" className={classes.rubric} />
      <rect x="68" y="10" width="36" height="66" rx="2" className={classes.gap} />
      <rect x="109" y="18" width="20" height="58" rx="1.5" className={classes.paper} />
      <path d="M114 28h10M114 66h10" className={classes.ink} />
      <rect x="132" y="24" width="15" height="53" rx="1.5" className={classes.cloth} transform="rotate(-9 139 76)" />
      <path d="M2 78h164" className={classes.board} />
    </svg>
    <Icon size={20} className={classes.icon} />
  </div>
)
