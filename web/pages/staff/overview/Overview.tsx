// The performance of the service, and the tasks that need action: the first screen of the day.

import { Alert, Group, SimpleGrid, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Store } from 'lucide-react'
import type { ReactNode } from 'react'
import { api, type ResponseBody } from '../../../api.ts'
import { DayBars, hatchedGray } from '../../../components/charts/DayBars.tsx'
import { Failure } from '../../../components/feedback/Failure.tsx'
import { AppLink } from '../../../components/layout/AppLink.tsx'
import { Figure } from '../../../components/layout/Figure.tsx'
import { PageFrame, WhileLoading } from '../../../components/layout/Page.tsx'
import { Section } from '../../../components/layout/Section.tsx'
import { money, number, RelativeTime } from '../../../components/layout/Values.tsx'
import { OrderLink } from '../../../components/staff/StaffLinks.tsx'
import { rich, t } from '../../../language.ts'
import { inSequence, ordersDue, ordersIn, useOrderCount } from '../../../shell/orders/queues.ts'
import { useStatusTexts } from '../../../shell/orders/statusTexts.tsx'
import classes from './Overview.module.css'

type Overview = ResponseBody<'/staff/overview'>

const refetchMs = 30_000

export function Page() {
  const overview = useQuery({
    queryKey: ['staff', 'overview'],
    queryFn: () => api.GET('/staff/overview'),
    refetchInterval: refetchMs,
  })
  const { data } = overview
  return (
    <PageFrame title={t('Overview')}>
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
              icon={<Store size={18} />}
              title={t('You sell nothing yet, so orders are refused')}
              mb="md"
            >
              <AppLink to="/set-up">{t('Continue the set-up')}</AppLink>
            </Alert>
          )}
          <DayFigures sales={data.sales} />
          <div className={classes.halves}>
            <Section title={t('Needs action')}>
              <Attention counts={data.counts} />
            </Section>
            <Section title={t('Overdue orders')} about={t('Production orders waiting longer than expected')}>
              <Waiting waiting={data.waiting} />
            </Section>
          </div>
          <Section title={t('Orders by day')} about={t('Last 14 days (UTC), by current status')}>
            <Bars label={t('Orders by day')} days={data.days} groups={throughput} />
          </Section>
          <div className={classes.halves}>
            <Section title={t('Problems by day')} about={t('Orders on hold, failed or rejected')}>
              <Bars label={t('Failures by day')} days={data.days} groups={failures} />
            </Section>
            <Section title={t('Work of the printers')} about={t('Copies by the day that they are planned for')}>
              <Copies days={data.work} />
            </Section>
          </div>
          {data.capped ? (
            <Text size="sm" c="dimmed">
              {t('Charts stop at 100,000 orders and 1,000 accounts, lists at 10,000.')}
            </Text>
          ) : null}
        </>
      ) : null}
    </PageFrame>
  )
}

const DayFigures = ({ sales }: Pick<Overview, 'sales'>) => (
  <SimpleGrid cols={{ base: 2, md: 4 }} spacing="md" mb="md">
    <SalesFigure title={t('Sold yesterday')} sales={sales.yesterday} />
    <SalesFigure title={t('Sold today')} sales={sales.today} />
    <DueFigure due="today" title={t('Due today')} />
    <DueFigure due="late" title={t('Late')} />
  </SimpleGrid>
)

const SalesFigure = ({ title, sales }: { title: string; sales: Overview['sales']['today'] }) => (
  <Figure title={title} value={money(sales.amount)}>
    <AppLink to="/reports" size="sm">
      {t('{count, plural, one {# order} other {# orders}}', { count: sales.orders })}
    </AppLink>
  </Figure>
)

function DueFigure({ title, due }: { title: string; due: 'today' | 'late' }) {
  const count = useOrderCount(ordersDue(due))
  return (
    <Figure title={title} value={count === null ? '–' : number(count)}>
      <AppLink to="/orders" search={inSequence(ordersDue(due), count)} size="sm">
        {t('View orders')}
      </AppLink>
    </Figure>
  )
}

