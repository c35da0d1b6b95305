// Reports as the API shows them, for all callers: the period, the answer, and its export.

import type { FastifyReply } from 'fastify'
import { type Static, type TObject, type TSchema, Type } from 'typebox'
import { say } from '../../../languages/texts.ts'
import type { Scope } from '../../accounts/keys/restrictions.ts'
import { day, utcDay } from '../../base/clock.ts'
import { byteOrderMark, csvText } from '../../base/files/csv.ts'
import type { Mode } from '../../base/mode.ts'
import { dollars, roundCents } from '../../base/money.ts'
import { malformedField } from '../../base/refusal.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import type { Db } from '../../db/db.ts'
import {
  type Days,
  maxBooks,
  maxCustomers,
  maxShownDays,
  type ReportScope,
  readCustomers,
  readReportSums,
} from '../../features/reports/readReport.ts'
import {
  allMeasures,
  type BookRow,
  type CustomerRow,
  customerMeasures,
  customersOf,
  type Measure,
  marginMeasures,
  measures,
  printerMeasures,
  type Report,
  reportOf,
  type Values,
} from '../../features/reports/report.ts'
import { readProductNames } from '../../products/productStore.ts'
import { Closed, nullable, oneOf } from '../objects/common.ts'
import { type Addresses, type ResourceInput, resource } from '../server/resource.ts'
import type { Route } from '../server/route.ts'
import { sendFile } from '../server/sendFile.ts'

/** Five years. */
const maxDays = 1827

const Day = (description: string) =>
  Type.String({ format: 'date', 'x-expected': 'a day such as 2026-03-01', description })

const periods = {
  last_7_days: today => ({ from: today.subtract({ days: 6 }), last: today }),
  last_30_days: today => ({ from: today.subtract({ days: 29 }), last: today }),
  last_90_days: today => ({ from: today.subtract({ days: 89 }), last: today }),
  this_month: today => ({ from: today.with({ day: 1 }), last: today }),
  last_month: today => ({
    from: today.with({ day: 1 }).subtract({ months: 1 }),
    last: today.with({ day: 1 }).subtract({ days: 1 }),
  }),
  this_year: today => ({ from: today.with({ month: 1, day: 1 }), last: today }),
} satisfies Record<string, (today: Temporal.PlainDate) => { from: Temporal.PlainDate; last: Temporal.PlainDate }>

type PeriodName = keyof typeof periods

export const reportPeriod = {
  period: Type.Optional(
    oneOf(Object.keys(periods) as PeriodName[], {
      description: 'Up to today, apart from `last_month`. Without a period, and without `from` and `to`: last_30_days.',
    }),
  ),
  from: Type.Optional(Day('The first day, in UTC. Send `to` as well, and no `period`.')),
  to: Type.Optional(Day('The last day, in UTC; at most five years later. It may be today or later.')),
}

type PeriodQuery = { period?: PeriodName; from?: string; to?: string }

export const reportDescription =
  'Each fact counts on the UTC day on which it happened: a refund on the day of the refund, and not of the order. ' +
  'The period before has as many days, or as many months if the period is whole months. Facts stay counted when ' +
  'orders are deleted. The report may be up to 30 seconds old, unless the request has `Cache-Control: no-cache`.'

/** Counts and amounts of money are 0 where there was nothing; other measures are null. */
type MeasureSchema<Name extends Measure> = (typeof measures)[Name]['kind'] extends 'count' | 'money'
  ? Type.TNumber
  : ReturnType<typeof nullable<Type.TNumber>>
type MeasureSchemas<Name extends Measure> = { [Each in Name]: MeasureSchema<Each> }

const measureSchemas = <Name extends Measure>(names: readonly Name[]) =>
  Object.fromEntries(names.map(name => [name, measureSchema(name)])) as MeasureSchemas<Name>

function measureSchema(name: Measure) {
  const { kind, meaning } = measures[name]
  switch (kind) {
    case 'count':
      return Type.Integer({ description: meaning })
    case 'money':
      return Type.Number({ description: `${meaning} US dollars.` })
    case 'known_money':
      return nullable(Type.Number({ description: `${meaning} US dollars. Null if no cost is known.` }))
    default:
      return nullable(Type.Number({ description: `${meaning} Null if there were none.` }))
  }
}

