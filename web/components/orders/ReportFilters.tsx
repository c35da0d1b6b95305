// The filters with which a report leads to a list: its days, whether the orders were queued or late, and the result of
// webhooks. Each is shown, and removed with a click.

import { Button, Group } from '@mantine/core'
import { X } from 'lucide-react'
import { t } from '../../language.ts'
import { DayRange } from '../layout/Values.tsx'
import { dueName } from './dueOptions.ts'
import { utcDaysOf } from './utcDays.ts'

type Name = 'placed' | 'ended' | 'queued' | 'due' | 'days' | 'result'
type Props = {
  filters: { [name in Name]?: string | undefined }
  change: (changes: { [name in Name]?: string }) => void
}

const resultTexts: Record<string, string> = {
  first_try: t('Delivered at first attempt'),
  later: t('Delivered later'),
  failed: t('Failed'),
  any: t('Delivered or failed'),
}

export const webhookResultOptions = Object.entries(resultTexts).map(([value, label]) => ({ value, label }))

export function ReportFilters({ filters, change }: Props) {
  const ofDays = (
    [
      ['placed', t('Placed')],
      ['ended', t('Shipped or ended')],
      ['days', t('Events')],
    ] as const
  ).flatMap(([name, text]) => {
    const days = utcDaysOf(filters[name])
    return days === null ? [] : [{ name, text, days: <DayRange {...days} /> }]
  })
  const due = dueName(filters.due)
  const result = resultTexts[filters.result ?? '']
  const shown = [
    ...ofDays,
    ...(result === undefined ? [] : [{ name: 'result', text: result, days: null }]),
    ...(filters.queued === undefined ? [] : [{ name: 'queued', text: t('Queued when placed'), days: null }]),
    ...(due === undefined ? [] : [{ name: 'due', text: due, days: null }]),
  ]
  if (shown.length === 0) return null
  return (
    <Group gap="xs" mb="md">
      {shown.map(({ name, text, days }) => (
        <Button
          key={name}
          variant="light"
          size="xs"
          rightSection={<X size={14} aria-label={t('Remove')} />}
          onClick={() => change({ [name]: '' })}
        >
          <span>
            {text} {days} {days === null ? null : '(UTC)'}
          </span>
        </Button>
      ))}
    </Group>
  )
}
