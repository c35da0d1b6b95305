// Webhooks of a mode: deliveries and resending, the signing secret, and the verification of signatures.

import {
  Anchor,
  Badge,
  Button,
  Checkbox,
  Group,
  Modal,
  Progress,
  SegmentedControl,
  Select,
  Text,
  TextInput,
} from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { CalendarClock, CircleCheck, RotateCw, Send, Webhook } from 'lucide-react'
import { useState } from 'react'
import { api, type Mode } from '../../api.ts'
import type { paths } from '../../apiTypes.ts'
import { showFailure, showToast } from '../../components/feedback/toast.ts'
import { AppLink, LinkButton } from '../../components/layout/AppLink.tsx'
import { EmptyState } from '../../components/layout/EmptyState.tsx'
import { type Column, List } from '../../components/layout/List.tsx'
import { LoadMore } from '../../components/layout/LoadMore.tsx'
import { PageFrame } from '../../components/layout/Page.tsx'
import { PagedRows } from '../../components/layout/PagedRows.tsx'
import { number, ShortTime } from '../../components/layout/Values.tsx'
import { ReportFilters } from '../../components/orders/ReportFilters.tsx'
import { instantsOf, utcDaysOf } from '../../components/orders/utcDays.ts'
import { t } from '../../language.ts'
import { type Filters, useFilters, useMode } from '../../shell/frame/mode.ts'
import { usePages } from '../../shell/frame/pages.ts'
import { ScreenTabs } from '../../shell/frame/ScreenTabs.tsx'
import { SavedViews } from '../../shell/lists/SavedViews.tsx'
import {
  Attempts,
  type Delivery,
  DeliveryStatus,
  deliveryName,
  hostOf,
  isTest,
  resendText,
  responseOf,
} from '../../shell/orders/deliveries.tsx'
import { useStatusTexts } from '../../shell/orders/statusTexts.tsx'
import { useMay } from '../../shell/session/session.ts'
import { Endpoints } from './Endpoints.tsx'
import { ResendRange } from './ResendRange.tsx'
import { Secret } from './Secret.tsx'
import { TestEvent } from './TestEvent.tsx'
import { Verify } from './Verify.tsx'

type Query = NonNullable<paths['/dashboard/api/{mode}/deliveries']['get']['parameters']['query']>
type EventType = NonNullable<Query['type']>
type Result = NonNullable<Query['result']>

export function Page() {
  const mode = useMode()
  const [{ tab }] = useFilters()
  const may = useMay('webhooks')
  const [isTesting, setTesting] = useState(false)
  return (
    <PageFrame
      title={t('Webhooks')}
      about={t('We send events to your endpoints, and to the webhook URL of each order or file check.')}
      actions={
        may ? (
          <Button
            variant={tab === 'endpoints' ? 'default' : 'filled'}
            leftSection={<Send size={15} />}
            onClick={() => setTesting(true)}
          >
            {t('Send test event')}
          </Button>
        ) : undefined
      }
    >
      {isTesting ? <TestEvent mode={mode} close={() => setTesting(false)} /> : null}
      <ScreenTabs
        tabs={[
          { tab: 'deliveries', name: t('Deliveries'), content: <Deliveries mode={mode} /> },
          { tab: 'endpoints', name: t('Endpoints'), content: <Endpoints mode={mode} /> },
          { tab: 'secret', name: t('Signing secret'), content: <Secret mode={mode} /> },
          { tab: 'verify', name: t('Verification'), content: <Verify /> },
        ]}
      />
    </PageFrame>
  )
}

function Deliveries({ mode }: { mode: Mode }) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [isRange, setRange] = useState(false)
  const [shown, setShown] = useState<Delivery | null>(null)
  const may = useMay('webhooks')
  const { webhooks } = useStatusTexts()
  const [filters, setFilters] = useFilters()
  const query = queryOf(filters)
  const deliveries = usePages([mode, 'deliveries'], query, cursor =>
    api.GET('/dashboard/api/{mode}/deliveries', {
      params: { path: { mode }, query: { limit: 50, ...query, ...cursor } },
    }),
  )
  const rows = deliveries.data?.pages.flatMap(page => page.deliveries) ?? []
  const filter = (changes: Filters) => {
    setChosen(new Set())
    setFilters(changes)
  }
  return (
    <>
      <DeliveryFilters filters={filters} filter={filter} />
      <ReportFilters filters={filters} change={filter} />
      <PagedRows of={deliveries} rowsOf={page => page.deliveries} empty={<NoDeliveries mode={mode} of={deliveries} />}>
        {shownRows => (
          <>
            {may ? <ResendTools {...{ mode, rows, chosen, setChosen }} openRange={() => setRange(true)} /> : null}
            <List
              label={t('Deliveries')}
              rows={shownRows}
              columns={[
                orderColumn(mode, may ? { chosen, setChosen } : null),
                eventColumn(setShown),
                ...deliveryColumns,
              ]}
              keyOf={({ deliveryId }) => deliveryId}
              open={setShown}
              below={<End of={deliveries} count={shownRows.length} />}
            />
          </>
        )}
      </PagedRows>
      <Modal
        opened={shown !== null}
        onClose={() => setShown(null)}
        title={shown === null ? '' : deliveryName(shown)}
        size="lg"
      >
        {shown === null ? null : (
          <Attempts mode={mode} delivery={rows.find(delivery => delivery.deliveryId === shown.deliveryId) ?? shown} />
        )}
      </Modal>
      {isRange ? <ResendRange mode={mode} kinds={webhooks} now={new Date()} close={() => setRange(false)} /> : null}
    </>
  )
}