type AttentionKind = {
  of: keyof Overview['counts']
  text(count: number): string
  to: string
  search?: Record<string, string>
}

const attentionKinds: AttentionKind[] = [
  {
    of: 'stopped',
    text: count => t('{count, plural, one {order on hold} other {orders on hold}}', { count }),
    to: '/orders',
    search: ordersIn('EXCEPTION'),
  },
  {
    of: 'approvals',
    text: count => t('{count, plural, one {request to approve} other {requests to approve}}', { count }),
    to: '/approvals',
  },
  {
    of: 'unknownCharges',
    text: count =>
      t('{count, plural, one {payment with unknown status} other {payments with unknown status}}', { count }),
    to: '/money',
    search: { tab: 'unknown' },
  },
  {
    of: 'unmadeRefunds',
    text: count => t('{count, plural, one {failed refund} other {failed refunds}}', { count }),
    to: '/money',
    search: { tab: 'refunds' },
  },
  {
    of: 'refusedPayments',
    text: count => t('{count, plural, one {refused transfer} other {refused transfers}}', { count }),
    to: '/money',
    search: { tab: 'transfers' },
  },
  {
    of: 'openDisputes',
    text: count => t('{count, plural, one {open dispute} other {open disputes}}', { count }),
    to: '/money',
    search: { tab: 'disputes' },
  },
  {
    of: 'untaxed',
    text: count => t('{count, plural, one {order without a tax quote} other {orders without a tax quote}}', { count }),
    to: '/orders',
    search: { tab: 'checking' },
  },
  {
    of: 'unevenDays',
    text: count =>
      t('{count, plural, one {day with reconciliation differences} other {days with reconciliation differences}}', {
        count,
      }),
    to: '/money',
    search: { tab: 'books' },
  },
  {
    of: 'alarms',
    text: count => t('{count, plural, one {overdue printer update} other {overdue printer updates}}', { count }),
    to: '/printers',
    search: { tab: 'alarms' },
  },
  {
    of: 'quotes',
    text: count => t('{count, plural, one {quote to answer} other {quotes to answer}}', { count }),
    to: '/quotes',
    search: { status: 'requested' },
  },
  {
    of: 'returned',
    text: count =>
      t('{count, plural, one {order with a returned parcel} other {orders with returned parcels}}', { count }),
    to: '/printers',
    search: { tab: 'returned' },
  },
  {
    of: 'failingPrinters',
    text: count => t('{count, plural, one {unreachable printer} other {unreachable printers}}', { count }),
    to: '/printers',
  },
  {
    of: 'heldPrinters',
    text: count => t('{count, plural, one {paused printer} other {paused printers}}', { count }),
    to: '/printers',
  },
  {
    of: 'contradictions',
    text: count =>
      t(
        '{count, plural, one {conflicting printer message in the last week} other {conflicting printer messages in the last week}}',
        { count },
      ),
    to: '/printers',
    search: { tab: 'messages' },
  },
  {
    of: 'exemptions',
    text: count =>
      t('{count, plural, one {tax exemption certificate to review} other {tax exemption certificates to review}}', {
        count,
      }),
    to: '/exemptions',
  },
  {
    of: 'expiringExemptions',
    text: count =>
      t('{count, plural, one {expiring tax exemption certificate} other {expiring tax exemption certificates}}', {
        count,
      }),
    to: '/exemptions',
    search: { tab: 'expiring' },
  },
  {
    of: 'overdue',
    text: count => t('{count, plural, one {unpaid order} other {unpaid orders}}', { count }),
    to: '/money',
    search: { tab: 'overdue' },
  },
  {
    of: 'unconfirmedCharges',
    text: count =>
      t('{count, plural, one {charge awaiting confirmation} other {charges awaiting confirmation}}', { count }),
    to: '/money',
    search: { tab: 'unconfirmed' },
  },
  {
    of: 'stuckMails',
    text: count =>
      t('{count, plural, one {email unsent for over an hour} other {emails unsent for over an hour}}', { count }),
    to: '/mails',
  },
]

