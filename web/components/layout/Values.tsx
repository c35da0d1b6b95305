// How values look everywhere: money in dollars, times in the reader's zone with UTC on hover, identifiers to copy.

import { ActionIcon, CopyButton, Group, Text, Tooltip } from '@mantine/core'
import { Check, Copy } from 'lucide-react'
import { Fragment, useEffect, useState } from 'react'
import { numberLocale, readerLocale, rich, t } from '../../language.ts'

const dollars = new Intl.NumberFormat(numberLocale, { style: 'currency', currency: 'USD' })
const counts = new Intl.NumberFormat(numberLocale)
const shares = new Intl.NumberFormat(numberLocale, { style: 'percent', maximumFractionDigits: 1 })

/** Uses a minus sign, which is as wide as a digit, instead of the format's hyphen. */
export const money = (amount: number): string => dollars.format(amount).replace('-', '−')
export const number = (value: number): string => counts.format(value)
export const percent = (share: number): string => shares.format(share)

/** Null means that the price is not set yet; it is not zero. */
export const Money = ({ amount }: { amount: number | null | undefined }) =>
  amount === null || amount === undefined ? (
    <Text span c="dimmed">
      {t('Not priced yet')}
    </Text>
  ) : (
    money(amount)
  )

const dayAndTime = new Intl.DateTimeFormat(readerLocale, {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
})
const dayOnly = new Intl.DateTimeFormat(readerLocale, { dateStyle: 'medium', timeZone: 'UTC' })

export const dateTimeText = (at: string): string => dayAndTime.format(new Date(at))

/** An instant with its time zone. Hovering shows it in UTC. */
export const Time = ({ at }: { at: string }) => (
  <time dateTime={at} title={utcText(at)}>
    {dateTimeText(at)}
  </time>
)

const instantPattern = /(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z)/

/** Text from the service, with its instants in the reader's time zone. */
export const WithTimes = ({ text }: { text: string }) =>
  text.split(instantPattern).map((part, i) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text
    i % 2 === 1 ? <Time key={i} at={part} /> : part,
  )

const startOfDay = (day: string): Date => new Date(`${day.slice(0, 10)}T00:00:00Z`)

export const dayText = (day: string): string => dayOnly.format(startOfDay(day))

const timeOnly = new Intl.DateTimeFormat(readerLocale, { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' })

/** "9:00 PM EST": the time of the daily charge, 02:00 UTC, in the reader's time zone. */
export const DailyChargeTime = () => <>{timeOnly.format(new Date().setUTCHours(2, 0, 0, 0))}</>

const hourOnly = new Intl.DateTimeFormat(readerLocale, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' })

/** `7:00 AM` or `07:00`, as the reader writes times. */
export const hourText = (hour: number): string => hourOnly.format(Date.UTC(2026, 0, 1, hour))

/** A calendar day, which has no time zone. */
export const Day = ({ day }: { day: string }) => <time dateTime={day}>{dayText(day)}</time>

/** "Mar 24 – 27, 2026", or one day when both are the same. */
export const DayRange = ({ from, to }: { from: string; to: string }) => (
  <span>{dayOnly.formatRange(startOfDay(from), startOfDay(to))}</span>
)

const utcText = (at: string): string => `${at.slice(0, 10)} ${at.slice(11, 19)} UTC`

/** For relative times: the reader's own time, and UTC. */
const localAndUtc = (at: string): string => `${dayAndTime.format(new Date(at))}\n${utcText(at)}`

const shortDay = new Intl.DateTimeFormat(readerLocale, { dateStyle: 'medium' })

const relativeUnits: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]
const relative = new Intl.RelativeTimeFormat(readerLocale, { numeric: 'auto' })

/** "3 hours ago", for lists where the exact time matters less. */
export function RelativeTime({ at }: { at: string }) {
  const ms = new Date(at).getTime() - Date.now()
  const [unit, size] = relativeUnits.find(([, unitMs]) => Math.abs(ms) >= unitMs) ?? ['minute', 60_000]
  const days = Math.abs(ms) / 86_400_000
  if (days > 6) {
    return (
      <time dateTime={at} title={localAndUtc(at)}>
        {shortDay.format(new Date(at))}
      </time>
    )
  }
  return (
    <time dateTime={at} title={localAndUtc(at)}>
      {Math.abs(ms) < 60_000 ? t('just now') : relative.format(Math.round(ms / size), unit)}
    </time>
  )
}

const shortTime = new Intl.DateTimeFormat(readerLocale, {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
})

/** "Mar 12, 10:00 PM EDT": an instant whose year is obvious. */
export const ShortTime = ({ at }: { at: string }) => (
  <time dateTime={at} title={utcText(at)}>
    {shortTime.format(new Date(at))}
  </time>
)

/** "today at 10:00 PM EDT" or "on Mar 12 at 10:00 PM EDT", for a service whose clock shows `now`. */
export function dayAndTimeText(at: string, now: string): string {
  const [day, time] = [nearDay.format(new Date(at)), timeOnly.format(new Date(at))]
  return day === nearDay.format(new Date(now)) ? t('today at {time}', { time }) : t('on {day} at {time}', { day, time })
}

const nearDay = new Intl.DateTimeFormat(readerLocale, { month: 'short', day: 'numeric' })

/** "Mar 12, 10:00 PM EDT (in 8 hours)", for a service whose clock shows `now`. */
export const UpcomingTime = ({ at, now }: { at: string; now: string }) => (
  <>
    <ShortTime at={at} />{' '}
    <span className="nowrap">{rich('(in {time})', { time: <Countdown key={now} to={at} now={now} /> })}</span>
  </>
)

/** "4 h 12 min" or "2 days 5 h", counting down from the moment when `now` was received. */
function Countdown({ to, now }: { to: string; now: string }) {
  const [askedAt] = useState(() => Date.now())
  const [, tick] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => tick(count => count + 1), 1000)
    return () => clearInterval(timer)
  }, [])
  const left = Math.max(0, new Date(to).getTime() - new Date(now).getTime() - (Date.now() - askedAt))
  return <>{durationText(left)}</>
}

