// The first screen: the state of the day, and the tasks that need attention.

import { Group, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, Plus } from 'lucide-react'
import { api, type Mode, type Order, type ResponseBody } from '../../api.ts'
import { DayBars, hatchedGray } from '../../components/charts/DayBars.tsx'
import { Meter } from '../../components/charts/Meter.tsx'
import { Failure } from '../../components/feedback/Failure.tsx'
import { AppLink, LinkButton } from '../../components/layout/AppLink.tsx'
import { Figure } from '../../components/layout/Figure.tsx'
import { PageFrame, WhileLoading } from '../../components/layout/Page.tsx'
import { Section } from '../../components/layout/Section.tsx'
import { money, number, percent, UpcomingTime } from '../../components/layout/Values.tsx'
import { rich, t } from '../../language.ts'
import { useMode } from '../../shell/frame/mode.ts'
import { billingTerms } from '../../shell/money/billingTerms.ts'
import { useStatusTexts } from '../../shell/orders/statusTexts.tsx'
import { useMay } from '../../shell/session/session.ts'
import { FirstSteps } from './FirstSteps.tsx'
import classes from './Overview.module.css'

type Overview = ResponseBody<'/dashboard/api/{mode}/overview'>

export function Page() {
  const mode = useMode()
  const mayOrder = useMay('orders')
  const overview = useQuery({
    queryKey: [mode, 'overview'],
    queryFn: () => api.GET('/dashboard/api/{mode}/overview', { params: { path: { mode } } }),
    refetchInterval: 60_000,
  })
  const { data } = overview
  return (
    <PageFrame
      title={t('Overview')}
      actions={
        mayOrder ? (
          <LinkButton to={`/${mode}/place`} leftSection={<Plus size={15} />}>
            {t('Place order')}
          </LinkButton>
        ) : undefined
      }
    >
      {overview.error ? <Failure error={overview.error} retry={() => overview.refetch()} /> : null}
      {overview.isPending ? (
        <WhileLoading>
          <div aria-hidden>
            <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="md" mb="md">
              <Skeleton height={148} radius="md" />
              <Skeleton height={148} radius="md" />
              <Skeleton height={148} radius="md" />
            </SimpleGrid>
            <div className={classes.halves}>
              <Skeleton height={330} radius="md" />
              <Skeleton height={180} radius="md" />
            </div>
          </div>
        </WhileLoading>
      ) : null}
      {data ? (
        <>
          {data.days.every(({ counts }) => counts.length === 0) && data.limit.received === 0 ? (
            <FirstSteps mode={mode} isChargedHere={data.charge !== null} />
          ) : null}
          <SimpleGrid cols={{ base: 1, sm: data.webhooks.lookedAt === 0 ? 2 : 3 }} spacing="md" mb="md">
            <LimitCard limit={data.limit} now={data.now} mode={mode} />
            {mode === 'production' ? <ChargeCard charge={data.charge} now={data.now} /> : <OpenCard data={data} />}
            {data.webhooks.lookedAt === 0 ? null : <WebhookCard webhooks={data.webhooks} mode={mode} />}
          </SimpleGrid>
          <div className={classes.halves}>
            <Section title={t('Orders by day')} about={t('Last 14 days, by current status')}>
              <Days data={data} />
              {data.capped ? (
                <Text size="xs" c="dimmed" mt="xs">
                  {t('Counts stop at 10,000 orders per status and day.')}
                </Text>
              ) : null}
            </Section>
            <Section title={t('Needs attention')}>
              <Attention data={data} mode={mode} />
            </Section>
          </div>
        </>
      ) : null}
    </PageFrame>
  )
}

function LimitCard({ limit, now, mode }: { limit: Overview['limit']; now: string; mode: Mode }) {
  const { ordersPer24Hours, received, queued, queueCeiling, nextPlaceAt } = limit
  const isFull = received >= ordersPer24Hours
  const queueCapacity = Math.max(0, queueCeiling - received)
  return (
    <Figure title={t('Orders in the last 24 hours')} value={number(received)}>
      <Used label={t('24-hour limit')} value={received} of={ordersPer24Hours} tone={isFull ? 'full' : 'calm'} />
      {mode === 'production' && (queued > 0 || isFull) ? (
        <Used label={t('Queue')} value={queued} of={queueCapacity} tone="full" />
      ) : null}
      <Text size="sm" c="dimmed">
        {nextPlaceAt === null
          ? t('You have used none of your daily limit.')
          : rich('Next slot opens {time}.', { time: <UpcomingTime at={nextPlaceAt} now={now} /> })}
      </Text>
    </Figure>
  )
}