const End = ({ of, count }: { of: Pages; count: number }) =>
  of.hasNextPage ? (
    <LoadMore of={of} />
  ) : (
    <Text size="xs" c="dimmed" ta="center" p="sm">
      {t('{count, plural, one {# webhook} other {# webhooks}}', { count })}
    </Text>
  )

function queryOf({ state, type, order, result, days: range }: Filters): Query {
  const days = utcDaysOf(range)
  return {
    ...(state === 'given_up' ? { state } : {}),
    ...(type === undefined ? {} : { type: type as EventType }),
    ...(order === undefined ? {} : { customerOrderId: order }),
    ...(result === undefined ? {} : { result: result as Result }),
    ...(days && instantsOf(days)),
  }
}

type Choice = { chosen: ReadonlySet<string>; setChosen(chosen: ReadonlySet<string>): void }

function toggled(chosen: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const after = new Set(chosen)
  if (!after.delete(id)) after.add(id)
  return after
}

/** With a checkbox for people who may resend. */
const orderColumn = (mode: Mode, choice: Choice | null): Column<Delivery> => ({
  title: t('Order'),
  cell: delivery => (
    <Group gap="sm" wrap="nowrap">
      {choice === null ? null : (
        <Checkbox
          size="xs"
          aria-label={t('Select {row}', { row: deliveryName(delivery) })}
          checked={choice.chosen.has(delivery.deliveryId)}
          disabled={!mayResend(delivery)}
          onChange={() => choice.setChosen(toggled(choice.chosen, delivery.deliveryId))}
        />
      )}
      {delivery.customerOrderId === null ? (
        <Text size="sm" c="dimmed">
          –
        </Text>
      ) : (
        <AppLink to={`/${mode}/orders/${encodeURIComponent(delivery.customerOrderId)}`} className="wrap">
          {delivery.customerOrderId}
        </AppLink>
      )}
    </Group>
  ),
})

const eventColumn = (open: (delivery: Delivery) => void): Column<Delivery> => ({
  title: t('Event'),
  cell: delivery => (
    <Group gap="xs">
      <Anchor
        component="button"
        type="button"
        inherit
        aria-label={t('View {what}', { what: deliveryName(delivery) })}
        onClick={() => open(delivery)}
      >
        {delivery.type}
      </Anchor>
      {isTest(delivery) ? <Badge color="gray">{t('Test')}</Badge> : null}
      {delivery.endpointId === null || delivery.url === null ? null : (
        <Text size="xs" c="dimmed" title={delivery.url}>
          {t('to {host}', { host: hostOf(delivery.url) })}
        </Text>
      )}
    </Group>
  ),
})

const deliveryColumns: Column<Delivery>[] = [
  { title: t('Status'), cell: delivery => <DeliveryStatus delivery={delivery} /> },
  { title: t('Response'), cell: delivery => <span className="nowrap">{responseOf(delivery)}</span> },
  { title: t('Attempts'), cell: ({ attempts }) => number(attempts), right: true, wideOnly: true },
  { title: t('Date'), cell: ({ at }) => <ShortTime at={at} /> },
  {
    title: t('Next attempt'),
    cell: ({ nextAttemptAt }) => (nextAttemptAt === null ? null : <ShortTime at={nextAttemptAt} />),
    wideOnly: true,
  },
]

type FilterProps = { filters: Filters; filter(changes: Filters): void }

function DeliveryFilters({ filters: { state, type, order }, filter }: FilterProps) {
  const { webhooks } = useStatusTexts()
  return (
    <Group gap="xs" mb="sm">
      <SegmentedControl
        size="xs"
        aria-label={t('Delivery status')}
        value={state === 'given_up' ? 'given_up' : 'all'}
        onChange={value => filter({ state: value === 'all' ? '' : value })}
        data={[
          { value: 'all', label: t('All') },
          { value: 'given_up', label: t('Failed') },
        ]}
      />
      <Select
        size="xs"
        w={210}
        aria-label={t('Event')}
        placeholder={t('All events')}
        data={webhooks}
        value={type ?? null}
        onChange={kind => filter({ type: kind ?? '' })}
        clearable
        clearButtonProps={{ 'aria-label': t('Clear event') }}
      />
      <OrderFilter key={order ?? ''} order={order ?? ''} change={to => filter({ order: to })} />
      <SavedViews path="/dashboard/api/views" list="webhooks" size="xs" />
    </Group>
  )
}

