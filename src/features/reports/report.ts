// The contents of a report: measures of the whole period, of the period before, and of each of its days or months; and
// lists by reason, book and printer. Pure: made of the sums of facts.

import type { Fact } from './facts.ts'
import type { CustomerSum, Days, ReportSums, StepSum, Sum } from './readReport.ts'

/**
 * Money is in cents, and durations are the average in milliseconds. Null without anything to measure; `money` is 0
 * then.
 */
export type MeasureKind = 'count' | 'money' | 'known_money' | 'share' | 'duration'

type Amount = 'orders' | 'copies' | 'cents' | 'taxCents' | 'ms' | 'costCents'
type Totals = (fact: Fact, amount?: Amount, ...details: string[]) => number

const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole)
/** An amount of orders whose cost is known; null without such orders. */
const known = (of: Totals, cents: number): number | null => (of('margin') === 0 ? null : cents)

// biome-ignore format: one line a measure
export const measures = {
  orders:        { kind: 'count',    of: of => of('placed', 'orders', 'accepted', 'failed', 'rejected'), meaning: 'Orders placed, with those that failed or were rejected at once; without reprints.' },
  copies:        { kind: 'count',    of: of => of('placed', 'copies', 'accepted'),                       meaning: 'Copies in orders that were accepted.' },
  failed:        { kind: 'count',    of: of => of('failed'),                                             meaning: 'Orders that failed: they could not be printed as submitted.' },
  rejected:      { kind: 'count',    of: of => of('placed', 'orders', 'rejected'),                       meaning: 'Orders rejected because the 24-hour limit was reached.' },
  queued:        { kind: 'count',    of: of => of('queued'),                                             meaning: 'Orders queued when they were placed, because the 24-hour limit or the credit limit was reached.' },
  queueDays:     { kind: 'duration', of: of => share(of('released', 'ms'), of('released')),              meaning: 'Average days in the queue, of orders that left it to be printed.' },
  limitUsed:     { kind: 'share',    of: of => share(of('received'), of('limit')),                       meaning: 'Orders received, in relation to what the 24-hour limit allowed in these days. Null for all accounts together.' },
  canceled:      { kind: 'count',    of: of => of('canceled'),                                           meaning: 'Orders canceled.' },
  stopped:       { kind: 'count',    of: of => of('stopped'),                                            meaning: 'How often an order stopped with a problem (EXCEPTION).' },
  shipped:       { kind: 'count',    of: of => of('shipped'),                                            meaning: 'Orders shipped, with reprints.' },
  shippedCopies: { kind: 'count',    of: of => of('shipped', 'copies'),                                  meaning: 'Copies in orders that shipped.' },
  late:          { kind: 'count',    of: of => of('promised', 'orders', 'late'),                         meaning: 'Orders that shipped after their promisedShipDate.' },
  onTimeRate:    { kind: 'share',    of: of => share(of('promised', 'orders', 'on_time'), of('promised')), meaning: 'The share of shipped orders that shipped by their promisedShipDate, from 0 to 1.' },
  waitingDays:   { kind: 'duration', of: of => share(of('waited', 'ms'), of('waited')),                  meaning: 'Average days from creation to the hand-over to a printer, of orders that shipped.' },
  makingDays:    { kind: 'duration', of: of => share(of('made', 'ms'), of('made')),                      meaning: 'Average days from the hand-over to a printer until shipping.' },
  transitDays:   { kind: 'duration', of: of => share(of('transit', 'ms'), of('transit')),                meaning: 'Average estimated days from shipping to the middle of the delivery dates.' },
  deliveredOnTimeRate: { kind: 'share', of: of => share(of('delivered', 'orders', 'early', 'on_time'), of('delivered')), meaning: 'The share of delivered orders whose parcels arrived by the last of the delivery dates that the order had at its hand-over to a printer, from 0 to 1.' },
  reprints:      { kind: 'count',    of: of => of('reprinted'),                                          meaning: 'Reprints requested.' },
  charged:       { kind: 'money',    of: of => of('charged', 'cents'),                                   meaning: 'Prices of orders that were paid by card, with taxes. In the sandbox, of simulated payments.' },
  taxes:         { kind: 'money',    of: of => of('charged', 'taxCents'),                                meaning: 'The taxes in `charged`.' },
  refunded:      { kind: 'money',    of: of => of('refunded', 'cents'),                                  meaning: 'Refunds, on the day on which they were made.' },
  net:           { kind: 'money',    of: of => of('charged', 'cents') - of('refunded', 'cents'),         meaning: '`charged` less `refunded`.' },
  printerPrices: { kind: 'money',    of: of => of('priced', 'cents'),                                    meaning: 'Prices set by printers for enterprise orders that shipped.' },
  webhooks:      { kind: 'count',    of: of => of('webhook'),                                            meaning: 'Webhooks about orders that were delivered or failed.' },
  webhooksFirstTry: { kind: 'count', of: of => of('webhook', 'orders', 'first_try'),                     meaning: 'Webhooks delivered at the first attempt.' },
  webhooksLater: { kind: 'count',    of: of => of('webhook', 'orders', 'later'),                         meaning: 'Webhooks delivered at a later attempt, or when they were resent.' },
  webhooksFailed: { kind: 'count',   of: of => of('webhook', 'orders', 'failed'),                        meaning: 'Webhooks that were not delivered and are no longer retried.' },
  webhookSuccess: { kind: 'share',   of: of => share(of('webhook', 'orders', 'first_try', 'later'), of('webhook')), meaning: 'The share of `webhooks` that were delivered, from 0 to 1.' },
  costedSales:   { kind: 'known_money', of: of => known(of, of('margin', 'cents')),                      meaning: 'Prices without taxes of production orders that shipped, as far as their cost is known.' },
  costs:         { kind: 'known_money', of: of => known(of, of('margin', 'costCents')),                  meaning: 'The costs of `costedSales`, with those of reprints.' },
  margin:        { kind: 'known_money', of: of => known(of, of('margin', 'cents') - of('margin', 'costCents')), meaning: '`costedSales` less `costs`, before refunds.' },
  marginRate:    { kind: 'share',    of: of => share(of('margin', 'cents') - of('margin', 'costCents'), of('margin', 'cents')), meaning: '`margin` as a share of `costedSales`.' },
} as const satisfies Record<string, { kind: MeasureKind; of(totals: Totals): number | null; meaning: string }>