function Attention({ counts }: { counts: Overview['counts'] }) {
  const items = attentionKinds.filter(({ of }) => counts[of] > 0)
  if (items.length === 0) return <NothingToDo>{t('Nothing needs your attention.')}</NothingToDo>
  return (
    <ul className={classes.rows}>
      {items.map(({ of, text, to, search }) => (
        <li key={of}>
          <span className={classes.count}>{number(counts[of])}</span>
          <span className={classes.description}>
            <AppLink to={to} search={search}>
              {text(counts[of])}
            </AppLink>
          </span>
        </li>
      ))}
    </ul>
  )
}

function Waiting({ waiting }: { waiting: Overview['waiting'] }) {
  const words = useStatusTexts()
  if (waiting.every(({ late }) => late === 0)) return <NothingToDo>{t('No orders are overdue.')}</NothingToDo>
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
                {oldestSince === null
                  ? lateText(lateAfterMinutes)
                  : rich('{late}, oldest since {time}', {
                      late: lateText(lateAfterMinutes),
                      time: <RelativeTime at={oldestSince} />,
                    })}
              </Text>
              <Group gap="0 0.5rem" mt={2}>
                {examples.map(order => (
                  <OrderLink key={`${order.accountId} ${order.customerOrderId}`} order={order} size="sm" />
                ))}
                {late > examples.length ? (
                  <Text span size="sm" c="dimmed">
                    {t('and {count} more', { count: number(late - examples.length) })}
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

function lateText(minutes: number): string {
  if (minutes < 60) return t('for more than {minutes, plural, one {# minute} other {# minutes}}', { minutes })
  if (minutes < 1440) return t('for more than {hours, plural, one {# hour} other {# hours}}', { hours: minutes / 60 })
  return t('for more than {days, plural, one {# day} other {# days}}', { days: minutes / 1440 })
}

type Status = Overview['days'][number]['counts'][number]['status']
type Bar = { key: string; label: string; color: string; of: readonly Status[] }

/** A few colors, in the order of an order's life. */
const throughput: Bar[] = [
  { key: 'queued', label: t('Queued [[status]]'), color: 'var(--octavo-waiting)', of: ['QUEUED'] },
  {
    key: 'working',
    label: t('In progress'),
    color: 'var(--octavo-working)',
    of: ['RECEIVED', 'VALIDATING', 'AWAITING_PROOF', 'VALID_AWAITING_PAYMENT', 'VALID_HOLDING_BIN', 'PRINTING'],
  },
  {
    key: 'attention',
    label: t('Needs action'),
    color: 'var(--octavo-attention)',
    of: ['CANCELLATION_REQUESTED', 'EXCEPTION'],
  },
  { key: 'shipped', label: t('Shipped'), color: 'var(--octavo-good)', of: ['SHIPPED'] },
  { key: 'cancelled', label: t('Canceled'), color: hatchedGray, of: ['CANCELLED'] },
  { key: 'failed', label: t('Failed or rejected'), color: 'var(--octavo-bad)', of: ['FAILED', 'REJECTED'] },
]
const failures: Bar[] = [
  { key: 'exception', label: t('On hold'), color: 'var(--octavo-attention)', of: ['EXCEPTION'] },
  { key: 'failed', label: t('Failed'), color: 'var(--octavo-bad)', of: ['FAILED'] },
  { key: 'rejected', label: t('Rejected'), color: '#9f2b68', of: ['REJECTED'] },
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

function Copies({ days }: { days: Overview['work'] }) {
  if (days.every(({ copies }) => copies === 0)) return <Nothing />
  const bars = days.map(({ day, copies }) => ({ day, values: { copies } }))
  return (
    <DayBars
      label={t('Copies by day')}
      days={bars}
      series={[{ key: 'copies', label: t('Copies'), color: 'var(--octavo-working)' }]}
    />
  )
}

const Nothing = () => (
  <Text c="dimmed" py="xl" ta="center">
    {t('None in the last 14 days.')}
  </Text>
)
