// The filters with which a report leads to a list of orders: its days, and whether the orders were queued. Each is
// shown, and removed with a click.

import { Button, Group } from '@mantine/core'
import { X } from 'lucide-react'
import { t } from '../../language.ts'
import { DayRange } from '../layout/Values.tsx'
import { utcDaysOf } from './utcDays.ts'

type Props = {
  filters: { placed?: string | undefined; ended?: string | undefined; queued?: string | undefined }
  change: (changes: { placed?: string; ended?: string; queued?: string }) => void
}

export function ReportFilters({ filters, change }: Props) {
  const ofDays = (
    [
      ['placed', t('Placed')],
      ['ended', t('Shipped or ended')],
    ] as const
  ).flatMap(([name, text]) => {
    const days = utcDaysOf(filters[name])
    return days === null ? [] : [{ name, text, days: <DayRange {...days} /> }]
  })
  const shown = [
    ...ofDays,
    ...(filters.queued === undefined ? [] : [{ name: 'queued', text: t('Queued when placed'), days: null }]),
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
