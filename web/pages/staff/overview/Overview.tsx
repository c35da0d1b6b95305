// How the service performs, and what needs action: the first screen of the day.

import { Group, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Answer, api, ask } from '../../../api.ts'
import { DayBars, hatched } from '../../../components/DayBars.tsx'
import { Failure } from '../../../components/Failure.tsx'
import { GoTo } from '../../../components/GoTo.tsx'
import { PageFrame, WhileLoading } from '../../../components/Page.tsx'
import { Section } from '../../../components/Section.tsx'
import { OrderLink } from '../../../components/StaffLinks.tsx'
import { Ago, number, plural } from '../../../components/Values.tsx'
import { useWords } from '../../../shell/words.tsx'
import classes from './Overview.module.css'

type Overview = Answer<'/staff/overview'>

const everyMs = 30_000

export function Page() {
  const overview = useQuery({
    queryKey: ['staff', 'overview'],
    queryFn: () => ask(api.GET('/staff/overview')),
    refetchInterval: everyMs,
  })
  const { data } = overview
  return (
    <PageFrame title="Overview">
      {overview.error ? <Failure error={overview.error} retry={() => overview.refetch()} /> : null}
      {overview.isPending ? (
        <WhileLoading>
          <div className={classes.halves} aria-hidden>
            <Skeleton height={260} />
            <Skeleton height={260} />
          </div>
        </WhileLoading>
      ) : null}
      {data ? (
        <>
          <div className={classes.halves}>
            <Section title="Needs action">
              <Attention counts={data.counts} />
            </Section>
            <Section title="Waiting too long" about="Production orders that should have moved on by now">
              <Waiting waiting={data.waiting} />
            </Section>
          </div>
          <Section title="Orders by day" about="The last 14 days in UTC, by the orders’ current status">
            <Bars label="Orders by day" days={data.days} groups={throughput} />
          </Section>
          <div className={classes.halves}>
            <Section title="What went wrong" about="Orders of each day that stopped, failed, or were rejected">
              <Bars label="Failures by day" days={data.days} groups={failures} />
            </Section>
            <Section title="Sent to printers" about="Copies per day">
              <Copies days={data.days} />
            </Section>
          </div>
          {data.capped ? (
            <Text size="sm" c="dimmed">
              There is more than was counted: the charts stop at 100,000 orders and at 1,000 accounts, the lists at
              10,000.
            </Text>
          ) : null}
        </>
      ) : null}
    </PageFrame>
  )
}

type Matter = { count: number; one: string; many: string; to: string; search?: Record<string, string> }

function Attention({ counts }: { counts: Overview['counts'] }) {
  const matters: Matter[] = [
    {
      count: counts.stopped,
      one: 'order on hold',
      many: 'orders on hold',
      to: '/orders',
    },
    {
      count: counts.approvals,
      one: 'request to approve',
      many: 'requests to approve',
      to: '/approvals',
    },
    {
      count: counts.unknownCharges,
      one: 'charge with unknown outcome',
      many: 'charges with unknown outcome',
      to: '/money',
    },
    {
      count: counts.unmadeRefunds,
      one: 'refund that the provider has not made',
      many: 'refunds that the provider has not made',
      to: '/money',
      search: { tab: 'refunds' },
    },
    {
      count: counts.untaxed,
      one: 'order without a tax quote',
      many: 'orders without a tax quote',
      to: '/orders',
      search: { tab: 'checking' },
    },
    {
      count: counts.unevenDays,
      one: 'day that does not reconcile with the provider',
      many: 'days that do not reconcile with the provider',
      to: '/money',
      search: { tab: 'books' },
    },
    {
      count: counts.alarms,
      one: 'print job whose printer is silent',
      many: 'print jobs whose printer is silent',
      to: '/printers',
      search: { tab: 'alarms' },
    },
    {
      count: counts.failingPrinters,
      one: 'printer that cannot be reached',
      many: 'printers that cannot be reached',
      to: '/printers',
    },
    { count: counts.heldPrinters, one: 'printer on hold', many: 'printers on hold', to: '/printers' },
    {
      count: counts.contradictions,
      one: 'conflict with a printer in the last week',
      many: 'conflicts with printers in the last week',
      to: '/printers',
      search: { tab: 'messages' },
    },
    {
      count: counts.exemptions,
      one: 'exemption paper to review',
      many: 'exemption papers to review',
      to: '/exemptions',
    },
    {
      count: counts.overdue,
      one: 'unpaid order',
      many: 'unpaid orders',
      to: '/money',
      search: { tab: 'overdue' },
    },
    {
      count: counts.unconfirmedCharges,
      one: 'charge that waits for the cardholder',
      many: 'charges that wait for the cardholder',
      to: '/money',
      search: { tab: 'unconfirmed' },
    },
    {
      count: counts.stuckMails,
      one: 'e-mail not sent for an hour',
      many: 'e-mails not sent for an hour',
      to: '/mails',
    },
  ].filter(({ count }) => count > 0)
  if (matters.length === 0)
    return (
      <AllWell>
        Nothing. Orders on hold, silent printers, unclear charges, and requests and papers to decide on are listed here.
      </AllWell>
    )
  return (
    <ul className={classes.rows}>
      {matters.map(({ count, one, many, to, search }) => (
        <li key={one}>
          <span className={classes.count}>{number(count)}</span>
          <span className={classes.what}>
            <GoTo to={to} search={search}>
              {count === 1 ? one : many}
            </GoTo>
          </span>
        </li>
      ))}
    </ul>
  )
}