export type Measure = keyof typeof measures
export const allMeasures = Object.keys(measures) as Measure[]
/** For the staff alone. */
export const marginMeasures = ['costedSales', 'costs', 'margin', 'marginRate'] as const satisfies Measure[]
type MarginMeasure = (typeof marginMeasures)[number]
/** The part of a report that customers read about their own orders. */
export const customerMeasures = allMeasures.filter(
  (name): name is Exclude<Measure, MarginMeasure> => !marginMeasures.some(one => one === name),
)
/** The facts about a printer. */
export const printerMeasures = [
  'shipped',
  'shippedCopies',
  'late',
  'onTimeRate',
  'makingDays',
  'stopped',
  'reprints',
] as const satisfies Measure[]

export type Values = Record<Measure, number | null>
type Compared<Name extends string> = Record<Name, string> & { orders: number; ordersBefore: number }

export type BookRow = {
  /** Null: all other books together. */
  sku: string | null
  orders: number
  copies: number
  copiesBefore: number
  shippedCopies: number
  /** Of the copies whose price is known. */
  pricedCopies: number
  cents: number
  /** The prices and costs of shipped copies whose cost is known; null without one. */
  margin: { cents: number; costCents: number } | null
}

/** Orders that arrived, by shipping class and state. */
type DeliveryRow = {
  shippingClassification: string
  /** Such as US-NY, as the carrier named it; '' if it did not. */
  state: string
  early: number
  onTime: number
  late: number
}

export type Report = Omit<ReportSums, 'sums' | 'steps'> & {
  totals: Values
  totalsBefore: Values
  steps: { startsOn: string; values: Values }[]
  failures: Compared<'code'>[]
  problems: Compared<'code'>[]
  cancellations: Compared<'when'>[]
  reprintCauses: Compared<'cause'>[]
  deliveries: DeliveryRow[]
  books: BookRow[]
  printers: { printer: string; values: Values; valuesBefore: Values }[]
}

export type CustomerRow = { accountId: string; name: string; values: Values }

/** In the order of the sums. */
export const customersOf = (sums: CustomerSum[]): CustomerRow[] =>
  [...Map.groupBy(sums, ({ accountId }) => accountId)].map(([accountId, own]) => ({
    accountId,
    name: own[0]!.name,
    values: valuesOf(own),
  }))

export function reportOf({ sums, steps, ...period }: ReportSums): Report {
  const [before = [], now = []] = [true, false].map(isBefore => sums.filter(sum => sum.isBefore === isBefore))
  const stepsByStart = Map.groupBy(steps, ({ startsOn }) => startsOn)
  const printers = [...new Set(sums.map(({ printer }) => printer).filter(name => name !== ''))].sort()
  const ofPrinter = (sums: Sum[], name: string) => valuesOf(sums.filter(({ printer }) => printer === name))
  return {
    ...period,
    totals: valuesOf(now),
    totalsBefore: valuesOf(before),
    steps: startsOf(period.days, period.interval).map(startsOn => ({
      startsOn,
      values: valuesOf(stepsByStart.get(startsOn) ?? []),
    })),
    failures: comparedBy('code', now, before, 'failed'),
    problems: comparedBy('code', now, before, 'stopped'),
    cancellations: comparedBy('when', now, before, 'canceled'),
    reprintCauses: comparedBy('cause', now, before, 'reprinted'),
    deliveries: deliveriesOf(now),
    books: booksOf(now, before),
    printers: printers.map(printer => ({
      printer,
      values: ofPrinter(now, printer),
      valuesBefore: ofPrinter(before, printer),
    })),
  }
}

