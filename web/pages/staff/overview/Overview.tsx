// How the service performs, and what needs action: the first screen of the day.

import { Alert, Group, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Store } from 'lucide-react'
import type { ReactNode } from 'react'
import { api, type ResponseBody, unwrap } from '../../../api.ts'
import { DayBars, hatchedGray } from '../../../components/charts/DayBars.tsx'
import { Failure } from '../../../components/feedback/Failure.tsx'
import { AppLink } from '../../../components/layout/AppLink.tsx'
import { PageFrame, WhileLoading } from '../../../components/layout/Page.tsx'
import { Section } from '../../../components/layout/Section.tsx'
import { number, plural, RelativeTime } from '../../../components/layout/Values.tsx'
import { OrderLink } from '../../../components/staff/StaffLinks.tsx'
import { useStatusTexts } from '../../../shell/statusTexts.tsx'
import classes from './Overview.module.css'

type Overview = ResponseBody<'/staff/overview'>

const refetchMs = 30_000

export function Page() {
  const overview = useQuery({
    queryKey: ['staff', 'overview'],
    queryFn: () => unwrap(api.GET('/staff/overview')),
    refetchInterval: refetchMs,
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
          {data.isSelling ? null : (
            <Alert
              color="orange"
              variant="light"
              icon={<Store size={18} />}
              title="You sell nothing yet, so orders are refused"
              mb="md"
            >
              <AppLink to="/set-up">Continue the set-up</AppLink>
            </Alert>
          )}
          <div className={classes.halves}>
            <Section title="Needs action">
              <Attention counts={data.counts} />
            </Section>
            <Section title="Overdue orders" about="Production orders waiting longer than expected">
              <Waiting waiting={data.waiting} />
            </Section>
          </div>
          <Section title="Orders by day" about="Last 14 days (UTC), by current status">
            <Bars label="Orders by day" days={data.days} groups={throughput} />
          </Section>
          <div className={classes.halves}>
            <Section title="Problems by day" about="Orders on hold, failed or rejected">
              <Bars label="Failures by day" days={data.days} groups={failures} />
            </Section>
            <Section title="Sent to printers" about="Copies per day">
              <Copies days={data.days} />
            </Section>
          </div>
          {data.capped ? (
            <Text size="sm" c="dimmed">
              Charts stop at 100,000 orders and 1,000 accounts, lists at 10,000.
            </Text>
          ) : null}
        </>
      ) : null}
    </PageFrame>
  )
}

type AttentionItem = { count: number; one: string; many: string; to: string; search?: Record<string, string> }

function Attention({ counts }: { counts: Overview['counts'] }) {
  const items: AttentionItem[] = [
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
      one: 'payment with unknown status',
      many: 'payments with unknown status',
      to: '/money',
    },
    {
      count: counts.unmadeRefunds,
      one: 'failed refund',
      many: 'failed refunds',
      to: '/money',
      search: { tab: 'refunds' },
    },
    {
      count: counts.openDisputes,
      one: 'open dispute',
      many: 'open disputes',
      to: '/money',
      search: { tab: 'disputes' },
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
      one: 'day with reconciliation differences',
      many: 'days with reconciliation differences',
      to: '/money',
      search: { tab: 'books' },
    },
    {
      count: counts.alarms,
      one: 'overdue printer update',
      many: 'overdue printer updates',
      to: '/printers',
      search: { tab: 'alarms' },
    },
    {
      count: counts.failingPrinters,
      one: 'unreachable printer',
      many: 'unreachable printers',
      to: '/printers',
    },
    { count: counts.heldPrinters, one: 'paused printer', many: 'paused printers', to: '/printers' },
    {
      count: counts.contradictions,
      one: 'conflicting printer message in the last week',
      many: 'conflicting printer messages in the last week',
      to: '/printers',
      search: { tab: 'messages' },
    },
    {
      count: counts.exemptions,
      one: 'tax exemption certificate to review',
      many: 'tax exemption certificates to review',
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
      one: 'charge awaiting confirmation',
      many: 'charges awaiting confirmation',
      to: '/money',
      search: { tab: 'unconfirmed' },
    },
    {
      count: counts.stuckMails,
      one: 'email unsent for over an hour',
      many: 'emails unsent for over an hour',
      to: '/mails',
    },
  ].filter(({ count }) => count > 0)
  if (items.length === 0) return <NothingToDo>Nothing needs your attention.</NothingToDo>
  return (
    <ul className={classes.rows}>
      {items.map(({ count, one, many, to, search }) => (
        <li key={one}>
          <span className={classes.count}>{number(count)}</span>
          <span className={classes.description}>
            <AppLink to={to} search={search}>
              {count === 1 ? one : many}
            </AppLink>
          </span>
        </li>
      ))}
    </ul>
  )
}

