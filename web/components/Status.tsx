// Where an order stands, in the words of the service: a dot whose colour says how things are, and the name.

import { Badge } from '@mantine/core'

export type Tone = 'waiting' | 'working' | 'good' | 'bad' | 'attention' | 'ended'

const colours: Record<Tone, string> = {
  waiting: 'gray',
  working: 'blue',
  good: 'teal',
  bad: 'red',
  attention: 'orange',
  ended: 'gray',
}

export const Status = ({ label, tone, title }: { label: string; tone: Tone; title?: string }) => (
  <Badge variant="dot" color={colours[tone]} radius="sm" size="md" title={title}>
    {label}
  </Badge>
)