function valuesOf(sums: readonly (Sum | StepSum | CustomerSum)[]): Values {
  const totals: Totals = (fact, amount = 'orders', ...details) =>
    sums.reduce(
      (total, sum) =>
        sum.fact === fact && (details.length === 0 || details.includes(sum.detail ?? '')) ? total + sum[amount] : total,
      0,
    )
  return Object.fromEntries(allMeasures.map(name => [name, measures[name].of(totals)])) as Values
}

/** The first days of the days or months of a period; its first month may begin before the period. */
function startsOf({ from, before }: Days, interval: 'day' | 'month'): string[] {
  const starts: string[] = []
  const first = interval === 'day' ? from : from.with({ day: 1 })
  for (let at = first; Temporal.PlainDate.compare(at, before) < 0; at = at.add({ [`${interval}s`]: 1 }))
    starts.push(at.toString())
  return starts
}

/** The most frequent first. */
function comparedBy<Name extends string>(name: Name, now: Sum[], before: Sum[], fact: Fact): Compared<Name>[] {
  const ordersBy = (sums: Sum[]) => {
    const byDetail = new Map<string, number>()
    for (const sum of sums)
      if (sum.fact === fact) byDetail.set(sum.detail ?? '', (byDetail.get(sum.detail ?? '') ?? 0) + sum.orders)
    return byDetail
  }
  const [ofNow, ofBefore] = [ordersBy(now), ordersBy(before)]
  return [...new Set([...ofNow.keys(), ...ofBefore.keys()])]
    .map(detail => ({ [name]: detail, orders: ofNow.get(detail) ?? 0, ordersBefore: ofBefore.get(detail) ?? 0 }))
    .map(row => row as Compared<Name>)
    .sort((a, b) => b.orders - a.orders || b.ordersBefore - a.ordersBefore || (a[name] < b[name] ? -1 : 1))
}

/** Those with the most late orders first, and then those with the most orders. */
function deliveriesOf(sums: Sum[]): DeliveryRow[] {
  const rows = new Map<string, DeliveryRow>()
  for (const { fact, detail, orders } of sums) {
    if (fact !== 'delivered_to') continue
    const [shippingClassification = '', ...words] = (detail ?? '').split(' ')
    const result = words.pop()
    const state = words.join(' ') // some carriers write a state out, such as New York
    const key = `${shippingClassification} ${state}`
    const row = rows.get(key) ?? { shippingClassification, state, early: 0, onTime: 0, late: 0 }
    row[result === 'early' || result === 'late' ? result : 'onTime'] += orders
    rows.set(key, row)
  }
  const all = ({ early, onTime, late }: DeliveryRow) => early + onTime + late
  return [...rows]
    .sort(([a, x], [b, y]) => y.late - x.late || all(y) - all(x) || (a < b ? -1 : 1))
    .map(([, row]) => row)
}

/** The books with the most copies first, and all other books last. */
function booksOf(now: Sum[], before: Sum[]): BookRow[] {
  const rows = new Map<string | null, BookRow>()
  const rowOf = (sku: string | null): BookRow => {
    const row = rows.get(sku)
    if (row !== undefined) return row
    const none = { orders: 0, copies: 0, copiesBefore: 0, shippedCopies: 0, pricedCopies: 0, cents: 0, margin: null }
    const added: BookRow = { sku, ...none }
    rows.set(sku, added)
    return added
  }
  for (const { fact, detail, orders, copies, cents, costCents } of now) {
    if (fact === 'book_ordered') {
      const row = rowOf(detail)
      row.orders += orders
      row.copies += copies
    } else if (fact === 'book_priced') {
      const row = rowOf(detail)
      row.pricedCopies += copies
      row.cents += cents
    } else if (fact === 'book_shipped') rowOf(detail).shippedCopies += copies
    else if (fact === 'book_margin') {
      const row = rowOf(detail)
      row.margin = { cents: (row.margin?.cents ?? 0) + cents, costCents: (row.margin?.costCents ?? 0) + costCents }
    }
  }
  for (const { fact, detail, copies } of before) if (fact === 'book_ordered') rowOf(detail).copiesBefore += copies
  const rank = (row: BookRow) => (row.sku === null ? -1 : row.copies)
  return [...rows.values()].sort(
    (a, b) => rank(b) - rank(a) || b.shippedCopies - a.shippedCopies || ((a.sku ?? '') < (b.sku ?? '') ? -1 : 1),
  )
}