const compared = <Name extends string>(name: Name, description: string) =>
  Type.Array(
    Type.Object({
      ...({ [name]: Type.String({ description }) } as Record<Name, ReturnType<typeof Type.String>>),
      orders: Type.Integer(),
      ordersBefore: Type.Integer({ description: 'In the period before.' }),
    }),
  )

const PeriodDays = Type.Object({ from: Type.String({ format: 'date' }), to: Type.String({ format: 'date' }) })

const common = {
  period: PeriodDays,
  periodBefore: PeriodDays,
  interval: oneOf(['day', 'month'], {
    description: `What the \`steps\` are: months if the period has more than ${maxShownDays} days.`,
  }),
  countedUntil: Type.Unsafe<Date | null>({
    type: ['string', 'null'],
    format: 'date-time',
    description: 'Later facts may be missing. Normally it is now; null if nothing is counted yet.',
  }),
}

const Steps = <Name extends Measure>(names: readonly Name[]) =>
  Type.Array(
    Type.Object({
      startsOn: Type.String({ format: 'date', description: 'The day, or the first day of the month.' }),
      ...measureSchemas(names),
    }),
    {
      description:
        'Every day or month of the period, oldest first. The facts of its first and last month are those in the period.',
    },
  )

const problems = compared('code', 'The code in the errors of the order.')
const reprintCauses = compared('cause', 'The cause; "" if none was named.')

const title = nullable(
  Type.String({
    description:
      'The name of the product, or of the book in the catalog if the SKU is a manufacturing SKU. Null if it is not known.',
  }),
)
const Book = Type.Object({
  sku: nullable(Type.String({ description: 'Null: all other books together.' })),
  title,
  orders: Type.Integer({ description: 'Accepted orders with the book.' }),
  copies: Type.Integer({ description: 'Copies in accepted orders.' }),
  copiesBefore: Type.Integer({ description: 'In the period before.' }),
  shippedCopies: Type.Integer(),
  cost: Type.Number({
    description:
      'US dollars, without shipping, fulfillment and taxes, of the copies whose price is known: of production orders ' +
      'that were paid by card, and of all orders with one item.',
  }),
  costPerCopy: nullable(Type.Number({ description: 'US dollars. Null if no price is known.' })),
})
const aboutBooks = `The ${maxBooks} books with the most copies, and all others together.`
const books = Type.Array(Book, { description: aboutBooks })

const lists = {
  failures: compared('code', 'The code of the first error of the order.'),
  problems,
  cancellations: compared(
    'when',
    '`before_printing`, `while_printing` (the printer agreed), `after_problem`, `proof_rejected` or `proof_expired`.',
  ),
  reprintCauses,
  deliveries: Type.Array(
    Type.Object({
      shippingClassification: Type.String(),
      state: Type.String({
        description: 'Such as US-NY, where the last parcel arrived; "" if the carrier did not say.',
      }),
      early: Type.Integer({ description: 'Orders that arrived before the first of the delivery dates.' }),
      onTime: Type.Integer({ description: 'Orders that arrived within the delivery dates.' }),
      late: Type.Integer({ description: 'Orders that arrived after the last of the delivery dates.' }),
    }),
    {
      description:
        'Orders of the period whose parcels have all arrived, by the delivery dates that the order had at its hand-over to a printer. The most late orders come first.',
    },
  ),
  books,
}

const reportOfMeasures = <Name extends Measure>(names: readonly Name[]) => ({
  ...common,
  totals: Type.Object(measureSchemas(names)),
  totalsBefore: Type.Object(measureSchemas(names)),
  steps: Steps(names),
  ...lists,
})

export const ReportAnswer = Type.Object(reportOfMeasures(customerMeasures), { title: 'Report' })

const printerFields = <Name extends Measure>(names: readonly Name[]) => ({
  printer: Type.String(),
  ...measureSchemas(names),
  before: Type.Object(measureSchemas(names)),
})

const inOrderOfNames = { description: 'The printers that had something to do, by name.' }
const printers = Type.Array(Type.Object(printerFields(printerMeasures)), inOrderOfNames)

