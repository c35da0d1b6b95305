// A report on the screen: a card for each of the main measures, and for the others on request; a chart of the chosen
// measure; and lists of reasons, books and printers.

import { Button, Group, SegmentedControl, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { ChartColumn } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { readerLocale, rich, t } from '../../language.ts'
import { BookName } from '../books/BookName.tsx'
import { DayBars } from '../charts/DayBars.tsx'
import { AppLink, fromHere } from '../layout/AppLink.tsx'
import { EmptyState } from '../layout/EmptyState.tsx'
import { ExportMenu } from '../layout/ExportMenu.tsx'
import { type Column, List } from '../layout/List.tsx'
import { Section } from '../layout/Section.tsx'
import type { ListSort } from '../layout/SortHead.tsx'
import { capitalize, Day, DayRange, dayText, money, number, Time } from '../layout/Values.tsx'
import { shippingClassName } from '../orders/shippingClasses.ts'
import { Before, largestDifference } from './Difference.tsx'
import {
  axisFormatOf,
  cancellationText,
  causeText,
  changeText,
  codeText,
  formatOf,
  groupOf,
  groups,
  headlinesOf,
  isOfWebhooks,
  kindOf,
  type Measure,
  titleOf,
  type Values,
  valueText,
} from './measures.ts'
import classes from './Report.module.css'
import { TopList } from './TopList.tsx'

export type ListLink = { to: string; search: Record<string, string> }
type Days = { from: string; to: string }
type Step = { startsOn: string } & Record<string, number | string | null>
type Compared<Name extends string> = Record<Name, string> & { orders: number; ordersBefore: number }
type Book = {
  sku: string | null
  title: string | null
  shippedCopies: number
  orders?: number
  copies?: number
  copiesBefore?: number
  cost?: number
  costPerCopy?: number | null
  margin?: number | null
  costs?: number | null
  costedSales?: number | null
}
type Delivered = { shippingClassification: string; state: string; early: number; onTime: number; late: number }
type Printer = { printer: string; before: Values } & Record<string, number | string | null | Values>

type ReportData = {
  period: Days
  periodBefore: Days
  interval: 'day' | 'month'
  countedUntil: string | null
  totals: Values
  totalsBefore: Values
  steps: readonly object[]
  failures?: Compared<'code'>[]
  problems: Compared<'code'>[]
  cancellations?: Compared<'when'>[]
  reprintCauses: Compared<'cause'>[]
  deliveries?: Delivered[]
  books: Book[]
  printers?: readonly object[]
}

/** The list of the rows that a number counts in a period; undefined where no list has exactly that. */
export type LinkTo = {
  measure: (measure: Measure, days: Days) => ListLink | undefined
  book?: (sku: string, days: Days) => ListLink
  printer?: (printer: string, days: Days) => ListLink
}

/** The statuses of orders that were not refused at once. */
export const acceptedOf = (statuses: readonly { status: string }[]): string =>
  statuses
    .map(({ status }) => status)
    .filter(status => status !== 'FAILED' && status !== 'REJECTED')
    .join(',')

/** The status that orders reach when they are counted; undefined for other measures. */
export const statusesOf = (measure: Measure): string | undefined =>
  ({ shipped: 'SHIPPED', shippedCopies: 'SHIPPED', failed: 'FAILED', canceled: 'CANCELLED', rejected: 'REJECTED' })[
    measure as string
  ]

type PrinterMeasure = { name: Measure; title: string; wideOnly?: true }

/** The parts that only the staff read. */
export type More = {
  customers: ReactNode
  /** The title of the column that customers read as their cost. */
  bookPrice: string
  aboutBooks: string
  bookColumns: Column<Book>[]
  printerMeasures: PrinterMeasure[]
}

type Props = {
  report: ReportData
  /** The measures that have a card. */
  measures: readonly Measure[]
  chosen: Measure
  choose: (measure: Measure) => void
  linkTo: LinkTo
  /** The text for a period without events. */
  empty: string
  exportUrl: (format: 'csv' | 'json') => string
  more?: More
}

export function ReportView({ report, measures, chosen, choose, linkTo, empty, exportUrl, more }: Props) {
  const { period, totals, totalsBefore } = report
  // People of one printer need no list of printers.
  const printers = (report.printers ?? []) as Printer[]
  const isEmpty = measures.every(name => !totals[name] && !totalsBefore[name])
  return (
    <>
      <Group justify="space-between" gap="xs" mb="sm">
        <Compared report={report} />
        <ExportMenu urlOf={exportUrl} />
      </Group>
      {isEmpty ? (
        <EmptyState icon={ChartColumn} title={t('Nothing to report')}>
          {empty}
        </EmptyState>
      ) : (
        <>
          <Figures report={report} measures={measures} chosen={chosen} choose={choose} />
          <Chart report={report} measure={chosen} linkTo={linkTo} />
          {printers.length > (linkTo.printer === undefined ? 1 : 0) ? (
            <Printers printers={printers} period={period} linkTo={linkTo} more={more?.printerMeasures ?? []} />
          ) : null}
          {more?.customers}
          <Deliveries deliveries={report.deliveries ?? []} />
          <Books books={report.books} period={period} linkTo={linkTo} more={more} />
          <Reasons report={report} linkTo={linkTo} />
        </>
      )}
    </>
  )
}

type FiguresProps = Pick<Props, 'report' | 'measures' | 'chosen' | 'choose'>

/** Six figures, and the others by subject. */
function Figures({ measures, chosen, ...rest }: FiguresProps) {
  const first = headlinesOf(measures)
  const others = measures.filter(name => !first.includes(name))
  const [isOpen, setOpen] = useState(others.includes(chosen))
  return (
    <>
      <Cards {...rest} measures={first} chosen={chosen} isMain />
      {isOpen
        ? Object.entries(groups).map(([group, title]) => {
            const ofGroup = others.filter(name => groupOf(name) === group)
            return ofGroup.length === 0 ? null : (
              <section key={group} aria-label={title}>
                <Text size="sm" c="dimmed" fw={500} mb={4}>
                  {title}
                </Text>
                <Cards {...rest} measures={ofGroup} chosen={chosen} />
              </section>
            )
          })
        : null}
      {others.length === 0 ? null : (
        <Button variant="subtle" size="xs" mb="md" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? t('Fewer figures') : t('All figures ({count})', { count: measures.length })}
        </Button>
      )}
    </>
  )
}

