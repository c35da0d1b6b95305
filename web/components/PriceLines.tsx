// Price per copy by page count, one line a quantity.

import { CartesianGrid, Line, LineChart, ReferenceLine, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { money } from './Values.tsx'

type Props = {
  quantities: number[]
  points: { pageCount: number; perCopy: number[] }[]
  /** The page count that is chosen, if any. */
  mark: number | null
}

const colours = ['#3a50c9', '#6d7fe0', '#0e8a7d', '#b4690e', '#a03a8c', '#6b7280']
const tick = { fontSize: 11, fill: 'var(--mantine-color-dimmed)' }

export default function PriceLines({ quantities, points, mark }: Props) {
  const data = points.map(({ pageCount, perCopy }) => ({
    pageCount,
    ...Object.fromEntries(quantities.map((quantity, i) => [`q${quantity}`, perCopy[i]])),
  }))
  return (
    <div role="img" aria-label="Price of a copy by page count, for several quantities">
      <ResponsiveContainer width="100%" height={240}>
        <LineChart data={data} margin={{ top: 8, right: 12, bottom: 0, left: -8 }} accessibilityLayer={false}>
          <CartesianGrid vertical={false} stroke="var(--octavo-line)" />
          <XAxis
            dataKey="pageCount"
            type="number"
            domain={['dataMin', 'dataMax']}
            tickLine={false}
            axisLine={false}
            tick={tick}
            unit=" p"
          />
          <YAxis tickFormatter={value => `$${value}`} tickLine={false} axisLine={false} tick={tick} />
          <Tooltip
            formatter={value => money(Number(value))}
            labelFormatter={pages => `${pages} pages`}
            contentStyle={{
              background: 'var(--mantine-color-body)',
              border: '1px solid var(--octavo-line)',
              borderRadius: 8,
              fontSize: 12,
            }}
          />
          {mark === null ? null : <ReferenceLine x={mark} stroke="var(--mantine-color-dimmed)" strokeDasharray="3 3" />}
          {quantities.map((quantity, i) => (
            <Line
              key={quantity}
              dataKey={`q${quantity}`}
              name={quantity === 1 ? '1 copy' : `${quantity} copies or more`}
              stroke={colours[i % colours.length]}
              strokeWidth={2}
              dot={false}
              isAnimationActive={false}
            />
          ))}
        </LineChart>
      </ResponsiveContainer>
    </div>
  )
}
