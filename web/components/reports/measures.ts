// The measures of reports, as people read them.

import { money, number, plural } from '../layout/Values.tsx'

export type Values = Record<string, number | null>

type Kind = 'count' | 'money' | 'share' | 'days'

// biome-ignore format: one line a measure
const texts = {
  orders:        { title: 'Orders placed',         kind: 'count' },
  copies:        { title: 'Copies ordered',        kind: 'count' },
  shipped:       { title: 'Orders shipped',        kind: 'count' },
  shippedCopies: { title: 'Copies shipped',        kind: 'count' },
  onTimeRate:    { title: 'Shipped on time',       kind: 'share' },
  late:          { title: 'Shipped late',          kind: 'count' },
  waitingDays:   { title: 'Time until production', kind: 'days' },
  makingDays:    { title: 'Time in production',    kind: 'days' },
  transitDays:   { title: 'Estimated transit',     kind: 'days' },
  charged:       { title: 'Charged',               kind: 'money' },
  refunded:      { title: 'Refunded',              kind: 'money' },
  net:           { title: 'Net of refunds',        kind: 'money' },
  taxes:         { title: 'Taxes charged',         kind: 'money' },
  printerPrices: { title: 'Set by the printer',    kind: 'money' },
  failed:        { title: 'Failed',                kind: 'count' },
  rejected:      { title: 'Rejected',              kind: 'count' },
  canceled:      { title: 'Canceled',              kind: 'count' },
  stopped:       { title: 'Put on hold',           kind: 'count' },
  reprints:      { title: 'Reprints',              kind: 'count' },
} as const satisfies Record<string, { title: string; kind: Kind }>

export type Measure = keyof typeof texts

export const isMeasure = (name: string | undefined): name is Measure => name !== undefined && Object.hasOwn(texts, name)
export const titleOf = (name: Measure): string => texts[name].title
export const kindOf = (name: Measure): Kind => texts[name].kind

const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 })
const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })
const shortMoney = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 1,
})
const decimal = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })

const formats: Record<Kind, (value: number) => string> = {
  count: number,
  money,
  share: value => percent.format(value),
  days: value => `${decimal.format(value)} ${value === 1 ? 'day' : 'days'}`,
}
const axisFormats: Record<Kind, (value: number) => string> = {
  count: value => short.format(value),
  money: value => shortMoney.format(value),
  share: formats.share,
  days: value => decimal.format(value),
}

export const formatOf = (name: Measure) => formats[kindOf(name)]
export const axisFormatOf = (name: Measure) => axisFormats[kindOf(name)]

/** Null: there is nothing to measure. */
export const valueText = (name: Measure, value: number | null | undefined): string =>
  value === null || value === undefined ? '–' : formatOf(name)(value)

/** "Up 12% from 34", or what there is to say instead. */
export function changeText(name: Measure, value: number | null, before: number | null): string {
  if (before === null || before === 0) return 'None before'
  if (value === null) return `${formatOf(name)(before)} before`
  if (value === before) return 'Same as before'
  const direction = value > before ? 'Up' : 'Down'
  if (kindOf(name) === 'share')
    return `${direction} ${plural(Math.round(Math.abs(value - before) * 1000) / 10, 'point')} from ${formatOf(name)(before)}`
  if (before < 0) return `${formatOf(name)(before)} before`
  return `${direction} ${percent.format(Math.abs(value - before) / before)} from ${formatOf(name)(before)}`
}

/** "file_unreachable" as "File unreachable". */
export const codeText = (code: string): string => {
  const words = code.replaceAll('_', ' ').replace(/\bsku\b/, 'SKU')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const cancellations: Record<string, string> = {
  before_printing: 'Before printing',
  while_printing: 'While printing',
  after_problem: 'After a problem',
  proof_rejected: 'Changes to the proof requested',
  proof_expired: 'Proof not approved in time',
}
export const cancellationText = (when: string): string => cancellations[when] ?? codeText(when)

const causes = {
  misprint: 'Printed wrongly',
  binding: 'Bound wrongly',
  damaged: 'Damaged in transit',
  lost: 'Lost in transit',
  wrong_book: 'Wrong book',
  other: 'Other',
} as const

export type Cause = keyof typeof causes

const noCause = 'No cause named'
export const causeText = (cause: string): string =>
  Object.hasOwn(causes, cause) ? causes[cause as Cause] : cause === '' ? noCause : codeText(cause)

/** For the form of a reprint. */
export const causeOptions = [
  { value: '', label: noCause },
  ...Object.entries(causes).map(([value, label]) => ({ value, label })),
]