const Cards = ({
  report: { totals, totalsBefore },
  measures,
  chosen,
  choose,
  isMain,
}: FiguresProps & { isMain?: true }) => (
  <div className={classes.cards} data-main={isMain}>
    {measures.map(name => (
      <button
        key={name}
        type="button"
        className={classes.card}
        aria-pressed={name === chosen}
        onClick={() => choose(name)}
      >
        <Text size="sm" c="dimmed" fw={500} span>
          {titleOf(name)}
        </Text>
        <span className={classes.value}>{valueText(name, totals[name])}</span>
        <Text size="xs" c="dimmed" span>
          {changeText(name, totals[name] ?? null, totalsBefore[name] ?? null)}
        </Text>
      </button>
    ))}
  </div>
)

function Compared({ report: { period, periodBefore, countedUntil } }: { report: ReportData }) {
  const isBehind = countedUntil !== null && countedUntil.slice(0, 10) <= period.to && isPast(countedUntil)
  return (
    <Text size="sm" c="dimmed" role="status">
      {rich('{period}, compared with {before}. Days are in UTC.', {
        period: <DayRange {...period} />,
        before: <DayRange {...periodBefore} />,
      })}
      {isBehind ? <> {rich('Counted until {time}.', { time: <Time at={countedUntil} /> })}</> : null}
    </Text>
  )
}

/** The service answers the present if it counted everything; the screen may be some minutes old. */
const isPast = (at: string) => Date.now() - Date.parse(at) > 3_600_000

const monthName = new Intl.DateTimeFormat(readerLocale, { month: 'short', year: 'numeric', timeZone: 'UTC' })

/** The days of a step that are in the period. */
function daysOf(startsOn: string, interval: 'day' | 'month', period: Days): Days {
  if (interval === 'day') return { from: startsOn, to: startsOn }
  const [year, month] = startsOn.split('-').map(Number) as [number, number]
  const last = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
  const [from = startsOn] = [startsOn, period.from].sort().slice(1)
  const [to = last] = [last, period.to].sort()
  return { from, to }
}

const series = (name: Measure) => [{ key: name, label: titleOf(name), color: 'var(--mantine-primary-color-filled)' }]

