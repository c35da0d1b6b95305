// A year of the draft as a calendar: its holidays, and the closed days, which a click adds and removes.

import { ActionIcon, Group, Text, VisuallyHidden } from '@mantine/core'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import {
  type ClosedDay,
  dateText,
  dayOfWeek,
  daysInMonth,
  type HolidayRule,
  holidaysOf,
} from '../../../../src/shipping/holidays.ts'
import { Section } from '../../../components/layout/Section.tsx'
import { language, readerLocale, t } from '../../../language.ts'
import { valueAt } from './content.ts'
import { useEditing } from './Fields.tsx'
import classes from './HolidayCalendar.module.css'

const monthName = new Intl.DateTimeFormat(readerLocale, { month: 'long', timeZone: 'UTC' })
const dayName = new Intl.DateTimeFormat(readerLocale, { dateStyle: 'full', timeZone: 'UTC' })
const weekdayName = new Intl.DateTimeFormat(readerLocale, { weekday: 'narrow', timeZone: 'UTC' })
const months = Array.from({ length: 12 }, (_, i) => i + 1)
/** Weeks begin on Sunday in English, and on Monday in German. */
const daysBefore = (year: number, month: number): number =>
  language === 'en' ? dayOfWeek(year, month, 1) % 7 : dayOfWeek(year, month, 1) - 1
/** January 2023 begins on a Sunday. */
const weekdayLetters = Array.from({ length: 7 }, (_, i) =>
  weekdayName.format(Date.UTC(2023, 0, (language === 'en' ? 1 : 2) + i)),
)
const saturday = 6

export function HolidayCalendar() {
  const { content } = useEditing()
  const [year, setYear] = useState(new Date().getFullYear())
  const holidays = holidaysOf(year, completeRules((valueAt(content, ['holidays', 'holidays']) ?? []) as HolidayRule[]))
  return (
    <Section
      title={t('Calendar {year}', { year: String(year) })}
      about={t('Click on a day to close the shop on it, and again to open it.')}
      actions={
        <>
          <ActionIcon variant="default" aria-label={t('Year before')} onClick={() => setYear(year - 1)}>
            <ChevronLeft size={16} />
          </ActionIcon>
          <ActionIcon variant="default" aria-label={t('Year after')} onClick={() => setYear(year + 1)}>
            <ChevronRight size={16} />
          </ActionIcon>
        </>
      }
    >
      <div className={classes.year}>
        {months.map(month => (
          <Month key={month} year={year} month={month} holidays={holidays} />
        ))}
      </div>
      <Group gap="lg" mt="md">
        <Text size="sm" c="dimmed" className={classes.legend} data-kind="holiday">
          {t('Holiday')}
        </Text>
        <Text size="sm" c="dimmed" className={classes.legend} data-kind="closed">
          {t('Closed day')}
        </Text>
      </Group>
    </Section>
  )
}

type MonthProps = { year: number; month: number; holidays: ReadonlyMap<string, string> }

const Month = ({ year, month, holidays }: MonthProps) => (
  <section className={classes.month} aria-label={`${monthName.format(Date.UTC(year, month - 1))} ${year}`}>
    <h3>{monthName.format(Date.UTC(year, month - 1))}</h3>
    <div className={classes.days}>
      {weekdayLetters.map((letter, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the letters are the same always
        <span key={i} className={classes.letter} aria-hidden>
          {letter}
        </span>
      ))}
      {Array.from({ length: daysInMonth(year, month) }, (_, i) => (
        <Day
          // biome-ignore lint/suspicious/noArrayIndexKey: the days of a month are its numbers
          key={i}
          day={i + 1}
          date={dateText(year, month, i + 1)}
          isWeekend={dayOfWeek(year, month, i + 1) >= saturday}
          holiday={holidays.get(dateText(year, month, i + 1)) ?? null}
          column={i === 0 ? daysBefore(year, month) + 1 : null}
        />
      ))}
    </div>
  </section>
)

type DayProps = { day: number; date: string; isWeekend: boolean; holiday: string | null; column: number | null }

/** A business day can be closed. On a weekend or a holiday there is nothing to close. */
function Day({ day, date, isWeekend, holiday, column }: DayProps) {
  const { content, change, isReadOnly } = useEditing()
  const closedDays = (valueAt(content, ['holidays', 'closedDays']) ?? []) as ClosedDay[]
  const closedAt = closedDays.findIndex(closed => closed.date === date)
  const isClosed = closedAt >= 0
  const name = isClosed ? closedDays[closedAt]!.name || t('Closed day') : holiday
  const kind = isClosed ? 'closed' : holiday !== null ? 'holiday' : isWeekend ? 'weekend' : undefined
  const looks = { className: classes.day, 'data-kind': kind, style: column === null ? {} : { gridColumn: column } }
  if (isReadOnly || (!isClosed && kind !== undefined))
    return (
      <span {...looks} title={name ?? undefined}>
        {day}
        {name === null ? null : <VisuallyHidden>{name}</VisuallyHidden>}
      </span>
    )
  const toggle = () =>
    isClosed
      ? change(['holidays', 'closedDays', closedAt], undefined)
      : change(['holidays', 'closedDays'], [...closedDays, { name: t('Closed day'), date }])
  const label = [dayName.format(new Date(date)), ...(name === null ? [] : [name])].join(': ')
  return (
    <button
      {...looks}
      type="button"
      title={name ?? undefined}
      aria-label={label}
      aria-pressed={isClosed}
      onClick={toggle}
    >
      {day}
    </button>
  )
}

/** A holiday that is being typed has no day yet. */
const completeRules = (rules: HolidayRule[]): HolidayRule[] =>
  rules.filter(
    rule =>
      Number.isInteger(rule.month) &&
      ('day' in rule ? Number.isInteger(rule.day) && rule.day >= 1 : rule.nth !== undefined),
  )
