// Price per copy by page count, one line per quantity.

import { CartesianGrid, Line, LineChart, ReferenceLine, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { numberLocale, t } from '../../language.ts'
import { money, number } from '../layout/Values.tsx'
import classes from './PriceLines.module.css'

type Props = {
  quantities: number[]
  points: { pageCount: number; perCopy: number[] }[]
  /** The chosen page count, if any. */
  mark: number | null
}

const colors = ['#507cb1', '#c9802b', '#2f8f6b', '#a8577e', '#cf4a3c', '#877f71']
/** Round page counts, few enough to read at a glance. */
function ticksOf(min: number, max: number): number[] {
  const step = [10, 20, 50, 100, 200, 250, 500].find(size => (max - min) / size <= 5) ?? 1000
  const first = Math.ceil(min / step) * step
  return Array.from({ length: Math.floor((max - first) / step) + 1 }, (_, i) => first + i * step)
}

const nameOf = (quantity: number) =>
  quantity === 1 ? t('1 copy') : t('{quantity}+ copies', { quantity: number(quantity) })

const dollars = new Intl.NumberFormat(numberLocale, {
  style: 'currency',
  currency: 'USD',
  trailingZeroDisplay: 'stripIfInteger',
})
const tick = { fontSize: 11, fill: 'var(--mantine-color-dimmed)' }

export default function PriceLines({ quantities, points, mark }: Props) {
  const data = points.map(({ pageCount, perCopy }) => ({
    pageCount,
    ...Object.fromEntries(quantities.map((quantity, i) => [`q${quantity}`, perCopy[i]])),
  }))
  const [minPages, maxPages] = [points[0]?.pageCount ?? 0, points.at(-1)?.pageCount ?? 0]
  return (
    <figure className={classes.figure}>
      <div role="img" aria-label={t('Price per copy by page count, for several quantities')}>
        <ResponsiveContainer width="100%" height={240}>
          <LineChart data={data} margin={{ top: 8, right: 12, bottom: 0, left: -12 }} accessibilityLayer={false}>
            <CartesianGrid vertical={false} stroke="var(--octavo-line)" />
            <XAxis
              dataKey="pageCount"
              type="number"
              domain={['dataMin', 'dataMax']}
              tickLine={false}
              axisLine={false}
              tick={tick}
              ticks={ticksOf(minPages, maxPages)}
              height={36}
              label={{ value: t('Pages'), position: 'insideBottom', offset: 2, ...tick }}
            />
            <YAxis
              width={52}
              tickFormatter={price => dollars.format(price)}
              tickLine={false}
              axisLine={false}
              tick={tick}
            />
            <Tooltip
              formatter={value => money(Number(value))}
              labelFormatter={pages => t('{pages} pages', { pages: number(Number(pages)) })}
              contentStyle={{
                background: 'var(--mantine-color-body)',
                border: '1px solid var(--octavo-line)',
                borderRadius: 8,
                fontSize: 12,
              }}
            />
            {mark === null ? null : (
              <ReferenceLine x={mark} stroke="var(--mantine-color-dimmed)" strokeDasharray="3 3" />
            )}
            {quantities.map((quantity, i) => (
              <Line
                key={quantity}
                dataKey={`q${quantity}`}
                name={nameOf(quantity)}
                stroke={colors[i % colors.length]}
                strokeWidth={2}
                dot={false}
                isAnimationActive={false}
              />
            ))}
          </LineChart>
        </ResponsiveContainer>
      </div>
      <figcaption className={classes.legend}>
        {quantities.map((quantity, i) => (
          <span key={quantity}>
            <span className={classes.key} style={{ background: colors[i % colors.length] }} />
            {nameOf(quantity)}
          </span>
        ))}
      </figcaption>
    </figure>
  )
}
