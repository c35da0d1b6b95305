// The period of a report: one by name, or days. It is in the address.

import { Group, NativeSelect, TextInput } from '@mantine/core'
import { t } from '../../language.ts'

const names = {
  last_7_days: t('Last 7 days'),
  last_30_days: t('Last 30 days'),
  last_90_days: t('Last 90 days'),
  this_month: t('This month'),
  last_month: t('Last month'),
  this_year: t('Year to date'),
} as const

type PeriodName = keyof typeof names
type Filters = Record<string, string | undefined>
export type ReportQuery = { period: PeriodName } | { from: string; to: string }

const standard: PeriodName = 'last_30_days'
const other = 'other'

const isDay = (text: string | undefined): text is string =>
  text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00Z`))

/** The address may contain an invalid period. */
export function reportQueryOf({ period, from, to }: Filters): ReportQuery {
  if (isDay(from) && isDay(to) && from <= to) return { from, to }
  return { period: period !== undefined && Object.hasOwn(names, period) ? (period as PeriodName) : standard }
}

type Props = {
  filters: Filters
  /** The period that is shown, from which other days are chosen. */
  shown: { from: string; to: string } | undefined
  change: (changes: Filters) => void
}

export function ReportPeriod({ filters, shown, change }: Props) {
  const query = reportQueryOf(filters)
  const days = 'from' in query ? query : null
  return (
    <Group gap="xs" align="flex-end">
      <NativeSelect
        aria-label={t('Period')}
        data={[
          ...Object.entries(names).map(([value, label]) => ({ value, label })),
          { value: other, label: t('Other days') },
        ]}
        value={days === null ? (query as { period: string }).period : other}
        onChange={({ currentTarget: { value } }) =>
          change(
            value === other
              ? { period: undefined, from: shown?.from, to: shown?.to }
              : { period: value === standard ? '' : value, from: undefined, to: undefined },
          )
        }
      />
      {days === null
        ? null
        : (['from', 'to'] as const).map(name => (
            <TextInput
              key={`${name} ${days[name]}`}
              type="date"
              aria-label={t(name === 'from' ? 'First day (UTC)' : 'Last day (UTC)')}
              defaultValue={days[name]}
              onBlur={({ currentTarget: { value } }) => {
                if (isDay(value)) change({ ...withOrder(days, name, value) })
              }}
            />
          ))}
    </Group>
  )
}

/** The other day follows a day that is beyond it. */
function withOrder(days: { from: string; to: string }, name: 'from' | 'to', value: string) {
  const changed = { ...days, [name]: value }
  return changed.from <= changed.to ? changed : { from: value, to: value }
}