function durationText(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 1) return t('less than a minute')
  const days = Math.floor(minutes / 1440)
  const hours = Math.floor((minutes % 1440) / 60)
  if (days > 0 && hours > 0) return t('{days, plural, one {# day} other {# days}} {hours} h', { days, hours })
  if (days > 0) return t('{days, plural, one {# day} other {# days}}', { days })
  const rest = minutes % 60
  if (hours === 0) return t('{minutes} min', { minutes })
  if (rest === 0) return t('{hours, plural, one {# hour} other {# hours}}', { hours })
  return t('{hours} h {minutes} min', { hours, minutes: rest })
}

export const CopyIcon = ({ value, label }: { value: string; label: string }) => (
  <CopyButton value={value} timeout={1500}>
    {({ copied, copy }) => (
      <Tooltip label={copied ? t('Copied') : label}>
        <ActionIcon size="sm" onClick={copy} aria-label={label}>
          {copied ? <Check size={14} /> : <Copy size={14} />}
        </ActionIcon>
      </Tooltip>
    )}
  </CopyButton>
)

/** Something to copy, in a monospaced font. */
export const Code = ({ children, label, shown }: { children: string; label: string; shown?: string }) => (
  <Group gap={4} wrap="nowrap" component="span" display="inline-flex">
    <Text span className={shown === undefined ? 'mono wrap' : 'mono nowrap'} size="sm">
      {shown ?? children}
    </Text>
    <CopyIcon value={children} label={label} />
  </Group>
)

/** An email address, which breaks before its @, and within a part only if that is very long. */
export const Email = ({ children }: { children: string }) => (
  <span className="wrap">
    {children.split(/(?=@)/).map((part, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text
      <Fragment key={i}>
        <wbr />
        <span className={part.length > maxWholePart ? undefined : 'nowrap'}>{part}</span>
      </Fragment>
    ))}
  </span>
)

/** Characters that fit into a column. */
const maxWholePart = 28

/** An address, which breaks between its parts, and within one only where it must. */
export const Url = ({ children }: { children: string }) => (
  <span className="wrap">
    {children.split(/(?<=[/?&=.])/).map((part, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text
      <Fragment key={i}>
        {part}
        <wbr />
      </Fragment>
    ))}
  </span>
)

const regions = new Intl.DisplayNames(readerLocale, { type: 'region' })

/** "United States" for "US". */
export function countryName(code: string): string {
  try {
    return regions.of(code) ?? code
  } catch {
    return code
  }
}

/** "Standard" for "standard": the service's texts are in lower case. */
export const capitalize = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1)

/** "6 × 9 in" for "6 x 9 in", as the catalog has it. */
export const sizeText = (size: string): string => size.replaceAll(' x ', ' × ')

/** Grayed text, for a missing value. */
export const Muted = ({ children }: { children: string }) => (
  <Text span c="dimmed" inherit>
    {children}
  </Text>
)
