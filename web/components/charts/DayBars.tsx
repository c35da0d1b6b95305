// Stacked bars per day. Drawn by hand: the chart library is half as large as everything else, and the first screen
// should not wait for it. A table has the same numbers, for people who cannot see the bars.

import { Group, Text, Tooltip, VisuallyHidden } from '@mantine/core'
import { number } from '../layout/Values.tsx'
import classes from './DayBars.module.css'

/** The gray of canceled orders, hatched so that it differs from the gray of waiting orders. */
export const hatchedGray =
  'repeating-linear-gradient(135deg, light-dark(#877f71, #aca597) 0 2px, light-dark(#e6e0d5, #332f29) 2px 5px)'

type Series = { key: string; label: string; color: string }
type Day = { day: string; values: Record<string, number> }
type Props = { label: string; days: Day[]; series: Series[] }

const shortDay = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' })
const nameOf = (day: string) => shortDay.format(new Date(`${day}T00:00:00Z`))

const sumOf = ({ values }: Day) => Object.values(values).reduce((sum, value) => sum + value, 0)

/** The next round number whose half is also an integer: 1, 2, 4, 6, 8, 10, 20, 40 ... */
function ceilingOf(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)))
  return [1, 2, 4, 6, 8, 10].map(step => step * power).find(round => round >= value) ?? value
}

export function DayBars({ label, days, series }: Props) {
  const top = ceilingOf(Math.max(...days.map(sumOf)))
  return (
    <figure className={classes.figure}>
      <div className={classes.plot} aria-hidden>
        {[1, 0.5, 0].map(part => (
          <div key={part} className={classes.line} style={{ bottom: `${part * 100}%` }}>
            <span>{part === 0.5 && top === 1 ? '' : number(top * part)}</span>
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
                        {label}: {number(day.values[key] ?? 0)}
                      </div>
                    ))}
                  {sumOf(day) === 0 ? <div>None</div> : null}
                </>
              }
            >
              <div className={classes.day}>
                {series.map(({ key, color }) =>
                  day.values[key] ? (
                    <div key={key} style={{ height: `${(100 * day.values[key]) / top}%`, background: color }} />
                  ) : null,
                )}
              </div>
            </Tooltip>
          ))}
        </div>
      </div>
      <div className={classes.names} aria-hidden>
        {days.map(({ day }, i) => (
          <span key={day}>{(days.length - 1 - i) % 2 === 0 ? nameOf(day) : ''}</span>
        ))}
      </div>
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
      <VisuallyHidden>
        <table>
          <caption>{label}</caption>
          <thead>
            <tr>
              <th>Day</th>
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
                  <td key={key}>{values[key] ?? 0}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </figure>
  )
}