function Waiting({ waiting }: { waiting: Overview['waiting'] }) {
  const words = useWords()
  if (waiting.every(({ late }) => late === 0)) return <AllWell>No order has been waiting too long.</AllWell>
  return (
    <ul className={classes.rows}>
      {waiting
        .filter(({ late }) => late > 0)
        .map(({ status, late, lateAfterMinutes, oldestSince, examples }) => (
          <li key={status}>
            <span className={classes.count}>{number(late)}</span>
            <span className={classes.what}>
              {words.of(status)?.label ?? status}
              <Text size="sm" c="dimmed">
                for more than {spell(lateAfterMinutes)}
                {oldestSince === null ? '' : ', the oldest since '}
                {oldestSince === null ? null : <Ago at={oldestSince} />}
              </Text>
              <Group gap="xs" mt={2}>
                {examples.map(order => (
                  <OrderLink key={`${order.accountId} ${order.customerOrderId}`} order={order} size="sm" />
                ))}
                {late > examples.length ? (
                  <Text span size="sm" c="dimmed">
                    and {number(late - examples.length)} more
                  </Text>
                ) : null}
              </Group>
            </span>
          </li>
        ))}
    </ul>
  )
}

const AllWell = ({ children }: { children: ReactNode }) => (
  <Group gap="xs" c="dimmed" py="xs" wrap="nowrap">
    <CircleCheck size={18} aria-hidden />
    <Text size="sm">{children}</Text>
  </Group>
)

function spell(minutes: number): string {
  if (minutes < 60) return plural(minutes, 'minute')
  return minutes < 1440 ? plural(minutes / 60, 'hour') : plural(minutes / 1440, 'day')
}

type Status = Overview['days'][number]['counts'][number]['status']
type Bar = { key: string; label: string; colour: string; of: readonly Status[] }

/** A few colours, in the order of an order's life. */
const throughput: Bar[] = [
  { key: 'queued', label: 'Queued', colour: 'light-dark(#c3c9d6, #596073)', of: ['QUEUED'] },
  {
    key: 'working',
    label: 'In progress',
    colour: '#7386e8',
    of: ['RECEIVED', 'VALIDATING', 'VALID_AWAITING_PAYMENT', 'VALID_HOLDING_BIN', 'PRINTING'],
  },
  { key: 'attention', label: 'Needs action', colour: '#f0a030', of: ['CANCELLATION_REQUESTED', 'EXCEPTION'] },
  { key: 'shipped', label: 'Shipped', colour: '#12988a', of: ['SHIPPED'] },
  { key: 'cancelled', label: 'Cancelled', colour: hatched, of: ['CANCELLED'] },
  { key: 'failed', label: 'Failed or rejected', colour: '#e5484d', of: ['FAILED', 'REJECTED'] },
]
const failures: Bar[] = [
  { key: 'exception', label: 'On hold', colour: '#f0a030', of: ['EXCEPTION'] },
  { key: 'failed', label: 'Failed', colour: '#e5484d', of: ['FAILED'] },
  { key: 'rejected', label: 'Rejected', colour: '#9f2b68', of: ['REJECTED'] },
]

function Bars({ label, days, groups }: { label: string; days: Overview['days']; groups: Bar[] }) {
  const bars = days.map(({ day, counts }) => ({
    day,
    values: Object.fromEntries(
      groups.map(({ key, of }) => [
        key,
        counts.filter(({ status }) => of.includes(status)).reduce((sum, { orders }) => sum + orders, 0),
      ]),
    ),
  }))
  const used = groups.filter(({ key }) => bars.some(({ values }) => (values[key] ?? 0) > 0))
  if (used.length === 0) return <Nothing />
  return <DayBars label={label} days={bars} series={used} />
}

function Copies({ days }: { days: Overview['days'] }) {
  if (days.every(({ copies }) => copies === 0)) return <Nothing />
  const bars = days.map(({ day, copies }) => ({ day, values: { copies } }))
  return <DayBars label="Copies by day" days={bars} series={[{ key: 'copies', label: 'Copies', colour: '#7386e8' }]} />
}

const Nothing = () => (
  <Text c="dimmed" py="xl" ta="center">
    None on these days.
  </Text>
)