const staffPrinterMeasures = [...printerMeasures, ...marginMeasures]
const staffCustomerMeasures = [
  'charged',
  'refunded',
  'net',
  'printerPrices',
  'shipped',
  ...marginMeasures,
] as const satisfies Measure[]

const known = (description: string) =>
  nullable(Type.Number({ description: `${description} Null if no cost is known.` }))

const StaffBook = Type.Object({
  ...Book.properties,
  costedSales: known('US dollars without taxes, of shipped copies whose price and cost are known.'),
  costs: known('US dollars, of the same copies.'),
  margin: known('`costedSales` less `costs`.'),
})

export const StaffReportAnswer = Type.Object(
  {
    ...reportOfMeasures(allMeasures),
    books: Type.Array(StaffBook, { description: aboutBooks }),
    printers: Type.Array(Type.Object(printerFields(staffPrinterMeasures)), inOrderOfNames),
    customers: Type.Array(
      Type.Object({ accountId: Type.String(), accountName: Type.String(), ...measureSchemas(staffCustomerMeasures) }),
      {
        description: `The ${maxCustomers} accounts with the highest \`charged\` and \`printerPrices\` together, these first. Empty in a report on one account.`,
      },
    ),
  },
  { title: 'StaffReport' },
)

export const PressReportAnswer = Type.Object(
  {
    ...common,
    totals: Type.Object(measureSchemas(printerMeasures)),
    totalsBefore: Type.Object(measureSchemas(printerMeasures)),
    steps: Steps(printerMeasures),
    problems,
    reprintCauses,
    books: Type.Array(
      Type.Object({
        sku: nullable(Type.String({ description: 'The manufacturing SKU. Null: all other books together.' })),
        title,
        shippedCopies: Type.Integer(),
      }),
    ),
    printers,
  },
  { title: 'PrinterReport' },
)

type TitledBook = BookRow & { title: string | null }
type TitledReport = Omit<Report, 'books'> & { books: TitledBook[] }

type Readers = { db: Db; catalog: Catalog }

export async function readReport(
  { db, catalog }: Readers,
  scope: ReportScope,
  period: PeriodQuery,
  now: Date,
): Promise<TitledReport> {
  const report = reportOf(await readReportSums(db, scope, daysOf(period, utcDay(now)), now))
  const skus = report.books.flatMap(({ sku }) => sku ?? [])
  const names =
    scope.accountId === null
      ? new Map(catalog.list().map(({ manufacturingSku, name }) => [manufacturingSku, name]))
      : await readProductNames(db, scope.accountId, skus)
  return { ...report, books: report.books.map(book => ({ ...book, title: names.get(book.sku ?? '') ?? null })) }
}

/** The customers of a report on all accounts. */
export const readReportCustomers = async (db: Db, mode: Mode, { days }: Report, now: Date): Promise<CustomerRow[]> =>
  customersOf(await readCustomers(db, { mode }, days, now))

function daysOf({ period, from, to }: PeriodQuery, today: Temporal.PlainDate): Days {
  if (from === undefined && to === undefined) return untilAfter(periods[period ?? 'last_30_days'](today))
  if (period !== undefined || from === undefined || to === undefined)
    throw malformedField(
      from === undefined ? '?from' : '?to',
      'invalid_period',
      say('expected `period`, or both `from` and `to`'),
    )
  const days = untilAfter({ from: Temporal.PlainDate.from(from), last: Temporal.PlainDate.from(to) })
  const length = days.from.until(days.before, { largestUnit: 'days' }).days
  if (length >= 1 && length <= maxDays) return days
  throw malformedField(
    '?to',
    'invalid_period',
    say('got {from} to {to}; expected `to` to be the same day as `from` or later, by at most five years', { from, to }),
  )
}

const untilAfter = ({ from, last }: { from: Temporal.PlainDate; last: Temporal.PlainDate }): Days => ({
  from,
  before: last.add({ days: 1 }),
})

const presentDays = ({ from, before }: Days) => ({
  from: from.toString(),
  to: before.subtract({ days: 1 }).toString(),
})

const presentCommon = ({ days, daysBefore, interval, countedUntil }: TitledReport) => ({
  period: presentDays(days),
  periodBefore: presentDays(daysBefore),
  interval,
  countedUntil,
})

