// The days of the draft on which nothing is made or shipped.

import { SegmentedControl, TextInput } from '@mantine/core'
import { Section } from '../../../components/layout/Section.tsx'
import { readerLocale, t } from '../../../language.ts'
import { mistakeAt, type Path, valueAt } from './content.ts'
import classes from './Fields.module.css'
import { NumberField, Rows, SelectField, SwitchField, TextField, useEditing } from './Fields.tsx'
import { HolidayCalendar } from './HolidayCalendar.tsx'

const monthName = new Intl.DateTimeFormat(readerLocale, { month: 'long', timeZone: 'UTC' })
const months = Array.from({ length: 12 }, (_, i) => ({
  value: String(i + 1),
  label: monthName.format(Date.UTC(2026, i, 1)),
}))
const weekdayName = new Intl.DateTimeFormat(readerLocale, { weekday: 'long', timeZone: 'UTC' })
const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map((value, i) => ({
  value,
  // The first of June 2026 is a Monday.
  label: weekdayName.format(Date.UTC(2026, 5, 1 + i)),
}))
const places = [
  { value: '1', label: t('First') },
  { value: '2', label: t('Second') },
  { value: '3', label: t('Third') },
  { value: '4', label: t('Fourth') },
  { value: 'last', label: t('Last') },
]

export const HolidayData = () => (
  <>
    <HolidayCalendar />
    <Section title={t('Holidays')} about={t('Recur each year. Weekends are never business days.')}>
      <Rows
        path={['holidays', 'holidays']}
        noun={t('holiday')}
        newRow={{ name: '', month: 1, day: 1, observed: true }}
        row={(path, i) => <Holiday path={path} number={i + 1} />}
      />
    </Section>
    <Section title={t('Closed days')} about={t('Single days, such as a stocktaking.')}>
      <Rows
        path={['holidays', 'closedDays']}
        noun={t('closed day')}
        newRow={{ name: '', date: '' }}
        row={path => (
          <>
            <TextField path={[...path, 'name']} label={t('Name')} empty={t('Enter a name')} />
            <DateField path={[...path, 'date']} />
          </>
        )}
      />
    </Section>
  </>
)

function Holiday({ path, number }: { path: Path; number: number }) {
  const { content, change } = useEditing()
  const { name, month, ...rest } = valueAt(content, path) as { name: string; month: number; day?: number }
  const isFixed = 'day' in rest
  return (
    <div className={classes.holiday}>
      <TextField path={[...path, 'name']} label={t('Name')} empty={t('Enter a name')} />
      <SegmentedControl
        aria-label={t('Kind of holiday {number}', { number })}
        data={[
          { value: 'day', label: t('Day') },
          { value: 'weekday', label: t('Weekday') },
        ]}
        value={isFixed ? 'day' : 'weekday'}
        onChange={kind =>
          change(
            path,
            kind === 'day' ? { name, month, day: 1, observed: true } : { name, month, nth: 1, weekday: 'monday' },
          )
        }
      />
      <SelectField path={[...path, 'month']} label={t('Month')} data={months} />
      {isFixed ? (
        <>
          <NumberField path={[...path, 'day']} label={t('Day')} min={1} max={31} />
          <SwitchField path={[...path, 'observed']} label={t('Moved from a weekend')} />
        </>
      ) : (
        <>
          <SelectField path={[...path, 'nth']} label={t('Which')} data={places} />
          <SelectField path={[...path, 'weekday']} label={t('Weekday')} data={weekdays} />
        </>
      )}
    </div>
  )
}

function DateField({ path }: { path: Path }) {
  const { content, mistakes, change } = useEditing()
  const value = String(valueAt(content, path) ?? '')
  return (
    <TextInput
      type="date"
      label={t('Date')}
      value={value}
      error={mistakeAt(mistakes, path) ?? (value === '' ? t('Choose a day') : null)}
      onChange={event => change(path, event.currentTarget.value)}
    />
  )
}