function Chart({ report, measure, linkTo }: { report: ReportData; measure: Measure; linkTo: LinkTo }) {
  const [view, setView] = useState('chart')
  const navigate = useNavigate()
  const { interval, period } = report
  const steps = report.steps as readonly Step[]
  const linkOf = (startsOn: string) => linkTo.measure(measure, daysOf(startsOn, interval, period))
  const hasLinks = linkOf(period.from) !== undefined
  const open = (startsOn: string) => {
    const link = linkOf(startsOn)
    if (link !== undefined) void navigate({ to: link.to, search: () => link.search, state: fromHere })
  }
  const whole = linkTo.measure(measure, period)
  const nameOf = (day: string) => (interval === 'month' ? monthName.format(new Date(`${day}T00:00:00Z`)) : dayText(day))
  const title =
    interval === 'month'
      ? t('{measure} by month', { measure: titleOf(measure) })
      : t('{measure} by day', { measure: titleOf(measure) })
  const columns: Column<Step>[] = [
    {
      title: t(interval === 'month' ? 'Month' : 'Day'),
      cell: ({ startsOn }) => (interval === 'month' ? nameOf(startsOn) : <Day day={startsOn} />),
    },
    {
      title: titleOf(measure),
      cell: step => {
        const text = valueText(measure, step[measure] as number | null)
        const link = step[measure] ? linkOf(step.startsOn) : undefined
        return link === undefined ? text : <AppLink {...link}>{text}</AppLink>
      },
      right: true,
    },
  ]
  return (
    <Section
      title={title}
      about={
        whole === undefined ? undefined : (
          <AppLink {...whole} size="sm">
            {isOfWebhooks(measure) ? t('View these webhooks') : t('View these orders')}
          </AppLink>
        )
      }
      actions={
        <SegmentedControl
          aria-label={t('View [[of a chart]]')}
          size="xs"
          data={[
            { value: 'chart', label: t('Chart') },
            { value: 'table', label: t('Table') },
          ]}
          value={view}
          onChange={setView}
        />
      }
      {...(view === 'table' ? { flush: true as const } : {})}
    >
      {view === 'table' ? (
        <List
          label={titleOf(measure)}
          bare
          isCompact
          rows={steps.toReversed()}
          columns={columns}
          keyOf={({ startsOn }) => startsOn}
        />
      ) : (
        <DayBars
          label={title}
          days={steps.map(step => ({
            day: step.startsOn,
            values: { [measure]: (step[measure] as number | null) ?? 0 },
          }))}
          series={series(measure)}
          format={formatOf(measure)}
          formatAxis={axisFormatOf(measure)}
          {...(kindOf(measure) === 'share' ? { max: 1 } : {})}
          {...(interval === 'month' ? { nameOf } : {})}
          hasLegend={false}
          open={hasLinks ? open : undefined}
        />
      )}
    </Section>
  )
}

/** A list that is sorted here: it is short and complete. */
function useSort(first: string): [ListSort, (rows: Record<string, unknown>[]) => number[]] {
  const [value, change] = useState(first)
  const name = value.replace('-', '')
  const sign = value.startsWith('-') ? -1 : 1
  const order = (rows: Record<string, unknown>[]) =>
    rows
      .map((_, i) => i)
      .sort((a, b) => {
        const [left, right] = [rows[a]?.[name] ?? null, rows[b]?.[name] ?? null]
        if (left === null || right === null) return left === right ? a - b : left === null ? 1 : -1
        if (typeof left === 'string' && typeof right === 'string') return sign * left.localeCompare(right) || a - b
        return left < right ? -sign : left > right ? sign : a - b
      })
  return [{ value, change }, order]
}

export const sortBy = (name: string, first?: 'descending') => ({
  ascending: name,
  descending: `-${name}`,
  ...(first && { first }),
})

export function useSorted<Row extends object>(rows: readonly Row[], first: string): [Row[], ListSort] {
  const [sort, order] = useSort(first)
  return [order(rows as unknown as Record<string, unknown>[]).map(i => rows[i] as Row), sort]
}

const linked = (link: ListLink | undefined, text: ReactNode) =>
  link === undefined ? text : <AppLink {...link}>{text}</AppLink>

type BooksProps = { books: Book[]; period: Days; linkTo: LinkTo; more: More | undefined }