const Used = (meter: Parameters<typeof Meter>[0]) => (
  <div>
    <Group justify="space-between" gap="xs">
      <Text size="sm">{meter.label}</Text>
      <Text size="sm">
        {number(meter.value)}/{number(meter.of)}
      </Text>
    </Group>
    <Meter {...meter} />
  </div>
)

function ChargeCard({ charge, now }: { charge: Overview['charge']; now: string }) {
  if (charge === null) return <BalanceCard />
  return (
    <Figure title={t('Next charge')} value={money(charge.amount)}>
      <Text size="sm" c="dimmed">
        {rich(
          '{count, plural, =0 {Nothing due. Next charge: {time}.} one {# order, charged {time}.} other {# orders, charged {time}.}}',
          { count: charge.orders, time: <UpcomingTime at={charge.at} now={now} /> },
        )}
      </Text>
      {charge.hasCard ? null : (
        <Text size="sm">
          {rich(
            charge.orders === 0
              ? '<link>Add a card</link> to pay for orders.'
              : '<link>Add a card</link> to pay for these orders.',
            { link: text => <AppLink to="/production/billing">{text}</AppLink> },
          )}
        </Text>
      )}
    </Figure>
  )
}

/** Of an account that pays by statement. */
function BalanceCard() {
  const billing = useQuery(billingTerms).data
  return (
    <Figure title={t('Balance')} value={billing === undefined ? '–' : money(billing.balance)}>
      {billing !== undefined && billing.overdue > 0 ? (
        <Text size="sm" c="red" fw={500}>
          {t('{amount} overdue', { amount: money(billing.overdue) })}
        </Text>
      ) : null}
      <Text size="sm" c="dimmed">
        {t('The printer sets your prices, and you pay by monthly statement.')}
      </Text>
    </Figure>
  )
}

function OpenCard({ data }: { data: Overview }) {
  const words = useStatusTexts()
  const open = data.open.filter(({ orders }) => orders > 0)
  const total = open.reduce((sum, { orders }) => sum + orders, 0)
  return (
    <Figure title={t('Orders in progress')} value={number(total)}>
      {total === 0 ? (
        <Text size="sm" c="dimmed">
          {t('No orders are in progress.')}
        </Text>
      ) : (
        open.slice(0, 3).map(({ status, orders }) => (
          <Group key={status} justify="space-between">
            <AppLink to="/sandbox/orders" search={{ status }} size="sm">
              {words.of(status)?.label ?? status}
            </AppLink>
            <Text size="sm">{number(orders)}</Text>
          </Group>
        ))
      )}
    </Figure>
  )
}

/** Of an account that has a program. */
function WebhookCard({ webhooks, mode }: { webhooks: Overview['webhooks']; mode: Mode }) {
  const { lookedAt, delivered, failed, retrying } = webhooks
  // A webhook before its first response says nothing about the receiver; a retried webhook was not accepted.
  const answered = delivered + failed + retrying
  return (
    <Figure
      title={t('Webhooks delivered')}
      value={answered === 0 ? '–' : percent(Math.floor((1000 * delivered) / answered) / 1000)}
    >
      <Text size="sm" c="dimmed">
        {t(
          'Last {count, plural, one {# delivery} other {# deliveries}}: {delivered} delivered, {retrying} retrying, {failed} failed.',
          {
            count: lookedAt,
            delivered: number(delivered),
            retrying: number(retrying),
            failed: number(failed),
          },
        )}
      </Text>
      <AppLink to={`/${mode}/webhooks`} size="sm">
        {t('View deliveries')}
      </AppLink>
    </Figure>
  )
}

/** A few colors, in the order of an order's life. */
const groups = [
  { key: 'waiting', label: t('Waiting'), color: 'var(--octavo-waiting)' },
  { key: 'working', label: t('In progress'), color: 'var(--octavo-working)' },
  { key: 'attention', label: t('Needs attention'), color: 'var(--octavo-attention)' },
  { key: 'good', label: t('Shipped'), color: 'var(--octavo-good)' },
  { key: 'ended', label: t('Canceled'), color: hatchedGray },
  { key: 'bad', label: t('Failed or rejected'), color: 'var(--octavo-bad)' },
]

