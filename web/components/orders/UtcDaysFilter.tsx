// The days of a report, by which a list of orders is filtered: shown, and removed with a click.

import { Button, Group } from '@mantine/core'
import { X } from 'lucide-react'
import { DayRange } from '../layout/Values.tsx'
import { utcDaysOf } from './utcDays.ts'

type Props = {
  filters: { placed?: string | undefined; ended?: string | undefined }
  change: (changes: { placed?: string; ended?: string }) => void
}

export function UtcDaysFilter({ filters, change }: Props) {
  const shown = (
    [
      ['placed', 'Placed'],
      ['ended', 'Shipped or ended'],
    ] as const
  ).flatMap(([name, text]) => {
    const days = utcDaysOf(filters[name])
    return days === null ? [] : [{ name, text, days }]
  })
  if (shown.length === 0) return null
  return (
    <Group gap="xs" mb="md">
      {shown.map(({ name, text, days }) => (
        <Button
          key={name}
          variant="light"
          size="xs"
          rightSection={<X size={14} aria-label="Remove" />}
          onClick={() => change({ [name]: '' })}
        >
          <span>
            {text} <DayRange {...days} /> (UTC)
          </span>
        </Button>
      ))}
    </Group>
  )
}