function Books({ books, period, linkTo, more }: BooksProps) {
  const isOrdered = books.some(({ orders }) => orders !== undefined)
  const named = books.map(book => ({ ...book, name: book.title ?? book.sku }))
  const [sorted, sort] = useSorted(named, isOrdered ? '-copies' : '-shippedCopies')
  if (books.length === 0) return null
  const largest = largestDifference(books.map(({ copies = 0, copiesBefore = 0 }) => [copies, copiesBefore]))
  const columns: Column<Book>[] = [
    {
      title: t('Book'),
      cell: ({ sku, title }) =>
        sku === null ? (
          t('All other books')
        ) : (
          <BookName sku={sku || t('Unknown')} title={title} link={name => linked(linkTo.book?.(sku, period), name)} />
        ),
      sort: sortBy('name'),
    },
    ...(isOrdered
      ? ([
          {
            title: t('Ordered'),
            cell: ({ copies }) => number(copies ?? 0),
            right: true,
            sort: sortBy('copies', 'descending'),
          },
          {
            title: t('Before'),
            cell: ({ copies = 0, copiesBefore = 0 }) => <Before now={copies} before={copiesBefore} largest={largest} />,
            right: true,
            wideOnly: true,
            sort: sortBy('copiesBefore', 'descending'),
          },
          {
            title: t('Orders'),
            cell: ({ orders }) => number(orders ?? 0),
            right: true,
            wideOnly: true,
            sort: sortBy('orders', 'descending'),
          },
        ] satisfies Column<Book>[])
      : []),
    {
      title: t('Shipped'),
      cell: ({ shippedCopies }) => number(shippedCopies),
      right: true,
      sort: sortBy('shippedCopies', 'descending'),
    },
    ...(isOrdered
      ? ([
          {
            title: more?.bookPrice ?? t('Cost'),
            cell: ({ cost }) => (cost ? money(cost) : '–'),
            right: true,
            wideOnly: true,
            sort: sortBy('cost', 'descending'),
          },
          {
            title: t('Per copy'),
            cell: ({ costPerCopy }) => (costPerCopy == null ? '–' : money(costPerCopy)),
            right: true,
            sort: sortBy('costPerCopy', 'descending'),
          },
        ] satisfies Column<Book>[])
      : []),
    ...(more?.bookColumns ?? []),
  ]
  return (
    <Section
      title={t('Books')}
      about={
        isOrdered
          ? more !== undefined
            ? more.aboutBooks
            : t(
                'Copies ordered. Costs exclude shipping, fulfillment and tax, and cover only copies with a known price.',
              )
          : t('Copies')
      }
      flush
    >
      <TopList label={t('Books')} rows={sorted} columns={columns} keyOf={({ sku }) => sku ?? '\n'} sort={sort} />
    </Section>
  )
}

/** Whether parcels arrived as promised, by class and state. */
function Deliveries({ deliveries }: { deliveries: Delivered[] }) {
  const rows = deliveries.map(row => {
    const arrived = row.early + row.onTime + row.late
    return { ...row, arrived, onTimeRate: (row.early + row.onTime) / arrived }
  })
  const [sorted, sort] = useSorted(rows, '-late')
  if (deliveries.length === 0) return null
  const columns: Column<(typeof rows)[number]>[] = [
    {
      title: t('Shipping class'),
      cell: ({ shippingClassification }) => capitalize(shippingClassName(shippingClassification)),
      sort: sortBy('shippingClassification'),
    },
    { title: t('Where'), cell: ({ state }) => state || t('Unknown'), sort: sortBy('state') },
    {
      title: t('Delivered'),
      cell: ({ arrived }) => number(arrived),
      right: true,
      sort: sortBy('arrived', 'descending'),
    },
    {
      title: t('Early [[delivery]]'),
      cell: ({ early }) => number(early),
      right: true,
      wideOnly: true,
      sort: sortBy('early', 'descending'),
    },
    {
      title: t('Late [[delivery]]'),
      cell: ({ late }) => number(late),
      right: true,
      sort: sortBy('late', 'descending'),
    },
    {
      title: t('On time'),
      cell: ({ onTimeRate }) => valueText('deliveredOnTimeRate', onTimeRate),
      right: true,
      sort: sortBy('onTimeRate'),
    },
  ]
  return (
    <Section
      title={t('Delivery as promised')}
      about={t('Orders whose parcels have all arrived, by the last parcel.')}
      flush
    >
      <TopList
        label={t('Delivery as promised')}
        rows={sorted}
        columns={columns}
        keyOf={({ shippingClassification, state }) => `${shippingClassification} ${state}`}
        sort={sort}
      />
    </Section>
  )
}