const present = <Name extends Measure>(values: Values, names: readonly Name[]) =>
  Object.fromEntries(names.map(name => [name, presentValue(name, values[name])])) as {
    [Each in Name]: Static<MeasureSchema<Each>>
  }

function presentValue(name: Measure, value: number | null): number | null {
  if (value === null) return null
  const { kind } = measures[name]
  if (kind === 'money' || kind === 'known_money') return dollars(value)
  if (kind === 'count') return value
  return kind === 'share' ? Math.round(value * 10_000) / 10_000 : Math.round((value / day) * 100) / 100
}

const presentBook = ({ pricedCopies, cents, margin: _margin, ...book }: TitledBook) => ({
  ...book,
  cost: dollars(cents),
  costPerCopy: pricedCopies === 0 ? null : dollars(roundCents(cents / pricedCopies)),
})

const presentMeasures = <Name extends Measure>(report: TitledReport, names: readonly Name[]) => ({
  ...presentCommon(report),
  totals: present(report.totals, names),
  totalsBefore: present(report.totalsBefore, names),
  steps: report.steps.map(({ startsOn, values }) => ({ startsOn, ...present(values, names) })),
  failures: report.failures,
  problems: report.problems,
  cancellations: report.cancellations,
  reprintCauses: report.reprintCauses,
  deliveries: report.deliveries,
  books: report.books.map(presentBook),
})

export const presentReport = (report: TitledReport): Static<typeof ReportAnswer> =>
  presentMeasures(report, customerMeasures)

export const presentStaffReport = (
  report: TitledReport,
  customers: CustomerRow[],
): Static<typeof StaffReportAnswer> => ({
  ...presentMeasures(report, allMeasures),
  books: report.books.map(book => ({ ...presentBook(book), ...presentMargin(book) })),
  printers: report.printers.map(printer => presentPrinter(printer, staffPrinterMeasures)),
  customers: customers.map(({ accountId, name, values }) => ({
    accountId,
    accountName: name,
    ...present(values, staffCustomerMeasures),
  })),
})

const presentMargin = ({ margin }: BookRow) => ({
  costedSales: margin && dollars(margin.cents),
  costs: margin && dollars(margin.costCents),
  margin: margin && dollars(margin.cents - margin.costCents),
})

const presentPrinter = <Name extends Measure>(
  { printer, values, valuesBefore }: Report['printers'][number],
  names: readonly Name[],
) => ({
  printer,
  ...present(values, names),
  before: present(valuesBefore, names),
})

export const presentPressReport = (report: TitledReport): Static<typeof PressReportAnswer> => ({
  ...presentCommon(report),
  totals: present(report.totals, printerMeasures),
  totalsBefore: present(report.totalsBefore, printerMeasures),
  steps: report.steps.map(({ startsOn, values }) => ({ startsOn, ...present(values, printerMeasures) })),
  problems: report.problems,
  reprintCauses: report.reprintCauses,
  books: report.books
    .filter(({ shippedCopies }) => shippedCopies > 0)
    .map(({ sku, title, shippedCopies }) => ({ sku, title, shippedCopies }))
    .sort((a, b) => (a.sku === null ? 1 : b.sku === null ? -1 : b.shippedCopies - a.shippedCopies)),
  printers: report.printers.map(printer => presentPrinter(printer, printerMeasures)),
})

const ReportExportFormat = oneOf(['csv', 'json'], { default: 'csv' })

const ReportExport = Type.Unsafe<Buffer>({
  description:
    'JSON is the report. CSV has a line per number: the section of the report, the item in it, such as a day or a code, ' +
    'the measure, its value, its value in the period before, and the title of a book.',
  content: {
    'text/csv': { schema: { type: 'string' } },
    'application/json': { schema: { type: 'object', additionalProperties: true } },
  },
})

type ReportDeclaration<At extends Addresses, Answer extends TSchema, Query extends TObject> = {
  at: At
  /** By default getReport and exportReport, with the suffix of the audience. */
  operations?: { report: string; export: string }
  scope?: Scope
  tag?: string
  summary: string
  description: string
  query: Query
  answer: Answer
  read(db: Db, ask: ResourceInput<At, TSchema, Static<Query>, unknown>): Promise<AnyReport & Static<Answer>>
}