function Days({ data }: { data: Overview }) {
  const words = useStatusTexts()
  const days = data.days.map(({ day, counts }) => {
    const sums: Record<string, number> = {}
    for (const { status, orders } of counts) {
      const tone = words.of(status)?.tone ?? 'waiting'
      sums[tone] = (sums[tone] ?? 0) + orders
    }
    return { day, values: sums }
  })
  const used = groups.filter(({ key }) => days.some(({ values }) => key in values))
  if (used.length === 0) {
    return (
      <Text c="dimmed" py="xl" ta="center">
        {t('No orders in the last 14 days.')}
      </Text>
    )
  }
  return <DayBars label={t('Orders by day and status')} days={days} series={used} />
}

/** Red: orders or webhooks stop. Amber: worth a look. Gray: continues by itself. */
type AttentionItem = { tone: 'red' | 'amber' | 'gray'; text: string; to: string; search?: Record<string, string> }

type OrderItem = Pick<AttentionItem, 'tone'> & {
  status: Order['status']
  /** Orders that are in the status now, or that came into it in the last 14 days. */
  among: 'open' | 'recent'
  text(count: number): string
}

const orderItems: OrderItem[] = [
  {
    tone: 'amber',
    status: 'EXCEPTION',
    among: 'open',
    text: count => t('{count, plural, one {# order} other {# orders}} on hold, under review by support', { count }),
  },
  {
    tone: 'amber',
    status: 'CANCELLATION_REQUESTED',
    among: 'open',
    text: count =>
      t('{count, plural, one {# cancellation} other {# cancellations}} waiting for the printer', { count }),
  },
  {
    tone: 'amber',
    status: 'FAILED',
    among: 'recent',
    text: count => t('{count, plural, one {# order} other {# orders}} failed in the last 14 days', { count }),
  },
  {
    tone: 'amber',
    status: 'REJECTED',
    among: 'recent',
    text: count =>
      t('{count, plural, one {# order} other {# orders}} rejected in the last 14 days (limit reached)', { count }),
  },
  {
    tone: 'gray',
    status: 'QUEUED',
    among: 'open',
    text: count => t('{count, plural, one {# order} other {# orders}} in the queue', { count }),
  },
]

function attentionItems({ charge, webhooks, open, days }: Overview, mode: Mode): AttentionItem[] {
  const items: AttentionItem[] = []
  if (charge && !charge.hasCard) items.push({ tone: 'red', text: t('No card on file'), to: `/${mode}/billing` })
  if (charge && charge.declined > 0) {
    const text = t('Payment declined for {count, plural, one {# order} other {# orders}}', { count: charge.declined })
    items.push({ tone: 'red', text, to: `/${mode}/billing` })
  }
  if (webhooks.failed > 0) {
    const text = t('{count, plural, one {# webhook} other {# webhooks}} failed', { count: webhooks.failed })
    items.push({ tone: 'red', text, to: `/${mode}/webhooks`, search: { state: 'given_up' } })
  }
  if (webhooks.retrying > 0) {
    const text = t('{count, plural, one {# webhook} other {# webhooks}} being retried', { count: webhooks.retrying })
    items.push({ tone: 'amber', text, to: `/${mode}/webhooks` })
  }
  const counts = { open, recent: days.flatMap(({ counts }) => counts) }
  for (const { tone, status, among, text } of orderItems) {
    const count = counts[among].reduce((sum, entry) => sum + (entry.status === status ? entry.orders : 0), 0)
    if (count > 0) items.push({ tone, text: text(count), to: `/${mode}/orders`, search: { status } })
  }
  return items
}

function Attention({ data, mode }: { data: Overview; mode: Mode }) {
  const items = attentionItems(data, mode)
  if (items.length === 0) {
    return (
      <Group gap="xs" c="dimmed" py="xs" wrap="nowrap">
        <CircleCheck size={18} aria-hidden />
        <Text size="sm">{t('Nothing needs your attention.')}</Text>
      </Group>
    )
  }
  return (
    <Stack gap={0} className={classes.items}>
      {items.map(({ tone, text, to, search }) => (
        <Group key={text} gap="xs" wrap="nowrap" align="center">
          <CircleAlert size={16} className={classes.itemIcon} data-tone={tone} aria-hidden />
          <AppLink to={to} search={search} size="sm">
            {text}
          </AppLink>
        </Group>
      ))}
    </Stack>
  )
}
