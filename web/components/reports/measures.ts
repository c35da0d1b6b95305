// The measures of reports, as people read them.

import { numberLocale, t } from '../../language.ts'
import { money, number, percent } from '../layout/Values.tsx'
import { codeTexts } from './codeTexts.ts'

export type Values = Record<string, number | null>

type Kind = 'count' | 'money' | 'share' | 'days'

export const groups = {
  orders: t('Orders'),
  money: t('Money'),
  shipping: t('Printing and shipping'),
  limit: t('24-hour limit'),
  webhooks: t('Webhooks'),
}
type Group = keyof typeof groups

// biome-ignore format: one line a measure
const texts = {
  orders:        { title: t('Orders placed'), kind: 'count', group: 'orders' },
  copies:        { title: t('Copies ordered'), kind: 'count', group: 'orders' },
  shipped:       { title: t('Orders shipped'), kind: 'count', group: 'shipping' },
  shippedCopies: { title: t('Copies shipped'), kind: 'count', group: 'shipping' },
  onTimeRate:    { title: t('Shipped on time'), kind: 'share', group: 'shipping' },
  late:          { title: t('Shipped late'), kind: 'count', group: 'shipping' },
  waitingDays:   { title: t('Time until production'), kind: 'days', group: 'shipping' },
  makingDays:    { title: t('Time in production'), kind: 'days', group: 'shipping' },
  transitDays:   { title: t('Estimated transit'), kind: 'days', group: 'shipping' },
  deliveredOnTimeRate: { title: t('Delivered on time'), kind: 'share', group: 'shipping' },
  charged:       { title: t('Charged'), kind: 'money', group: 'money' },
  refunded:      { title: t('Refunded'), kind: 'money', group: 'money' },
  net:           { title: t('Net of refunds'), kind: 'money', group: 'money' },
  taxes:         { title: t('Taxes charged'), kind: 'money', group: 'money' },
  printerPrices: { title: t('Set by the printer'), kind: 'money', group: 'money' },
  // Only in reports of the staff.
  costedSales:   { title: t('Sales with known cost'), kind: 'money', group: 'money' },
  costs:         { title: t('Costs'), kind: 'money', group: 'money' },
  margin:        { title: t('Margin'), kind: 'money', group: 'money' },
  marginRate:    { title: t('Margin rate'), kind: 'share', group: 'money' },
  failed:        { title: t('Failed'), kind: 'count', group: 'orders' },
  rejected:      { title: t('Rejected'), kind: 'count', group: 'orders' },
  queued:        { title: t('Orders queued'), kind: 'count', group: 'limit' },
  queueDays:     { title: t('Time in the queue'), kind: 'days', group: 'limit' },
  limitUsed:     { title: t('Daily limit used'), kind: 'share', group: 'limit' },
  canceled:      { title: t('Canceled'), kind: 'count', group: 'orders' },
  stopped:       { title: t('Put on hold'), kind: 'count', group: 'orders' },
  reprints:      { title: t('Reprints'), kind: 'count', group: 'orders' },
  webhooks:      { title: t('Webhooks sent'), kind: 'count', group: 'webhooks' },
  webhookSuccess: { title: t('Webhook success'), kind: 'share', group: 'webhooks' },
  webhooksFirstTry: { title: t('Delivered at first attempt'), kind: 'count', group: 'webhooks' },
  webhooksLater: { title: t('Delivered later'), kind: 'count', group: 'webhooks' },
  webhooksFailed: { title: t('Webhooks failed'), kind: 'count', group: 'webhooks' },
} as const satisfies Record<string, { title: string; kind: Kind; group: Group }>

export type Measure = keyof typeof texts

export const isMeasure = (name: string | undefined): name is Measure => name !== undefined && Object.hasOwn(texts, name)
export const titleOf = (name: Measure): string => texts[name].title
export const groupOf = (name: Measure): Group => texts[name].group
export const kindOf = (name: Measure): Kind => texts[name].kind