type ToolProps = Choice & { mode: Mode; rows: Delivery[]; openRange(): void }

function ResendTools({ mode, rows, chosen, setChosen, openRange }: ToolProps) {
  const resendable = rows.filter(mayResend)
  return (
    <Group justify="space-between" mb="sm" gap="xs">
      {resendable.length > 0 ? (
        <Checkbox
          size="xs"
          label={t('Select all {count}', { count: number(resendable.length) })}
          checked={chosen.size > 0 && chosen.size === resendable.length}
          indeterminate={chosen.size > 0 && chosen.size < resendable.length}
          onChange={event =>
            setChosen(new Set(event.currentTarget.checked ? resendable.map(({ deliveryId }) => deliveryId) : []))
          }
        />
      ) : null}
      <Group gap="xs" ml="auto">
        <Button variant="default" leftSection={<CalendarClock size={15} />} onClick={openRange}>
          {t('Resend by time')}
        </Button>
        <ResendButton mode={mode} ids={[...chosen]} done={() => setChosen(new Set())} />
      </Group>
    </Group>
  )
}

type Pages = Parameters<typeof LoadMore>[0]['of']

function NoDeliveries({ mode, of }: { mode: Mode; of: Pages }) {
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = of
  const [{ state, type, order, result, days }] = useFilters()
  if ([type, order, result, days].some(filter => filter !== undefined)) {
    return (
      <EmptyState
        icon={Webhook}
        title={t('No matches')}
        action={
          hasNextPage ? (
            <Button variant="subtle" size="xs" onClick={() => fetchNextPage()} loading={isFetchingNextPage}>
              {t('Search older webhooks')}
            </Button>
          ) : undefined
        }
      >
        {t(hasNextPage ? 'None of the newest webhooks match. Older webhooks may.' : 'No webhooks have these filters.')}
      </EmptyState>
    )
  }
  if (state === 'given_up') {
    return (
      <EmptyState icon={CircleCheck} title={t('No failed webhooks')}>
        {t('If a webhook can’t be delivered for three days, we stop retrying and list it here. You can resend it.')}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={Webhook}
      title={t('No webhooks sent yet')}
      action={<LinkButton to={`/${mode}/place`}>{t('Place an order')}</LinkButton>}
    >
      {t(
        'Add an endpoint, or a webhook URL to an order, to receive signed events at each step. If your endpoint is down, we retry for three days.',
      )}
    </EmptyState>
  )
}

/** Filters by an order's id when the field is left or confirmed. */
function OrderFilter({ order, change }: { order: string; change: (order: string) => void }) {
  const [typed, setTyped] = useState(order)
  const apply = () => {
    if (typed.trim() !== order) change(typed.trim())
  }
  return (
    <TextInput
      size="xs"
      w={210}
      aria-label={t('Order ID')}
      placeholder={t('Order ID')}
      maxLength={40}
      value={typed}
      onChange={event => setTyped(event.currentTarget.value)}
      onBlur={apply}
      onKeyDown={event => {
        if (event.key === 'Enter') apply()
      }}
    />
  )
}

const mayResend = (delivery: Delivery): boolean =>
  delivery.url !== null && delivery.status !== 'pending' && !isTest(delivery)

/** Resends one webhook after another, so that a receiver that has just recovered is not flooded. */
function ResendButton({ mode, ids, done }: { mode: Mode; ids: string[]; done: () => void }) {
  const queries = useQueryClient()
  const [sent, setSent] = useState<number | null>(null)
  const send = async () => {
    let queued = 0
    try {
      for (const deliveryId of ids) {
        setSent(queued)
        await api.POST('/dashboard/api/{mode}/deliveries/{deliveryId}/redeliver', {
          params: { path: { mode, deliveryId } },
        })
        queued++
      }
      showToast(resendText(queued))
      done()
    } catch (error) {
      showFailure(
        t('Only {queued} of {count, plural, one {# webhook} other {# webhooks}} will be resent', {
          queued: number(queued),
          count: ids.length,
        }),
      )(error)
    }
    setSent(null)
    void queries.invalidateQueries({ queryKey: [mode, 'deliveries'] })
  }
  return (
    <Group gap="sm">
      {sent === null ? null : <Progress value={(100 * sent) / ids.length} w={120} aria-label={t('Queued')} />}
      <Button
        leftSection={<RotateCw size={15} />}
        variant="default"
        disabled={ids.length === 0}
        onClick={send}
        loading={sent !== null}
      >
        {ids.length === 0 ? t('Resend') : t('Resend {count}', { count: number(ids.length) })}
      </Button>
    </Group>
  )
}
