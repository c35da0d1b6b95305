// Whether an e-mail went out.

import { Badge } from '@mantine/core'
import type { Answer } from '../api.ts'

type State = Answer<'/staff/mails'>['mails'][number]['state']

const looks = {
  sent: { label: 'Sent', color: 'teal' },
  waiting: { label: 'Waiting', color: 'orange' },
  kept: { label: 'Kept, not sent', color: 'gray' },
  given_up: { label: 'Given up', color: 'red' },
} as const

export const isMailState = (word: string): word is State => Object.hasOwn(looks, word)

export const MailState = ({ state }: { state: State }) => (
  <Badge variant="light" radius="sm" color={looks[state].color}>
    {looks[state].label}
  </Badge>
)