/** With titles that are short enough for a table. */
const printerMeasures: PrinterMeasure[] = [
  { name: 'shipped', title: t('Shipped') },
  { name: 'shippedCopies', title: t('Copies'), wideOnly: true },
  { name: 'onTimeRate', title: t('On time') },
  { name: 'makingDays', title: t('Production [[time]]') },
  { name: 'stopped', title: t('On hold'), wideOnly: true },
  { name: 'reprints', title: t('Reprints'), wideOnly: true },
]

type PrintersProps = { printers: Printer[]; period: Days; linkTo: LinkTo; more: PrinterMeasure[] }

function Printers({ printers, period, linkTo, more }: PrintersProps) {
  const [sorted, sort] = useSorted(printers, '-shipped')
  const columns: Column<Printer>[] = [
    {
      title: t('Printer'),
      cell: ({ printer }) => linked(linkTo.printer?.(printer, period), printer),
      sort: sortBy('printer'),
    },
    ...[...printerMeasures, ...more].map(
      ({ name, title, wideOnly }): Column<Printer> => ({
        title,
        cell: printer => (
          <div>
            {valueText(name, printer[name] as number | null)}
            {printer.before[name] ? (
              <Text size="xs" c="dimmed">
                {t('{value} before', { value: valueText(name, printer.before[name]) })}
              </Text>
            ) : null}
          </div>
        ),
        right: true,
        ...(wideOnly && { wideOnly }),
        sort: sortBy(name, 'descending'),
      }),
    ),
  ]
  return (
    <Section title={t('Printers')} flush>
      <TopList label={t('Printers')} rows={sorted} columns={columns} keyOf={({ printer }) => printer} sort={sort} />
    </Section>
  )
}

type Reason = { key: string; text: string; orders: number; ordersBefore: number }

function Reasons({ report, linkTo }: { report: ReportData; linkTo: LinkTo }) {
  const { failures = [], problems, cancellations = [], reprintCauses, period } = report
  return (
    <div className={classes.halves}>
      <ReasonList
        title={t('Why orders failed')}
        nameTitle={t('Reason')}
        link={linkTo.measure('failed', period)}
        rows={failures.map(({ code, ...row }) => ({ ...row, key: code, text: codeText(code) }))}
      />
      <ReasonList
        title={t('Why orders were put on hold')}
        nameTitle={t('Problem')}
        link={linkTo.measure('stopped', period)}
        rows={problems.map(({ code, ...row }) => ({ ...row, key: code, text: codeText(code) }))}
      />
      <ReasonList
        title={t('When orders were canceled')}
        nameTitle={t('When')}
        link={linkTo.measure('canceled', period)}
        rows={cancellations.map(({ when, ...row }) => ({ ...row, key: when, text: cancellationText(when) }))}
      />
      <ReasonList
        title={t('Why books were reprinted')}
        nameTitle={t('Cause')}
        link={linkTo.measure('reprints', period)}
        rows={reprintCauses.map(({ cause, ...row }) => ({ ...row, key: cause, text: causeText(cause) }))}
      />
    </div>
  )
}

type ReasonListProps = { title: string; nameTitle: string; link: ListLink | undefined; rows: Reason[] }

function ReasonList({ title, nameTitle, link, rows }: ReasonListProps) {
  if (rows.length === 0) return null
  const highest = Math.max(1, ...rows.map(({ orders }) => orders))
  const columns: Column<Reason>[] = [
    { title: nameTitle, cell: ({ text }) => <span className="wrap">{text}</span> },
    {
      title: t('Chart'),
      cell: ({ orders }) => (
        <div className={classes.track} aria-hidden>
          <div className={classes.bar} hidden={orders === 0} style={{ width: `${(100 * orders) / highest}%` }} />
        </div>
      ),
      wideOnly: true,
    },
    { title: t('Orders'), cell: ({ orders }) => number(orders), right: true },
    { title: t('Before'), cell: ({ ordersBefore }) => number(ordersBefore), right: true },
  ]
  return (
    <Section
      title={title}
      about={
        link === undefined ? undefined : (
          <AppLink {...link} size="sm">
            {t('View these orders')}
          </AppLink>
        )
      }
      flush
    >
      <TopList label={title} isCompact rows={rows} columns={columns} keyOf={({ key }) => key} />
    </Section>
  )
}