/** A report for one audience, and its export: the report as a file, at its address and `/export`. */
export function reportAndExport<const At extends Addresses, Answer extends TSchema, Query extends TObject>({
  read,
  operations,
  description,
  ...report
}: ReportDeclaration<At, Answer, Query>): Route[] {
  const readRecent = (ask: ResourceInput<At, TSchema, Static<Query>, unknown>) => ask.read(db => read(db, ask))
  const both = { ...report, method: 'GET' as const }
  const exported = {
    ...both,
    at: Object.fromEntries(Object.entries(report.at).map(([audience, path]) => [audience, `${path}/export`])),
    ...(operations ? { operationId: operations.export } : { act: 'exportReport' }),
    summary: 'Export a report',
    query: Closed({ ...report.query.properties, format: ReportExportFormat }),
    answer: ReportExport,
    async handle(ask: ResourceInput<At, TSchema, Static<Query> & { format: 'csv' | 'json' }, unknown>) {
      const { format, ...query } = ask.query
      return sendReport(ask.reply, await readRecent({ ...ask, query: query as Static<Query> }), format)
    },
  }
  const names = operations ? { operationId: operations.report } : { act: 'getReport' }
  return [{ ...both, ...names, description, handle: readRecent }, exported].flatMap(one => resource(one as never))
}

type AnyReport = Static<typeof ReportAnswer> | Static<typeof StaffReportAnswer> | Static<typeof PressReportAnswer>

function sendReport(reply: FastifyReply, report: AnyReport, format: 'csv' | 'json'): FastifyReply {
  const { from, to } = report.period
  return sendFile(reply, `report-${from}-${to}.${format}`, format === 'csv' ? csvOf(report) : JSON.stringify(report))
}

type Line = {
  section: string
  item: string
  measure: string
  value: number | null
  before: number | null
  title?: string
}

const csvOf = (report: AnyReport): string =>
  `${byteOrderMark}section,item,measure,value,before,title\r\n${linesOf(report).map(lineText).join('')}`

const lineText = ({ section, item, measure, value, before, title = '' }: Line): string =>
  `${[section, csvText(item), measure, value ?? '', before ?? '', csvText(title)].join(',')}\r\n`

/** The numbers of a section by their measures. */
type Numbers = Record<string, number | null>

function linesOf(report: AnyReport): Line[] {
  const sections = [
    numberLines('totals', '', report.totals, report.totalsBefore),
    report.steps.map(({ startsOn, ...values }) => numberLines(`${report.interval}s`, startsOn, values)),
    comparedLines('failures', 'failures' in report ? report.failures : [], ({ code }) => code),
    comparedLines('problems', report.problems, ({ code }) => code),
    comparedLines('cancellations', 'cancellations' in report ? report.cancellations : [], ({ when }) => when),
    comparedLines('reprintCauses', report.reprintCauses, ({ cause }) => cause),
    ('deliveries' in report ? report.deliveries : []).map(({ shippingClassification, state, ...values }) =>
      numberLines('deliveries', `${shippingClassification} ${state}`.trim(), values),
    ),
    report.books.map(({ sku, title, ...book }) => {
      const { copiesBefore = null, ...values }: Numbers = book
      const lines = numberLines('books', sku ?? 'all others', values, { copies: copiesBefore })
      return lines.map(line => ({ ...line, title: title ?? '' }))
    }),
    ('printers' in report ? report.printers : []).map(({ printer, before, ...values }) =>
      numberLines('printers', printer, values, before),
    ),
    ('customers' in report ? report.customers : []).map(({ accountId, accountName, ...values }) =>
      numberLines('customers', `${accountName} (${accountId})`, values),
    ),
  ]
  return sections.flat(2)
}

const numberLines = (section: string, item: string, values: Numbers, before: Numbers = {}): Line[] =>
  Object.entries(values).map(([name, value]) => ({ section, item, measure: name, value, before: before[name] ?? null }))

const comparedLines = <Row extends { orders: number; ordersBefore: number }>(
  section: string,
  rows: readonly Row[],
  itemOf: (row: Row) => string,
): Line[] =>
  rows.map(row => ({ section, item: itemOf(row), measure: 'orders', value: row.orders, before: row.ordersBefore }))
