// A year of a large printing company, day by day: how many orders arrive, what the presses make of them, how long
// they wait, and how many cores the service needs. A model of flows, not of single orders: at such numbers, chance
// evens out. Its costs are those of docs/performance.md; its demand is an assumption, as docs/scaling.md
// says.
//
//     node bench/year.ts [--orders 1e9] [--pictures docs/pictures]

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

const { values } = parseArgs({ options: { orders: { type: 'string', default: '1e9' }, pictures: { type: 'string' } } })
const orders = Number(values.orders)

const days = 365
const hoursPerDay = 24
/** 2027 begins on a Friday. Sunday is 0. */
const firstWeekday = 5
const dayNumbers = Array.from({ length: days }, (_, day) => day)

/** Sunday to Saturday, against an average day. */
const weekShape = [0.8, 1.15, 1.1, 1.05, 1.05, 1, 0.85]
/** Days of the year, and demand against a usual week; straight lines between. */
const season: [day: number, demand: number][] = [
  [0, 0.7],
  [30, 0.9],
  [120, 1],
  [200, 0.85],
  [270, 1.05],
  [315, 1.3],
  [328, 2.2], // the week of Black Friday
  [340, 3.2],
  [348, 3.5], // the last orders that arrive before Christmas
  [356, 1.2],
  [364, 0.7],
]
/** Against an average hour of the same day. */
const busiestHour = 1.7
/** Presses rest on Sundays. */
const printsOn = (day: number) => weekdayOf(day) !== 0
const promisedDays = 3

/** Of the service, PostgreSQL, printer and receiver together: (e), two cores. */
const livesPerCoreSecond = 248 / 2
/** A cover and 200 pages of text. */
const checkCoreSeconds = 0.21 + 0.85
const newBookShares = [0.01, 0.1, 1]
const machines = [2, 16, 64]
const headrooms = [1.1, 1.3, 1.6, 2]

const weights = dayNumbers.map(day => weekShape[weekdayOf(day)]! * seasonOf(day))
const perWeight = orders / sum(weights)
const arriving = weights.map(weight => weight * perWeight)
const busiestHourShare = busiestHour / hoursPerDay
const averagePerSecond = orders / (days * hoursPerDay * 3600)
const peakPerSecond = (Math.max(...arriving) * busiestHourShare) / 3600

console.log(
  `${orders.toLocaleString('en')} orders a year: ${averagePerSecond.toFixed(1)} a second, ${peakPerSecond.toFixed(0)} in the busiest hour`,
)
console.table(
  machines.map(cores => ({
    cores,
    ...Object.fromEntries(
      newBookShares.map(share => [`${share * 100} % new files`, `${Math.floor(cores / coresFor(1, share))}/s`]),
    ),
  })),
)
console.table(
  newBookShares.map(share => ({
    'orders with new files': `${share * 100} %`,
    'cores, average': Math.ceil(coresFor(averagePerSecond, share)),
    'cores, busiest hour': Math.ceil(coresFor(peakPerSecond, share)),
  })),
)
console.table(
  headrooms.map(headroom => {
    const { waitingDays, lateShare } = print(headroom)
    return {
      'capacity against the average': headroom,
      'longest wait, working days': Math.max(...waitingDays).toFixed(1),
      'days with orders that will be late': waitingDays.filter(wait => wait > promisedDays).length,
      'orders late': `${(100 * lateShare).toFixed(1)} %`,
    }
  }),
)
if (values.pictures !== undefined) drawPictures(values.pictures)

function weekdayOf(day: number): number {
  return (firstWeekday + day) % weekShape.length
}

function seasonOf(day: number): number {
  const next = season.findIndex(([to]) => to >= day)
  const [toDay, to] = season[next]!
  const [fromDay, from] = season[Math.max(0, next - 1)]!
  return toDay === fromDay ? to : from + ((to - from) * (day - fromDay)) / (toDay - fromDay)
}

function sum(parts: number[]): number {
  return parts.reduce((total, part) => total + part, 0)
}