/** The figures that people read first. A report shows the first six of its own. */
const headlines: Measure[] = [
  ...(['orders', 'net', 'charged', 'printerPrices', 'shipped', 'onTimeRate', 'failed', 'margin'] as const),
  ...(['stopped', 'shippedCopies', 'makingDays', 'reprints'] as const),
]
const maxHeadlines = 6
export const headlinesOf = (measures: readonly Measure[]): Measure[] =>
  headlines.filter(name => measures.includes(name)).slice(0, maxHeadlines)

const short = new Intl.NumberFormat(numberLocale, { notation: 'compact', maximumFractionDigits: 1 })
const shortMoney = new Intl.NumberFormat(numberLocale, {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 1,
})
const decimal = new Intl.NumberFormat(numberLocale, { maximumFractionDigits: 1 })

const formats: Record<Kind, (value: number) => string> = {
  count: number,
  money,
  share: value => percent(value),
  days: value => t('{days, plural, one {# day} other {# days}}', { days: Math.round(value * 10) / 10 }),
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

/** A percentage of more times what was before tells nothing. */
const manyTimes = 10

/** "Up 12% from 34", or the text instead. */
export function changeText(name: Measure, value: number | null, before: number | null): string {
  if (before === null || before === 0) return t('None before')
  if (value === before) return t('Same as before')
  const text = formatOf(name)(before)
  if (value === null || (before < 0 && kindOf(name) !== 'share')) return t('{value} before', { value: text })
  const isUp = value > before
  if (kindOf(name) === 'share') {
    const points = Math.round(Math.abs(value - before) * 1000) / 10
    return t(
      isUp
        ? 'Up {points, plural, one {# point} other {# points}} from {before}'
        : 'Down {points, plural, one {# point} other {# points}} from {before}',
      { points, before: text },
    )
  }
  if (value > manyTimes * before) return t('{value} before', { value: text })
  const change = percent(Math.abs(value - before) / before)
  return t(isUp ? 'Up {change} from {before}' : 'Down {change} from {before}', { change, before: text })
}

/** "file_unreachable" as "File unreachable". Printers have codes of their own. */
export const codeText = (code: string): string => {
  if (Object.hasOwn(codeTexts, code)) return codeTexts[code]!
  const words = code.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const cancellations: Record<string, string> = {
  before_printing: t('Before printing'),
  while_printing: t('While printing'),
  after_problem: t('After a problem'),
  proof_rejected: t('Changes to the proof requested'),
  proof_expired: t('Proof not approved in time'),
}
export const cancellationText = (when: string): string => cancellations[when] ?? codeText(when)

const causes = {
  misprint: t('Printed wrongly'),
  binding: t('Bound wrongly'),
  damaged: t('Damaged in transit'),
  lost: t('Lost in transit'),
  wrong_book: t('Wrong book'),
  other: t('Other'),
} as const

export type Cause = keyof typeof causes

const noCause = t('No cause named')
export const causeText = (cause: string): string =>
  Object.hasOwn(causes, cause) ? causes[cause as Cause] : cause === '' ? noCause : codeText(cause)

/** For the form of a reprint. */
export const causeOptions = [
  { value: '', label: noCause },
  ...Object.entries(causes).map(([value, label]) => ({ value, label })),
]

export const webhookMeasures = [
  'webhooks',
  'webhookSuccess',
  'webhooksFirstTry',
  'webhooksLater',
  'webhooksFailed',
] as const satisfies Measure[]

export const isOfWebhooks = (name: Measure): boolean => groupOf(name) === 'webhooks'

/** The results of the webhooks behind a measure; undefined for other measures. */
export const webhookResultOf = (name: Measure): string | undefined =>
  isOfWebhooks(name)
    ? ({ webhooksFirstTry: 'first_try', webhooksLater: 'later', webhooksFailed: 'failed' }[name as string] ?? 'any')
    : undefined
