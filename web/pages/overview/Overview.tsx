// The first screen: the state of the day, and what needs attention.

import { Group, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Answer, api, ask, type Mode, type Order } from '../../api.ts'
import { DayBars, hatched } from '../../components/DayBars.tsx'
import { Failure } from '../../components/Failure.tsx'
import { GoButton, GoTo } from '../../components/GoTo.tsx'
import { Meter } from '../../components/Meter.tsx'
import { PageFrame, WhileLoading } from '../../components/Page.tsx'
import { Section } from '../../components/Section.tsx'
import { Coming, money, number, plural } from '../../components/Values.tsx'
import { useMode } from '../../shell/mode.ts'
import { useMay } from '../../shell/session.ts'
import { useWords } from '../../shell/words.tsx'
import { FirstSteps } from './FirstSteps.tsx'
import classes from './Overview.module.css'

type Overview = Answer<'/dashboard/api/{mode}/overview'>

export function Page() {
  const mode = useMode()
  const mayOrder = useMay('orders')
  const overview = useQuery({
    queryKey: [mode, 'overview'],
    queryFn: () => ask(api.GET('/dashboard/api/{mode}/overview', { params: { path: { mode } } })),
    refetchInterval: 60_000,
  })
  const { data } = overview
  return (
    <PageFrame
      title="Overview"
      actions={
        mayOrder ? (
          <GoButton to={`/${mode}/place`} leftSection={<Plus size={15} />}>
            Place an order
          </GoButton>
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
          <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="md" mb="md">
            <LimitCard limit={data.limit} now={data.now} mode={mode} />
            {mode === 'production' ? <ChargeCard charge={data.charge} now={data.now} /> : <OpenCard data={data} />}
            <WebhookCard webhooks={data.webhooks} mode={mode} />
          </SimpleGrid>
          <div className={classes.halves}>
            <Section title="Orders by day" about="The last 14 days in UTC, by the orders’ current status">
              <Days data={data} />
              {data.capped ? (
                <Text size="xs" c="dimmed" mt="xs">
                  There is more than was counted: counting stops at 10,000 orders of a state, or of a state on one day.
                </Text>
              ) : null}
            </Section>
            <Section title="Needs attention">
              <Attention data={data} mode={mode} />
            </Section>
          </div>
        </>
      ) : null}
    </PageFrame>
  )
}

const Figure = ({ title, value, children }: { title: string; value: ReactNode; children: ReactNode }) => (
  <section className={classes.figure} aria-label={title}>
    <Text size="sm" c="dimmed" fw={500}>
      {title}
    </Text>
    <div className={classes.value}>{value}</div>
    <Stack gap={6} className={classes.rest}>
      {children}
    </Stack>
  </section>
)

function LimitCard({ limit, now, mode }: { limit: Overview['limit']; now: string; mode: Mode }) {
  const { ordersPer24Hours, received, queued, queueCeiling, nextPlaceAt } = limit
  const isFull = received >= ordersPer24Hours
  const places = Math.max(0, queueCeiling - received)
  return (
    <Figure title="Orders in the last 24 hours" value={number(received)}>
      <Used label="24-hour limit" value={received} of={ordersPer24Hours} tone={isFull ? 'full' : 'calm'} />
      {mode === 'production' && (queued > 0 || isFull) ? (
        <Used label="Queue" value={queued} of={places} tone="full" />
      ) : null}
      <Text size="sm" c="dimmed">
        {nextPlaceAt === null ? (
          'The whole limit is free.'
        ) : (
          <>
            Next slot opens <Coming at={nextPlaceAt} now={now} />.
          </>
        )}
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
  if (charge === null) {
    return (
      <Figure title="Next charge" value="None">
        <Text size="sm" c="dimmed">
          The printer sets your prices and bills you; nothing is charged here.
        </Text>
      </Figure>
    )
  }
  return (
    <Figure title="Next charge" value={money(charge.amount)}>
      <Text size="sm" c="dimmed">
        {charge.orders === 0 ? 'Nothing is due. Next charge: ' : `${plural(charge.orders, 'order')}, charged `}
        <Coming at={charge.at} now={now} />.
      </Text>
      {charge.hasCard ? null : (
        <Text size="sm">
          <GoTo to="/production/billing">Add a card</GoTo>, or{' '}
          {charge.orders === 0 ? 'orders stay' : 'these orders stay'} unpaid.
        </Text>
      )}
    </Figure>
  )
}

function OpenCard({ data }: { data: Overview }) {
  const words = useWords()
  const open = data.open.filter(({ orders }) => orders > 0)
  const all = open.reduce((sum, { orders }) => sum + orders, 0)
  return (
    <Figure title="Orders in progress" value={number(all)}>
      {all === 0 ? (
        <Text size="sm" c="dimmed">
          No orders are in progress.
        </Text>
      ) : (
        open.slice(0, 3).map(({ status, orders }) => (
          <Group key={status} justify="space-between">
            <GoTo to="/sandbox/orders" search={{ status }} size="sm">
              {words.of(status)?.label ?? status}
            </GoTo>
            <Text size="sm">{number(orders)}</Text>
          </Group>
        ))
      )}
    </Figure>
  )
}

function WebhookCard({ webhooks, mode }: { webhooks: Overview['webhooks']; mode: Mode }) {
  const { lookedAt, delivered, failed, retrying } = webhooks
  // What nobody has answered yet says nothing of the receiver; what is being retried was not accepted.
  const answered = delivered + failed + retrying
  return (
    <Figure
      title="Webhooks delivered"
      value={answered === 0 ? '–' : `${Math.floor((1000 * delivered) / answered) / 10}%`}
    >
      <Text size="sm" c="dimmed">
        {lookedAt === 0
          ? 'None was sent yet. Orders with a webhookUrl tell their events there.'
          : `Of the newest ${plural(lookedAt, 'delivery', 'deliveries')}: ${number(delivered)} delivered, ${number(retrying)} retrying, ${number(failed)} failed.`}
      </Text>
      {lookedAt > 0 ? (
        <GoTo to={`/${mode}/webhooks`} size="sm">
          See deliveries
        </GoTo>
      ) : null}
    </Figure>
  )
}

/** A few colours, in the order of an order's life. */
const groups = [
  { key: 'waiting', label: 'Waiting', colour: 'light-dark(#c3c9d6, #596073)' },
  { key: 'working', label: 'In progress', colour: '#7386e8' },
  { key: 'attention', label: 'Needs attention', colour: '#f0a030' },
  { key: 'good', label: 'Shipped', colour: '#12988a' },
  { key: 'ended', label: 'Cancelled', colour: hatched },
  { key: 'bad', label: 'Failed or rejected', colour: '#e5484d' },
]

function Days({ data }: { data: Overview }) {
  const words = useWords()
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
        No orders on these days.
      </Text>
    )
  }
  return <DayBars label="Orders by day and state" days={days} series={used} />
}