function coresFor(perSecond: number, newBookShare: number): number {
  return perSecond / livesPerCoreSecond + perSecond * newBookShare * checkCoreSeconds
}

/**
 * The days of a year that follows one like it, whose orders may still wait. `headroom` is the capacity of all presses
 * against an average working day.
 */
function print(headroom: number) {
  const perDay = (headroom * orders) / dayNumbers.filter(printsOn).length
  let waiting = 0
  const year = () =>
    dayNumbers.map(day => {
      const toPrint = waiting + arriving[day]!
      const printed = printsOn(day) ? Math.min(toPrint, perDay) : 0
      waiting = toPrint - printed
      return { printed, waitingDays: waiting / perDay }
    })
  year()
  const printing = year()
  const late = arriving.filter((_, day) => printing[day]!.waitingDays > promisedDays)
  return {
    printed: printing.map(({ printed }) => printed),
    waitingDays: printing.map(({ waitingDays }) => waitingDays),
    lateShare: sum(late) / orders,
  }
}

function drawPictures(folder: string) {
  const millions = (daily: number[]) => weekly(daily).map(count => count / 1e6)
  const narrow = headrooms[1]!
  const { printed, waitingDays } = print(narrow)
  const draw = (name: string, ...lines: Parameters<typeof chart>) => writeFileSync(join(folder, name), chart(...lines))
  draw('scaling-orders.svg', 'million orders a day, average of a week', [
    { name: 'placed', color: '#0072bc', values: millions(arriving) },
    { name: `printed, with a capacity of ${narrow} of the average`, color: '#b5500b', values: millions(printed) },
  ])
  draw('scaling-wait.svg', 'working days until an order is printed, by capacity against the average', [
    ...headrooms.map((headroom, i) => ({
      name: `capacity ${headroom}`,
      color: ['#7b2cbf', '#b5500b', '#0072bc', '#2b8a3e'][i]!,
      values: headroom === narrow ? waitingDays : print(headroom).waitingDays,
    })),
  ])
}

/** The average of the seven days around each. */
function weekly(daily: number[]): number[] {
  return daily.map((_, day) => {
    const around = daily.slice(Math.max(0, day - 3), day + 4)
    return sum(around) / around.length
  })
}

type Line = { name: string; color: string; values: number[] }

/** Lines over the days of a year, as an SVG. */
function chart(title: string, lines: Line[]): string {
  const [width, height, left, top, bottom] = [760, 300, 44, 44, 28]
  const max = Math.max(...lines.flatMap(line => line.values))
  const x = (day: number) => left + ((width - left - 12) * day) / days
  const y = (value: number) => height - bottom - ((height - bottom - top) * value) / max
  const step = 10 ** Math.floor(Math.log10(max / 2))
  const ticks = Array.from({ length: Math.floor(max / step) + 1 }, (_, i) => i * step).filter(
    (_, i, all) => i % Math.ceil(all.length / 5) === 0,
  )
  const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
  const text = (at: [number, number], words: string, more = '') =>
    `<text x="${at[0].toFixed(1)}" y="${at[1].toFixed(1)}" ${more}>${words}</text>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12" fill="#333">
<title>${title}</title>
<rect width="${width}" height="${height}" fill="#fff"/>
${text([left, 16], title, 'font-weight="bold"')}
${ticks.map(tick => `<path d="M${left} ${y(tick).toFixed(1)}H${width - 12}" stroke="#ddd"/>${text([left - 6, y(tick) + 4], String(Number(tick.toPrecision(3))), 'text-anchor="end"')}`).join('\n')}
${months.map((month, i) => text([x((i + 0.5) * (days / 12)), height - 8], month, 'text-anchor="middle"')).join('\n')}
${lines.map(({ color, values: all }) => `<path fill="none" stroke="${color}" stroke-width="1.5" d="M${all.map((value, day) => `${x(day).toFixed(1)} ${y(value).toFixed(1)}`).join('L')}"/>`).join('\n')}
${lines.map(({ name, color }, i) => text([left + i * (660 / lines.length), 34], name, `fill="${color}"`)).join('\n')}
</svg>
`
}
