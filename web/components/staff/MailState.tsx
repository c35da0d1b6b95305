// Whether an email went out.

import { Badge } from '@mantine/core'
import type { ResponseBody } from '../../api.ts'
import { t } from '../../language.ts'

type State = ResponseBody<'/staff/mails'>['mails'][number]['state']

const stateLooks = {
  sent: { label: t('Sent'), color: 'teal' },
  waiting: { label: t('Waiting [[email]]'), color: 'orange' },
  kept: { label: t('Stored, not sent'), color: 'gray' },
  given_up: { label: t('Failed'), color: 'red' },
} as const

export const isMailState = (word: string): word is State => Object.hasOwn(stateLooks, word)

export const MailState = ({ state }: { state: State }) => (
  <Badge color={stateLooks[state].color}>{stateLooks[state].label}</Badge>
)