/** Red is what stops orders or what they tell, amber what is worth a look, grey what goes on by itself. */
type Matter = { tone: 'red' | 'amber' | 'grey'; text: string; to: string; search?: Record<string, string> }

function Attention({ data, mode }: { data: Overview; mode: Mode }) {
  const count = (status: Order['status']) => data.open.find(one => one.status === status)?.orders ?? 0
  const matters: Matter[] = []
  const add = (tone: Matter['tone'], orders: number, text: string, status: Order['status']) => {
    if (orders > 0) matters.push({ tone, text, to: `/${mode}/orders`, search: { status } })
  }
  if (data.charge && !data.charge.hasCard) {
    matters.push({ tone: 'red', text: 'No card is on file', to: `/${mode}/billing` })
  }
  if (data.charge && data.charge.declined > 0) {
    const text = `${plural(data.charge.declined, 'order')}: the last charge was declined`
    matters.push({ tone: 'red', text, to: `/${mode}/billing` })
  }
  if (data.webhooks.failed > 0) {
    const text = `${plural(data.webhooks.failed, 'webhook')} failed`
    matters.push({ tone: 'red', text, to: `/${mode}/webhooks`, search: { state: 'given_up' } })
  }
  if (data.webhooks.retrying > 0) {
    const text = `${plural(data.webhooks.retrying, 'webhook')} not accepted yet, being retried`
    matters.push({ tone: 'amber', text, to: `/${mode}/webhooks` })
  }
  const held = count('EXCEPTION')
  add(
    'amber',
    held,
    `${plural(held, 'order')} on hold: support is reviewing ${held === 1 ? 'it' : 'them'}`,
    'EXCEPTION',
  )
  const asked = count('CANCELLATION_REQUESTED')
  add('amber', asked, `${plural(asked, 'cancellation')} the printer has not answered`, 'CANCELLATION_REQUESTED')
  const ofTheseDays = (ended: Order['status']) =>
    data.days
      .flatMap(({ counts }) => counts)
      .filter(({ status }) => status === ended)
      .reduce((sum, { orders }) => sum + orders, 0)
  const [failed, rejected] = [ofTheseDays('FAILED'), ofTheseDays('REJECTED')]
  add('amber', failed, `${plural(failed, 'order')} failed in the last 14 days`, 'FAILED')
  add('amber', rejected, `${plural(rejected, 'order')} rejected in the last 14 days: over the limit`, 'REJECTED')
  add('grey', count('QUEUED'), `${plural(count('QUEUED'), 'order')} in the queue`, 'QUEUED')
  if (matters.length === 0) {
    return (
      <Group gap="xs" c="dimmed" py="xs" wrap="nowrap">
        <CircleCheck size={18} aria-hidden />
        <Text size="sm">Nothing needs your attention. If something does, it is listed here.</Text>
      </Group>
    )
  }
  return (
    <Stack gap={0} className={classes.matters}>
      {matters.map(({ tone, text, to, search }) => (
        <Group key={text} gap="xs" wrap="nowrap" align="center">
          <CircleAlert size={16} className={classes.alert} data-tone={tone} aria-hidden />
          <GoTo to={to} search={search} size="sm">
            {text}
          </GoTo>
        </Group>
      ))}
    </Stack>
  )
}
