// Stacked bars per day or month. Drawn by hand: the chart library is half as large as everything else,
// and the first screen should not wait for it. A table has the same numbers, for people who cannot see
// the bars.

import { Group, Text, Tooltip, VisuallyHidden } from '@mantine/core'
import { readerLocale, t } from '../../language.ts'
import { number } from '../layout/Values.tsx'
import classes from './DayBars.module.css'

/** The gray of canceled orders, hatched so that it differs from the gray of waiting orders. */
export const hatchedGray =
  'repeating-linear-gradient(135deg, light-dark(#877f71, #aca597) 0 2px, light-dark(#e6e0d5, #332f29) 2px 5px)'

type Series = { key: string; label: string; color: string }
type Day = { day: string; values: Record<string, number> }
type Props = {
  label: string
  days: Day[]
  series: Series[]
  /** How a day, or the first day of a month, is named. */
  nameOf?: (day: string) => string
  /** How a value is written. */
  format?: (value: number) => string
  /** How a value is written at the axis, where there is little space. */
  formatAxis?: (value: number) => string
  /** The highest value of the axis, where it does not depend on the bars. */
  max?: number
  hasLegend?: boolean
  /** Opens what is behind a bar. Bars may be narrow, so a table beside the chart has the same as links. */
  open?: ((day: string) => void) | undefined
}

const shortDay = new Intl.DateTimeFormat(readerLocale, { day: 'numeric', month: 'short', timeZone: 'UTC' })
const dayName = (day: string) => shortDay.format(new Date(`${day}T00:00:00Z`))

const sumOf = ({ values }: Day) => Object.values(values).reduce((sum, value) => sum + value, 0)

/** The next round number whose half is also an integer: 1, 2, 4, 6, 8, 10, 20, 40 ... */
function ceilingOf(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)))
  return [1, 2, 4, 6, 8, 10].map(step => step * power).find(round => round >= value) ?? value
}

/** At most this many names stand below the bars. */
const maxNames = 7

export function DayBars({ label, days, series, nameOf = dayName, format = number, ...props }: Props) {
  const { formatAxis = format, max, hasLegend = true, open } = props
  const top = max ?? ceilingOf(Math.max(...days.map(sumOf)))
  const nameEvery = Math.max(2, Math.ceil(days.length / maxNames))
  const isNamed = (i: number, every: number) => (days.length - 1 - i) % every === 0
  return (
    <figure className={classes.figure}>
      <div className={classes.plot} aria-hidden>
        {[1, 0.5, 0].map(part => (
          <div key={part} className={classes.line} style={{ bottom: `${part * 100}%` }}>
            <span>{part === 0.5 && top === 1 && max === undefined ? '' : formatAxis(top * part)}</span>
          </div>
        ))}
        <div className={classes.days}>
          {days.map(day => (
            <Tooltip
              key={day.day}
              multiline
              label={
                <>
                  <strong>{nameOf(day.day)}</strong>
                  {series
                    .filter(({ key }) => day.values[key])
                    .map(({ key, label }) => (
                      <div key={key}>
                        {label}: {format(day.values[key] ?? 0)}
                      </div>
                    ))}
                  {sumOf(day) === 0 ? <div>{t('None')}</div> : null}
                </>
              }
            >
              {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: see `open` */}
              <div
                className={classes.day}
                data-opens={(open !== undefined && sumOf(day) !== 0) || undefined}
                onClick={open && (() => sumOf(day) !== 0 && open(day.day))}
              >
                {series.map(({ key, color }) =>
                  day.values[key] ? (
                    <div
                      key={key}
                      style={{ height: `${(100 * Math.max(0, day.values[key])) / top}%`, background: color }}
                    />
                  ) : null,
                )}
              </div>
            </Tooltip>
          ))}
        </div>
      </div>
      <div className={classes.names} aria-hidden>
        {days.map(({ day }, i) => (
          <span key={day} data-minor={!isNamed(i, 2 * nameEvery)}>
            {isNamed(i, nameEvery) ? nameOf(day) : ''}
          </span>
        ))}
      </div>
      {hasLegend ? (
        <Group gap="md" mt="xs" aria-hidden>
          {series.map(({ key, label: name, color }) => (
            <Group key={key} gap={6}>
              <span className={classes.key} style={{ background: color }} />
              <Text size="xs" c="dimmed">
                {name}
              </Text>
            </Group>
          ))}
        </Group>
      ) : null}
      <VisuallyHidden>
        <table>
          <caption>{label}</caption>
          <thead>
            <tr>
              <th>{t('Day')}</th>
              {series.map(({ key, label: name }) => (
                <th key={key}>{name}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map(({ day, values }) => (
              <tr key={day}>
                <th>{nameOf(day)}</th>
                {series.map(({ key }) => (
                  <td key={key}>{format(values[key] ?? 0)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </figure>
  )
}
