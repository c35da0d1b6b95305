// The filter of a list by a period with a name, or by days, which are in the reader's time zone.

import { Button, NativeSelect, Popover, Stack, TextInput } from '@mantine/core'
import { CalendarDays } from 'lucide-react'
import { t } from '../../language.ts'
import { dayText } from '../layout/Values.tsx'
import { periodOf, periodOptions } from './periods.ts'

type DayFilters = { [name in 'after' | 'before' | 'period']?: string | undefined }

/** The filters by time, without the invalid days that the address may contain. */
export const daysIn = ({ period, after, before }: DayFilters): DayFilters => ({
  period,
  after: isDay(after) ? after : undefined,
  before: isDay(before) ? before : undefined,
})

/** The filters by time as the service takes them. */
export const timesOf = ({ period, after, before }: DayFilters) => ({
  ...periodOf(period),
  ...(after === undefined ? {} : { createdAfter: new Date(`${after}T00:00:00`).toISOString() }),
  ...(before === undefined ? {} : { createdBefore: new Date(`${before}T23:59:59.999`).toISOString() }),
})

const isDay = (text: string | undefined) => text !== undefined && !Number.isNaN(Date.parse(`${text}T00:00Z`))

type Props = { filters: DayFilters; change: (changes: DayFilters) => void }

export function DayFilter({ filters, change }: Props) {
  const { period, after, before } = daysIn(filters)
  const hasDays = after !== undefined || before !== undefined
  const days = hasDays
    ? t('{from} to {to}', { from: after ? dayText(after) : '…', to: before ? dayText(before) : t('today') })
    : t('Any date')
  const preset = periodOptions.find(({ value }) => value === period)
  return (
    <Popover width={240} position="bottom-end" trapFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<CalendarDays size={15} />}>
          {preset?.label ?? days}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="sm">
          <NativeSelect
            label={t('Period')}
            data={[{ value: '', label: hasDays ? t('Other dates') : t('Any date') }, ...periodOptions]}
            value={preset?.value ?? ''}
            onChange={event => change({ period: event.currentTarget.value, after: undefined, before: undefined })}
          />
          <TextInput
            type="date"
            label={t('From')}
            value={after ?? ''}
            onChange={event => change({ after: event.currentTarget.value, period: undefined })}
          />
          <TextInput
            type="date"
            label={t('To')}
            value={before ?? ''}
            onChange={event => change({ before: event.currentTarget.value, period: undefined })}
          />
          <Button
            variant="subtle"
            size="xs"
            onClick={() => change({ after: undefined, before: undefined, period: undefined })}
          >
            {t('Clear dates')}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