function Waiting({ waiting }: { waiting: Overview['waiting'] }) {
  const words = useStatusTexts()
  if (waiting.every(({ late }) => late === 0)) return <NothingToDo>No orders are overdue.</NothingToDo>
  return (
    <ul className={classes.rows}>
      {waiting
        .filter(({ late }) => late > 0)
        .map(({ status, late, lateAfterMinutes, oldestSince, examples }) => (
          <li key={status}>
            <span className={classes.count}>{number(late)}</span>
            <span className={classes.description}>
              {words.of(status)?.label ?? status}
              <Text size="sm" c="dimmed">
                for more than {durationText(lateAfterMinutes)}
                {oldestSince === null ? '' : ', oldest since '}
                {oldestSince === null ? null : <RelativeTime at={oldestSince} />}
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

const NothingToDo = ({ children }: { children: ReactNode }) => (
  <Group gap="xs" c="dimmed" py="xs" wrap="nowrap">
    <CircleCheck size={18} aria-hidden />
    <Text size="sm">{children}</Text>
  </Group>
)

function durationText(minutes: number): string {
  if (minutes < 60) return plural(minutes, 'minute')
  return minutes < 1440 ? plural(minutes / 60, 'hour') : plural(minutes / 1440, 'day')
}

type Status = Overview['days'][number]['counts'][number]['status']
type Bar = { key: string; label: string; color: string; of: readonly Status[] }

/** A few colors, in the order of an order's life. */
const throughput: Bar[] = [
  { key: 'queued', label: 'Queued', color: 'var(--octavo-waiting)', of: ['QUEUED'] },
  {
    key: 'working',
    label: 'In progress',
    color: 'var(--octavo-working)',
    of: ['RECEIVED', 'VALIDATING', 'AWAITING_PROOF', 'VALID_AWAITING_PAYMENT', 'VALID_HOLDING_BIN', 'PRINTING'],
  },
  {
    key: 'attention',
    label: 'Needs action',
    color: 'var(--octavo-attention)',
    of: ['CANCELLATION_REQUESTED', 'EXCEPTION'],
  },
  { key: 'shipped', label: 'Shipped', color: 'var(--octavo-good)', of: ['SHIPPED'] },
  { key: 'cancelled', label: 'Canceled', color: hatchedGray, of: ['CANCELLED'] },
  { key: 'failed', label: 'Failed or rejected', color: 'var(--octavo-bad)', of: ['FAILED', 'REJECTED'] },
]
const failures: Bar[] = [
  { key: 'exception', label: 'On hold', color: 'var(--octavo-attention)', of: ['EXCEPTION'] },
  { key: 'failed', label: 'Failed', color: 'var(--octavo-bad)', of: ['FAILED'] },
  { key: 'rejected', label: 'Rejected', color: '#9f2b68', of: ['REJECTED'] },
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
  return (
    <DayBars
      label="Copies by day"
      days={bars}
      series={[{ key: 'copies', label: 'Copies', color: 'var(--octavo-working)' }]}
    />
  )
}

const Nothing = () => (
  <Text c="dimmed" py="xl" ta="center">
    None in the last 14 days.
  </Text>
)
