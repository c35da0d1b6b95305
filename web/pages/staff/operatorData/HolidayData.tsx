// The days of the draft on which nothing is made or shipped.

import { SegmentedControl, SimpleGrid, TextInput } from '@mantine/core'
import { Section } from '../../../components/layout/Section.tsx'
import { mistakeAt, type Path, valueAt } from './content.ts'
import { NumberField, Rows, SelectField, SwitchField, TextField, useEditing } from './Fields.tsx'

const monthName = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' })
const months = Array.from({ length: 12 }, (_, i) => ({
  value: String(i + 1),
  label: monthName.format(Date.UTC(2026, i, 1)),
}))
const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map(value => ({
  value,
  label: value.slice(0, 1).toUpperCase() + value.slice(1),
}))
const places = [
  { value: '1', label: 'First' },
  { value: '2', label: 'Second' },
  { value: '3', label: 'Third' },
  { value: '4', label: 'Fourth' },
  { value: 'last', label: 'Last' },
]

export const HolidayData = () => (
  <>
    <Section title="Holidays" about="Recur each year. Weekends are never business days.">
      <Rows
        path={['holidays', 'holidays']}
        noun="holiday"
        newRow={{ name: '', month: 1, day: 1, observed: true }}
        row={(path, i) => <Holiday path={path} number={i + 1} />}
      />
    </Section>
    <Section title="Closed days" about="Single days, such as a stocktaking.">
      <Rows
        path={['holidays', 'closedDays']}
        noun="closed day"
        newRow={{ name: '', date: '' }}
        row={path => (
          <>
            <TextField path={[...path, 'name']} label="Name" />
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
    <SimpleGrid cols={{ base: 1, sm: 3, lg: 5 }} style={{ flex: 1 }}>
      <TextField path={[...path, 'name']} label="Name" />
      <SegmentedControl
        mt={{ base: 0, sm: 24 }}
        aria-label={`Kind of holiday ${number}`}
        data={[
          { value: 'day', label: 'Day' },
          { value: 'weekday', label: 'Weekday' },
        ]}
        value={isFixed ? 'day' : 'weekday'}
        onChange={kind =>
          change(
            path,
            kind === 'day' ? { name, month, day: 1, observed: true } : { name, month, nth: 1, weekday: 'monday' },
          )
        }
      />
      <SelectField path={[...path, 'month']} label="Month" data={months} />
      {isFixed ? (
        <>
          <NumberField path={[...path, 'day']} label="Day" min={1} max={31} />
          <SwitchField path={[...path, 'observed']} label="Moved from a weekend" />
        </>
      ) : (
        <>
          <SelectField path={[...path, 'nth']} label="Which" data={places} />
          <SelectField path={[...path, 'weekday']} label="Weekday" data={weekdays} />
        </>
      )}
    </SimpleGrid>
  )
}

function DateField({ path }: { path: Path }) {
  const { content, mistakes, change } = useEditing()
  const value = String(valueAt(content, path) ?? '')
  return (
    <TextInput
      type="date"
      label="Date"
      value={value}
      error={mistakeAt(mistakes, path) ?? (value === '' ? 'Choose a day' : null)}
      onChange={event => change(path, event.currentTarget.value)}
    />
  )
}
